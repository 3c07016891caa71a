import CoreGraphics
import Foundation
import TestSupport
import XCTest

/// A Wayland compositor for tests, where the machine has it: weston, as a window of the display without a screen, or without any.
final class Weston {
    enum Backend: String {
        /// A window of X11 in the corner of the screen, with a mouse and a keyboard.
        case x11
        /// Pixels in memory, and no seat: no input devices.
        case headless
    }
    private let process: Process
    private let folder: URL
    /// What its clients need to find it; `AGATE_X11` is the display that it stands on.
    let environment: [String: String?]

    /// - Parameter size: of its screen, in points.
    init(_ backend: Backend, _ size: (width: Int, height: Int) = (600, 400), scale: Int = 1, on display: VirtualDisplay? = nil) throws {
        guard let program = VirtualDisplay.path("weston"), VirtualDisplay.path("weston-screenshooter") != nil else {
            throw XCTSkip("weston is not installed: nothing is tried on Wayland")
        }
        Self.count += 1
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "agate-wayland-\(ProcessInfo.processInfo.processIdentifier)-\(Self.count)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        process = Process()
        process.executableURL = program
        process.arguments = [
            "--backend=\(backend)-backend.so", "--width=\(size.width)", "--height=\(size.height)", "--scale=\(scale)", "--socket=agate",
            "--idle-time=0", "--no-config",
        ]
        // Pixels are drawn only where a renderer is asked for, and shown to others only where it is debugged.
        if backend == .headless { process.arguments? += ["--use-pixman", "--debug"] }
        process.environment = ProcessInfo.processInfo.environment.merging([
            "DISPLAY": display?.name ?? "", "XDG_RUNTIME_DIR": folder.path,
        ]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        environment = noDisplay.merging([
            "WAYLAND_DISPLAY": "agate", "XDG_RUNTIME_DIR": folder.path, "SDL_VIDEODRIVER": "wayland", "AGATE_X11": display?.name,
        ]) { $1 }
        try process.run()
        // It listens before it has an output.
        let socket = folder.appendingPathComponent("agate").path
        turn(until: { FileManager.default.fileExists(atPath: socket) }, "weston's socket")
    }

    // Used by tests, which run on the main thread.
    nonisolated(unsafe) private static var count = 0

    var processIdentifier: pid_t { process.processIdentifier }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// What the headless one shows, in a process that has it for its compositor.
    static func screenshot() throws -> CGImage {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-shot-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = try XCTUnwrap(VirtualDisplay.path("weston-screenshooter"))
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let file = try XCTUnwrap(FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".png") })
        return try XCTUnwrap(readPNG(folder.appendingPathComponent(file)))
    }

    /// What the display shows that it is a window of, in a process that has it for its compositor.
    static func screenshotOfDisplay() throws -> CGImage {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("agate-display-\(getpid()).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try onDisplay("import", "-window", "root", "PNG32:\(file.path)")
        return try XCTUnwrap(readPNG(file))
    }

    /// Runs a program on the display that it is a window of.
    static func onDisplay(_ program: String, _ arguments: String...) throws { try startOnDisplay(program, arguments).waitUntilExit() }

    @discardableResult
    static func startOnDisplay(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process(), environment = ProcessInfo.processInfo.environment
        process.executableURL = VirtualDisplay.path(program)
        process.arguments = arguments
        process.environment = environment.merging(["DISPLAY": environment["AGATE_X11"] ?? ""]) { $1 }
        try process.run()
        return process
    }
}

extension XCTestCase {
    /// Runs a test again in a process of its own, with a compositor; see `alone`.
    func alone(
        on backend: Weston.Backend, size: (width: Int, height: Int) = (600, 400), scale: Int = 1, _ more: [String: String?] = [:],
        _ body: () throws -> Int32
    ) throws {
        // In the process of its own, it is there already.
        if ProcessInfo.processInfo.environment["AGATE_ALONE"] != nil { return try alone([:], body) }
        let weston = try Weston(backend, size, scale: scale, on: backend == .x11 ? VirtualDisplay.shared() : nil)
        defer { weston.stop() }
        try alone(weston.environment.merging(more) { $1 }, body)
    }
}
