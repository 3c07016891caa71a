import Agate
import AgateDiagnostics
import XCTest

@testable import UIKit

@MainActor final class ApplicationStartTests: XCTestCase {
    private final class Delegate: UIResponder, UIApplicationDelegate {
        var window: UIWindow?
        var notes: [String] = []
        func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?)
            -> Bool
        {
            notes.append("launched")
            window = UIWindow()
            window?.rootViewController = UIViewController()
            window?.makeKeyAndVisible()
            RunLoop.main.perform { MainActor.assumeIsolated { UIScreen.main.handle(InputEvent(time: 0, .closeRequested)) } }
            return true
        }
        func applicationDidBecomeActive(_ application: UIApplication) { notes.append("active") }
        func applicationWillTerminate(_ application: UIApplication) { notes.append("over") }
    }

    /// Without a display, in a bitmap; the loop ends when the window is to be closed.
    func testAProgramRunsUntilItsWindowIsClosed() async {
        var reported: [String] = []
        let token = Diagnostic.addObserver { diagnostic in
            if Thread.isMainThread { MainActor.assumeIsolated { reported.append(diagnostic.identifier) } }
        }
        defer { Diagnostic.removeObserver(token) }
        setenv("SDL_VIDEODRIVER", "none of them", 1)
        defer { unsetenv("SDL_VIDEODRIVER") }
        let application = UIApplication(), delegate = Delegate()
        XCTAssertEqual(ApplicationStart.run(application, delegate), 0)
        XCTAssertEqual(delegate.notes, ["launched", "active", "over"])
        XCTAssertEqual(reported, ["application.no-window"])
        XCTAssertTrue(UIApplication.shared === application)
        XCTAssertTrue(delegate.window?.isKeyWindow ?? false)
        XCTAssertEqual(delegate.window?.frame, UIScreen.main.bounds)
        XCTAssertTrue(delegate.next === nil && application.next === delegate)
    }
}
