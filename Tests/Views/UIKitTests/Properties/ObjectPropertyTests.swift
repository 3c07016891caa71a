import XCTest

@testable import UIKit

/// Every settable property of the other objects: its default, its value, and the others' values.
@MainActor final class ObjectPropertyTests: XCTestCase {
    func testDefaultsAndValues() async {
        for owner in ObjectProperties.all {
            for row in owner.rows {
                let object = owner.fresh()
                XCTAssertTrue(row.hasDefault(object), "\(owner.name).\(row.name) is \(row.text(object))")
                XCTAssertFalse(row.hasValue(object), "\(owner.name).\(row.name): the value is the default")
                let other = owner.fresh()
                row.set(object)
                XCTAssertTrue(row.hasValue(object), "\(owner.name).\(row.name) was set, and is \(row.text(object))")
                let changed = Set(owner.rows.filter { !$0.areEqual(object, other) }.map(\.name)).subtracting([row.name])
                XCTAssertEqual(changed, owner.linked[row.name] ?? [], "\(owner.name).\(row.name)")
                row.copy(object, other)
                XCTAssertTrue(row.hasDefault(object), "\(owner.name).\(row.name) was set back, and is \(row.text(object))")
            }
        }
    }
}
