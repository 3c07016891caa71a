import TestSupport
import XCTest

/// A function is never the value of a lock itself: each access through the generic lock would wrap it in another one, so that calls become
/// slower with each access, and the release of the last overflows the stack. In a structure it stays as it is.
final class LockedFunctionTests: XCTestCase {
    private nonisolated(unsafe) static let function = #/Locked<[(]?(?:@\w+ )*(?:\(@\w+ )?\(?[^<>{}]*\) (?:async )?(?:throws )?-> /#

    func testNoFunctionIsLockedItself() throws {
        var files = 0
        for folder in ["Sources", "Examples", "Benchmarks", "Tools"] {
            for file in Repository.files(below: folder, ["swift"]) {
                files += 1
                for (index, line) in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                    .enumerated()
                where line.contains("Locked<") && line.contains(Self.function) {
                    XCTFail("\(Repository.path(file)):\(index + 1): a function in a lock; put it into a structure")
                }
            }
        }
        XCTAssertGreaterThan(files, 500)
        for line in ["let a: Locked<@Sendable () -> Bool>", "Locked<(@Sendable () -> Void)?>(nil)", "Locked<(Int, () -> Void)>"] {
            XCTAssertTrue(line.contains(Self.function), line)
        }
        for line in ["Locked<State>({ () -> State in", "let a: Locked<[Int]>, b: () -> Void"] {
            XCTAssertFalse(line.contains(Self.function), line)
        }
    }
}
