import CoreGraphics
import XCTest
@testable import RenderTree

/// Where behaviors move particles, and how they turn them.
final class EmitterMotionTests: XCTestCase {
    private func history(_ cell: EmitterCellSpec, _ behaviors: [EmitterBehaviorSpec]) -> EmitterHistory {
        var state = EmitterMaking.state([cell])
        state.objects.emitterBehaviors = behaviors
        let history = EmitterHistory()
        history.record(state, [], at: 0)
        return history
    }

    func testTheMassResistsDrag() throws {
        for mass in [0.5, 1, 4] {
            let cell = EmitterMaking.cell(rate: 1, lifetime: 10) {
                $0.numbers.velocity = 100
                $0.numbers.mass = mass
            }
            var drag = EmitterBehaviorSpec(type: .drag)
            drag.numbers.drag = 2
            let frame = history(cell, [drag]).frame(at: 5.3)
            XCTAssertFalse(frame.instances.isEmpty)
            for (p, age) in zip(frame.instances, frame.ages) {
                XCTAssertEqual(p.x, 100 * mass / 2 * (1 - exp(-2 / mass * age)), accuracy: 0.05, "a mass of \(mass), an age of \(age)")
            }
        }
    }

    /// Planes in space have their y axis along the motion, in every direction of the layer's plane, also straight up.
    func testPlanesAlongTheirMotion() throws {
        var align = EmitterBehaviorSpec(type: .alignToMotion)
        align.preservesDepth = true
        for quarter in -2..<2 {
            let cell = EmitterMaking.cell(rate: 1, lifetime: 2) {
                $0.numbers.velocity = 10
                $0.numbers.emissionLongitude = Double(quarter) * .pi / 2
                $0.particleType = .plane
            }
            let p = try XCTUnwrap(history(cell, [align]).particles(at: 1.5).first)
            let direction = SIMD2(cos(Double(quarter) * .pi / 2), sin(Double(quarter) * .pi / 2))
            XCTAssertEqual(p.downX, direction.x, accuracy: 1e-9, "\(quarter)")
            XCTAssertEqual(p.downY, direction.y, accuracy: 1e-9, "\(quarter)")
            XCTAssertEqual(p.c * p.downX + p.s * p.downY, 0, accuracy: 1e-9, "the axes are at right angles")
            XCTAssertEqual(p.c * p.c + p.s * p.s, 1, accuracy: 1e-9)
        }
    }

    /// Values over the life of a particle that change where it is: added to its place, to its velocity, or as the mass that forces move.
    func testValuesOverALifeThatMove() throws {
        func frame(_ keyPath: String, _ values: [Double], adds: Bool, pull: Double = 0) throws -> SIMD2<Double> {
            var over = EmitterBehaviorSpec(type: .valueOverLife), force = EmitterBehaviorSpec(type: .simpleAttractor)
            over.keyPath = keyPath
            over.values = values
            over.isAdditive = adds
            force.numbers.stiffness = pull
            force.numbers.position = CGPoint(x: 100, y: 0)
            var state = EmitterMaking.state([EmitterMaking.cell(rate: 1, lifetime: 2)])
            state.objects.emitterBehaviors = pull == 0 ? [over] : [over, force]
            let history = EmitterHistory()
            history.record(state, [], at: 0)
            let particle = try XCTUnwrap(history.particles(at: 1.5).first)
            return SIMD2(particle.x, particle.y)
        }
        let still = try frame("color.red", [1], adds: false)
        let right = try frame("position.x", [30], adds: true), down = try frame("position.y", [30], adds: true)
        XCTAssertEqual(right.x - still.x, 30, accuracy: 1e-6)
        XCTAssertEqual(right.y, still.y, accuracy: 1e-6)
        XCTAssertEqual(down.y - still.y, 30, accuracy: 1e-6)
        let fast = try frame("velocity.x", [30], adds: true)
        XCTAssertGreaterThan(fast.x - still.x, 10)
        let light = try frame("mass", [1], adds: false, pull: 0.5), heavy = try frame("mass", [8], adds: false, pull: 0.5)
        XCTAssertGreaterThan(light.x - still.x, 3 * (heavy.x - still.x), "the mass resists the force")
        XCTAssertGreaterThan(heavy.x, still.x)
    }
}
