import CoreGraphics
import XCTest
@testable import RenderTree

/// Rules of keyframe animations that Apple's own pictures show, each by itself.
final class KeyframeRuleTests: XCTestCase {
    private func point(_ x: Double, _ y: Double) -> PropertyValue { .point(CGPoint(x: x, y: y)) }

    private func path(_ svg: String) throws -> CGPath { try XCTUnwrap(CGPath(svg: svg)) }

    private func along(_ keyPath: String, _ svg: String = "M0,0 L10,20", _ change: (inout AnimationSpec.Keyframe) -> Void = { _ in }) throws
        -> AnimationSpec
    {
        let path = try path(svg)
        return keyframes(keyPath, []) {
            $0.path = path; change(&$0)
        }
    }

    // MARK: Along a path

    func testAPathMovesATranslation() throws {
        let state = evaluated([try along("transform.translation")], at: 0.5) { $0.values.transform = CATransform3DMakeScale(2, 3, 1) }
        XCTAssertEqual([state.values.transform.m41, state.values.transform.m42], [5, 10])
        XCTAssertEqual([state.values.transform.m11, state.values.transform.m22], [2, 3], "the rest stays")
        XCTAssertNil(compiled(try along("transform.translation")).diagnostic)
        let below = evaluated([try along("sublayerTransform.translation")], at: 0.5)
        XCTAssertEqual(
            below.value(at: try XCTUnwrap(PropertyKeyPath("sublayerTransform.translation", of: .layer))),
            .size(CGSize(width: 5, height: 10)))
    }

    func testAPathMovesWhateverHasTwoNumbers() throws {
        let cases: [(String, LayerClass)] = [
            ("position", .layer), ("anchorPoint", .layer), ("shadowOffset", .layer), ("bounds.size", .layer), ("bounds.origin", .layer),
            ("contentsRect.size", .layer), ("startPoint", .gradient), ("endPoint", .gradient), ("emitterPosition", .emitter),
            ("emitterSize", .emitter),
            ("instanceTransform.translation", .replicator), ("mine", .layer), ("filters.blur.inputCenter", .layer),
        ]
        for (keyPath, layerClass) in cases {
            let spec = try along(keyPath)
            XCTAssertNil(compiled(spec, layerClass).diagnostic, keyPath)
            guard !keyPath.hasPrefix("filters") else { continue }
            let state = evaluated([spec], at: 0.5, layerClass: layerClass)
            let value = state.value(at: try XCTUnwrap(PropertyKeyPath(keyPath, of: layerClass)))
            XCTAssertTrue(
                value == point(5, 10) || value == .size(CGSize(width: 5, height: 10)), "\(keyPath) is \(String(describing: value))")
        }
    }

    func testAPathIsRefusedWhereThereAreNotTwoNumbers() throws {
        for keyPath in ["opacity", "bounds", "transform", "transform.scale", "transform.rotation", "position.x", "backgroundColor"] {
            XCTAssertNotNil(compiled(try along(keyPath)).diagnostic, keyPath)
        }
    }

    func testAPathAddsAndAccumulatesOnASizeAndAKeyOfTheProgramsOwn() throws {
        for (keyPath, under) in [("shadowOffset", PropertyValue.size(CGSize(width: 100, height: 100))), ("mine", point(100, 100))] {
            var spec = try along(keyPath)
            guard case .keyframe(var target, let frames) = spec.content else { return XCTFail("no keyframes") }
            target.isAdditive = true
            target.isCumulative = true
            spec.content = .keyframe(target, frames)
            spec.timing.repeatCount = 3
            let at = try XCTUnwrap(PropertyKeyPath(keyPath, of: .layer))
            let state = evaluated([spec], at: 2.5) { $0.setValue(under, at: at) }
            XCTAssertEqual(state.value(at: at)?.numbers, SIMD4(125, 150, 0, 0), keyPath)
        }
    }

    func testSizesAndPointsStandForEachOther() {
        let size = PropertyValue.size(CGSize(width: 4, height: 8))
        XCTAssertEqual(evaluated([basic("position", from: size, to: size)], at: 0.5).values.position, CGPoint(x: 4, y: 8))
        XCTAssertEqual(
            evaluated([basic("shadowOffset", from: point(4, 8), to: point(4, 8))], at: 0.5).values.shadowOffset, CGSize(width: 4, height: 8)
        )
    }

    // MARK: Key times

    private func values(_ times: [Double], _ mode: CalculationMode = .linear, at given: [Double]) -> [Double] {
        let list = (0..<5).map { PropertyValue.number(Double($0) * 10) }
        let spec = keyframes("cornerRadius", list) {
            $0.keyTimes = times; $0.mode = mode
        }
        return given.map { evaluated([spec], at: $0).values.cornerRadius }
    }

    private func assertEqual(_ a: [Double], _ b: [Double], line: UInt = #line) {
        XCTAssertEqual(a.count, b.count, line: line)
        for (x, y) in zip(a, b) { XCTAssertEqual(x, y, accuracy: 1e-9, "\(a) is not \(b)", line: line) }
    }

    func testKeyTimesAreRaw() {
        // A list of a real file: the first segment whose end is still to come counts, its part from the times as they stand.
        let times = [0, -0.1, 0.5, 1.3, 1]
        assertEqual(values(times, at: [0, 0.2, 0.5, 0.9, 1]), [10 + 10 / 6.0, 15, 20, 25, 20 + 10 * 0.5 / 0.8])
        // Times that run backwards jump on, and the part of the way begins before the time at which it shows.
        assertEqual(values([0, 0.6, 0.2, 0.8, 1], at: [0.3, 0.6, 0.7, 0.9]), [5, 20 + 10 * 0.4 / 0.6, 20 + 10 * 0.5 / 0.6, 35])
        // Where no end is still to come, and before the first time, the nearest keyframe holds.
        assertEqual(values([0.2, 0.4, 0.5, 0.6, 0.7], at: [0.1, 0.9, 1]), [0, 40, 40])
        assertEqual(values([.nan, 0.25, .infinity, 0.75, 1], at: [0.125, 0.5, 0.875]), [5, 25, 35])
    }

    func testRawTimesOfOtherModes() {
        assertEqual(values([0, -0.1, 0.5, 1.3, 1], .paced, at: [0.2, 0.9]), [15, 25])
        // Six times for five values.
        assertEqual(values([0, -0.1, 0.5, 0.4, 1.3, 1], .discrete, at: [0, 0.45, 0.5, 0.99]), [10, 10, 30, 30])
        let way = keyframes("position", []) {
            ($0.path, $0.keyTimes) = (CGPath(svg: "M0,0 L10,0 L20,0 L30,0 L40,0"), [0, -0.1, 0.5, 1.3, 1])
        }
        assertEqual([0.2, 0.9, 1].map { evaluated([way], at: $0).values.position.x }, [15, 25, 20 + 10 * 0.5 / 0.8])
    }

    func testRawTimesOnTheFastRoad() {
        // A long walk over the times, as frames do it, against each time by itself.
        let list = (0..<7).map { PropertyValue.number(Double($0 * $0)) }
        let spec = keyframes("cornerRadius", list) { $0.keyTimes = [0.1, 0.4, 0.3, 0.9, 0.2, 1.2, 0.95] }
        let keys = compiled(spec)
        for i in 0...200 {
            var state = LayerState()
            _ = keys.apply(at: Double(i) / 200, to: &state)
            XCTAssertEqual(state.values.cornerRadius, evaluated([spec], at: Double(i) / 200).values.cornerRadius)
        }
    }

    // MARK: One value

    func testOneDiscreteValueInANestedGroupHasNoEffect() {
        let one = keyframes("cornerRadius", [.number(7)]) { $0.mode = .discrete }
        func group(_ child: AnimationSpec) -> AnimationSpec {
            var group = AnimationSpec(.group([child]))
            group.timing.duration = 1
            return group
        }
        XCTAssertEqual(evaluated([one], at: 0.5).values.cornerRadius, 7)
        XCTAssertEqual(evaluated([group(one)], at: 0.5).values.cornerRadius, 7)
        XCTAssertEqual(
            evaluated([group(group(one))], at: 0.5) { $0.values.cornerRadius = 3 }.values.cornerRadius, 3, "the model value shows")
        XCTAssertEqual(evaluated([group(group(group(one)))], at: 0.5).values.cornerRadius, 0)
    }

    // MARK: Paths of unlike elements

    func testALineThatFacesACurveIsACurveWithItsEndsAsControls() throws {
        let a = try path("M0,0 L10,0"), b = try path("M0,0 C0,8 10,4 10,0")
        // The line's handles have no length, so the curve's keep their direction and grow.
        XCTAssertEqual(Interpolation.path(a, b, 0.5), try path("M0,0 C0,4 10,2 10,0"))
        XCTAssertEqual(Interpolation.path(b, a, 0.25), try path("M0,0 C0,6 10,3 10,0"))
        XCTAssertEqual(Interpolation.path(a, b, 0), a)
        XCTAssertEqual(Interpolation.path(a, b, 1), b)
        // A close that faces a line is a line home; one that faces a curve a curve home.
        XCTAssertEqual(Interpolation.path(try path("M2,2 L10,2 Z"), try path("M2,2 L10,2 L6,8"), 0.5), try path("M2,2 L10,2 L4,5"))
        let home = Interpolation.path(try path("M2,2 L10,2 Z"), try path("M2,2 L10,2 C10,6 2,6 2,2"), 0.5)
        XCTAssertEqual(home, try path("M2,2 L10,2 C10,4 2,4 2,2"))
        // A quadratic that faces another element is the cubic of the same values.
        XCTAssertEqual(Interpolation.path(try path("M0,0 Q3,6 6,0"), try path("M0,0 L6,0"), 0.5), try path("M0,0 C1,2 5,2 6,0"))
    }

    func testPathsThatHaveNothingBetweenShowTheNearer() throws {
        let a = try path("M0,0 L10,0"), more = try path("M0,0 L10,0 L5,5"), moved = try path("M0,0 M10,0")
        for other in [more, moved] {
            XCTAssertEqual(Interpolation.path(a, other, 0.49), a)
            XCTAssertEqual(Interpolation.path(a, other, 0.5), other)
        }
    }

    // MARK: Splines

    private func cubic(_ keyPath: String, _ values: [PropertyValue], _ mode: CalculationMode = .cubic) -> AnimationSpec {
        keyframes(keyPath, values) { $0.mode = mode }
    }

    /// What the same numbers do as numbers.
    private func spline(_ n: [Double], at time: Double) -> Double {
        evaluated([cubic("cornerRadius", n.map { .number($0) })], at: time).values.cornerRadius
    }

    func testCubicOfListsAndColours() {
        let rows: [[Double]] = [[0, 0.5, 1], [0.4, 0.2, 1], [0.1, 0.9, 1], [0.3, 0.3, 0.3]]
        for time in [0.1, 0.4, 0.5, 0.8] {
            let locations =
                evaluated([cubic("locations", rows.map { .numbers($0) })], at: time, layerClass: .gradient).objects.locations ?? []
            assertEqual(locations, (0..<3).map { k in spline(rows.map { $0[k] }, at: time) })
            let colors = rows.map { PropertyValue.colors([CGColor(rgba: RGBA(Float($0[0]), Float($0[1]), Float($0[2]), 1)), .black]) }
            let shown = evaluated([cubic("colors", colors)], at: time, layerClass: .gradient).objects.colors ?? []
            for k in 0..<3 { XCTAssertEqual(Double(shown.first?.rgba[k] ?? -1), spline(rows.map { $0[k] }, at: time), accuracy: 1e-6) }
        }
        XCTAssertEqual(evaluated([cubic("locations", rows.map { .numbers($0) })], at: 1, layerClass: .gradient).objects.locations, rows[3])
    }

    func testCubicOfTransforms() {
        let turns = [0, 1, 0.5, 2.5], places = [0.0, 10, 5, 40]
        let values = zip(turns, places).map { turn, place in
            PropertyValue.transform(
                CATransform3DMakeAffineTransform(
                    CGAffineTransform(rotationAngle: turn).concatenating(CGAffineTransform(translationX: place, y: 0))))
        }
        for time in [0.2, 0.5, 0.9] {
            let t = evaluated([cubic("transform", values)], at: time).values.transform
            XCTAssertEqual(t.m41, spline(places, at: time), accuracy: 1e-9)
            XCTAssertEqual(SteadyMath.atan2(t.m12, t.m11), spline(turns, at: time), accuracy: 1e-9)
            XCTAssertEqual(t.m11 * t.m22 - t.m12 * t.m21, 1, accuracy: 1e-9, "a turn stays a turn")
        }
        // In space a turn stays one, too.
        let tilted = [0.0, 0.8, 0.2, 1.2].map { PropertyValue.transform(CATransform3DMakeRotation($0, 1, 2, 3)) }
        let t = evaluated([cubic("transform", tilted)], at: 0.4).values.transform
        XCTAssertEqual(t.m11 * t.m11 + t.m12 * t.m12 + t.m13 * t.m13, 1, accuracy: 1e-9)
        XCTAssertNotEqual(t, evaluated([keyframes("transform", tilted)], at: 0.4).values.transform, "not linear")
    }

    func testCubicOfPaths() throws {
        let values = try ["M0,0 C4,0 10,4 10,10", "M0,10 C4,10 10,6 20,0", "M0,0 L30,0"].map { PropertyValue.path(try path($0)) }
        let shown = try XCTUnwrap(evaluated([cubic("path", values)], at: 0.3, layerClass: .shape).objects.path)
        XCTAssertEqual(shown.verbs, [PathVerb.move.rawValue, PathVerb.cubic.rawValue])
        XCTAssertEqual(Double(shown.points[0].y), spline([0, 10, 0], at: 0.3), accuracy: 1e-9)
        XCTAssertEqual(Double(shown.points[3].x), spline([10, 20, 30], at: 0.3), accuracy: 1e-9)
        let handle = shown.points[1]
        XCTAssertEqual(Double(handle.x - shown.points[0].x), spline([4, 4, 0], at: 0.3), accuracy: 1e-9, "the length of the first handle")
    }

    func testPacedAndCubicPacedHaveEvenSpeed() {
        let lists = [[0.0, 0], [0.1, 0], [0.1, 0.9]].map { PropertyValue.numbers($0) }
        let half = evaluated([cubic("locations", lists, .paced)], at: 0.55, layerClass: .gradient).objects.locations ?? []
        assertEqual(half, [0.1, 0.45])
        let turns = [0.0, 0.2, 1.4, 1.5].map { PropertyValue.transform(CATransform3DMakeRotation($0, 0, 0, 1)) }
        let numbers = [0.0, 30, 20, 90].map { PropertyValue.number($0) }
        for (spec, read) in [
            (cubic("transform", turns, .cubicPaced), { SteadyMath.atan2($0.values.transform.m12, $0.values.transform.m11) }),
            (cubic("cornerRadius", numbers, .cubicPaced), { $0.values.cornerRadius }),
        ] as [(AnimationSpec, (LayerState) -> Double)] {
            let values = (0...100).map { read(evaluated([spec], at: Double($0) / 100)) }
            let steps = zip(values, values.dropFirst()).map { abs($1 - $0) }
            let mean = steps.reduce(0, +) / 100
            // But where it turns round.
            XCTAssertLessThan(steps.filter { abs($0 - mean) > mean * 0.1 }.count, 5)
        }
    }

    /// KF5: the paced modes space them evenly, on a spline too.
    func testThreeArgumentsOfAValueFunctionHaveNoDistance() {
        let rows: [[Double]] = [[0, 0, 0], [10, 0, 0], [10, 80, 0]]
        func shown(_ mode: CalculationMode, _ time: Double) -> CATransform3D {
            var spec = cubic("transform", rows.map { .numbers($0) }, mode)
            guard case .keyframe(var target, let frames) = spec.content else { return CATransform3DIdentity }
            target.valueFunction = .translate
            spec.content = .keyframe(target, frames)
            return evaluated([spec], at: time).values.transform
        }
        XCTAssertEqual(shown(.paced, 0.5).m42, 0, accuracy: 1e-9, "even keys")
        for time in [0.1, 0.25, 0.5, 0.6, 0.75, 0.9] { assertEqual(shown(.cubicPaced, time).list, shown(.cubic, time).list) }
        // Halfway between the last two: 80 · 1/2 − 40 · 1/8 + 80 · (−1/8) + …, by Hermite's weights.
        XCTAssertEqual(shown(.cubicPaced, 0.75).m42, 35, accuracy: 1e-9)
        XCTAssertEqual(shown(.cubicPaced, 0.75).m41, 10.625, accuracy: 1e-9)
    }

    // MARK: Accumulating

    func testListsAccumulate() {
        var spec = basic("locations", from: .numbers([0, 1]), to: .numbers([1, 3])) { $0.isCumulative = true }
        spec.timing.repeatCount = 3
        XCTAssertEqual(evaluated([spec], at: 2.5, layerClass: .gradient).objects.locations, [2.5, 8])
        var colors = basic("colors", from: .colors([.black]), to: .colors([CGColor(rgba: RGBA(0.25, 0, 0, 1))])) { $0.isCumulative = true }
        colors.timing.repeatCount = 3
        XCTAssertEqual(evaluated([colors], at: 2.5, layerClass: .gradient).objects.colors?.first?.rgba.x ?? 0, 0.625, accuracy: 1e-6)
        var color = basic("backgroundColor", from: .color(.black), to: .color(CGColor(rgba: RGBA(0.25, 0, 0, 1)))) {
            $0.isCumulative = true
        }
        color.timing.repeatCount = 3
        XCTAssertEqual(evaluated([color], at: 2.5).values.backgroundColor.x, 0.625, accuracy: 1e-6)
    }

    func testACycleThatKeyTimesCutShortAccumulatesWhatItShowsAtItsEnd() {
        var spec = keyframes("cornerRadius", [.number(0), .number(10)]) { $0.keyTimes = [0, 2] }
        guard case .keyframe(var target, let frames) = spec.content else { return XCTFail("no keyframes") }
        target.isCumulative = true
        spec.content = .keyframe(target, frames)
        spec.timing.repeatCount = 3
        XCTAssertEqual(evaluated([spec], at: 2.5).values.cornerRadius, 12.5)
    }

    // MARK: Value functions

    func testAValueFunctionGoesFromWhatTheTransformShows() {
        let turned = CATransform3DMakeRotation(1, 0, 0, 1)
        func angle(_ spec: AnimationSpec) -> Double {
            let t = evaluated([spec], at: 0.5) { $0.values.transform = turned }.values.transform
            return SteadyMath.atan2(t.m12, t.m11)
        }
        XCTAssertEqual(angle(basic("transform", to: .number(2)) { $0.valueFunction = .rotateZ }), 1.5, accuracy: 1e-12)
        XCTAssertEqual(angle(basic("transform", from: .number(0)) { $0.valueFunction = .rotateZ }), 0.5, accuracy: 1e-12)
        XCTAssertEqual(angle(basic("transform", by: .number(1)) { $0.valueFunction = .rotateZ }), 1.5, accuracy: 1e-12)
        let moved = evaluated([basic("transform", to: .numbers([10, 20, 30])) { $0.valueFunction = .translate }], at: 0.5) {
            $0.values.transform = CATransform3DMakeTranslation(2, 4, 6)
        }.values.transform
        XCTAssertEqual([moved.m41, moved.m42, moved.m43], [6, 12, 18])
        // An additive scale counts from 1, which changes nothing.
        let grown = evaluated(
            [
                basic("transform", to: .number(3)) {
                    $0.valueFunction = .scaleX; $0.isAdditive = true
                }
            ], at: 0.5
        ) {
            $0.values.transform = CATransform3DMakeScale(5, 1, 1)
        }.values.transform
        XCTAssertEqual(grown.m11, 10)
    }
}
