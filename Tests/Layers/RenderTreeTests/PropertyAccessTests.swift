import CoreGraphics
import XCTest
@testable import RenderTree

final class PropertyAccessTests: XCTestCase {
    /// A value of each kind that differs from every default.
    private func sample(_ row: PropertyRow) -> PropertyValue {
        switch row.kind {
        case .number: .number(7)
        case .bool: .bool(true)
        case .point: .point(CGPoint(x: 3, y: 4))
        case .size: .size(CGSize(width: 5, height: 6))
        case .rect: .rect(CGRect(x: 1, y: 2, width: 3, height: 4))
        case .transform: .transform(CATransform3DMakeScale(2, 3, 4))
        case .color: .color(CGColor(rgba: RGBA(0.25, 0.5, 0.75, 1)))
        case .path: .path(CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil))
        case .image: .object(OpaqueObject("picture"))
        case .colors: .colors([.black, .white])
        case .numbers: .numbers([1, 2, 3])
        case .insets: .insets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        case .string:
            switch row.storage {
            case .byte(_, let names?), .extraByte(_, let names?): .string(names[names.count - 1])
            default: .string("name")
            }
        case .object:
            switch row.storage {
            case .objectList: .object(OpaqueObject([OpaqueObject("a"), OpaqueObject("b")]))
            case .emitterCells: .object(OpaqueObject([EmitterCellSpec()]))
            case .emitterBehaviors: .object(OpaqueObject([EmitterBehaviorSpec(type: .wave)]))
            default: .object(OpaqueObject("blur"))
            }
        }
    }

    func testEveryRowReadsWhatWasWrittenAndOnlyThat() {
        for row in PropertyTable.rows {
            let fresh = LayerState()
            var state = fresh
            let value = sample(row)
            XCTAssertTrue(state.setValue(value, of: row.property), row.key)
            XCTAssertEqual(state.value(of: row.property), value, row.key)
            for other in PropertyTable.rows where other.property != row.property {
                XCTAssertEqual(state.value(of: other.property), fresh.value(of: other.property), "\(row.key) changed \(other.key)")
            }
            XCTAssertEqual(fresh, LayerState(), "copies are independent: \(row.key)")
        }
    }

    /// A colour reads as the object that was set, whose colour space its RGBA has not, also after an animation wrote the RGBA.
    func testColorsReadAsTheirObjects() throws {
        let space = CGColorSpace(name: CGColorSpace.displayP3)
        let wide = try XCTUnwrap(space.flatMap { CGColor(colorSpace: $0, components: [1, 0.25, 0, 1]) })
        for row in PropertyTable.rows where row.kind == .color {
            var state = LayerState()
            let animation = CompiledAnimation(
                spec: basic(row.key, from: .color(.black), to: .color(.white)), id: AnimationID(rawValue: 1), layerClass: row.owner)
            animation.apply(at: 0.5, to: &state)
            state.setValue(.color(wide), of: row.property)
            guard case .color(let color)? = state.value(of: row.property) else {
                XCTFail(row.key)
                continue
            }
            XCTAssertTrue(color === wide, row.key)
        }
    }

    func testDefaultsReadAsTheTableSays() {
        let state = LayerState()
        for row in PropertyTable.rows {
            guard let expected = row.defaultValue else { continue }
            if row.kind == .color {
                guard case .color(let a)? = state.value(of: row.property), case .color(let b) = expected else {
                    XCTFail(row.key)
                    continue
                }
                XCTAssertEqual(a.rgba, b.rgba, row.key)
            } else {
                XCTAssertEqual(state.value(of: row.property), expected, row.key)
            }
        }
    }

    func testWrongKindIsRefused() {
        var state = LayerState()
        XCTAssertFalse(state.setValue(.string("x"), of: .position))
        XCTAssertFalse(state.setValue(.point(.zero), of: .opacity))
        XCTAssertFalse(state.setValue(.number(1), of: .backgroundColor))
        XCTAssertFalse(state.setValue(.string("nowhere"), at: PropertyKeyPath("contentsGravity", of: .layer)!))
        XCTAssertEqual(state, LayerState())
    }

    func testNil() {
        var state = LayerState()
        for row in PropertyTable.rows {
            state.setValue(sample(row), of: row.property)
            state.setValue(nil, of: row.property)
            switch row.kind {
            case .number: XCTAssertEqual(state.value(of: row.property), .number(0), row.key)
            case .color, .path, .image, .colors, .numbers, .object: XCTAssertNil(state.value(of: row.property), row.key)
            default: break
            }
        }
        XCTAssertFalse(state.values.flags.contains(.hasBackgroundColor))
    }

    func testColours() {
        var state = LayerState()
        let red = CGColor(rgba: RGBA(1, 0, 0, 1))
        state.setValue(.color(red), of: .backgroundColor)
        guard case .color(let kept)? = state.value(of: .backgroundColor) else { return XCTFail() }
        XCTAssertTrue(kept === red, "the object itself comes back")
        state.values.backgroundColor = RGBA(0, 1, 0, 1)
        state.values.flags.insert(.animatedBackgroundColor)
        guard case .color(let shown)? = state.value(of: .backgroundColor) else { return XCTFail() }
        XCTAssertEqual(shown.rgba, RGBA(0, 1, 0, 1))
    }

    func testKeyPaths() {
        XCTAssertEqual(PropertyKeyPath("position", of: .layer), PropertyKeyPath(root: .property(.position)))
        XCTAssertEqual(PropertyKeyPath("bounds.size.width", of: .layer), PropertyKeyPath(root: .property(.bounds), subPath: .sizeWidth))
        XCTAssertEqual(PropertyKeyPath("mine", of: .layer), PropertyKeyPath(root: .custom("mine")))
        XCTAssertEqual(PropertyKeyPath("mine.x", of: .layer), PropertyKeyPath(root: .custom("mine"), subPath: .x))
        XCTAssertEqual(PropertyKeyPath("a.b.c", of: .layer), PropertyKeyPath(root: .custom("a.b.c")))
        XCTAssertEqual(PropertyKeyPath("strokeEnd", of: .layer), PropertyKeyPath(root: .custom("strokeEnd")), "a shape layer's own")
        XCTAssertNotEqual(PropertyKeyPath("strokeEnd", of: .shape), PropertyKeyPath(root: .custom("strokeEnd")))
        XCTAssertNil(PropertyKeyPath("position.z", of: .layer))
        XCTAssertNil(PropertyKeyPath("position.", of: .layer))
        XCTAssertNil(PropertyKeyPath("opacity.x", of: .layer))
        XCTAssertNil(PropertyKeyPath("", of: .layer))
    }

    func testPartsOfStructures() throws {
        func set(_ key: String, _ value: PropertyValue, _ read: String) throws -> PropertyValue? {
            var state = LayerState()
            XCTAssertTrue(state.setValue(value, at: try XCTUnwrap(PropertyKeyPath(key, of: .layer))), key)
            return state.value(at: try XCTUnwrap(PropertyKeyPath(read, of: .layer)))
        }
        XCTAssertEqual(try set("position.x", .number(5), "position"), .point(CGPoint(x: 5, y: 0)))
        XCTAssertEqual(try set("bounds.size.width", .number(10), "bounds"), .rect(CGRect(x: 0, y: 0, width: 10, height: 0)))
        XCTAssertEqual(try set("bounds.origin.y", .number(4), "bounds"), .rect(CGRect(x: 0, y: 4, width: 0, height: 0)))
        XCTAssertEqual(try set("bounds.size", .size(CGSize(width: 3, height: 4)), "bounds"), .rect(CGRect(x: 0, y: 0, width: 3, height: 4)))
        XCTAssertEqual(try set("anchorPoint.y", .number(1), "anchorPoint"), .point(CGPoint(x: 0.5, y: 1)))
        XCTAssertEqual(try set("shadowOffset.width", .number(2), "shadowOffset"), .size(CGSize(width: 2, height: -3)))
        XCTAssertEqual(try set("transform.scale", .number(2), "transform"), .transform(CATransform3DMakeScale(2, 2, 2)))
        XCTAssertEqual(try set("transform.scale.xy", .number(2), "transform"), .transform(CATransform3DMakeScale(2, 2, 1)))
        XCTAssertEqual(try set("transform.translation", .size(CGSize(width: 5, height: 6)), "transform.translation.y"), .number(6))
        XCTAssertEqual(
            try set("sublayerTransform.translation.z", .number(5), "sublayerTransform"), .transform(CATransform3DMakeTranslation(0, 0, 5)))
    }

    func testCustomKeys() throws {
        var state = LayerState()
        let path = try XCTUnwrap(PropertyKeyPath("progress", of: .layer))
        XCTAssertNil(state.value(at: path))
        XCTAssertTrue(state.setValue(.number(50), at: path))
        XCTAssertEqual(state.value(at: path), .number(50))
        XCTAssertTrue(state.setValue(nil, at: path))
        XCTAssertNil(state.value(at: path))
    }
}
