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

    /// A swipe from the edge pops, if there is something to pop and the bar has a back button. In all other cases it is left to the
    /// program's own recognizers.
    func testASwipeThatPopsNothingIsTheProgramsOwn() async {
        let cases: [(String, Bool, (UINavigationController, UIViewController) -> Void)] = [
            ("two controllers", true, { _, _ in }),
            ("one controller", false, { navigation, _ in navigation.popViewController(animated: false) }),
            ("no bar", false, { navigation, _ in navigation.isNavigationBarHidden = true }),
            ("no back button", false, { _, top in top.navigationItem.hidesBackButton = true }),
            ("another button", false, { _, top in top.navigationItem.leftBarButtonItem = UIBarButtonItem(systemItem: .add) }),
            (
                "a button beside it", true,
                { _, top in
                    top.navigationItem.leftBarButtonItem = UIBarButtonItem(systemItem: .add)
                    top.navigationItem.leftItemsSupplementBackButton = true
                }
            ),
            (
                "no bar, without the delegate", true,
                { navigation, _ in
                    navigation.isNavigationBarHidden = true
                    navigation.interactivePopGestureRecognizer?.delegate = nil
                }
            ),
        ]
        for (name, pops, change) in cases {
            let scene = Scene(CGSize(width: 320, height: 240)), second = controller("Second")
            let navigation = UINavigationController(rootViewController: controller("First"))
            var swipes = 0
            let own = UIScreenEdgePanGestureRecognizer { (pan: UIScreenEdgePanGestureRecognizer) in if pan.state == .began { swipes += 1 } }
            own.edges = .left
            scene.turn { scene.window.rootViewController = navigation }
            scene.turn { navigation.pushViewController(second, animated: false) }
            scene.turn {
                change(navigation, second)
                navigation.view.addGestureRecognizer(own)
            }
            let count = navigation.viewControllers.count
            scene.advance(to: 1)
            scene.touch(.began, 3, 150)
            for x in 1...20 { scene.touch(.moved, CGFloat(3 + x * 12), 150, at: 1 + Double(x) / 60) }
            scene.touch(.ended, 243, 150, at: 1.4)
            scene.advance(to: 3)
            XCTAssertEqual(navigation.viewControllers.count, pops ? count - 1 : count, name)
            XCTAssertEqual(swipes, pops ? 0 : 1, name)
        }
    }

    /// Views that a program adds to a bar are in front of the bar's own, also after its items have changed, and take the touches.
    func testViewsInBarsAreInFrontOfTheBarsOwn() async {
        let scene = Scene(CGSize(width: 320, height: 240)), first = controller("First"), second = controller("Second"),
            tabs = UITabBarController()
        let stack = UINavigationController(rootViewController: first)
        tabs.viewControllers = [stack, second]
        first.toolbarItems = [UIBarButtonItem(systemItem: .add)]
        stack.isToolbarHidden = false
        scene.turn { scene.window.rootViewController = tabs }
        scene.advance(to: 0.1)
        let bars: [UIView] = [tabs.tabBar, stack.navigationBar, stack.toolbar]
        let own = bars.map { bar in
            let view = NotingView(frame: bar.bounds)
            bar.addSubview(view)
            return view
        }
        scene.turn {
            first.tabBarItem.title = "Other"
            first.title = "Other"
            first.navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .done)
            first.toolbarItems = [UIBarButtonItem(systemItem: .edit)]
        }
        scene.advance(to: 1)
        for (bar, view) in zip(bars, own) { XCTAssertTrue(bar.subviews.last === view, "\(type(of: bar))") }
        scene.touch(.began, 240, 215)
        scene.touch(.ended, 240, 215)
        XCTAssertEqual(own[0].notes.filter { $0.hasPrefix("began") || $0.hasPrefix("ended") }.count, 2)
        XCTAssertEqual(tabs.selectedIndex, 0)
    }

    /// Bars have their places when the views have loaded: programs put views into them by their size.
    func testBarsHaveTheirFramesWhenTheViewHasLoaded() async {
        final class Tabs: UITabBarController {
            var frame = CGRect.zero
            override func viewDidLoad() {
                super.viewDidLoad()
                frame = tabBar.frame
            }
        }
        final class Stack: UINavigationController {
            var frame = CGRect.zero
            override func viewDidLoad() {
                super.viewDidLoad()
                frame = navigationBar.frame
            }
        }
        let scene = Scene(CGSize(width: 320, height: 240)), stack = Stack(rootViewController: controller("First")), tabs = Tabs()
        tabs.viewControllers = [stack]
        scene.turn { scene.window.rootViewController = tabs }
        scene.advance(to: 0.1)
        XCTAssertEqual(tabs.frame, CGRect(x: 0, y: 191, width: 320, height: 49))
        XCTAssertEqual(stack.frame, CGRect(x: 0, y: 0, width: 320, height: 44))
        XCTAssertEqual(tabs.tabBar.frame, CGRect(x: 0, y: 191, width: 320, height: 49))
        XCTAssertEqual(stack.navigationBar.frame, CGRect(x: 0, y: 0, width: 320, height: 44))
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
