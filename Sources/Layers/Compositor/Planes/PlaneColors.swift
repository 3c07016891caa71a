/// The conversion of 8-bit luma and colour differences to red, green and blue: in integers, the same as in the shaders.
///
/// Factors are times 4096. A colour difference between samples is a sum of samples with weights of 16 in all, so that the sum of luma and
/// differences is times 65,536.
package struct PlaneColors: Sendable, Hashable {
    package let luma: Int32
    package let redFromRed, greenFromRed, greenFromBlue, blueFromBlue: Int32
    /// The luma of black.
    package let black: Int32

    /// - Parameters:
    ///   - kr: the weight of red in luma.
    ///   - kb: the weight of blue in luma.
    ///   - isFull: true if luma has the range 0 to 255; false for 16 to 235.
    package init(kr: Double, kb: Double, isFull: Bool) {
        func factor(_ v: Double) -> Int32 { Int32((v * 4096).rounded()) }
        let kg = 1 - kr - kb, scale = isFull ? 1 : 255.0 / 224
        luma = factor(isFull ? 1 : 255.0 / 219)
        redFromRed = factor(2 * (1 - kr) * scale)
        blueFromBlue = factor(2 * (1 - kb) * scale)
        greenFromRed = factor(-2 * kr * (1 - kr) / kg * scale)
        greenFromBlue = factor(-2 * kb * (1 - kb) / kg * scale)
        black = isFull ? 0 : 16
    }

    /// Returns a pixel 0xFFRRGGBB.
    /// - Parameters:
    ///   - blue: the blue difference, times 16.
    ///   - red: the red difference, times 16.
    @inline(__always)
    func pixel(_ brightness: UInt8, _ blue: Int32, _ red: Int32) -> UInt32 {
        let y = (Int32(brightness) &- black) &* (luma &* 16) &+ 32_768, u = blue &- 2048, v = red &- 2048
        func byte(_ sum: Int32) -> UInt32 { UInt32(truncatingIfNeeded: max(0, min(255, sum >> 16))) }
        let r = byte(y &+ redFromRed &* v), g = byte(y &+ greenFromRed &* v &+ greenFromBlue &* u), b = byte(y &+ blueFromBlue &* u)
        return 0xFF00_0000 | r << 16 | g << 8 | b
    }

    /// Returns eight pixels at once.
    @inline(__always)
    func pixels(_ brightness: SIMD8<UInt8>, _ blue: SIMD8<Int32>, _ red: SIMD8<Int32>) -> SIMD8<UInt32> {
        let y = (SIMD8<Int32>(truncatingIfNeeded: brightness) &- black) &* (luma &* 16) &+ 32_768, u = blue &- 2048, v = red &- 2048
        func byte(_ sum: SIMD8<Int32>) -> SIMD8<UInt32> {
            SIMD8(truncatingIfNeeded: (sum &>> 16).clamped(lowerBound: .zero, upperBound: SIMD8(repeating: 255)))
        }
        let r = byte(y &+ v &* redFromRed), g = byte(y &+ v &* greenFromRed &+ u &* greenFromBlue), b = byte(y &+ u &* blueFromBlue)
        return r &<< 16 | g &<< 8 | b | SIMD8(repeating: 0xFF00_0000)
    }
}
