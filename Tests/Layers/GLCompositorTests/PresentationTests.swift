#if GPU
import Compositor
import CompositorScenes
import CoreGraphics
import GLCompositor
import OpenGLES
import RenderTree
import XCTest

/// A window's buffers show the picture, whatever they held before and however old that is.
final class PresentationTests: XCTestCase {
    /// Buffers that are shown in turn, as a swap chain's.
    private final class Chain: GLWindowSurface {
        private let display: GLDisplay
        private let context: EGLContext
        private let buffers: [EGLSurface]
        private var next = 0
        private var shown = 0
        private let hasAges: Bool
        let size: (width: Int32, height: Int32)

        init(_ count: Int, hasAges: Bool, width: Int32, height: Int32) throws {
            display = try GLDisplay.shared()
            eglBindAPI(EGLenum(EGL_OPENGL_ES_API))
            var config: EGLConfig?
            var found: EGLint = 0
            let wanted: [EGLint] = [
                EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
                EGL_BLUE_SIZE,
                8, EGL_ALPHA_SIZE, 8, EGL_NONE,
            ]
            eglChooseConfig(display.handle, wanted, &config, 1, &found)
            guard found > 0, let config,
                let made = eglCreateContext(display.handle, config, nil, [EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE])
            else { throw XCTSkip("no OpenGL ES: EGL has no pbuffers") }
            context = made
            let display = display
            buffers = (0..<count).compactMap { _ in
                eglCreatePbufferSurface(display.handle, config, [EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE])
            }
            self.hasAges = hasAges
            size = (width, height)
        }

        deinit {
            GLContext.clearCurrent()
            for buffer in buffers { eglDestroySurface(display.handle, buffer) }
            eglDestroyContext(display.handle, context)
        }

        func makeCurrent() throws(GLError) { eglMakeCurrent(display.handle, buffers[next], buffers[next], context) }
        var bufferAge: Int { hasAges && shown >= buffers.count ? buffers.count : 0 }
        private(set) var lastShown: [UInt32] = []

        func swap(_ damage: ContiguousArray<DeviceRect>) throws(GLError) {
            var pixels = [UInt32](repeating: 0, count: Int(size.width * size.height))
            glReadPixels(0, 0, size.width, size.height, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixels)
            // Rows go upwards, red comes first.
            let width = Int(size.width)
            lastShown = (0..<Int(size.height)).reversed().flatMap { y in
                pixels[y * width..<(y + 1) * width].map { $0 & 0xFF00_FF00 | ($0 & 255) << 16 | $0 >> 16 & 255 }
            }
            shown += 1
            next = (next + 1) % buffers.count
        }
    }

    private func check(_ count: Int, hasAges: Bool) throws {
        _ = try GLTestContext.shared()
        let chain = try Chain(count, hasAges: hasAges, width: 140, height: 120)
        let gl = try GLCompositor(chain)
        gl.resize(width: 140, height: 120)
        for frame in 0..<7 as Range<Int32> {
            var b = ListBuilder(140, 120)
            b.fill(CGRect(x: 10, y: 20, width: 60, height: 30), RGBA(0.2, 0.4, 0.9, 1), radius: 7)
            b.fill(CGRect(x: Double(frame) * 15, y: 70, width: 20, height: 40), RGBA(0.9, 0.4, 0.2, 1))
            let list = b.finished()
            // The first frame is whole, the others move one box.
            let damage = frame == 0 ? DeviceRect(0, 0, 140, 120) : DeviceRect((frame - 1) * 15, 70, frame * 15 + 20, 110)
            try gl.draw(list, damage: [damage])
            try gl.present()
            let picture = gl.withPixels { pixels, width, height, stride in
                (0..<height).flatMap { Array(UnsafeBufferPointer(start: pixels + $0 * stride, count: width)) }
            }
            XCTAssertEqual(chain.lastShown, picture, "frame \(frame) of \(count) buffers")
        }
    }

    func testBuffersOfKnownAge() throws { for count in 1...4 { try check(count, hasAges: true) } }

    func testBuffersOfUnknownAge() throws { try check(2, hasAges: false) }

    /// More buffers than frames are remembered.
    func testOldBuffers() throws { try check(6, hasAges: true) }
}
#endif
