import Agate
import Synchronization
import XCTest

final class AnimationOutcomeTests: XCTestCase {
    private func start(_ stage: Stage, _ notes: Notes<AnimationOutcome>, to x: CGFloat = 200, _ motion: Motion = .linear(1))
        -> AnimationHandle
    {
        var handle: AnimationHandle!
        stage.perform { handle = stage.layer.animate(\.position.x, to: x, motion).whenEnded { notes.list.append($0) } }
        return handle
    }

    func testFinished() {
        let stage = Stage(), notes = Notes<AnimationOutcome>()
        let handle = start(stage, notes)
        XCTAssertTrue(handle.isRunning)
        stage.advance(by: 0.25)
        XCTAssertEqual(handle.fraction, 0.25, accuracy: 1e-9)
        XCTAssertNil(handle.outcome)
        stage.advance(by: 1)
        XCTAssertEqual(notes.list, [.finished])
        XCTAssertEqual(handle.outcome, .finished)
        XCTAssertEqual(handle.fraction, 1)
    }

    func testInterrupted() {
        let stage = Stage(), notes = Notes<AnimationOutcome>()
        _ = start(stage, notes)
        stage.advance(by: 0.5)
        let second = start(stage, notes, to: 50)
        XCTAssertEqual(notes.list, [.interrupted])
        // By one that has not even been committed.
        stage.perform {
            stage.layer.animate(\.position.x, to: 10, .linear(1)).whenEnded { notes.list.append($0) }
            stage.layer.animate(\.position, to: .zero, .linear(1)).whenEnded { notes.list.append($0) }
        }
        XCTAssertEqual(notes.list, [.interrupted, .interrupted, .interrupted])
        XCTAssertEqual(second.outcome, .interrupted)
        // Implicitly.
        stage.perform { stage.layer.position = CGPoint(x: 20, y: 20) }
        XCTAssertEqual(notes.list.count, 4)
        XCTAssertEqual(notes.list.last, .interrupted)
    }

    func testRemovedCancelledFinishedEarly() {
        let stage = Stage(), notes = Notes<AnimationOutcome>()
        _ = start(stage, notes)
        stage.perform { stage.layer.removeAllAnimations() }
        XCTAssertEqual(notes.list, [.removed])

        let second = start(stage, notes, to: 100)
        stage.advance(by: 0.5)
        stage.perform { second.cancel() }
        XCTAssertEqual(notes.list, [.removed, .removed])
        XCTAssertEqual(stage.layer.position.x, 150, accuracy: 1e-9, "it stays where it was stopped")
        XCTAssertNil(stage.layer.animationKeys())

        let third = start(stage, notes, to: 300)
        stage.advance(by: 0.5)
        stage.perform { third.finish() }
        XCTAssertEqual(notes.list, [.removed, .removed, .finished])
        XCTAssertEqual(stage.shown { $0.position.x }, 300)
        // Too late for both.
        stage.perform {
            third.cancel(); third.finish()
        }
        XCTAssertEqual(stage.layer.position.x, 300)
    }

    func testLayerLeavesOrWasNeverThere() {
        let stage = Stage(), notes = Notes<AnimationOutcome>()
        _ = start(stage, notes)
        stage.perform { stage.layer.removeFromSuperlayer() }
        XCTAssertEqual(notes.list, [.layerNotShown])
        let handle = start(stage, notes, to: 7)
        XCTAssertEqual(notes.list, [.layerNotShown, .layerNotShown])
        XCTAssertEqual(handle.outcome, .layerNotShown)
        XCTAssertEqual(stage.layer.position.x, 7)
    }

    func testComesInWithItsLayer() {
        let stage = Stage(), notes = Notes<AnimationOutcome>()
        let new = CALayer()
        stage.perform {
            stage.host!.layer.addSublayer(new)
            new.opacity = 0
            new.animate(\.opacity, to: 1, .linear(1)).whenEnded { notes.list.append($0) }
        }
        stage.advance(by: 0.5)
        XCTAssertEqual(new.presentation()?.opacity ?? 0, 0.5, accuracy: 1e-6)
        stage.advance(by: 1)
        XCTAssertEqual(notes.list, [.finished])
    }

    func testHostGoes() {
        let stage = Stage(), notes = Notes<AnimationOutcome>()
        let handle = start(stage, notes)
        stage.host!.keepsAnimations = false
        stage.endHost()
        // Not inside the call that made it go, but from the run loop.
        XCTAssertEqual(notes.list, [])
        spinMainLoop()
        XCTAssertEqual(handle.outcome, .layerNotShown)
        XCTAssertEqual(notes.list, [.layerNotShown])
    }

    /// Animations that outlive their host end with their layer, for whoever waits elsewhere too.
    @MainActor
    func testLayerGoes() async {
        var stage: Stage? = Stage()
        let handle = stage!.layer.animate(\.position.x, to: 200, .linear(1))
        stage!.perform {}
        stage!.endHost()
        XCTAssertNil(handle.outcome)
        stage = nil
        guard handle.outcome != nil else { return XCTFail("nobody would ever hear of the end") }
        let end = await handle.finished()
        XCTAssertEqual(end, .layerNotShown)
    }

    func testNothingToRun() {
        let stage = Stage(), notes = Notes<AnimationOutcome>()
        stage.perform {
            stage.layer.animate(\.position.x, to: 200, .linear(0)).whenEnded { notes.list.append($0) }
            XCTAssertEqual(notes.list, [], "never inside the call")
            stage.layer.animate(\.opacity, to: 1, .linear(1)).whenEnded { notes.list.append($0) }
        }
        XCTAssertEqual(notes.list, [.finished, .finished])
        XCTAssertEqual(stage.shown { $0.position.x }, 200)
        XCTAssertNil(stage.layer.animationKeys())
        // A duration of zero ends what ran.
        stage.perform { stage.layer.animate(\.position.x, to: 300, .linear(1)).whenEnded { notes.list.append($0) } }
        stage.advance(by: 0.5)
        stage.perform { stage.layer.animate(\.position.x, to: 20, .spring(duration: 0)) }
        XCTAssertEqual(notes.list.last, .interrupted)
        XCTAssertEqual(stage.shown { $0.position.x }, 20)
    }

    func testRefused() {
        let stage = Stage(), notes = Notes<AnimationOutcome>()
        let found = diagnostics {
            stage.perform {
                stage.layer.animate(\.position, to: CGPoint(x: CGFloat.nan, y: 0), .linear(1)).whenEnded { notes.list.append($0) }
                stage.layer.animate(\.position, to: .zero, .linear(1), velocity: CGPoint(x: 0, y: CGFloat.infinity)).whenEnded {
                    notes.list.append($0)
                }
                stage.layer.animate(\.opacity, .keyframes([Keyframe(.nan, at: 0.5), Keyframe(1, at: 1)], duration: 1)).whenEnded {
                    notes.list.append($0)
                }
            }
        }
        XCTAssertEqual(found.map(\.identifier), Array(repeating: "layer.refused-value", count: 3))
        XCTAssertEqual(found.map(\.key), ["position", "position", "opacity"])
        XCTAssertEqual(notes.list, [.refused, .refused, .refused])
        XCTAssertEqual(stage.layer.position, CGPoint(x: 100, y: 100))
    }

    func testTimesThatNobodyCanKeep() {
        let stage = Stage()
        let found = diagnostics {
            stage.perform {
                stage.layer.animate(\.position.x, to: 1, .linear(.nan))
                stage.layer.animate(\.position.x, to: 2, .linear(-1))
                stage.layer.animate(\.position.x, to: 3, .linear(1).delay(.infinity))
                stage.layer.animate(\.position.x, to: 4, .linear(1).speed(0))
                stage.layer.animate(\.position.x, to: 5, .spring(mass: 0, stiffness: 1, damping: 1))
                stage.layer.animate(\.position.x, .keyframes([Keyframe(1, at: 0.5), Keyframe(6, at: 0.2)], duration: 1))
            }
        }
        XCTAssertEqual(found.map(\.identifier), Array(repeating: "animation.refused-timing", count: 6))
        XCTAssertEqual(stage.shown { $0.position.x }, 6)
    }

    func testOneEndForMany() {
        let stage = Stage(), notes = Notes<AnimationOutcome>()
        let other = CALayer()
        stage.perform { stage.host!.layer.addSublayer(other) }
        var handle: AnimationHandle!
        stage.perform {
            handle = Agate.animate(.linear(1)) {
                $0.set(stage.layer, \.position, CGPoint(x: 200, y: 200))
                $0.set(stage.layer, \.opacity, 0.5, .linear(2))
                $0.set(other, \.cornerRadius, 8)
            }
            handle.whenEnded { notes.list.append($0) }
        }
        stage.advance(by: 1.5)
        XCTAssertEqual(notes.list, [])
        stage.advance(by: 1)
        XCTAssertEqual(notes.list, [.finished])
        stage.perform {
            Agate.animate(.linear(1)) {
                $0.set(stage.layer, \.position, .zero); $0.set(other, \.opacity, 0)
            }.whenEnded { notes.list.append($0) }
            other.removeFromSuperlayer()
        }
        stage.advance(by: 2)
        XCTAssertEqual(notes.list, [.finished, .layerNotShown])
        // Nothing set: over at once.
        stage.perform { Agate.animate(.linear(1)) { _ in }.whenEnded { notes.list.append($0) } }
        XCTAssertEqual(notes.list.last, .finished)
    }

    func testReentrantFromItsEnd() {
        let stage = Stage(), notes = Notes<Double>()
        func go(_ left: Int) {
            stage.layer.animate(\.position.x, to: left % 2 == 0 ? 200 : 100, .linear(0.5)).whenEnded { outcome in
                XCTAssertEqual(outcome, .finished)
                notes.list.append(stage.now)
                if left > 0 { go(left - 1) }
            }
        }
        stage.perform { go(4) }
        stage.advance(by: 10)
        assertNear(notes.list, [10.5, 11, 11.5, 12, 12.5], 1e-6)
    }

    @MainActor
    func testAwaiting() async {
        let stage = Stage()
        var handle: AnimationHandle!
        stage.perform { handle = stage.layer.animate(\.position.x, to: 200, .linear(1)) }
        let completion = handle.completion
        let elsewhere = Task.detached { await completion.value }
        let here = Task { @MainActor in await completion.value }
        await Task.yield()
        stage.advance(by: 2)
        let ends = await (elsewhere.value, here.value, handle.finished())
        XCTAssertEqual(ends.0, .finished)
        XCTAssertEqual(ends.1, .finished)
        XCTAssertEqual(ends.2, .finished)
    }

    @MainActor
    func testCancellingTheTaskStopsOnlyWhenAsked() async {
        for stops in [false, true] {
            let stage = Stage()
            let box = Notes<AnimationHandle>()
            stage.perform { box.list = [stage.layer.animate(\.position.x, to: 200, .linear(1))] }
            stage.advance(by: 0.5)
            let started = Notes<Bool>()
            let task = Task { @MainActor in
                started.list.append(true)
                // Waits in its host's name: what stops it is called from there.
                return await box.list[0].finished(stoppingIfCancelled: stops)
            }
            while started.list.isEmpty { await Task.yield() }
            task.cancel()
            for _ in 0..<100 { await Task.yield() }
            spinMainLoop()
            stage.perform {}
            if stops {
                XCTAssertEqual(box.list[0].outcome, .removed)
                XCTAssertEqual(stage.layer.position.x, 150, accuracy: 1e-9)
            } else {
                XCTAssertNil(box.list[0].outcome)
                stage.advance(by: 1)
            }
            let end = await task.value
            XCTAssertEqual(end, stops ? .removed : .finished)
        }
    }
}
