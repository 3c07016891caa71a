import Agate
import XCTest

@testable import UIKit

/// Segmented controls, page controls, steppers.
@MainActor final class SegmentTests: XCTestCase {
    private let scene = Scene(CGSize(width: 300, height: 300))

    private func count(_ control: UIControl) -> () -> Int {
        @MainActor final class Count { var value = 0 }
        let count = Count()
        control.addHandler(for: .valueChanged) { count.value += 1 }
        return { count.value }
    }

    private func tap(_ x: CGFloat, _ y: CGFloat) {
        scene.touch(.began, x, y)
        scene.touch(.ended, x, y)
    }

    func testAFingerChooses() async {
        let control = UISegmentedControl(items: ["a", "b", "c"])
        control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
        scene.add(control)
        let changes = count(control)
        XCTAssertEqual(control.selectedSegmentIndex, UISegmentedControl.noSegment)
        tap(150, 16)
        XCTAssertEqual(control.selectedSegmentIndex, 1)
        tap(150, 16)
        XCTAssertEqual(changes(), 1, "the chosen one again changes nothing")
        control.setEnabled(false, forSegmentAt: 2)
        tap(250, 16)
        XCTAssertEqual(control.selectedSegmentIndex, 1)
        // Held, it follows.
        scene.touch(.began, 150, 16)
        scene.touch(.moved, 50, 16)
        XCTAssertEqual(control.selectedSegmentIndex, 0)
        scene.touch(.ended, 50, 16)
        XCTAssertEqual(changes(), 2)
        control.selectedSegmentIndex = 2
        XCTAssertEqual(changes(), 2, "the program is not notified of its own change")
    }

    func testSegmentsComeAndGo() async {
        let control = UISegmentedControl(items: ["a", "b"])
        control.selectedSegmentIndex = 1
        control.insertSegment(withTitle: "first", at: 0, animated: false)
        XCTAssertEqual(control.selectedSegmentIndex, 2, "the same segment stays chosen")
        control.insertSegment(withTitle: "last", at: 99, animated: false)
        XCTAssertEqual((0..<4).map { control.titleForSegment(at: $0) }, ["first", "a", "b", "last"])
        control.removeSegment(at: 0, animated: false)
        XCTAssertEqual(control.selectedSegmentIndex, 1)
        control.removeSegment(at: 1, animated: false)
        XCTAssertEqual(control.selectedSegmentIndex, UISegmentedControl.noSegment)
        control.removeSegment(at: 7, animated: false)
        control.selectedSegmentIndex = 7
        XCTAssertEqual(control.selectedSegmentIndex, UISegmentedControl.noSegment)
        XCTAssertNil(control.titleForSegment(at: -1))
        control.removeAllSegments()
        control.frame = CGRect(x: 0, y: 0, width: 100, height: 32)
        scene.add(control)
        tap(50, 16)
        XCTAssertEqual(control.numberOfSegments, 0)
    }

    func testWidths() async {
        let control = UISegmentedControl(items: ["a", "b", "c"])
        control.setWidth(100, forSegmentAt: 0)
        control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
        scene.add(control)
        scene.turn { control.layoutIfNeeded() }
        tap(95, 16)
        XCTAssertEqual(control.selectedSegmentIndex, 0)
        tap(105, 16)
        XCTAssertEqual(control.selectedSegmentIndex, 1)
        control.setWidth(.nan, forSegmentAt: 0)
        XCTAssertEqual(control.widthForSegment(at: 0), 0)
    }

    func testPages() async {
        let control = UIPageControl(frame: CGRect(x: 0, y: 0, width: 100, height: 26))
        control.numberOfPages = 3
        scene.add(control)
        let changes = count(control)
        tap(90, 13)
        tap(90, 13)
        tap(90, 13)
        XCTAssertEqual(control.currentPage, 2)
        XCTAssertEqual(changes(), 2, "there is nothing beyond the last")
        tap(10, 13)
        XCTAssertEqual(control.currentPage, 1)
        control.currentPage = -4
        XCTAssertEqual(control.currentPage, 0)
        control.currentPage = 9
        control.numberOfPages = 2
        XCTAssertEqual(control.currentPage, 1)
        control.numberOfPages = -1
        XCTAssertEqual(control.numberOfPages, 0)
        scene.turn { control.layoutIfNeeded() }
        control.numberOfPages = 100_000
        scene.turn { control.layoutIfNeeded() }
        XCTAssertLessThanOrEqual(control.subviews.count, 6, "no more dots than there is room for")
    }

    func testAStepperStepsWrapsAndRepeats() async {
        let control = UIStepper(frame: CGRect(x: 0, y: 0, width: 0, height: 0))
        control.maximumValue = 3
        scene.add(control)
        let changes = count(control)
        tap(70, 16)
        XCTAssertEqual(control.value, 1)
        tap(20, 16)
        tap(20, 16)
        XCTAssertEqual(control.value, 0)
        XCTAssertEqual(changes(), 2)
        control.wraps = true
        tap(20, 16)
        XCTAssertEqual(control.value, 3)
        control.wraps = false
        control.value = .nan
        XCTAssertEqual(control.value, 0)
        scene.touch(.began, 70, 16)
        scene.advance(to: scene.time + 0.75)
        scene.touch(.ended, 70, 16)
        XCTAssertEqual(control.value, 3, "one at once, one after half a second, and each tenth")
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(control.value, 3)
        control.value = 0
        control.stepValue = 0
        tap(70, 16)
        XCTAssertEqual(control.value, 0)
    }
}
