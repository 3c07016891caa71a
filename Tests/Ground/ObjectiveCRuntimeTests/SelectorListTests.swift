import Foundation
import XCTest
@testable import ObjectiveCRuntime

/// The lists that lowered sources hold of each class.
final class SelectorListTests: XCTestCase {
    class Label: NSObject {
        func spark() -> String { "spark" }
        func burn(_ times: Int) -> String { "burn \(times)" }
    }
    final class Small: Label {}
    class Plain: NSObject {}
    nonisolated(unsafe) static var registrations: [String] = []

    func testNamesMadeAtRunTimeFindTheListsOfAClassAndItsSuperclasses() {
        let small = Small()
        XCTAssertTrue(small.responds(to: Selector("list" + "Spark")))
        XCTAssertTrue(Label.instancesRespond(to: Selector("list" + "Burn:")))
        XCTAssertEqual(small.perform(Selector("list" + "Burn:"), with: 3)?.takeUnretainedValue() as? String, "burn 3")
        XCTAssertFalse(small.responds(to: Selector("list" + "None")))
        XCTAssertFalse(Plain().responds(to: Selector("list" + "Spark")))
        // Each list is registered once, in the order of their numbers.
        XCTAssertEqual(Self.registrations, ["first", "second"])
    }

    func testFunctionsThatWereLeftOutReportOnce() {
        let heard = diagnostics {
            LeftOut.report("SelectorListTests.show", needs: "WKWebView")
            LeftOut.report("SelectorListTests.show", needs: "WKWebView")
            LeftOut.report("SelectorListTests.hide", needs: "WKWebView")
        }
        XCTAssertEqual(heard, ["lowering.left-out", "lowering.left-out"])
        XCTAssertEqual("\(LeftOut("load", needs: "SecKey"))", "load does nothing on Linux: it needs SecKey")
    }
}

extension SelectorListTests.Label {
    enum _0_0: SelectorList {
        static func register() {
            SelectorListTests.registrations.append("first")
            _ = Selector("listSpark", of: SelectorListTests.Label.self) { target, _ in target.spark() }
        }
    }
    enum _0_1: SelectorList {
        static func register() {
            SelectorListTests.registrations.append("second")
            _ = Selector("listBurn:", of: SelectorListTests.Label.self) { target, arguments in try target.burn(arguments[0]) }
        }
    }
}
