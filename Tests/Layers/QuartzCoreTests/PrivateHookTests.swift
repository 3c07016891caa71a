import AgateDiagnostics
import CRuntimeHooks
import Foundation
import XCTest
@testable import QuartzCore

/// What reaches into the layout of classes: each works in this build, and where it would not there is one diagnostic and a fallback.
final class PrivateHookTests: XCTestCase {
    final class Named: CALayer {
        var note = ""
        override init() { super.init(); note = "made" }
        override init(layer: Any) {
            super.init(layer: layer)
            note = "copied"
        }
        required init?(coder: NSCoder) { nil }
    }
    private class Generic<Value>: NSObject {}

    private func identifiers(_ body: () -> Void) -> [String] {
        let found = Locked<[String]>([])
        let token = Diagnostic.addObserver { diagnostic in found.withLock { $0.append(diagnostic.identifier) } }
        body()
        Diagnostic.removeObserver(token)
        return found.withLock { $0 }
    }

    // MARK: dynamic_init.c

    func testOffsetOfAnInitialiserIsFound_dynamic_init() throws {
        let descriptor = try XCTUnwrap(agate_layer_copy_initializer_descriptor())
        let offset = agate_vtable_offset(unsafeBitCast(CALayer.self, to: UnsafeRawPointer.self), descriptor)
        XCTAssertGreaterThan(offset, 0)
        XCTAssertEqual(offset % 8, 0)
    }

    func testAnotherClassesInitialiserIsRefused_dynamic_init() throws {
        let descriptor = try XCTUnwrap(agate_object_initializer_descriptor())
        XCTAssertEqual(agate_vtable_offset(unsafeBitCast(CALayer.self, to: UnsafeRawPointer.self), descriptor), 0)
        XCTAssertEqual(
            agate_vtable_offset(unsafeBitCast(Generic<Int>.self, to: UnsafeRawPointer.self), descriptor), 0,
            "generic classes are laid out otherwise")
    }

    func testCopiesComeFromTheirOwnClass_dynamic_init() {
        XCTAssertEqual((DynamicCopy.make(Named()) as? Named)?.note, "copied")
    }

    func testCopiesArePlainWhereThereIsNoSlot_dynamic_init() {
        var copy: CALayer?
        let reported = identifiers { copy = DynamicCopy.make(Named(), slot: nil) }
        XCTAssertTrue(copy.map { type(of: $0) == CALayer.self } ?? false)
        XCTAssertEqual(reported, ["layer.copy-class"])
        XCTAssertEqual(identifiers { _ = DynamicCopy.make(Named(), slot: nil) }, [], "once")
    }

    // MARK: DynamicObject.swift

    func testObjectsAreMadeByTheirClass_DynamicObject() {
        XCTAssertNotNil(DynamicObject.initializerOffset)
        XCTAssertEqual(DynamicObject.make(Named.self)?.note, "made")
    }

    func testNothingIsMadeWhereThereIsNoSlot_DynamicObject() {
        var made: Named?
        let reported = identifiers { made = DynamicObject.make(Named.self, slot: nil) }
        XCTAssertNil(made)
        XCTAssertEqual(reported, ["class.unavailable"])
    }

    // MARK: MethodTable.swift, which tells what draws

    private class Drawn: CALayer { override func draw(in context: CGContext) { needsDisplayOnBoundsChange = true } }
    private class Plain: CALayer {}

    func testOverridesAreFound_MethodTable() throws {
        let table = try XCTUnwrap(MethodTable(of: CALayer.self, plain: Plain.self, overriding: Drawn.self, methods: 1))
        XCTAssertTrue(table.isOverridden(in: Drawn.self))
        XCTAssertFalse(table.isOverridden(in: Plain.self))
    }

    func testATableThatLooksOtherwiseIsReported_MethodTable() {
        let reported = identifiers { XCTAssertNil(MethodTable(of: CALayer.self, plain: Plain.self, overriding: Drawn.self, methods: 9)) }
        XCTAssertEqual(reported, ["class.method-table"])
    }

    // MARK: What is kept and not drawn

    private class Kept: CALayer {}

    func testPropertiesWithoutEffectAreReportedOnceForEachClass() {
        let layer = Kept()
        let reported = identifiers {
            layer.wantsExtendedDynamicRangeContent = true
            CATransition().filter = "CIPageCurlTransition"
        }
        XCTAssertEqual(reported.filter { $0 == "layer.unsupported-property" }.count, 1)
        XCTAssertEqual(reported.filter { $0 == "animation.unsupported-transition" }.count, 1)
    }
}
