#if GPU
import Compositor
import CoreGraphics
import GLCompositor
import OpenGLES
import Raster
import RenderTree
import TestSupport
import XCTest

/// Compares what the two compositors draw.
struct Comparison {
    /// What is asked: so many of 255 nearly everywhere, and nowhere more than `most`.
    static let near = 2
    static let most = 8
    /// How many pixels are near.
    var share = 0.999

    let context: GLContext

    init(share: Double = 0.999) throws {
        context = try GLTestContext.shared()
        self.share = share
    }

    func pixels(of list: DrawList, damage: [DeviceRect]? = nil, on compositor: some FrameCompositor) throws -> [UInt32] {
        let whole = DeviceRect(0, 0, list.width, list.height)
        try compositor.draw(list, damage: ContiguousArray(damage ?? [whole]))
        return compositor.withPixels { pixels, width, height, stride in
            (0..<height).flatMap { y in Array(UnsafeBufferPointer(start: pixels + y * stride, count: width)) }
        }
    }

    struct Difference {
        var most = 0
        /// Pixels that are further off than `near`.
        var far = 0
        var count = 0
        var worst = (x: 0, y: 0)
        func isSmall(_ share: Double) -> Bool { most <= Comparison.most && Double(count - far) >= share * Double(count) }
    }

    static func difference(_ a: [UInt32], _ b: [UInt32], width: Int) -> Difference {
        var d = Difference(count: a.count)
        for i in 0..<min(a.count, b.count) {
            var off = 0
            for shift in stride(from: 0, to: 32, by: 8) { off = max(off, abs(Int(a[i] >> shift & 255) - Int(b[i] >> shift & 255))) }
            if off > near { d.far += 1 }
            if off > d.most {
                d.most = off
                d.worst = (i % width, i / width)
            }
        }
        return d
    }

    static func image(_ pixels: [UInt32], _ width: Int) -> CGImage? {
        CGImage(width: width, height: pixels.count / width) { target in for i in pixels.indices { target[i] = pixels[i] } }
    }

    /// Draws a list by both and compares. On failure the three pictures lie in the temporary directory.
    func check(
        _ list: DrawList, _ name: String, on given: GLCompositor? = nil, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let width = Int(list.width), height = Int(list.height)
        let bitmap = BitmapCompositor(width: width, height: height, options: .onScreen, threads: 1)
        let gl = try given ?? GLCompositor(context)
        if given == nil { gl.resize(width: width, height: height) }
        let wanted = try pixels(of: list, on: bitmap), got = try pixels(of: list, on: gl)
        let d = Self.difference(wanted, got, width: width)
        guard !d.isSmall(share) else { return }
        var places = ""
        for (suffix, pixels) in [("processor", wanted), ("gpu", got)] {
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(suffix).png")
            if let image = Self.image(pixels, width) { writePNG(image, url) }
            places += " " + url.path
        }
        XCTFail("\(name): \(d.most) of 255 at \(d.worst), \(d.far) of \(d.count) pixels off:\(places)", file: file, line: line)
    }
}

enum GLTestContext {
    private static let made = Result { try GLContext() }

    /// One for all tests, which run one after the other: shaders are compiled once.
    static func shared() throws -> GLContext {
        do { return try made.get() } catch { throw XCTSkip("no OpenGL ES: \(error)") }
    }
}
#endif
