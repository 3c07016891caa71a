#if GPU
@testable import Agate
import Foundation
import OpenGLES
import TestSupport
import XCTest

/// The loader's: from its first call on, a function of the driver's is another one. In no header, since programs have no use for it.
@_silgen_name("agate_gles_replace") private func replaceFunction(_ name: UnsafePointer<CChar>, _ address: UnsafeMutableRawPointer?)

// A driver that refuses from a time on. One process has one; functions that a driver is to call capture nothing.
private let refuses = Locked(false)
private let refusal = Locked(GLenum(GL_NO_ERROR))

/// Whether a call is refused; the driver says so when it is asked for its errors.
private func isRefused() -> Bool {
    guard refuses.withLock({ $0 }) else { return false }
    refusal.withLock { $0 = GLenum(GL_OUT_OF_MEMORY) }
    return true
}

private func driver<Function>(_ name: String, as type: Function.Type) -> Function {
    unsafeBitCast(dlsym(dlopen("libGLESv2.so.2", RTLD_NOW), name), to: type)
}

private typealias Storage = @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei) -> Void
private let storage: Storage = { target, levels, format, width, height in
    if !isRefused() { driver("glTexStorage2D", as: Storage.self)(target, levels, format, width, height) }
}

private typealias BufferData = @convention(c) (GLenum, GLsizeiptr, UnsafeRawPointer?, GLenum) -> Void
private let bufferData: BufferData = { target, size, data, usage in
    if !isRefused() { driver("glBufferData", as: BufferData.self)(target, size, data, usage) }
}

private typealias GetError = @convention(c) () -> GLenum
private let getError: GetError = {
    let refused = refusal.withLock { error in
        defer { error = GLenum(GL_NO_ERROR) }
        return error
    }
    return refused != GLenum(GL_NO_ERROR) ? refused : driver("glGetError", as: GetError.self)()
}

private typealias Ask = @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void
private let shaderResult: Ask = { name, question, answer in
    driver("glGetShaderiv", as: Ask.self)(name, question, answer)
    if question == GLenum(GL_COMPILE_STATUS), refuses.withLock({ $0 }) { answer?.pointee = 0 }
}
private let programResult: Ask = { name, question, answer in
    driver("glGetProgramiv", as: Ask.self)(name, question, answer)
    if question == GLenum(GL_LINK_STATUS), refuses.withLock({ $0 }) { answer?.pointee = 0 }
}

private func replace<Function>(_ name: String, by function: Function) {
    // The name is looked at later, too.
    replaceFunction(strdup(name), unsafeBitCast(function, to: UnsafeMutableRawPointer.self))
}

/// Drivers that refuse what a window asks of them, each in a process of its own: one diagnostic, and the processor draws from the same
/// frame on.
final class WindowRendererFaultTests: XCTestCase {
    override func setUpWithError() throws {
        try needOpenGLES()
        _ = try VirtualDisplay.shared()
    }

    /// Opens a window that a GPU draws, has the driver refuse, and changes what shows.
    /// - Parameter opens: whether it refuses before the window is there.
    private func refuse(whileOpening opens: Bool = false, _ change: (CALayer) -> Void) throws -> Int32 {
        let found = try reports {
            if opens { refuses.withLock { $0 = true } }
            let (window, display) = try openWindow("refused", at: 100, 60, renderer: .gpu)
            let twin = OffscreenHost(size: window.size, background: .white)
            if !opens { XCTAssertEqual(window.renderer, .gpu) }
            refuses.withLock { $0 = true }
            for host in [window, twin] as [any LayerHost] { change(host.layer) }
            try assertShows(window, display, twin, tolerance: 0, "refused")
            XCTAssertEqual(window.renderer, .cpu)
            // It stays so, and says no more.
            for host in [window, twin] as [any LayerHost] { host.layer.addSublayer(box(90, 70, 0.3)) }
            try assertShows(window, display, twin, tolerance: 0, "refused-later")
        }
        XCTAssertEqual(found, ["compositor.lost"])
        return outcome
    }

    func testAShaderThatDoesNotCompile() throws {
        // Nor is there one in the user's cache.
        try alone(noDisplay.merging(["XDG_CACHE_HOME": "/proc/none"]) { $1 }) {
            replace("glGetShaderiv", by: shaderResult)
            return try refuse(whileOpening: true) { $0.addSublayer(box(20, 30, 0.9)) }
        }
    }

    func testAProgramThatDoesNotLinkLater() throws {
        try alone(noDisplay) {
            replace("glGetProgramiv", by: programResult)
            // A mode of its own, which the first frame did not need.
            return try refuse {
                let layer = box(20, 30, 0.9)
                layer.compositingFilter = "differenceBlendMode"
                $0.addSublayer(layer)
            }
        }
    }

    func testTexturesThatTheDriverHasNoMemoryFor() throws {
        try alone(noDisplay) {
            replace("glTexStorage2D", by: storage)
            replace("glGetError", by: getError)
            return try refuse { root in
                let layer = CALayer()
                layer.frame = CGRect(x: 10, y: 10, width: 150, height: 100)
                layer.contents = CGImage(width: 300, height: 200) { pixels in for i in pixels.indices { pixels[i] = 0xFF20_4060 } }
                layer.opacity = 0.5
                root.addSublayer(layer)
            }
        }
    }

    func testBuffersThatTheDriverHasNoMemoryFor() throws {
        try alone(noDisplay) {
            replace("glBufferData", by: bufferData)
            replace("glGetError", by: getError)
            return try refuse { $0.addSublayer(box(20, 30, 0.9)) }
        }
    }

    /// A driver that ends with OpenGL ES 2, as boards of the years before 2013 have it. Mesa can be made one.
    func testAnAncientDriver() throws {
        try alone(noDisplay.merging(["MESA_GLES_VERSION_OVERRIDE": "2.0"]) { $1 }) {
            let found = try reports {
                let (window, display) = try openWindow("ancient", at: 100, 60, renderer: .gpu)
                let twin = OffscreenHost(size: window.size, background: .white)
                XCTAssertEqual(window.renderer, .cpu)
                for host in [window, twin] as [any LayerHost] { host.layer.addSublayer(box(20, 30, 0.9)) }
                try assertShows(window, display, twin, tolerance: 0, "ancient")
            }
            XCTAssertEqual(found, ["window.no-gpu"])
            return outcome
        }
    }

    func testWhereDevicesAre() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-devices-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        XCTAssertFalse(FrameRenderer.hasDevice(in: folder.path))
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("dri"), withIntermediateDirectories: true)
        XCTAssertFalse(FrameRenderer.hasDevice(in: folder.path))
        try Data().write(to: folder.appendingPathComponent("dri/renderD129"))
        XCTAssertTrue(FrameRenderer.hasDevice(in: folder.path))
    }

    /// A machine without `/dev/dri`: nobody waits for a driver to be loaded, and who asks for OpenGL ES gets the software rasteriser.
    func testAMachineWithoutADevice() throws {
        if FrameRenderer.hasDevice(in: "/dev") { throw XCTSkip("there is a GPU here") }
        try alone(noDisplay.merging(["AGATE_RENDERER": nil]) { $1 }) {
            let (window, display) = try openWindow("no device", at: 100, 60, renderer: .automatic)
            XCTAssertEqual(window.renderer, .cpu)
            let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
            XCTAssertFalse(maps.contains("libEGL"), "no driver is loaded")
            XCTAssertTrue(Diagnostic.hasInformed("window.renderer"))
            let (other, _) = try openWindow("no device, asked for", at: 400, 60, renderer: .gpu)
            XCTAssertEqual(other.renderer, .gpu)
            let twin = OffscreenHost(size: other.size, background: .white)
            for host in [other, twin] as [any LayerHost] { host.layer.addSublayer(box(20, 30, 0.9)) }
            try assertShows(other, display, at: (400, 60), twin, "no-device")
            return outcome
        }
    }

    /// The thread that shows frames meets the broken connection, too: it goes on without the window.
    func testADisplayThatGoesAway() throws {
        try alone(noDisplay) {
            let (window, display) = try openWindow("gone", at: 100, 60, renderer: .gpu)
            XCTAssertEqual(window.renderer, .gpu)
            let layer = box(20, 30, 0.9), move = CABasicAnimation(keyPath: "position.x")
            move.byValue = 60
            move.duration = 0.3
            move.repeatCount = .infinity
            layer.add(move, forKey: "move")
            window.layer.addSublayer(layer)
            turn(until: { window.statistics.presented > 5 })
            var reported: [InputEvent.Kind] = []
            window.onInput = { reported.append($0.kind) }
            let found = reports {
                display.kill()
                turn(until: { reported.contains(.closeRequested) }, "the program is asked to close")
                let frames = window.statistics.rendering.frames
                turn(until: { window.statistics.rendering.frames > frames + 5 }, "frames go on")
            }
            XCTAssertEqual(window.failure, .displayLost)
            XCTAssertEqual(window.renderer, .cpu)
            XCTAssertEqual(Set(found), ["window.display-lost", "compositor.lost"])
            window.close()
            return outcome
        }
    }
}
#endif
