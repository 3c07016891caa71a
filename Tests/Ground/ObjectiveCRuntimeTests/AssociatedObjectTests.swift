import Foundation
@testable import ObjectiveCRuntime
import XCTest

final class AssociatedObjectTests: XCTestCase {
    final class Value: NSObject, @unchecked Sendable {
        let onEnd: () -> Void
        init(_ onEnd: @escaping () -> Void = {}) { self.onEnd = onEnd }
        deinit { onEnd() }
    }
    class Owner: NSObject {
        nonisolated(unsafe) static var key: UInt8 = 0
        nonisolated(unsafe) static var other: UInt8 = 0
        var onEnd: ((Any?) -> Void)?
        deinit { onEnd?(objc_getAssociatedObject(self, &Owner.key)) }
    }
    final class SubOwner: Owner {}
    final class Plain {}

    func testAValueIsThereUntilItIsTakenAway() {
        for owner in [Owner(), SubOwner(), Plain()] as [AnyObject] {
            XCTAssertNil(objc_getAssociatedObject(owner, &Owner.key))
            objc_setAssociatedObject(owner, &Owner.key, 5, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
            objc_setAssociatedObject(owner, &Owner.other, "text", .OBJC_ASSOCIATION_COPY)
            XCTAssertEqual(objc_getAssociatedObject(owner, &Owner.key) as? Int, 5)
            XCTAssertEqual(objc_getAssociatedObject(owner, &Owner.other) as? String, "text")
            objc_setAssociatedObject(owner, &Owner.key, nil, .OBJC_ASSOCIATION_RETAIN)
            XCTAssertNil(objc_getAssociatedObject(owner, &Owner.key))
            objc_removeAssociatedObjects(owner)
            XCTAssertNil(objc_getAssociatedObject(owner, &Owner.other))
        }
    }

    func testValuesGoWithTheirObjectAfterItsDeinit() {
        var order: [String] = []
        let before = ObjectAttachments.count
        for _ in 0..<3 {
            let owner = SubOwner()
            owner.onEnd = { value in order.append(value == nil ? "deinit without" : "deinit") }
            objc_setAssociatedObject(owner, &Owner.key, Value { order.append("value") }, .OBJC_ASSOCIATION_RETAIN)
            withExtendedLifetime(owner) {}
        }
        XCTAssertEqual(order, ["deinit", "value", "deinit", "value", "deinit", "value"])
        XCTAssertEqual(ObjectAttachments.count, before)
    }

    func testAssignedObjectsAreNotKept() {
        let owner = Owner()
        var value: Value? = Value()
        objc_setAssociatedObject(owner, &Owner.key, value, .OBJC_ASSOCIATION_ASSIGN)
        XCTAssertTrue(objc_getAssociatedObject(owner, &Owner.key) as AnyObject === value)
        value = nil
        XCTAssertNil(objc_getAssociatedObject(owner, &Owner.key))
        objc_setAssociatedObject(owner, &Owner.key, true, .OBJC_ASSOCIATION_ASSIGN)
        XCTAssertEqual(objc_getAssociatedObject(owner, &Owner.key) as? Bool, true)
    }

    func testCopiesAreMadeWhereTheyAreAskedFor() {
        let owner = Owner(), text = NSMutableString(string: "a")
        objc_setAssociatedObject(owner, &Owner.key, text, .OBJC_ASSOCIATION_COPY_NONATOMIC)
        text.append("b")
        XCTAssertEqual(objc_getAssociatedObject(owner, &Owner.key) as? NSString, "a")
    }

    /// A value that holds its own object would keep it; one whose end attaches and reads elsewhere must not stop the table.
    func testValuesMayUseTheTableWhileTheyGo() {
        let other = Owner()
        autoreleasing {
            let owner = Owner()
            objc_setAssociatedObject(
                owner, &Owner.key, Value { objc_setAssociatedObject(other, &Owner.key, 1, .OBJC_ASSOCIATION_RETAIN) },
                .OBJC_ASSOCIATION_RETAIN)
            objc_setAssociatedObject(owner, &Owner.key, Value(), .OBJC_ASSOCIATION_RETAIN)
        }
        XCTAssertEqual(objc_getAssociatedObject(other, &Owner.key) as? Int, 1)
    }

    private func autoreleasing(_ body: () -> Void) { body() }

    func testManyThreadsAtOnce() {
        let count = 200
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for index in 0..<count {
                let owner: AnyObject = index % 2 == 0 ? Owner() : Plain()
                objc_setAssociatedObject(owner, &Owner.key, thread * count + index, .OBJC_ASSOCIATION_RETAIN)
                XCTAssertNil(objc_getAssociatedObject(owner, &Owner.other))
                XCTAssertEqual(objc_getAssociatedObject(owner, &Owner.key) as? Int, thread * count + index)
            }
        }
    }

    func testLocksOfObjects() {
        nonisolated(unsafe) let owner = Owner()
        nonisolated(unsafe) var sum = 0
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<500 {
                objc_sync_enter(owner)
                objc_sync_enter(owner)
                sum += 1
                objc_sync_exit(owner)
                objc_sync_exit(owner)
            }
        }
        XCTAssertEqual(sum, 2000)
        XCTAssertEqual(objc_sync_exit(owner), -1)
    }

    func testClassesAreObjectsToo() {
        objc_setAssociatedObject(Owner.self, &Owner.key, 3, .OBJC_ASSOCIATION_RETAIN)
        XCTAssertEqual(objc_getAssociatedObject(Owner.self, &Owner.key) as? Int, 3)
        XCTAssertNil(objc_getAssociatedObject(SubOwner.self, &Owner.key))
        objc_sync_enter(Owner.self)
        XCTAssertEqual(objc_sync_exit(Owner.self), 0)
    }
}
