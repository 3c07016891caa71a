import Foundation
import ObjectiveCRuntime
import XCTest

final class ClassMessageTests: XCTestCase {
    class Board: NSObject {}
    final class Small: Board {}

    func testMessages() {
        let small = ClassMessages(Small.self)
        XCTAssertTrue(small.superclass() == Board.self)
        XCTAssertTrue(small.isSubclass(of: NSObject.self))
        XCTAssertFalse(ClassMessages(Board.self).isSubclass(of: Small.self))
        XCTAssertNil(ClassMessages(NSObject.self).superclass())
        let none: AnyClass? = nil
        XCTAssertNil(ClassMessages(none)?.superclass())
        XCTAssertTrue(small.description().hasSuffix("Small"))
        XCTAssertTrue(small.isEqual(Small.self))
        XCTAssertFalse(small.isEqual(Board.self))
        XCTAssertTrue(Small().superclass == Board.self)
        XCTAssertTrue(Small.superclass() == Board.self)
    }

    func testMethodsByName() {
        _ = Selector("classMessageTests", of: Board.Type.self) { _, _ in "called" }
        let board = ClassMessages(Board.self)
        XCTAssertTrue(board.responds(to: Selector("classMessageTests")))
        XCTAssertFalse(board.responds(to: Selector("classMessageTestsOther")))
        XCTAssertEqual(board.perform(Selector("classMessageTests"))?.takeUnretainedValue() as? String, "called")
        _ = Selector("instanceMessage", of: Board.self) { _, _ in }
        XCTAssertTrue(ClassMessages(Small.self).instancesRespond(to: Selector("instanceMessage")))
    }

    func testNamesOfClasses() {
        XCTAssertTrue(classNamed("NSObject") == NSObject.self)
        XCTAssertTrue(classNamed("ObjectiveCRuntimeTests.ClassMessageTests") == ClassMessageTests.self)
        XCTAssertNil(classNamed("NoSuchClass"))
        XCTAssertEqual(nameOfClass(ClassMessageTests.self), "ObjectiveCRuntimeTests.ClassMessageTests")
        XCTAssertEqual(nameOfClass(NSObject.self), "NSObject")
    }

    func testPointersOfMethods() {
        var text: NSString? = "a", other: AnyObject?
        let pointer = withUnsafeMutablePointer(to: &text) { AutoreleasingUnsafeMutablePointer<NSString?>($0) }
        pointer.pointee = "b"
        XCTAssertEqual(text, "b")
        final class Reader: Formatter {
            func getObjectValue(
                _ obj: AutoreleasingUnsafeMutablePointer<AnyObject?>?, for string: String,
                errorDescription error: AutoreleasingUnsafeMutablePointer<NSString?>?
            ) -> Bool {
                obj?.pointee = NSString(string: string)
                return true
            }
        }
        let reader = Reader()
        XCTAssertTrue(
            withUnsafeMutablePointer(to: &other) {
                reader.getObjectValue(AutoreleasingUnsafeMutablePointer($0), for: "x", errorDescription: nil)
            })
        XCTAssertEqual(other as? NSString, "x")
        XCTAssertFalse(Formatter().getObjectValue(nil, for: "x", errorDescription: nil))
    }

    func testNamesAreStrings() {
        let name = Notification.Name("a")
        XCTAssertEqual(name as NSString, "a")
        XCTAssertEqual(NSString(string: "b") as Notification.Name, Notification.Name("b"))
    }
}
