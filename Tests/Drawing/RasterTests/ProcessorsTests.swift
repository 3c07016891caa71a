import Foundation
import Raster
import XCTest

final class ProcessorsTests: XCTestCase {
    /// One place for each call, written by it alone.
    private func answers(_ count: Int, _ ask: @escaping () -> Bool) -> [Bool] {
        let places = UnsafeMutablePointer<Bool>.allocate(capacity: count)
        places.initialize(repeating: false, count: count)
        defer { places.deallocate() }
        Processors.each(count) { index in
            // Long enough for others to help.
            usleep(2000)
            places[index] = ask()
        }
        return (0..<count).map { places[$0] }
    }

    func testEachIsCalledOnce() {
        for count in [0, 1, 2, 40] { XCTAssertEqual(answers(count) { true }, [Bool](repeating: true, count: count)) }
    }

    func testHelpersAreAsUrgentAsTheOneTheyHelp() throws {
        XCTAssertFalse(RealTimeScheduling.isOnThisThread)
        XCTAssertEqual(answers(16) { RealTimeScheduling.isOnThisThread }, [Bool](repeating: false, count: 16))
        RealTimeScheduling.begin()
        defer { RealTimeScheduling.end() }
        guard RealTimeScheduling.isOnThisThread else { throw XCTSkip("this machine does not allow real-time order") }
        XCTAssertEqual(answers(16) { RealTimeScheduling.isOnThisThread }, [Bool](repeating: true, count: 16))
        XCTAssertEqual(answers(16) { RealTimeScheduling.isOnThisThread }, [Bool](repeating: true, count: 16))
        let done = DispatchSemaphore(value: 0), isInherited = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        defer { isInherited.deallocate() }
        isInherited.initialize(to: true)
        nonisolated(unsafe) let place = isInherited
        Thread.detachNewThread {
            place.pointee = RealTimeScheduling.isOnThisThread
            done.signal()
        }
        done.wait()
        XCTAssertFalse(isInherited.pointee, "a thread that it starts is not")
        RealTimeScheduling.end()
        XCTAssertFalse(RealTimeScheduling.isOnThisThread)
        XCTAssertEqual(answers(16) { RealTimeScheduling.isOnThisThread }, [Bool](repeating: false, count: 16), "lent, not given")
    }
}
