import Agate
import XCTest

@testable import UIKit

@MainActor final class SplitViewTests: XCTestCase {
    private final class Log: NSObject, UISplitViewControllerDelegate {
        var notes: [String] = []
        func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode) {
            notes.append("to \(displayMode)")
        }
        func splitViewControllerDidCollapse(_ svc: UISplitViewController) { notes.append("collapsed") }
        func splitViewControllerDidExpand(_ svc: UISplitViewController) { notes.append("expanded") }
    }

    private func show(_ width: CGFloat, _ style: UISplitViewController.Style) -> (Scene, UISplitViewController, [UIViewController], Log) {
        let scene = Scene(CGSize(width: width, height: 400)), split = UISplitViewController(style: style), log = Log()
        let children = (0..<3).map { _ in UIViewController() }
        split.delegate = log
        split.setViewController(children[0], for: .primary)
        if style == .tripleColumn { split.setViewController(children[1], for: .supplementary) }
        split.setViewController(children[2], for: .secondary)
        scene.turn { scene.window.rootViewController = split }
        scene.advance(to: 0.1)
        return (scene, split, children, log)
    }

    func testTwoColumns() async {
        let (scene, split, children, log) = show(1000, .doubleColumn)
        XCTAssertEqual(children[0].view.frame, CGRect(x: 0, y: 0, width: 320, height: 400))
        XCTAssertEqual(children[2].view.frame, CGRect(x: 320, y: 0, width: 680, height: 400))
        XCTAssertTrue(children[0].splitViewController === split)
        scene.turn { split.hide(.primary) }
        scene.advance(to: 1)
        XCTAssertEqual(split.displayMode, .secondaryOnly)
        XCTAssertTrue(children[0].view.isHidden)
        XCTAssertEqual(children[2].view.frame.width, 1000)
        scene.turn { split.preferredDisplayMode = .oneOverSecondary }
        scene.advance(to: 2)
        XCTAssertEqual(children[0].view.frame.width, 320)
        XCTAssertEqual(children[2].view.frame.width, 1000, "it keeps its place")
        XCTAssertTrue(split.view.subviews.last === children[0].view)
        XCTAssertEqual(log.notes, ["to secondaryOnly", "to oneOverSecondary"])
        scene.turn {
            split.preferredDisplayMode = .oneBesideSecondary
            split.primaryEdge = .trailing
            split.preferredPrimaryColumnWidthFraction = 0.25
        }
        scene.advance(to: 3)
        XCTAssertEqual(children[0].view.frame, CGRect(x: 750, y: 0, width: 250, height: 400))
        XCTAssertEqual(children[2].view.frame, CGRect(x: 0, y: 0, width: 750, height: 400))
    }

    func testThreeColumnsAndModes() async {
        let (scene, split, children, _) = show(1000, .tripleColumn)
        XCTAssertEqual(split.displayMode, .twoBesideSecondary)
        XCTAssertEqual(children.map { $0.view.frame.minX }, [0, 320, 640])
        scene.turn { split.hide(.primary) }
        scene.advance(to: 1)
        XCTAssertTrue(children[0].view.isHidden)
        XCTAssertEqual(children[1].view.frame.minX, 0)
        XCTAssertEqual(children[2].view.frame, CGRect(x: 320, y: 0, width: 680, height: 400))
    }

    func testOneColumnWhereThereIsNoRoom() async {
        let (scene, split, children, log) = show(400, .doubleColumn)
        XCTAssertTrue(split.isCollapsed)
        XCTAssertEqual(children[0].view.frame.width, 400)
        XCTAssertNil(children[2].viewIfLoaded?.window)
        scene.turn { split.show(.secondary) }
        scene.advance(to: 1)
        XCTAssertEqual(children[2].view.frame.width, 400)
        XCTAssertTrue(children[0].view.isHidden)
        scene.turn { split.setViewController(nil, for: .secondary) }
        scene.advance(to: 2)
        XCTAssertFalse(children[0].view.isHidden)
        XCTAssertNil(children[2].parent)
        XCTAssertEqual(log.notes, ["collapsed"])
    }
}
