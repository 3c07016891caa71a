import AVFoundation
import Agate
import XCTest

/// Layers over a film, as clients of Apple's API write it, exported with its sound.
@MainActor final class ExportTests: MediaTestCase {
    private static let size = CGSize(width: 160, height: 90)

    /// A moving picture with a tone.
    private func source(_ name: String = "source.mov") throws -> URL {
        let url = file(name)
        try ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=2", "-f", "lavfi", "-i",
            "sine=frequency=440:duration=2:sample_rate=48000",
            "-c:v", "qtrle", "-pix_fmt", "rgb24", "-c:a", "pcm_s16le", url.path,
        ])
        return url
    }

    /// A watermark, and a title that fades in and moves.
    private func overlay() -> (parent: CALayer, video: CALayer) {
        let parent = CALayer(), video = CALayer(), title = CATextLayer(), mark = CALayer()
        parent.frame = CGRect(origin: .zero, size: Self.size)
        parent.backgroundColor = CGColor(red: 0.2, green: 0.1, blue: 0.4, alpha: 1)
        video.frame = CGRect(x: 10, y: 10, width: 140, height: 70)
        mark.frame = CGRect(x: 150, y: 80, width: 10, height: 10)
        mark.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        title.string = "Title"
        title.fontSize = 20
        title.foregroundColor = CGColor(red: 1, green: 0.9, blue: 0.2, alpha: 1)
        title.frame = CGRect(x: 20, y: 0, width: 100, height: 30)
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0
        fade.toValue = 1
        fade.beginTime = AVCoreAnimationBeginTimeAtZero
        fade.duration = 1
        fade.isRemovedOnCompletion = false
        fade.fillMode = .both
        let move = CABasicAnimation(keyPath: "position.y")
        move.byValue = 50
        move.beginTime = 0.5
        move.duration = 1
        move.isRemovedOnCompletion = false
        move.fillMode = .forwards
        title.add(fade, forKey: "fade")
        title.add(move, forKey: "move")
        parent.addSublayer(video)
        parent.addSublayer(title)
        parent.addSublayer(mark)
        return (parent, video)
    }

    /// The composition of Apple's guide: the tracks of a file, and layers over them.
    private func compose(_ asset: AVURLAsset, _ layers: (parent: CALayer, video: CALayer)) async throws -> (
        AVMutableComposition, AVMutableVideoComposition
    ) {
        let composition = AVMutableComposition()
        guard let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
            let assetTrack = try await asset.loadTracks(withMediaType: .video).first
        else { throw AVError(.unknown) }
        let timeRange = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
        try track.insertTimeRange(timeRange, of: assetTrack, at: .zero)
        if let audioAssetTrack = try await asset.loadTracks(withMediaType: .audio).first,
            let audioTrack = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        {
            try audioTrack.insertTimeRange(timeRange, of: audioAssetTrack, at: .zero)
        }
        track.preferredTransform = try await assetTrack.load(.preferredTransform)
        let videoComposition = AVMutableVideoComposition()
        videoComposition.renderSize = Self.size
        videoComposition.frameDuration = CMTime(value: 1, timescale: 25)
        videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: layers.video, in: layers.parent)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: composition.duration)
        let layerInstruction = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
        layerInstruction.setTransform(assetTrack.preferredTransform, at: .zero)
        instruction.layerInstructions = [layerInstruction]
        videoComposition.instructions = [instruction]
        return (composition, videoComposition)
    }

    private func session(_ asset: AVAsset, _ preset: String, _ composition: AVVideoComposition? = nil) throws -> AVAssetExportSession {
        let session = try XCTUnwrap(AVAssetExportSession(asset: asset, presetName: preset))
        session.videoComposition = composition
        return session
    }

    func testAWatermarkAndATitleOverAFilm() async throws {
        let url = try source(), (composition, videoComposition) = try await compose(AVURLAsset(url: url), overlay())
        let made = try await export(session(composition, AVAssetExportPresetAppleProRes4444LPCM, videoComposition), "out.mov")
        let found = try frames(made), original = try frames(url)
        XCTAssertEqual(found.count, 50)
        // The scene's own pictures, with the frames of the film as the contents of the layer.
        let scene = overlay(), host = OffscreenHost(size: Self.size, geometryFlipped: false, layer: scene.parent)
        for (number, frame) in found.enumerated() {
            XCTAssertEqual(frame.time, Double(number) / 25, accuracy: 1e-6)
            host.perform {
                CATransaction.setDisableActions(true)
                scene.video.contents = CGImage(
                    width: 160, height: 90,
                    premultipliedBGRA: original[number].pixels.flatMap { pixel in
                        [
                            UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel >> 8), UInt8(truncatingIfNeeded: pixel >> 16),
                            255,
                        ]
                    })
            }
            let wanted = host.image(at: Double(number) / 25).withPixels { Array(UnsafeBufferPointer(start: $0, count: 160 * 90)) }
            let off = difference(frame.pixels, wanted)
            XCTAssertLessThan(off.mean, 1, "frame \(number)")
            XCTAssertLessThan(off.most, 24, "frame \(number)")
            if number > 0 {
                XCTAssertGreaterThan(difference(frame.pixels, found[number - 1].pixels).mean, 0.5, "frame \(number) is not the one before")
            }
        }
        // The mark is at the top right: y grows upwards.
        XCTAssertGreaterThan(level(found[0].pixels, width: 160, 155, 5), 250)
        XCTAssertEqual(try samples(made), try samples(url), "the samples are the same")
    }

    func testTheSameBytesInEveryRun() async throws {
        let url = try source(), layers = overlay()
        let (composition, videoComposition) = try await compose(AVURLAsset(url: url), layers)
        let first = try await export(session(composition, AVAssetExportPresetHighestQuality, videoComposition), "a.mp4", .mp4)
        let again = try await export(session(composition, AVAssetExportPresetHighestQuality, videoComposition), "b.mp4", .mp4)
        let (other, otherComposition) = try await compose(AVURLAsset(url: url), overlay())
        let anew = try await export(session(other, AVAssetExportPresetHighestQuality, otherComposition), "c.mp4", .mp4)
        let bytes = try Data(contentsOf: first)
        XCTAssertEqual(bytes, try Data(contentsOf: anew), "from layers that were made again")
        XCTAssertEqual(bytes, try Data(contentsOf: again), "from the same layers")
        XCTAssertEqual(try frames(first).count, 50)
        XCTAssertEqual(hiddenFiles, [])
        // AAC: the same tone, at the same place.
        let tone = try samples(first), source = try samples(url)
        XCTAssertEqual(tone.count, source.count, accuracy: 2048)
        let off = zip(tone, source).dropFirst(4800).prefix(86400).map { abs($0 - $1) }.max() ?? 1
        XCTAssertLessThan(off, 0.02)
    }

    func testAnAdditionalLayerIsATrack() async throws {
        let asset = AVURLAsset(url: try film("a.mov", first: 40, step: 0)), track = asset.tracks[0]
        let layer = CALayer(), box = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 16, height: 8)
        box.frame = CGRect(x: 0, y: 4, width: 8, height: 4)
        box.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        layer.addSublayer(box)
        let composition = AVMutableVideoComposition(), id = asset.unusedTrackID()
        composition.renderSize = CGSize(width: 32, height: 16)
        composition.frameDuration = CMTime(value: 1, timescale: 5)
        composition.animationTool = AVVideoCompositionCoreAnimationTool(additionalLayer: layer, asTrackID: id)
        let instruction = AVMutableVideoCompositionInstruction(), film = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
        let over = AVMutableVideoCompositionLayerInstruction()
        over.trackID = id
        over.setTransform(CGAffineTransform(translationX: 8, y: 0), at: .zero)
        over.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: range(0, 0.4))
        instruction.timeRange = range(0, 1)
        instruction.layerInstructions = [over, film]
        composition.instructions = [instruction]
        let made = try frames(try await export(session(asset, AVAssetExportPresetAppleProRes4444LPCM, composition), "out.mov"))
        XCTAssertEqual(made.count, 5)
        // The box is at the upper left of its layer, which is moved by 8.
        for (frame, red) in zip(made, [40, 148, 255, 255, 255]) {
            XCTAssertEqual(level(frame.pixels, width: 32, 12, 2), red, accuracy: 6)
            XCTAssertEqual(level(frame.pixels, width: 32, 4, 2), 40, accuracy: 3)
            XCTAssertEqual(level(frame.pixels, width: 32, 12, 6), 40, accuracy: 8)
            XCTAssertEqual(level(frame.pixels, width: 32, 20, 2), 40, accuracy: 8)
        }
    }

    func testInstructionsTransformFadeAndCrop() async throws {
        let a = AVURLAsset(url: try film("a.mov", first: 200, step: 0)), b = AVURLAsset(url: try film("b.mov", first: 100, step: 0))
        let composition = AVMutableComposition(),
            tracks = try [a, b].map { asset in
                let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
                try track.insertTimeRange(range(0, 1), of: asset.tracks[0], at: .zero)
                return track
            }
        let front = AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[0])
        let back = AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[1])
        front.setTransformRamp(
            fromStart: CGAffineTransform(scaleX: 0.5, y: 0.5), toEnd: CGAffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 16, ty: 8),
            timeRange: range(0, 0.8))
        back.setCropRectangle(CGRect(x: 8, y: 0, width: 16, height: 16), at: .zero)
        back.setCropRectangleRamp(
            fromStartCropRectangle: CGRect(x: 8, y: 0, width: 16, height: 16),
            toEndCropRectangle: CGRect(x: 0, y: 0, width: 32, height: 16),
            timeRange: range(0.2, 0.4))
        back.setOpacity(0.5, at: seconds(0.6))
        let first = AVMutableVideoCompositionInstruction(), last = AVMutableVideoCompositionInstruction()
        first.timeRange = range(0, 0.8)
        first.layerInstructions = [front, back]
        last.timeRange = range(0.8, 0.2)
        last.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        let video = AVMutableVideoComposition()
        video.renderSize = CGSize(width: 32, height: 16)
        video.frameDuration = CMTime(value: 1, timescale: 5)
        video.instructions = [first, last]
        XCTAssertTrue(video.isValid(for: composition, timeRange: range(0, 1)))
        let made = try frames(try await export(session(composition, AVAssetExportPresetAppleProRes4444LPCM, video), "out.mov"))
        XCTAssertEqual(made.count, 5)
        /// The grey at a place of each frame.
        func levels(_ x: Int, _ y: Int) -> [Int] { made.map { level($0.pixels, width: 32, x, y) } }
        func check(_ found: [Int], _ wanted: [Int], _ name: String, line: UInt = #line) {
            for (a, b) in zip(found, wanted) where abs(a - b) > 8 { XCTFail("\(name): \(found), not \(wanted)", line: line); return }
        }
        check(levels(2, 2), [200, 0, 0, 50, 0], "the front film leaves the corner; the back one is cropped, and then half there")
        check(levels(28, 2), [0, 0, 0, 50, 0], "the right edge, which the crop reaches at 0.6")
        check(levels(6, 2), [200, 200, 100, 50, 0], "under the front film up to 0.2")
        XCTAssertEqual(Int(made[4].pixels[0] >> 8 & 255), 255, accuracy: 4, "the last instruction has only a colour")
        var start = CGAffineTransform.identity, end = start, when = CMTimeRange.invalid
        XCTAssertTrue(front.getTransformRamp(for: seconds(0.4), start: &start, end: &end, timeRange: &when))
        XCTAssertEqual(end.tx, 16)
        XCTAssertEqual(when, range(0, 0.8))
        var opacity: (Float, Float) = (0, 0)
        XCTAssertTrue(back.getOpacityRamp(for: .zero, startOpacity: &opacity.0, endOpacity: &opacity.1, timeRange: &when))
        XCTAssertEqual(opacity.0, 1)
        XCTAssertEqual(when.end, seconds(0.6))
        var crop = CGRect.zero
        XCTAssertTrue(back.getCropRectangleRamp(for: seconds(0.7), startCropRectangle: &crop, endCropRectangle: nil, timeRange: nil))
        XCTAssertEqual(crop.width, 32)
        XCTAssertFalse(front.getOpacityRamp(for: .zero, startOpacity: nil, endOpacity: nil, timeRange: nil))
    }

    func testThreeClipsWithCrossFadesAndTwoSoundTracks() async throws {
        // Three films of a second, each fading into the next for 0.4 s; below them a tone and another that overlap with ramps.
        let films = try [(60, "a"), (120, "b"), (180, "c")].map { AVURLAsset(url: try film("\($0.1).mov", first: $0.0, step: 0)) }
        let tones = try [(300, "x"), (500, "y")].map { AVURLAsset(url: try sound("\($0.1).wav", frequency: $0.0, seconds: 1.5)) }
        let composition = AVMutableComposition()
        let tracks = (0..<2).map { _ in composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
        }
        for (number, film) in films.enumerated() {
            try tracks[number % 2].insertTimeRange(range(0, 1), of: film.tracks[0], at: seconds(Double(number) * 0.6))
        }
        let voices = (0..<2).map { _ in composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
        }
        try voices[0].insertTimeRange(range(0, 1.2), of: tones[0].tracks[0], at: .zero)
        try voices[1].insertTimeRange(range(0.1, 1.4), of: tones[1].tracks[0], at: seconds(0.8))
        XCTAssertEqual(composition.duration, seconds(2.2))
        func layer(_ track: AVAssetTrack, fades: CMTimeRange? = nil) -> AVMutableVideoCompositionLayerInstruction {
            let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
            if let fades { layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: fades) }
            return layer
        }
        var instructions: [AVMutableVideoCompositionInstruction] = []
        for (start, length, layers) in [
            (0, 0.6, [layer(tracks[0])]), (0.6, 0.4, [layer(tracks[0], fades: range(0.6, 0.4)), layer(tracks[1])]),
            (1, 0.2, [layer(tracks[1])]), (1.2, 0.4, [layer(tracks[1], fades: range(1.2, 0.4)), layer(tracks[0])]),
            (1.6, 0.6, [layer(tracks[0])]),
        ] {
            let instruction = AVMutableVideoCompositionInstruction()
            instruction.timeRange = range(start, length)
            instruction.layerInstructions = layers
            instructions.append(instruction)
        }
        let video = AVMutableVideoComposition(), mix = AVMutableAudioMix()
        video.renderSize = CGSize(width: 32, height: 16)
        video.frameDuration = CMTime(value: 1, timescale: 10)
        video.instructions = instructions
        let out = AVMutableAudioMixInputParameters(track: voices[0]), into = AVMutableAudioMixInputParameters(track: voices[1])
        out.setVolumeRamp(fromStartVolume: 0.8, toEndVolume: 0, timeRange: range(0.8, 0.4))
        out.setVolume(0.8, at: .zero)
        into.setVolumeRamp(fromStartVolume: 0, toEndVolume: 0.5, timeRange: range(0.8, 0.4))
        mix.inputParameters = [out, into]
        let session = try session(composition, AVAssetExportPresetAppleProRes4444LPCM, video)
        session.audioMix = mix
        let url = try await export(session, "out.mov"), made = try frames(url)
        let wanted = [60, 60, 60, 60, 60, 60, 60, 75, 90, 105, 120, 120, 120, 135, 150, 165, 180, 180, 180, 180, 180, 180]
        for (number, level) in wanted.enumerated() {
            XCTAssertEqual(Double(self.level(made[number].pixels, width: 32, 16, 8)), Double(level), accuracy: 4, "frame \(number)")
        }
        XCTAssertEqual(made.count, 22)
        // Each sample, from those of the sources.
        let found = try samples(url), a = try samples(file("x.wav")), b = try samples(file("y.wav"))
        XCTAssertEqual(found.count, 105_600)
        var most: Float = 0
        for n in 0..<105_600 {
            let part = Float(min(max((Double(n) - 38400) / 19200, 0), 1))
            let first = n < 57600 ? a[n] * (0.8 - 0.8 * part) : 0, second = n >= 38400 && n < 105_600 ? b[n - 38400 + 4800] * 0.5 * part : 0
            most = max(most, abs(found[n] - first - second))
        }
        XCTAssertLessThan(most, Float(1) / 4_194_304, "24 bits")
        var volume: (Float, Float) = (0, 0), when = CMTimeRange.invalid
        XCTAssertTrue(out.getVolumeRamp(for: seconds(1), startVolume: &volume.0, endVolume: &volume.1, timeRange: &when))
        XCTAssertEqual(volume.0, 0.8)
        XCTAssertEqual(when, range(0.8, 0.4))
        XCTAssertTrue(out.getVolumeRamp(for: seconds(2), startVolume: &volume.0, endVolume: nil, timeRange: nil))
        XCTAssertEqual(volume.0, 0)
    }
}
