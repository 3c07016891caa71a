import Agate
import XCTest

@testable import UIKit

@MainActor final class DatePickerTests: XCTestCase {
    /// 2026-01-31 13:47:20 GMT.
    private let start = Date(timeIntervalSince1970: 1_769_867_240)

    private func make(_ mode: UIDatePicker.Mode, _ locale: String) -> (UIDatePicker, UIPickerView) {
        let picker = UIDatePicker()
        picker.calendar = Calendar(identifier: .gregorian)
        picker.timeZone = TimeZone(secondsFromGMT: 0)
        picker.locale = Locale(identifier: locale)
        picker.datePickerMode = mode
        picker.date = start
        return (picker, picker.subviews[0] as! UIPickerView)
    }

    private func titles(_ picker: UIDatePicker, _ wheels: UIPickerView) -> [String] {
        (0..<wheels.numberOfComponents).map { component in
            picker.pickerView(wheels, titleForRow: wheels.selectedRow(inComponent: component), forComponent: component) ?? ""
        }
    }

    /// As a finger does it.
    private func turn(_ picker: UIDatePicker, _ wheels: UIPickerView, _ component: Int, to row: Int) {
        wheels.selectRow(row, inComponent: component, animated: false)
        picker.pickerView(wheels, didSelectRow: row, inComponent: component)
    }

    func testWheelsFollowTheLocale() async {
        var (picker, wheels) = make(.date, "en_US")
        XCTAssertEqual(titles(picker, wheels), ["January", "31", "2026"])
        (picker, wheels) = make(.date, "de_DE")
        XCTAssertEqual(titles(picker, wheels), ["31", "Januar", "2026"])
        (picker, wheels) = make(.time, "en_US")
        XCTAssertEqual(titles(picker, wheels), ["1", "47", "PM"])
        (picker, wheels) = make(.time, "de_DE")
        XCTAssertEqual(titles(picker, wheels), ["13", "47"])
        (picker, wheels) = make(.dateAndTime, "de_DE")
        XCTAssertEqual(titles(picker, wheels).count, 3)
        XCTAssertTrue(titles(picker, wheels)[0].contains("31"), titles(picker, wheels)[0])
        (picker, wheels) = make(.yearAndMonth, "en_US")
        XCTAssertEqual(titles(picker, wheels), ["January", "2026"])
    }

    func testTurningWheels() async {
        let (picker, wheels) = make(.date, "en_US")
        var calls = 0
        picker.addHandler(for: .valueChanged) { calls += 1 }
        turn(picker, wheels, 0, to: 1)
        XCTAssertEqual(titles(picker, wheels), ["February", "28", "2026"], "the last day that there is")
        XCTAssertEqual(picker.date.timeIntervalSince(start), 28 * 86_400)
        turn(picker, wheels, 2, to: 2027)
        turn(picker, wheels, 1, to: 30)
        XCTAssertEqual(titles(picker, wheels), ["February", "29", "2028"])
        XCTAssertEqual(calls, 3)
        let (clock, turning) = make(.time, "en_US")
        turn(clock, turning, 0, to: 11)
        XCTAssertEqual(clock.date.timeIntervalSince1970, 1_769_867_240 - 3600 - 20, "12 in the afternoon; seconds begin anew")
        turn(clock, turning, 2, to: 0)
        XCTAssertEqual(clock.date.timeIntervalSince1970, 1_769_867_240 - 3600 - 20 - 43_200, "12 in the morning is midnight")
        let (both, rows) = make(.dateAndTime, "de_DE")
        turn(both, rows, 0, to: rows.selectedRow(inComponent: 0) + 1)
        XCTAssertEqual(both.date.timeIntervalSince(start), 86_400 - 20)
    }

    func testBoundsAndIntervals() async {
        let (picker, wheels) = make(.time, "de_DE")
        picker.maximumDate = start.addingTimeInterval(600)
        picker.minuteInterval = 15
        XCTAssertEqual(wheels.numberOfRows(inComponent: 1), 4)
        XCTAssertEqual(titles(picker, wheels), ["13", "45"])
        turn(picker, wheels, 0, to: 15)
        XCTAssertEqual(picker.date, start.addingTimeInterval(600), "as late as may be")
        XCTAssertEqual(titles(picker, wheels)[0], "13")
        picker.minuteInterval = 7
        XCTAssertEqual(wheels.numberOfRows(inComponent: 1), 60)
        picker.minimumDate = .distantFuture
        picker.date = start
        XCTAssertEqual(picker.date, start, "bounds that contradict each other are not asked")
        picker.date = Date(timeIntervalSinceReferenceDate: .nan)
        XCTAssertEqual(picker.date, start)
    }

    func testLengthsOfTime() async {
        let (picker, wheels) = make(.countDownTimer, "en_US")
        picker.countDownDuration = 3 * 3600 + 25 * 60 + 7
        XCTAssertEqual(titles(picker, wheels), ["3 h", "25 min"])
        turn(picker, wheels, 0, to: 0)
        XCTAssertEqual(picker.countDownDuration, 1500)
        turn(picker, wheels, 1, to: 0)
        XCTAssertEqual(picker.countDownDuration, 60, "the least is a minute")
    }

    func testItIsOnTheScreenAndFollowsAFinger() async {
        let scene = Scene(CGSize(width: 320, height: 216)), (picker, wheels) = make(.time, "de_DE")
        var calls = 0
        picker.addHandler(for: .valueChanged) { calls += 1 }
        scene.add(picker)
        scene.advance(to: 0.1)
        let x = wheels.rowSize(forComponent: 0).width / 2 + 9
        scene.touch(.began, x, 138, at: 0.2)
        scene.touch(.ended, x, 138)
        scene.advance(to: 3)
        XCTAssertEqual(calls, 1)
        XCTAssertEqual(titles(picker, wheels), ["14", "47"])
        XCTAssertEqual(picker.date.timeIntervalSince(start), 3600 - 20)
    }
}
