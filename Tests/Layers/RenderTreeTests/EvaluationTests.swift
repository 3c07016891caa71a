import CoreGraphics
import XCTest
@testable import RenderTree

final class EvaluationTests: XCTestCase {
    private func color(_ r: Float, _ g: Float, _ b: Float, _ a: Float = 1) -> PropertyValue { .color(CGColor(rgba: RGBA(r, g, b, a))) }
    private func point(_ x: Double, _ y: Double) -> PropertyValue { .point(CGPoint(x: x, y: y)) }

    // MARK: What is refused

    func testWrongKindsTakeTheirTimeAndSayWhy() throws {
        let cases: [(AnimationSpec, [String])] = [
            (basic("position", from: .number(1), to: .number(2)), ["position", "number", "CGPoint"]),
            (basic("opacity", to: point(1, 2)), ["opacity", "CGPoint", "number"]),
            (basic("position.x", to: point(1, 2)), ["position.x", "CGPoint", "number"]),
            (basic("backgroundColor", to: .string("red")), ["backgroundColor", "String", "CGColor"]),
            (basic("position.q", to: .number(1)), ["position.q"]),
            (basic("", to: .number(1)), ["key path"]),
            (basic("position", from: point(.nan, 0), to: point(0, 0)), ["position", "finite"]),
            (basic("transform", to: .transform(CATransform3DMakeScale(.infinity, 1, 1))), ["transform", "finite"]),
            (basic("opacity", from: .number(1), to: .number(2)) { $0.valueFunction = .rotateZ }, ["opacity", "value function"]),
            (basic("transform", from: .numbers([1, 2]), to: .numbers([1, 2])) { $0.valueFunction = .scale }, ["3"]),
            (keyframes("opacity", [.number(1), .string("x")]), ["opacity", "String", "number"]),
            (keyframes("opacity", []) { $0.path = CGPath(svg: "M0,0 L1,1") }, ["opacity", "path"]),
        ]
        for (spec, words) in cases {
            let animation = compiled(spec)
            let text = try XCTUnwrap(animation.diagnostic, "\(spec)")
            for word in words { XCTAssertTrue(text.contains(word), "“\(text)” does not name \(word)") }
            var state = LayerState()
            XCTAssertEqual(animation.apply(at: 0.5, to: &state), AnimationPhase(stage: .active, nextChange: 1))
            XCTAssertEqual(state, LayerState())
            XCTAssertEqual(animation.apply(at: 1.5, to: &state).stage, .finished)
        }
    }

    func testWhatIsEmptyDoesNothing() {
        for spec in [
            basic("opacity"), keyframes("opacity", []), keyframes("opacity", [.number(0.2)]),
            keyframes("opacity", [.number(0.2), .number(0.4)]) { $0.keyTimes = [0] },
            keyframes("position", []) { $0.path = CGPath(svg: "") }, keyframes("position", []) { $0.path = CGPath(svg: "M5,5") },
            AnimationSpec(.group([])), AnimationSpec(.empty),
        ] {
            XCTAssertEqual(evaluated([spec], at: 0), LayerState(), "\(spec)")
            XCTAssertNil(compiled(spec).diagnostic)
        }
        // One picture alone is shown, though.
        let single = evaluated([keyframes("cornerRadius", [.number(7)]) { $0.mode = .discrete }], at: 0.5)
        XCTAssertEqual(single.values.cornerRadius, 7)
    }

    func testNoTimeMakesBadNumbers() {
        var specs = [
            basic("position", from: point(0, 0), to: point(1, 1)), basic("opacity", to: .number(0)),
            keyframes("opacity", [.number(0), .number(1), .number(0.5)]) { $0.mode = .cubicPaced },
            keyframes("position", []) {
                $0.path = CGPath(svg: "M0,0 L0,0 C0,0 0,0 0,0 L4,4"); $0.mode = .paced; $0.rotationMode = .auto
            },
            keyframes("opacity", [.number(0), .number(1), .number(0.5)]) {
                $0.keyTimes = [.nan, -1, .infinity]; $0.tension = [.nan]
            },
            basic("transform.rotation.x", by: .number(3)),
        ]
        for i in specs.indices { specs[i].timing.fillMode = .both; specs[i].timing.repeatCount = .infinity }
        for t in [Double.nan, -.infinity, -1, 0, 0.3, 1, 1e9, 1e300, .infinity] {
            let values = evaluated(specs, at: t).values
            XCTAssertTrue(values.position.x.isFinite && values.opacity.isFinite && values.transform.isFinite, "at \(t)")
        }
    }

    // MARK: Phases

    func testPhases() {
        var spec = basic("opacity", from: .number(0), to: .number(1))
        spec.timing.beginTime = 10
        var state = LayerState()
        XCTAssertEqual(compiled(spec).apply(at: 9, to: &state), AnimationPhase(stage: .before, nextChange: 10))
        XCTAssertEqual(compiled(spec).apply(at: 10.5, to: &state), AnimationPhase(stage: .active, nextChange: 10.5))
        XCTAssertEqual(compiled(spec).apply(at: 12, to: &state), AnimationPhase(stage: .finished, nextChange: .infinity))
        XCTAssertTrue(compiled(spec).activeInterval() == (10, 11))
        spec.timing.fillMode = .both
        XCTAssertEqual(compiled(spec).apply(at: 12, to: &state), AnimationPhase(stage: .filled, nextChange: .infinity))
        XCTAssertEqual(state.values.opacity, 1)
        spec.timing.speed = 0
        XCTAssertEqual(compiled(spec).apply(at: 12, to: &state), AnimationPhase(stage: .active, nextChange: .infinity))
        let still = basic("opacity", from: .number(1), to: .number(1))
        XCTAssertEqual(compiled(still).phase(at: 0.5), AnimationPhase(stage: .active, nextChange: 1))
    }

    /// Of as many times as keyframes the last is an end (measured on Apple's, of paths too).
    func testDiscreteKeyframesWithoutAnEndNeverReachTheLast() {
        let values = keyframes("cornerRadius", [.number(1), .number(2), .number(3)]) {
            ($0.mode, $0.keyTimes) = (.discrete, [0, 0.25, 0.5])
        }
        XCTAssertEqual([0, 0.3, 0.7, 0.99].map { evaluated([values], at: $0).values.cornerRadius }, [1, 2, 2, 2])
        let way = keyframes("position", []) {
            ($0.path, $0.mode, $0.keyTimes) = (CGPath(svg: "M1,0 L2,0 L3,0 Z"), .discrete, [0, 0.25, 0.5])
        }
        XCTAssertEqual([0, 0.3, 0.7, 0.99].map { evaluated([way], at: $0).values.position.x }, [1, 2, 2, 2])
        let whole = keyframes("cornerRadius", [.number(1), .number(2)]) { ($0.mode, $0.keyTimes) = (.discrete, [0, 0.25, 0.5]) }
        XCTAssertEqual([0, 0.3, 0.7].map { evaluated([whole], at: $0).values.cornerRadius }, [1, 2, 2])
        let only = keyframes("cornerRadius", [.number(7)]) { ($0.mode, $0.keyTimes) = (.discrete, [0]) }
        XCTAssertEqual(evaluated([only], at: 0.7).values.cornerRadius, 7)
    }

    func testDiscreteKeyframesAskForNothingBetween() {
        let spec = keyframes("cornerRadius", [.number(1), .number(2), .number(3), .number(4)], duration: 2) { $0.mode = .discrete }
        let animation = compiled(spec)
        var state = LayerState()
        XCTAssertEqual(animation.apply(at: 0.1, to: &state).nextChange, 0.5, accuracy: 1e-12)
        XCTAssertEqual(animation.apply(at: 1.6, to: &state).nextChange, 2, accuracy: 1e-12)
        var group = AnimationSpec(.group([spec]))
        group.timing.duration = 10
        group.timing.beginTime = 100
        let outer = compiled(group)
        XCTAssertEqual(outer.apply(at: 100.1, to: &state).nextChange, 100.5, accuracy: 1e-9)
        XCTAssertEqual(outer.apply(at: 105, to: &state).nextChange, 110, accuracy: 1e-9)
        var late = basic("opacity", from: .number(0), to: .number(1))
        late.timing.beginTime = 4
        group.content = .group([late])
        XCTAssertEqual(compiled(group).phase(at: 101).nextChange, 104, accuracy: 1e-9)
        XCTAssertEqual(compiled(group).phase(at: 104.5).nextChange, 104.5)
    }

    func testAListTellsTheSoonest() {
        var first = basic("opacity", from: .number(0), to: .number(1)), second = first
        first.timing.beginTime = 5
        second.timing.beginTime = 3
        var state = LayerState()
        let list: ContiguousArray = [compiled(first), compiled(second)]
        XCTAssertEqual(LayerAnimations.apply(list, at: 0, to: &state).nextChange, 3)
        XCTAssertEqual(LayerAnimations.apply(list, at: 4.5, to: &state).ended, 1)
    }

    // MARK: Combination

    func testLaterAnimationsStandOnEarlierOnes() {
        let half = evaluated([basic("position", from: point(10, 10), to: point(10, 10)), basic("position", to: point(20, 30))], at: 0.5)
        XCTAssertEqual(half.values.position, CGPoint(x: 15, y: 20))
        let added = basic("position", from: point(1, 2), to: point(1, 2)) { $0.isAdditive = true }
        let fixed = basic("position", from: point(10, 10), to: point(10, 10))
        XCTAssertEqual(evaluated([fixed, added], at: 0).values.position, CGPoint(x: 11, y: 12))
        XCTAssertEqual(evaluated([added, fixed], at: 0).values.position, CGPoint(x: 10, y: 10))
    }

    func testPartsLeaveTheRestAlone() {
        let state = evaluated(
            [basic("position.x", from: .number(5), to: .number(5)), basic("bounds.size", by: .size(CGSize(width: 4, height: 2)))], at: 0.5
        ) {
            $0.values.position = CGPoint(x: 1, y: 2)
            $0.values.bounds = CGRect(x: 7, y: 8, width: 10, height: 10)
        }
        XCTAssertEqual(state.values.position, CGPoint(x: 5, y: 2))
        XCTAssertEqual(state.values.bounds, CGRect(x: 7, y: 8, width: 12, height: 11))
    }

    func testPartsOfTransforms() {
        let state = evaluated(
            [
                basic("transform.rotation.z", from: .number(0), to: .number(2 * Double.pi)),
                basic("transform.translation", to: .size(CGSize(width: 10, height: 20))), basic("transform.scale", to: .number(3)),
            ], at: 0.25)
        XCTAssertEqual(SubPath.rotationZ.get(state.values.transform).x, .pi / 2, accuracy: 1e-9, "turns are counted, not shortened")
        XCTAssertEqual(SubPath.scale.get(state.values.transform).x, 1.5, accuracy: 1e-9)
        XCTAssertEqual(state.values.transform.m42, 5)
        let sub = evaluated([basic("sublayerTransform.translation.z", to: .number(8))], at: 0.5)
        XCTAssertEqual(sub.extra.sublayerTransform.m43, 4)
    }

    func testValueFunctions() {
        let turn = basic("transform", from: .number(0), to: .number(4)) { $0.valueFunction = .rotateZ }
        XCTAssertEqual(evaluated([turn], at: 0.5).values.transform, CATransform3DMakeRotation(2, 0, 0, 1))
        let move = basic("transform", from: .numbers([0, 0, 0]), to: .numbers([2, 4, 6])) {
            $0.valueFunction = .translate; $0.isAdditive = true
        }
        let under = CATransform3DMakeScale(2, 2, 2)
        XCTAssertEqual(
            evaluated([move], at: 0.5) { $0.values.transform = under }.values.transform, CATransform3DMakeTranslation(1, 2, 3).concat(under)
        )
        var steps = keyframes("transform", [.number(0), .number(1), .number(5)])
        guard case .keyframe(var target, let content) = steps.content else { return XCTFail() }
        target.valueFunction = .scaleX
        steps.content = .keyframe(target, content)
        XCTAssertEqual(evaluated([steps], at: 0.75).values.transform, CATransform3DMakeScale(3, 1, 1))
    }

    func testCumulative() {
        var spec = basic("cornerRadius", from: .number(0), to: .number(10)) { $0.isCumulative = true }
        spec.timing.repeatCount = 3
        spec.timing.fillMode = .forwards
        XCTAssertEqual(evaluated([spec], at: 2.5).values.cornerRadius, 25)
        XCTAssertEqual(evaluated([spec], at: 9).values.cornerRadius, 30)
        spec.timing.autoreverses = true
        XCTAssertEqual(evaluated([spec], at: 2.5).values.cornerRadius, 5, "there and back ends where it began")
        var turn = basic("transform", from: .transform(CATransform3DIdentity), to: .transform(CATransform3DMakeTranslation(4, 0, 0))) {
            $0.isCumulative = true
        }
        turn.timing.repeatCount = 5
        XCTAssertEqual(evaluated([turn], at: 3.5).values.transform.m41, 14)
    }

    // MARK: Colours

    func testColours() {
        let state = evaluated([basic("backgroundColor", from: color(1, 0, 0), to: color(0, 0, 1, 0))], at: 0.25)
        XCTAssertEqual(state.values.backgroundColor, RGBA(0.75, 0, 0.25, 0.75))
        XCTAssertTrue(state.values.flags.isSuperset(of: [.hasBackgroundColor, .animatedBackgroundColor]))
        guard case .color(let shown)? = state.value(of: .backgroundColor) else { return XCTFail() }
        XCTAssertEqual(shown.rgba, RGBA(0.75, 0, 0.25, 0.75))
        let from = evaluated([basic("borderColor", to: color(1, 1, 1))], at: 0.5)
        XCTAssertEqual(from.values.borderColor, RGBA(0.5, 0.5, 0.5, 1))
        let stroke = evaluated([basic("strokeColor", from: color(1, 0, 0), to: color(0, 1, 0))], at: 0.5, layerClass: .shape)
        XCTAssertEqual(stroke.extra.strokeColor, RGBA(0.5, 0.5, 0, 1))
        XCTAssertTrue(stroke.extra.hasStrokeColor && stroke.extra.animatedStrokeColor)
    }

    func testNoColourAtOneEndShowsNothing() {
        let state = evaluated([basic("backgroundColor", to: color(1, 0, 0))], at: 0.5)
        XCTAssertFalse(state.values.flags.contains(.hasBackgroundColor))
        XCTAssertNil(state.value(of: .backgroundColor))
        let stroke = evaluated([basic("strokeColor", to: color(1, 0, 0))], at: 0.5, layerClass: .shape)
        XCTAssertFalse(stroke.extra.hasStrokeColor)
        let added = evaluated([basic("backgroundColor", from: color(1, 0, 0), to: color(1, 0, 0)) { $0.isAdditive = true }], at: 0.5)
        XCTAssertNil(added.value(of: .backgroundColor))
    }

    // MARK: Values that are not numbers

    func testYesOrNoNamesAndPictures() {
        let hide = basic("hidden", from: .bool(false), to: .number(1))
        XCTAssertFalse(evaluated([hide], at: 0).values.flags.contains(.hidden))
        XCTAssertTrue(evaluated([hide], at: 0.01).values.flags.contains(.hidden))
        let gravity = basic("contentsGravity", to: .string("center"))
        XCTAssertEqual(evaluated([gravity], at: 0.49).values.contentsGravity, .resize)
        XCTAssertEqual(evaluated([gravity], at: 0.5).values.contentsGravity, .center)
        let corners = basic("maskedCorners", from: .number(1), to: .number(8))
        XCTAssertEqual(evaluated([corners], at: 0.4).values.maskedCorners, 1)
        let a = PropertyValue.object(OpaqueObject("a")), b = PropertyValue.object(OpaqueObject("b"))
        let fading = evaluated([basic("contents", from: a, to: b)], at: 0.25)
        XCTAssertEqual(fading.value(of: .contents), a)
        XCTAssertEqual(fading.objects.contentsFade, ContentsFade(from: a, to: b, progress: 0.25))
        let frames = evaluated([keyframes("contents", [a, b]) { $0.mode = .discrete }], at: 0.75)
        XCTAssertEqual(frames.value(of: .contents), b)
        XCTAssertNil(frames.objects.contentsFade)
    }

    func testPathsAndLists() throws {
        let a = try XCTUnwrap(CGPath(svg: "M0,0 L10,0 C12,0 18,2 18,0 Z")), b = try XCTUnwrap(CGPath(svg: "M2,2 L20,0 C24,0 28,4 28,0 Z"))
        let middle = evaluated([basic("path", from: .path(a), to: .path(b))], at: 0.5, layerClass: .shape).objects.path
        XCTAssertEqual(middle, CGPath(svg: "M1,1 L15,0 C18,0 23,3 23,0 Z"))
        let other = try XCTUnwrap(CGPath(svg: "M0,0 L1,1"))
        // Something shows: the nearer one.
        let unlike = basic("path", from: .path(a), to: .path(other))
        XCTAssertEqual(evaluated([unlike], at: 0, layerClass: .shape).objects.path, a)
        XCTAssertEqual(evaluated([unlike], at: 0.25, layerClass: .shape).objects.path, a)
        XCTAssertEqual(evaluated([unlike], at: 0.5, layerClass: .shape).objects.path, other)
        XCTAssertEqual(evaluated([unlike], at: 1, layerClass: .shape).objects.path, other)
        let stops = basic("locations", from: .numbers([0, 0.5, 1]), to: .numbers([0, 0.7, 1]))
        XCTAssertEqual(evaluated([stops], at: 0.5, layerClass: .gradient).objects.locations, [0, 0.6, 1])
        let fewer = basic("locations", from: .numbers([0, 1]), to: .numbers([0, 0.7, 1]))
        XCTAssertEqual(evaluated([fewer], at: 0.25, layerClass: .gradient).objects.locations, [0, 1])
        let colors = basic("colors", from: .colors([.black, .black]), to: .colors([.white, .black]))
        XCTAssertEqual(
            evaluated([colors], at: 0.5, layerClass: .gradient).objects.colors?.map(\.rgba), [RGBA(0.5, 0.5, 0.5, 1), RGBA(0, 0, 0, 1)])
    }

    /// Measured on Apple's pictures: a handle turns the short way round while its length grows evenly, and its end goes straight.
    func testHandlesTurn() throws {
        func handle(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ f: Double) -> SIMD2<Double> { Interpolation.handle(a, b, f) }
        func assertEqual(_ a: SIMD2<Double>, _ b: SIMD2<Double>, line: UInt = #line) {
            XCTAssertEqual(a.x, b.x, accuracy: 1e-12, line: line)
            XCTAssertEqual(a.y, b.y, accuracy: 1e-12, line: line)
        }
        assertEqual(handle([4, 0], [0, 8], 0.5), SIMD2(6, 6) / 2.squareRoot())
        assertEqual(handle([0, 8], [4, 0], 0.5), SIMD2(6, 6) / 2.squareRoot())
        // Past both ends it goes on.
        assertEqual(handle([2, 0], [0, 2], 2), [-2, 0])
        assertEqual(handle([2, 0], [0, 2], -1), [0, -2])
        // Without a length it has no direction of its own; half round it goes one way and back.
        assertEqual(handle([0, 0], [3, 4], 0.5), [1.5, 2])
        assertEqual(handle([3, 4], [0, 0], 0.5), [1.5, 2])
        assertEqual(handle([0, 0], [0, 0], 0.5), [0, 0])
        assertEqual(handle([2, 0], [-2, 0], 0.5), [0, 2])
        assertEqual(handle([2, 0], [-2, 0], 1), [-2, 0])
        // After a close the next element begins where the subpath began.
        let a = try XCTUnwrap(CGPath(svg: "M1,1 L9,1 Z C5,1 1,5 1,9")), b = try XCTUnwrap(CGPath(svg: "M2,2 L9,1 Z C2,6 2,6 2,10"))
        let middle = Interpolation.path(a, b, 0.5), control = middle.points[middle.points.count - 3]
        assertEqual(SIMD2(control.x, control.y), SIMD2(1.5, 1.5) + SIMD2(4, 4) / 2.squareRoot())
    }

    func testKeysOfTheProgramsOwn() {
        let state = evaluated([basic("progress", from: .number(0), to: .number(10))], at: 0.3)
        XCTAssertEqual(state.objects.custom?["progress"], .number(3))
        let mixed = compiled(basic("progress", from: .number(0), to: .string("x")))
        XCTAssertNotNil(mixed.diagnostic)
    }

    // MARK: Groups and transitions

    func testGroups() {
        var long = basic("opacity", from: .number(0), to: .number(1), duration: 4)
        long.timing.fillMode = .both
        var group = AnimationSpec(.group([long, basic("cornerRadius", from: .number(0), to: .number(8), duration: 0)]))
        group.timing.duration = 2
        group.timing.beginTime = 10
        XCTAssertEqual(evaluated([group], at: 11).values.opacity, 0.25)
        XCTAssertEqual(evaluated([group], at: 11).values.cornerRadius, 4, "a child without a duration takes the group's")
        XCTAssertEqual(evaluated([group], at: 12.5).values.opacity, 1, "cut off with the group")
        XCTAssertEqual(evaluated([group], at: 9).values.opacity, 1)
        group.timingCurve = .easeIn
        XCTAssertEqual(Double(evaluated([group], at: 11).values.opacity), 0.5 * TimingCurve.easeIn.value(at: 0.5), accuracy: 1e-6)
        group.timingCurve = nil
        group.timing.speed = 2
        var outer = AnimationSpec(.group([group]))
        outer.timing.duration = 100
        XCTAssertEqual(evaluated([outer], at: 10.5).values.opacity, 0.25)
        outer.timing.duration = .infinity
        XCTAssertEqual(evaluated([outer], at: 10.5).values.opacity, 0.25)
    }

    func testTransitionProgress() {
        var crossing = AnimationSpec.Transition()
        crossing.startProgress = 0.2
        crossing.endProgress = 0.7
        var spec = AnimationSpec(.transition(crossing))
        spec.timing.duration = 2
        let animation = compiled(spec)
        XCTAssertEqual(animation.transitionProgress(at: 1) ?? -1, 0.45, accuracy: 1e-7)
        XCTAssertNil(animation.transitionProgress(at: 3))
        XCTAssertEqual(animation.phase(at: 1).nextChange, 1)
        XCTAssertNil(compiled(basic("opacity", to: .number(1))).transitionProgress(at: 0.5))
    }

    // MARK: Ends

    func testEndsAreExact() {
        let value = 0.1 + 0.2
        let filled = { (spec: AnimationSpec) -> AnimationSpec in
            var spec = spec
            spec.timing.fillMode = .both
            return spec
        }
        let ends = point(value, 1 / 3)
        XCTAssertEqual(
            evaluated([filled(basic("position", from: point(1e9, 7), to: ends))], at: 5).values.position, CGPoint(x: value, y: 1 / 3.0))
        XCTAssertEqual(
            evaluated([filled(keyframes("position", [point(1e9, 3), point(5, 5), ends]))], at: 5).values.position,
            CGPoint(x: value, y: 1 / 3.0))
        var spec = filled(basic("opacity", from: .number(0.25), to: .number(0.75)))
        spec.timingCurve = TimingCurve(0.5, -1, 0.5, 2)
        XCTAssertEqual(evaluated([spec], at: 5).values.opacity, 0.75)
        XCTAssertEqual(evaluated([spec], at: -5).values.opacity, 0.25)
    }

    func testPacedAlongPathsWithJumps() throws {
        let path = try XCTUnwrap(CGPath(svg: "M0,0 L10,0 M100,0 L100,30 Z"))
        let spec = keyframes("position", []) {
            $0.path = path; $0.mode = .paced
        }
        XCTAssertEqual(evaluated([spec], at: 10 / 70.0 / 2).values.position.x, 5, accuracy: 1e-9)
        XCTAssertEqual(evaluated([spec], at: 20 / 70.0).values.position.y, 10, accuracy: 1e-9)
        XCTAssertEqual(evaluated([spec], at: 55 / 70.0).values.position.y, 15, accuracy: 1e-9)
    }

    func testCubicPacedHasEvenSpeed() {
        let spec = keyframes("position", [point(0, 0), point(100, 0), point(100, 50), point(0, 80)]) { $0.mode = .cubicPaced }
        var last: CGPoint?
        var steps: [Double] = []
        for i in 0...200 {
            let p = evaluated([spec], at: Double(i) / 200).values.position
            if let last { steps.append(((p.x - last.x) * (p.x - last.x) + (p.y - last.y) * (p.y - last.y)).squareRoot()) }
            last = p
        }
        let mean = steps.reduce(0, +) / Double(steps.count)
        for step in steps { XCTAssertEqual(step, mean, accuracy: mean * 0.15) }
        XCTAssertEqual(last, CGPoint(x: 0, y: 80))
    }

    /// Only the part that animations read has to be reset before they are evaluated again.
    func testUnderlyingPartsOfSeveralAnimations() {
        var relative = AnimationSpec.Basic()
        relative.by = .number(10)
        let fade = basicSpec("opacity", .number(0), .number(1)), turn = basicSpec("transform.rotation.z", .number(0), .number(1))
        let move = AnimationSpec(.basic(.init(keyPath: "position.x"), relative))
        func part(_ specs: [AnimationSpec]) -> UnderlyingPart {
            UnderlyingPart(
                ContiguousArray(
                    specs.map {
                        RunningAnimation(compiled: CompiledAnimation(spec: $0, id: AnimationID(rawValue: 1), layerClass: .layer))
                    }))
        }
        XCTAssertEqual(part([]), .nothing)
        XCTAssertEqual(part([fade, fade]), .nothing)
        XCTAssertEqual(part([turn]), .transform)
        XCTAssertEqual(part([turn, fade, turn]), .transform)
        XCTAssertEqual(part([move]), .whole)
        XCTAssertEqual(part([turn, move]), .whole)
        XCTAssertEqual(part([move, turn]), .whole)
    }
}
