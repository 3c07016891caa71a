import Agate
import XCTest

@testable import UIKit

/// The frames and the dimming of presentations, segues, and the button of a split view.
@MainActor final class PresentedFrameTests: XCTestCase {
    func testFramesOfEachStyle() async {
        let rows: [(UIModalPresentationStyle, window: CGSize, preferred: CGSize, CGRect, dims: Bool)] = [
            (.fullScreen, CGSize(width: 800, height: 900), .zero, CGRect(x: 0, y: 0, width: 800, height: 900), false),
            (.overCurrentContext, CGSize(width: 800, height: 900), .zero, CGRect(x: 0, y: 0, width: 800, height: 900), false),
            (.pageSheet, CGSize(width: 800, height: 900), .zero, CGRect(x: 48, y: 20, width: 704, height: 860), true),
            (.pageSheet, CGSize(width: 704, height: 900), .zero, CGRect(x: 0, y: 40, width: 704, height: 860), true),
            (.pageSheet, CGSize(width: 705, height: 900), .zero, CGRect(x: 1, y: 20, width: 704, height: 860), true),
            (.automatic, CGSize(width: 400, height: 900), .zero, CGRect(x: 0, y: 40, width: 400, height: 860), true),
            (.formSheet, CGSize(width: 800, height: 900), .zero, CGRect(x: 130, y: 140, width: 540, height: 620), true),
            (.formSheet, CGSize(width: 540, height: 900), .zero, CGRect(x: 0, y: 280, width: 540, height: 620), true),
            (.formSheet, CGSize(width: 800, height: 500), .zero, CGRect(x: 130, y: 0, width: 540, height: 500), true),
            (
                .formSheet, CGSize(width: 800, height: 900), CGSize(width: 300, height: 200),
                CGRect(x: 250, y: 350, width: 300, height: 200), true
            ),
        ]
        for (style, window, preferred, frame, dims) in rows {
            let found = style.place(in: CGRect(origin: .zero, size: window), preferred: preferred)
            XCTAssertEqual(found.frame, frame, "\(style) in \(window)")
            XCTAssertEqual(found.dims, dims, "\(style) in \(window)")
            guard dims else { continue }
            let corners = style.roundedCorners(of: found.frame, in: CGRect(origin: .zero, size: window))
            XCTAssertEqual(corners?.contains(.layerMinXMaxYCorner), frame.maxY < window.height, "\(style) in \(window)")
        }
    }

    /// The dimming comes steadily, and goes again.
    func testDimmingFades() async {
        let scene = Scene(CGSize(width: 400, height: 400)), root = UIViewController(), sheet = UIViewController()
        root.view.backgroundColor = .white
        sheet.view.backgroundColor = .white
        sheet.modalPresentationStyle = .pageSheet
        scene.turn { scene.window.rootViewController = root }
        func above() -> Int { Int(scene.pixel(10, 5) >> 24) }
        XCTAssertEqual(above(), 255)
        scene.turn { root.present(sheet, animated: true) }
        var levels = [255]
        for step in 1...10 {
            scene.advance(to: Double(step) * 0.1)
            levels.append(above())
        }
        XCTAssertEqual(sheet.presentationController?.dim?.alpha, 1)
        let darkest = levels[10]
        XCTAssertLessThan(darkest, 250)
        XCTAssertEqual(levels, levels.sorted(by: >))
        XCTAssertGreaterThan(levels[1], darkest + (255 - darkest) / 10, "still on its way: \(levels)")
        scene.turn { root.dismiss(animated: true) }
        scene.advance(to: 3)
        XCTAssertEqual(above(), 255)
    }

    private final class Noting: UIViewController {
        var notes: [String] = []
        override func viewDidAppear(_ animated: Bool) { notes.append(animated ? "animated" : "at once") }
    }

    func testSeguesShowTheirDestination() async {
        let scene = Scene(CGSize(width: 400, height: 400)), root = UIViewController(),
            navigation = UINavigationController(rootViewController: root)
        scene.turn { scene.window.rootViewController = navigation }
        let next = Noting(), last = Noting(), alone = UIViewController()
        scene.turn { UIStoryboardSegue(identifier: "a", source: root, destination: next).perform() }
        XCTAssertTrue(navigation.topViewController === next)
        XCTAssertEqual(next.notes, [])
        scene.advance(to: 1)
        XCTAssertEqual(next.notes, ["animated"])
        var performed = 0
        scene.turn { UIStoryboardSegue(identifier: nil, source: next, destination: last, performHandler: { performed += 1 }).perform() }
        XCTAssertEqual(performed, 1)
        XCTAssertTrue(navigation.topViewController === next)
        let other = Scene(CGSize(width: 400, height: 400))
        other.turn { other.window.rootViewController = alone }
        other.turn { UIStoryboardSegue(identifier: "b", source: alone, destination: last).perform() }
        XCTAssertTrue(alone.presentedViewController === last)
        XCTAssertTrue(last.isBeingPresented)
        other.advance(to: 1)
        XCTAssertFalse(last.isBeingPresented)
        XCTAssertEqual(last.notes, ["animated"])
    }

    func testTheButtonOfASplitViewShowsAndHidesTheColumn() async {
        let scene = Scene(CGSize(width: 1000, height: 400)), split = UISplitViewController(style: .doubleColumn)
        let primary = UIViewController()
        split.setViewController(primary, for: .primary)
        split.setViewController(UIViewController(), for: .secondary)
        scene.turn { scene.window.rootViewController = split }
        XCTAssertEqual(split.displayMode, .oneBesideSecondary)
        for wanted in [UISplitViewController.DisplayMode.secondaryOnly, .oneBesideSecondary, .secondaryOnly] {
            scene.turn { split.displayModeButtonItem.perform() }
            scene.advance(to: scene.time + 1)
            XCTAssertEqual(split.displayMode, wanted)
            XCTAssertEqual(primary.view.isHidden, wanted == .secondaryOnly)
        }
    }
}
