import Agate
import XCTest

@testable import UIKit

/// The places of items in bars.
@MainActor final class BarItemPlaceTests: XCTestCase {
    private func box(_ width: CGFloat) -> UIBarButtonItem {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: width, height: 20))
        view.accessibilityIdentifier = "\(Int(width))"
        return UIBarButtonItem(customView: view)
    }

    /// Flexible spaces share what the other items leave.
    func testFlexibleSpaces() async {
        let scene = Scene(CGSize(width: 400, height: 100)), bar = scene.add(UIToolbar(frame: CGRect(x: 0, y: 0, width: 400, height: 44)))
        func places(_ items: [UIBarButtonItem]) -> [CGRect] {
            scene.turn { bar.items = items }
            return items.compactMap { $0.customView?.frame }
        }
        let alone = places([.flexibleSpace(), box(30), .flexibleSpace()])
        XCTAssertEqual(alone[0].midX, 200, accuracy: 1)
        let right = places([.flexibleSpace(), box(30)]), left = places([box(30), .flexibleSpace()])
        XCTAssertEqual(400 - right[0].maxX, left[0].minX, accuracy: 1)
        let edge = left[0].minX
        let spread = places([box(30), .flexibleSpace(), box(40), .flexibleSpace(), box(50)])
        XCTAssertEqual(spread[0].minX, edge, accuracy: 1)
        XCTAssertEqual(spread[2].maxX, 400 - edge, accuracy: 1)
        XCTAssertEqual(spread[1].minX - spread[0].maxX, spread[2].minX - spread[1].maxX, accuracy: 1.5)
        let uneven = places([box(30), .flexibleSpace(), .flexibleSpace(), box(40), .flexibleSpace(), box(50)])
        XCTAssertEqual(uneven[2].maxX, 400 - edge, accuracy: 1)
        let (one, two) = (uneven[2].minX - uneven[1].maxX, uneven[1].minX - uneven[0].maxX)
        XCTAssertGreaterThan(two, one * 1.5)
        let fixed = places([box(30), .fixedSpace(60), box(40), .flexibleSpace()])
        let near = places([box(30), box(40), .flexibleSpace()])
        XCTAssertEqual(fixed[1].minX - near[1].minX, 60, accuracy: 1)
        // More than fits leaves no space.
        let wide = places([box(200), .flexibleSpace(), box(250)])
        XCTAssertGreaterThanOrEqual(wide[1].minX, wide[0].maxX)
    }

    func testTitlesOfTabs() async {
        func label(_ item: UITabBarItem) -> CGRect {
            let scene = Scene(), bar = scene.add(UITabBar(frame: CGRect(x: 0, y: 0, width: 200, height: 49)))
            scene.turn { bar.items = [item] }
            func all(_ view: UIView) -> [UILabel] { (view as? UILabel).map { [$0] } ?? view.subviews.flatMap(all) }
            let found = all(bar).first { $0.text == "Title" }
            return found.map { $0.convert($0.bounds, to: bar) } ?? .null
        }
        XCTAssertEqual(label(UITabBarItem(title: "Title", image: nil, tag: 0)).midY, 24.5, accuracy: 1, "in the middle without an image")
        XCTAssertEqual(label(UITabBarItem(title: "Title", image: ViewProperties.picture, tag: 0)).minY, 34, accuracy: 1, "below an image")
    }

    /// A bar that shows an item follows its changes, and no longer those of an item that it has shown.
    func testBarsFollowTheirItems() async {
        let scene = Scene(CGSize(width: 300, height: 100)), bar = scene.add(UIToolbar(frame: CGRect(x: 0, y: 0, width: 300, height: 44)))
        func titles(_ view: UIView) -> [String] { (view as? UILabel)?.text.map { [$0] } ?? view.subviews.flatMap(titles) }
        let first = UIBarButtonItem(title: "a", style: .plain, target: nil, action: nil),
            second = UIBarButtonItem(title: "b", style: .plain, target: nil, action: nil)
        scene.turn { bar.items = [first, second] }
        XCTAssertEqual(titles(bar), ["a", "b"])
        scene.turn { first.title = "c" }
        scene.turn { second.title = "d" }
        XCTAssertEqual(titles(bar), ["c", "d"])
        scene.turn { bar.items = [second] }
        scene.turn { first.title = "e" }
        XCTAssertEqual(titles(bar), ["d"])
    }
}
