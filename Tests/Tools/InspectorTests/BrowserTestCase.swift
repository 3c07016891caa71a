import Agate
import Foundation
import QuartzCore
import XCTest

@testable import Inspector

/// Tests that drive the page of a program or of a recording.
class BrowserTestCase: XCTestCase {
    /// Runs the browser's part on another thread while the main run loop turns, as a program's does.
    func whileRunning<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
        let answer = Locked<Swift.Result<Result, any Error>?>(nil)
        Thread {
            let result = Swift.Result { try body() }
            answer.withLock { $0 = result }
        }.start()
        let end = Date(timeIntervalSinceNow: 240)
        while answer.withLock({ $0 == nil }), Date() < end { Self.turn() }
        return try XCTUnwrap(answer.withLock { $0 }, "the browser took too long").get()
    }

    static func turn() { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005)) }

    /// Calls on the main thread.
    static func repeating(_ seconds: Double, _ body: @escaping () -> Void) -> Timer {
        // Unchecked: the timer is of the main run loop, where the test runs.
        struct Body: @unchecked Sendable { let call: () -> Void }
        let body = Body(call: body)
        return Timer.scheduledTimer(withTimeInterval: seconds, repeats: true) { _ in body.call() }
    }

    struct Browser: @unchecked Sendable { let driver: WebDriver }

    func inspector(_ host: any LayerHost, _ title: String) throws -> Inspector {
        var options = Inspector.Options()
        (options.allowsEditing, options.title) = (true, title)
        return try Inspector.start(host, options: options)
    }

    static let panels = ["Timeline", "Transactions", "Frames", "Advice"]

    /// The page of an inspector is opened and ready.
    static func open(_ url: String, in driver: WebDriver) throws {
        try driver.open(url)
        try driver.run("await until(() => document.body.dataset.ready === 'true' && model.look?.image);")
    }

    /// Each panel is opened, and says something.
    static func visitPanels(_ driver: WebDriver, _ name: String) throws -> [String] {
        var texts: [String] = []
        for panel in panels {
            try driver.run("one('[data-tab=\"\(panel)\"]').click(); await wait(600);")
            texts.append(try driver.run("return one('#panel').textContent;") as? String ?? "")
            try driver.keepScreenshot("\(name)-\(panel)")
        }
        try driver.run("one('[data-tab=\"Timeline\"]').click();")
        return texts
    }
}
