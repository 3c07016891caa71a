/// Elementary functions with bit-identical results on every machine: plain sums and products in a fixed order. The C library's functions
/// select implementations by the processor (including fused products), and differ in the last place. The error is within 2 units of the
/// last place.
package enum SteadyMath {
    // MARK: Exponential

    private static let ln2High = 6.93147180369123816490e-01, ln2Low = 1.90821492927058770002e-10

    /// Returns e to the power of `x`.
    @inline(__always)
    static func exp(_ x: Double) -> Double {
        // 2^k would be subnormal or overflow, or `x` is NaN.
        guard x > -700 && x < 700 else { return farExp(x) }
        let k = nearest(x * 1.4426950408889634)
        return nearExp(x - k * ln2High, k * ln2Low) * power(Int64(k))
    }

    /// Returns the exponential of `high - low`, at most ln 2 / 2 away from 0: the series up to the 13th power, in pairs to avoid dependent
    /// operations.
    @inline(__always)
    private static func nearExp(_ high: Double, _ low: Double) -> Double {
        let r = high - low
        let r2 = r * r, r4 = r2 * r2
        let a = 1.0 / 2 + r * (1.0 / 6), b = 1.0 / 24 + r * (1.0 / 120)
        let c = 1.0 / 720 + r * (1.0 / 5040), d = 1.0 / 40320 + r * (1.0 / 362880)
        let e = 1.0 / 3628800 + r * (1.0 / 39916800), f = 1.0 / 479001600 + r * (1.0 / 6227020800)
        let tail = (a + r2 * b) + r4 * ((c + r2 * d) + r4 * (e + r2 * f))
        return 1 + (high - (low - r2 * tail))
    }

    @inline(never)
    private static func farExp(_ x: Double) -> Double {
        if x.isNaN { return x }
        if x > 709.782712893384 { return .infinity }
        if x < -745.2 { return 0 }
        // In two halves, so that subnormal results are rounded once.
        let k = nearest(x * 1.4426950408889634)
        let half = Int64(k) / 2
        return nearExp(x - k * ln2High, k * ln2Low) * power(half) * power(Int64(k) - half)
    }

    /// Returns 2 to the power of `k`, for normal numbers.
    @inline(__always)
    private static func power(_ k: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: (k &+ 1023) &<< 52)) }

    /// Returns the nearest integer to `x`, for magnitudes below 2^51: the sum with 1.5 · 2^52 has no room for a fraction.
    @inline(__always)
    private static func nearest(_ x: Double) -> Double { (x + 6755399441055744) - 6755399441055744 }

    // MARK: Circles

    /// Returns the sine and cosine of an angle in radians; NaN for infinite angles.
    @inline(__always)
    static func sincos(_ x: Double) -> (sin: Double, cos: Double) {
        // Up to this limit, k has so few bits that its products with the parts of π/2 are exact.
        if !(abs(x) < 1_000_000) { return farSincos(x) }
        let k = nearest(x * 0.6366197723675814)
        let r = ((x - k * 1.57079632673412561417e+00) - k * 6.07710050630396597660e-11) - k * 2.02226624879595063154e-21
        return turned(r, Int64(k))
    }

    package static func sin(_ x: Double) -> Double { sincos(x).sin }
    package static func cos(_ x: Double) -> Double { sincos(x).cos }

    /// Returns the sine and cosine of `quarters` quarter turns plus `r`, which is at most half a quarter turn.
    @inline(__always)
    private static func turned(_ r: Double, _ quarters: Int64) -> (sin: Double, cos: Double) {
        let z = r * r, z2 = z * z
        let s0 = -1.66666666666666324348e-01 + z * 8.33333333332248946124e-03
        let s1 = -1.98412698298579493134e-04 + z * 2.75573137070700676789e-06
        let s2 = -2.50507602534068634195e-08 + z * 1.58969099521155010221e-10
        let sine = r + r * z * (s0 + z2 * (s1 + z2 * s2))
        let c0 = 4.16666666666666019037e-02 + z * -1.38888888888741095749e-03
        let c1 = 2.48015872894767294178e-05 + z * -2.75573143513906633035e-07
        let c2 = 2.08757232129817482790e-09 + z * -1.13596475577881948265e-11
        let half = z * 0.5, w = 1 - half
        let cosine = w + (((1 - w) - half) + z2 * (c0 + z2 * (c1 + z2 * c2)))
        // An odd number of quarters swaps the two. The second bit gives the signs.
        let swap = UInt64(bitPattern: 0 &- (quarters & 1))
        let a = sine.bitPattern, b = cosine.bitPattern, both = (a ^ b) & swap
        let sineSign = UInt64(bitPattern: quarters & 2) &<< 62, cosineSign = UInt64(bitPattern: (quarters &+ 1) & 2) &<< 62
        return (Double(bitPattern: a ^ both ^ sineSign), Double(bitPattern: b ^ both ^ cosineSign))
    }

    /// The binary digits of 2/π, of which the first 64 are before the point.
    private static let twoOverPi: [UInt64] = [
        0,
        0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561,
        0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484,
        0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B, 0x1FF897FFDE05980F,
        0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B,
        0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB, 0xF0CFBC209AF4361D,
    ]

    /// Handles large angles: only the digits of 2/π whose products are not whole turns are relevant.
    @inline(never)
    private static func farSincos(_ x: Double) -> (sin: Double, cos: Double) {
        guard x.isFinite else { return (.nan, .nan) }
        let m = x.significandBitPattern | 1 << 52
        // |x| = m · 2^e. Digits whose product has a weight of 4 or more count whole turns.
        let skip = Int(x.exponent) - 52 - 2 + 64
        func word(_ i: Int) -> UInt64 {
            let bit = skip + 64 * i, w = bit / 64, s = UInt64(bit % 64)
            return s == 0 ? twoOverPi[w] : twoOverPi[w] << s | twoOverPi[w + 1] >> (64 - s)
        }
        // m · (3 words), without the higher digits.
        let low = m.multipliedFullWidth(by: word(2)), middle = m.multipliedFullWidth(by: word(1))
        let (p1, carry) = middle.low.addingReportingOverflow(low.high)
        var high = m &* word(0) &+ middle.high &+ (carry ? 1 : 0), next = p1
        // The two highest bits have the weights 2 and 1.
        var quarters = Int64(high >> 62)
        high = high << 2 | next >> 62
        next <<= 2
        let isNegative = high >> 63 == 1
        if isNegative {
            // The nearest quarter is the next one.
            quarters += 1
            next = ~next
            high = ~high
        }
        let zeros = UInt64(high.leadingZeroBitCount)
        if zeros > 0 { high = zeros == 64 ? next : high << zeros | next >> (64 - zeros) }
        let fraction = Double(high) * power(-64 - Int64(zeros)) * 1.5707963267948966
        let (s, c) = turned(isNegative ? -fraction : fraction, quarters)
        return (x < 0 ? -s : s, c)
    }

    /// Returns the angle of the point (x, y), in -π...π.
    package static func atan2(_ y: Double, _ x: Double) -> Double {
        if x.isNaN || y.isNaN { return .nan }
        if y == 0 { return x.sign == .minus ? (y.sign == .minus ? -Double.pi : .pi) : y }
        if x == 0 { return y > 0 ? .pi / 2 : -.pi / 2 }
        if x.isInfinite || y.isInfinite {
            let part: Double = x.isInfinite && y.isInfinite ? .pi / 4 : x.isInfinite ? 0 : .pi / 2
            let angle = x < 0 ? .pi - part : part
            return y < 0 ? -angle : angle
        }
        let angle = atan(abs(y / x))
        let inHalf = x < 0 ? Double.pi - (angle - 1.2246467991473532e-16) : angle
        return y < 0 ? -inHalf : inHalf
    }

    static func acos(_ x: Double) -> Double { atan2(((1 - x) * (1 + x)).squareRoot(), x) }
    static func asin(_ x: Double) -> Double { atan2(x, ((1 - x) * (1 + x)).squareRoot()) }

    /// Returns the arc tangent of a number of at least 0, relative to the nearest of five angles.
    private static func atan(_ x: Double) -> Double {
        if x < 0.4375 { return x - x * atanSeries(x) }
        let high, low, t: Double
        if x < 0.6875 {
            (high, low, t) = (4.63647609000806093515e-01, 2.26987774529616870924e-17, (2 * x - 1) / (2 + x))
        } else if x < 1.1875 {
            (high, low, t) = (7.85398163397448278999e-01, 3.06161699786838301793e-17, (x - 1) / (x + 1))
        } else if x < 2.4375 {
            (high, low, t) = (9.82793723247329054082e-01, 1.39033110312309984516e-17, (x - 1.5) / (1 + 1.5 * x))
        } else {
            (high, low, t) = (1.57079632679489655800e+00, 6.12323399573676603587e-17, -1 / x)
        }
        return high - ((t * atanSeries(t) - low) - t)
    }

    private static func atanSeries(_ t: Double) -> Double {
        let z = t * t, w = z * z
        let odd =
            z
            * (0.333333333333329318027 + w
                * (0.142857142725034663711 + w
                    * (0.0909088713343650656196
                        + w * (0.0666107313738753120669 + w * (0.0497687799461593236017 + w * 0.0162858201153657823623)))))
        let even =
            w
            * (-0.199999999998764832476 + w
                * (-0.111111104054623557880 + w
                    * (-0.0769187620504482999495
                        + w * (-0.0583357013379057348645 + w * -0.0365315727442169155270))))
        return odd + even
    }
}
