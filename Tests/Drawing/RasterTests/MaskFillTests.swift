import CKernels
import XCTest

@testable import Raster

/// One colour through kept coverage: the loop against its twin, and masks that stand elsewhere.
final class MaskFillTests: XCTestCase {
    /// Mostly empty, as masks of outlines are, with bytes of all kinds.
    private func mask(_ bounds: IntRect, _ random: inout SeededRandom) -> MaskBuffer {
        let mask = MaskBuffer(bounds: bounds)
        for (i, value) in random.pixels(bounds.area).enumerated() where value & 0x700 == 0 {
            let byte = UInt8(truncatingIfNeeded: value)
            mask.pointer(x: Int(bounds.x0) + i % bounds.width, y: Int(bounds.y0) + i / bounds.width).pointee =
                value & 0x800 == 0 ? byte : 255
        }
        return mask
    }

    func testRowsAgreeWithTheirTwin() {
        var random = SeededRandom(11)
        for level in KernelLevel.allCases {
            guard let table = Kernels.level(level) else { continue }
            for n in [1, 3, 7, 8, 9, 31, 32, 33, 40, 71, 96] {
                for color: UInt32 in [0xFF20_8040, 0x8010_4020, 0x0100_0001] {
                    let rows = 9, mask = mask(IntRect(x: 0, y: 0, width: n, height: rows), &random)
                    var pixels = random.pixels(n * rows)
                    var expected = pixels
                    for y in 0..<rows {
                        var row = Array(expected[(y * n)..<((y + 1) * n)])
                        KernelTwins.overSolidCoverage(&row, color: color, coverage: (0..<n).map { mask.coverage(x: $0, y: y) })
                        expected.replaceSubrange((y * n)..<((y + 1) * n), with: row)
                    }
                    pixels.withUnsafeMutableBufferPointer {
                        table.pointee.over_solid_mask($0.baseAddress!, n, rows, n, color, mask.bytes, mask.stride)
                    }
                    XCTAssertEqual(pixels, expected, "level \(level), \(n) pixels, \(String(color, radix: 16))")
                }
            }
        }
    }

    func testAMaskMayBeMovedAndCut() {
        var random = SeededRandom(12)
        let mask = mask(IntRect(x: -5, y: 3, width: 37, height: 12), &random)
        for (dx, dy) in [(0, 0), (7, -2), (-20, 9), (30, 20)] as [(Int32, Int32)] {
            let surface = Surface(width: 50, height: 30), clip = IntRect(4, 2, 45, 21)
            Rasterizer().fill(surface, Clip(clip), through: mask, movedBy: (dx, dy), paint: .solid(0xFF30_6090))
            for y in 0..<30 {
                for x in 0..<50 {
                    let cover = clip.contains(x: x, y: y) ? mask.coverage(x: x - Int(dx), y: y - Int(dy)) : 0
                    XCTAssertEqual(
                        surface.pixel(x: x, y: y), PixelMath.over(0xFF30_6090, 0, coverage: UInt32(cover)),
                        "(\(x), \(y)) moved by (\(dx), \(dy))")
                }
            }
        }
    }
}
