import Agate
import UIKit
import XCTest

@MainActor final class ApplicationTests: XCTestCase {
    private final class Delegate: NSObject, UIApplicationDelegate {
        var notes: [String] = []
        func applicationDidBecomeActive(_ application: UIApplication) { notes.append("active") }
        func applicationWillResignActive(_ application: UIApplication) { notes.append("inactive") }
        func applicationDidEnterBackground(_ application: UIApplication) { notes.append("background") }
        func applicationWillEnterForeground(_ application: UIApplication) { notes.append("foreground") }
    }

    func testHostsTellWhetherTheProgramIsSeen() async {
        let scene = Scene()
        let delegate = Delegate()
        UIApplication.shared.delegate = delegate
        defer { UIApplication.shared.delegate = nil }
        var posted: [NSNotification.Name] = []
        let names = [UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                MainActor.assumeIsolated { posted.append(name) }
            }
        }
        defer { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
        scene.host.send(InputEvent(time: 0, .focused(false)))
        XCTAssertEqual(UIApplication.shared.applicationState, .inactive)
        scene.host.send(InputEvent(time: 0, .focused(true)))
        scene.host.send(InputEvent(time: 0, .shown(false)))
        XCTAssertEqual(UIApplication.shared.applicationState, .background)
        scene.host.send(InputEvent(time: 0, .shown(true)))
        XCTAssertEqual(delegate.notes, ["inactive", "active", "inactive", "background", "foreground", "active"])
        XCTAssertEqual(posted, names)
    }

    func testSelectorsOfObserversThatKnowThem() async {
        final class Listener: NSObject, SelectorPerforming {
            var heard = 0
            func perform(_ selector: Selector, with object: Any?) -> Bool {
                guard selector == "hear:" else { return false }
                heard += 1
                return true
            }
        }
        var listener: Listener? = Listener()
        let name = NSNotification.Name("UIKitTests.heard")
        NotificationCenter.default.addObserver(listener!, selector: "hear:", name: name, object: nil)
        NotificationCenter.default.post(name: name, object: nil)
        XCTAssertEqual(listener?.heard, 1)
        weak var gone: Listener?
        gone = listener
        listener = nil
        XCTAssertNil(gone)
        NotificationCenter.default.post(name: name, object: nil)
    }

    func testDataAssets() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let set = folder.appendingPathComponent("Things.xcassets/words.dataset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        try Data("hello".utf8).write(to: set.appendingPathComponent("w.txt"))
        try Data(#"{"data": [{"filename": "w.txt", "universal-type-identifier": "public.text"}]}"#.utf8).write(
            to: set.appendingPathComponent("Contents.json"))
        let bundle = try XCTUnwrap(Bundle(path: folder.path))
        XCTAssertEqual(NSDataAsset(name: "words", bundle: bundle).map { String(decoding: $0.data, as: UTF8.self) }, "hello")
        XCTAssertEqual(NSDataAsset(name: "words", bundle: bundle)?.typeIdentifier, "public.text")
        XCTAssertNil(NSDataAsset(name: "none", bundle: bundle))
    }

    func testScreenOfAHost() async throws {
        UIScreen.forgetMain()
        let scene = Scene(CGSize(width: 320, height: 200), scale: 3)
        XCTAssertEqual(scene.window.screen.scale, 3)
        XCTAssertEqual(scene.window.frame, CGRect(x: 0, y: 0, width: 320, height: 200))
        XCTAssertTrue(UIScreen.of(scene.host) === scene.window.screen)
        XCTAssertEqual(scene.window.traitCollection.displayScale, 3)
        // Without a host, a window is on the main screen, which has two pixels a point. While that has no windows, the program's scene is
        // that of its own host.
        XCTAssertEqual(UIScreen.main.scale, 2)
        XCTAssertEqual(UITraitCollection.current.displayScale, 2)
        XCTAssertTrue(UIApplication.shared.connectedScenes.allSatisfy { ($0 as? UIWindowScene)?.screen === scene.window.screen })
        let second = UIWindow(windowScene: try XCTUnwrap(UIApplication.shared.connectedScenes.first as? UIWindowScene))
        XCTAssertTrue(second.screen === scene.window.screen)
        let window = UIWindow()
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        window.addSubview(view)
        CATransaction.flush()
        XCTAssertNotNil(view.layer.presentation())
    }

    private final class Handler: UIView {
        var calls = 0
        override var canBecomeFirstResponder: Bool { true }
        static let act = Selector("handleAction", of: Handler.self) { handler, _ in handler.calls += 1 }
    }

    private final class Input: UIView {
        override var canBecomeFirstResponder: Bool { true }
    }

    private final class WatchingControl: UIControl {
        var sent: [Selector] = []
        var performed = 0
        override func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
            sent.append(action)
            super.sendAction(action, to: target, for: event)
        }
        override func sendAction(_ action: UIAction) {
            performed += 1
            super.sendAction(action)
        }
    }

    func testActionsWithoutATargetGoUpTheResponderChain() async {
        let scene = Scene(), application = UIApplication.shared
        let handler = Handler(frame: scene.window.bounds), input = Input(), control = WatchingControl(), outside = UIControl()
        handler.addSubview(input)
        handler.addSubview(control)
        scene.add(handler)
        scene.add(outside)
        XCTAssertFalse(application.sendAction(Handler.act, to: nil, from: outside, for: nil), "no responder has the method")
        XCTAssertTrue(application.sendAction(Handler.act, to: nil, from: control, for: nil), "from the sender on")
        XCTAssertEqual(handler.calls, 1)
        scene.turn { input.becomeFirstResponder() }
        XCTAssertTrue(application.sendAction(Handler.act, to: nil, from: outside, for: nil), "from the first responder on")
        XCTAssertTrue(application.sendAction(Handler.act, to: nil, from: nil, for: nil))
        XCTAssertEqual(handler.calls, 3)
        XCTAssertTrue(application.sendAction(Handler.act, to: handler, from: outside, for: nil))
        XCTAssertFalse(application.sendAction(Handler.act, to: input, from: outside, for: nil), "a target is not searched for")
        XCTAssertEqual(handler.calls, 4)
        control.addTarget(nil, action: Handler.act, for: .valueChanged)
        control.addAction(UIAction { _ in }, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        XCTAssertEqual(control.sent, [Handler.act])
        XCTAssertEqual(control.performed, 1)
        XCTAssertEqual(handler.calls, 5)
    }
}
