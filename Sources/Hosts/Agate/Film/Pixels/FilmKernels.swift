import CKernels
import Raster

/// The C loops that convert film pixels, for this processor.
package enum FilmKernels {
    /// Chosen once, at first use; a table of constants.
    nonisolated(unsafe) package static let current: UnsafePointer<agate_film_kernels> = agate_film_kernels_current()

    /// The loops of every level that the processor has, for tests.
    package static var ofEveryLevel: [UnsafePointer<agate_film_kernels>] {
        KernelLevel.allCases.compactMap { agate_film_kernels_of_level($0.code) }
    }
}

/// The C loops in plain Swift: the reference implementation. Tests compare them bit for bit.
package enum FilmKernelTwins {
    package typealias Chroma = (u: [UInt8], v: [UInt8])

    private static func red(_ pixel: UInt32) -> Int { Int(pixel >> 16 & 255) }
    private static func green(_ pixel: UInt32) -> Int { Int(pixel >> 8 & 255) }
    private static func blue(_ pixel: UInt32) -> Int { Int(pixel & 255) }

    package static func luma(_ pixels: [UInt32]) -> [UInt8] {
        pixels.map { UInt8((red($0) * 5983 + green($0) * 20127 + blue($0) * 2032 + 540_672) >> 15) }
    }

    package static func chroma(_ pixels: [UInt32]) -> Chroma {
        let both = pixels.map { chroma(red($0), green($0), blue($0), shift: 15) }
        return (both.map(\.0), both.map(\.1))
    }

    package static func chromaHalved(_ top: [UInt32], _ bottom: [UInt32], weighsAlpha: Bool) -> Chroma {
        let last = top.count - 1
        let both = stride(from: 0, to: top.count, by: 2).map { x -> (UInt8, UInt8) in
            let six = [(max(x - 1, 0), 1), (x, 2), (min(x + 1, last), 1)].flatMap { [(top[$0], $1), (bottom[$0], $1)] }
            func sum(_ part: (UInt32) -> Int) -> Int { six.reduce(0) { $0 + part($1.0) * $1.1 } }
            guard weighsAlpha else { return chroma(sum(red), sum(green), sum(blue), shift: 18) }
            let alpha = sum { Int($0 >> 24) }
            if alpha == 0 { return (128, 128) }
            func visible(_ sum: Int) -> Int { alpha == 2040 ? sum : (sum * 2040 + alpha / 2) / alpha }
            return chroma(visible(sum(red)), visible(sum(green)), visible(sum(blue)), shift: 18)
        }
        return (both.map(\.0), both.map(\.1))
    }

    private static func chroma(_ red: Int, _ green: Int, _ blue: Int, shift: Int) -> (UInt8, UInt8) {
        let middle = 128 << shift + 1 << (shift - 1)
        return (
            UInt8((red * -3298 + green * -11094 + blue * 14392 + middle) >> shift),
            UInt8((red * 14392 + green * -13073 + blue * -1319 + middle) >> shift)
        )
    }

    private static func deep(_ p: UInt32, _ r: Int, _ g: Int, _ b: Int, _ bias: Int) -> UInt16 {
        UInt16((red(p) * r + green(p) * g + blue(p) * b + bias) >> 15)
    }

    package static func deep(_ pixels: [UInt32]) -> (y: [UInt16], u: [UInt16], v: [UInt16], a: [UInt16]) {
        (
            pixels.map { deep($0, 23932, 80508, 8127, 2_113_536) },
            pixels.map { deep($0, -13192, -44377, 57569, 16_793_600) },
            pixels.map { deep($0, 57569, -52290, -5279, 16_793_600) },
            pixels.map { UInt16((Int($0 >> 24) * 1023 + 127) / 255) }
        )
    }

    package static func straight(_ pixels: [UInt32]) -> [UInt32] {
        pixels.map { pixel in
            let alpha = Int(pixel >> 24)
            if alpha == 0 { return 0 }
            func one(_ value: Int) -> UInt32 { UInt32(min(255, (value * 255 + alpha / 2) / alpha)) }
            return UInt32(alpha) << 24 | one(red(pixel)) << 16 | one(green(pixel)) << 8 | one(blue(pixel))
        }
    }
}
