import FFmpeg
import XCTest

@testable import AVFoundation

/// One row a fault of a film that is exported, written or read: what fails, at which step. After each row the old file is as it was, no
/// file is half made, no hidden file is left, and the error has the right code.
///
/// `AGATE_FAULTS=all` runs all rows, as `make fault-test` does; other runs take one of each kind.
@MainActor final class ExportFaultTests: MediaTestCase {
    private struct Fault {
        let name: String
        /// The text by which the program is recognised whose place the script takes, and the script.
        let match: String, script: String
        let codes: [AVError.Code]
        var isQuick = false
        var stall: String?
    }

    /// The seconds after which a program counts as hung. Those beside it must make progress in that time on a busy machine, too.
    private static let stall = "6"
    private static let encoder = "libx264", mixer = "f32le -ar", decoder = "showinfo", sound = "atrim"

    private var faults: [Fault] {
        var list: [Fault] = []
        for (step, read) in [("start", ""), ("middle", "head -c 40000 > /dev/null; "), ("end", "cat > /dev/null; ")] {
            for (what, match) in [("encoder", Self.encoder), ("encoder of sound", Self.mixer)] {
                list += [
                    Fault(
                        name: "\(what) killed at the \(step)", match: match, script: read + "kill -9 $$", codes: [.exportFailed],
                        isQuick: step == "middle"),
                    Fault(name: "\(what) fails at the \(step)", match: match, script: read + "exit 3", codes: [.exportFailed]),
                    Fault(
                        name: "disk full at the \(step), \(what)", match: match,
                        script: read + "echo 'No space left on device' >&2; exit 1", codes: [.diskFull], isQuick: step == "end"),
                    Fault(
                        name: "\(what) hangs at the \(step)", match: match, script: read + "exec sleep 1000", codes: [.exportFailed],
                        isQuick: step == "start" && match == Self.encoder, stall: Self.stall),
                ]
            }
        }
        for (what, match) in [("decoder", Self.decoder), ("decoder of sound", Self.sound)] {
            list += [
                Fault(name: "\(what) killed", match: match, script: "kill -9 $$", codes: [.decodeFailed], isQuick: true),
                Fault(name: "\(what) fails", match: match, script: "exit 4", codes: [.decodeFailed]),
                Fault(
                    name: "\(what) ends in the middle", match: match, script: "\"$real\" \"$@\" | head -c 3000; exit 5",
                    codes: [.decodeFailed]),
                Fault(
                    name: "\(what) hangs", match: match, script: "exec sleep 1000", codes: [.decodeFailed], isQuick: match == Self.decoder,
                    stall: Self.stall),
                Fault(
                    name: "\(what) hangs in the middle", match: match, script: "\"$real\" \"$@\" | head -c 3000; exec sleep 1000",
                    codes: [.decodeFailed], stall: Self.stall),
            ]
        }
        return list
    }

    /// Replaces ffmpeg while `body` runs.
    private func with(_ fault: Fault, _ body: () async throws -> Void) async throws {
        let programs = file("programs"), real = try XCTUnwrap(Self.program).path, script = programs.appendingPathComponent("ffmpeg")
        if !FileManager.default.fileExists(atPath: programs.path) {
            try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
            let probe = URL(fileURLWithPath: real).deletingLastPathComponent().appendingPathComponent("ffprobe").path
            try FileManager.default.createSymbolicLink(atPath: programs.appendingPathComponent("ffprobe").path, withDestinationPath: probe)
        }
        try "#!/bin/bash\nreal=\(real)\ncase \"$*\" in *'\(fault.match)'*) \(fault.script);; esac\nexec $real \"$@\"\n".write(
            to: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        let old = [("AGATE_FFMPEG", programs.path), ("AGATE_FFMPEG_STALL", fault.stall)].map { name, new in
            let before = getenv(name).map { String(cString: $0) }
            if let new { setenv(name, new, 1) }
            return (name, before)
        }
        defer { for (name, before) in old { if let before { setenv(name, before, 1) } else { unsetenv(name) } } }
        try await body()
    }

    func testExports() async throws {
        let all = ProcessInfo.processInfo.environment["AGATE_FAULTS"] == "all"
        let film = try film("a.mov", width: 64, height: 64, seconds: 2, tone: 440), old = file("old.mp4"), before = Data("before".utf8)
        try before.write(to: old)
        var count = 0
        for fault in faults where all || fault.isQuick {
            try await with(fault) {
                let asset = AVURLAsset(url: film), mix = AVMutableAudioMix()
                let session = try XCTUnwrap(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
                let input = AVMutableAudioMixInputParameters(track: asset.tracks(withMediaType: .audio).first)
                input.setVolume(0.5, at: .zero)
                mix.inputParameters = [input]
                session.audioMix = mix
                do {
                    try await session.export(to: file("x.mp4"), as: .mp4)
                    XCTFail("\(fault.name): exported")
                } catch {
                    let own = try XCTUnwrap(error as? AVError, "\(fault.name): \(error)")
                    XCTAssertTrue(fault.codes.contains(own.code), "\(fault.name): \(own.code) \(own)")
                    XCTAssertFalse(own.description.contains("\n"), "\(fault.name): one line")
                }
                XCTAssertEqual(session.status, .failed, fault.name)
                XCTAssertEqual(hiddenFiles, [], fault.name)
                XCTAssertFalse(FileManager.default.fileExists(atPath: file("x.mp4").path), fault.name)
                count += 1
            }
            // A file of the name is not touched.
            let session = try XCTUnwrap(AVAssetExportSession(asset: AVURLAsset(url: film), presetName: AVAssetExportPresetHighestQuality))
            do { try await session.export(to: old, as: .mp4) } catch { XCTAssertEqual((error as? AVError)?.code, .fileAlreadyExists) }
            XCTAssertEqual(try Data(contentsOf: old), before, fault.name)
        }
        print("\(count) faults of exports")
    }

    /// Readers and image generators end with an error where the decoder does.
    func testReaders() async throws {
        let film = try film("a.mov", width: 64, height: 64, seconds: 2, tone: 440)
        let all = ProcessInfo.processInfo.environment["AGATE_FAULTS"] == "all"
        for fault in faults where fault.match == Self.decoder && (all || fault.isQuick) {
            try await with(fault) {
                let asset = AVURLAsset(url: film), reader = try AVAssetReader(asset: asset)
                let output = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .video)[0], outputSettings: [:])
                reader.add(output)
                if reader.startReading() { while output.copyNextSampleBuffer() != nil {} }
                XCTAssertEqual(reader.status, .failed, fault.name)
                XCTAssertTrue(
                    fault.codes.contains((reader.error as? AVError)?.code ?? .unknown), "\(fault.name): \(String(describing: reader.error))"
                )
                let generator = AVAssetImageGenerator(asset: asset)
                generator.requestedTimeToleranceBefore = .zero
                XCTAssertThrowsError(try generator.copyCGImage(at: seconds(1.5), actualTime: nil), fault.name)
            }
        }
    }
}
