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
        XCTAssertEqual(log.notes, ["root load", "root loaded", "root will appear", "root appeared", "root will lay out", "root laid out"])
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
}
