import Agate
import XCTest

@testable import UIKit

/// Values of controls at the ends of their ranges, and parts that stand alone.
@MainActor final class ControlEdgeTests: XCTestCase {
    func testStretchedIsTheInverseOfTheRubberBand() async {
        for length in [50, 400] as [CGFloat] {
            for distance in [0, 1, 30, 500, 5000, -1, -300] as [CGFloat] {
                let shown = ScrollMotion.rubberBand(distance, length: length)
                XCTAssertLessThanOrEqual(shown.magnitude, length)
                XCTAssertEqual(ScrollMotion.stretched(shown, length: length), distance, accuracy: max(1e-6, distance.magnitude * 1e-6))
            }
            // No distance shows the whole length or more.
            for shown in [length, length * 1.5, -length, -3 * length] {
                let distance = ScrollMotion.stretched(shown, length: length)
                XCTAssertTrue(distance.isFinite)
                XCTAssertEqual(distance > 0, shown > 0)
                XCTAssertGreaterThan(distance.magnitude, 100 * length)
            }
        }
        XCTAssertEqual(ScrollMotion.stretched(5, length: 0), 0)
        XCTAssertEqual(ScrollMotion.rubberBand(5, length: 0), 0)
    }

    func testSteps() async {
        for (step, wanted) in [(1.0, [1.0, 2]), (0.5, [0.5, 1]), (0, []), (-1, []), (.nan, []), (.infinity, [])] {
            let scene = Scene(), stepper = UIStepper()
            stepper.stepValue = step
            var values: [Double] = []
            stepper.addAction(UIAction { _ in values.append(stepper.value) }, for: .valueChanged)
            scene.add(stepper)
            for _ in 0..<2 {
                scene.touch(.began, stepper.bounds.width * 0.75, 10, at: scene.time + 0.05)
                scene.touch(.ended, stepper.bounds.width * 0.75, 10, at: scene.time + 0.05)
            }
            XCTAssertEqual(values, wanted, "\(step)")
            XCTAssertEqual(stepper.value, wanted.last ?? 0)
        }
    }

    private final class Rows: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
        func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
        func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 40 }
        func pickerView(_ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?) -> UIView {
            let label = view as? UILabel ?? UILabel()
            label.text = "\(row)"
            return label
        }
    }

    /// The selected row is in the middle, wherever the wheel was.
    func testSelectedRowsAreInTheMiddle() async throws {
        let scene = Scene(CGSize(width: 200, height: 200)), rows = Rows(),
            picker = UIPickerView(frame: CGRect(x: 0, y: 0, width: 200, height: 160))
        (picker.dataSource, picker.delegate) = (rows, rows)
        scene.add(picker)
        for (row, animated) in [(5, false), (30, true), (39, false), (0, true), (12, false)] {
            scene.turn { picker.selectRow(row, inComponent: 0, animated: animated) }
            scene.advance(to: scene.time + 2)
            XCTAssertEqual(picker.selectedRow(inComponent: 0), row)
            let view = try XCTUnwrap(picker.view(forRow: row, forComponent: 0))
            XCTAssertEqual(view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: picker).y, 80, accuracy: 1, "row \(row)")
        }
    }

    /// A finger that stops the content where it may rest starts no further movement.
    func testAStoppedScrollRests() async {
        final class Log: NSObject, UIScrollViewDelegate {
            var notes: [String] = []
            func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { notes.append("rests") }
        }
        let scene = Scene(), scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 100)), log = Log()
        scroll.contentSize = CGSize(width: 200, height: 5000)
        scroll.delegate = log
        scene.add(scroll)
        scene.touch(.began, 100, 90, at: 0.1)
        for step in 1...5 { scene.touch(.moved, 100, 90 - CGFloat(step) * 15, at: 0.1 + Double(step) * 0.016) }
        scene.touch(.ended, 100, 15, at: 0.2)
        scene.advance(to: 0.3)
        XCTAssertTrue(scroll.isDecelerating)
        scene.touch(.began, 100, 50, at: 0.35)
        let offset = scroll.contentOffset, notes = log.notes
        scene.touch(.ended, 100, 50, at: 0.4)
        XCTAssertFalse(scroll.isDecelerating)
        scene.advance(to: 2)
        XCTAssertEqual(scroll.contentOffset, offset)
        XCTAssertEqual(log.notes, notes)
    }

    func testASubtitleAloneHasThePlaceOfATitle() async {
        for configuration in [UIButton.Configuration.plain(), .filled()] {
            func label(_ text: String, asSubtitle: Bool) -> CGRect {
                var own = configuration
                own.titlePadding = 20
                if asSubtitle { own.subtitle = text } else { own.title = text }
                let button = UIButton(configuration: own)
                button.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
                button.layoutIfNeeded()
                let shown = asSubtitle ? button.subtitleLabel : button.titleLabel
                return shown?.frame ?? .null
            }
            XCTAssertEqual(label("Text", asSubtitle: true).midY, 50, accuracy: 0.5)
            XCTAssertEqual(label("Text", asSubtitle: false).midY, 50, accuracy: 0.5)
        }
    }
}
