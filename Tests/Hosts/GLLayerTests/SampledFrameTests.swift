#if GPU
import Agate
import ImageIO
import OpenGLES
import QuartzCore
import TestSupport
import XCTest

/// What OpenGL ES draws into layers, composited by a GPU where it lies: the processor's picture, and nothing is read back.
final class SampledFrameTests: XCTestCase {
    override func setUpWithError() throws {
        try needOpenGLES()
        let display = try GLDisplay.shared()
        guard display.extensions.contains("EGL_KHR_gl_texture_2D_image") else { throw XCTSkip("EGL shares no textures here") }
    }
    override func tearDown() { EAGLContext.setCurrent(nil) }

    /// Draws a picture without symmetry: a coloured triangle over a colour.
    private static func draw(_ context: EAGLContext, _ shader: Shader, _ background: [Float] = [0.1, 0.3, 0.2, 0.6]) {
        clear(background[0], background[1], background[2], background[3])
        shader.draw([-0.9, -0.8, -0.2, 0.9, 0.8, -0.4], [1, 0, 0, 1, 0, 1, 0, 1, 0.1, 0.2, 1, 0.5])
    }

    /// A host with a layer of OpenGL ES.
    private final class Scene {
        let host: OffscreenHost
        let layer = CAEAGLLayer()
        let group = CALayer()
        let context: EAGLContext
        let shader: Shader

        init(_ renderer: FrameRenderer, format: String = kEAGLColorFormatRGBA8) throws {
            host = OffscreenHost(
                size: CGSize(width: 96, height: 80), background: CGColor(red: 0.9, green: 0.8, blue: 0.3, alpha: 1), renderer: renderer)
            context = try XCTUnwrap(EAGLContext(api: format == kEAGLColorFormatSRGBA8 ? .openGLES3 : .openGLES2))
            EAGLContext.setCurrent(context)
            shader = Shader()
            host.perform {
                group.frame = CGRect(x: 0, y: 0, width: 96, height: 80)
                layer.drawableProperties[kEAGLDrawablePropertyColorFormat] = format
                layer.frame = CGRect(x: 20, y: 16, width: 40, height: 32)
                layer.contentsScale = 1
                group.addSublayer(layer)
                host.layer.addSublayer(group)
            }
            var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
            glGenFramebuffers(1, &framebuffer)
            glGenRenderbuffers(1, &renderbuffer)
            glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
            glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
            XCTAssertTrue(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer))
            glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
            glViewport(0, 0, 40, 32)
        }

        func present(_ background: [Float] = [0.1, 0.3, 0.2, 0.6]) {
            EAGLContext.setCurrent(context)
            SampledFrameTests.draw(context, shader, background)
            XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        }
    }

    /// Compares a GPU's picture with the processor's, and answers how many frames the GPU's compositor read back.
    @discardableResult
    private func compare(
        _ name: String, format: String = kEAGLColorFormatRGBA8, background: [Float] = [0.1, 0.3, 0.2, 0.6],
        _ change: (Scene) -> Void, file: StaticString = #filePath, line: UInt = #line
    ) throws -> Int {
        func show(_ renderer: FrameRenderer) throws -> (CGImage, Int) {
            let scene = try Scene(renderer, format: format)
            CATransaction.setDisableActions(true)
            scene.host.perform {
                CATransaction.setDisableActions(true)
                change(scene)
            }
            scene.present(background)
            let before = GLFrame.readBackCount
            return (scene.host.image(at: 0.5), GLFrame.readBackCount - before)
        }
        let (wanted, wantedReads) = try show(.cpu), (got, reads) = try show(.gpu)
        XCTAssertEqual(wantedReads, 1, "the processor reads: \(name)", file: file, line: line)
        let difference = ChannelDifference(got, wanted, over: 2)
        XCTAssertLessThanOrEqual(difference.share, 0.001, name, file: file, line: line)
        XCTAssertLessThanOrEqual(difference.largest, 8, name, file: file, line: line)
        let colors = Set(wanted.withPixels { pixels in (0..<96 * 80).map { pixels[$0] } })
        XCTAssertGreaterThan(colors.count, 20, "something shows: \(name)", file: file, line: line)
        if let folder = ProcessInfo.processInfo.environment["AGATE_PICTURES"] {
            writePNG(got, URL(fileURLWithPath: "\(folder)/sampled-\(name).png"))
        }
        return reads
    }

    func testThePictureIsTheProcessors() throws {
        let changes: [(String, (Scene) -> Void)] = [
            ("opaque", { _ in }), ("translucent", { $0.layer.isOpaque = false }),
            ("flipped", { $0.layer.transform = CATransform3DMakeScale(1, -1, 1) }),
            ("larger", { $0.layer.frame = CGRect(x: 3, y: 4, width: 90, height: 70) }),
            (
                "nearest",
                {
                    $0.layer.magnificationFilter = .nearest
                    $0.layer.frame = CGRect(x: 3, y: 4, width: 90, height: 70)
                }
            ),
            (
                "smaller",
                {
                    $0.layer.isOpaque = false
                    $0.layer.frame = CGRect(x: 30, y: 30, width: 23.5, height: 17)
                }
            ),
            ("turned", { $0.layer.transform = CATransform3DMakeRotation(0.4, 0, 0, 1) }),
            (
                "perspective",
                {
                    var t = CATransform3DIdentity
                    t.m34 = -1 / 90
                    $0.layer.transform = CATransform3DRotate(t, 0.7, 0.3, 1, 0)
                }
            ),
            (
                "corners",
                {
                    $0.layer.cornerRadius = 11
                    $0.layer.masksToBounds = true
                }
            ),
            (
                "group",
                {
                    $0.group.opacity = 0.5
                    $0.layer.isOpaque = false
                    let other = CALayer()
                    other.frame = CGRect(x: 40, y: 30, width: 40, height: 40)
                    other.backgroundColor = CGColor(red: 0.2, green: 0.1, blue: 0.8, alpha: 0.7)
                    $0.group.addSublayer(other)
                }
            ),
            ("part", { $0.layer.contentsRect = CGRect(x: 0.2, y: 0.1, width: 0.5, height: 0.6) }),
            (
                "bottom",
                {
                    $0.layer.contentsGravity = .bottomLeft; $0.layer.bounds.size = CGSize(width: 60, height: 50)
                }
            ),
        ]
        for (name, change) in changes { XCTAssertEqual(try compare(name, change), 0, "read back: \(name)") }
    }

    func testColoursBrighterThanTheirAlphaAreCut() throws {
        XCTAssertEqual(try compare("bright", background: [0.9, 0.2, 0.7, 0.3]) { $0.layer.isOpaque = false }, 0)
    }

    func testOtherFormats() throws {
        XCTAssertEqual(try compare("565", format: kEAGLColorFormatRGB565) { _ in }, 0)
        XCTAssertEqual(try compare("srgb", format: kEAGLColorFormatSRGBA8) { _ in }, 1, "texels of sRGB would come out as light")
    }

    /// Textures of others have no mip levels.
    func testMipLevelsAreMadeOfWhatIsRead() throws {
        XCTAssertEqual(
            try compare("mipped") {
                $0.layer.minificationFilter = .trilinear
                $0.layer.frame = CGRect(x: 10, y: 10, width: 22, height: 17)
            }, 1)
    }

    /// Each frame shows, and its texture comes back after the next ones.
    func testManyFrames() throws {
        let scene = try Scene(.gpu), before = GLFrame.readBackCount
        for number in 0..<60 {
            scene.present([Float(number) / 255, 128.0 / 255, Float(255 - number) / 255, 1])
            // Frames that are overtaken before anybody looks are never taken over.
            if number % 7 == 3 { continue }
            let image = scene.host.image(at: Double(number) / 60)
            let pixel = image.withPixels { $0[18 * 96 + 22] }
            XCTAssertEqual(pixel, 0xFF00_0000 | UInt32(number) << 16 | 0x8000 | UInt32(255 - number), "frame \(number)")
        }
        XCTAssertEqual(GLFrame.readBackCount, before)
        XCTAssertLessThanOrEqual(scene.layer.surface.textures.madeCount, 6)
    }

    func testGLESLayer() throws {
        let layer = CountingLayer()
        let host = OffscreenHost(size: CGSize(width: 24, height: 24), renderer: .gpu)
        layer.isAsynchronous = true
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 22, height: 23)
            host.layer.addSublayer(layer)
        }
        let before = GLFrame.readBackCount
        for number in 0..<20 {
            let time = Double(number) / 20
            let pixel = host.withPixels(at: time) { pixels, _, _, stride in pixels[9 + 9 * stride] }
            XCTAssertEqual(pixel & 0xFF00_FFFF, 0xFF00_0000)
            XCTAssertEqual(Double(pixel >> 16 & 255), time * 255, accuracy: 1)
        }
        XCTAssertEqual(GLFrame.readBackCount, before)
    }

    /// Frames go with the compositor that sampled them, and the processor reads what it has to show.
    func testTheProcessorReadsOnceTheCompositorsContextIsLost() throws {
        let scene = try Scene(.gpu)
        scene.present()
        let before = scene.host.image(at: 0.1)
        let reads = GLFrame.readBackCount
        try GLContext.ofThisThread().simulateLoss()
        let box = CALayer()
        box.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        box.backgroundColor = CGColor(gray: 0, alpha: 1)
        scene.host.perform { scene.host.layer.addSublayer(box) }
        let after = scene.host.image(at: 1)
        XCTAssertEqual(GLFrame.readBackCount, reads + 1)
        let difference = ChannelDifference(before, after, over: 2)
        XCTAssertEqual(difference.share, 16 / (96 * 80), accuracy: 1e-9)
    }

    func testALostContextOfTheProgramLeavesItsLastFrame() throws {
        let scene = try Scene(.gpu)
        scene.present()
        let before = scene.host.image(at: 0.1)
        scene.context.sharegroup.root.simulateLoss()
        scene.context.gl.simulateLoss()
        XCTAssertFalse(scene.context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        XCTAssertEqual(ChannelDifference(before, scene.host.image(at: 0.6)).largest, 0)
    }

    /// Two hosts show one layer's picture after the other; each compositor takes the texture by itself.
    func testAHostThatComesLater() throws {
        let scene = try Scene(.gpu)
        scene.present()
        let first = scene.host.image(at: 0)
        let other = OffscreenHost(
            size: CGSize(width: 96, height: 80), background: CGColor(red: 0.9, green: 0.8, blue: 0.3, alpha: 1), renderer: .gpu)
        let reads = GLFrame.readBackCount
        scene.host.perform { scene.group.removeFromSuperlayer() }
        other.perform { other.layer.addSublayer(scene.group) }
        XCTAssertEqual(ChannelDifference(other.image(at: 0), first).largest, 0)
        XCTAssertEqual(GLFrame.readBackCount, reads)
    }
}
#endif
