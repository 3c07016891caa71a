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

    /// `AGATE_SIZE` says how large a screen is that nobody chose.
    func testAScreenOfAnAskedSize() async {
        XCTAssertEqual(UIScreen.askedSize("390x844@3")?.size, CGSize(width: 390, height: 844))
        XCTAssertEqual(UIScreen.askedSize("390x844@3")?.scale, 3)
        XCTAssertEqual(UIScreen.askedSize("1920x1080")?.scale, 2)
        XCTAssertNil(UIScreen.askedSize(nil))
        for wrong in ["390", "390x", "axb", "390x844@", "390x844@0", "1x2x3", "0x5", "1e9x4", "nanxnan", "@2"] {
            XCTAssertNil(UIScreen.askedSize(wrong), wrong)
        }
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
