import Agate
import XCTest

@testable import UIKit

@MainActor final class NavigationTests: XCTestCase {
    private func controller(_ title: String) -> UIViewController {
        let made = UIViewController()
        made.title = title
        return made
    }

    private func labels(_ view: UIView) -> [String] {
        view.subviews.flatMap { (($0 as? UILabel)?.text.map { [$0] } ?? []) + labels($0) }.filter { !$0.isEmpty }
    }

    func testControllersComeAndGo() async {
        let scene = Scene(CGSize(width: 320, height: 240)), first = controller("First"), second = controller("Second")
        let navigation = UINavigationController(rootViewController: first)
        scene.turn { scene.window.rootViewController = navigation }
        scene.advance(to: 0.1)
        XCTAssertTrue(first.navigationController === navigation)
        XCTAssertEqual(first.view.frame, CGRect(x: 0, y: 0, width: 320, height: 240))
        XCTAssertEqual(first.view.safeAreaInsets.top, 44, "the bar covers it")
        XCTAssertTrue(labels(navigation.navigationBar).contains("First"))
        scene.turn { navigation.pushViewController(second, animated: true) }
        XCTAssertTrue(navigation.topViewController === second)
        scene.advance(to: 0.2)
        XCTAssertNotNil(first.view.superview, "both show while one slides in")
        XCTAssertTrue(second.isViewLoaded)
        scene.advance(to: 1)
        XCTAssertNil(first.view.superview)
        XCTAssertEqual(second.view.frame.origin, .zero)
        XCTAssertTrue(labels(navigation.navigationBar).contains("Second"))
        XCTAssertTrue(labels(navigation.navigationBar).contains("First"))
        // The way back, by the bar's button.
        scene.touch(.began, 30, 22)
        scene.touch(.ended, 30, 22)
        scene.advance(to: 2)
        XCTAssertEqual(navigation.viewControllers.map(\.title), ["First"])
        XCTAssertNil(second.parent)
        XCTAssertNotNil(first.view.window)
    }

    func testBarsCanGo() async {
        let scene = Scene(CGSize(width: 320, height: 240)), first = controller("First")
        let navigation = UINavigationController(rootViewController: first)
        scene.turn { scene.window.rootViewController = navigation }
        scene.advance(to: 0.1)
        scene.turn { navigation.setNavigationBarHidden(true, animated: true) }
        scene.advance(to: 1)
        XCTAssertEqual(first.view.safeAreaInsets.top, 0)
        scene.turn {
            navigation.isNavigationBarHidden = false
            first.edgesForExtendedLayout = []
        }
        scene.advance(to: 1.1)
        XCTAssertEqual(first.view.frame, CGRect(x: 0, y: 44, width: 320, height: 196))
    }

    func testScrollViewsBeginBelowTheBar() async {
        let scene = Scene(CGSize(width: 320, height: 240)), first = controller("First"), scroll = UIScrollView()
        first.view = scroll
        scroll.contentSize = CGSize(width: 320, height: 1000)
        scene.turn { scene.window.rootViewController = UINavigationController(rootViewController: first) }
        scene.advance(to: 0.1)
        XCTAssertEqual(scroll.adjustedContentInset.top, 44)
        XCTAssertEqual(scroll.contentOffset.y, -44)
    }

    func testButtonsOfTheBarAreCalled() async {
        let scene = Scene(CGSize(width: 320, height: 240)), first = controller("First")
        var calls = 0
        first.navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .done, primaryAction: UIAction { _ in calls += 1 })
        scene.turn { scene.window.rootViewController = UINavigationController(rootViewController: first) }
        scene.advance(to: 0.1)
        scene.touch(.began, 290, 22)
        scene.touch(.ended, 290, 22)
        XCTAssertEqual(calls, 1)
        scene.turn { first.navigationItem.rightBarButtonItem?.isEnabled = false }
        scene.advance(to: 0.2)
        scene.touch(.began, 290, 22)
        scene.touch(.ended, 290, 22)
        XCTAssertEqual(calls, 1)
    }

    func testTabsChooseControllers() async {
        let scene = Scene(CGSize(width: 300, height: 200)), a = controller("A"), b = controller("B"), tabs = UITabBarController()
        tabs.viewControllers = [a, b]
        scene.turn { scene.window.rootViewController = tabs }
        scene.advance(to: 0.1)
        XCTAssertTrue(tabs.selectedViewController === a)
        XCTAssertNotNil(a.view.window)
        XCTAssertEqual(a.view.safeAreaInsets.bottom, 49)
        scene.touch(.began, 220, 180)
        scene.touch(.ended, 220, 180)
        scene.advance(to: 0.2)
        XCTAssertEqual(tabs.selectedIndex, 1)
        XCTAssertNil(a.view.window)
        XCTAssertNotNil(b.view.window)
        XCTAssertTrue(b.tabBarController === tabs)
    }

    func testAlertsAskAndAnswer() async {
        let scene = Scene(CGSize(width: 320, height: 400)), root = controller("Root")
        scene.turn { scene.window.rootViewController = root }
        var chosen: [String] = []
        let alert = UIAlertController(title: "Delete?", message: "It can't be taken back.", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel) { _ in chosen.append("cancel") })
        alert.addAction(UIAlertAction(title: "Delete", style: .destructive) { _ in chosen.append("delete") })
        scene.turn { root.present(alert, animated: true) }
        scene.advance(to: 1)
        let frame = alert.view.frame
        XCTAssertEqual(frame.width, 270)
        XCTAssertEqual(frame.midX, 160, accuracy: 1)
        XCTAssertEqual(frame.midY, 200, accuracy: 1)
        scene.touch(.began, frame.maxX - 40, frame.maxY - 20)
        scene.touch(.ended, frame.maxX - 40, frame.maxY - 20)
        scene.advance(to: 2)
        XCTAssertEqual(chosen, ["delete"])
        XCTAssertNil(root.presentedViewController)
    }
}
