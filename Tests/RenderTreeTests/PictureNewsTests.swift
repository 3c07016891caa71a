import AgateDiagnostics
import RenderTree
import XCTest

final class PictureNewsTests: XCTestCase {
    func testThoseThatAreGoneAreForgotten() {
        let news = PictureNews(), calls = Locked<[String]>([])
        func listen(_ name: String, stays: Bool) {
            news.listen {
                calls.withLock { $0.append(name) }
                return stays
            }
        }
        news.tell()
        listen("a", stays: true)
        listen("b", stays: false)
        listen("c", stays: true)
        news.tell()
        news.tell()
        XCTAssertEqual(calls.withLock { $0 }, ["a", "b", "c", "a", "c"])
    }

    func testTellingAndListeningWhileTold() {
        let news = PictureNews(), told = Locked(0), late = Locked(0)
        news.listen {
            let isFirst = told.withLock { count in
                count += 1
                return count == 1
            }
            // Forgotten by the inner call already when the outer one comes to it.
            if isFirst {
                news.tell()
                news.listen {
                    late.withLock { $0 += 1 }
                    return true
                }
            }
            return false
        }
        news.tell()
        XCTAssertEqual(told.withLock { $0 }, 2)
        XCTAssertEqual(late.withLock { $0 }, 0)
        news.tell()
        XCTAssertEqual(told.withLock { $0 }, 2)
        XCTAssertEqual(late.withLock { $0 }, 1, "who came meanwhile stays")
    }
}
