import AVFoundation
import Agate
import Foundation
import XCTest

/// The code of `Guides/FilmsWithSound.md`.
final class FilmsWithSoundGuide: XCTestCase {
    private func ffmpeg(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw XCTSkip("there is no ffmpeg program on the PATH") }
    }

    func testGuide() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("guide-sound-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = folder.appendingPathComponent("film.mov"), music = folder.appendingPathComponent("music.wav")
        let output = folder.appendingPathComponent("titled.mp4"), joined = folder.appendingPathComponent("joined.mp4")
        let recorded = folder.appendingPathComponent("recorded.mp4"), copied = folder.appendingPathComponent("copied.mov")
        try ffmpeg([
            "-f", "lavfi", "-i", "gradients=size=320x180:rate=25:duration=2:c0=navy:c1=teal:seed=3", "-f", "lavfi", "-i",
            "sine=frequency=330:duration=2", "-c:v", "qtrle", "-pix_fmt", "rgb24", "-c:a", "pcm_s16le", film.path,
        ])
        try ffmpeg(["-f", "lavfi", "-i", "sine=frequency=220:duration=4:sample_rate=48000", music.path])

        let asset = AVURLAsset(url: film)
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        XCTAssertEqual(duration.seconds, 2)
        XCTAssertEqual(tracks.count, 2)

        let parent = CALayer(), video = CALayer(), title = CATextLayer()
        parent.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
        video.frame = parent.bounds
        title.frame = CGRect(x: 20, y: 20, width: 280, height: 50)
        title.string = "A film with sound"
        title.fontSize = 32
        parent.addSublayer(video)
        parent.addSublayer(title)

        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0
        fade.toValue = 1
        fade.beginTime = AVCoreAnimationBeginTimeAtZero
        fade.duration = 0.5
        fade.isRemovedOnCompletion = false
        title.add(fade, forKey: "fade")

        let titled = AVMutableVideoComposition(propertiesOf: asset)
        titled.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)
        guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality) else { return }
        session.videoComposition = titled
        try await session.export(to: output, as: .mp4)

        let clips = AVMutableComposition(), second = CMTime(value: 1, timescale: 1)
        let pictures = (0..<2).compactMap { _ in
            clips.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
        }
        let whole = CMTimeRange(start: .zero, duration: duration)
        try pictures[0].insertTimeRange(whole, of: asset.tracks(withMediaType: .video)[0], at: .zero)
        try pictures[1].insertTimeRange(whole, of: asset.tracks(withMediaType: .video)[0], at: second)
        let sound = clips.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        let tune = try await AVURLAsset(url: music).loadTracks(withMediaType: .audio)[0]
        try sound?.insertTimeRange(CMTimeRange(start: .zero, duration: clips.duration), of: tune, at: .zero)

        let overlap = CMTimeRange(start: second, duration: second), crossFade = AVMutableVideoComposition(propertiesOf: clips)
        let front = AVMutableVideoCompositionLayerInstruction(assetTrack: pictures[0])
        front.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: overlap)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: clips.duration)
        instruction.layerInstructions = [front, AVMutableVideoCompositionLayerInstruction(assetTrack: pictures[1])]
        crossFade.instructions = [instruction]

        let volume = AVMutableAudioMixInputParameters(track: sound), mix = AVMutableAudioMix()
        volume.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: CMTimeRange(start: overlap.end, duration: second))
        mix.inputParameters = [volume]
        guard let export = AVAssetExportSession(asset: clips, presetName: AVAssetExportPresetMediumQuality) else { return }
        export.videoComposition = crossFade
        export.audioMix = mix
        try await export.export(to: joined, as: .mp4)

        let captions = [FilmCaption("A caption", from: 0.2, to: 0.8)]
        let options = FilmOptions(
            sounds: [FilmSound(music, volume: 0.5), FilmSound(music, at: 0.5)], loudness: -16, captions: captions)
        try OffscreenHost(size: CGSize(width: 64, height: 36)).record(to: .file(recorded), until: 1, framesPerSecond: 10, options: options)

        let reader = try AVAssetReader(asset: AVURLAsset(url: output)), frames = reader.asset.tracks(withMediaType: .video)[0]
        let samples = AVAssetReaderTrackOutput(
            track: frames, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        reader.add(samples)
        let writer = try AVAssetWriter(outputURL: copied, fileType: .mov)
        let input = AVAssetWriterInput(
            mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: 320, AVVideoHeightKey: 180])
        writer.add(input)
        guard reader.startReading(), writer.startWriting() else { return }
        writer.startSession(atSourceTime: .zero)
        while let sample = samples.copyNextSampleBuffer() { input.append(sample) }
        await writer.finishWriting()
        XCTAssertEqual(writer.status, .completed)
        XCTAssertEqual(AVURLAsset(url: copied).duration.seconds, 2, accuracy: 0.05)

        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: output))
        generator.requestedTimeToleranceBefore = .zero
        let (image, time) = try await generator.image(at: CMTime(value: 3, timescale: 4))
        XCTAssertEqual(time.seconds, 0.72, accuracy: 0.001)
        picture(image, "films-with-sound")
        XCTAssertEqual(AVURLAsset(url: output).tracks.map(\.mediaType), [.video, .audio])
        XCTAssertEqual(AVURLAsset(url: recorded).tracks.map(\.mediaType), [.video, .audio, .subtitle])
        XCTAssertEqual(AVURLAsset(url: joined).duration.seconds, 3, accuracy: 0.05)
    }
}
