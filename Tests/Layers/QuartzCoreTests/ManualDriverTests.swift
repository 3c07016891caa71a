import AgateDiagnostics
import CoreGraphics
import Foundation
@testable import QuartzCore
import RenderTree
import XCTest

/// Commits of other threads while a host that is drawn on demand is at work.
final class ManualDriverTests: XCTestCase {
    private struct Handed: @unchecked Sendable { let driver: ManualDriver }

    private func driver() -> ManualDriver {
        ManualDriver(
            renderer: Renderer(viewport: Viewport(size: CGSize(width: 8, height: 8), scale: 1, background: nil, geometryFlipped: true)))
    }

    /// Who draws may wait for the thread that commits: nobody waits for ever.
    func testCommitsAheadOfTheDrawingWait() {
        let driver = driver(), handed = Handed(driver: driver), done = DispatchSemaphore(value: 0)
        driver.use { _ in
            Thread {
                for _ in 0..<84 {
                    handed.driver.submit(Commit())
                    handed.driver.applySubmitted()
                }
                done.signal()
            }.start()
            XCTAssertEqual(done.wait(timeout: .now() + 30), .success)
        }
        // All but the first 64, each a sixtieth of a second and more.
        XCTAssertEqual(driver.waitCount, 20)
    }

    func testCommitsOfTheDrawingThreadNeverWait() {
        let driver = driver()
        driver.use { _ in
            for _ in 0..<1000 {
                driver.submit(Commit())
                driver.applySubmitted()
            }
        }
    }

    /// Under `CATransaction.lock()` a thread that waited would make others wait.
    func testCommitsUnderTheProgramsLockNeverWait() {
        let driver = driver(), handed = Handed(driver: driver), done = DispatchSemaphore(value: 0)
        driver.use { _ in
            Thread {
                for _ in 0..<65 { handed.driver.submit(Commit()) }
                CATransaction.lock()
                for _ in 0..<100 {
                    handed.driver.submit(Commit())
                    handed.driver.applySubmitted()
                }
                CATransaction.unlock()
                done.signal()
            }.start()
            XCTAssertEqual(done.wait(timeout: .now() + 30), .success)
        }
        XCTAssertEqual(driver.waitCount, 0)
    }
}
