import Agate
import UIKit
import XCTest

@MainActor final class WindowTests: XCTestCase {
    private final class NotingWindow: UIWindow {
        var notes: [String] = []
        override func becomeKey() { notes.append("became key") }
        override func resignKey() { notes.append("resigned key") }
    }

    /// Writes down what is posted about an object.
    private func observe(_ names: [NSNotification.Name], _ body: (_ posted: () -> [(NSNotification.Name, ObjectIdentifier?)]) -> Void) {
        var posted: [(NSNotification.Name, ObjectIdentifier?)] = []
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
                let object = note.object.map { ObjectIdentifier($0 as AnyObject) }
                MainActor.assumeIsolated { posted.append((name, object)) }
            }
        }
        defer { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
        body { posted }
    }

    func testVisibilityIsPostedWhenItChanges() async {
        let scene = Scene()
        observe([UIWindow.didBecomeVisibleNotification, UIWindow.didBecomeHiddenNotification]) { posted in
            let window = UIWindow(host: scene.host)
            XCTAssertTrue(posted().isEmpty, "a new window is hidden, and was")
            window.isHidden = true
            XCTAssertTrue(posted().isEmpty)
            window.isHidden = false
            window.isHidden = false
            window.isHidden = true
            XCTAssertEqual(posted().map(\.0), [UIWindow.didBecomeVisibleNotification, UIWindow.didBecomeHiddenNotification])
            XCTAssertTrue(posted().allSatisfy { $0.1 == ObjectIdentifier(window) })
        }
    }

    func testHidingTheKeyWindowTakesItsKeys() async {
        let scene = Scene(), window = NotingWindow(host: scene.host)
        window.makeKeyAndVisible()
        XCTAssertEqual(window.notes, ["became key"])
        observe([UIWindow.didResignKeyNotification]) { posted in
            window.isHidden = true
            XCTAssertEqual(posted().map(\.1), [ObjectIdentifier(window)])
            XCTAssertEqual(window.notes, ["became key", "resigned key"])
            XCTAssertNil(UIApplication.shared.keyWindow)
            window.isHidden = true
            XCTAssertEqual(posted().count, 1)
        }
    }

    func testAScreensBrightness() async {
        let screen = Scene().window.screen
        observe([UIScreen.brightnessDidChangeNotification]) { posted in
            screen.brightness = 0.5
            screen.brightness = 0.5
            XCTAssertEqual(posted().map(\.1), [ObjectIdentifier(screen)])
            screen.brightness = 7
            XCTAssertEqual(screen.brightness, 1)
            screen.brightness = .nan
            XCTAssertEqual(screen.brightness, 1)
            XCTAssertEqual(posted().count, 2)
        }
    }

    func testScenesAreNotified() async {
        final class Delegate: NSObject, UIWindowSceneDelegate {
            var notes: [String] = []
            func sceneDidBecomeActive(_ scene: UIScene) { notes.append("active \(scene.activationState == .foregroundActive)") }
            func sceneWillResignActive(_ scene: UIScene) { notes.append("resigns \(scene.activationState == .foregroundActive)") }
            func sceneDidEnterBackground(_ scene: UIScene) { notes.append("background") }
            func sceneWillEnterForeground(_ scene: UIScene) { notes.append("foreground") }
        }
        let scene = Scene(), delegate = Delegate(), own = scene.window.windowScene
        own?.delegate = delegate
        defer { own?.delegate = nil }
        let names = [
            UIScene.willDeactivateNotification, UIScene.didActivateNotification, UIScene.didEnterBackgroundNotification,
            UIScene.willEnterForegroundNotification,
        ]
        observe(names) { posted in
            scene.host.send(InputEvent(time: 0, .focused(false)))
            scene.host.send(InputEvent(time: 0, .focused(true)))
            scene.host.send(InputEvent(time: 0, .shown(false)))
            scene.host.send(InputEvent(time: 0, .shown(true)))
            XCTAssertEqual(posted().map(\.0), [names[0], names[1], names[0], names[2], names[3], names[1]])
            XCTAssertTrue(posted().allSatisfy { $0.1 == own.map(ObjectIdentifier.init) })
        }
        XCTAssertEqual(delegate.notes, ["resigns true", "active true", "resigns true", "background", "foreground", "active true"])
    }

    func testAWindowOfASceneIsOnTheScenesScreen() async throws {
        let first = Scene(CGSize(width: 120, height: 80)), second = Scene(CGSize(width: 60, height: 40), scale: 2)
        let place = try XCTUnwrap(first.window.windowScene), other = try XCTUnwrap(second.window.windowScene)
        XCTAssertFalse(place === other)
        let window = UIWindow(windowScene: place)
        XCTAssertTrue(window.screen === first.window.screen)
        XCTAssertTrue(window.windowScene === place)
        XCTAssertEqual(window.frame, CGRect(x: 0, y: 0, width: 120, height: 80))
        XCTAssertTrue(place.windows.contains(window))
        XCTAssertEqual(window.traitCollection.displayScale, 1)
        window.windowScene = other
        XCTAssertTrue(window.screen === second.window.screen)
        XCTAssertFalse(place.windows.contains(window))
        XCTAssertTrue(other.windows.contains(window))
        XCTAssertEqual(window.traitCollection.displayScale, 2)
    }
}
