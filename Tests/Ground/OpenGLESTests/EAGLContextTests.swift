#if GPU
import AgateDiagnostics
import Foundation
import OpenGLES
import XCTest

/// Contexts, renderbuffers and what is presented, without layers.
final class EAGLContextTests: XCTestCase {
    override func tearDown() { EAGLContext.setCurrent(nil) }

    func testCurrentContextIsTheThreads() throws {
        let context = try context()
        XCTAssertNil(EAGLContext.current())
        XCTAssertTrue(EAGLContext.setCurrent(context))
        XCTAssertTrue(EAGLContext.current() === context)
        let done = expectation(description: "thread")
        Thread.detachNewThread {
            XCTAssertNil(EAGLContext.current())
            done.fulfill()
        }
        wait(for: [done], timeout: 60)
        EAGLContext.setCurrent(nil)
        XCTAssertNil(EAGLContext.current())
        XCTAssertNil(eglGetCurrentContext())
    }

    func testCurrentContextIsKept() throws {
        weak var kept: EAGLContext?
        try autoreleased {
            let context = try self.context()
            EAGLContext.setCurrent(context)
            kept = context
        }
        XCTAssertNotNil(kept)
        EAGLContext.setCurrent(nil)
        XCTAssertNil(kept)
    }

    func testThreadThatEndsLetsItsContextGo() throws {
        let context = try context(), box = Box(context)
        let thread = Thread { EAGLContext.setCurrent(box.value) }
        thread.start()
        while !thread.isFinished { usleep(1000) }
        // The destructors of the thread's keys may take a little longer than the thread.
        for _ in 0..<200 where !EAGLContext.setCurrent(context) { usleep(10_000) }
        XCTAssertTrue(EAGLContext.current() === context)
    }

    func testVersionsAndGroups() throws {
        let two = try context(.openGLES2), three = try context(.openGLES3)
        XCTAssertEqual([two.api, three.api], [.openGLES2, .openGLES3])
        XCTAssertNil(EAGLContext(api: .openGLES2, sharegroup: three.sharegroup))
        let other = try XCTUnwrap(EAGLContext(api: .openGLES3, sharegroup: three.sharegroup))
        XCTAssertTrue(other.sharegroup === three.sharegroup)
        let reports = reports { XCTAssertNil(EAGLContext(api: .openGLES1)) }
        XCTAssertEqual(reports, ["gl.api"])
    }

    func testPresentedFrameHasThePixels() throws {
        let drawable = Drawable(3, 2), context = try context()
        EAGLContext.setCurrent(context)
        setUp(context, drawable)
        glClearColor(1, 0.2, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        // The lowest row is GL's first.
        glEnable(GLenum(GL_SCISSOR_TEST))
        glScissor(0, 0, 1, 1)
        glClearColor(0, 0, 1, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        let frame = try XCTUnwrap(drawable.fake.frames.first)
        XCTAssertEqual(pixels(frame), [0xFFFF_3300, 0xFFFF_3300, 0xFFFF_3300, 0xFF00_00FF, 0xFFFF_3300, 0xFFFF_3300])
        XCTAssertTrue(Diagnostic.hasInformed("gl.read-back"))
        // The scissor did not cut what was presented, and is still there.
        XCTAssertEqual(glIsEnabled(GLenum(GL_SCISSOR_TEST)), GLboolean(GL_TRUE))
    }

    func testFrameStaysWhenTheProgramDrawsOn() throws {
        let drawable = Drawable(2, 2), context = try context(.openGLES2)
        EAGLContext.setCurrent(context)
        setUp(context, drawable)
        for shade in [Float(0), 1] {
            glClearColor(shade, 0, 0, 1)
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
            XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        }
        XCTAssertEqual(drawable.fake.frames.map { pixels($0)[0] }, [0xFF00_0000, 0xFFFF_0000])
    }

    func testAlphaCountsUnlessTheDrawableIsOpaque() throws {
        let drawable = Drawable(1, 1), context = try context()
        EAGLContext.setCurrent(context)
        setUp(context, drawable)
        glClearColor(0.2, 0.8, 0, 0.4)
        for isOpaque in [true, false] {
            drawable.fake.isOpaqueNow.withLock { $0 = isOpaque }
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
            XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        }
        // Green is brighter than its alpha allows.
        XCTAssertEqual(drawable.fake.frames.map { pixels($0)[0] }, [0xFF33_CC00, 0x6633_6600])
    }

    func testFormats() throws {
        for (format, expected) in [(kEAGLColorFormatRGB565, 0xFFFF_8200), (kEAGLColorFormatSRGBA8, 0xFFFF_BC00)] as [(String, UInt32)] {
            let drawable = Drawable(1, 1), context = try context()
            drawable.drawableProperties = [kEAGLDrawablePropertyColorFormat: format]
            EAGLContext.setCurrent(context)
            setUp(context, drawable)
            glClearColor(1, 0.5, 0, 1)
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
            XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)), format)
            let found = try XCTUnwrap(drawable.fake.frames.first.map { pixels($0)[0] })
            XCTAssertEqual(found & 0xFFFF_00FF, expected & 0xFFFF_00FF, format)
            XCTAssertEqual(Double(found >> 8 & 0xFF), Double(expected >> 8 & 0xFF), accuracy: 5, format)
        }
    }

    func testRefusals() throws {
        let drawable = Drawable(2, 2), context = try context()
        EAGLContext.setCurrent(context)
        XCTAssertFalse(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: drawable), "none is bound")
        XCTAssertFalse(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        setUp(context, drawable)
        XCTAssertFalse(context.renderbufferStorage(Int(GL_TEXTURE_2D), from: drawable))
        XCTAssertFalse(context.presentRenderbuffer(Int(GL_TEXTURE_2D)))
        XCTAssertFalse(context.presentRenderbuffer(Int(GL_RENDERBUFFER), atTime: .nan))
        XCTAssertFalse(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: Drawable(0, 4)))
        XCTAssertFalse(context.presentRenderbuffer(Int(GL_RENDERBUFFER)), "it has no drawable by now")
        XCTAssertTrue(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: nil))
        let unknown = Drawable(2, 2)
        unknown.drawableProperties = [kEAGLDrawablePropertyColorFormat: "EAGLColorFormatOfOurs"]
        let reports = reports {
            XCTAssertFalse(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: unknown))
            XCTAssertFalse(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: Drawable(1_000_000, 2)))
        }
        XCTAssertEqual(reports, ["gl.color-format", "gl.size"])
    }

    func testPresentingKeepsWhatIsBound() throws {
        let drawable = Drawable(2, 2), context = try context()
        EAGLContext.setCurrent(context)
        setUp(context, drawable)
        var framebuffer: GLuint = 0, texture: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        glGenTextures(1, &texture)
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        func bound(_ name: Int32) -> GLint {
            var value: GLint = 0
            glGetIntegerv(GLenum(name), &value)
            return value
        }
        let names = [GL_DRAW_FRAMEBUFFER_BINDING, GL_READ_FRAMEBUFFER_BINDING, GL_TEXTURE_BINDING_2D, GL_RENDERBUFFER_BINDING]
        let before = names.map(bound)
        XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        XCTAssertEqual(names.map(bound), before)
        XCTAssertEqual(Set(before).count, 2)
        XCTAssertNil(GLContext.takeError())
    }

    func testTexturesAreUsedAgain() throws {
        let drawable = Drawable(2, 2), context = try context()
        EAGLContext.setCurrent(context)
        setUp(context, drawable)
        var names: Set<GLuint> = []
        for _ in 0..<20 {
            context.presentRenderbuffer(Int(GL_RENDERBUFFER))
            names.formUnion(drawable.fake.frames.map(\.texture.name))
            drawable.fake.removeFrames()
        }
        XCTAssertEqual(names.count, 1)
        // Those of another size go.
        drawable.size = (3, 3)
        context.renderbufferStorage(Int(GL_RENDERBUFFER), from: drawable)
        context.presentRenderbuffer(Int(GL_RENDERBUFFER))
        XCTAssertEqual(pixels(drawable.fake.frames[0]).count, 9)
    }

    func testSharedContextPresentsWhatAnotherDrew() throws {
        let drawable = Drawable(1, 1), first = try context()
        let second = try XCTUnwrap(EAGLContext(api: .openGLES3, sharegroup: first.sharegroup))
        EAGLContext.setCurrent(first)
        let renderbuffer = setUp(first, drawable)
        glClearColor(0, 1, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        glFinish()
        EAGLContext.setCurrent(second)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        XCTAssertTrue(second.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        XCTAssertEqual(drawable.fake.frames.map { pixels($0)[0] }, [0xFF00_FF00])
    }

    func testLostContextPresentsNothing() throws {
        let drawable = Drawable(1, 1), context = try context()
        EAGLContext.setCurrent(context)
        setUp(context, drawable)
        XCTAssertTrue(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
        context.gl.simulateLoss()
        let reports = reports {
            XCTAssertFalse(context.presentRenderbuffer(Int(GL_RENDERBUFFER)))
            XCTAssertFalse(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: drawable))
            EAGLContext.setCurrent(nil)
            XCTAssertFalse(EAGLContext.setCurrent(context))
        }
        XCTAssertEqual(reports, ["gl.context-lost"])
        XCTAssertNil(EAGLContext.current())
        XCTAssertEqual(drawable.fake.frames.count, 1)
        XCTAssertEqual(pixels(drawable.fake.frames[0]).count, 1, "what was presented before can still be read")
    }

    func testThreadsPresentAtOnce() throws {
        _ = try context()
        let wrong = Locked(0)
        let done = expectation(description: "threads")
        done.expectedFulfillmentCount = 3
        for number in 0..<3 {
            Thread.detachNewThread {
                let drawable = Drawable(4, 4)
                if let context = EAGLContext(api: .openGLES3), EAGLContext.setCurrent(context) {
                    Self.setUp(context, drawable)
                    for round in 0..<20 {
                        glClearColor(Float(number) / 5, Float(round) / 51, 0, 1)
                        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
                        context.presentRenderbuffer(Int(GL_RENDERBUFFER))
                        let expected = 0xFF00_0000 | UInt32(number * 51) << 16 | UInt32(round * 5) << 8
                        let found = drawable.fake.frames.first.map { Self.pixels($0) } ?? []
                        if found != [UInt32](repeating: expected, count: 16) { wrong.withLock { $0 += 1 } }
                        drawable.fake.removeFrames()
                    }
                    EAGLContext.setCurrent(nil)
                } else {
                    wrong.withLock { $0 += 1 }
                }
                done.fulfill()
            }
        }
        wait(for: [done], timeout: 60)
        XCTAssertEqual(wrong.withLock { $0 }, 0)
    }

    // MARK: Helpers

    private func context(_ api: EAGLRenderingAPI = .openGLES3) throws -> EAGLContext {
        do { _ = try GLContext() } catch GLError.unavailable(let reason) { throw XCTSkip("there is no EGL here (\(reason))") }
        return try XCTUnwrap(EAGLContext(api: api))
    }

    private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

    private func reports(_ body: () -> Void) -> [String] {
        let found = Locked<[String]>([])
        let token = Diagnostic.addObserver { diagnostic in found.withLock { $0.append(diagnostic.identifier) } }
        defer { Diagnostic.removeObserver(token) }
        body()
        return found.withLock { $0 }
    }

    @discardableResult
    private func setUp(_ context: EAGLContext, _ drawable: Drawable) -> GLuint { Self.setUp(context, drawable) }

    @discardableResult
    private static func setUp(_ context: EAGLContext, _ drawable: Drawable) -> GLuint {
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        XCTAssertTrue(context.renderbufferStorage(Int(GL_RENDERBUFFER), from: drawable))
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        XCTAssertEqual(glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)), GLenum(GL_FRAMEBUFFER_COMPLETE))
        return renderbuffer
    }

    private func pixels(_ frame: GLFrame) -> [UInt32] { Self.pixels(frame) }

    private static func pixels(_ frame: GLFrame) -> [UInt32] {
        [UInt32](unsafeUninitializedCapacity: frame.width * frame.height) { buffer, count in
            frame.read(into: buffer.baseAddress!)
            count = buffer.count
        }
    }
}

private final class Box<Value>: @unchecked Sendable {
    // Unchecked: used by one thread after the other.
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// What a layer is to a context.
private final class Drawable: EAGLSurfaceDrawable {
    var drawableProperties: [AnyHashable: Any]! = [:]
    let fake = Surface()
    var size: (width: Int, height: Int)
    init(_ width: Int, _ height: Int) { size = (width, height) }
    var surface: any EAGLSurface { fake }
    var surfaceSize: (width: Int, height: Int) { size }
}

private final class Surface: EAGLSurface {
    let textures = GLTexturePool()
    let isOpaqueNow = Locked(true)
    private let presented = Locked<[GLFrame]>([])
    var isOpaque: Bool { isOpaqueNow.withLock { $0 } }
    var frames: [GLFrame] { presented.withLock { $0 } }

    func removeFrames() {
        // Let go of outside the lock: a frame gives its texture back.
        _ = presented.withLock { frames in
            let old = frames
            frames = []
            return old
        }
    }

    func present(_ frame: GLFrame, at time: Double?) -> Bool {
        presented.withLock { $0.append(frame) }
        return true
    }
}
#endif
