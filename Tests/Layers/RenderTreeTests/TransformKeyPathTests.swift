import CoreGraphics
import XCTest

@testable import RenderTree

/// Parts of transforms by key path, against the product that they stand for: scale · turns about x, y and z · translation.
final class TransformKeyPathTests: XCTestCase {
    private struct Parts {
        var scale = SIMD3<Double>(1, 1, 1), angles = SIMD3<Double>(0, 0, 0), moved = SIMD3<Double>(0, 0, 0)

        var matrix: CATransform3D {
            CATransform3DMakeScale(scale.x, scale.y, scale.z).concat(CATransform3DMakeRotation(angles.x, 1, 0, 0))
                .concat(CATransform3DMakeRotation(angles.y, 0, 1, 0)).concat(CATransform3DMakeRotation(angles.z, 0, 0, 1))
                .concat(CATransform3DMakeTranslation(moved.x, moved.y, moved.z))
        }

        /// The steps of all that differs from nothing, each with what it leads to.
        var steps: [(String, Double, (inout Parts) -> Void)] {
            let me = self
            return [
                ("scale.x", scale.x, { $0.scale.x = me.scale.x }), ("scale.y", scale.y, { $0.scale.y = me.scale.y }),
                ("scale.z", scale.z, { $0.scale.z = me.scale.z }), ("rotation.x", angles.x, { $0.angles.x = me.angles.x }),
                ("rotation.y", angles.y, { $0.angles.y = me.angles.y }), ("rotation.z", angles.z, { $0.angles.z = me.angles.z }),
                ("translation.x", moved.x, { $0.moved.x = me.moved.x }), ("translation.y", moved.y, { $0.moved.y = me.moved.y }),
            ]
        }
    }

    private struct Random {
        var state: UInt64 = 7
        mutating func next(_ n: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % n
        }
        mutating func pick(_ list: [Double]) -> Double { list[next(list.count)] }
    }

    private func list(_ t: CATransform3D) -> [Double] {
        [t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44].map(Double.init)
    }

    private func isNear(_ a: CATransform3D, _ b: CATransform3D) -> Bool { zip(list(a), list(b)).allSatisfy { abs($0 - $1) < 1e-9 } }

    /// Every sign of the scales, turns beyond every quarter, in any order: set on a layer's state, and as animations over it.
    func testTheProductOfWhatWasSetInAnyOrder() throws {
        var random = Random()
        var seen = Set<Int>()
        for round in 0..<1500 {
            let isFlat = round % 2 == 0
            let sign: [Double] = (0..<3).map { _ in random.next(2) == 0 ? 1 : -1 }
            var parts = Parts()
            parts.scale = SIMD3(
                sign[0] * random.pick([1, 2, 0.5]), sign[1] * random.pick([1, 3, 0.25]), isFlat ? 1 : sign[2] * random.pick([1, 2]))
            let angles: [Double] = [0, 0.3, -0.7, .pi / 2, -.pi / 2, 2, -2.5, .pi, 3]
            parts.angles = SIMD3(isFlat ? 0 : random.pick(angles), isFlat ? 0 : random.pick(angles), random.pick(angles))
            parts.moved = SIMD3(random.pick([0, 5, -8]), random.pick([0, 7]), 0)
            seen.insert((sign[0] < 0 ? 1 : 0) + (sign[1] < 0 ? 2 : 0) + (sign[2] < 0 ? 4 : 0))
            var steps = parts.steps.filter { !isFlat || !["scale.z", "rotation.x", "rotation.y"].contains($0.0) }
            for i in steps.indices.reversed() { steps.swapAt(i, random.next(i + 1)) }
            let names = steps.map { "\($0.0) \($0.1)" }.joined(separator: ", ")

            var state = LayerState(), so = Parts()
            var animations: ContiguousArray<CompiledAnimation> = []
            for (k, (path, value, set)) in steps.enumerated() {
                set(&so)
                let keyPath = try XCTUnwrap(PropertyKeyPath("transform." + path, of: .layer))
                XCTAssertTrue(state.setValue(.number(value), at: keyPath))
                XCTAssertTrue(isNear(state.values.transform, so.matrix), "\(names): after \(path)")
                if case .number(let read)? = state.value(at: keyPath) {
                    let off = abs(read - value)
                    XCTAssertLessThan(min(off, abs(off - 2 * .pi)), 1e-9, "\(names): \(path) reads \(read)")
                }
                var basic = AnimationSpec.Basic()
                basic.from = .number(value)
                basic.to = .number(value)
                var spec = AnimationSpec(.basic(AnimationSpec.Target(keyPath: "transform." + path), basic))
                spec.timing.duration = 1
                animations.append(CompiledAnimation(spec: spec, id: AnimationID(rawValue: UInt64(k + 1)), layerClass: .layer))
            }
            var shown = LayerState()
            LayerAnimations.apply(animations, at: 0.5, to: &shown)
            XCTAssertTrue(isNear(shown.values.transform, parts.matrix), "animated: \(names)")
        }
        XCTAssertEqual(seen.count, 8)
    }

    /// `shear.x` is the shear of scale · shear · rotation · translation, for every sign of the scale; it is read back, replaced, and
    /// animated.
    func testShears() throws {
        let shear = try XCTUnwrap(PropertyKeyPath("transform.shear.x", of: .layer))
        for (x, y, angle) in [(1.0, 1.0, 0.0), (2, 3, 0.7), (1, -1, 0.7), (-2, 0.5, 2), (-1, -1, -3)] {
            for value in [0, 0.5, -2, 40] {
                let turned = CATransform3DMakeRotation(angle, 0, 0, 1).concat(CATransform3DMakeTranslation(4, -5, 6))
                func wanted(_ s: Double) -> CATransform3D {
                    var plain = CATransform3DIdentity
                    plain.m21 = s
                    return CATransform3DMakeScale(x, y, 1).concat(plain).concat(turned)
                }
                var state = LayerState()
                for (path, n) in [
                    ("scale.x", x), ("scale.y", y), ("rotation.z", angle), ("translation.x", 4), ("translation.y", -5),
                    ("translation.z", 6),
                ] { state.setValue(.number(n), at: try XCTUnwrap(PropertyKeyPath("transform." + path, of: .layer))) }
                let base = state
                for s in [3, value] {
                    XCTAssertTrue(state.setValue(.number(s), at: shear))
                    XCTAssertTrue(isNear(state.values.transform, wanted(s)), "\(x) \(y) \(angle) \(s)")
                    guard case .number(let read)? = state.value(at: shear) else { return XCTFail("no number") }
                    XCTAssertEqual(read, s, accuracy: 1e-9)
                }
                state.setValue(.number(.nan), at: shear)
                XCTAssertTrue(isNear(state.values.transform, wanted(value)))
                var basic = AnimationSpec.Basic()
                basic.from = .number(0)
                basic.to = .number(value)
                var spec = AnimationSpec(.basic(AnimationSpec.Target(keyPath: "transform.shear.x"), basic))
                spec.timing.duration = 1
                var shown = base
                LayerAnimations.apply(
                    [CompiledAnimation(spec: spec, id: AnimationID(rawValue: 1), layerClass: .layer)], at: 0.5, to: &shown)
                XCTAssertTrue(isNear(shown.values.transform, wanted(value / 2)), "animated \(x) \(y) \(angle) \(value)")
            }
        }
        // A second row without length has no shear, and gets none.
        var flat = LayerState()
        flat.values.setTransform(CATransform3DMakeScale(1, 0, 1))
        flat.setValue(.number(2), at: shear)
        XCTAssertTrue(isNear(flat.values.transform, CATransform3DMakeScale(1, 0, 1)))
    }

    /// Set as a whole, a matrix that mirrors has a negative scale.y, as Apple's key paths read it; what key paths set before is forgotten.
    func testAMirroredMatrixHasANegativeScaleY() throws {
        func read(_ path: String, _ state: LayerState) throws -> Double {
            let keyPath = try XCTUnwrap(PropertyKeyPath("transform." + path, of: .layer))
            guard case .number(let n)? = state.value(at: keyPath) else { return .nan }
            return n
        }
        for (x, y, angle, expected) in [
            (1.0, -1.0, 0.5, (1.0, -1.0, 0.5)), (2, -3, -1, (2, -3, -1)), (-1, 1, 0, (1, -1, Double.pi)),
            (-2, -3, 0.25, (2, 3, 0.25 - .pi)),
        ] {
            var state = LayerState()
            state.setValue(.number(-7), at: try XCTUnwrap(PropertyKeyPath("transform.scale.x", of: .layer)))
            let matrix = CATransform3DMakeScale(x, y, 1).concat(CATransform3DMakeRotation(angle, 0, 0, 1))
            state.setValue(.transform(matrix), of: PropertyTable.row(forKey: "transform", of: .layer)!.property)
            XCTAssertEqual(try read("scale.x", state), expected.0, accuracy: 1e-9)
            XCTAssertEqual(try read("scale.y", state), expected.1, accuracy: 1e-9)
            XCTAssertEqual(try read("rotation.z", state), expected.2, accuracy: 1e-9)
        }
    }

    /// A frame by the lanes of steady animations is the same as by each layer's own.
    func testMirroredLayersTurnTheSameWayInEveryLane() {
        for scale in [SIMD2<Double>(1, -1), SIMD2(-1, 1), SIMD2(2, 3)] {
            let base = CATransform3DMakeScale(scale.x, scale.y, 1)
            var state = LayerState()
            state.values.setTransform(base)
            let rows = PlaneRows(base), lengths = rows.lengths()
            PlaneRows.turned(lengths, 0.6).store(to: &state.values.transform)
            var other = LayerState()
            other.values.setTransform(base)
            other.setValue(.number(0.6), at: PropertyKeyPath("transform.rotation.z", of: .layer)!)
            XCTAssertTrue(isNear(state.values.transform, other.values.transform))
        }
    }
}
