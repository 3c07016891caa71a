import CoreGraphics
import TestSupport
import XCTest

@testable import RenderTree

/// What the past does to what shows: changes of the program, animations, and frames asked for in any order.
final class EmitterHistoryTests: XCTestCase {
    private func compiled(_ spec: AnimationSpec, _ id: UInt64 = 1) -> CompiledAnimation {
        CompiledAnimation(spec: spec, id: AnimationID(rawValue: id), layerClass: .emitter)
    }

    func testWhatLivesLivesOnWhenTheRateBecomesZero() {
        let cells = [EmitterMaking.cell(rate: 10, lifetime: 2) { $0.numbers.velocity = 1 }]
        let history = EmitterMaking.history(cells)
        let before = history.particles(at: 4.95)
        history.record(EmitterMaking.state(cells) { $0.numbers.birthRate = 0 }, [], at: 5)
        XCTAssertEqual(history.particles(at: 4.95), before, "the past is what it was")
        XCTAssertEqual(history.particles(at: 5).count, 19, "none is born at 5 any more")
        XCTAssertEqual(history.particles(at: 6.05).count, 9)
        XCTAssertTrue(history.frame(at: 6.05).isBusy)
        let after = history.frame(at: 7.01)
        XCTAssertEqual(after.instances.count, 0)
        XCTAssertFalse(after.isBusy)
        XCTAssertEqual(after.nextBirth, .infinity)
        history.record(EmitterMaking.state(cells), [], at: 100)
        XCTAssertEqual(history.epochs.count, 1 + 1, "what nothing is left of is forgotten")
        XCTAssertEqual(history.particles(at: 100.25).count, 3)
    }

    func testParticlesKeepWhatTheyWereBornWith() {
        let slow = [EmitterMaking.cell(rate: 10, lifetime: 2) { $0.numbers.velocity = 1 }]
        let fast = [EmitterMaking.cell(rate: 20, lifetime: 2) { $0.numbers.velocity = 100 }]
        let history = EmitterMaking.history(slow)
        let old = Set(history.particles(at: 3).map(\.x))
        history.record(EmitterMaking.state(fast), [], at: 3)
        let frame = history.frame(at: 3.5)
        var olds = 0
        for (p, age) in zip(frame.instances, frame.ages) {
            if age > 0.5 { olds += 1; XCTAssertEqual(p.x, age, accuracy: 1e-9) } else { XCTAssertEqual(p.x, age * 100, accuracy: 1e-9) }
        }
        XCTAssertEqual(olds, 14)
        XCTAssertEqual(frame.instances.count - olds, 11, "the first at once, since a whole number was reached")
        XCTAssertFalse(old.isEmpty)
    }

    func testCountsGoOnOverChangesOfRate() {
        // 0.7 of a particle is due when the rate changes; the rest is made up at the new rate.
        let history = EmitterMaking.history([EmitterMaking.cell(rate: 1, lifetime: 9)])
        history.record(EmitterMaking.state([EmitterMaking.cell(rate: 10, lifetime: 9)]), [], at: 2.7)
        XCTAssertEqual(history.particles(at: 2.729).count, 3)
        XCTAssertEqual(history.particles(at: 2.731).count, 4)
    }

    func testCellsThatComeLaterBeginThen() {
        let history = EmitterMaking.history([])
        history.record(EmitterMaking.state([EmitterMaking.cell(rate: 10, lifetime: 9)]), [], at: 5)
        XCTAssertEqual(history.particles(at: 5.45).count, 5)
        let atOnce = EmitterMaking.history([])
        atOnce.record(EmitterMaking.state([EmitterMaking.cell(rate: 10, lifetime: 9)]), [], at: 0)
        XCTAssertEqual(atOnce.particles(at: 5.45).count, 55, "two commits of one time are one")
    }

    // MARK: Animations

    func testAnAnimatedRateIsSummed() {
        let cells = [EmitterMaking.cell(rate: 10, lifetime: 100)]
        let history = EmitterHistory()
        history.record(EmitterMaking.state(cells), [compiled(basicSpec("birthRate", .number(0), .number(4), begin: 2, duration: 2))], at: 0)
        // 20 until 2, then 10 · ∫ 2t = 10 · t², then 10 a second again.
        XCTAssertEqual(Double(history.particles(at: 2).count), 20, accuracy: 1.5)
        XCTAssertEqual(Double(history.particles(at: 3).count), 30, accuracy: 1.5)
        XCTAssertEqual(Double(history.particles(at: 4).count), 60, accuracy: 1.5)
        XCTAssertEqual(Double(history.particles(at: 8).count), 100, accuracy: 2)
    }

    func testAnAnimatedPositionMovesBirthsAndNotParticles() {
        let history = EmitterHistory()
        let move = compiled(basicSpec("emitterPosition", .point(.zero), .point(CGPoint(x: 100, y: 0)), begin: 1, duration: 1))
        history.record(EmitterMaking.state([EmitterMaking.cell(rate: 50, lifetime: 10)]), [move], at: 0)
        let frame = history.frame(at: 3)
        for (p, age) in zip(frame.instances, frame.ages) {
            let birth = 3 - age
            if birth > 1.05, birth < 1.95 { XCTAssertEqual(p.x, (birth - 1) * 100, accuracy: 1e-6) }
            if birth < 0.95 || birth > 2.05 { XCTAssertEqual(p.x, 0) }
        }
        XCTAssertEqual(frame.instances.count, 151)
        // Gone from the layer, but not from what was born under it.
        history.record(EmitterMaking.state([EmitterMaking.cell(rate: 50, lifetime: 10)]) { $0.numbers.zPosition = 1 }, [], at: 3)
        XCTAssertEqual(history.particles(at: 3.5).prefix(100).map(\.x), frame.instances.prefix(100).map(\.x))
    }

    func testCellsAreAnimatedByTheirNames() {
        let history = EmitterHistory()
        let child = EmitterMaking.cell("b", rate: 10, lifetime: 100)
        let cells = [
            EmitterMaking.cell("a", rate: 1, lifetime: 100) {
                $0.contents = nil; $0.cells = [child]
            }
        ]
        let widen = compiled(basicSpec("emitterCells.a.emitterCells.b.scale", .number(1), .number(3), begin: 0, duration: 2))
        XCTAssertNil(widen.diagnostic)
        history.record(EmitterMaking.state(cells), [widen], at: 0)
        let frame = history.frame(at: 2)
        XCTAssertGreaterThan(frame.instances.count, 25)
        for (p, age) in zip(frame.instances, frame.ages) where age > 0.05 { XCTAssertEqual(p.c, 1 + (2 - age), accuracy: 1e-6) }
        XCTAssertNotNil(compiled(basicSpec("emitterCells.a.nothing", .number(1), .number(3))).diagnostic)
    }

    func testAFrameAloneIsTheFrameInSequence() {
        var random = SeededGenerator(seed: 11)
        func scene() -> EmitterHistory {
            let history = EmitterHistory()
            let child = EmitterMaking.cell("b", rate: 30, lifetime: 0.7) { $0.numbers.velocityRange = 9 }
            let cells = [
                EmitterMaking.cell("a", rate: 9, lifetime: 1.2) {
                    $0.cells = [child]; $0.numbers.lifetimeRange = 1; $0.numbers.velocity = 30; $0.numbers.emissionRange = 6
                },
                EmitterMaking.cell("c", rate: 200, lifetime: 0.5) { $0.numbers.alphaSpeed = -1 },
            ]
            history.record(EmitterMaking.state(cells), [], at: 0)
            let pulse = basicSpec("emitterCells.c.birthRate", .number(0), .number(400), begin: 1, duration: 0.4)
            var endless = pulse
            endless.timing.repeatCount = .infinity
            endless.timing.autoreverses = true
            let move = basicSpec("emitterPosition.x", .number(0), .number(50), begin: 1.2, duration: 1)
            history.record(EmitterMaking.state(cells) { $0.numbers.velocity = 2 }, [compiled(endless), compiled(move, 2)], at: 1)
            history.record(EmitterMaking.state(cells) { $0.numbers.birthRate = 0.5 }, [compiled(endless)], at: 2.5)
            return history
        }
        let walked = scene()
        var frames: [Double: [ParticleInstance]] = [:]
        for step in 0..<240 { frames[Double(step) / 60] = walked.particles(at: Double(step) / 60) }
        for (time, wanted) in frames.shuffled(using: &random).prefix(40) {
            XCTAssertEqual(scene().particles(at: time), wanted, "at \(time) alone")
            XCTAssertEqual(walked.particles(at: time), wanted, "at \(time) again, backwards and forwards")
        }
        XCTAssertGreaterThan(frames[3]?.count ?? 0, 20)
    }

    func testAnEndlessPulseIsSummedFromWhateverFrameComesFirst() {
        func scene() -> EmitterHistory {
            let history = EmitterHistory()
            var pulse = basicSpec("birthRate", .number(0), .number(3), begin: 0, duration: 0.3)
            pulse.timing.repeatCount = .infinity
            history.record(
                EmitterMaking.state([
                    EmitterMaking.cell(rate: 20, lifetime: 1) {
                        $0.numbers.emissionRange = 6; $0.numbers.velocity = 9
                    }
                ]), [compiled(pulse)], at: 0)
            return history
        }
        let walked = scene()
        for step in 0..<1200 { _ = walked.particles(at: Double(step) / 10) }
        for time in [119.9, 3.3, 77.7, 110, 0.4] { XCTAssertEqual(scene().particles(at: time), walked.particles(at: time), "at \(time)") }
        XCTAssertEqual(Double(walked.particles(at: 100).count), 30, accuracy: 4)
    }

    // MARK: In the tree

    func testTheTreeAsksForFramesWhileSomethingLives() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let emitter = scene.layer(.emitter, frame: CGRect(x: 0, y: 0, width: 100, height: 100), in: root) {
            $0.objects.emitterCells = [EmitterMaking.cell(rate: 10, lifetime: 1) { $0.timing.beginTime = 3 }]
            $0.extra.emitter.numbers.position = CGPoint(x: 50, y: 50)
        }
        scene.root(root)
        let tree = RenderTree(viewport: Viewport(width: 100, height: 100))
        tree.apply(scene.commit())
        XCTAssertEqual(tree.update(at: 0).nextFrameTime, 3, "nothing before the first birth")
        XCTAssertEqual(tree.update(at: 1).damage, [])
        XCTAssertEqual(tree.update(at: 3.01).nextFrameTime, 3.01)
        XCTAssertEqual(tree.update(at: 3.2).damage.isEmpty, false)
        XCTAssertEqual(tree.list.payloads.count, 1)
        scene.change(emitter) { $0.extra.emitter.numbers.birthRate = 0 }
        tree.apply(scene.commit(at: 4))
        XCTAssertEqual(tree.update(at: 4.5).nextFrameTime, 4.5)
        XCTAssertFalse(tree.update(at: 5.01).damage.isEmpty, "the last ones go")
        XCTAssertEqual(tree.update(at: 5.02).nextFrameTime, .infinity)
        XCTAssertEqual(tree.update(at: 9).damage, [])
    }

    func testAStoppedClockStandsStill() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let emitter = scene.layer(.emitter, frame: CGRect(x: 0, y: 0, width: 100, height: 100), in: root) {
            $0.objects.emitterCells = [EmitterMaking.cell(rate: 10, lifetime: 1) { $0.numbers.velocity = 20 }]
            $0.extra.emitter.numbers.position = CGPoint(x: 50, y: 50)
        }
        scene.root(root)
        let tree = RenderTree(viewport: Viewport(width: 100, height: 100))
        tree.apply(scene.commit())
        _ = tree.update(at: 5)
        scene.change(emitter) {
            $0.extra.timing.speed = 0; $0.extra.timing.timeOffset = 5
        }
        tree.apply(scene.commit(at: 5))
        XCTAssertEqual(tree.update(at: 5).nextFrameTime, .infinity)
        XCTAssertEqual(tree.update(at: 50).damage, [])
        guard case .particles(let draw)? = tree.list.payloads.first else { return XCTFail("no particles") }
        XCTAssertEqual(draw.instances.count, 10)
        // And begins anew when its clock is set to now.
        scene.change(emitter) {
            $0.extra.timing.speed = 1; $0.extra.timing.timeOffset = 0; $0.extra.timing.beginTime = 60
        }
        tree.apply(scene.commit(at: 60))
        _ = tree.update(at: 60.05)
        guard case .particles(let fresh)? = tree.list.payloads.first else { return XCTFail("no particles") }
        XCTAssertEqual(fresh.instances.count, 1)
    }

    func testSteadyFramesAllocateNothing() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        _ = scene.layer(.emitter, frame: CGRect(x: 0, y: 0, width: 400, height: 400), in: root) {
            $0.objects.emitterCells = [
                EmitterMaking.cell(rate: 500, lifetime: 1) {
                    $0.numbers.velocity = 20; $0.numbers.emissionRange = 6; $0.numbers.spin = 1
                }
            ]
            $0.extra.emitter.numbers.position = CGPoint(x: 200, y: 200)
        }
        scene.root(root)
        let tree = RenderTree(viewport: Viewport(width: 400, height: 400))
        tree.apply(scene.commit())
        for step in 0..<200 { _ = tree.update(at: 2 + Double(step) / 60) }
        var rebuilt = 0
        let allocated = AllocationWatch.objects {
            for step in 200..<260 { if tree.update(at: 2 + Double(step) / 60).isRebuilt { rebuilt += 1 } }
        }
        XCTAssertEqual(rebuilt, 0, "frames are patches")
        // A frame answers with arrays of its own; particles cost none.
        if let allocated { XCTAssertLessThan(allocated, 60 * 20, "of 500 particles in each of 60 frames") }
    }

    /// Nothing was shown between two changes at the same time: the first leaves no trace.
    func testOfChangesAtTheSameTimeTheLastCounts() {
        func state(_ rate: Double, _ x: Double) -> LayerState {
            EmitterMaking.state([EmitterMaking.cell(rate: rate, lifetime: 5)]) { $0.numbers.position.x = x }
        }
        let once = EmitterHistory(), twice = EmitterHistory()
        for history in [once, twice] { history.record(state(10, 0), [], at: 0) }
        twice.record(state(1000, 50), [], at: 1)
        for history in [once, twice] { history.record(state(3, 20), [], at: 1) }
        XCTAssertEqual(twice.epochs.count, once.epochs.count)
        for time in [1.0, 1.5, 3] { XCTAssertEqual(twice.particles(at: time), once.particles(at: time), "\(time)") }
    }

    /// When time runs backwards, particles that have died come back: the tree asks for the frames in which they do.
    func testAnEmitterThatRunsBackwardsIsNotForgotten() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let emitter = scene.layer(.emitter, frame: CGRect(x: 0, y: 0, width: 100, height: 100), in: root) {
            $0.objects.emitterCells = [EmitterMaking.cell(rate: 10, lifetime: 1)]
            $0.extra.emitter.numbers.position = CGPoint(x: 50, y: 50)
        }
        scene.root(root)
        let tree = RenderTree(viewport: Viewport(width: 100, height: 100))
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        scene.change(emitter) { $0.extra.emitter.numbers.birthRate = 0 }
        tree.apply(scene.commit(at: 2))
        XCTAssertEqual(tree.update(at: 4).nextFrameTime, .infinity)
        scene.change(emitter) {
            $0.extra.timing.speed = -1
            $0.extra.timing.timeOffset = 8
        }
        tree.apply(scene.commit(at: 4))
        XCTAssertEqual(tree.update(at: 4).nextFrameTime, 4, "the layer's time is 4 and falls")
    }
}
