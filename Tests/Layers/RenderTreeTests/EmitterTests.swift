import CoreGraphics
import TestSupport
import XCTest

@testable import RenderTree

/// The formulas of Behaviour 7.8, asked of the history of one emitter.
final class EmitterTests: XCTestCase {
    // MARK: Births

    func testParticlesAreBornAtEvenTimes() {
        let history = EmitterMaking.history([EmitterMaking.cell(rate: 10, lifetime: 1)])
        XCTAssertEqual(history.particles(at: -1).count, 0, "an emitter begins at its time 0")
        XCTAssertEqual(history.particles(at: 0).count, 1)
        XCTAssertEqual(history.particles(at: 0.35).count, 4)
        XCTAssertEqual(history.particles(at: 0.95).count, 10)
        XCTAssertEqual(history.particles(at: 5.05).count, 10, "as many as are born in a lifetime")
        XCTAssertEqual(history.particles(at: 123_456.05).count, 10)
    }

    func testTheLayerMultipliesRateLifetimeVelocityAndScale() {
        let cell = EmitterMaking.cell(rate: 5, lifetime: 1) {
            $0.numbers.velocity = 3; $0.numbers.scale = 0.5
        }
        let history = EmitterMaking.history([cell]) {
            $0.numbers.birthRate = 2
            $0.numbers.lifetime = 3
            $0.numbers.velocity = 4
            $0.numbers.scale = 6
        }
        let particles = history.particles(at: 10.05)
        XCTAssertEqual(particles.count, 30)
        XCTAssertEqual(particles[0].x, 12 * 2.95, accuracy: 1e-9)
        XCTAssertEqual(particles[0].c, 3)
    }

    func testRangesAreEvenAndHalfToEachSide() {
        let cell = EmitterMaking.cell(rate: 4000, lifetime: 1) {
            $0.numbers.velocity = 10
            $0.numbers.velocityRange = 4
            $0.numbers.scaleRange = 0.5
        }
        let history = EmitterMaking.history([cell])
        let births = history.frame(at: 0.999)
        var low = Double.infinity, high = -Double.infinity, sum = 0.0, scales: [Double] = []
        for (particle, age) in zip(births.instances, births.ages) where age > 0.01 {
            let velocity = particle.x / age
            low = min(low, velocity); high = max(high, velocity); sum += velocity
            scales.append(particle.c)
        }
        XCTAssertGreaterThan(scales.count, 3900)
        XCTAssertEqual(low, 8, accuracy: 0.01)
        XCTAssertEqual(high, 12, accuracy: 0.01)
        XCTAssertEqual(sum / Double(scales.count), 10, accuracy: 0.1)
        XCTAssertEqual(scales.min()!, 0.75, accuracy: 0.001)
        XCTAssertEqual(scales.max()!, 1.25, accuracy: 0.001)
    }

    func testLifetimesSpreadToo() {
        let history = EmitterMaking.history([EmitterMaking.cell(rate: 100, lifetime: 1) { $0.numbers.lifetimeRange = 1 }])
        let ages = history.frame(at: 20).ages
        XCTAssertEqual(Double(ages.count), 100, accuracy: 12)
        XCTAssertLessThan(ages.max()!, 1.5)
        XCTAssertGreaterThan(ages.max()!, 1.2)
    }

    func testASeedIsAllThatDiffers() {
        let cell = EmitterMaking.cell {
            $0.numbers.emissionRange = 6; $0.numbers.velocity = 5
        }
        let a = EmitterMaking.history([cell]) { $0.seed = 1 }, b = EmitterMaking.history([cell]) { $0.seed = 1 }
        let c = EmitterMaking.history([cell]) { $0.seed = 2 }
        XCTAssertEqual(a.particles(at: 3), b.particles(at: 3))
        XCTAssertNotEqual(a.particles(at: 3), c.particles(at: 3))
    }

    // MARK: Motion

    func testMotion() {
        let cell = EmitterMaking.cell(rate: 0.1, lifetime: 9) {
            $0.numbers.velocity = 10
            $0.numbers.yAcceleration = 4
            $0.numbers.zAcceleration = 1
            $0.numbers.spin = 0.5
            $0.numbers.scaleSpeed = 1
            $0.setColor(CGColor(srgbRed: 0.5, green: 1, blue: 0, alpha: 1))
            $0.numbers.redSpeed = 0.1
            $0.numbers.greenSpeed = -2
            $0.numbers.alphaSpeed = -0.25
        }
        let particle = EmitterMaking.history([cell]).particles(at: 2)[0]
        XCTAssertEqual(particle.x, 20, accuracy: 1e-9)
        XCTAssertEqual(particle.y, 8, accuracy: 1e-9)
        XCTAssertEqual(particle.z, 2, accuracy: 1e-9)
        XCTAssertEqual(particle.c, 3 * 0.5403023058681398, accuracy: 1e-9)
        XCTAssertEqual(particle.s, 3 * 0.8414709848078965, accuracy: 1e-9)
        XCTAssertEqual(particle.tint >> 24, 128)
        XCTAssertEqual(particle.tint >> 16 & 255, 90, "0.7 of 128: premultiplied")
        XCTAssertEqual(particle.tint >> 8 & 255, 0, "colours end at 0")
    }

    func testAParticleThatHasShrunkToNothingIsNotDrawn() {
        let history = EmitterMaking.history([EmitterMaking.cell(rate: 1, lifetime: 100) { $0.numbers.scaleSpeed = -1 }])
        XCTAssertEqual(history.particles(at: 50.5).count, 1)
    }

    func testDirections() {
        func direction(_ shape: EmitterShape = .point, _ mode: EmitterMode = .volume, _ change: (inout EmitterCellNumbers) -> Void)
            -> SIMD3<Double>
        {
            let cell = EmitterMaking.cell(rate: 0.1, lifetime: 9) {
                $0.numbers.velocity = 1; change(&$0.numbers)
            }
            let p = EmitterMaking.history([cell]) {
                $0.shape = shape; $0.mode = mode
            }.particles(at: 1)[0]
            return SIMD3(p.x, p.y, p.z)
        }
        func near(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ line: UInt = #line) {
            let d = a - b
            XCTAssertLessThan((d * d).sum(), 1e-12, "\(a), not \(b)", line: line)
        }
        near(direction { _ in }, [1, 0, 0])
        near(direction { $0.emissionLongitude = .pi / 2 }, [0, 1, 0])
        near(direction { $0.emissionLatitude = .pi / 2 }, [0, 0, 1])
        near(direction(.line) { _ in }, [0, -1, 0])
        near(direction(.line) { $0.emissionLongitude = .pi }, [0, 1, 0])
        near(direction(.rectangle) { _ in }, [1, 0, 0])
    }

    func testConesAreEvenInSpace() {
        let cell = EmitterMaking.cell(rate: 4000, lifetime: 1) {
            $0.numbers.velocity = 1; $0.numbers.emissionRange = .pi / 2
        }
        let frame = EmitterMaking.history([cell]).frame(at: 0.999)
        var lowest = 1.0, mean = SIMD3<Double>.zero
        for (p, age) in zip(frame.instances, frame.ages) where age > 0.01 {
            let way = SIMD3(p.x, p.y, p.z) / age
            XCTAssertEqual((way * way).sum(), 1, accuracy: 1e-9)
            lowest = min(lowest, way.x)
            mean += way / Double(frame.ages.count)
        }
        let edge = 0.5.squareRoot()
        XCTAssertGreaterThan(lowest, edge - 1e-9, "within 45 degrees of +x")
        XCTAssertLessThan(lowest, edge + 0.002)
        XCTAssertEqual(mean.x, (1 + edge) / 2, accuracy: 0.02, "a cap's heights are even")
        XCTAssertEqual(mean.y, 0, accuracy: 0.02)
        XCTAssertEqual(mean.z, 0, accuracy: 0.02)
    }

    // MARK: Shapes

    func testShapesAndModes() {
        let w = 40.0, h = 20.0, d = 10.0
        for shape in EmitterShape.allCases {
            for mode in EmitterMode.allCases {
                let history = EmitterMaking.history([EmitterMaking.cell(rate: 500, lifetime: 1)]) {
                    $0.shape = shape; $0.mode = mode; $0.numbers.size = CGSize(width: w, height: h); $0.numbers.depth = d
                    $0.numbers.position = CGPoint(x: 100, y: 50); $0.numbers.zPosition = 7
                }
                let places = history.particles(at: 1).map { SIMD3($0.x - 100, $0.y - 50, $0.z - 7) }
                XCTAssertGreaterThan(places.count, 490)
                for p in places {
                    let r = (p * p).sum().squareRoot(), flat = (p.x * p.x + p.y * p.y).squareRoot()
                    let sides =
                        (abs(abs(p.x) - w / 2) < 1e-9 ? 1 : 0) + (abs(abs(p.y) - h / 2) < 1e-9 ? 1 : 0)
                        + (abs(abs(p.z) - d / 2) < 1e-9 ? 1 : 0)
                    let isIn: Bool =
                        switch (shape, mode) {
                        case (.point, _): p == .zero
                        case (.line, .points): p.y == 0 && p.z == 0 && sides == 1
                        case (.line, _): p.y == 0 && p.z == 0 && abs(p.x) <= w / 2
                        case (.rectangle, .points): sides == 2 && p.z == 0
                        case (.rectangle, .outline): sides >= 1 && p.z == 0 && abs(p.x) <= w / 2 + 1e-9 && abs(p.y) <= h / 2 + 1e-9
                        case (.rectangle, _): p.z == 0 && abs(p.x) <= w / 2 && abs(p.y) <= h / 2
                        case (.cuboid, .points): sides == 3
                        case (.cuboid, .outline):
                            sides >= 2 && abs(p.x) <= w / 2 + 1e-9 && abs(p.y) <= h / 2 + 1e-9 && abs(p.z) <= d / 2 + 1e-9
                        case (.cuboid, .surface):
                            sides >= 1 && abs(p.x) <= w / 2 + 1e-9 && abs(p.y) <= h / 2 + 1e-9 && abs(p.z) <= d / 2 + 1e-9
                        case (.cuboid, .volume): abs(p.x) <= w / 2 && abs(p.y) <= h / 2 && abs(p.z) <= d / 2
                        case (.circle, .points), (.sphere, .points): p == .zero
                        case (.circle, .outline), (.sphere, .outline): p.z == 0 && abs(flat - w) < 1e-9
                        case (.circle, _): p.z == 0 && flat <= w
                        case (.sphere, .surface): abs(r - w) < 1e-9
                        case (.sphere, .volume): r <= w
                        }
                    XCTAssertTrue(isIn, "\(shape) \(mode): \(p)")
                }
                if shape != .point, mode != .points || shape == .line || shape == .rectangle || shape == .cuboid {
                    XCTAssertTrue(places.contains { $0.x < 0 } && places.contains { $0.x > 0 }, "\(shape) \(mode) lies on both sides")
                }
            }
        }
    }

    func testAShapeWithoutSizeIsItsMiddle() {
        for shape in EmitterShape.allCases {
            for mode in EmitterMode.allCases {
                let history = EmitterMaking.history([EmitterMaking.cell()]) {
                    $0.shape = shape; $0.mode = mode
                }
                for p in history.particles(at: 3) { XCTAssertEqual(SIMD3(p.x, p.y, p.z), .zero, "\(shape) \(mode)") }
            }
        }
    }

    // MARK: Timing of cells

    func testACellsOwnTime() {
        let late = EmitterMaking.history([
            EmitterMaking.cell(rate: 10, lifetime: 1) {
                $0.timing.beginTime = 2; $0.timing.duration = 0.5
            }
        ])
        XCTAssertEqual(late.particles(at: 1.99).count, 0)
        XCTAssertEqual(late.particles(at: 2.25).count, 3)
        XCTAssertEqual(late.particles(at: 2.95).count, 5)
        XCTAssertEqual(late.particles(at: 3.35).count, 1, "what lives lives on")
        XCTAssertEqual(late.particles(at: 3.6).count, 0)
        XCTAssertEqual(late.frame(at: 0).nextBirth, 2)
        XCTAssertEqual(late.frame(at: 4).nextBirth, .infinity)

        let early = EmitterMaking.history([EmitterMaking.cell(rate: 1, lifetime: 100) { $0.timing.beginTime = -15 }])
        XCTAssertEqual(early.particles(at: 0).count, 16)

        let fast = EmitterMaking.history([
            EmitterMaking.cell(rate: 10, lifetime: 1) {
                $0.timing.speed = 2; $0.numbers.velocity = 10
            }
        ])
        XCTAssertEqual(fast.particles(at: 5.001).count, 10, "twice as many, half as long")
        XCTAssertEqual(fast.particles(at: 5.001)[0].x, 10 * 2 * 0.451, accuracy: 1e-9)

        for speed: Float in [0, -1, .nan, .infinity] {
            XCTAssertEqual(EmitterMaking.history([EmitterMaking.cell { $0.timing.speed = speed }]).particles(at: 3).count, 0)
        }
        XCTAssertEqual(EmitterMaking.history([EmitterMaking.cell { $0.isEnabled = false }]).particles(at: 3).count, 0)
        let repeated = EmitterMaking.history([
            EmitterMaking.cell(rate: 10, lifetime: 9) {
                $0.timing.duration = 0.5; $0.timing.repeatCount = 3
            }
        ])
        XCTAssertEqual(repeated.particles(at: 5).count, 15)
        let ahead = EmitterMaking.history([EmitterMaking.cell(rate: 10, lifetime: 9) { $0.timing.timeOffset = 0.5 }])
        XCTAssertEqual(ahead.particles(at: 0.25).count, 8)
    }

    // MARK: Sub-cells

    func testSubCellsStartWhereTheirParticleIsAndGoWhereItGoes() {
        let child = EmitterMaking.cell("b", rate: 100, lifetime: 10) {
            $0.timing.beginTime = 1; $0.timing.duration = 0.1; $0.numbers.velocity = 5
        }
        let parent = EmitterMaking.cell(rate: 0.1, lifetime: 1.5) {
            $0.contents = nil
            $0.numbers.velocity = 10; $0.numbers.emissionLongitude = .pi / 2; $0.cells = [child]
        }
        let history = EmitterMaking.history([parent])
        XCTAssertEqual(history.particles(at: 0.99).count, 0)
        XCTAssertEqual(history.particles(at: 1.055).count, 6)
        let burst = history.particles(at: 4)
        XCTAssertEqual(burst.count, 10, "they outlive what they came from")
        for p in burst {
            XCTAssertEqual(p.x, 0, accuracy: 1e-9)
            XCTAssertEqual(p.y, 10 + 15, accuracy: 0.6, "on along the way of the parent")
        }
        XCTAssertEqual(history.particles(at: 9).count, 10)
        XCTAssertEqual(history.particles(at: 11.2).count, 10, "the next particle's, and none of the first")
    }

    func testASubCellEndsWithItsParticle() {
        let child = EmitterMaking.cell("b", rate: 10, lifetime: 0.5)
        let parent = EmitterMaking.cell(rate: 0.1, lifetime: 2) {
            $0.contents = nil; $0.cells = [child]
        }
        let history = EmitterMaking.history([parent])
        XCTAssertEqual(history.particles(at: 1.01).count, 5)
        XCTAssertEqual(history.particles(at: 2.31).count, 1)
        XCTAssertEqual(history.particles(at: 2.51).count, 0)
    }

    // MARK: Limits

    func testHostileNumbersAreDefined() {
        let wild: [Double] = [.nan, .infinity, -.infinity, -5, 1e300, 0]
        for row in EmitterCellProperty.rows {
            guard row.kind == .number else { continue }
            for value in wild {
                var cell = EmitterMaking.cell(rate: 5, lifetime: 1) {
                    $0.numbers.velocity = 3; $0.cells = [EmitterMaking.cell("b", rate: 3, lifetime: 0.5)]
                }
                cell.setValue(.number(value), row)
                cell.cells[0].setValue(.number(value), row)
                for time in [0.3, 7.1] {
                    for p in EmitterMaking.history([cell]).particles(at: time) {
                        XCTAssertTrue((p.x * 0 + p.y * 0 + p.z * 0 + p.c * 0 + p.s * 0) == 0, "\(row.key) \(value): \(p)")
                    }
                }
            }
        }
        for value in wild {
            let history = EmitterMaking.history([EmitterMaking.cell()]) {
                $0.numbers.birthRate = value; $0.numbers.lifetime = value; $0.numbers.velocity = value;
                $0.numbers.size = CGSize(width: value, height: value)
                $0.numbers.depth = value; $0.shape = .cuboid; $0.mode = .outline; $0.seed = value
            }
            for p in history.particles(at: 2) { XCTAssertTrue(p.x.isFinite && p.y.isFinite) }
        }
        XCTAssertEqual(EmitterMaking.history([EmitterMaking.cell()]).particles(at: .nan).count, 0)
        XCTAssertEqual(EmitterMaking.history([EmitterMaking.cell()]).particles(at: .infinity).count, 0)
    }

    func testTooManyParticlesAreTheYoungest() {
        let history = EmitterMaking.history([EmitterMaking.cell(rate: 1_000_000, lifetime: 100)])
        let frame = history.frame(at: 50)
        XCTAssertEqual(frame.instances.count, ParticleRun.limit)
        XCTAssertLessThan(frame.ages.max()!, 0.21)
        let endless = EmitterMaking.history([EmitterMaking.cell(rate: 1, lifetime: .infinity)])
        XCTAssertEqual(endless.particles(at: 1000.5).count, 1001)
    }

    func testOrders() {
        func ages(_ mode: EmitterRenderMode) -> [Double] {
            let cell = EmitterMaking.cell(rate: 10, lifetime: 1) {
                $0.numbers.velocity = 1; $0.numbers.emissionLatitude = .pi / 2
            }
            let other = EmitterMaking.cell("b", rate: 7, lifetime: 1) {
                $0.numbers.velocity = 1; $0.numbers.emissionLatitude = .pi / 2
            }
            return EmitterMaking.history([cell, other]) { $0.renderMode = mode }.particles(at: 1.01).map(\.z)
        }
        XCTAssertEqual(ages(.oldestFirst), ages(.oldestFirst).sorted(by: >))
        XCTAssertEqual(ages(.oldestLast), ages(.oldestLast).sorted())
        XCTAssertEqual(ages(.backToFront), ages(.backToFront).sorted())
        XCTAssertEqual(ages(.unordered), ages(.additive))
        XCTAssertEqual(ages(.unordered).sorted(), ages(.oldestLast).sorted())
    }
}
