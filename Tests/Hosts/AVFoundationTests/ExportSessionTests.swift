import AVFoundation
import Agate
import FFmpeg
import XCTest

/// Presets, ranges, metadata, errors and states of exports.
@MainActor final class ExportSessionTests: MediaTestCase {
    private func session(_ asset: AVAsset, _ preset: String = AVAssetExportPresetMediumQuality) throws -> AVAssetExportSession {
        try XCTUnwrap(AVAssetExportSession(asset: asset, presetName: preset))
    }

    func testPresets() async throws {
        let asset = AVURLAsset(url: try film("a.mov", width: 1000, height: 500, rate: 10, seconds: 0.3, tone: 440))
        XCTAssertNil(AVAssetExportSession(asset: asset, presetName: "AVAssetExportPresetNone"))
        XCTAssertEqual(AVAssetExportSession.exportPresets(compatibleWith: asset), AVAssetExportSession.allExportPresets())
        for (preset, width, codec) in [
            (AVAssetExportPresetLowQuality, 1000, "h264"), (AVAssetExportPresetMediumQuality, 1000, "h264"),
            (AVAssetExportPresetHighestQuality, 1000, "h264"), (AVAssetExportPreset640x480, 640, "h264"),
            (AVAssetExportPreset960x540, 960, "h264"), (AVAssetExportPreset1280x720, 1000, "h264"),
            (AVAssetExportPreset1920x1080, 1000, "h264"), (AVAssetExportPreset3840x2160, 1000, "h264"),
            (AVAssetExportPresetHEVCHighestQuality, 1000, "hevc"), (AVAssetExportPresetHEVC1920x1080, 1000, "hevc"),
            (AVAssetExportPresetHEVC3840x2160, 1000, "hevc"), (AVAssetExportPresetAppleProRes4444LPCM, 1000, "prores"),
            (AVAssetExportPresetPassthrough, 1000, "qtrle"),
        ] {
            let session = try session(asset, preset)
            XCTAssertEqual(session.presetName, preset)
            let isCompatible = await AVAssetExportSession.compatibility(ofExportPreset: preset, with: asset, outputFileType: .mov)
            XCTAssertTrue(isCompatible)
            let probe = try FilmProbe(try await export(session, "\(preset).mov"))
            XCTAssertEqual([probe.width, probe.height], [width, width / 2], preset)
            XCTAssertEqual(probe.codec, codec, preset)
            XCTAssertTrue(probe.hasSound, preset)
            XCTAssertEqual(probe.duration ?? 0, 0.3, accuracy: 0.03, preset)
        }
        let sizes = try [AVAssetExportPresetLowQuality, AVAssetExportPresetHighestQuality].map {
            try Data(contentsOf: file("\($0).mov")).count
        }
        XCTAssertLessThanOrEqual(sizes[0], sizes[1])
        let isCompatible = await AVAssetExportSession.compatibility(
            ofExportPreset: AVAssetExportPresetAppleProRes4444LPCM, with: asset, outputFileType: .mp4)
        XCTAssertFalse(isCompatible)
        XCTAssertEqual(try session(asset, AVAssetExportPresetAppleM4A).supportedFileTypes, [.m4a])
        let answered = expectation(description: "answered")
        answered.expectedFulfillmentCount = 3
        for (type, expected) in [(AVFileType.mp4, false), (.mov, true)] {
            AVAssetExportSession.determineCompatibility(
                ofExportPreset: AVAssetExportPresetAppleProRes4444LPCM, with: asset, outputFileType: type
            ) {
                XCTAssertEqual($0, expected)
                answered.fulfill()
            }
        }
        let copy = try session(asset, AVAssetExportPresetAppleM4A)
        (copy.canPerformMultiplePassesOverSourceMediaData, copy.allowsParallelizedExport) = (true, false)
        copy.determineCompatibleFileTypes {
            XCTAssertEqual($0, [.m4a])
            answered.fulfill()
        }
        await fulfillment(of: [answered], timeout: 60)
    }

    func testARangeOfAFilm() async throws {
        let asset = AVURLAsset(url: try film("a.mov", seconds: 2, first: 0, step: 5)),
            session = try session(asset, AVAssetExportPresetAppleProRes4444LPCM)
        session.timeRange = range(0.8, 0.4)
        let made = try frames(try await export(session, "out.mov"))
        XCTAssertEqual(made.count, 10)
        for (number, frame) in made.enumerated() { XCTAssertEqual(level(frame.pixels, width: 32, 5, 5), 100 + 5 * number, accuracy: 2) }
        let copy = try self.session(asset, AVAssetExportPresetPassthrough)
        copy.timeRange = range(0.8, 0.4)
        let copied = try await export(copy, "copy.mov")
        XCTAssertEqual(try frames(copied).last.map { level($0.pixels, width: 32, 5, 5) }, 145)
    }

    func testScaledAndEmptySegmentsShow() async throws {
        let asset = AVURLAsset(url: try film("a.mov", first: 10, step: 8)), composition = AVMutableComposition()
        let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
        try track.insertTimeRange(range(0, 1), of: asset.tracks[0], at: .zero)
        track.scaleTimeRange(range(0, 1), toDuration: seconds(2))
        track.insertEmptyTimeRange(range(0.4, 0.2))
        let made = try frames(try await export(session(composition, AVAssetExportPresetAppleProRes4444LPCM), "out.mov"))
        XCTAssertEqual(made.count, 55)
        for (number, frame) in made.enumerated() {
            let source = number < 10 ? number / 2 : number < 15 ? nil : (number - 5) / 2
            XCTAssertEqual(level(frame.pixels, width: 32, 5, 5), source.map { 10 + 8 * $0 } ?? 0, accuracy: 3, "frame \(number)")
        }
    }

    func testATurnedFilmIsExportedUpright() async throws {
        let plain = file("plain.mp4"), url = file("turned.mp4")
        // White at the top left.
        try ffmpeg([
            "-f", "lavfi", "-i", "color=black:size=64x48:rate=5:duration=0.4,drawbox=0:0:16:12:white:fill", "-c:v", "libx264", "-pix_fmt",
            "yuv420p", plain.path,
        ])
        try ffmpeg(["-i", plain.path, "-c", "copy", "-metadata:s:v", "rotate=90", url.path])
        let asset = AVURLAsset(url: url)
        for composition in [nil, AVMutableVideoComposition(propertiesOf: asset)] {
            let session = try session(asset, AVAssetExportPresetAppleProRes4444LPCM)
            session.videoComposition = composition
            let made = try await export(session, composition == nil ? "a.mov" : "b.mov"), probe = try FilmProbe(made)
            XCTAssertEqual([probe.width, probe.height], [48, 64])
            let frame = try frames(made)[0].pixels
            XCTAssertGreaterThan(level(frame, width: 48, 5, 59), 230, "now at the bottom left")
            XCTAssertLessThan(level(frame, width: 48, 5, 5), 20)
            XCTAssertLessThan(level(frame, width: 48, 43, 5), 20)
        }
    }

    func testMetadataAndTheIndex() async throws {
        let asset = AVURLAsset(url: try film("a.mov", arguments: ["-metadata", "title=Old"])), session = try session(asset)
        session.shouldOptimizeForNetworkUse = true
        let kept = try await export(session, "kept.mp4", .mp4)
        XCTAssertEqual(AVURLAsset(url: kept).commonMetadata.first { $0.commonKey == .commonKeyTitle }?.stringValue, "Old")
        func place(_ box: String, _ url: URL) throws -> Int {
            try XCTUnwrap(try Data(contentsOf: url).range(of: Data(box.utf8))?.lowerBound)
        }
        XCTAssertLessThan(try place("moov", kept), try place("mdat", kept))
        let item = AVMutableMetadataItem(), other = try self.session(asset)
        item.identifier = .commonIdentifierTitle
        item.value = "New" as NSString
        other.metadata = [item]
        let changed = try await export(other, "changed.mp4", .mp4)
        XCTAssertEqual(AVURLAsset(url: changed).commonMetadata.first { $0.commonKey == .commonKeyTitle }?.stringValue, "New")
        XCTAssertGreaterThan(try place("moov", changed), try place("mdat", changed))
    }

    func testErrorsThatAreKnownInAdvance() async throws {
        let asset = AVURLAsset(url: try film("a.mov")), there = file("there.mp4"), bad = AVMutableVideoComposition(propertiesOf: asset)
        try Data("old".utf8).write(to: there)
        bad.renderSize = .zero
        let gap = AVMutableVideoComposition(propertiesOf: asset), instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = range(0, 0.5)
        gap.instructions = [instruction]
        let unknown = AVMutableVideoComposition(propertiesOf: asset), layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = 42
        let named = AVMutableVideoCompositionInstruction()
        named.timeRange = range(0, 1)
        named.layerInstructions = [layer]
        unknown.instructions = [named]
        let none = AVMutableVideoComposition(propertiesOf: asset)
        none.instructions = []
        let slow = AVMutableVideoComposition(propertiesOf: asset)
        slow.frameDuration = .zero
        typealias Change = (AVAssetExportSession) -> Void
        let table: [(String, URL, AVFileType, String, AVError.Code, Change)] = [
            ("exists", there, .mp4, AVAssetExportPresetLowQuality, .fileAlreadyExists, { _ in }),
            ("extension", file("x.mov"), .mp4, AVAssetExportPresetLowQuality, .invalidOutputURLPathExtension, { _ in }),
            ("type", file("x.mp4"), .mp4, AVAssetExportPresetAppleProRes4444LPCM, .exportFailed, { _ in }),
            ("folder", file("none/x.mp4"), .mp4, AVAssetExportPresetLowQuality, .exportFailed, { _ in }),
            ("address", URL(string: "https://example.com/x.mp4")!, .mp4, AVAssetExportPresetLowQuality, .exportFailed, { _ in }),
            ("range", file("x.mp4"), .mp4, AVAssetExportPresetLowQuality, .exportFailed, { $0.timeRange = range(5, 1) }),
            ("sound", file("x.m4a"), .m4a, AVAssetExportPresetAppleM4A, .invalidSourceMedia, { _ in }),
            ("size", file("x.mp4"), .mp4, AVAssetExportPresetLowQuality, .invalidVideoComposition, { $0.videoComposition = bad }),
            ("gap", file("x.mp4"), .mp4, AVAssetExportPresetLowQuality, .invalidVideoComposition, { $0.videoComposition = gap }),
            ("track", file("x.mp4"), .mp4, AVAssetExportPresetLowQuality, .invalidVideoComposition, { $0.videoComposition = unknown }),
            ("none", file("x.mp4"), .mp4, AVAssetExportPresetLowQuality, .invalidVideoComposition, { $0.videoComposition = none }),
            ("frame", file("x.mp4"), .mp4, AVAssetExportPresetLowQuality, .invalidVideoComposition, { $0.videoComposition = slow }),
            (
                "copy", file("x.mov"), .mov, AVAssetExportPresetPassthrough, .operationNotSupportedForAsset,
                { $0.audioMix = AVMutableAudioMix() }
            ),
        ]
        for (name, url, type, preset, code, change) in table {
            let session = try session(asset, preset)
            change(session)
            do {
                try await session.export(to: url, as: type)
                XCTFail("\(name): exported")
            } catch {
                XCTAssertEqual((error as? AVError)?.code, code, "\(name): \(error)")
                XCTAssertEqual(session.status, .failed)
                XCTAssertEqual((session.error as? AVError)?.code, code)
            }
        }
        let missing = try session(AVURLAsset(url: file("none.mov")))
        do {
            try await missing.export(to: file("x.mp4"), as: .mp4)
            XCTFail("there is no such file")
        } catch { XCTAssertEqual((error as? AVError)?.code, .fileFormatNotRecognized) }
        XCTAssertEqual(try Data(contentsOf: there), Data("old".utf8))
        XCTAssertEqual(hiddenFiles, [])
        XCTAssertFalse(FileManager.default.fileExists(atPath: file("x.mp4").path))
    }

    func testValidationFindsEachError() async throws {
        final class Handler: AVVideoCompositionValidationHandling {
            var found: [String] = [], limit = 9
            private func add(_ text: String) -> Bool {
                found.append(text)
                return found.count < limit
            }
            func videoComposition(_: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String) -> Bool {
                add(key)
            }
            func videoComposition(_: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange range: CMTimeRange) -> Bool {
                add("gap \(range.start.seconds) \(range.end.seconds)")
            }
            func videoComposition(
                _: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidTimeRangeIn own: any AVVideoCompositionInstructionProtocol
            ) -> Bool { add("range \(own.timeRange.start.seconds)") }
            func videoComposition(
                _: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidTrackIDIn: any AVVideoCompositionInstructionProtocol,
                layerInstruction layer: AVVideoCompositionLayerInstruction, asset: AVAsset
            ) -> Bool { add("track \(layer.trackID)") }
        }
        let asset = AVURLAsset(url: try film("a.mov", seconds: 2)), video = AVMutableVideoComposition(), handler = Handler()
        XCTAssertFalse(video.isValid(for: asset, timeRange: range(0, 2), validationDelegate: handler))
        XCTAssertEqual(handler.found, ["frameDuration", "renderSize", "instructions"])
        video.instructions = [(0.2, 0.4), (0.4, 0.4), (1, 0.4)].map { start, length in
            let instruction = AVMutableVideoCompositionInstruction(), layer = AVMutableVideoCompositionLayerInstruction()
            instruction.timeRange = range(start, length)
            layer.trackID = start == 1 ? 7 : 1
            instruction.layerInstructions = [layer]
            return instruction
        }
        (video.frameDuration, video.renderSize, handler.found) = (seconds(0.1), CGSize(width: 8, height: 8), [])
        XCTAssertFalse(video.isValid(for: asset, timeRange: range(0, 2), validationDelegate: handler))
        XCTAssertEqual(handler.found, ["range 0.4", "gap 0.6 1.0", "track 7", "gap 0.0 0.2", "gap 1.4 2.0"])
        (handler.found, handler.limit) = ([], 2)
        XCTAssertFalse(video.isValid(for: asset, timeRange: range(0, 2), validationDelegate: handler))
        XCTAssertEqual(handler.found.count, 2)
        XCTAssertTrue(AVVideoComposition(propertiesOf: asset).isValid(for: asset, timeRange: range(0, 2), validationDelegate: handler))
    }

    func testHandlersAndProgress() async throws {
        let asset = AVURLAsset(url: try film("a.mov", seconds: 2, tone: 440)), session = try session(asset)
        XCTAssertEqual(session.status, .unknown)
        XCTAssertEqual(session.progress, 0)
        session.outputURL = file("out.mp4")
        session.outputFileType = .mp4
        let done = expectation(description: "done"), seen = Locked<[Float]>([])
        session.exportAsynchronously { [unowned session] in
            XCTAssertEqual(session.status, .completed)
            done.fulfill()
        }
        while session.status == .exporting || session.status == .waiting {
            seen.withLock { $0.append(session.progress) }
            try await Task.sleep(nanoseconds: 2_000_000)
        }
        await fulfillment(of: [done], timeout: 30)
        let progress = seen.withLock { $0 }, types = await session.compatibleFileTypes
        XCTAssertEqual(types, session.supportedFileTypes)
        XCTAssertEqual(progress, progress.sorted())
        XCTAssertNil(session.error)
        let again = expectation(description: "a session exports once")
        session.exportAsynchronously { again.fulfill() }
        await fulfillment(of: [again], timeout: 30)
        XCTAssertEqual(session.status, .completed)
        let bare = try self.session(asset)
        await bare.export()
        XCTAssertEqual(bare.status, .failed, "without a file")
    }

    func testStatesOfAnExport() async throws {
        let session = try session(AVURLAsset(url: try film("a.mov", width: 320, height: 180, seconds: 4, step: 1)))
        session.outputURL = file("out.mp4")
        session.outputFileType = .mp4
        var texts: [String] = [], parts: [Double] = []
        for await state in session.states(updateInterval: 0.01) {
            switch state {
            case .pending:
                texts.append("pending")
                session.exportAsynchronously {}
            case .waiting: texts.append("waiting")
            case .exporting(let progress):
                texts.append("exporting")
                parts.append(progress.fractionCompleted)
            }
        }
        XCTAssertEqual(texts.first, "pending")
        XCTAssertEqual(texts.last, "exporting")
        XCTAssertEqual(parts, parts.sorted())
        XCTAssertEqual(session.status, .completed)
    }

    func testCancelledExportsLeaveNothing() async throws {
        let asset = AVURLAsset(url: try film("a.mov", width: 320, height: 180, seconds: 8, step: 1, tone: 440)), url = file("out.mp4")
        let session = try session(asset, AVAssetExportPresetHighestQuality)
        session.outputURL = url
        session.outputFileType = .mp4
        let done = expectation(description: "done")
        session.exportAsynchronously { done.fulfill() }
        while session.progress == 0, session.status == .exporting { try await Task.sleep(nanoseconds: 1_000_000) }
        session.cancelExport()
        await fulfillment(of: [done], timeout: 30)
        XCTAssertEqual(session.status, .cancelled)
        XCTAssertEqual((session.error as? AVError)?.code, .operationCancelled)
        // Before it begins, and by its task.
        let early = try self.session(asset)
        early.cancelExport()
        do {
            try await early.export(to: url, as: .mp4)
            XCTFail("cancelled")
        } catch { XCTAssertTrue(error is CancellationError) }
        let third = try self.session(asset), task = Task { try await third.export(to: url, as: .mp4) }
        while third.progress == 0 { try await Task.sleep(nanoseconds: 1_000_000) }
        task.cancel()
        do {
            try await task.value
            XCTFail("cancelled")
        } catch { XCTAssertTrue(error is CancellationError) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: url.path))
        XCTAssertEqual(hiddenFiles, [])
    }

    /// A program in place of ffmpeg that fails while it encodes or decodes.
    func testFaultsOfProgramsAreErrors() async throws {
        let film = try film("a.mov", seconds: 2, tone: 440), programs = file("programs"), real = try XCTUnwrap(Self.program).path
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        let probe = URL(fileURLWithPath: real).deletingLastPathComponent().appendingPathComponent("ffprobe").path
        try FileManager.default.createSymbolicLink(atPath: programs.appendingPathComponent("ffprobe").path, withDestinationPath: probe)
        let script = programs.appendingPathComponent("ffmpeg")
        let before = getenv("AGATE_FFMPEG").map { String(cString: $0) }
        setenv("AGATE_FFMPEG", programs.path, 1)
        defer { if let before { setenv("AGATE_FFMPEG", before, 1) } else { unsetenv("AGATE_FFMPEG") } }
        for (name, match, action, code) in [
            ("the encoder dies", "libx264", "head -c 5000 >/dev/null; kill -9 $$", AVError.Code.exportFailed),
            (
                "the disk is full", "libx264",
                "head -c 5000 >/dev/null; echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1", .diskFull
            ),
            ("the encoder of sound dies", "f32le -ar", "head -c 5000 >/dev/null; exit 3", .exportFailed),
            ("the decoder fails", "showinfo", "exit 4", .decodeFailed),
            ("the decoder of sound fails", "atrim", "exit 5", .decodeFailed),
        ] {
            try "#!/bin/sh\ncase \"$*\" in *'\(match)'*) \(action);; esac\nexec \(real) \"$@\"\n".write(
                to: script, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
            let asset = AVURLAsset(url: film), session = try session(asset), mix = AVMutableAudioMix()
            let input = AVMutableAudioMixInputParameters(track: asset.tracks(withMediaType: .audio).first)
            input.setVolume(0.5, at: .zero)
            mix.inputParameters = [input]
            session.audioMix = mix
            do {
                try await session.export(to: file("x.mp4"), as: .mp4)
                XCTFail("\(name): exported")
            } catch { XCTAssertEqual((error as? AVError)?.code, code, "\(name): \(error)") }
            XCTAssertEqual(session.status, .failed, name)
            XCTAssertEqual(hiddenFiles, [], name)
            XCTAssertFalse(FileManager.default.fileExists(atPath: file("x.mp4").path), name)
        }
    }
}
