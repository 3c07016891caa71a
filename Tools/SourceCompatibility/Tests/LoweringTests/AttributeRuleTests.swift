import XCTest
@testable import Lowering

final class AttributeRuleTests: XCTestCase {
    func testAttributesLeaveTheirColumns() {
        XCTAssertEqual(lowered("    @objc func tapped() {}\n"), "          func tapped() {}\n")
        XCTAssertEqual(lowered("@objc(XYTap) public class A {}\n"), "             public class A {}\n")
        XCTAssertEqual(loweredLines("class A { @IBOutlet weak var x: B! }\n"), "class A {           weak var x: B! }\n")
        XCTAssertEqual(lowered("@objc\npublic class A {}\n"), "     \npublic class A {}\n")
        XCTAssertEqual(
            loweredLines("@IBDesignable @objcMembers class A { @nonobjc @IBInspectable var x = 1; @IBAction func t() {} }\n"),
            "                           class A {                         var x = 1;           func t() {} }\n")
    }

    func testOpenInExtensions() {
        XCTAssertEqual(
            loweredLines("open class A { open func a() {} }\nextension A { @objc open func b() {} }\n"),
            "open class A { open func a() {} }\nextension A {       public func b() {} }\n")
    }

    func testEntryPoint() {
        XCTAssertEqual(lowered("@UIApplicationMain\nclass App {}\n"), "@main\nclass App {}\n")
    }

    func testBlocks() {
        XCTAssertEqual(lowered("typealias F = @convention(block) (Int) -> Void\n"), "typealias F =                    (Int) -> Void\n")
        XCTAssertNil(change("typealias F = @convention(c) (Int) -> Void\n"))
        XCTAssertEqual(
            lowered("typealias F = @convention(c) (AnyObject, Selector) -> Void\n"),
            "typealias F =                (AnyObject, Selector) -> Void\n")
    }

    func testOthersStay() {
        XCTAssertNil(change("class A { @NSCopying var x: NSString = \"\"; @available(iOS 8, *) func f() {} }\n"))
        XCTAssertNil(change("let text = \"@objc func\"\n"))
    }
}
