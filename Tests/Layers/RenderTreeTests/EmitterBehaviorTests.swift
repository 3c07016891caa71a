import CoreGraphics
import TestSupport
import XCTest

@testable import RenderTree

/// What behaviours do to particles: forces in steps that depend on no frame, and looks over a life.
final class EmitterBehaviorTests: XCTestCase {
    private func behavior(_ type: EmitterBehaviorType, _ name: String? = nil, _ change: (inout EmitterBehaviorSpec) -> Void = { _ in })
        -> EmitterBehaviorSpec
    {
        var spec = EmitterBehaviorSpec(type: type)
        spec.name = name
        change(&spec)
        return spec
    }

    private func state(_ cells: [EmitterCellSpec], _ behaviors: [EmitterBehaviorSpec]) -> LayerState {
        var state = EmitterMaking.state(cells)
        state.objects.emitterBehaviors = behaviors
        return state
    }

    private func history(_ cells: [EmitterCellSpec], _ behaviors: [EmitterBehaviorSpec]) -> EmitterHistory {
        let history = EmitterHistory()
        history.record(state(cells, behaviors), [], at: 0)
        return history
    }

    /// A particle for each second, at rest unless the cell says otherwise.
    private func slow(_ change: (inout EmitterCellSpec) -> Void = { _ in }) -> EmitterCellSpec {
        EmitterMaking.cell(rate: 1, lifetime: 100, change)
    }

    private func each(_ history: EmitterHistory, at time: Double, _ body: (ParticleInstance, Double) -> Void) {
        let frame = history.frame(at: time)
        XCTAssertFalse(frame.instances.isEmpty)
        for (particle, age) in zip(frame.instances, frame.ages) { body(particle, age) }
    }

    // MARK: Forces

    func testDragIsAnExponential() {
        let moving = slow { $0.numbers.velocity = 100 }
        each(history([moving], [behavior(.drag) { $0.numbers.drag = 2 }]), at: 5.3) { p, age in
            XCTAssertEqual(p.x, 100 / 2 * (1 - exp(-2 * age)), accuracy: 0.01, "at an age of \(age)")
        }
    }

    func testGravityInStepsIsTheFormula() {
        let falling = slow {
            $0.numbers.velocity = 30
            $0.numbers.yAcceleration = 50
            $0.timing.speed = 1.5
        }
        let plain = EmitterMaking.history([falling]).particles(at: 7.21)
        // A force of nothing, so that particles go in steps.
        let stepped = history([falling], [behavior(.wave)]).particles(at: 7.21)
        XCTAssertEqual(plain.count, stepped.count)
        for (a, b) in zip(plain, stepped) {
            XCTAssertEqual(a.x, b.x, accuracy: 1e-7)
            XCTAssertEqual(a.y, b.y, accuracy: 1e-7)
        }
    }

    func testAWaveBeginsAtNothingAndSwings() {
        XCTAssertEqual([0, 0.25, 0.5, 0.75, 1].map { BehaviorSample.wave($0) }, [0, 1, 0, -1, 0])
        XCTAssertEqual(BehaviorSample.wave(0.125), 0.75, "a quadratic step on a triangle")
        // Over whole periods of the layer's time a force that swings leaves the velocity as it was.
        let history = history(
            [EmitterMaking.cell(rate: 1, lifetime: 100)],
            [
                behavior(.wave) {
                    $0.setForce(0, 40, 0)
                    $0.numbers.frequency = 1
                }
            ])
        each(history, at: 6) { p, age in
            XCTAssertEqual(p.x, 0)
            if age > 0.5 {
                XCTAssertGreaterThan(p.y, 0)
                XCTAssertLessThan(p.y, 45)
            }
        }
    }

    func testAnAttractorIsASpring() {
        let at = behavior(.attractor) {
            $0.numbers.stiffness = 16
            $0.numbers.position = CGPoint(x: 50, y: 0)
        }
        each(history([slow()], [at]), at: 9.4) { p, age in
            XCTAssertEqual(p.x, 50 - 50 * cos(4 * age), accuracy: 0.4, "at an age of \(age)")
            XCTAssertEqual(p.y, 0)
        }
        // Twice the mass, half the stiffness.
        each(history([slow { $0.numbers.mass = 4 }], [at]), at: 5.1) { p, age in XCTAssertEqual(p.x, 50 - 50 * cos(2 * age), accuracy: 0.3)
        }
    }

    func testRadiusAndFalloffOfAttractors() {
        func force(_ x: Double, _ change: (inout EmitterBehaviorSpec) -> Void) -> SIMD3<Double> {
            let made = BehaviorSamples([
                behavior(.attractor) {
                    $0.numbers.stiffness = 10
                    $0.numbers.radius = 20
                    change(&$0)
                }
            ])
            return made.list[0].force(at: SIMD3(x, 0, 0), time: 0, mass: 1)
        }
        XCTAssertEqual(force(15) { _ in }, .zero, "no effect inside")
        XCTAssertEqual(force(25) { _ in }.x, -50)
        XCTAssertEqual(force(60) { $0.numbers.falloff = 5 }.x, -50, "the spring grows over the falloff")
        XCTAssertEqual(force(15) { $0.numbers.falloff = -10 }.x, 50, "turned over: away, inside")
        XCTAssertEqual(force(2) { $0.numbers.falloff = -10 }.x, 100)
        XCTAssertEqual(force(25) { $0.numbers.falloff = -10 }, .zero)
        XCTAssertEqual(force(40) { $0.numbers.falloffDistance = 80 }.x, -100)
        XCTAssertEqual(force(0) { _ in }, .zero, "in the middle there is no way out")
    }

    func testShapesOfAttractors() {
        func force(_ kind: AttractorType, _ change: (inout EmitterBehaviorSpec) -> Void = { _ in }) -> SIMD3<Double> {
            let made = BehaviorSamples([
                behavior(.attractor) {
                    $0.numbers.stiffness = 1
                    $0.attractorType = kind
                    change(&$0)
                }
            ])
            return made.list[0].force(at: SIMD3(3, 4, 12), time: 0, mass: 1)
        }
        XCTAssertEqual(force(.radial), SIMD3(-3, -4, -12))
        XCTAssertEqual(force(.axial), SIMD3(-3, -4, 0), "to the z axis")
        XCTAssertEqual(force(.planar), SIMD3(0, 0, -12), "to the layer's plane")
        let along = force(.axial) { $0.numbers.orientationLatitude = .pi / 2 }
        XCTAssertEqual(along.x, 0, accuracy: 1e-12)
        XCTAssertEqual(along.y, -4, accuracy: 1e-12)
        let simple = BehaviorSamples([behavior(.simpleAttractor) { $0.numbers.stiffness = 1 }]).list[0]
        XCTAssertEqual(simple.force(at: SIMD3(3, 4, 12), time: 0, mass: 1), SIMD3(-3, -4, 0), "in the plane alone")
    }

    func testAStiffSpringStaysFinite() {
        let at = behavior(.attractor) {
            $0.numbers.stiffness = 1e9
            $0.numbers.position = CGPoint(x: 50, y: 0)
        }
        each(history([slow()], [at, behavior(.drag) { $0.numbers.drag = 1e9 }]), at: 20.1) { p, _ in XCTAssertLessThan(abs(p.x), 1000) }
        each(history([slow()], [at]), at: 20.1) { p, _ in XCTAssertLessThan(abs(p.x - 50), 200) }
    }

    func testGravityThatChangesActsOnWhatLives() {
        let cells = [slow { $0.name = "a" }]
        let drop = CompiledAnimation(
            spec: basicSpec("emitterCells.a.yAcceleration", .number(100), .number(100), begin: 5, duration: 100),
            id: AnimationID(rawValue: 1), layerClass: .emitter)
        let history = EmitterHistory()
        history.record(EmitterMaking.state(cells), [drop], at: 0)
        each(history, at: 7) { p, age in XCTAssertEqual(p.y, 50 * min(age, 2) * min(age, 2), accuracy: 1.6, "born \(age) s ago") }
        // And when the program says so.
        let other = EmitterHistory()
        other.record(EmitterMaking.state(cells), [], at: 0)
        XCTAssertEqual(Set(other.particles(at: 4.9).map(\.y)), [0])
        other.record(
            EmitterMaking.state([
                slow {
                    $0.name = "a"
                    $0.numbers.yAcceleration = 100
                }
            ]), [], at: 5)
        XCTAssertEqual(Set(other.particles(at: 4.9).map(\.y)), [0], "the past is what it was")
        each(other, at: 7) { p, age in XCTAssertEqual(p.y, 50 * min(age, 2) * min(age, 2), accuracy: 1e-6) }
    }

    // MARK: Frames

    private func busyScene() -> EmitterHistory {
        let child = EmitterMaking.cell("b", rate: 20, lifetime: 0.6) {
            $0.numbers.velocityRange = 9
            $0.numbers.emissionRange = 6
        }
        let cells = [
            EmitterMaking.cell("a", rate: 12, lifetime: 1.6) {
                $0.cells = [child]
                $0.numbers.lifetimeRange = 1
                $0.numbers.velocity = 90
                $0.numbers.emissionRange = 6
                $0.numbers.massRange = 1
                $0.particleType = .plane
                $0.numbers.orientationRange = 3
                $0.numbers.spin = 4
            },
            EmitterMaking.cell("c", rate: 60, lifetime: 0.5) {
                $0.contents = .image(EmitterMaking.dot)
                $0.numbers.yAcceleration = 99
            },
        ]
        let behaviors = [
            behavior(.attractor, "pull") {
                $0.numbers.stiffness = 30
                $0.numbers.radius = 5
                $0.numbers.position = CGPoint(x: 20, y: -9)
                $0.numbers.zPosition = 3
            },
            behavior(.drag, "drag") { $0.numbers.drag = 1 },
            behavior(.wave, "wave") {
                $0.setForce(100, 20, 0)
                $0.numbers.frequency = 3
            },
            behavior(.alignToMotion, "align"),
            behavior(.valueOverLife, "grow") {
                $0.keyPath = "scale"
                $0.values = [1, 3, 0]
            },
            behavior(.valueOverLife, "drift") {
                $0.keyPath = "velocity.y"
                $0.values = [0, 30]
                $0.isAdditive = true
            },
        ]
        func animated(_ path: String, _ from: Double, _ to: Double, begin: Double, _ id: UInt64) -> CompiledAnimation {
            CompiledAnimation(
                spec: basicSpec(path, .number(from), .number(to), begin: begin, duration: 0.7), id: AnimationID(rawValue: id),
                layerClass: .emitter)
        }
        let history = EmitterHistory()
        history.record(state(cells, behaviors), [], at: 0)
        let one = animated("emitterBehaviors.pull.stiffness", 80, 5, begin: 1, 1)
        let two = animated("emitterCells.c.birthRate", 0, 200, begin: 1.2, 2)
        history.record(state(cells, behaviors), [one, two], at: 1)
        history.record(state(cells, Array(behaviors.dropFirst())), [two], at: 2.5)
        return history
    }

    func testAFrameAloneIsTheFrameInSequence() {
        var random = SeededGenerator(seed: 5)
        let walked = busyScene()
        var frames: [Double: [ParticleInstance]] = [:]
        for step in 0..<220 { frames[Double(step) / 60] = walked.particles(at: Double(step) / 60) }
        for (time, wanted) in frames.shuffled(using: &random).prefix(40) {
            XCTAssertEqual(busyScene().particles(at: time), wanted, "at \(time) alone")
            XCTAssertEqual(walked.particles(at: time), wanted, "at \(time) again, backwards and forwards")
        }
        XCTAssertGreaterThan(frames[3]?.count ?? 0, 100)
    }

    func testWhatIsRecordedBetweenFramesCountsFromThen() {
        let cells = [slow()]
        func pull(_ x: CGFloat) -> [EmitterBehaviorSpec] {
            [
                behavior(.simpleAttractor, "f") {
                    $0.numbers.stiffness = 9
                    $0.numbers.position = CGPoint(x: x, y: 0)
                }
            ]
        }
        func play(looking: Bool) -> [ParticleInstance] {
            let history = EmitterHistory()
            history.record(state(cells, pull(10)), [], at: 0)
            for step in 1...40 {
                let time = 3 + Double(step) / 33
                if looking { _ = history.particles(at: time) }
                history.record(state(cells, pull(CGFloat(step % 7) * 10)), [], at: time)
            }
            return history.particles(at: 5)
        }
        XCTAssertEqual(play(looking: true), play(looking: false), "a finger that moves, with frames between and without")
    }

    func testSteadyFramesAllocateNothing() {
        let history = history(
            [
                EmitterMaking.cell(rate: 500, lifetime: 1) {
                    $0.numbers.velocity = 20
                    $0.numbers.emissionRange = 6
                }
            ],
            [behavior(.attractor) { $0.numbers.stiffness = 3 }, behavior(.drag) { $0.numbers.drag = 1 }])
        var frame = ParticleFrame()
        func run(_ step: Int) {
            var run = ParticleRun(history, at: 2 + Double(step) / 60)
            run.run(into: &frame)
        }
        for step in 0..<300 { run(step) }
        let allocated = AllocationWatch.objects { for step in 300..<360 { run(step) } }
        if let allocated { XCTAssertLessThan(allocated, 60 * 8, "of 500 particles in each of 60 frames") }
        XCTAssertEqual(frame.instances.count, 500)
    }

    func testForcesFollowFewerParticles() {
        let history = history([EmitterMaking.cell(rate: 100_000, lifetime: 1)], [behavior(.drag) { $0.numbers.drag = 1 }])
        XCTAssertEqual(history.frame(at: 2).instances.count, ParticleRun.limitOfForces)
        XCTAssertLessThan(history.frame(at: 2).ages.max() ?? 1, 0.21, "the youngest")
    }

    func testAnOldParticleGoesOnStraight() {
        let old = EmitterMaking.cell(rate: 0.01, lifetime: 1e6) { $0.numbers.velocity = 1 }
        let history = history(
            [old],
            [
                behavior(.wave) {
                    $0.setForce(0, 1, 0)
                    $0.numbers.frequency = 0.1
                }
            ])
        let seconds = Double(ParticleMotion.limit) / ParticleMotion.pace
        let a = history.particles(at: seconds + 10)[0]
        let b = history.particles(at: seconds + 20)[0]
        let c = history.particles(at: seconds + 30)[0]
        XCTAssertEqual(b.y - a.y, c.y - b.y, accuracy: 1e-9)
        XCTAssertTrue(history.frame(at: 1e8).instances.allSatisfy { $0.x.isFinite })
    }

    // MARK: Looks

    func testColoursAndSizesOverALife() {
        let cells = [
            EmitterMaking.cell(rate: 1, lifetime: 4) {
                $0.numbers.alphaSpeed = -1
                $0.numbers.scaleSpeed = -1
            }
        ]
        let colours = behavior(.colorOverLife) {
            $0.colors = [CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)]
            $0.locations = [0, 0.5]
        }
        let sizes = behavior(.valueOverLife) {
            $0.keyPath = "scale"
            $0.values = [2, 4]
        }
        let frame = history([cells[0]], [colours, sizes]).frame(at: 9.5)
        XCTAssertEqual(frame.instances.count, 4, "cells that fade by themselves do not any more")
        for (p, age) in zip(frame.instances, frame.ages) {
            XCTAssertEqual(p.c, 2 + 2 * age / 4, accuracy: 1e-9)
            XCTAssertEqual(Double(p.tint & 255), 255 * min(1, age / 2), accuracy: 1)
            XCTAssertEqual(p.tint >> 24, 255)
        }
    }

    func testValuesOverALifeReplaceOrAdd() {
        func look(_ keyPath: String, _ values: [Double], adds: Bool, _ change: (inout EmitterCellSpec) -> Void = { _ in }) -> (
            ParticleInstance, Double
        ) {
            let cell = EmitterMaking.cell(rate: 1, lifetime: 1) {
                $0.numbers.alpha = 0.5
                change(&$0)
            }
            let frame = history(
                [cell],
                [
                    behavior(.valueOverLife) {
                        $0.keyPath = keyPath
                        $0.values = values
                        $0.isAdditive = adds
                    }
                ]
            ).frame(at: 5.5)
            return (frame.instances[0], frame.ages[0])
        }
        XCTAssertEqual(look("color.alpha", [1], adds: false).0.tint >> 24, 255)
        XCTAssertEqual(look("color.alpha", [0.25], adds: true).0.tint >> 24, 191)
        XCTAssertEqual(look("color.red", [0], adds: false).0.tint >> 16 & 255, 0)
        let (turned, age) = look("spin", [0, 2], adds: false) { $0.numbers.spin = 100 }
        XCTAssertEqual(turned.c, cos(age * age), accuracy: 1e-9, "the spin is summed")
        XCTAssertEqual(look("scaleSpeed", [1], adds: false).0.c, 1.5, accuracy: 1e-9)
        XCTAssertEqual(look("rotation", [.pi], adds: false).0.c, -1, accuracy: 1e-9)
        XCTAssertEqual(look("position.x", [3, 5], adds: false) { $0.numbers.velocity = 99 }.0.x, 4, accuracy: 0.01)
        XCTAssertEqual(look("position.y", [3, 5], adds: true).0.y, 4, accuracy: 1e-9)
        XCTAssertEqual(look("velocity.x", [8], adds: false) { $0.numbers.velocity = 99 }.0.x, 4, accuracy: 0.01)
        XCTAssertEqual(look("velocity.y", [8], adds: true).0.y, 4, accuracy: 0.01)
    }

    func testCurves() {
        func curve(_ locations: [Double]?, _ values: [Double], _ body: (ParticleCurve, UnsafePointer<Double>) -> Void) {
            let stops = zip(ParticleCurve.locations(locations, count: values.count), values).flatMap { [$0, $1] }
            stops.withUnsafeBufferPointer { body(ParticleCurve(first: 0, count: values.count), $0.baseAddress!) }
        }
        curve(nil, [0, 2, 0]) { curve, stops in
            XCTAssertEqual([0, 0.25, 0.5, 0.75, 1].map { curve.value(at: $0, stops) }, [0, 1, 2, 1, 0])
            XCTAssertEqual([0, 0.5, 0.75, 1].map { curve.integral(to: $0, stops) }, [0, 0.5, 0.875, 1])
        }
        // A jump, a location out of order, one that is none, and too few of them.
        curve([0.5, 0.5, 0.2, .nan], [1, 3, 3, 5, 7]) { curve, stops in
            XCTAssertEqual(curve.value(at: 0.49, stops), 1)
            XCTAssertTrue(curve.value(at: 0.51, stops) >= 5)
            XCTAssertEqual(curve.integral(to: 0.25, stops), 0.25)
            XCTAssertTrue(curve.integral(to: 1, stops).isFinite)
        }
        curve(nil, [4]) { curve, stops in XCTAssertEqual([curve.value(at: 0.3, stops), curve.integral(to: 0.5, stops)], [4, 2]) }
    }

    func testPicturesAlongTheirMotion() {
        let moving = slow {
            $0.numbers.velocity = 10
            $0.numbers.emissionLongitude = .pi / 2
            $0.numbers.scale = 2
        }
        each(history([moving], [behavior(.alignToMotion)]), at: 3.5) { p, _ in
            XCTAssertEqual([p.c, p.s, p.downX, p.downY].map { $0.rounded() }, [2, 0, 0, 2], "down is where its y axis is already")
        }
        let right = slow { $0.numbers.velocity = 10 }
        each(history([right], [behavior(.alignToMotion)]), at: 3.5) { p, _ in XCTAssertEqual([p.downX, p.downY, p.c, p.s], [1, 0, 0, -1]) }
        each(history([right], [behavior(.alignToMotion) { $0.numbers.rotation = 0.5 }]), at: 3.5) { p, _ in
            XCTAssertEqual(p.downX, -1, accuracy: 1e-12)
        }
        let out = slow {
            $0.numbers.velocity = 10
            $0.numbers.emissionLatitude = .pi / 2
            $0.particleType = .plane
        }
        each(history([out], [behavior(.alignToMotion) { $0.preservesDepth = true }]), at: 3.5) { p, _ in
            XCTAssertEqual(p.riseY, 1, accuracy: 1e-6, "planes stand up in space")
            XCTAssertEqual([p.c, p.downX, p.downY].map { abs($0) < 1e-9 ? 0 : $0 }, [1, 0, 0])
        }
    }

    func testPlanesTurnInSpace() {
        func particle(_ change: (inout EmitterCellSpec) -> Void) -> ParticleInstance {
            EmitterMaking.history([
                EmitterMaking.cell(rate: 1, lifetime: 1) {
                    $0.numbers.rotation = 1
                    change(&$0)
                }
            ]).particles(at: 5.5)[0]
        }
        let flat = particle { _ in }
        let plane = particle { $0.particleType = .plane }
        XCTAssertEqual(plane.c, flat.c, accuracy: 1e-12, "about the z axis unless the cell says otherwise")
        XCTAssertEqual(plane.downX, flat.downX, accuracy: 1e-12)
        let upright = particle {
            $0.particleType = .plane
            $0.numbers.orientationLatitude = .pi / 2
            $0.numbers.orientationLongitude = .pi / 2
        }
        XCTAssertEqual(upright.c, cos(1), accuracy: 1e-9, "about the y axis: narrower")
        XCTAssertEqual(upright.downY, 1, accuracy: 1e-9)
        XCTAssertEqual(Double(upright.riseX), -sin(1), accuracy: 1e-6)
        XCTAssertEqual(upright.area, cos(1), accuracy: 1e-9)
        // In a cone the axes differ, and all have the scale's length.
        let cone = EmitterMaking.history([
            EmitterMaking.cell(rate: 50, lifetime: 1) {
                $0.particleType = .plane
                $0.numbers.orientationRange = .pi
                $0.numbers.rotation = 1
                $0.numbers.scale = 3
            }
        ]).particles(at: 5)
        XCTAssertEqual(Set(cone.map { ($0.c * 1e6).rounded() }).count, cone.count)
        for p in cone { XCTAssertEqual(p.reach, 3, accuracy: 1e-5) }
    }

    func testSpinBiasAdds() {
        func turn(_ change: (inout EmitterCellSpec) -> Void, layer: Double = 0) -> Double {
            let history = EmitterHistory()
            var state = EmitterMaking.state([
                EmitterMaking.cell(rate: 1, lifetime: 1) {
                    $0.numbers.spin = 0.5
                    change(&$0)
                }
            ])
            state.extra.emitter.numbers.spinBias = layer
            history.record(state, [], at: 0)
            let frame = history.frame(at: 5.5)
            return atan2(frame.instances[0].s, frame.instances[0].c) / frame.ages[0]
        }
        XCTAssertEqual(turn { _ in }, 0.5, accuracy: 1e-9)
        XCTAssertEqual(turn({ _ in }, layer: 1), 1.5, accuracy: 1e-9)
        XCTAssertEqual(turn { $0.numbers.spinBias = 0.25 }, 0.75, accuracy: 1e-9)
    }

    func testLights() {
        func tint(_ change: (inout EmitterBehaviorSpec) -> Void) -> UInt32 {
            history(
                [slow()],
                [
                    behavior(.light) {
                        $0.numbers.zPosition = 10
                        change(&$0)
                    }
                ]
            ).particles(at: 0.5)[0].tint
        }
        XCTAssertEqual(tint { _ in }, 0xFFFF_FFFF, "straight above")
        XCTAssertEqual(
            tint { $0.color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0) }, 0xFFFF_0000, "the light's opacity does not count")
        XCTAssertEqual(Double(tint { $0.numbers.position = CGPoint(x: 10, y: 0) } & 255), 255 * 0.5.squareRoot(), accuracy: 1, "aslant")
        XCTAssertEqual(
            tint {
                $0.numbers.falloff = 1
                $0.numbers.falloffDistance = 10
            } & 255, 128)
        XCTAssertEqual(
            tint {
                $0.numbers.falloff = 1
                $0.numbers.falloffDistance = 10
                $0.appliesAlpha = true
            } >> 24, 128)
        XCTAssertEqual(
            tint {
                $0.isSpot = true
                $0.numbers.coneAngle = 1
            } & 255, 0, "it shines away")
        XCTAssertEqual(
            tint {
                $0.isSpot = true
                $0.numbers.coneAngle = 1
                $0.numbers.directionLatitude = .pi
            } & 255, 255)
    }

    // MARK: Awkward cases

    func testWhatIsNotEnabledOrNotKnownDoesNothing() {
        let moving = slow { $0.numbers.velocity = 10 }
        let plain = EmitterMaking.history([moving]).particles(at: 5.5)
        let none = [
            behavior(.drag) {
                $0.numbers.drag = 9
                $0.isEnabled = false
            }, EmitterBehaviorSpec(type: nil),
            behavior(.valueOverLife) {
                $0.keyPath = "nothing"
                $0.values = [1]
            },
            behavior(.valueOverLife) { $0.keyPath = "scale" }, behavior(.colorOverLife), behavior(.colorOverLife) { $0.colors = [] },
        ]
        let history = history([moving], none)
        XCTAssertFalse(history.integrates)
        XCTAssertEqual(history.particles(at: 5.5), plain)
    }

    func testHostileNumbersAreDefined() {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, 1e-300]
        for number in numbers {
            for type in EmitterBehaviorType.allCases {
                let all = behavior(type) {
                    withUnsafeMutableBytes(of: &$0.numbers) { bytes in
                        let p = bytes.assumingMemoryBound(to: Double.self)
                        for i in 0..<p.count { p[i] = number }
                    }
                    $0.isSpot = true
                    $0.preservesDepth = true
                    $0.keyPath = "position.x"
                    $0.values = [number, 1, number]
                    $0.locations = [number, number, 0.5]
                    $0.colors = [.white, .black, .white]
                    $0.attractorType = .axial
                }
                let cell = EmitterMaking.cell(rate: 10, lifetime: 2) {
                    $0.particleType = .plane
                    $0.numbers.mass = number
                    $0.numbers.orientationLatitude = number
                    $0.numbers.orientationRange = number
                    $0.numbers.spinBias = number
                }
                let frame = history([cell], [all]).frame(at: 3)
                XCTAssertLessThanOrEqual(frame.instances.count, 20, "\(type) of \(number)")
            }
        }
    }

    /// Before its first stop a colour is the first one, after its last the last.
    func testColoursOutsideTheirStops() {
        let colours = behavior(.colorOverLife) {
            $0.colors = [0.4, 0.6].map { CGColor(srgbRed: $0, green: $0, blue: $0, alpha: 1) }
            $0.locations = [0.4, 0.6]
        }
        let frame = history([EmitterMaking.cell(rate: 8, lifetime: 1)], [colours]).frame(at: 9.5)
        for (p, age) in zip(frame.instances, frame.ages) where age < 0.35 || age > 0.65 {
            XCTAssertEqual(p.tint & 255, age < 0.5 ? 102 : 153, "\(age)")
        }
        XCTAssertTrue(frame.ages.contains { $0 < 0.35 } && frame.ages.contains { $0 > 0.65 })
    }

    /// The axes of a plane are those of the rotation about its axis, by the formula of Rodrigues.
    func testPlanesTurnAboutAnyAxis() {
        for (latitude, longitude) in [(0.3, 0.5), (1.1, -2), (-0.7, 2.5), (.pi / 2, 0.4)] {
            let plane = EmitterMaking.history([
                EmitterMaking.cell(rate: 1, lifetime: 1) {
                    $0.particleType = .plane
                    $0.numbers.rotation = 0.8
                    $0.numbers.orientationLatitude = latitude
                    $0.numbers.orientationLongitude = longitude
                }
            ]).particles(at: 5.5)[0]
            let n = SIMD3(sin(latitude) * cos(longitude), sin(latitude) * sin(longitude), cos(latitude))
            func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
                let cross = SIMD3(n.y * v.z - n.z * v.y, n.z * v.x - n.x * v.z, n.x * v.y - n.y * v.x)
                return v * cos(0.8) + cross * sin(0.8) + n * ((n * v).sum() * (1 - cos(0.8)))
            }
            let across = turned([1, 0, 0]), down = turned([0, 1, 0])
            let name = "\(latitude) \(longitude)"
            XCTAssertEqual(plane.c, across.x, accuracy: 1e-6, name)
            XCTAssertEqual(plane.s, across.y, accuracy: 1e-6, name)
            XCTAssertEqual(Double(plane.riseX), across.z, accuracy: 1e-5, name)
            XCTAssertEqual(plane.downX, down.x, accuracy: 1e-6, name)
            XCTAssertEqual(plane.downY, down.y, accuracy: 1e-6, name)
            XCTAssertEqual(Double(plane.riseY), down.z, accuracy: 1e-5, name)
        }
    }

    /// A particle that accelerates points where it goes now, not where it went at its birth.
    func testPicturesFollowTheMotionAtTheirTime() {
        let thrown = slow {
            $0.numbers.velocity = 10
            $0.numbers.yAcceleration = 5
        }
        each(history([thrown], [behavior(.alignToMotion)]), at: 6.5) { p, age in
            let way = SIMD2(10, 5 * age), length = (way * way).sum().squareRoot()
            XCTAssertEqual(p.downX, way.x / length, accuracy: 1e-9, "\(age)")
            XCTAssertEqual(p.downY, way.y / length, accuracy: 1e-9, "\(age)")
        }
    }
}

extension EmitterBehaviorSpec {
    fileprivate mutating func setForce(_ x: Double, _ y: Double, _ z: Double) {
        (numbers.forceX, numbers.forceY, numbers.forceZ) = (x, y, z)
    }
}
