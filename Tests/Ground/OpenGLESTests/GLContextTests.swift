#if GPU
import AgateDiagnostics
import Foundation
import OpenGLES
import XCTest

final class GLContextTests: XCTestCase {
    private let availability = GLAvailability.current

    override func tearDown() {
        GLAvailability.current = availability
        GLContext.clearCurrent()
    }

    func testDriverIsFound() throws {
        let context = try context()
        XCTAssertGreaterThanOrEqual(context.info.major, 3)
        XCTAssertTrue(context.info.version.contains("OpenGL ES"))
        XCTAssertGreaterThanOrEqual(context.info.maxTextureSize, 2048)
        XCTAssertFalse(context.info.extensions.isEmpty)
        XCTAssertFalse(context.isCurrent, "to make one makes nothing current")
    }

    func testClearedFramebufferIsReadBack() throws {
        let context = try context()
        try context.makeCurrent()
        XCTAssertTrue(context.isCurrent)
        XCTAssertEqual(Self.clearedPixel(1, 128.0 / 255, 0), [255, 128, 0, 255])
        XCTAssertNil(GLContext.takeError())
    }

    func testPerformRestoresWhatWasCurrent() throws {
        let first = try context(), second = try context()
        try first.makeCurrent()
        second.perform {
            XCTAssertTrue(second.isCurrent)
            first.perform { XCTAssertTrue(first.isCurrent) }
            XCTAssertTrue(second.isCurrent)
        }
        XCTAssertTrue(first.isCurrent)
        GLContext.clearCurrent()
        second.perform {}
        XCTAssertFalse(second.isCurrent)
    }

    func testSharedContextsSeeEachOthersTextures() throws {
        let first = try context()
        let second = try GLContext(.es3, sharing: first)
        var texture: GLuint = 0
        first.perform {
            glGenTextures(1, &texture)
            glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        }
        second.perform { XCTAssertEqual(glIsTexture(texture), GLboolean(GL_TRUE)) }
        try context().perform { XCTAssertEqual(glIsTexture(texture), GLboolean(GL_FALSE)) }
    }

    func testTwoThreadsDrawAtOnce() throws {
        _ = try context()
        let done = expectation(description: "two threads")
        done.expectedFulfillmentCount = 2
        let wrong = Locked(0)
        for thread in 0..<2 {
            Thread.detachNewThread {
                if let context = try? GLContext(), (try? context.makeCurrent()) != nil {
                    for _ in 0..<20 where Self.clearedPixel(Float(thread), 0, 1) != [UInt8(thread) * 255, 0, 255, 255] {
                        wrong.withLock { $0 += 1 }
                    }
                    GLContext.clearCurrent()
                } else {
                    wrong.withLock { $0 += 1 }
                }
                done.fulfill()
            }
        }
        wait(for: [done], timeout: 60)
        XCTAssertEqual(wrong.withLock { $0 }, 0)
    }

    func testContextOfAnotherThreadIsRefused() throws {
        let context = try context()
        try context.makeCurrent()
        let answer = Locked<GLError?>(nil)
        let done = expectation(description: "thread")
        Thread.detachNewThread {
            do throws(GLError) { try context.makeCurrent() } catch { answer.withLock { $0 = error } }
            done.fulfill()
        }
        wait(for: [done], timeout: 60)
        guard case .noContext(let reason)? = answer.withLock({ $0 }) else { return XCTFail("it was made current on two threads") }
        XCTAssertTrue(reason.contains("EGL_BAD_ACCESS"), reason)
    }

    func testNoLibraryIsATypedError() {
        GLAvailability.current = .none
        XCTAssertThrowsError(try GLContext()) { XCTAssertEqual($0 as? GLError, .unavailable("AGATE_EGL is set to none")) }
    }

    func testDriverWithVersionTwoAlone() throws {
        _ = try context()
        GLAvailability.current = .es2
        XCTAssertThrowsError(try GLContext(.es3)) { XCTAssertEqual($0 as? GLError, .tooOld("AGATE_EGL is es2")) }
        XCTAssertNoThrow(try GLContext(.es2))
    }

    func testLostContextIsNotMadeCurrentAgain() throws {
        let context = try context()
        try context.makeCurrent()
        XCTAssertFalse(context.checkLoss())
        context.simulateLoss()
        XCTAssertTrue(context.checkLoss())
        XCTAssertThrowsError(try context.makeCurrent()) { XCTAssertEqual($0 as? GLError, .contextLost) }
        GLContext.clearCurrent()
        context.perform { XCTAssertFalse(context.isCurrent) }
    }

    func testErrorsAreTaken() throws {
        let context = try context()
        context.perform {
            glEnable(0xFFFF)
            XCTAssertEqual(GLContext.takeError(), .refused("GL error 0x500"))
            XCTAssertNil(GLContext.takeError())
        }
    }

    func testSoftwareIsDetected() {
        func isSoftware(_ renderer: String) -> Bool { GLInfo(renderer: renderer, vendor: "", version: "OpenGL ES 3.0").isSoftware }
        XCTAssertTrue(isSoftware("llvmpipe (LLVM 15.0.6, 256 bits)"))
        XCTAssertTrue(isSoftware("softpipe"))
        XCTAssertTrue(isSoftware("Google SwiftShader"))
        XCTAssertFalse(isSoftware("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"))
        XCTAssertFalse(isSoftware("NVIDIA H100/PCIe/SSE2"))
    }

    func testVersionsAreRead() {
        func numbers(_ version: String) -> [Int] {
            let info = GLInfo(renderer: "", vendor: "", version: version)
            return [info.major, info.minor]
        }
        XCTAssertEqual(numbers("OpenGL ES 3.2 Mesa 22.3.6"), [3, 2])
        XCTAssertEqual(numbers("OpenGL ES 2.0 build 1.8@905891"), [2, 0])
        XCTAssertEqual(numbers("OpenGL ES 3.2 NVIDIA 535.104.05"), [3, 2])
        XCTAssertEqual(numbers(""), [0, 0])
    }

    // MARK: Helpers

    private func context() throws -> GLContext {
        do { return try GLContext() } catch GLError.unavailable(let reason) { throw XCTSkip("there is no EGL here (\(reason))") }
    }

    /// A framebuffer of 4 x 4 pixels in a colour, and one of its pixels.
    private static func clearedPixel(_ red: Float, _ green: Float, _ blue: Float) -> [UInt8] {
        var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8), 4, 4)
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        glClearColor(red, green, blue, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        var pixel = [UInt8](repeating: 7, count: 4)
        glReadPixels(2, 2, 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixel)
        glDeleteFramebuffers(1, &framebuffer)
        glDeleteRenderbuffers(1, &renderbuffer)
        return pixel
    }
}
#endif
