import Agate
import XCTest

@testable import UIKit

@MainActor final class PickerTests: XCTestCase {
    private final class Choices: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
        var rows = [5, 3], notes: [String] = [], views = 0
        func numberOfComponents(in pickerView: UIPickerView) -> Int { rows.count }
        func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { rows[component] }
        func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat { component == 0 ? 100 : 0 }
        func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? { "\(component).\(row)" }
        func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
            notes.append("\(component): \(row)")
        }
    }

    private func show() -> (Scene, UIPickerView, Choices) {
        let scene = Scene(CGSize(width: 320, height: 216)), choices = Choices(), picker = UIPickerView()
        XCTAssertEqual(picker.frame.size, CGSize(width: 320, height: 216))
        (picker.dataSource, picker.delegate) = (choices, choices)
        scene.add(picker)
        scene.advance(to: 0.1)
        return (scene, picker, choices)
    }

    private func labels(_ view: UIView) -> [String] {
        ((view as? UILabel)?.text).map { [$0] } ?? view.subviews.filter { !$0.isHidden }.flatMap(labels)
    }

    func testWheelsAndRows() async {
        let (scene, picker, choices) = show()
        XCTAssertEqual(picker.numberOfComponents, 2)
        XCTAssertEqual(picker.numberOfRows(inComponent: 0), 5)
        XCTAssertEqual(picker.numberOfRows(inComponent: 7), 0)
        XCTAssertEqual(picker.selectedRow(inComponent: 7), -1)
        XCTAssertEqual(picker.rowSize(forComponent: 0), CGSize(width: 100, height: 32))
        XCTAssertEqual(picker.rowSize(forComponent: 1), CGSize(width: 320 - 18 - 5 - 100, height: 32))
        XCTAssertEqual(Set(labels(picker)), ["0.0", "0.1", "0.2", "0.3", "0.4", "1.0", "1.1", "1.2"])
        scene.turn { picker.selectRow(4, inComponent: 0, animated: false) }
        XCTAssertEqual(picker.selectedRow(inComponent: 0), 4)
        scene.turn { picker.selectRow(99, inComponent: 1, animated: true) }
        XCTAssertEqual(picker.selectedRow(inComponent: 1), 2)
        scene.advance(to: 2)
        XCTAssertEqual(choices.notes, [], "the delegate does not hear of what a program does")
        choices.rows = [2]
        scene.turn { picker.reloadAllComponents() }
        scene.advance(to: 2.1)
        XCTAssertEqual(picker.numberOfComponents, 1)
        XCTAssertEqual(picker.selectedRow(inComponent: 0), 1, "the last that there is")
    }

    func testFingersTurnWheels() async {
        let (scene, picker, choices) = show()
        scene.touch(.began, 60, 120, at: 0.2)
        for step in 1...8 { scene.touch(.moved, 60, 120 - CGFloat(step) * 8, at: 0.2 + Double(step) * 0.05) }
        scene.advance(to: 0.9)
        scene.touch(.ended, 60, 56)
        scene.advance(to: 3)
        XCTAssertEqual(choices.notes, ["0: 2"])
        XCTAssertEqual(picker.selectedRow(inComponent: 0), 2)
        // A tap on the row below.
        scene.touch(.began, 60, 138)
        scene.touch(.ended, 60, 138)
        scene.advance(to: 5)
        XCTAssertEqual(choices.notes, ["0: 2", "0: 3"])
    }

    func testTheMiddleOfTheWheelIsFlatAndItsEndsTurnAway() async {
        let (_, picker, _) = show()
        let wheel = picker.subviews.compactMap { $0 as? UIScrollView }[0]
        let rows = wheel.subviews.filter { !$0.subviews.isEmpty && $0.subviews[0] is UILabel }
        let places = rows.map { ($0.center.y - wheel.bounds.midY, $0.layer.transform.m22, $0.alpha) }.sorted { $0.0 < $1.0 }
        XCTAssertEqual(places[0].0, 0, accuracy: 0.01)
        XCTAssertEqual(places[0].1, 1, accuracy: 1e-6)
        XCTAssertEqual(places[0].2, 1)
        XCTAssertEqual(places[2].1, cos(64.0 / 108), accuracy: 1e-6)
        XCTAssertLessThan(places[2].0, 64)
        XCTAssertLessThan(places[2].2, 0.6)
    }

    func testAnEmptyPicker() async {
        let scene = Scene(CGSize(width: 320, height: 216)), picker = scene.add(UIPickerView())
        scene.advance(to: 0.1)
        XCTAssertEqual(picker.numberOfComponents, 0)
        picker.selectRow(1, inComponent: 0, animated: true)
        XCTAssertNil(picker.view(forRow: 0, forComponent: 0))
    }
}
