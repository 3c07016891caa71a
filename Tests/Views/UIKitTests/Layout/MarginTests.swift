import Agate
import XCTest

@testable import UIKit

/// The margins of views by their controller, the window's width, the superview and the safe area.
@MainActor final class MarginTests: XCTestCase {
    private func insets(_ top: CGFloat, _ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat) -> UIEdgeInsets {
        UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
    }

    func testSidesByWidth() async {
        for (width, side) in [(320, 16), (375, 16), (390, 16), (414, 20), (430, 20), (1024, 20)] as [(CGFloat, CGFloat)] {
            let scene = Scene(CGSize(width: width, height: 600)), controller = UIViewController(), plain = UIView()
            controller.view.addSubview(plain)
            scene.turn { scene.window.rootViewController = controller }
            XCTAssertEqual(controller.view.layoutMargins, insets(0, side, 0, side), "\(width)")
            XCTAssertEqual(controller.systemMinimumLayoutMargins.leading, side, "\(width)")
            XCTAssertEqual(plain.layoutMargins, insets(8, 8, 8, 8), "\(width)")
            controller.view.layoutMargins = insets(1, 2, 3, 40)
            XCTAssertEqual(controller.view.layoutMargins, insets(1, side, 3, 40), "\(width)")
            controller.viewRespectsSystemMinimumLayoutMargins = false
            XCTAssertEqual(controller.view.layoutMargins, insets(1, 2, 3, 40), "\(width)")
        }
    }

    func testTheSafeAreaIsPartOfThem() async {
        for isInset in [true, false] {
            let scene = Scene(CGSize(width: 320, height: 480)), page = UIViewController(), label = UIView(), below = UIView()
            page.view.insetsLayoutMarginsFromSafeArea = isInset
            below.insetsLayoutMarginsFromSafeArea = isInset
            label.translatesAutoresizingMaskIntoConstraints = false
            page.view.addSubview(label)
            page.view.addSubview(below)
            below.frame = CGRect(x: 0, y: 30, width: 100, height: 100)
            let guide = page.view.layoutMarginsGuide
            NSLayoutConstraint.activate([
                label.topAnchor.constraint(equalTo: guide.topAnchor), label.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
                label.trailingAnchor.constraint(equalTo: guide.trailingAnchor), label.heightAnchor.constraint(equalToConstant: 20),
            ])
            let navigation = UINavigationController(rootViewController: page)
            scene.turn { scene.window.rootViewController = navigation }
            scene.advance(to: 0.1)
            XCTAssertEqual(label.frame, CGRect(x: 16, y: isInset ? 44 : 0, width: 288, height: 20))
            XCTAssertEqual(below.layoutMargins.top, isInset ? 8 + 14 : 8, "as far as the bar covers it")
            scene.turn { navigation.isNavigationBarHidden = true }
            scene.advance(to: 1)
            XCTAssertEqual(label.frame.minY, 0)
        }
    }

    func testMarginsOfTheSuperview() async {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), inner = UIView()
        outer.layoutMargins = insets(20, 30, 40, 50)
        outer.addSubview(inner)
        for (frame, expected) in [
            (CGRect(x: 0, y: 0, width: 100, height: 100), insets(20, 30, 40, 50)),
            (CGRect(x: 10, y: 15, width: 80, height: 70), insets(8, 20, 25, 40)),
            (CGRect(x: 40, y: 40, width: 10, height: 10), insets(8, 8, 8, 8)),
        ] {
            inner.frame = frame
            inner.preservesSuperviewLayoutMargins = false
            XCTAssertEqual(inner.layoutMargins, insets(8, 8, 8, 8))
            inner.preservesSuperviewLayoutMargins = true
            XCTAssertEqual(inner.layoutMargins, expected, "\(frame)")
        }
    }

    func testSafeAreaOfScrolledContent() async {
        for offset in [-44, 0, 30, 200] as [CGFloat] {
            let scene = Scene(CGSize(width: 320, height: 480)), page = UIViewController(), scroll = UIScrollView(), content = UIView()
            page.view.addSubview(scroll)
            scroll.addSubview(content)
            scroll.frame = CGRect(x: 0, y: 0, width: 320, height: 480)
            scroll.contentSize = CGSize(width: 320, height: 2000)
            content.frame = CGRect(x: 0, y: 40, width: 320, height: 100)
            scene.turn { scene.window.rootViewController = UINavigationController(rootViewController: page) }
            scene.turn { scroll.contentOffset.y = offset }
            XCTAssertEqual(content.safeAreaInsets.top, max(0, 44 - (40 - offset)), "\(offset)")
        }
    }

    func testContentOfRows() async {
        let cell = UITableViewCell()
        XCTAssertEqual(cell.contentView.layoutMargins, insets(11, 16, 11, 16))
        XCTAssertEqual(UICollectionViewCell().contentView.layoutMargins, insets(8, 8, 8, 8))
    }

    /// A page that lays its views out while it loads, before the bars around it are known.
    private final class EarlyPage: UIViewController {
        let scroll = UIScrollView(), label = UIView()
        override func viewDidLoad() {
            super.viewDidLoad()
            for view in [scroll, label] { self.view.addSubview(view) }
            scroll.frame = view.bounds
            scroll.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            scroll.contentSize = CGSize(width: 10, height: 2000)
            label.translatesAutoresizingMaskIntoConstraints = false
            NSLayoutConstraint.activate([
                label.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
                label.leadingAnchor.constraint(equalTo: view.leadingAnchor), label.widthAnchor.constraint(equalToConstant: 10),
                label.heightAnchor.constraint(equalToConstant: 10),
            ])
            view.layoutIfNeeded()
            scroll.layoutIfNeeded()
        }
    }

    func testViewsThatAreLaidOutFollowTheSafeArea() async {
        let scene = Scene(CGSize(width: 320, height: 480)), page = EarlyPage()
        page.view.frame = CGRect(x: 0, y: 0, width: 320, height: 480)
        scene.turn { scene.window.rootViewController = UINavigationController(rootViewController: page) }
        scene.advance(to: 0.1)
        XCTAssertEqual(page.scroll.contentOffset.y, -44)
        XCTAssertEqual(page.label.frame.minY, 44)
        scene.turn { page.additionalSafeAreaInsets.top = 10 }
        XCTAssertEqual(page.scroll.contentOffset.y, -54)
        XCTAssertEqual(page.label.frame.minY, 54)
    }
}
