import CRuntimeHooks
import Foundation
import XCTest

@testable import QuartzCore

/// The layers' lock, with the bias of one thread and without.
final class LayerLockTests: XCTestCase {
    /// Reached under the lock alone.
    private final class Shared: @unchecked Sendable { var count = 0 }

    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for number in 0..<count {
            group.enter()
            Thread {
                body(number)
                group.leave()
            }.start()
        }
        XCTAssertEqual(group.wait(timeout: .now() + 60), .success, "threads wait for each other")
    }

    func testItExcludesAndCounts() {
        let shared = Shared()
        onThreads(8) { number in
            for round in 0..<20_000 {
                LayerLock.withLock {
                    let before = shared.count
                    LayerLock.withLock { shared.count = before + 1 }
                }
                // Some threads come seldom, so that the bias goes from one to another and back.
                if number > 1, round % 500 == 0 { usleep(200) }
            }
        }
        XCTAssertEqual(shared.count, 160_000)
        XCTAssertFalse(LayerLock.isHeld)
    }

    /// One thread all the time, another now and then: the first gets its bias back.
    func testTheBiasIsWithdrawnAndComesBack() throws {
        try XCTSkipUnless(agate_layer_lock_can_be_biased(), "membarrier(2) is not available here")
        let shared = Shared()
        for _ in 0..<20 {
            for _ in 0..<1000 { LayerLock.withLock { shared.count += 1 } }
            let before = agate_layer_lock_withdrawals()
            onThreads(1) { _ in LayerLock.withLock { shared.count += 1 } }
            XCTAssertGreaterThan(agate_layer_lock_withdrawals(), before)
        }
        XCTAssertEqual(shared.count, 20_020)
    }

    /// The owner is inside, and stays: whoever wants in waits until it has left all of its sections.
    func testTheOwnerIsWaitedFor() {
        let shared = Shared()
        for _ in 0..<1000 { LayerLock.withLock { shared.count += 1 } }
        for _ in 0..<50 {
            LayerLock.lock()
            LayerLock.lock()
            let isIn = DispatchSemaphore(value: 0)
            Thread {
                LayerLock.withLock { shared.count += 1 }
                isIn.signal()
            }.start()
            XCTAssertEqual(isIn.wait(timeout: .now() + 0.002), .timedOut)
            let before = shared.count
            LayerLock.unlock()
            XCTAssertEqual(isIn.wait(timeout: .now() + 0.001), .timedOut)
            XCTAssertEqual(shared.count, before)
            LayerLock.unlock()
            XCTAssertEqual(isIn.wait(timeout: .now() + 20), .success)
            for _ in 0..<400 { LayerLock.withLock { shared.count += 1 } }
        }
        XCTAssertEqual(shared.count, 1000 + 50 * 401)
    }
}
