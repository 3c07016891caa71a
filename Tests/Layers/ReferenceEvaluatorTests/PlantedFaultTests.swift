import CoreGraphics
import RenderTree
import XCTest

/// The comparison itself on trial: engines with one rule broken must be found out, and the case reported must be small.
final class PlantedFaultTests: XCTestCase {
    /// The real engine with each animation, children too, changed before it sees them.
    private func engine(_ change: @escaping (inout AnimationSpec) -> Void) -> Engine {
        func changed(_ spec: AnimationSpec) -> AnimationSpec {
            var spec = spec
            if case .group(let children) = spec.content { spec.content = .group(children.map(changed)) }
            change(&spec)
            return spec
        }
        return { c in
            var other = c
            other.animations = c.animations.map(changed)
            return realEngine(other)
        }
    }

    /// Finds the fault among random trees of the area and gives back the smallest case.
    private func found(_ area: Area, _ engine: @escaping Engine, file: StaticString = #filePath, line: UInt = #line) -> AnimationCase? {
        var random = RandomSource(seed: 99)
        for _ in 0..<2000 {
            let c = RandomAnimations.make(area, seed: random.seed())
            var comparison = Comparison(engine: engine)
            if comparison.check(c) == nil { continue }
            return Shrinker.shrink(c) { candidate in
                var again = Comparison(engine: engine), honest = Comparison()
                // Still this fault, not some other.
                return again.check(candidate) != nil && honest.check(candidate) == nil
            }
        }
        XCTFail("the fault was not seen", file: file, line: line)
        return nil
    }

    private func size(_ animations: [AnimationSpec]) -> Int {
        animations.reduce(0) { sum, spec in
            if case .group(let children) = spec.content { return sum + 1 + size(children) }
            return sum + 1
        }
    }

    private func assertSmall(
        _ c: AnimationCase?, lines: Int = 3, mentions words: String..., file: StaticString = #filePath, line: UInt = #line
    ) {
        guard let c else { return }
        let text = c.description
        XCTAssertLessThanOrEqual(text.split(separator: "\n").count, lines, text, file: file, line: line)
        XCTAssertLessThanOrEqual(size(c.animations), lines - 2, text, file: file, line: line)
        XCTAssertEqual(c.times.count, 1, text, file: file, line: line)
        for word in words { XCTAssertTrue(text.contains(word), "“\(word)” is not in\n\(text)", file: file, line: line) }
    }

    func testAFillModeThatIsForgotten() {
        assertSmall(
            found(.time, engine { if $0.timing.fillMode == .forwards { $0.timing.fillMode = .removed } }), mentions: "fill forwards")
    }

    func testBackwardsTakenForForwards() {
        assertSmall(found(.time, engine { $0.timing.speed = abs($0.timing.speed) }), mentions: "speed -")
    }

    func testARepeatCountThatIsRounded() {
        assertSmall(found(.time, engine { if $0.timing.repeatCount.isFinite { $0.timing.repeatCount.round(.up) } }), mentions: "repeat ")
    }

    func testCumulativeIgnored() {
        assertSmall(
            found(
                .values,
                engine {
                    if case .basic(var target, let b) = $0.content { target.isCumulative = false; $0.content = .basic(target, b) }
                }), mentions: "cumulative")
    }

    func testByTakenForTo() {
        assertSmall(
            found(
                .values,
                engine {
                    if case .basic(let target, var b) = $0.content, b.from != nil, b.to == nil, b.by != nil {
                        b.to = b.by; b.by = nil
                        $0.content = .basic(target, b)
                    }
                }), mentions: "by ")
    }

    func testAnOrderTurnedRound() {
        let wrong: Engine = { c in
            var other = c
            other.animations.reverse()
            return realEngine(other)
        }
        assertSmall(found(.mixed, wrong), lines: 4)
    }

    func testTensionWithTheWrongSign() {
        assertSmall(
            found(
                .keyframes,
                engine {
                    if case .keyframe(let target, var k) = $0.content {
                        k.tension = k.tension?.map { -$0 }; $0.content = .keyframe(target, k)
                    }
                }), mentions: "cubic", "tension")
    }

    func testPacedTakenForLinear() {
        assertSmall(
            found(
                .keyframes,
                engine {
                    if case .keyframe(let target, var k) = $0.content, k.mode == .paced {
                        k.mode = .linear; k.timingCurves = nil; $0.content = .keyframe(target, k)
                    }
                }), mentions: "paced")
    }

    func testASpringWithoutItsVelocity() {
        assertSmall(
            found(
                .springs,
                engine {
                    if case .spring(let target, let b, var s) = $0.content { s.initialVelocity = 0; $0.content = .spring(target, b, s) }
                }), mentions: "velocity")
    }

    /// One unit in the last place of a Float time offset is seen where times are exact.
    func testASmallError() {
        let wrong: Engine = { c in
            let run = realEngine(c)
            return { time in run(time + 1e-7) }
        }
        assertSmall(found(.time, wrong))
    }
}
