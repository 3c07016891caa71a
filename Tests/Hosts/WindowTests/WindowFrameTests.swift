#if GPU
@testable import Agate
import Foundation
import ImageIO
import OpenGLES
import TestSupport
import XCTest

/// Layers of OpenGL ES in windows that a GPU draws.
final class WindowFrameTests: XCTestCase {
    override func setUpWithError() throws {
        if agate_gles_failure() != nil { throw XCTSkip("there is no EGL here (no library)") }
    }

    override func tearDown() { EAGLContext.setCurrent(nil) }

    /// A layer with one frame: red above, blue below.
    private func makeLayer() throws -> CAEAGLLayer {
        let layer = CAEAGLLayer()
        layer.frame = CGRect(x: 20, y: 30, width: 64, height: 48)
        layer.contentsScale = 1
        layer.cornerRadius = 9
        layer.masksToBounds = true
        let context = try XCTUnwrap(EAGLContext(api: .openGLES2))
        EAGLContext.setCurrent(context)
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        guard context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer) else { throw XCTSkip("no storage") }
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        glClearColor(1, 0, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        glEnable(GLenum(GL_SCISSOR_TEST))
        glScissor(0, 0, 64, 16)
        glClearColor(0, 0, 1, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        glDisable(GLenum(GL_SCISSOR_TEST))
        _ = context.presentRenderbuffer(Int(GL_RENDERBUFFER))
        EAGLContext.setCurrent(nil)
        return layer
    }

    /// 0 where the screen shows the layer, and as many frames were read back as expected.
    private func show(_ window: WindowHost, _ display: VirtualDisplay, reads: Int) throws -> Int32 {
        guard window.renderer == .gpu else { return 1 }
        let layer = try makeLayer(), before = GLFrame.readBackCount
        window.layer.addSublayer(layer)
        CATransaction.flush()
        settle(window)
        guard GLFrame.readBackCount - before == reads else { return 2 }
        let screen = try display.screenshot(100, 60, Int(window.size.width), Int(window.size.height))
        let pixel = screen.withPixels { pixels in [pixels[(30 + 20) * screen.width + 50], pixels[(30 + 40) * screen.width + 50]] }
        guard pixel == [0xFFFF_0000, 0xFF00_00FF] else { return 3 }
        let twin = OffscreenHost(size: window.size, background: .white)
        twin.perform { twin.layer.addSublayer(layer) }
        let wanted = twin.image(at: 1)
        return ChannelDifference(screen, wanted, over: 2).share <= 0.001 ? 0 : 4
    }

    /// The window is first: the contexts of layers are on its display, which outlives it.
    func testFramesAreSampledInAWindow() throws {
        try alone([:]) {
            let (window, display) = try openWindow("frames", at: 100, 60, renderer: .gpu)
            let answer = try show(window, display, reads: 0)
            guard answer == 0 else { return answer }
            guard try GLDisplay.shared().platform == "window" else { return 5 }
            window.close()
            turn(for: 0.2)
            // What draws without a window goes on, and another window opens.
            let context = try GLContext()
            try context.makeCurrent()
            guard glGetString(GLenum(GL_VERSION)) != nil else { return 6 }
            GLContext.clearCurrent()
            let (other, again) = try openWindow("frames", at: 100, 60, renderer: .gpu)
            let second = try show(other, again, reads: 0)
            return second == 0 ? 0 : second + 10
        }
    }

    /// A context before the window is on a display of its own: frames are read.
    func testFramesOfAnotherDisplayAreRead() throws {
        try alone([:]) {
            _ = try GLContext()
            let (window, display) = try openWindow("frames", at: 100, 60, renderer: .gpu)
            return try show(window, display, reads: 1)
        }
    }

    /// A driver must not be taken apart under a frame, however long that takes: a software rasteriser may compile for seconds.
    func testTheEndOfAProgramWaitsForTheFrameThatIsDrawn() throws {
        try alone([:]) {
            DrawingAtExit.driverIsLoaded()
            let isDrawing = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                DrawingAtExit.begin()
                isDrawing.signal()
                usleep(700_000)
                // The program would have ended by now, with what is returned below.
                _exit(exitCodeOfSuccess)
            }
            isDrawing.wait()
            return 1
        }
    }

    /// A display that nobody took is closed with the last window, and the next one is offered anew.
    func testADisplayThatNobodyTookIsClosed() throws {
        try alone([:]) {
            for _ in 0..<3 {
                let (window, _) = try openWindow("frames", at: 100, 60, renderer: .gpu)
                guard window.renderer == .gpu else { return 1 }
                window.close()
                turn(for: 0.1)
            }
            return try GLDisplay.shared().platform == "window" ? 2 : 0
        }
    }
}
#endif
