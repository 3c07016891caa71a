#if GPU
import Agate
import OpenGLES
import QuartzCore
import XCTest

final class CAEAGLLayerTests: XCTestCase {
    override func setUpWithError() throws { try needOpenGLES() }
    override func tearDown() { EAGLContext.setCurrent(nil) }

    /// A layer that fills a host, and a context with a renderbuffer of its storage.
    private final class Scene {
        let host: OffscreenHost
        let layer = CAEAGLLayer()
        let context: EAGLContext

        init(_ side: CGFloat = 32, scale: CGFloat = 1, api: EAGLRenderingAPI = .openGLES2) throws {
            host = OffscreenHost(size: CGSize(width: side, height: side), scale: scale)
            context = try XCTUnwrap(EAGLContext(api: api))
            host.perform {
                layer.frame = CGRect(x: 0, y: 0, width: side, height: side)
                layer.contentsScale = scale
                host.layer.addSublayer(layer)
            }
            setUpBuffers()
        }

        func setUpBuffers() {
            EAGLContext.setCurrent(context)
            var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
            glGenFramebuffers(1, &framebuffer)
            glGenRenderbuffers(1, &renderbuffer)
            glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
            glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
            XCTAssertTrue(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer))
            glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
            let (width, height) = (layer.bounds.width * layer.contentsScale, layer.bounds.height * layer.contentsScale)
            glViewport(0, 0, GLsizei(width), GLsizei(height))
        }

        @discardableResult
        func present() -> Bool { context.presentRenderbuffer(Int(GL_RENDERBUFFER)) }

        func pixel(_ x: Int, _ y: Int) -> UInt32 { host.withPixels { pixels, _, _, stride in pixels[y * stride + x] } }
    }

    func testTriangleStandsUpright() throws {
        let scene = try Scene()
        clear(0, 0, 0)
        let red: [Float] = [1, 0, 0, 1]
        Shader().draw([-1, -1, 0, 1, 1, -1], red + red + red)
        XCTAssertTrue(scene.present())
        XCTAssertEqual(scene.pixel(16, 30), 0xFFFF_0000)
        XCTAssertEqual(scene.pixel(16, 4), 0xFFFF_0000)
        XCTAssertEqual(scene.pixel(3, 4), 0xFF00_0000, "beside the tip, which is up")
        XCTAssertEqual(scene.pixel(1, 30), 0xFFFF_0000, "the left end of the foot")
    }

    func testColoursAreMixedBetweenCorners() throws {
        let scene = try Scene()
        clear(0, 0, 0)
        Shader().draw([-1, -1, 0, 1, 1, -1], [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1])
        scene.present()
        for (x, y) in [(16, 16), (10, 28), (22, 20), (16, 3)] {
            // Barycentric, at the middle of the pixel.
            let u = (Double(x) + 0.5) / 16 - 1, v = 1 - (Double(y) + 0.5) / 16
            let green = (v + 1) / 2, red = (u + 1 - green) / 2, blue = 1 - green - red
            let found = scene.pixel(x, y)
            XCTAssertEqual(Double(found >> 16 & 0xFF), red * 255, accuracy: 1, "red at \(x), \(y)")
            XCTAssertEqual(Double(found >> 8 & 0xFF), green * 255, accuracy: 1, "green at \(x), \(y)")
            XCTAssertEqual(Double(found & 0xFF), blue * 255, accuracy: 1, "blue at \(x), \(y)")
        }
    }

    func testNothingShowsBeforeTheFirstFrame() throws {
        let scene = try Scene()
        XCTAssertEqual(scene.pixel(16, 16), 0)
        XCTAssertTrue(scene.layer.isOpaque)
    }

    func testAlphaOfALayerThatIsNotOpaque() throws {
        let scene = try Scene()
        clear(0.2, 0, 0, 0.4)
        scene.present()
        XCTAssertEqual(scene.pixel(5, 5), 0xFF33_0000)
        scene.host.perform { scene.layer.isOpaque = false }
        scene.present()
        XCTAssertEqual(scene.pixel(5, 5), 0x6633_0000)
    }

    func testOtherSizeTakesOtherStorage() throws {
        let scene = try Scene(scale: 2)
        clear(0, 1, 0)
        scene.present()
        scene.host.perform {
            CATransaction.setDisableActions(true)
            scene.layer.frame = CGRect(x: 0, y: 0, width: 16, height: 8)
        }
        XCTAssertEqual(scene.pixel(31, 15), 0xFF00_FF00, "the old frame is scaled")
        XCTAssertEqual(scene.pixel(32, 16), 0)
        scene.setUpBuffers()
        var width: GLint = 0, height: GLint = 0
        glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_WIDTH), &width)
        glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_HEIGHT), &height)
        XCTAssertEqual([width, height], [32, 16])
        clear(0, 0, 1)
        scene.present()
        XCTAssertEqual(scene.pixel(0, 0), 0xFF00_00FF)
    }

    func testEmptyAndHugeLayersGetNoStorage() throws {
        let scene = try Scene()
        for frame in [CGRect.zero, CGRect(x: 0, y: 0, width: 0, height: 5)] {
            scene.host.perform { scene.layer.frame = frame }
            XCTAssertFalse(scene.context.renderbufferStorage(Int(GL_RENDERBUFFER), from: scene.layer))
        }
        scene.host.perform { scene.layer.frame = CGRect(x: 0, y: 0, width: 1e12, height: 5) }
        XCTAssertFalse(scene.context.renderbufferStorage(Int(GL_RENDERBUFFER), from: scene.layer))
        XCTAssertFalse(scene.present())
    }

    func testFramesAtTimes() throws {
        let scene = try Scene()
        for (time, shade) in [(2.0, Float(1)), (1.0, 0.2)] {
            clear(shade, 0, 0)
            XCTAssertTrue(scene.context.presentRenderbuffer(Int(GL_RENDERBUFFER), atTime: time))
        }
        XCTAssertEqual(scene.pixel(0, 0), 0)
        scene.host.advance(to: 1)
        XCTAssertEqual(scene.pixel(0, 0), 0xFF33_0000)
        scene.host.advance(to: 1.9)
        XCTAssertEqual(scene.pixel(0, 0), 0xFF33_0000)
        scene.host.advance(to: 2)
        XCTAssertEqual(scene.pixel(0, 0), 0xFFFF_0000)
        clear(0, 1, 0)
        scene.present()
        XCTAssertEqual(scene.pixel(0, 0), 0xFF00_FF00)
    }

    func testFramesWithTheTransaction() throws {
        let scene = try Scene()
        clear(1, 0, 0)
        scene.present()
        XCTAssertEqual(scene.pixel(0, 0), 0xFFFF_0000)
        scene.host.perform {
            scene.layer.presentsWithTransaction = true
            clear(0, 0, 1)
            scene.present()
        }
        XCTAssertEqual(scene.pixel(0, 0), 0xFF00_00FF)
        XCTAssertNotNil(scene.layer.contents)
        XCTAssertNil(scene.layer.animationKeys())
        scene.host.perform { scene.layer.presentsWithTransaction = false }
        clear(0, 1, 0)
        scene.present()
        XCTAssertEqual(scene.pixel(0, 0), 0xFF00_FF00)
    }

    func testTwoContextsDrawIntoTwoLayers() throws {
        let first = try Scene(), second = try Scene(api: .openGLES3)
        for _ in 0..<3 {
            EAGLContext.setCurrent(first.context)
            clear(1, 0, 0)
            first.present()
            EAGLContext.setCurrent(second.context)
            clear(0, 0, 1)
            second.present()
        }
        XCTAssertEqual([first.pixel(1, 1), second.pixel(1, 1)], [0xFFFF_0000, 0xFF00_00FF])
    }

    func testLostContextLeavesTheLastFrame() throws {
        let scene = try Scene()
        clear(1, 0, 0)
        scene.present()
        scene.context.gl.simulateLoss()
        XCTAssertFalse(scene.present())
        XCTAssertEqual(scene.pixel(0, 0), 0xFFFF_0000)
        let context = try XCTUnwrap(EAGLContext(api: .openGLES3))
        EAGLContext.setCurrent(context)
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        XCTAssertTrue(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: scene.layer))
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        clear(0, 1, 0)
        XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        XCTAssertEqual(scene.pixel(0, 0), 0xFF00_FF00)
    }

    func testLayerThatIsRemovedOrGoneWhileItPresents() throws {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8)), context = try XCTUnwrap(EAGLContext(api: .openGLES2))
        weak var gone: CAEAGLLayer?
        var layer: CAEAGLLayer? = CAEAGLLayer()
        gone = layer
        EAGLContext.setCurrent(context)
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        host.perform {
            layer!.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            host.layer.addSublayer(layer!)
        }
        XCTAssertTrue(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer))
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        clear(1, 0, 0)
        XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        host.perform { layer!.removeFromSuperlayer() }
        XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)), "it may be shown again")
        XCTAssertEqual(host.withPixels { pixels, _, _, _ in pixels[0] }, 0)
        host.perform { host.layer.addSublayer(layer!) }
        XCTAssertEqual(host.withPixels { pixels, _, _, _ in pixels[0] }, 0xFFFF_0000)
        host.perform { layer!.removeFromSuperlayer() }
        host.perform { layer = nil }
        XCTAssertNil(gone, "neither the context nor the frames keep it")
        XCTAssertFalse(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
    }

    func testCopiesShowTheSameFrames() throws {
        let scene = try Scene()
        clear(1, 0, 0)
        scene.present()
        XCTAssertNotNil(scene.layer.presentation())
        scene.host.perform {
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.toValue = 0.5
            animation.duration = 1
            scene.layer.add(animation, forKey: nil)
        }
        scene.host.advance(by: 0.5)
        XCTAssertTrue((scene.layer.presentation() as Any) is CAEAGLLayer)
        XCTAssertTrue(scene.present(), "a copy that goes does not end the frames")
    }

    func testAnotherThreadPresentsWhileFramesAreMade() throws {
        let layer = CAEAGLLayer()
        let seen = Locked<Set<UInt32>>([])
        let host = LiveHost(size: CGSize(width: 16, height: 16), framesPerSecond: 240) { frame in
            let pixel = frame.withPixels { pixels, _, _, _ in pixels[0] }
            seen.withLock { _ = $0.insert(pixel) }
        }
        layer.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
        host.layer.addSublayer(layer)
        CATransaction.flush()
        let context = try XCTUnwrap(EAGLContext(api: .openGLES3))
        EAGLContext.setCurrent(context)
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        XCTAssertTrue(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer))
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        EAGLContext.setCurrent(nil)
        let box = Box(context)
        let done = expectation(description: "presented")
        Thread.detachNewThread {
            XCTAssertTrue(EAGLContext.setCurrent(box.value))
            for round in 1...40 {
                clear(Float(round) / 51, 0, 0)
                XCTAssertTrue(box.value.presentRenderbuffer(Int(GL_RENDERBUFFER)))
                usleep(2000)
            }
            EAGLContext.setCurrent(nil)
            done.fulfill()
        }
        // The thread of the layers does nothing meanwhile.
        XCTAssertEqual(XCTWaiter.wait(for: [done], timeout: 60), .completed)
        let last = 0xFF00_0000 | UInt32(200) << 16
        for _ in 0..<500 where !seen.withLock({ $0.contains(last) }) { usleep(10_000) }
        XCTAssertTrue(seen.withLock { $0.contains(last) })
        let allowed = Set((1...40).map { 0xFF00_0000 | UInt32($0 * 5) << 16 })
        XCTAssertTrue(seen.withLock { $0 }.subtracting([0]).isSubset(of: allowed), "each frame whole")
        host.layer.sublayers = nil
    }

    func testWithoutOpenGLESLayersAreTransparent() {
        let before = GLAvailability.current
        GLAvailability.current = .none
        defer { GLAvailability.current = before }
        let found = Locked<[String]>([])
        let observation = Diagnostics.observe { diagnostic in found.withLock { $0.append(diagnostic.identifier) } }
        let host = OffscreenHost(size: CGSize(width: 8, height: 8)), layer = CAEAGLLayer(), drawn = CountingLayer()
        for _ in 0..<3 { XCTAssertNil(EAGLContext(api: .openGLES3)) }
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            drawn.frame = layer.frame
            drawn.isAsynchronous = true
            host.layer.sublayers = [layer, drawn]
        }
        for _ in 0..<3 {
            host.advance(by: 0.1)
            XCTAssertEqual(host.withPixels { pixels, _, _, _ in pixels[0] }, 0)
        }
        withExtendedLifetime(observation) {}
        XCTAssertEqual(found.withLock { $0 }, ["gl.unavailable"])
        XCTAssertEqual(drawn.times, [])
    }
}

private final class Box<Value>: @unchecked Sendable {
    // Unchecked: used by one thread after the other.
    let value: Value
    init(_ value: Value) { self.value = value }
}
#endif
