import Agate
import Compositor
import TestSupport
import XCTest

#if GPU
import OpenGLES
#endif

/// Frames of planes: what colours they have, on both compositors, and which are refused.
final class FramePlanesTests: XCTestCase {
    private struct Kind {
        var format = FramePlanes.Format.planar420
        var matrix = FramePlanes.Matrix.bt709
        var range = FramePlanes.Range.video
        var siting = FramePlanes.Siting.left
    }

    /// Planes of random samples that don't change wildly from one to the next.
    private struct Samples {
        let width: Int, height: Int
        let luma: [UInt8], blue: [UInt8], red: [UInt8]
        var across: Int { (width + 1) / 2 }
        var down: Int { (height + 1) / 2 }

        init(_ width: Int, _ height: Int, _ random: inout SeededGenerator) {
            func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
            (self.width, self.height) = (width, height)
            luma = bytes(width * height)
            blue = bytes((width + 1) / 2 * ((height + 1) / 2))
            red = bytes((width + 1) / 2 * ((height + 1) / 2))
        }

        /// Rows with a gap behind each.
        func planes(_ format: FramePlanes.Format, gap: Int = 3) -> [FramePlanes.Plane] {
            func plane(_ bytes: [UInt8], _ row: Int) -> FramePlanes.Plane {
                var all: [UInt8] = []
                for start in stride(from: 0, to: bytes.count, by: row) {
                    all += bytes[start..<start + row] + [UInt8](repeating: 99, count: gap)
                }
                return FramePlanes.Plane(all, bytesPerRow: row + gap)
            }
            if format == .planar420 { return [plane(luma, width), plane(blue, across), plane(red, across)] }
            return [plane(luma, width), plane(zip(blue, red).flatMap { [$0, $1] }, across * 2)]
        }

        /// A channel of colour between samples, in floating point.
        func colour(_ plane: [UInt8], _ x: Int, _ y: Int, _ siting: FramePlanes.Siting) -> Double {
            let px = siting == .left ? Double(x) / 2 : Double(x) / 2 - 0.25, py = Double(y) / 2 - 0.25
            let i = Int(px.rounded(.down)), j = Int(py.rounded(.down)), f = px - Double(i), g = py - Double(j)
            func at(_ i: Int, _ j: Int) -> Double { Double(plane[max(0, min(down - 1, j)) * across + max(0, min(across - 1, i))]) }
            return (at(i, j) * (1 - f) + at(i + 1, j) * f) * (1 - g) + (at(i, j + 1) * (1 - f) + at(i + 1, j + 1) * f) * g
        }
    }

    private static let kinds: [Kind] = FramePlanes.Format.allCases.flatMap { format in
        FramePlanes.Matrix.allCases.flatMap { matrix in
            FramePlanes.Range.allCases.flatMap { range in
                FramePlanes.Siting.allCases.map { Kind(format: format, matrix: matrix, range: range, siting: $0) }
            }
        }
    }

    private func planes(_ samples: Samples, _ kind: Kind, gap: Int = 3) throws -> FramePlanes {
        try FramePlanes(
            width: samples.width, height: samples.height, format: kind.format, planes: samples.planes(kind.format, gap: gap),
            matrix: kind.matrix, range: kind.range, siting: kind.siting)
    }

    /// The frame in a host of its size, unscaled.
    private func show(_ planes: FramePlanes, _ renderer: FrameRenderer = .cpu) -> CGImage {
        let host = OffscreenHost(size: CGSize(width: planes.width, height: planes.height), renderer: renderer)
        let layer = FrameQueueLayer()
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: planes.width, height: planes.height)
            host.layer.addSublayer(layer)
        }
        XCTAssertTrue(layer.frames.enqueue(planes))
        return host.image(at: 0.1)
    }

    func testColours() throws {
        var random = SeededGenerator(seed: 1)
        for kind in Self.kinds {
            for (width, height) in [(1, 1), (2, 2), (7, 5), (16, 9), (1, 8), (33, 2)] {
                let samples = Samples(width, height, &random), image = show(try planes(samples, kind))
                let (kr, kb) = kind.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
                let pixels = image.withPixels { pixels in (0..<width * height).map { pixels[$0] } }
                for y in 0..<height {
                    for x in 0..<width {
                        var l = Double(samples.luma[y * width + x])
                        var u = samples.colour(samples.blue, x, y, kind.siting) - 128
                        var v = samples.colour(samples.red, x, y, kind.siting) - 128
                        if kind.range == .video { (l, u, v) = ((l - 16) * 255 / 219, u * 255 / 224, v * 255 / 224) }
                        let r = l + 2 * (1 - kr) * v, b = l + 2 * (1 - kb) * u, g = (l - kr * r - kb * b) / (1 - kr - kb)
                        let pixel = pixels[y * width + x]
                        XCTAssertEqual(pixel >> 24, 255)
                        for (wanted, shift) in [(r, 16), (g, 8), (b, 0)] as [(Double, UInt32)] {
                            XCTAssertEqual(
                                Double(pixel >> shift & 255), max(0, min(255, wanted)), accuracy: 1.01,
                                "\(kind) \(width)x\(height) at \(x), \(y)")
                        }
                    }
                }
            }
        }
    }

    func testGreysStayGrey() throws {
        for kind in Self.kinds {
            let black: UInt8 = kind.range == .video ? 16 : 0, white: UInt8 = kind.range == .video ? 235 : 255
            for (luma, wanted) in [(black, 0xFF00_0000), (white, 0xFFFF_FFFF)] as [(UInt8, UInt32)] {
                let colour = [UInt8](repeating: 128, count: 8)
                let planes: [FramePlanes.Plane] =
                    kind.format == .planar420
                    ? [
                        .init([UInt8](repeating: luma, count: 16), bytesPerRow: 4), .init(colour, bytesPerRow: 2),
                        .init(colour, bytesPerRow: 2),
                    ]
                    : [.init([UInt8](repeating: luma, count: 16), bytesPerRow: 4), .init(colour, bytesPerRow: 4)]
                let frame = try FramePlanes(
                    width: 4, height: 4, format: kind.format, planes: planes, matrix: kind.matrix, range: kind.range, siting: kind.siting)
                XCTAssertEqual(show(frame).withPixels { $0[5] }, wanted, "\(kind)")
            }
        }
    }

    func testWhatIsRefused() throws {
        func error(_ width: Int, _ height: Int, _ planes: [FramePlanes.Plane], _ format: FramePlanes.Format = .biplanar420)
            -> FramePlanesError?
        {
            do throws(FramePlanesError) {
                _ = try FramePlanes(width: width, height: height, format: format, planes: planes)
                return nil
            } catch { return error }
        }
        let luma = FramePlanes.Plane([UInt8](repeating: 0, count: 15), bytesPerRow: 5)
        let colour = FramePlanes.Plane([UInt8](repeating: 0, count: 12), bytesPerRow: 6)
        XCTAssertNil(error(5, 3, [luma, colour]))
        XCTAssertEqual(error(0, 3, [luma, colour]), .size(width: 0, height: 3))
        XCTAssertEqual(error(1 << 40, 1 << 40, [luma, colour]), .size(width: 1 << 40, height: 1 << 40))
        XCTAssertEqual(error(5, 3, [luma]), .planeCount(1, needed: 2))
        XCTAssertEqual(error(5, 3, [luma, colour], .planar420), .planeCount(2, needed: 3))
        XCTAssertEqual(error(6, 3, [luma, colour]), .bytesPerRow(5, plane: 0, needed: 6))
        XCTAssertEqual(error(5, 4, [luma, colour]), .bytes(15, plane: 0, needed: 20))
        XCTAssertEqual(error(5, 3, [luma, .init([], bytesPerRow: 6)]), .bytes(0, plane: 1, needed: 12))
        XCTAssertEqual(error(5, 3, [luma, .init([], bytesPerRow: .min)]), .bytesPerRow(.min, plane: 1, needed: 6))
    }

    func testAFullQueueAndFramesThatNobodySees() throws {
        var random = SeededGenerator(seed: 2)
        let frames = FrameQueue(capacity: 2), frame = try planes(Samples(8, 8, &random), Kind())
        let before = PlanarPicture.conversionCount
        XCTAssertTrue(frames.enqueue(frame, at: 1))
        XCTAssertTrue(frames.enqueue(frame, at: 2))
        XCTAssertFalse(frames.enqueue(frame, at: 3))
        XCTAssertFalse(frames.enqueue(frame, at: .nan))
        XCTAssertEqual(PlanarPicture.conversionCount, before, "what does not show is not converted")
    }

    #if GPU
    /// The same bytes, and the processor converts nothing.
    func testTheGPUConvertsByTheSameFormula() throws {
        guard (try? GLContext()) != nil else { throw XCTSkip("no OpenGL ES: no context") }
        var random = SeededGenerator(seed: 3)
        for (i, kind) in Self.kinds.enumerated() {
            let sizes = [(64, 48), (33, 21), (1, 1), (2, 7)], (width, height) = sizes[i % sizes.count]
            for gap in [0, 3] {
                let frame = try planes(Samples(width, height, &random), kind, gap: gap), wanted = show(frame)
                let before = PlanarPicture.conversionCount
                let got = show(frame, .gpu)
                XCTAssertEqual(PlanarPicture.conversionCount, before, "\(kind)")
                XCTAssertEqual(difference(got, wanted).max, 0, "\(kind) \(width)x\(height)")
            }
        }
    }

    /// Scaled, turned, and one after the other.
    func testFramesOnAGPUFollowEachOther() throws {
        guard (try? GLContext()) != nil else { throw XCTSkip("no OpenGL ES: no context") }
        func run(_ renderer: FrameRenderer) throws -> [CGImage] {
            var random = SeededGenerator(seed: 4)
            let host = OffscreenHost(size: CGSize(width: 80, height: 60), renderer: renderer), layer = FrameQueueLayer()
            host.perform {
                layer.frame = CGRect(x: 10, y: 8, width: 55, height: 40)
                layer.cornerRadius = 12
                layer.masksToBounds = true
                layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
                host.layer.addSublayer(layer)
            }
            return try (0..<12).map { number in
                let size = number < 8 ? (32, 24) : (20, 18)
                layer.frames.enqueue(try planes(Samples(size.0, size.1, &random), Kind(format: .biplanar420)), at: Double(number) / 10)
                return host.image(at: Double(number) / 10)
            }
        }
        let wanted = try run(.cpu), got = try run(.gpu)
        for (i, (a, b)) in zip(wanted, got).enumerated() {
            assertPicturesEqual(b, a, tolerance: 3, "planes-\(i)")
            if let folder = ProcessInfo.processInfo.environment["AGATE_PICTURES"], i % 4 == 0 {
                writePNG(b, URL(fileURLWithPath: "\(folder)/planes-\(i).png"))
            }
        }
    }
    #endif
}
