@testable import Agate
import FFmpeg
import Foundation
import XCTest

/// What goes wrong, when it is said, and what is left behind: nothing.
final class FilmFaultTests: RecordingTestCase {
    private func failure(
        _ name: String, _ options: FilmOptions = FilmOptions(), fps: Double = 20, file: StaticString = #filePath, line: UInt = #line
    ) -> FilmError? {
        do {
            try host().record(to: .file(self.file(name)), until: 0.5, framesPerSecond: fps, options: options) { _ in
                XCTFail("a frame was drawn", file: file, line: line)
            }
            XCTFail("\(name) was made", file: file, line: line)
            return nil
        } catch {
            return error as? FilmError
        }
    }

    func testWhatDoesNotGoTogether() throws {
        for (name, options, word) in [
            ("a.mp4", FilmOptions(codec: .vp9), "h264"), ("a.mp4", FilmOptions(keepsAlpha: true), "alpha"), ("a.xyz", FilmOptions(), "mp4"),
            ("a", FilmOptions(), "mp4"),
            ("a.webm", FilmOptions(quality: 2), "quality"), ("a.webm", FilmOptions(keepsAlpha: true, keepsFullColor: true), "colour"),
            ("f-%04d.gif", FilmOptions(), "PNG"),
            ("f-%x.png", FilmOptions(), "%04d"), ("a.webm", FilmOptions(quality: .nan), "quality"),
        ] {
            let error = failure(name, options)
            guard case .unsupported(let text)? = error else { return XCTFail("\(name): \(error.map { "\($0)" } ?? "-")") }
            XCTAssertTrue(text.contains(word), text)
        }
        XCTAssertNotNil(failure("a.gif", fps: 60))
        XCTAssertNotNil(failure("a.mp4", fps: .nan))
        XCTAssertEqual(files, [])
    }

    func testNoProgram() throws {
        try withEnvironment(["PATH": "/nonexistent", "AGATE_FFMPEG": nil]) {
            for name in ["a.mp4", "a.webm", "a.mov", "a.mkv"] {
                guard case .programMissing(let text)? = failure(name) else { return XCTFail(name) }
                XCTAssertTrue(text.contains("apt-get install ffmpeg"))
            }
            // These need none.
            for name in ["a.gif", "a.png", "a.webp", "a.y4m", "a.raw", "f-%d.png"] {
                try host().record(to: .file(file(name)), until: 0.1, framesPerSecond: 20)
            }
        }
        XCTAssertEqual(files, ["a.gif", "a.png", "a.raw", "a.webp", "a.y4m", "f-0.png", "f-1.png"])
    }

    /// A program in the place of ffmpeg: `$real` is the true one.
    private func withProgram(_ script: String, _ body: () throws -> Void) throws {
        let real = try installed().path
        let bin = FileManager.default.temporaryDirectory.appendingPathComponent("agate-bin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: bin) }
        let path = bin.appendingPathComponent("ffmpeg").path
        try Data("#!/bin/sh\nreal='\(real)'\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
        try withEnvironment(["AGATE_FFMPEG": path], body)
    }

    func testNoEncoder() throws {
        try withProgram("case \"$*\" in *-encoders*) echo ' ------'; echo ' V..... rawvideo  raw';; *) exec \"$real\" \"$@\";; esac") {
            guard case .encoderMissing(let text)? = failure("a.mp4") else { return XCTFail("no error") }
            XCTAssertTrue(text.contains("libx264"))
        }
        XCTAssertEqual(files, [])
    }

    private func recordLong(_ name: String) throws {
        try host(320, 240).record(to: .file(file(name)), until: 20, framesPerSecond: 50, options: FilmOptions(effort: .fast))
    }

    func testEncoderThatDiesMidway() throws {
        for end in ["echo 'out of luck' >&2; exit 7", "kill -9 $$"] {
            try withProgram("case \"$*\" in *pipe:0*) head -c 3000000 >/dev/null; \(end);; *) exec \"$real\" \"$@\";; esac") {
                XCTAssertThrowsError(try recordLong("a.mp4")) {
                    guard case FilmError.encoderFailed(let text) = $0 else { return XCTFail("\($0)") }
                    XCTAssertTrue(text.contains("out of luck") || text.contains("signal 9"), text)
                }
            }
        }
        XCTAssertEqual(files, [])
    }

    func testEncoderThatFailsAtTheEnd() throws {
        try withProgram("case \"$*\" in *pipe:0*) cat >/dev/null; echo 'no trailer' >&2; exit 1;; *) exec \"$real\" \"$@\";; esac") {
            XCTAssertThrowsError(try host().record(to: .file(file("a.mp4")), until: 0.5)) {
                XCTAssertTrue("\($0)".contains("no trailer"), "\($0)")
            }
        }
        XCTAssertEqual(files, [])
    }

    func testFullDisk() throws {
        let program = try installed()
        // A limit on the size of files stands for a disk that is full; the shell's unit is 512 bytes or 1024.
        try withProgram("case \"$*\" in *pipe:0*) ulimit -f 40; trap '' XFSZ; exec \"$real\" \"$@\";; *) exec \"$real\" \"$@\";; esac") {
            for name in ["a.mkv", "a.mov"] {
                XCTAssertThrowsError(try recordLong(name), name) { XCTAssertTrue($0 is FilmError, "\($0)") }
            }
        }
        XCTAssertEqual(files, [])
        // The device that is always full; it is no file, so it stays what it is.
        for format in [FilmFormat.gif, .webP, .png, .raw, .y4m] {
            XCTAssertThrowsError(
                try host().record(
                    to: .file(URL(fileURLWithPath: "/dev/full")), until: 0.5, options: FilmOptions(format: format, quality: 1)),
                format.rawValue
            ) {
                guard case FilmError.exhausted(_, let reason)? = $0 as? FilmError else {
                    if format == .gif, case FilmError.unsupported? = $0 as? FilmError { return }
                    return XCTFail("\($0)")
                }
                XCTAssertTrue(reason.contains("No space left"), reason)
            }
        }
        for format in [FilmFormat.mp4, .webM, .matroska] {
            XCTAssertThrowsError(
                try host().record(to: .file(URL(fileURLWithPath: "/dev/full")), until: 0.5, options: FilmOptions(format: format)),
                format.rawValue
            ) {
                XCTAssertTrue("\($0)".contains("No space left"), "\($0)")
            }
        }
        _ = program
    }

    func testFolders() throws {
        for name in ["none/a.gif", "none/f-%d.png"] {
            guard case .unwritable(_, let reason)? = failure(name) else { return XCTFail(name) }
            XCTAssertTrue(reason.contains("No such file"), reason)
        }
        try FileManager.default.createDirectory(at: file("folder.gif"), withIntermediateDirectories: true)
        guard case .unwritable? = failure("folder.gif") else { return XCTFail("a folder") }
        try XCTSkipIf(geteuid() == 0, "root may write everywhere")
        try FileManager.default.createDirectory(
            at: file("closed"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
        for name in ["closed/a.gif", "closed/f-%d.png"] {
            guard case .unwritable(_, let reason)? = failure(name) else { return XCTFail(name) }
            XCTAssertTrue(reason.contains("Permission"), reason)
        }
    }

    func testReaderThatGoesAway() throws {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        close(ends[0])
        defer { close(ends[1]) }
        for format in [FilmFormat.raw, .y4m, .png, .gif] {
            XCTAssertThrowsError(
                try host().record(to: .descriptor(ends[1]), until: 0.5, framesPerSecond: 20, options: FilmOptions(format: format))
            ) {
                XCTAssertEqual($0 as? FilmError, .readerGone(file: "descriptor \(ends[1])"))
            }
        }
        XCTAssertThrowsError(try host().record(to: .descriptor(999), until: 0.5, options: FilmOptions(format: .raw)))
    }

    func testCancelledByItsProgress() throws {
        struct Enough: Error {}
        var names = ["a.gif", "a.webp", "a.raw"]
        if (try? FFmpeg.installed()) != nil { names += ["a.mp4", "a.mkv"] }
        for name in names {
            try Data("before".utf8).write(to: file(name))
            XCTAssertThrowsError(
                try host().record(to: .file(file(name)), until: 0.5, framesPerSecond: 20) { if $0.frame == 5 { throw Enough() } }
            ) { XCTAssertTrue($0 is Enough, "\($0)") }
            XCTAssertEqual(try Data(contentsOf: file(name)), Data("before".utf8), name)
        }
        XCTAssertEqual(files, names.sorted())
    }

    /// The pipe breaks under a thread that writes: in the middle of a frame, or between two.
    func testCancelledWhileItWrites() throws {
        struct Enough: Error {}
        try withProgram("case \"$*\" in *pipe:0*) head -c 3000000 >/dev/null; exec sleep 1000;; *) exec \"$real\" \"$@\";; esac") {
            for count in 0..<20 {
                let recorder = try FilmRecorder(to: .file(file("a.mp4")), width: 640, height: 480)
                let image = host(640, 480).image()
                // As many as the pipe and the queue hold; the thread waits in the middle of a frame by then.
                for _ in 0..<3 + count % 4 { try recorder.append(image) }
                usleep(UInt32(count * 300))
                recorder.cancel()
            }
        }
        XCTAssertEqual(files, [])
    }

    func testLetGo() throws {
        var recorder: FilmRecorder? = try FilmRecorder(to: .file(file("a.gif")), width: 96, height: 64, framesPerSecond: 20)
        try recorder?.append(host().image())
        XCTAssertThrowsError(try recorder?.append(host(20, 20).image()))
        XCTAssertEqual(files.count, 1)
        recorder = nil
        XCTAssertEqual(files, [])
        let empty = try FilmRecorder(to: .file(file("a.gif")), width: 96, height: 64, framesPerSecond: 20)
        XCTAssertThrowsError(try empty.finish())
        XCTAssertEqual(files, [])
    }

    func testProgress() throws {
        var seen: [FilmProgress] = []
        try host().record(to: .file(file("a.gif")), until: 0.5, framesPerSecond: 20) { seen.append($0) }
        XCTAssertEqual(seen.map(\.frame), Array(1...10))
        XCTAssertTrue(seen.allSatisfy { $0.frameCount == 10 && $0.remaining >= 0 && $0.elapsed >= 0 })
        XCTAssertEqual(seen.last?.remaining, 0)
    }
}
