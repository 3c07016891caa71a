@testable import Agate
import CKernels
import TestSupport
import XCTest

/// Pixels to YUV: each loop against its twin, bit for bit, and against the formula in doubles.
final class FilmKernelTests: XCTestCase {
    private func pixels(_ count: Int, _ random: inout SeededGenerator) -> [UInt32] {
        (0..<count).map { _ in
            let alpha: UInt32 = [0, 255, 255, UInt32.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
            func part() -> UInt32 { UInt32.random(in: 0...alpha, using: &random) }
            return alpha << 24 | part() << 16 | part() << 8 | part()
        }
    }

    func testTwins() {
        var random = SeededGenerator(seed: 1)
        for level in FilmKernels.ofEveryLevel {
            for count in Array(0...70) + [127, 128, 129, 1280] {
                let top = pixels(count, &random), bottom = pixels(count, &random)
                func bytes(_ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
                    // A guard behind the end shows writing too far.
                    var out = [UInt8](repeating: 77, count: count + 40)
                    out.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
                    XCTAssertTrue(out[count...].allSatisfy { $0 == 77 })
                    return Array(out.prefix(count))
                }
                func pair(_ count: Int, _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Void) -> [[UInt8]] {
                    var v: [UInt8] = []
                    let u = bytes(count) { u in v = bytes(count) { body(u, $0) } }
                    return [u, v]
                }
                XCTAssertEqual(bytes(count) { level.pointee.luma($0, top, count) }, FilmKernelTwins.luma(top))
                XCTAssertEqual(bytes(count) { level.pointee.alpha($0, top, count) }, top.map { UInt8($0 >> 24) })
                let full = FilmKernelTwins.chroma(top)
                XCTAssertEqual(pair(count) { level.pointee.chroma($0, $1, top, count) }, [full.u, full.v])
                for weighsAlpha in [false, true] {
                    let halved = FilmKernelTwins.chromaHalved(top, bottom, weighsAlpha: weighsAlpha)
                    let loop = weighsAlpha ? level.pointee.chroma_visible : level.pointee.chroma_halved
                    XCTAssertEqual(pair((count + 1) / 2) { loop($0, $1, top, bottom, count) }, [halved.u, halved.v], "\(count)")
                }
                var straight = [UInt32](repeating: 0, count: count)
                level.pointee.straight(&straight, top, count)
                XCTAssertEqual(straight, FilmKernelTwins.straight(top))
                var deep = [[UInt16]](repeating: [UInt16](repeating: 0, count: count), count: 4)
                var (y, u, v, a) = (deep[0], deep[1], deep[2], deep[3])
                level.pointee.deep(&y, &u, &v, &a, top, count)
                deep = [y, u, v, a]
                let twin = FilmKernelTwins.deep(top)
                XCTAssertEqual(deep, [twin.y, twin.u, twin.v, twin.a])
            }
        }
    }

    func testStraightIsExactForEveryColour() {
        for level in FilmKernels.ofEveryLevel {
            for alpha in UInt32(0)...255 {
                let row = (UInt32(0)...alpha).map { alpha << 24 | $0 << 16 | (alpha - $0) << 8 | $0 }
                var out = [UInt32](repeating: 1, count: row.count)
                level.pointee.straight(&out, row, row.count)
                XCTAssertEqual(out, FilmKernelTwins.straight(row), "\(alpha)")
            }
        }
    }

    /// BT.709 in limited range, in doubles.
    private func formula(_ r: Double, _ g: Double, _ b: Double) -> (y: Double, u: Double, v: Double) {
        let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
        return (16 + 219 * y / 255, 128 + 224 * (b - y) / 1.8556 / 255, 128 + 224 * (r - y) / 1.5748 / 255)
    }

    func testFormula() {
        var random = SeededGenerator(seed: 2)
        // All greys and pure colours, and many others.
        var all =
            (UInt32(0)...255).map { 0xFF00_0000 | $0 << 16 | $0 << 8 | $0 } + [
                0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00, 0xFF00_FFFF, 0xFFFF_00FF,
            ]
        all += (0..<20_000).map { _ in 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random) }
        let luma = FilmKernelTwins.luma(all), chroma = FilmKernelTwins.chroma(all), deep = FilmKernelTwins.deep(all)
        let flat = all.map { FilmKernelTwins.chromaHalved([$0, $0], [$0, $0], weighsAlpha: false) }
        var worst = 0.0, worstDeep = 0.0
        for (index, pixel) in all.enumerated() {
            let exact = formula(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
            for (got, wanted) in [
                (luma[index], exact.y), (chroma.u[index], exact.u), (chroma.v[index], exact.v), (flat[index].u[0], exact.u),
                (flat[index].v[0], exact.v),
            ] {
                worst = max(worst, abs(Double(got) - wanted))
            }
            for (got, wanted) in [(deep.y[index], exact.y), (deep.u[index], exact.u), (deep.v[index], exact.v)] {
                worstDeep = max(worstDeep, abs(Double(got) - wanted * 4))
            }
        }
        // Rounding alone is a half.
        XCTAssertLessThan(worst, 0.51)
        XCTAssertLessThan(worstDeep, 0.52)
        XCTAssertTrue((0..<256).allSatisfy { chroma.u[$0] == 128 && chroma.v[$0] == 128 && deep.u[$0] == 512 && deep.v[$0] == 512 })
        XCTAssertEqual([luma[0], luma[255]], [16, 235])
        XCTAssertEqual([deep.y[0], deep.y[255]], [64, 940])
    }

    func testOnlyStaleRowsAreConverted() {
        var random = SeededGenerator(seed: 3)
        for format in [FilmPixelFormat.yuv420p, .yuva420p, .yuv444p, .yuva444p10, .yuv444p10, .bgra, .bgr0] {
            let width = 37, height = 21
            // Larger than the picture by a row and a column.
            let converter = FrameConverter(format, width: width + 1, height: height + 1)
            var picture = pixels(width * height, &random)
            func convert(_ rows: Range<Int>, _ target: inout [UInt8]) {
                picture.withUnsafeBufferPointer { source in
                    target.withUnsafeMutableBytes {
                        converter.convert(
                            FramePixels(source.baseAddress!, width: width, height: height, stride: width), rows: rows, into: $0.baseAddress!
                        )
                    }
                }
            }
            var patched = [UInt8](repeating: 9, count: converter.byteCount)
            convert(0..<height + 1, &patched)
            for rows in [3..<4, 7..<12, 20..<21, 0..<1] {
                for index in rows.lowerBound * width..<rows.upperBound * width { picture[index] = pixels(1, &random)[0] }
                convert(rows, &patched)
                var whole = [UInt8](repeating: 9, count: converter.byteCount)
                convert(0..<height + 1, &whole)
                XCTAssertEqual(patched, whole, "\(format) \(rows)")
            }
        }
    }
}
