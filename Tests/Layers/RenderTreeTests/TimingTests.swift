import CoreGraphics
import XCTest
@testable import RenderTree

final class TimingTests: XCTestCase {
    private func clock(_ change: (inout MediaTiming) -> Void) -> AnimationClock {
        var timing = MediaTiming()
        timing.duration = 1
        change(&timing)
        return AnimationClock(timing)
    }

    func testNegativeSpeed() {
        let c = clock { $0.speed = -1 }
        XCTAssertEqual(c.sample(at: 0).progress, 0)
        XCTAssertEqual(c.sample(at: 0.2).progress, 0.8, accuracy: 1e-12)
        XCTAssertEqual(c.sample(at: 1), .init(stage: .active, applies: true, progress: 0, iteration: 0))
        XCTAssertEqual(c.sample(at: 1.01).stage, .finished)
    }

    func testStandingStill() {
        let c = clock {
            $0.speed = 0; $0.timeOffset = 0.4
        }
        XCTAssertEqual(c.sample(at: 1e9).progress, 0.4)
        XCTAssertEqual(c.sample(at: 1e9).stage, .active)
        XCTAssertEqual(c.interval.end, .infinity)
        let endless = clock {
            $0.speed = 0; $0.repeatCount = .infinity
        }
        XCTAssertEqual(endless.sample(at: .infinity).progress, 0)
    }

    func testEndOfTheLastCycle() {
        let c = clock {
            $0.repeatCount = 3; $0.duration = 0.1; $0.fillMode = .forwards
        }
        XCTAssertEqual(c.sample(at: 0.1).progress, 0, accuracy: 1e-9)
        XCTAssertEqual(c.sample(at: 100), .init(stage: .filled, applies: true, progress: 1, iteration: 2))
        XCTAssertEqual(
            clock {
                $0.autoreverses = true; $0.fillMode = .both
            }.sample(at: 9).progress, 0)
        XCTAssertEqual(
            clock {
                $0.repeatCount = 2.5; $0.fillMode = .forwards
            }.sample(at: 9).progress, 0.5, accuracy: 1e-12)
        XCTAssertEqual(
            clock {
                $0.repeatCount = 0.5; $0.fillMode = .forwards
            }.sample(at: 9).progress, 0.5, accuracy: 1e-12)
    }

    func testInfiniteRepeatAndHugeTimes() {
        let c = clock { $0.repeatCount = .infinity }
        for t in [1e6 + 0.25, 1e12 + 0.25, 1e18, 1e300, Double.greatestFiniteMagnitude] {
            let s = c.sample(at: t)
            XCTAssertEqual(s.stage, .active)
            XCTAssertTrue(s.progress >= 0 && s.progress <= 1, "\(t): \(s.progress)")
        }
        XCTAssertEqual(c.sample(at: 1e6 + 0.25).progress, 0.25, accuracy: 1e-9)
        XCTAssertEqual(c.interval.end, .infinity)
        let s = clock { $0.duration = .infinity }.sample(at: 1e9)
        XCTAssertEqual(s.progress, 0)
        XCTAssertEqual(s.stage, .active)
    }

    func testWhatIsNoNumber() {
        for change: (inout MediaTiming) -> Void in [
            { $0.beginTime = .nan }, { $0.duration = .nan }, { $0.speed = .nan }, { $0.timeOffset = .nan }, { $0.repeatCount = .nan },
            { $0.repeatDuration = .nan }, { $0.duration = -1 }, { $0.speed = .infinity }, { $0.timeOffset = -.infinity },
            { $0.beginTime = .infinity }, { $0.beginTime = -.infinity }, { $0.repeatCount = -3 },
            {
                $0.duration = 0; $0.repeatCount = .infinity
            },
        ] {
            let c = clock {
                change(&$0); $0.fillMode = .both
            }
            for t in [Double.nan, -.infinity, -1, 0, 0.5, 1, 1e9, .infinity] {
                let s = c.sample(at: t)
                XCTAssertTrue(s.progress >= 0 && s.progress <= 1, "\(c) at \(t): \(s)")
            }
        }
        XCTAssertFalse(clock { $0.fillMode = .both }.sample(at: .nan).applies)
    }

    func testCurvesMeetBisection() {
        for curve in [
            TimingCurve.easeIn, .easeOut, .easeInEaseOut, .systemDefault, TimingCurve(1, 0, 0, 1), TimingCurve(0, 1, 1, 0),
            TimingCurve(0, 0, 0, 1), TimingCurve(1, 1, 1, 1), TimingCurve(1, -2, 0, 3), TimingCurve(0.9999, 0, 0, 1),
        ] {
            let compiled = CompiledCurve(curve)
            var last = -1.0
            for i in 0...1000 {
                let x = Double(i) / 1000
                func at(_ t: Double, _ a: Float, _ b: Float) -> Double {
                    3 * Double(a) * t * (1 - t) * (1 - t) + 3 * Double(b) * t * t * (1 - t) + t * t * t
                }
                var low = 0.0, high = 1.0
                for _ in 0..<200 {
                    let t = (low + high) / 2
                    if at(t, curve.c1x, curve.c2x) < x { low = t } else { high = t }
                }
                // Where the curve stands upright a hair of x is a jump of y.
                let wanted = at((low + high) / 2, curve.c1y, curve.c2y)
                XCTAssertEqual(compiled.value(at: x), wanted, accuracy: curve.c1x > 0.99 ? 2e-3 : 1e-6, "\(curve) at \(x)")
                if curve == .easeInEaseOut { XCTAssertGreaterThan(compiled.value(at: x), last) }
                last = compiled.value(at: x)
            }
            XCTAssertEqual(compiled.value(at: 0), 0)
            XCTAssertEqual(compiled.value(at: 1), 1)
        }
        XCTAssertFalse(CompiledCurve(TimingCurve(.nan, 0, .infinity, 1)).value(at: 0.5).isNaN)
        XCTAssertFalse(TimingCurve.easeIn.value(at: .nan).isNaN)
        XCTAssertEqual(TimingCurve(0.3, 0.3, 0.6, 0.6).value(at: 0.123), 0.123)
    }

    func testResumeAfterPause() {
        // The recipe: pause at 5, go on at 9; the layer's time goes on from 5.
        var timing = MediaTiming()
        timing.speed = 0
        timing.timeOffset = 5
        XCTAssertEqual(timing.localTime(atParentTime: 8), 5)
        timing.speed = 1; timing.timeOffset = 0; timing.beginTime = 0
        timing.beginTime = timing.convertedTime(fromParent: 9) - 5
        XCTAssertEqual(timing.localTime(atParentTime: 9), 5)
        XCTAssertEqual(timing.localTime(atParentTime: 3), -1)
        XCTAssertEqual(timing.convertedTime(fromParent: 3), 0)
    }

    /// The stretch around a time within which nothing begins, ends or starts a cycle, at several speeds.
    func testSmoothStretches() {
        for (speed, cycle) in [(1.0, 1.0), (2, 0.5), (0.25, 4)] {
            var spec = basic("position", from: .point(.zero), to: .point(CGPoint(x: 9, y: 0)))
            spec.timing.beginTime = 10
            spec.timing.speed = Float(speed)
            spec.timing.repeatCount = 3
            let animation = CompiledAnimation(spec: spec, id: AnimationID(rawValue: 1), layerClass: .layer)
            for index in 0..<3 {
                let stretch = animation.smoothStretch(around: 10 + (Double(index) + 0.5) * cycle)
                XCTAssertEqual(stretch.begin, 10 + Double(index) * cycle, accuracy: 1e-9)
                XCTAssertEqual(stretch.end, 10 + Double(index + 1) * cycle, accuracy: 1e-9)
            }
            XCTAssertEqual(animation.smoothStretch(around: 9).end, 10)
            XCTAssertEqual(animation.smoothStretch(around: 11 + 3 * cycle).begin, 10 + 3 * cycle, accuracy: 1e-9)
        }
    }

    /// A critically damped spring that passes its end stays there if the height to which it comes back is below the limit.
    func testACriticalSpringThatComesBackALittle() {
        var spring = AnimationSpec.Spring()
        spring.damping = 20
        spring.initialVelocity = 12
        let solver = SpringSolver(spring)
        XCTAssertEqual(solver.value(at: 0.5), 1, accuracy: 1e-9)
        XCTAssertEqual(solver.value(at: 0.6), 1 + 0.2 * exp(-6), accuracy: 1e-9)
        XCTAssertEqual(solver.settlingDuration, 0.5, accuracy: 1e-9)
        // It comes back farther than a thousandth, so that it has not settled where it passes the end.
        spring.initialVelocity = 30
        XCTAssertGreaterThan(SpringSolver(spring).settlingDuration, 0.5)
    }

    func testSprings() {
        var spring = AnimationSpec.Spring()
        spring.mass = .nan; spring.stiffness = -4; spring.damping = -.infinity; spring.initialVelocity = .infinity
        let usual = SpringSolver(AnimationSpec.Spring())
        XCTAssertEqual(SpringSolver(spring).value(at: 0.1), usual.value(at: 0.1))
        XCTAssertEqual(usual.value(at: 0), 0)
        XCTAssertEqual(usual.value(at: -1), 0)
        XCTAssertEqual(usual.value(at: .nan), 0)
        XCTAssertEqual(usual.value(at: .infinity), 1)
        XCTAssertEqual(usual.value(at: 1e9), 1)
        let still = SpringSolver(AnimationSpec.Spring(perceptualDuration: 1, bounce: -1))
        XCTAssertEqual(still.value(at: 100), 0)
        XCTAssertEqual(still.settlingDuration, 0)
        XCTAssertEqual(AnimationSpec.Spring(perceptualDuration: -3, bounce: .nan).perceptualDuration, 0.5, accuracy: 1e-12)
        XCTAssertEqual(AnimationSpec.Spring(perceptualDuration: 2, bounce: 0.3).bounce, 0.3, accuracy: 1e-12)
        XCTAssertEqual(AnimationSpec.Spring(perceptualDuration: 2, bounce: -0.3).bounce, -0.3, accuracy: 1e-12)
        // An over-damped spring far from critical loses nothing to rounding.
        var thick = AnimationSpec.Spring()
        thick.damping = 1e9; thick.allowsOverdamping = true
        XCTAssertEqual(SpringSolver(thick).value(at: 1e7), 1 - exp(-1), accuracy: 1e-6)
    }
}
