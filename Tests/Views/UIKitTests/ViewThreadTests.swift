import Agate
import AgateDiagnostics
import Foundation
import UIKit
import XCTest

/// Views belong to the main thread; their layers may be changed on others, and that ends nothing.
@MainActor final class ViewThreadTests: XCTestCase {
    private struct Handed<Value>: @unchecked Sendable { let value: Value }

    private final class Counting: UIView {
        var layouts = 0
        var wasOnMain = true
        override func layoutSubviews() {
            layouts += 1
            if !Thread.isMainThread { wasOnMain = false }
        }
        override func draw(_ rect: CGRect) { if !Thread.isMainThread { wasOnMain = false } }
    }

    func testTheLayerOfAViewChangedElsewhereSaysSoOnceAndIsLaidOutOnTheMainThread() async throws {
        let host = OffscreenHost(size: CGSize(width: 50, height: 50))
        let view = Counting(frame: CGRect(x: 0, y: 0, width: 20, height: 20)), plain = CALayer()
        host.perform {
            host.layer.addSublayer(view.layer)
            view.layer.addSublayer(plain)
        }
        _ = host.image()
        let found = Locked<[String]>([])
        let token = Diagnostic.addObserver { diagnostic in
            if diagnostic.identifier == "view.main-thread" { found.withLock { $0.append(diagnostic.message) } }
        }
        defer { Diagnostic.removeObserver(token) }
        let handed = Handed(value: (view.layer, plain)), done = Locked(false)
        let thread = Thread {
            let (layer, plain) = handed.value
            for n in 1...20 {
                CATransaction.begin()
                layer.bounds = CGRect(x: 0, y: 0, width: 20 + n, height: 20)
                layer.opacity = Float(n) / 40
                layer.setNeedsLayout()
                layer.setNeedsDisplay()
                plain.position.x = CGFloat(n)
                CATransaction.commit()
            }
            done.withLock { $0 = true }
        }
        thread.start()
        // What is put off comes to the main queue, which runs while this waits.
        for _ in 0..<2000 where !done.withLock({ $0 }) { try await Task.sleep(nanoseconds: 5_000_000) }
        XCTAssertTrue(done.withLock { $0 })
        let messages = found.withLock { $0 }
        XCTAssertEqual(messages.count, Set(messages).count)
        XCTAssertTrue(messages.contains { $0.contains("opacity") }, "\(messages)")
        XCTAssertTrue(messages.contains { $0.contains("layoutSubviews") }, "\(messages)")
        try await Task.sleep(nanoseconds: 20_000_000)
        host.perform {}
        XCTAssertTrue(view.wasOnMain)
        XCTAssertEqual(view.bounds.width, 40)
        // A plain layer of the view is nobody's but its own: nothing is said about it.
        XCTAssertFalse(messages.contains { $0.contains("position") })
        XCTAssertEqual(plain.position.x, 20)
    }
}
