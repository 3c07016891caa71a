import Foundation
import XCTest

/// No process ends so by itself, not one that found no test either.
let exitCodeOfSuccess: Int32 = 42

/// An environment without any display.
let noDisplay: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "XDG_RUNTIME_DIR": nil]

extension XCTestCase {
    /// What to answer in a process of its own: 0 if no assertion has failed.
    var outcome: Int32 { testRun?.totalFailureCount == 0 ? 0 : 1 }

    /// For what a process lives through only once: the test runs itself again in a process of its own, where `body` is run, and wants its
    /// answer to be 0.
    func alone(_ environment: [String: String?], file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Int32) throws {
        let test = "WindowTests." + name.replacingOccurrences(of: ".", with: "/")
        if ProcessInfo.processInfo.environment["AGATE_ALONE"] == test {
            let answer = try body()
            exit(answer == 0 ? exitCodeOfSuccess : answer)
        }
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [test]
        var variables = ProcessInfo.processInfo.environment
        for (key, value) in environment { variables[key] = value }
        variables["AGATE_ALONE"] = test
        process.environment = variables
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        // What hangs must not hang the others.
        let child = process.processIdentifier
        let limit = DispatchWorkItem { kill(child, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: limit)
        defer { limit.cancel() }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        XCTAssertEqual(process.terminationReason, .exit, output, file: file, line: line)
        XCTAssertEqual(process.terminationStatus, exitCodeOfSuccess, output, file: file, line: line)
    }
}
