import Agate
import FFmpeg
import XCTest

@testable import AVFoundation

/// A composition that is made in parts by processes of their own, one of which is killed, equals one that is made at once: in frames and in
/// samples.
///
/// `AGATE_FILM_SECONDS` is its length, six seconds by default, and `AGATE_FILM_RATE` its frames per second, ten by default.
@MainActor final class FarmFilmTests: MediaTestCase {
    private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
    private let length = variable("AGATE_FILM_SECONDS").flatMap(Double.init) ?? 6
    private let rate = variable("AGATE_FILM_RATE").flatMap { Int($0) } ?? 10

    private struct Film {
        let asset: AVMutableComposition
        let mix: AVAudioMix
        let pictures: AVMutableVideoComposition
    }

    private var clip: Double { length / 2.5 }

    /// Makes the files of which the film is composed.
    private func makeSources() throws {
        for (index, level) in ["mod(10+N,200)", "mod(400-N,180)+20", "90"].enumerated() {
            try ffmpeg([
                "-f", "lavfi", "-i",
                "color=black:size=64x32:rate=\(rate):duration=\(clip),format=gbrp,geq=r='\(level)':g='\(level)':b='\(level)'", "-c:v",
                "qtrle",
                "-pix_fmt", "rgb24", file("clip\(index).mov").path,
            ])
        }
        for frequency in [440, 620] { _ = try sound("\(frequency).wav", frequency: frequency, seconds: length) }
    }

    /// Three clips with cross-fades in two tracks, a title that moves, and two sound tracks with fades.
    private func compose(_ folder: URL) throws -> Film {
        let clip = clip, fade = clip / 4, asset = AVMutableComposition()
        let clips = (0..<3).map { AVURLAsset(url: folder.appendingPathComponent("clip\($0).mov")) }
        let tracks = (0..<2).compactMap { _ in
            asset.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
        }
        let starts = [0, clip - fade, 2 * (clip - fade)], whole = AVMutableVideoComposition()
        for (index, one) in clips.enumerated() {
            try tracks[index % 2].insertTimeRange(range(0, clip), of: one.tracks[0], at: seconds(starts[index]))
        }
        let front = AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[0])
        front.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range(starts[1], fade))
        front.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: range(starts[2], fade))
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
        instruction.layerInstructions = [front, AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[1])]
        whole.instructions = [instruction]
        whole.renderSize = CGSize(width: 64, height: 32)
        whole.frameDuration = CMTime(value: 1, timescale: CMTimeScale(rate))
        let root = CALayer(), video = CALayer(), title = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 64, height: 32)
        video.frame = root.frame
        title.frame = CGRect(x: 0, y: 12, width: 10, height: 8)
        title.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration, move.beginTime) = (0, 64, length / 3, AVCoreAnimationBeginTimeAtZero)
        (move.isRemovedOnCompletion, move.repeatCount) = (false, 3)
        title.add(move, forKey: "move")
        root.addSublayer(video)
        root.addSublayer(title)
        whole.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: root)
        let mix = AVMutableAudioMix()
        mix.inputParameters = try [440, 620].map { frequency in
            let tone = AVURLAsset(url: folder.appendingPathComponent("\(frequency).wav"))
            let track = try XCTUnwrap(asset.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
            try track.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: tone.tracks[0], at: .zero)
            let parameters = AVMutableAudioMixInputParameters(track: track)
            parameters.setVolumeRamp(
                fromStartVolume: frequency == 440 ? 1 : 0, toEndVolume: frequency == 440 ? 0 : 1, timeRange: range(0, length))
            return parameters
        }
        return Film(asset: asset, mix: mix, pictures: whole)
    }

    private func session(_ film: Film, _ range: CMTimeRange? = nil) throws -> AVAssetExportSession {
        let session = try XCTUnwrap(AVAssetExportSession(asset: film.asset, presetName: AVAssetExportPresetAppleProRes4444LPCM))
        session.videoComposition = film.pictures
        if let range { session.timeRange = range }
        return session
    }

    /// Writes the mix to a file, sample by sample.
    private func writeMix(_ film: Film, _ url: URL) async throws {
        let reader = try AVAssetReader(asset: film.asset), writer = try AVAssetWriter(outputURL: url, fileType: .wav)
        let output = AVAssetReaderAudioMixOutput(audioTracks: film.asset.tracks(withMediaType: .audio), audioSettings: nil)
        let input = AVAssetWriterInput(
            mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true])
        output.audioMix = film.mix
        reader.add(output)
        writer.add(input)
        XCTAssertTrue(reader.startReading() && writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        while let sample = output.copyNextSampleBuffer() { XCTAssertTrue(input.append(sample)) }
        await writer.finishWriting()
        XCTAssertEqual(writer.status, .completed, "\(String(describing: writer.error))")
    }

    /// A part of the film, in a process of its own: its number and the folder are those of the environment.
    func testAPart() async throws {
        // Run by testPartsEqualTheWhole; there is nothing to do otherwise.
        guard let number = Self.variable("AGATE_FILM_PART").flatMap({ Int($0) }), let place = Self.variable("AGATE_FILM_FOLDER") else {
            return
        }
        let folder = URL(fileURLWithPath: place), film = try compose(folder), silent = AVMutableComposition()
        // Parts have no sound, which is mixed once.
        for track in film.asset.tracks where track.mediaType == .video {
            let own = try XCTUnwrap(silent.addMutableTrack(withMediaType: .video, preferredTrackID: track.trackID))
            try own.insertTimeRange(CMTimeRange(start: .zero, duration: track.timeRange.end), of: track, at: .zero)
        }
        let count = Int((film.asset.duration.seconds * Double(rate)).rounded())
        let bounds = (0...4).map { CMTime(value: CMTimeValue(count * $0 / 4), timescale: CMTimeScale(rate)) }
        let one = try session(
            Film(asset: silent, mix: film.mix, pictures: film.pictures), CMTimeRange(start: bounds[number], end: bounds[number + 1]))
        try await one.export(to: folder.appendingPathComponent("part\(number).mov"), as: .mov)
    }

    /// Runs the test of a part in another process.
    private func start(_ number: Int) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["AVFoundationTests.FarmFilmTests/testAPart"]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["AGATE_FILM_PART": "\(number)", "AGATE_FILM_FOLDER": folder.path]
        ) { $1 }
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        return process
    }

    func testPartsEqualTheWhole() async throws {
        try makeSources()
        let film = try compose(folder), duration = film.asset.duration, count = Int((duration.seconds * Double(rate)).rounded())
        // Four parts, two at a time. The second is killed in the middle, and made again.
        let parts = (0..<4).map { file("part\($0).mov") }
        let (first, killed) = (try start(0), try start(1))
        while !hiddenFiles.contains(where: { $0.contains("part1") }), killed.isRunning { try await Task.sleep(nanoseconds: 5_000_000) }
        // A part of 20 minutes takes two seconds.
        try await Task.sleep(nanoseconds: UInt64(min(length / 6 * 5e7, 3e8)))
        XCTAssertTrue(killed.isRunning)
        kill(killed.processIdentifier, SIGKILL)
        killed.waitUntilExit()
        XCTAssertEqual(killed.terminationReason, .uncaughtSignal)
        XCTAssertFalse(FileManager.default.fileExists(atPath: parts[1].path), "nothing half made has the name")
        first.waitUntilExit()
        XCTAssertEqual(first.terminationStatus, 0)
        for pair in [[1, 2], [3]] {
            for process in try pair.map(start) {
                process.waitUntilExit()
                XCTAssertEqual(process.terminationStatus, 0)
            }
        }
        // What the killed process left is taken away by the one that came after it.
        XCTAssertEqual(hiddenFiles, [])
        let mixed = file("mix.wav"), joined = file("joined.mov")
        try await writeMix(film, mixed)
        let options = FilmOptions(
            sounds: [FilmSound(mixed)],
            captions: [FilmCaption("One", from: 0.5, to: 1.5), FilmCaption("Two", from: length - 1, to: length + 5)])
        try FilmRecorder.join(parts, to: joined, areAlike: false, sound: (options, count, try XCTUnwrap(FilmRate(Double(rate)))))
        // At once, with its sound.
        let one = try session(film)
        one.audioMix = film.mix
        let whole = try await export(one, "whole.mov")
        try compareFrames(whole, joined, count)
        try compareSamples(whole, joined, Int((duration.seconds * 48000).rounded()))
        XCTAssertEqual(try MediaProbe(joined).streams.map(\.kind), [.video, .audio, .subtitle])
    }

    /// Compares frame by frame, so that a long film needs no memory.
    private func compareFrames(_ whole: URL, _ joined: URL, _ count: Int) throws {
        let (a, b) = (try FrameReader(whole), try FrameReader(joined))
        var x = [UInt32](repeating: 0, count: 64 * 32), y = x, number = 0, seen: Set<UInt32> = []
        while true {
            let (s, t) = (try a.next(into: &x), try b.next(into: &y))
            guard let s, let t else {
                XCTAssertTrue(s == nil && t == nil, "frame \(number)")
                break
            }
            if x != y { return XCTFail("frame \(number)") }
            XCTAssertEqual(s, t, accuracy: 1e-4)
            seen.insert(x[0])
            number += 1
        }
        XCTAssertEqual(number, count)
        XCTAssertGreaterThan(seen.count, 15, "the clips move")
    }

    private func compareSamples(_ whole: URL, _ joined: URL, _ count: Int) throws {
        func reader(_ url: URL) throws -> SoundReader {
            let media = try MediaProbe(url), stream = try XCTUnwrap(media.streams.first { $0.kind == .audio })
            return try SoundReader(
                .init(file: url, stream: stream, container: media.container, range: 0..<Int64(count), rate: 48000, channels: 2))
        }
        let (a, b) = (try reader(whole), try reader(joined)), block = 48000
        var x = [Float](repeating: 0, count: 2 * block), y = x, done = 0, most: Float = 0, loudest: Float = 0
        while done < count {
            let now = min(block, count - done)
            try x.withUnsafeMutableBufferPointer { try a.read(into: UnsafeMutableBufferPointer(rebasing: $0[..<(2 * now)])) }
            try y.withUnsafeMutableBufferPointer { try b.read(into: UnsafeMutableBufferPointer(rebasing: $0[..<(2 * now)])) }
            for index in 0..<2 * now {
                most = max(most, abs(x[index] - y[index]))
                loudest = max(loudest, abs(x[index]))
            }
            done += now
        }
        XCTAssertLessThan(most, 1.0 / 4_000_000, "24 bits")
        XCTAssertGreaterThan(loudest, 0.05, "there is sound")
        for url in [whole, joined] {
            let seconds = try XCTUnwrap(MediaProbe(url).streams.first { $0.kind == .audio }?.duration).seconds
            XCTAssertEqual(seconds * 48000, Double(count), accuracy: 0.5, "the samples of the film's length")
        }
    }
}
