import XCTest
@testable import Lowering

final class AnyClassRuleTests: XCTestCase {
    func testMessagesOfClasses() {
        let text = lowered(
            """
            class A: NSObject {
                var kind: AnyClass = A.self
                func f(_ object: AnyObject, _ selector: Selector) {
                    var current: AnyClass? = type(of: self)
                    while let above = current?.superclass() { current = above.superclass() }
                    if let found = NSClassFromString("UIApplication"), found.responds(to: selector) {}
                    print(kind.description(), self.kind.isSubclass(of: A.self), NSClassFromString("B")!.instancesRespond!(to: selector))
                    print(object_getClass(object)?.superclass() as Any, type(of: object).superclass() as Any)
                }
            }

            """)
        XCTAssertTrue(text.contains("while let above = ObjectiveCRuntime.ClassMessages(current)?.superclass() { "), text)
        XCTAssertTrue(text.contains("{ current = ObjectiveCRuntime.ClassMessages(above).superclass() }"), text)
        XCTAssertTrue(text.contains("if let found = ObjectiveCRuntime.classNamed(\"UIApplication\"), "), text)
        XCTAssertTrue(text.contains(", ObjectiveCRuntime.ClassMessages(found).responds(to: selector) {}"), text)
        XCTAssertTrue(text.contains("print(ObjectiveCRuntime.ClassMessages(kind).description(), "), text)
        XCTAssertTrue(text.contains("ObjectiveCRuntime.ClassMessages(self.kind).isSubclass(of: A.self)"), text)
        XCTAssertTrue(
            text.contains("ObjectiveCRuntime.ClassMessages(ObjectiveCRuntime.classNamed(\"B\")!).instancesRespond (to: selector)"), text)
        XCTAssertTrue(text.contains("ObjectiveCRuntime.ClassMessages(object_getClass(object))?.superclass() as Any"), text)
        XCTAssertTrue(text.contains("ObjectiveCRuntime.ClassMessages(type(of: object)).superclass() as Any"), text)
    }

    /// Methods of the package's classes; classes of a known kind keep what is written.
    func testMethodsOfThePackage() {
        let text = lowered(
            """
            class Board: NSObject { @objc class func reload(_ x: Int) {}; @objc static func count() -> Int { 1 } }
            class Small: Board { override class func reload(_ x: Int) {} }
            func f(_ type: AnyClass?, _ other: AnyClass, _ view: UIView.Type) {
                type?.reload?(1)
                other.reload?(2)
                print(other.count(), view.superclass() as Any, Board.superclass() as Any)
            }

            """)
        XCTAssertTrue(text.contains("(type as? Board.Type)?.reload (1)"), text)
        XCTAssertTrue(text.contains("(other as? Board.Type)?.reload (2)"), text)
        XCTAssertTrue(text.contains("(other as! Board.Type).count()"), text)
        XCTAssertTrue(text.contains("view.superclass() as Any, Board.superclass() as Any"), text)
    }

    func testUnknownMembersAreReported() {
        let found = problems("func f(_ type: AnyClass) { type.nothing() }\n")
        XCTAssertEqual(found.count, 1)
        XCTAssertTrue(found.first?.contains("no class is known that has nothing()") ?? false, "\(found)")
    }

    /// The program's own functions of those names, and members.
    func testOwnNamesStay() {
        XCTAssertNil(change("func NSStringFromClass(_ x: Int) -> String { \"\" }\nlet a = NSStringFromClass(1)\n"))
    }

    /// Methods of NSObject's that every class may override in Objective-C.
    func testOverridesOfFormatters() {
        let text = lowered(
            """
            class Numbers: Formatter {
                override func getObjectValue(_ obj: AutoreleasingUnsafeMutablePointer<AnyObject?>?, for string: String, errorDescription error: AutoreleasingUnsafeMutablePointer<NSString?>?) -> Bool { false }
                override func string(for obj: Any?) -> String? { nil }
            }
            class View: UIView { override func awakeAfter(using coder: NSCoder) -> Any? { self } }
            class Model: NSObject { override func awakeAfter(using coder: NSCoder) -> Any? { self } }

            """)
        XCTAssertTrue(text.contains("         func getObjectValue("), text)
        XCTAssertTrue(text.contains("override func string(for"), text)
        XCTAssertTrue(text.contains("class View: UIView { override func awakeAfter"), text)
        XCTAssertTrue(text.contains("class Model: NSObject {          func awakeAfter"), text)
    }
}
