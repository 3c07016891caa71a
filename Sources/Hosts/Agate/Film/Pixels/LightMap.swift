import Foundation

/// Maps sRGB to the signals of a film with a high dynamic range, in BT.2020: white is 203 cd/m2 (ITU-R BT.2408), which is 58 % of PQ and 75
/// % of HLG.
///
/// One thread at a time.
package final class LightMap {
    /// The signals of red, green and blue, 0...1; the last number is not used.
    package typealias Signal = SIMD4<Float>

    private let isHLG: Bool
    /// The light of each byte of sRGB.
    private let linear: [Float]
    /// The signals of light, by the square root of the light.
    private let curve: [Float]
    /// Two rows of signals, with one more at each end.
    private let rows: UnsafeMutablePointer<Signal>
    private let width: Int

    private static let steps = 4096
    private static let white = 203.0

    /// - Parameters:
    ///   - range: PQ or HLG.
    ///   - width: The number of pixels in a row.
    package init(_ range: FilmDynamicRange, width: Int) {
        isHLG = range == .hlg
        self.width = width
        linear = (0..<256).map { byte in
            let value = Double(byte) / 255
            return Float(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
        }
        let signal = isHLG ? Self.hlg : Self.pq
        curve = (0...Self.steps + 1).map { step in
            let root = min(1, Double(step) / Double(Self.steps))
            return Float(signal(root * root))
        }
        rows = .allocate(capacity: 2 * (width + 2))
        rows.initialize(repeating: Signal(), count: 2 * (width + 2))
    }

    deinit { rows.deallocate() }

    /// Returns the signal of PQ for light, where 1 is white.
    private static func pq(_ light: Double) -> Double {
        let power = pow(light * white / 10_000, 2610.0 / 16384)
        return pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
    }

    /// Returns the signal of HLG for light of the scene.
    private static func hlg(_ light: Double) -> Double {
        light <= 1.0 / 12 ? (3 * light).squareRoot() : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
    }

    /// Returns the signals of an opaque pixel 0xAARRGGBB.
    @inline(__always)
    package func signal(_ pixel: UInt32) -> Signal {
        let red = linear[Int(pixel >> 16 & 255)], green = linear[Int(pixel >> 8 & 255)], blue = linear[Int(pixel & 255)]
        // From BT.709 to BT.2020.
        var light = Signal(0.6274039, 0.0690973, 0.0163914, 0) * red + Signal(0.3292830, 0.9195404, 0.0880133, 0) * green
        light += Signal(0.0433131, 0.0113623, 0.8955953, 0) * blue
        if isHLG {
            // The light of a display is the scene's to the power of 1.2, by its luminance; here for a peak of 1000 cd/m2.
            light *= Float(Self.white / 1000)
            let luminance = light.x * 0.2627 + light.y * 0.6780 + light.z * 0.0593
            light *= luminance > 0 ? powf(luminance, -1.0 / 6) : 0
        }
        let place = light.clamped(lowerBound: Signal(), upperBound: Signal(repeating: 1)).squareRoot() * Float(Self.steps)
        return Signal(curved(place.x), curved(place.y), curved(place.z), 0)
    }

    /// Returns the number of the curve at a place between two steps.
    @inline(__always)
    private func curved(_ place: Float) -> Float {
        let step = Int(place), low = curve[step]
        return low + (curve[step + 1] - low) * (place - Float(step))
    }

    /// Returns luma as a number of ten bits.
    @inline(__always)
    package static func luma(_ signal: Signal) -> Float { 64 + 876 * (signal.x * 0.2627 + signal.y * 0.6780 + signal.z * 0.0593) }

    /// Returns the blue and the red difference as numbers of ten bits.
    @inline(__always)
    package static func differences(_ signal: Signal) -> (blue: Float, red: Float) {
        let luma = signal.x * 0.2627 + signal.y * 0.6780 + signal.z * 0.0593
        return (512 + 896 * (signal.z - luma) / 1.8814, 512 + 896 * (signal.x - luma) / 1.4746)
    }

    /// Converts two rows of pixels to the rows `y` and `y + 1` of a frame of three planes with ten bits.
    func convert(
        _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, _ width: Int, _ height: Int, rows y: Int,
        into target: UnsafeMutablePointer<UInt16>
    ) {
        let first = rows + 1, second = rows + self.width + 3
        for x in 0..<width { (first[x], second[x]) = (signal(top[x]), signal(bottom[x])) }
        (first[-1], first[width], second[-1], second[width]) = (first[0], first[width - 1], second[0], second[width - 1])
        for x in 0..<width { target[y * width + x] = Self.word(Self.luma(first[x])) }
        if y + 1 < height { for x in 0..<width { target[(y + 1) * width + x] = Self.word(Self.luma(second[x])) } }
        let half = (width + 1) / 2, blues = target + width * height + y / 2 * half, reds = blues + half * ((height + 1) / 2)
        for column in 0..<half {
            let x = 2 * column
            // A sample is between the two pixels on the left of four: it counts twice what is at its place, and once what is beside it.
            let sum = (first[x] + second[x]) * 2 + first[x - 1] + second[x - 1] + first[x + 1] + second[x + 1]
            let (blue, red) = Self.differences(sum * 0.125)
            (blues[column], reds[column]) = (Self.word(blue), Self.word(red))
        }
    }

    /// Returns a number as ten bits.
    @inline(__always)
    package static func word(_ number: Float) -> UInt16 { UInt16(min(max(number, 0), 1023).rounded()) }
}
