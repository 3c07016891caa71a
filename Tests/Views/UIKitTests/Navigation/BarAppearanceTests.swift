import Agate
import UIKit
import XCTest

@MainActor final class BarAppearanceTests: XCTestCase {
    private let red: UInt32 = 0xFF00_00FF, blue: UInt32 = 0x0000_FFFF
    private func color(_ value: UInt32) -> UIColor {
        UIColor(red: CGFloat(value >> 24) / 255, green: 0, blue: CGFloat((value >> 8) & 255) / 255, alpha: 1)
    }
    private func pixel(_ scene: Scene, _ x: Int, _ y: Int) -> UInt32 {
        scene.advance(to: scene.time + 0.1)
        return scene.pixel(x, y)
    }

    func testBarsFollowChangesOfTheirAppearance() async {
        let scene = Scene(CGSize(width: 400, height: 600))
        let bars: [(UIView, UIBarAppearance)] = [
            { ($0, $0.standardAppearance) }(UINavigationBar()), { ($0, $0.standardAppearance) }(UIToolbar()),
            { ($0, $0.standardAppearance) }(UITabBar()),
        ]
        for (index, (bar, appearance)) in bars.enumerated() {
            bar.frame = CGRect(x: 0, y: CGFloat(index) * 100 + 10, width: 400, height: 44)
            scene.add(bar)
            _ = pixel(scene, 0, 0)
            scene.turn { appearance.backgroundColor = color(red) }
            XCTAssertEqual(pixel(scene, 200, index * 100 + 30), red, "\(type(of: bar))")
        }
    }

    func testALowBarsAppearance() async {
        for (height, expected) in [(400, blue), (600, red)] as [(CGFloat, UInt32)] {
            let scene = Scene(CGSize(width: 700, height: height)), bar = UINavigationBar(), tools = UIToolbar()
            bar.standardAppearance.backgroundColor = color(red)
            tools.standardAppearance.backgroundColor = color(red)
            (bar.compactAppearance, tools.compactAppearance) = (UINavigationBarAppearance(), UIToolbarAppearance())
            bar.compactAppearance?.backgroundColor = color(blue)
            tools.compactAppearance?.backgroundColor = color(blue)
            (bar.frame, tools.frame) = (CGRect(x: 0, y: 10, width: 400, height: 44), CGRect(x: 0, y: 110, width: 400, height: 44))
            scene.add(bar)
            scene.add(tools)
            XCTAssertEqual(pixel(scene, 200, 30), expected)
            XCTAssertEqual(pixel(scene, 200, 130), expected)
        }
    }

    func testTheChosenTab() async {
        let scene = Scene(CGSize(width: 400, height: 600)), bar = UITabBar(frame: CGRect(x: 0, y: 10, width: 400, height: 49))
        let first = UITabBarItem(title: "", image: nil, tag: 0), second = UITabBarItem(title: "", image: nil, tag: 1)
        bar.items = [first, second]
        bar.selectedItem = first
        bar.selectionIndicatorImage = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { context in
            color(blue).setFill()
            context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
        }
        scene.add(bar)
        XCTAssertEqual(pixel(scene, 100, 34), blue)
        XCTAssertNotEqual(pixel(scene, 300, 34), blue)
        scene.turn { bar.standardAppearance.selectionIndicatorTintColor = color(red) }
        XCTAssertEqual(pixel(scene, 100, 34), red)
        let own = UITabBarAppearance()
        own.backgroundColor = color(red)
        scene.turn {
            second.standardAppearance = own
            bar.selectedItem = second
        }
        XCTAssertEqual(pixel(scene, 20, 34), red)
    }

    func testTitlesOfButtonsAndTheSignOfTheWayBack() async {
        let scene = Scene(CGSize(width: 400, height: 600)), bar = UINavigationBar(frame: CGRect(x: 0, y: 10, width: 400, height: 44))
        let item = UINavigationItem(title: "Here")
        item.rightBarButtonItem = UIBarButtonItem(title: "Edit", style: .plain, target: nil, action: nil)
        bar.items = [UINavigationItem(title: "There"), item]
        let appearance = UINavigationBarAppearance(), sign = UIImage(systemName: "xmark")
        appearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: color(red)]
        appearance.backButtonAppearance.normal.titleTextAttributes = [.foregroundColor: color(blue)]
        appearance.setBackIndicatorImage(sign, transitionMaskImage: nil)
        bar.standardAppearance = appearance
        scene.add(bar)
        scene.advance(to: 0.1)
        func buttons() -> [UIButton] { bar.subviews.compactMap { $0 as? UIButton }.sorted { $0.frame.minX < $1.frame.minX } }
        let colors = buttons().map { button in
            button.attributedTitle(for: .normal)?.attributes(at: 0, effectiveRange: nil)[.foregroundColor] as? UIColor
        }
        XCTAssertEqual(colors, [color(blue), color(red)])
        XCTAssertEqual(buttons().first?.image(for: .normal)?.size, sign?.size)
        let title = bar.subviews.compactMap { $0 as? UILabel }.first { $0.text == "Here" }, before = title?.frame.minY ?? 0
        scene.turn { bar.setTitleVerticalPositionAdjustment(5, for: .default) }
        scene.advance(to: 0.2)
        XCTAssertEqual(title?.frame.minY, before + 5)
    }

    func testCopiesHaveButtonsOfTheirOwn() async throws {
        let appearance = UINavigationBarAppearance()
        appearance.buttonAppearance.normal.titleTextAttributes = [.kern: 1]
        appearance.backButtonAppearance.normal.titlePositionAdjustment = UIOffset(horizontal: 2, vertical: 0)
        let copy = try XCTUnwrap(appearance.copy() as? UINavigationBarAppearance)
        XCTAssertEqual(copy.buttonAppearance.normal.titleTextAttributes[.kern] as? Int, 1)
        XCTAssertEqual(copy.backButtonAppearance.normal.titlePositionAdjustment, UIOffset(horizontal: 2, vertical: 0))
        copy.buttonAppearance.normal.titleTextAttributes = [:]
        copy.doneButtonAppearance.normal.titleTextAttributes = [.kern: 2]
        XCTAssertEqual(appearance.buttonAppearance.normal.titleTextAttributes[.kern] as? Int, 1)
        XCTAssertTrue(appearance.doneButtonAppearance.normal.titleTextAttributes.isEmpty)
    }
}
