import AVFoundation
import FFmpeg
import XCTest

/// Films and settings that are unusual.
@MainActor final class OddFilmTests: MediaTestCase {
    private func session(_ asset: AVAsset, _ preset: String = AVAssetExportPresetAppleProRes4444LPCM) throws -> AVAssetExportSession {
        try XCTUnwrap(AVAssetExportSession(asset: asset, presetName: preset))
    }
    private func levels(_ url: URL, width: Int = 32) throws -> [Int] { try frames(url).map { level($0.pixels, width: width, 5, 5) } }

    /// Frames that are stored in another order than they are shown in.
    func testFramesInAnotherOrder() async throws {
        let plain = try film("plain.mov", seconds: 2, first: 20, step: 4), url = file("b.mp4")
        try ffmpeg(["-i", plain.path, "-c:v", "libx264", "-bf", "3", "-g", "30", "-crf", "4", "-pix_fmt", "yuv444p", url.path])
        let asset = AVURLAsset(url: url), composition = AVMutableComposition()
        let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
        try track.insertTimeRange(range(1.28, 0.4), of: asset.tracks[0], at: .zero)
        try track.insertTimeRange(range(0.04, 0.4), of: asset.tracks[0], at: seconds(0.4))
        let found = try levels(try await export(session(composition), "out.mov"))
        XCTAssertEqual(found.count, 20)
        for (number, level) in found.enumerated() {
            XCTAssertEqual(level, 20 + 4 * (number < 10 ? 32 + number : number - 9), accuracy: 4, "frame \(number)")
        }
    }

    /// Each frame is shown for another time.
    func testAVariableRateIsSampled() async throws {
        let plain = try film("plain.mov", first: 20, step: 8), url = file("v.mkv")
        // Frame n is shown from n² / 25 s on.
        try ffmpeg([
            "-i", plain.path, "-vf", "setpts=N*N/25/TB", "-fps_mode", "passthrough", "-frames:v", "6", "-c:v", "ffv1", "-pix_fmt", "gbrp",
            url.path,
        ])
        let asset = AVURLAsset(url: url), composition = AVMutableVideoComposition(propertiesOf: asset)
        composition.frameDuration = CMTime(value: 1, timescale: 25)
        let session = try session(asset)
        session.videoComposition = composition
        let found = try levels(try await export(session, "out.mov"))
        XCTAssertGreaterThanOrEqual(found.count, 25)
        for (number, level) in found.prefix(26).enumerated() {
            XCTAssertEqual(level, 20 + 8 * Int(Double(number).squareRoot()), accuracy: 3, "frame \(number)")
        }
    }

    /// Sound that begins later than the pictures stays there, copied and mixed.
    func testSoundThatBeginsLater() async throws {
        let plain = try film("plain.mov"), tone = try sound("tone.wav", seconds: 0.5), url = file("late.mov")
        try ffmpeg(["-i", plain.path, "-itsoffset", "0.25", "-i", tone.path, "-map", "0:v", "-map", "1:a", "-c", "copy", url.path])
        let asset = AVURLAsset(url: url), track = asset.tracks[1], source = try samples(tone)
        // A mov file stores the offset as an edit, with the precision of its own timescale.
        let start = Int((track.timeRange.start.seconds * 48000).rounded())
        for volume in [1, 0.5] as [Float] {
            let session = try session(asset), mix = AVMutableAudioMix(), input = AVMutableAudioMixInputParameters(track: track)
            if volume != 1 { input.setVolume(volume, at: .zero) }
            mix.inputParameters = [input]
            session.audioMix = mix
            let made = try await export(session, "out-\(volume).mov")
            let found = try ffmpeg(["-i", made.path, "-af", "aresample=async=1:first_pts=0", "-f", "f32le", "pipe:1"])
                .withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            // From the beginning of the film on, whatever the file begins with.
            let late = 12000 - (start == 12000 ? 0 : 12000 - start)
            XCTAssertEqual(Array(found[(late + 100)..<(late + 20000)]), source[100..<20000].map { $0 * volume }, "\(volume)")
            XCTAssertTrue(found[..<(late - 100)].allSatisfy { $0 == 0 }, "\(volume)")
        }
    }

    func testOddSizesAndRates() async throws {
        let asset = AVURLAsset(url: try film("odd.mkv", width: 33, height: 17)),
            composition = AVMutableVideoComposition(propertiesOf: asset)
        composition.frameDuration = CMTime(value: 1001, timescale: 30000)
        let session = try session(asset, AVAssetExportPresetMediumQuality)
        session.videoComposition = composition
        let probe = try FilmProbe(try await export(session, "odd.mp4", .mp4))
        XCTAssertEqual([probe.width, probe.height], [34, 18], "H.264 has even sizes")
        XCTAssertEqual(probe.rate, 30000.0 / 1001, accuracy: 1e-6)
        XCTAssertEqual(probe.frameCount, 30)
    }

    func testValuesThatAreNoNumbersAreIgnored() async throws {
        let asset = AVURLAsset(url: try film("a.mov", first: 100, step: 0, tone: 440))
        let composition = AVMutableVideoComposition(propertiesOf: asset), instruction = AVMutableVideoCompositionInstruction()
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: asset.tracks[0])
        layer.setOpacity(.nan, at: .zero)
        layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 0, timeRange: .invalid)
        layer.setTransform(CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: .infinity, ty: 0), at: .zero)
        layer.setCropRectangle(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), at: .zero)
        instruction.timeRange = range(0, 1)
        instruction.layerInstructions = [layer]
        composition.instructions = [instruction]
        let session = try session(asset), mix = AVMutableAudioMix(), input = AVMutableAudioMixInputParameters(track: asset.tracks[1])
        input.setVolume(.nan, at: .zero)
        input.setVolumeRamp(fromStartVolume: 0, toEndVolume: 0, timeRange: CMTimeRange(start: .zero, duration: .indefinite))
        mix.inputParameters = [input]
        (session.audioMix, session.videoComposition) = (mix, composition)
        let made = try await export(session, "out.mov")
        XCTAssertEqual(try samples(made), try samples(file("a.mov")))
        XCTAssertEqual(try levels(made), [Int](repeating: 100, count: 25))
    }

    /// A layer that is empty, tracks that are gone, and an empty composition.
    func testNothingToShow() async throws {
        let composition = AVMutableComposition()
        do {
            try await session(composition).export(to: file("x.mov"), as: .mov)
            XCTFail("exported")
        } catch { XCTAssertEqual((error as? AVError)?.code, .invalidSourceMedia) }
        let asset = AVURLAsset(url: try film("a.mov")), video = AVMutableVideoComposition(propertiesOf: asset)
        video.animationTool = AVVideoCompositionCoreAnimationTool(additionalLayer: CALayer(), asTrackID: 9)
        let session = try session(asset)
        session.videoComposition = video
        do {
            try await session.export(to: file("x.mov"), as: .mov)
            XCTFail("exported")
        } catch { XCTAssertEqual((error as? AVError)?.code, .invalidVideoComposition) }
        XCTAssertEqual(hiddenFiles, [])
    }

    /// The file is removed while the asset is in use.
    func testAFileThatDisappears() async throws {
        let url = try film("a.mov", tone: 440), asset = AVURLAsset(url: url)
        XCTAssertEqual(asset.tracks.count, 2)
        try FileManager.default.removeItem(at: url)
        do {
            try await session(asset).export(to: file("x.mov"), as: .mov)
            XCTFail("exported")
        } catch { XCTAssertNotNil(error as? AVError) }
        XCTAssertEqual(hiddenFiles, [])
        XCTAssertFalse(FileManager.default.fileExists(atPath: file("x.mov").path))
    }
}
