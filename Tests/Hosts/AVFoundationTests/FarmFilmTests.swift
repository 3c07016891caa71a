import Agate
import FFmpeg
import XCTest

@testable import AVFoundation

/// A composition that is made in parts, one of which is begun twice, equals one that is made at once: in frames and in samples.
///
/// `AGATE_FILM_SECONDS` is its length, six seconds by default.
@MainActor final class FarmFilmTests: MediaTestCase {
    private let rate = 10

    private struct Film {
        let asset: AVMutableComposition
        let mix: AVAudioMix
        let pictures: AVMutableVideoComposition
    }

    /// Three clips with cross-fades in two tracks, a title that moves, and two sound tracks with fades.
    private func compose(_ length: Double) throws -> Film {
        let clip = length / 2.5, fade = clip / 4, asset = AVMutableComposition()
        let clips = try [(10, 1), (200, -1), (90, 0)].enumerated().map { index, levels in
            AVURLAsset(
                url: try film("clip\(index).mov", width: 64, height: 32, rate: rate, seconds: clip, first: levels.0, step: levels.1))
        }
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
            let tone = AVURLAsset(url: try sound("\(frequency).wav", frequency: frequency, seconds: length))
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

    func testPartsEqualTheWhole() async throws {
        let length = ProcessInfo.processInfo.environment["AGATE_FILM_SECONDS"].flatMap(Double.init) ?? 6
        let film = try compose(length), duration = film.asset.duration, count = Int((duration.seconds * Double(rate)).rounded())
        // At once, with its sound.
        let one = try session(film)
        one.audioMix = film.mix
        let whole = try await export(one, "whole.mov")
        // In four parts without sound. The second is ended in the middle, and made again.
        let bounds = (0...4).map { CMTime(value: CMTimeValue(count * $0 / 4), timescale: CMTimeScale(rate)) }
        var parts: [URL] = []
        let silent = AVMutableComposition()
        for track in film.asset.tracks where track.mediaType == .video {
            let own = try XCTUnwrap(silent.addMutableTrack(withMediaType: .video, preferredTrackID: track.trackID))
            try own.insertTimeRange(CMTimeRange(start: .zero, duration: track.timeRange.end), of: track, at: .zero)
        }
        let pictures = Film(asset: silent, mix: film.mix, pictures: film.pictures)
        for number in 0..<4 {
            let part = CMTimeRange(start: bounds[number], end: bounds[number + 1])
            if number == 1 {
                let killed = try session(pictures, part), url = file("part1.mov")
                (killed.outputURL, killed.outputFileType) = (url, .mov)
                let running = killed
                async let end: Void = running.export()
                while killed.progress == 0, killed.status != .completed { try await Task.sleep(nanoseconds: 1_000_000) }
                Children.killAllForTests()
                await end
                XCTAssertEqual(killed.status, .failed)
                XCTAssertFalse(FileManager.default.fileExists(atPath: url.path))
            }
            parts.append(try await export(try session(pictures, part), "part\(number).mov"))
        }
        let mixed = file("mix.wav"), joined = file("joined.mov")
        try await writeMix(film, mixed)
        let options = FilmOptions(
            sounds: [FilmSound(mixed)],
            captions: [FilmCaption("One", from: 0.5, to: 1.5), FilmCaption("Two", from: length - 1, to: length + 5)])
        try FilmRecorder.join(parts, to: joined, areAlike: false, sound: (options, count, try XCTUnwrap(FilmRate(Double(rate)))))
        let (a, b) = (try frames(whole), try frames(joined))
        XCTAssertEqual(a.count, count)
        XCTAssertEqual(b.count, count)
        for (index, (x, y)) in zip(a, b).enumerated() {
            XCTAssertEqual(x.pixels, y.pixels, "frame \(index)")
            XCTAssertEqual(x.time, y.time, accuracy: 1e-4)
        }
        XCTAssertGreaterThan(Set(a.map { $0.pixels[0] }).count, count / 3, "the clips move")
        let (s, t) = (try samples(whole, channels: 2), try samples(joined, channels: 2))
        XCTAssertEqual(s.count / 2, Int((duration.seconds * 48000).rounded()))
        XCTAssertEqual(s.count, t.count)
        XCTAssertLessThan(zip(s, t).map { abs($0 - $1) }.max() ?? 1, 1.0 / 4_000_000, "24 bits")
        XCTAssertEqual(try MediaProbe(joined).streams.map(\.kind), [.video, .audio, .subtitle])
    }
}
