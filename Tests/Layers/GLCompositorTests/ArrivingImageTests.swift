#if GPU
import Compositor
import CompositorScenes
import CoreGraphics
import GLCompositor
import OpenGLES
import RenderTree
import TestSupport
import XCTest

/// Large images come to the device over several frames; what shows meanwhile, and what shows then.
final class ArrivingImageTests: XCTestCase {
    private static let width: Int32 = 160, height: Int32 = 120
    private static let whole: ContiguousArray<DeviceRect> = [DeviceRect(0, 0, width, height)]
    private static let background: UInt32 = 0xFFFF_FFFF

    /// Of some colour, and of more than a megabyte.
    private static func large(_ color: UInt32, width: Int = 640, height: Int = 480) throws -> CGImage {
        try XCTUnwrap(CGImage(width: width, height: height) { $0.update(repeating: color) })
    }

    private static func list(_ image: CGImage, layer: UInt64 = 7, filter: ContentsFilter = .linear) -> DrawList {
        var b = ListBuilder(width, height)
        b.image(image, CGRect(x: 20, y: 20, width: 100, height: 80), filter: filter, layer: layer)
        return b.finished()
    }

    private static func gl() throws -> GLCompositor {
        let gl = try GLCompositor(try GLTestContext.shared(), waitsForImages: false)
        gl.resize(width: Int(width), height: Int(height))
        return gl
    }

    private func middle(_ gl: GLCompositor) -> UInt32 { gl.withPixels { pixels, _, _, stride in pixels[60 * stride + 70] } }

    /// Frames in which nothing else changes, until all is there.
    @discardableResult
    private func arrive(_ gl: GLCompositor, _ list: DrawList) throws -> Int {
        for frame in 0..<2000 {
            guard gl.isUploading else { return frame }
            let damage = gl.continueUploads()
            if !damage.isEmpty { try gl.draw(list, damage: damage) }
            usleep(500)
        }
        XCTFail("it never arrives")
        return 2000
    }

    func testALargeImageShowsOnceItIsThere() throws {
        let gl = try Self.gl(), list = Self.list(try Self.large(0xFF20_40F0))
        try gl.draw(list, damage: Self.whole)
        XCTAssertEqual(middle(gl), Self.background)
        XCTAssertTrue(gl.isUploading)
        let frames = try arrive(gl, list)
        XCTAssertGreaterThan(frames, 1, "it goes over in more than one frame")
        XCTAssertEqual(middle(gl), 0xFF20_40F0)
        // It is there: the next frame asks for nothing.
        try gl.draw(list, damage: Self.whole)
        XCTAssertFalse(gl.isUploading)
        XCTAssertEqual(middle(gl), 0xFF20_40F0)
    }

    /// Every pixel, with and without mip levels, as where the frame waits.
    func testWhatArrivesIsWhatTheFrameWouldHaveWaitedFor() throws {
        for (width, height) in [(701, 503), (4000, 70), (513, 1025)] {
            let image = try XCTUnwrap(
                CGImage(width: width, height: height) { target in
                    for i in target.indices { target[i] = 0xFF00_0000 | UInt32(truncatingIfNeeded: i &* 2_654_435_761) & 0xFF_FFFF }
                })
            for filter in [ContentsFilter.linear, .nearest, .trilinear] {
                let gl = try Self.gl(), list = Self.list(image, filter: filter)
                try gl.draw(list, damage: Self.whole)
                try arrive(gl, list)
                let comparison = try Comparison()
                let waiting = try GLCompositor(try GLTestContext.shared())
                waiting.resize(width: Int(Self.width), height: Int(Self.height))
                XCTAssertEqual(
                    try comparison.pixels(of: list, on: gl), try comparison.pixels(of: list, on: waiting), "\(width) x \(height), \(filter)"
                )
            }
        }
    }

    func testTheImageBeforeStandsIn() throws {
        let gl = try Self.gl(), blue = Self.list(try Self.large(0xFF20_40F0))
        try gl.draw(blue, damage: Self.whole)
        try arrive(gl, blue)
        // Of another size: the same part of it shows.
        let red = Self.list(try Self.large(0xFFF0_2010, width: 900, height: 700))
        try gl.draw(red, damage: Self.whole)
        XCTAssertEqual(middle(gl), 0xFF20_40F0)
        try arrive(gl, red)
        XCTAssertEqual(middle(gl), 0xFFF0_2010)
        // Another layer has nothing that could.
        let green = Self.list(try Self.large(0xFF10_F020), layer: 8)
        try gl.draw(green, damage: Self.whole)
        XCTAssertEqual(middle(gl), Self.background)
        try arrive(gl, green)
        XCTAssertEqual(middle(gl), 0xFF10_F020)
    }

    /// A film whose frames come faster than they arrive goes on, with frames left out.
    func testImagesThatChangeFasterThanTheyArriveGoOn() throws {
        let gl = try Self.gl()
        var shown: [UInt32] = []
        for frame in 0..<400 as Range<UInt32> {
            let list = Self.list(try Self.large(0xFF00_0000 | frame))
            _ = gl.continueUploads()
            try gl.draw(list, damage: Self.whole)
            let pixel = middle(gl)
            if pixel != Self.background, shown.last != pixel { shown.append(pixel) }
            if shown.count >= 5 { break }
            usleep(500)
        }
        XCTAssertGreaterThanOrEqual(shown.count, 5)
        XCTAssertEqual(shown, shown.sorted(), "in their order")
    }

    /// Small ones do so only where a frame has too many.
    func testManySmallImagesTakeSeveralFrames() throws {
        let gl = try Self.gl()
        // 40 of 400 kilobytes.
        let images = try (0..<40).map { try Self.large(0xFF00_0000 | UInt32($0 + 1) * 5, width: 400, height: 250) }
        var b = ListBuilder(Self.width, Self.height)
        for (i, image) in images.enumerated() {
            b.image(image, CGRect(x: i % 8 * 16, y: i / 8 * 16, width: 16, height: 16), layer: UInt64(i + 1))
        }
        let list = b.finished()
        func there() -> Int {
            gl.withPixels { pixels, _, _, stride in
                (0..<40).filter { pixels[($0 / 8 * 16 + 8) * stride + $0 % 8 * 16 + 8] != Self.background }.count
            }
        }
        try gl.draw(list, damage: Self.whole)
        let first = there()
        XCTAssertGreaterThan(first, 0)
        XCTAssertLessThan(first, 40)
        try arrive(gl, list)
        XCTAssertEqual(there(), 40)
    }

    /// A bitmap that was made while an image was missing is not kept.
    func testARasterizedLayerIsMadeAgain() throws {
        let gl = try Self.gl(), image = try Self.large(0xFF20_40F0)
        var b = ListBuilder(Self.width, Self.height)
        b.group {
            $0.raster = .init(layer: 3, scaleX: 1, scaleY: 1, minification: .linear, magnification: .linear)
        } content: {
            $0.image(image, CGRect(x: 20, y: 20, width: 100, height: 80), layer: 7)
        }
        b.list.ops[0].flags.insert(.rasterized)
        b.list.ops[0].rect = CGRect(x: 10, y: 10, width: 120, height: 100)
        let list = b.finished()
        try gl.draw(list, damage: Self.whole)
        XCTAssertEqual(middle(gl), Self.background)
        try arrive(gl, list)
        XCTAssertEqual(middle(gl), 0xFF20_40F0)
    }

    /// Compositors may go while images are on their way.
    func testItMayGoMeanwhile() throws {
        for _ in 0..<8 {
            let gl = try Self.gl(), list = Self.list(try Self.large(0xFF20_40F0, width: 2000, height: 1500))
            try gl.draw(list, damage: Self.whole)
            _ = gl.continueUploads()
        }
    }

    /// A context may outlive its compositors; their textures don't.
    func testTexturesGoWithTheCompositor() throws {
        let context = try GLTestContext.shared()
        func textures() throws -> Int {
            try context.makeCurrent()
            return (1..<5000 as Range<GLuint>).count { glIsTexture($0) != 0 }
        }
        let before = try textures()
        for waits in [true, false] {
            var gl: GLCompositor? = try GLCompositor(context, waitsForImages: waits)
            gl?.resize(width: Int(Self.width), height: Int(Self.height))
            var b = ListBuilder(Self.width, Self.height)
            b.image(try Self.large(0xFF20_40F0), CGRect(x: 0, y: 0, width: 50, height: 50), layer: 3)
            b.image(try Self.large(0xFF20_40F0, width: 20, height: 20), CGRect(x: 50, y: 0, width: 50, height: 50), layer: 4)
            b.gradient(
                CGRect(x: 0, y: 50, width: 90, height: 60), .axial, [RGBA(1, 0, 0, 1), RGBA(0, 0, 1, 1)], from: .zero,
                to: CGPoint(x: 1, y: 1))
            b.group(opacity: 0.5) { $0.fill(CGRect(x: 10, y: 10, width: 50, height: 40), RGBA(0, 1, 0, 1), radius: 8) }
            let list = b.finished()
            try gl?.draw(list, damage: Self.whole)
            _ = gl?.continueUploads()
            XCTAssertGreaterThan(try textures(), before)
            gl = nil
            XCTAssertEqual(try textures(), before)
        }
    }

    // MARK: Reading

    func testAPictureIsReadWhileTheNextOneIsDrawn() throws {
        let gl = try GLCompositor(try GLTestContext.shared())
        gl.resize(width: Int(Self.width), height: Int(Self.height))
        XCTAssertNil(gl.withReadPixels { _, _, _, _ in }, "nothing was begun")
        var before: [UInt32]?
        for frame in 0..<6 {
            var b = ListBuilder(Self.width, Self.height)
            b.fill(CGRect(x: frame * 20, y: 10, width: 30, height: 40), RGBA(0.2, 0.4, 0.9, 1), radius: 5)
            let list = b.finished()
            let damage = frame == 0 ? Self.whole : [DeviceRect(Int32(frame - 1) * 20, 10, Int32(frame) * 20 + 30, 50)]
            try gl.draw(list, damage: damage)
            if let before {
                let read = gl.withReadPixels { pixels, width, height, stride in
                    (0..<height).flatMap { Array(UnsafeBufferPointer(start: pixels + $0 * stride, count: width)) }
                }
                XCTAssertEqual(read, before, "frame \(frame - 1)")
            }
            let whole = try Comparison().pixels(
                of: list,
                on: {
                    let fresh = try GLCompositor(try GLTestContext.shared())
                    fresh.resize(width: Int(Self.width), height: Int(Self.height))
                    return fresh
                }())
            before = whole
            XCTAssertTrue(gl.beginReading())
        }
    }
}
#endif
