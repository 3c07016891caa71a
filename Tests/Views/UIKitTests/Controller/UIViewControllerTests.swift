import Agate
import UIKit
import XCTest

@MainActor final class UIViewControllerTests: XCTestCase {
    private class Noting: UIViewController {
        let name: String
        let log: Log
        init(_ name: String, _ log: Log) {
            self.name = name
            self.log = log
            super.init(nibName: nil, bundle: nil)
        }
        required init?(coder: NSCoder) { fatalError() }
        override func loadView() { super.loadView(); note("load") }
        override func viewDidLoad() { note("loaded") }
        override func viewWillAppear(_ animated: Bool) { note(animated ? "will appear animated" : "will appear") }
        override func viewDidAppear(_ animated: Bool) { note("appeared") }
        override func viewWillDisappear(_ animated: Bool) { note("will disappear") }
        override func viewDidDisappear(_ animated: Bool) { note("disappeared") }
        override func viewWillLayoutSubviews() { note("will lay out") }
        override func viewDidLayoutSubviews() { note("laid out") }
        override func willMove(toParent parent: UIViewController?) { note(parent == nil ? "will leave" : "will enter") }
        override func didMove(toParent parent: UIViewController?) { note(parent == nil ? "left" : "entered") }
        private func note(_ text: String) { log.notes.append("\(name) \(text)") }
    }

    final class Log { var notes: [String] = [] }

    func testRootControllerComesWithItsWindow() async {
        let scene = Scene(), log = Log()
        scene.turn { scene.window.isHidden = true }
        let root = Noting("root", log)
        scene.turn { scene.window.rootViewController = root }
        XCTAssertFalse(root.isViewLoaded)
        scene.turn { scene.window.makeKeyAndVisible() }
        XCTAssertEqual(log.notes, ["root load", "root loaded", "root will appear", "root will lay out", "root laid out", "root appeared"])
        XCTAssertEqual(root.view.frame, scene.window.bounds)
        log.notes = []
        scene.turn { scene.window.rootViewController = nil }
        XCTAssertEqual(log.notes, ["root will disappear", "root disappeared"])
    }

    func testChildren() async {
        let scene = Scene(), log = Log()
        let root = UIViewController(), child = Noting("child", log)
        scene.turn { scene.window.rootViewController = root }
        scene.turn {
            root.addChild(child)
            root.view.addSubview(child.view)
            child.didMove(toParent: root)
        }
        XCTAssertEqual(root.children, [child])
        XCTAssertTrue(child.parent === root)
        XCTAssertEqual(
            log.notes.filter { !$0.contains("la") },
            ["child will enter", "child load", "child loaded", "child will appear", "child appeared", "child entered"]
        )
        log.notes = []
        scene.turn {
            child.willMove(toParent: nil)
            child.view.removeFromSuperview()
            child.removeFromParent()
        }
        XCTAssertEqual(log.notes, ["child will leave", "child will disappear", "child disappeared", "child left"])
        // Into itself: refused.
        root.addChild(root)
        XCTAssertNil(root.parent)
    }

    /// A parent with a child in a window, and what both were called, without layout.
    private func family(_ root: Noting, _ child: Noting, _ log: Log, in scene: Scene) {
        scene.turn {
            root.addChild(child)
            root.view.addSubview(child.view)
            child.didMove(toParent: root)
            scene.window.rootViewController = root
        }
        log.notes = []
    }

    func testTransitionsReachChildren() async {
        let scene = Scene(), log = Log()
        let root = Noting("root", log), child = Noting("child", log)
        family(root, child, log, in: scene)
        root.beginAppearanceTransition(false, animated: true)
        XCTAssertEqual(log.notes, ["root will disappear", "child will disappear"])
        root.beginAppearanceTransition(false, animated: true)
        XCTAssertEqual(log.notes.count, 2, "the same change is under way")
        log.notes = []
        scene.turn { scene.window.rootViewController = nil }
        XCTAssertEqual(log.notes, [], "what the view does is part of the change")
        root.endAppearanceTransition()
        XCTAssertEqual(log.notes, ["child disappeared", "root disappeared"])
        log.notes = []
        root.endAppearanceTransition()
        XCTAssertEqual(log.notes, [])
    }

    func testTransitionsOfAViewThatShowsCallAgain() async {
        let scene = Scene(), log = Log()
        let root = Noting("root", log), child = Noting("child", log)
        family(root, child, log, in: scene)
        scene.turn {
            root.beginAppearanceTransition(true, animated: true)
            root.endAppearanceTransition()
        }
        XCTAssertEqual(
            log.notes, ["root will appear animated", "child will appear animated", "child appeared", "root appeared"])
        // Of one that does not show, there is nothing to go.
        let other = Noting("other", log)
        log.notes = []
        other.beginAppearanceTransition(false, animated: false)
        other.endAppearanceTransition()
        XCTAssertEqual(log.notes, [])
    }

    func testATransitionThatTurnsBackReachesChildren() async {
        let scene = Scene(), log = Log()
        let root = Noting("root", log), child = Noting("child", log)
        family(root, child, log, in: scene)
        root.beginAppearanceTransition(false, animated: true)
        log.notes = []
        root.beginAppearanceTransition(true, animated: true)
        root.endAppearanceTransition()
        XCTAssertEqual(
            log.notes, ["root will appear animated", "child will appear animated", "child appeared", "root appeared"])
    }

    func testAChildThatIsTakenOutWhileItsParentGoesIsBalanced() async {
        let scene = Scene(), log = Log()
        let root = Noting("root", log), child = Noting("child", log)
        family(root, child, log, in: scene)
        scene.turn {
            root.beginAppearanceTransition(false, animated: false)
            child.willMove(toParent: nil)
            child.view.removeFromSuperview()
            child.removeFromParent()
            root.endAppearanceTransition()
        }
        XCTAssertEqual(
            log.notes.filter { !$0.contains("la") },
            [
                "root will disappear", "child will disappear", "child will leave", "child will disappear", "child disappeared",
                "child disappeared", "child left", "root disappeared",
            ])
    }

    func testAChildThatIsPutBackWhileItsParentGoesComes() async {
        let scene = Scene(), log = Log()
        let root = Noting("root", log), child = Noting("child", log)
        family(root, child, log, in: scene)
        scene.turn {
            root.beginAppearanceTransition(false, animated: false)
            child.view.removeFromSuperview()
            log.notes = []
            root.view.addSubview(child.view)
            root.endAppearanceTransition()
        }
        XCTAssertEqual(log.notes.filter { !$0.contains("la") }, ["child will appear", "child appeared", "root disappeared"])
    }

    func testContainersThatForwardThemselves() async {
        final class Container: UIViewController {
            override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
        }
        let scene = Scene(), log = Log()
        let root = Container(), child = Noting("child", log)
        scene.turn {
            root.addChild(child)
            root.view.addSubview(child.view)
            scene.window.rootViewController = root
            root.beginAppearanceTransition(true, animated: false)
            root.endAppearanceTransition()
        }
        XCTAssertFalse(log.notes.contains { $0.contains("appear") })
        scene.turn {
            child.beginAppearanceTransition(true, animated: false)
            child.endAppearanceTransition()
        }
        XCTAssertEqual(log.notes.filter { $0.contains("appear") }, ["child will appear", "child appeared"])
    }

    func testPushedControllersTakeTheirChildrenAlong() async {
        let scene = Scene(), log = Log()
        let navigation = UINavigationController(rootViewController: UIViewController())
        let pushed = Noting("pushed", log), child = Noting("child", log)
        pushed.addChild(child)
        scene.turn { scene.window.rootViewController = navigation }
        pushed.view.addSubview(child.view)
        log.notes = []
        scene.turn { navigation.pushViewController(pushed, animated: true) }
        XCTAssertEqual(log.notes.filter { $0.contains("appear") }, ["pushed will appear animated", "child will appear animated"])
        scene.advance(to: 1)
        XCTAssertEqual(log.notes.filter { $0.contains("appeared") }, ["child appeared", "pushed appeared"])
        log.notes = []
        scene.turn { navigation.popViewController(animated: true) }
        XCTAssertEqual(log.notes.filter { $0.contains("appear") }, ["pushed will disappear", "child will disappear"])
        scene.advance(to: 2)
        XCTAssertEqual(log.notes.filter { $0.contains("disappeared") }, ["child disappeared", "pushed disappeared"])
    }

    func testNothingComesInANavigationControllerOutsideOfAWindow() async {
        let log = Log(), first = Noting("first", log), second = Noting("second", log)
        let navigation = UINavigationController(rootViewController: first)
        navigation.loadViewIfNeeded()
        navigation.pushViewController(second, animated: false)
        navigation.view.layoutIfNeeded()
        XCTAssertFalse(log.notes.contains { $0.contains("appear") })
        let scene = Scene()
        scene.turn { scene.window.rootViewController = navigation }
        XCTAssertEqual(log.notes.filter { $0.contains("appear") }, ["second will appear", "second appeared"])
    }

    func testPresentAndDismiss() async {
        let scene = Scene(CGSize(width: 800, height: 700)), log = Log()
        let root = Noting("root", log), shown = Noting("shown", log)
        scene.turn { scene.window.rootViewController = root }
        log.notes = []
        shown.modalPresentationStyle = .fullScreen
        scene.turn { root.present(shown, animated: true) { log.notes.append("presented") } }
        XCTAssertTrue(shown.isBeingPresented)
        XCTAssertTrue(root.presentedViewController === shown)
        XCTAssertTrue(shown.presentingViewController === root)
        scene.advance(to: 1)
        let kept = log.notes.filter { !$0.contains("la") && !$0.contains("load") }
        XCTAssertEqual(kept, ["shown will appear animated", "root will disappear", "root disappeared", "shown appeared", "presented"])
        XCTAssertNil(root.view.window)
        log.notes = []
        scene.turn { shown.dismiss(animated: true) { log.notes.append("dismissed") } }
        scene.advance(to: 2)
        XCTAssertEqual(
            log.notes.filter { !$0.contains("la") },
            ["shown will disappear", "root will appear animated", "shown disappeared", "root appeared", "dismissed"]
        )
        XCTAssertNotNil(root.view.window)
        XCTAssertNil(root.presentedViewController)
        XCTAssertEqual(scene.window.subviews, [root.view])
    }

    func testSheetsLeaveWhatIsBehind() async {
        let scene = Scene(CGSize(width: 800, height: 700)), log = Log()
        let root = Noting("root", log), shown = Noting("shown", log)
        scene.turn { scene.window.rootViewController = root }
        log.notes = []
        shown.modalPresentationStyle = .formSheet
        scene.turn { root.present(shown, animated: false) }
        XCTAssertEqual(shown.view.frame, CGRect(x: 130, y: 40, width: 540, height: 620))
        XCTAssertNotNil(root.view.window)
        XCTAssertFalse(log.notes.contains { $0.hasPrefix("root") })
        scene.turn { root.dismiss(animated: false) }
        XCTAssertEqual(scene.window.subviews, [root.view])
        XCTAssertEqual(log.notes.suffix(2), ["shown will disappear", "shown disappeared"])
    }

    func testControllersAreNotifiedOfMarginsAndSafeAreas() async {
        final class View: UIView {
            var notes: [String] = []
            override func layoutMarginsDidChange() { notes.append("margins") }
            override func safeAreaInsetsDidChange() { notes.append("safe area") }
        }
        final class Controller: UIViewController {
            var notes: [String] = []
            override func loadView() { view = View() }
            // Overrides need not call super.
            override func viewLayoutMarginsDidChange() { notes.append("margins") }
            override func viewSafeAreaInsetsDidChange() { notes.append("safe area") }
        }
        let controller = Controller()
        controller.loadViewIfNeeded()
        controller.view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        controller.view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        controller.additionalSafeAreaInsets.top = 5
        XCTAssertEqual(controller.notes, ["margins", "safe area"])
        XCTAssertEqual((controller.view as? View)?.notes, ["margins", "safe area"])
    }
}
