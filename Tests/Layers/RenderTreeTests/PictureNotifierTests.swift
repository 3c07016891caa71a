import AgateDiagnostics
import RenderTree
import XCTest

final class PictureNotifierTests: XCTestCase {
    func testThoseThatAreGoneAreForgotten() {
        let notifier = PictureNotifier(), calls = Locked<[String]>([])
        func listen(_ name: String, stays: Bool) {
            notifier.listen {
                calls.withLock { $0.append(name) }
                return stays
            }
        }
        notifier.notify()
        listen("a", stays: true)
        listen("b", stays: false)
        listen("c", stays: true)
        notifier.notify()
        notifier.notify()
        XCTAssertEqual(calls.withLock { $0 }, ["a", "b", "c", "a", "c"])
    }

    func testNotifyingAndListeningWhileNotified() {
        let notifier = PictureNotifier(), reported = Locked(0), late = Locked(0)
        notifier.listen {
            let isFirst = reported.withLock { count in
                count += 1
                return count == 1
            }
            // Forgotten by the inner call already when the outer one comes to it.
            if isFirst {
                notifier.notify()
                notifier.listen {
                    late.withLock { $0 += 1 }
                    return true
                }
            }
            return false
        }
        notifier.notify()
        XCTAssertEqual(reported.withLock { $0 }, 2)
        XCTAssertEqual(late.withLock { $0 }, 0)
        notifier.notify()
        XCTAssertEqual(reported.withLock { $0 }, 2)
        XCTAssertEqual(late.withLock { $0 }, 1, "who came meanwhile stays")
    }
}
