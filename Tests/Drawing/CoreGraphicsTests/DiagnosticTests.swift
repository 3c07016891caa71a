import AgateDiagnostics
import Synchronization
import XCTest

final class DiagnosticTests: XCTestCase {
    private final class Box: Sendable {
        let found = Mutex<[Diagnostic]>([])
    }

    func testObserversAreCalledInOrderAndCanBeRemoved() {
        let box = Box()
        let token = Diagnostic.addObserver { diagnostic in box.found.withLock { $0.append(diagnostic) } }
        Diagnostic.report("test.a", "one")
        Diagnostic.reportOnce("test.once", key: "k", "two")
        Diagnostic.reportOnce("test.once", key: "k", "three")
        Diagnostic.reportOnce("test.once", key: "l", "four")
        Diagnostic.removeObserver(token)
        Diagnostic.removeObserver(token)
        let found = box.found.withLock { $0 }.filter { $0.identifier.hasPrefix("test.") }
        XCTAssertEqual(found.map(\.message), ["one", "two", "four"])
    }

    /// Past what is remembered of one kind of mistake, the others are still reported.
    func testAFloodOfOneKindSilencesNoOther() {
        let box = Box()
        let token = Diagnostic.addObserver { diagnostic in box.found.withLock { $0.append(diagnostic) } }
        for i in 0..<20_000 { Diagnostic.reportOnce("test.flood", key: "\(i)", "flood") }
        Diagnostic.reportOnce("test.other", key: "a", "other")
        Diagnostic.forgetReported()
        Diagnostic.reportOnce("test.other", key: "a", "again")
        Diagnostic.removeObserver(token)
        let found = box.found.withLock { $0 }
        XCTAssertEqual(found.filter { $0.identifier == "test.flood" }.count, 16_384)
        XCTAssertEqual(found.filter { $0.identifier == "test.other" }.map(\.message), ["other", "again"])
    }

    func testAnObserverMayReportAndRemoveItself() {
        let box = Box()
        let token = Diagnostic.addObserver { diagnostic in
            box.found.withLock { $0.append(diagnostic) }
            guard diagnostic.identifier == "test.outer" else { return }
            Diagnostic.report("test.inner", "from within")
        }
        Diagnostic.report("test.outer", "begin")
        Diagnostic.removeObserver(token)
        XCTAssertEqual(box.found.withLock { $0 }.map(\.identifier), ["test.outer", "test.inner"])
    }
}
