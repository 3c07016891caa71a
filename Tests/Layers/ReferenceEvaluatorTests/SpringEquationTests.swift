import RenderTree
import XCTest

/// The closed forms against the equation of motion itself, stepped through.
final class SpringEquationTests: XCTestCase {
    func testClosedFormsSolveTheEquationOfMotion() {
        var random = RandomSource(seed: 4)
        var regimes = [0, 0, 0]
        for _ in 0..<400 {
            var s = AnimationSpec.Spring()
            s.mass = random.between(0.2, 4)
            s.stiffness = random.between(5, 300)
            let critical = 2 * (s.stiffness * s.mass).squareRoot()
            s.damping = random.pick([0, random.between(0, 1), 1, 1 + 1e-4, 1 - 1e-4, random.between(1, 6)]) * critical
            s.initialVelocity = random.pick([0, random.between(-20, 20)])
            s.allowsOverdamping = random.chance(50)
            regimes[s.damping < critical ? 0 : s.damping > critical && s.allowsOverdamping ? 2 : 1] += 1
            let solver = SpringSolver(s)
            for time in [0, 0.01, random.between(0, 0.5), random.between(0, 3)] {
                let stepped = ReferenceCurves.integratedSpring(s, after: time, steps: 4000)
                XCTAssertEqual(ReferenceCurves.spring(s, after: time), stepped, accuracy: 1e-6, "\(s) at \(time)")
                XCTAssertEqual(solver.value(at: time), stepped, accuracy: 1e-6, "\(s) at \(time)")
            }
        }
        XCTAssertTrue(regimes.allSatisfy { $0 > 40 }, "\(regimes)")
    }
}
