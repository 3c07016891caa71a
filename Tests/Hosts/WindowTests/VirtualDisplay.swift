import Foundation
import CoreGraphics
import ImageIO
import TestSupport
import XCTest

/// An X server without a screen, and input for it: `Xvfb`, `xdotool` and `import`, where the machine has them.
final class VirtualDisplay {
    let name: String
    private let server: Process
    static let width = 1000, height = 700

    /// The display of this process's tests, to which its windows go.
    static func shared() throws -> VirtualDisplay {
        if let display = running { return display }
        let display = try VirtualDisplay()
        setenv("DISPLAY", display.name, 1)
        unsetenv("WAYLAND_DISPLAY")
        unsetenv("SDL_VIDEODRIVER")
        running = display
        atexit { VirtualDisplay.stopAll() }
        return display
    }

    // Used by tests, which run on the main thread.
    nonisolated(unsafe) private static var running: VirtualDisplay?
    // Process ids of servers that still run; written on the main thread, read at its exit.
    nonisolated(unsafe) private static var servers: [pid_t] = []

    private static func stopAll() { for server in servers { Foundation.kill(server, SIGKILL) } }

    init() throws {
        for program in ["Xvfb", "xdotool", "import"] where Self.path(program) == nil {
            throw XCTSkip("\(program) is not installed: no window is opened in this test")
        }
        let server = Process(), pipe = Pipe()
        server.executableURL = Self.path("Xvfb")
        server.arguments = ["-displayfd", "1", "-screen", "0", "\(Self.width)x\(Self.height)x24", "-nolisten", "tcp", "-noreset"]
        server.standardOutput = pipe
        server.standardError = FileHandle.nullDevice
        try server.run()
        Self.servers.append(server.processIdentifier)
        var text = ""
        while !text.hasSuffix("\n") {
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { throw XCTSkip("Xvfb does not start here") }
            text += String(decoding: data, as: UTF8.self)
        }
        self.server = server
        name = ":" + text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Takes the display away from whoever uses it.
    func kill() {
        Foundation.kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
        Self.servers.removeAll { $0 == server.processIdentifier }
    }

    static func path(_ program: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { URL(fileURLWithPath: "\($0)/\(program)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Starts a program that was built beside the tests, the first of the names that is there, and puts its window to (100, 60). It ends
    /// with the test.
    /// - Parameter title: of the window, as a regular expression.
    /// - Parameter moves: False to leave the window where the program has opened it.
    func start(
        _ names: [String], _ arguments: [String] = [], title: String, environment: [String: String] = [:], moves: Bool = true,
        for test: XCTestCase
    ) throws -> (process: Process, window: String) {
        let program = try Self.beside(names), process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": name]) { $1 }.merging(environment) { $1 }
        try process.run()
        test.addTeardownBlock {
            process.terminate()
            process.waitUntilExit()
        }
        var window = ""
        turn(
            until: {
                window =
                    (try? run("xdotool", "search", "--onlyvisible", "--name", title))?.split(separator: "\n").last.map(String.init) ?? ""
                return !window.isEmpty
            }, "\(program.lastPathComponent) opens a window")
        if moves { try input("windowmove --sync \(window) 100 60") }
        return (process, window)
    }

    /// A program that was built beside the tests.
    static func beside(_ names: [String]) throws -> URL {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        guard
            let program = names.map({ folder.appendingPathComponent($0) }).first(where: {
                FileManager.default.isExecutableFile(atPath: $0.path)
            })
        else { throw XCTSkip("\(names[0]) was not built beside the tests") }
        return program
    }

    /// Runs a program to its end, and answers what it wrote.
    @discardableResult
    func run(_ program: String, _ arguments: String...) throws -> String {
        let process = Process(), pipe = Pipe()
        process.executableURL = try XCTUnwrap(Self.path(program))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": name]) { $1 }
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// Input, in xdotool's words.
    func input(_ script: String) throws {
        let process = Process(), pipe = Pipe()
        process.executableURL = try XCTUnwrap(Self.path("xdotool"))
        process.arguments = ["-"]
        process.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": name]) { $1 }
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try pipe.fileHandleForWriting.write(contentsOf: Data((script + "\n").utf8))
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// What the screen shows in a rectangle, in pixels.
    func screenshot(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> CGImage {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "agate-screen-\(ProcessInfo.processInfo.processIdentifier).png")
        defer { try? FileManager.default.removeItem(at: url) }
        try run("import", "-window", "root", "-crop", "\(width)x\(height)+\(x)+\(y)", "+repage", "PNG32:\(url.path)")
        return try XCTUnwrap(readPNG(url))
    }
}

/// Turns the run loop until something is so, or ten seconds have passed.
@discardableResult
func turn(until isSo: () -> Bool, _ message: String = "", file: StaticString = #filePath, line: UInt = #line) -> Bool {
    let end = Date(timeIntervalSinceNow: 10)
    while !isSo() {
        if Date() > end {
            XCTFail("did not happen within ten seconds: \(message)", file: file, line: line)
            return false
        }
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
    return true
}

/// Turns the run loop for a while.
func turn(for seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
}
