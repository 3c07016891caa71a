@testable import FFmpeg
import Foundation
import TestSupport
import XCTest

/// The ffmpeg program as a child: pipes, ends, and what becomes of both sides when one goes away.
final class ProgramTests: XCTestCase {
    func testFoundAndAsked() throws {
        let program = try installed()
        XCTAssertTrue(try program.isAtLeast(3, 0))
        XCTAssertTrue(try program.codecs(.encoder).contains("rawvideo"))
        XCTAssertTrue(try program.codecs(.decoder).contains("rawvideo"))
        XCTAssertThrowsError(try program.first(.encoder, of: ["no-such-codec"])) {
            XCTAssertEqual($0 as? FFmpegError, .codecMissing("no-such-codec", .encoder))
        }
    }

    func testMissingProgram() throws {
        try withEnvironment(["PATH": "/nonexistent", "AGATE_FFMPEG": nil]) {
            XCTAssertThrowsError(try FFmpeg.installed()) { XCTAssertEqual($0 as? FFmpegError, .programMissing("ffmpeg")) }
        }
        try withEnvironment(["AGATE_FFMPEG": "/nonexistent/ffmpeg"]) {
            XCTAssertThrowsError(try FFmpeg.installed()) { XCTAssertTrue("\($0)".contains("AGATE_FFMPEG")) }
        }
    }

    func testBytesGoThroughBothPipes() throws {
        // More than both pipes hold, with a lot to say on standard error: nobody may wait for anybody.
        let child = try ChildProcess("/bin/sh", ["-c", "cat; seq 1 100000 >&2; exit 3"], hasInput: true, output: .pipe)
        let sent = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let writer = Thread {
            XCTAssertTrue(sent.withUnsafeBytes { child.write($0) })
            child.closeInput()
        }
        writer.start()
        XCTAssertEqual([UInt8](child.readToEnd()), sent)
        XCTAssertThrowsError(try child.finish()) {
            XCTAssertEqual($0 as? FFmpegError, .failed(program: "sh", status: 3, message: "99997; 99998; 99999; 100000"))
        }
    }

    func testWritingToOneThatIsGone() throws {
        let child = try ChildProcess("/bin/sh", ["-c", "exit 0"], hasInput: true, output: .none)
        XCTAssertEqual(child.wait(), 0)
        // A signal would end this program here.
        XCTAssertFalse([UInt8](repeating: 1, count: 100).withUnsafeBytes { child.write($0) })
    }

    func testKilled() throws {
        let child = try ChildProcess("/bin/sleep", ["1000"], hasInput: false, output: .pipe)
        child.kill()
        XCTAssertEqual(child.readToEnd(), Data())
        XCTAssertEqual(child.wait(), -9)
        child.kill()
        XCTAssertThrowsError(try child.finish()) { XCTAssertTrue("\($0)".contains("signal 9")) }
    }

    func testNoDescriptorIsLeftOrHandedDown() throws {
        func open() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        func run() throws -> String {
            let child = try ChildProcess("/bin/sh", ["-c", "ls /proc/self/fd | wc -l"], hasInput: true, output: .pipe)
            let text = String(decoding: child.readToEnd(), as: UTF8.self)
            try child.finish()
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let alone = try run()
        let other = try ChildProcess("/bin/sleep", ["1000"], hasInput: true, output: .pipe)
        defer { other.kill() }
        XCTAssertEqual(try run(), alone)
        let before = open()
        for _ in 0..<20 { _ = try run() }
        // The thread of standard error closes its end by itself, perhaps shortly afterwards.
        let deadline = Date(timeIntervalSinceNow: 5)
        while open() > before, Date() < deadline { usleep(1000) }
        XCTAssertLessThanOrEqual(open(), before)
    }

    func testCannotStart() throws {
        XCTAssertThrowsError(try ChildProcess("/etc/hostname", [], hasInput: true, output: .pipe)) {
            guard case .cannotStart("/etc/hostname", _)? = $0 as? FFmpegError else { return XCTFail("\($0)") }
        }
    }
}

/// The program, or the test is skipped, saying so.
func installed() throws -> FFmpeg {
    do { return try FFmpeg.installed() } catch { throw XCTSkip("\(error)") }
}

/// Sets variables of this process for a while; nil takes one away.
func withEnvironment(_ variables: [String: String?], _ body: () throws -> Void) rethrows {
    let before = variables.keys.map { name in (name, getenv(name).map { String(cString: $0) }) }
    func set(_ name: String, _ value: String?) { if let value { setenv(name, value, 1) } else { unsetenv(name) } }
    for (name, value) in variables { set(name, value) }
    defer { for (name, value) in before { set(name, value) } }
    try body()
}
