import Foundation
import OSCompatibility
import Prelude
import UIKit
import XCTest

// A client that has declarations of its own of what the prelude and the runtime bring: they win.
let HUGE: Int = 7
let NSEC_PER_SEC: Double = 1.5
func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> (Result, String) { (try body(), "own") }
func os_log(_ message: StaticString, _ arguments: CVarArg...) -> String { "own" }
func CFAbsoluteTimeGetCurrent() -> Double { -1 }
func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? { "own" }
func class_getInstanceMethod(_ type: AnyClass?, _ name: Selector) -> Int { 5 }
struct Logger { let name = "own" }
final class NSHashTable<Element: AnyObject> { let name = "own" }
extension NSObject {
    func responds(to selector: Selector!) -> Bool { false }
    func value(forKey key: String) -> Any? { "own" }
    var selectorUserInfo: String { "own" }
}
extension DispatchQueue {
    func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void) { work() }
}
extension UIScreen {
    var isHuge: Bool { HUGE == 7 }
}
class Proxy: NSObject {
    func perform(_ selector: Selector, with object: Any?) -> Bool { true }
    func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?)
    {}
    func setValue(_ value: Any?, forKey key: String) -> Int { 3 }
}

final class OwnDeclarationsTests: XCTestCase {
    func testAClientsOwnDeclarationsWin() {
        XCTAssertEqual(HUGE, 7)
        XCTAssertEqual(NSEC_PER_SEC, 1.5)
        XCTAssertEqual(autoreleasepool { 3 }.1, "own")
        XCTAssertEqual(os_log("a %d", 3), "own")
        XCTAssertEqual(CFAbsoluteTimeGetCurrent(), -1)
        var key = 0
        XCTAssertEqual(objc_getAssociatedObject(self, &key) as? String, "own")
        XCTAssertEqual(class_getInstanceMethod(Proxy.self, "a"), 5)
        XCTAssertEqual(Logger().name, "own")
        XCTAssertEqual(NSHashTable<NSObject>().name, "own")
        let object = NSObject()
        XCTAssertFalse(object.responds(to: Selector("a", of: NSObject.self) { target, _ in target.hash }))
        XCTAssertEqual(object.value(forKey: "a") as? String, "own")
        XCTAssertTrue(Proxy().perform("a", with: nil))
        let set: Int = Proxy().setValue(1, forKey: "a")
        XCTAssertEqual(set, 3)
        nonisolated(unsafe) var isCalled = false
        DispatchQueue.main.asyncAfter(deadline: .distantFuture) { isCalled = true }
        XCTAssertTrue(isCalled)
    }
}
