import Foundation
import TestSupport
import XCTest
@testable import RenderTree

/// Against the C library's functions, which are right to within a unit of the last place on the machines that have been seen.
final class SteadyMathTests: XCTestCase {
    private var random = SeededGenerator(seed: 11)

    private func check(
        _ name: String, _ range: ClosedRange<Double>, _ ours: (Double) -> Double, _ theirs: (Double) -> Double,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        for _ in 0..<20_000 {
            let x = Double.random(in: range, using: &random)
            let a = ours(x), b = theirs(x)
            guard abs(a - b) <= 2 * max(b.ulp, .leastNonzeroMagnitude) else {
                return XCTFail("\(name)(\(x)) is \(a), not \(b)", file: file, line: line)
            }
        }
    }

    /// Any exponent as likely as any other.
    private func anyMagnitude(_ exponents: ClosedRange<Int>) -> Double {
        let x = Double(
            sign: .plus, exponent: Int.random(in: exponents, using: &random), significand: Double.random(in: 1..<2, using: &random))
        return Bool.random(using: &random) ? x : -x
    }

    func testExponential() {
        for range in [-1.0...1, -20...20, -700...700, -744...709.7] { check("exp", range, SteadyMath.exp, Foundation.exp) }
        XCTAssertEqual(SteadyMath.exp(0), 1)
        XCTAssertEqual(SteadyMath.exp(-.infinity), 0)
        XCTAssertEqual(SteadyMath.exp(.infinity), .infinity)
        XCTAssertEqual(SteadyMath.exp(710), .infinity)
        XCTAssertEqual(SteadyMath.exp(-746), 0)
        XCTAssertTrue(SteadyMath.exp(.nan).isNaN)
    }

    func testSineAndCosine() {
        for range in [-1.0...1, -10...10, -1000...1000, -999_999...999_999, -1e9...1e9] {
            check("sin", range, { SteadyMath.sincos($0).sin }, Foundation.sin)
            check("cos", range, { SteadyMath.sincos($0).cos }, Foundation.cos)
        }
        for _ in 0..<100_000 {
            let x = anyMagnitude(-60...1023)
            let (s, c) = SteadyMath.sincos(x), t = (sin: Foundation.sin(x), cos: Foundation.cos(x))
            guard abs(s - t.sin) <= 2 * t.sin.ulp, abs(c - t.cos) <= 2 * t.cos.ulp else { return XCTFail("\(x): \(s) \(c), not \(t)") }
        }
        // Next to the zeros, where most of the angle is lost.
        for k in 1..<20_000 {
            let x = Double(k) * .pi / 2
            let (s, c) = SteadyMath.sincos(x), t = (sin: Foundation.sin(x), cos: Foundation.cos(x))
            guard abs(s - t.sin) <= 2 * t.sin.ulp, abs(c - t.cos) <= 2 * t.cos.ulp else {
                return XCTFail("\(k) quarters: \(s) \(c), not \(t)")
            }
        }
        XCTAssertEqual(SteadyMath.sincos(0).sin, 0)
        XCTAssertEqual(SteadyMath.sincos(0).cos, 1)
        XCTAssertTrue(SteadyMath.sincos(.infinity).sin.isNaN)
        XCTAssertTrue(SteadyMath.sincos(.nan).cos.isNaN)
    }

    func testInverses() {
        for _ in 0..<50_000 {
            let x = anyMagnitude(-40...40), y = anyMagnitude(-40...40)
            let angle = Foundation.atan2(y, x)
            guard abs(SteadyMath.atan2(y, x) - angle) <= 2 * angle.ulp else {
                return XCTFail("atan2(\(y), \(x)): \(SteadyMath.atan2(y, x)), not \(angle)")
            }
        }
        let ends: [Double] = [0, -0.0, 1, -1, .infinity, -.infinity]
        for x in ends {
            for y in ends {
                let angle = Foundation.atan2(y, x)
                XCTAssertEqual(SteadyMath.atan2(y, x), angle, "atan2(\(y), \(x))")
                XCTAssertEqual(SteadyMath.atan2(y, x).sign, angle.sign, "atan2(\(y), \(x))")
            }
        }
        check("acos", -1...1, SteadyMath.acos) { Foundation.acos($0) }
        check("asin", -1...1, SteadyMath.asin) { Foundation.asin($0) }
        XCTAssertEqual(SteadyMath.acos(1), 0)
    }
}
