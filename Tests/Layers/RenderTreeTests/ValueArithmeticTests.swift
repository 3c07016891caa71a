import CoreGraphics
import XCTest
@testable import RenderTree

/// Sums and differences of values of all kinds, for `byValue` and additive animations.
final class ValueArithmeticTests: XCTestCase {
    private let kinds = (0...UInt8.max).compactMap { ValueKind(rawValue: $0) }

    private func path(_ svg: String) throws -> CGPath { try XCTUnwrap(CGPath(svg: svg)) }

    private func color(_ r: Float, _ a: Float = 1) -> CGColor { CGColor(rgba: RGBA(r, 0.25, 0.5, a)) }

    /// Two values of a kind that can be added to each other, or two of a kind that can't.
    private func samples(_ kind: ValueKind) throws -> (PropertyValue, PropertyValue) {
        switch kind {
        case .number: (.number(5), .number(-1.5))
        case .bool: (.bool(true), .bool(false))
        case .point: (.point(CGPoint(x: 1, y: 2)), .point(CGPoint(x: -3, y: 8)))
        case .size: (.size(CGSize(width: 1, height: 2)), .size(CGSize(width: -3, height: 8)))
        case .rect: (.rect(CGRect(x: 1, y: 2, width: 3, height: 4)), .rect(CGRect(x: 9, y: -2, width: -7, height: 5)))
        case .transform: (.transform(CATransform3DMakeRotation(1, 0, 0.6, 0.8)), .transform(CATransform3DMakeTranslation(3, 4, 5)))
        case .color: (.color(color(0.75)), .color(color(0.125, 0.5)))
        case .path: (.path(try path("M0,0 C1,2 3,4 5,6 Z")), .path(try path("M1,1 C7,7 8,8 -2,9 Z")))
        case .image: (.image(try image(1)), .image(try image(2)))
        case .colors: (.colors([color(0.75), color(0.5)]), .colors([color(0.125, 0.5), color(1, 0)]))
        case .numbers: (.numbers([1, 2, 3]), .numbers([-4, 0.5, 9]))
        case .insets:
            (.insets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)), .insets(EdgeInsets(top: -1, left: 0, bottom: 7, right: 9)))
        case .string: (.string("a"), .string("b"))
        case .object: (.object(OpaqueObject("a")), .object(OpaqueObject("b")))
        }
    }

    private func image(_ n: UInt32) throws -> CGImage { try XCTUnwrap(CGImage(width: 1, height: 1) { $0[0] = n }) }

    private func canBeAdded(_ kind: ValueKind) -> Bool {
        switch kind {
        case .bool, .image, .string, .object: false
        case .number, .point, .size, .rect, .transform, .color, .path, .colors, .numbers, .insets: true
        }
    }

    private func assertEqual(_ a: PropertyValue?, _ b: PropertyValue?, _ message: String, line: UInt = #line) throws {
        XCTAssertEqual(a?.kind, b?.kind, message, line: line)
        if case (.transform(let a)?, .transform(let b)?) = (a, b) {
            let product = CATransform3DInvert(b).concat(a), identity = CATransform3DIdentity
            XCTAssertLessThan(product.distance(to: identity), 1e-7, message, line: line)
            return
        }
        guard let x = a?.components, let y = b?.components else { return XCTAssertEqual(a, b, message, line: line) }
        XCTAssertEqual(x.count, y.count, message, line: line)
        for (x, y) in zip(x, y) { XCTAssertEqual(x, y, accuracy: 1e-6, message, line: line) }
    }

    func testADifferenceIsTheInverseOfASum() throws {
        XCTAssertEqual(kinds.count, 14)
        for kind in kinds {
            let (a, b) = try samples(kind)
            XCTAssertEqual(a.kind, kind)
            let difference = Interpolation.difference(a, b)
            guard canBeAdded(kind) else {
                XCTAssertEqual(difference, a, kind.name)
                continue
            }
            XCTAssertNotEqual(difference, a, kind.name)
            try assertEqual(Interpolation.sum(b, over: difference), a, "\(kind.name): b over a - b")
            XCTAssertNil(Interpolation.sum(nil, over: nil))
            XCTAssertEqual(Interpolation.sum(nil, over: a), a, kind.name)
        }
    }

    func testListsOfOtherLengthsAndPathsOfOtherElementsAreNotSubtracted() throws {
        let pairs: [(PropertyValue, PropertyValue)] = [
            (.colors([color(1)]), .colors([color(1), color(0)])), (.numbers([1]), .numbers([1, 2])),
            (.path(try path("M0,0 L1,1")), .path(try path("M0,0 L1,1 L2,2"))), (.number(1), .point(CGPoint(x: 1, y: 1))),
        ]
        for (a, b) in pairs {
            XCTAssertEqual(Interpolation.difference(a, b), a)
            XCTAssertEqual(Interpolation.sum(a, over: b), a)
        }
    }

    /// The properties of each kind that can be added, and an underlying value.
    private func places() throws -> [(keyPath: String, layerClass: LayerClass, kind: ValueKind)] {
        try kinds.filter(canBeAdded).map { kind in
            switch kind {
            case .number: ("cornerRadius", .layer, kind)
            case .point: ("position", .layer, kind)
            case .size: ("shadowOffset", .layer, kind)
            case .rect: ("contentsRect", .layer, kind)
            case .transform: ("transform", .layer, kind)
            case .color: ("backgroundColor", .layer, kind)
            case .path: ("path", .shape, kind)
            case .colors: ("colors", .gradient, kind)
            case .numbers: ("locations", .gradient, kind)
            case .insets: ("mine", .layer, kind)
            default: throw XCTSkip("no place for \(kind.name)")
            }
        }
    }

    func testByValuesOfAllKinds() throws {
        for place in try places() {
            let key = try XCTUnwrap(PropertyKeyPath(place.keyPath, of: place.layerClass))
            let (a, b) = try samples(place.kind)
            func shown(_ spec: AnimationSpec, _ t: Double) -> PropertyValue? {
                XCTAssertNil(compiled(spec, place.layerClass).diagnostic)
                return evaluated([spec], at: t, layerClass: place.layerClass) { $0.setValue(a, at: key) }.value(at: key)
            }
            let message = "\(place.keyPath), a \(place.kind.name)"
            try assertEqual(shown(basic(place.keyPath, to: a, by: b), 0), Interpolation.difference(a, b), message)
            try assertEqual(shown(basic(place.keyPath, from: a, by: b), 0.999999999), Interpolation.sum(b, over: a), message)
            try assertEqual(shown(basic(place.keyPath, by: b), 0), a, message)
            try assertEqual(shown(basic(place.keyPath, by: b), 0.999999999), Interpolation.sum(b, over: a), message)
        }
    }

    func testAdditiveAnimationsOfAllKindsStartFromZero() throws {
        for place in try places() {
            let key = try XCTUnwrap(PropertyKeyPath(place.keyPath, of: place.layerClass))
            let (a, b) = try samples(place.kind)
            func shown(_ t: Double, _ from: PropertyValue?, _ to: PropertyValue?) -> PropertyValue? {
                let spec = basic(place.keyPath, from: from, to: to) { $0.isAdditive = true }
                return evaluated([spec], at: t, layerClass: place.layerClass) { $0.setValue(a, at: key) }.value(at: key)
            }
            let message = "\(place.keyPath), a \(place.kind.name)"
            try assertEqual(shown(0, nil, b), a, message)
            try assertEqual(shown(0.999999999, b, nil), a, message)
            try assertEqual(shown(0, b, nil), Interpolation.sum(b, over: a), message)
            try assertEqual(shown(0.999999999, nil, b), Interpolation.sum(b, over: a), message)
            // Halfway: neither of the ends.
            let half = try XCTUnwrap(shown(0.5, nil, b), message)
            XCTAssertNotEqual(half, a, message)
            XCTAssertNotEqual(half, Interpolation.sum(b, over: a), message)
        }
    }
}
