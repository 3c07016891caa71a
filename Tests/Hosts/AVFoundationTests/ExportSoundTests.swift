@testable import AVFoundation
import XCTest

/// The sound of exported files, sample by sample.
@MainActor final class ExportSoundTests: MediaTestCase {
    private func session(_ asset: AVAsset, _ preset: String = AVAssetExportPresetAppleProRes4444LPCM) throws -> AVAssetExportSession {
        try XCTUnwrap(AVAssetExportSession(asset: asset, presetName: preset))
    }

    /// The codec of the first sound track.
    private func codec(_ url: URL) -> String { AVURLAsset(url: url).tracks(withMediaType: .audio).first?.facts.codec ?? "" }

    func testPacketsAreCopiedWhereNothingChangesThem() async throws {
        let film = try film("pcm.mov", tone: 440), packed = file("aac.mp4")
        try ffmpeg(["-i", film.path, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", packed.path])
        let copied = try await export(session(AVURLAsset(url: packed), AVAssetExportPresetMediumQuality), "copied.mp4", .mp4)
        func packets(_ url: URL) throws -> Data { try ffmpeg(["-i", url.path, "-map", "0:a", "-c", "copy", "-f", "adts", "pipe:1"]) }
        XCTAssertEqual(try packets(copied), try packets(packed))
        XCTAssertEqual(try samples(copied), try samples(packed), "at the same place")
        let same = try await export(session(AVURLAsset(url: film)), "same.mov")
        XCTAssertEqual(codec(same), "pcm_s16le")
        XCTAssertEqual(try samples(same), try samples(film))
        // A volume makes it a mix.
        let asset = AVURLAsset(url: film), mix = AVMutableAudioMix(), input = AVMutableAudioMixInputParameters(track: asset.tracks[1])
        input.setVolume(0.5, at: .zero)
        mix.inputParameters = [input]
        let quiet = try session(asset)
        quiet.audioMix = mix
        let half = try await export(quiet, "half.mov")
        XCTAssertEqual(codec(half), "pcm_s24le")
        XCTAssertEqual(try samples(half), try samples(film).map { $0 * 0.5 })
    }

    func testARangeIsCutToTheSample() async throws {
        let film = try film("a.mov", seconds: 3, tone: 440, sampleRate: 44100), session = try session(AVURLAsset(url: film))
        session.timeRange = CMTimeRange(start: CMTime(value: 57331, timescale: 44100), duration: CMTime(value: 44101, timescale: 44100))
        let found = try samples(try await export(session, "cut.mov"))
        XCTAssertEqual(found, Array(try samples(film)[57331..<57331 + 44101]))
    }

    /// Compressed sound is the same from the middle as from the beginning, and begins where it did.
    func testCompressedSoundIsCutExactly() async throws {
        for name in ["a.m4a", "a.mp3", "a.mkv", "a.flac", "a.ogg"] {
            let url = try sound(
                name, seconds: 4, arguments: name == "a.mkv" ? ["-c:a", "aac"] : name == "a.ogg" ? ["-c:a", "libvorbis"] : [])
            let asset = AVURLAsset(url: url), composition = AVMutableComposition()
            let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
            let from = CMTime(value: 120_001, timescale: 48000)
            try track.insertTimeRange(
                CMTimeRange(start: from, duration: CMTime(value: 24000, timescale: 48000)), of: asset.tracks[0], at: .zero)
            let mix = SoundMixer(SoundMix([.init(parts: track.parts, volumes: Ramps(), volume: 1, keepsPitch: true)], track.timeRange))
            var found: [Float] = []
            while try mix.next({ found += $0 }) {}
            let whole = try ffmpeg([
                "-copyts", "-start_at_zero", "-i", url.path, "-af", "aresample=async=1:first_pts=0", "-f", "f32le", "pipe:1",
            ])
            .withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            XCTAssertEqual(found.count, 24000, name)
            let wanted = Array(whole[120_001..<144_001]), off = zip(found, wanted).map { abs($0 - $1) }.max() ?? 1
            XCTAssertLessThan(off, 1e-4, name)
        }
    }

    func testChannelsAndRatesAreMixed() async throws {
        let mono = AVURLAsset(url: try sound("mono.wav", frequency: 300, sampleRate: 24000))
        let stereo = AVURLAsset(url: try sound("stereo.wav", frequency: 500, arguments: ["-af", "pan=stereo|c0=c0|c1=0*c0"]))
        let composition = AVMutableComposition()
        for asset in [mono, stereo] {
            let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
            try track.insertTimeRange(range(0, 1), of: asset.tracks[0], at: .zero)
        }
        let url = try await export(session(composition, AVAssetExportPresetAppleM4A), "mix.m4a", .m4a)
        let format = try XCTUnwrap(AVURLAsset(url: url).tracks[0].formatDescriptions.first as? CMFormatDescription)
        XCTAssertEqual(format.audioStreamBasicDescription?.mSampleRate, 48000)
        XCTAssertEqual(format.audioStreamBasicDescription?.mChannelsPerFrame, 2)
        XCTAssertEqual(format.mediaSubType, .mpeg4AAC)
        let found = try samples(url, channels: 2), left = try samples(file("stereo.wav"), channels: 2)
        let center = try ffmpeg(["-i", file("mono.wav").path, "-ar", "48000", "-f", "f32le", "pipe:1"]).withUnsafeBytes {
            Array($0.bindMemory(to: Float.self))
        }
        for n in stride(from: 9600, to: 38400, by: 7) {
            XCTAssertEqual(found[2 * n], center[n] + left[2 * n], accuracy: 0.02)
            XCTAssertEqual(found[2 * n + 1], center[n], accuracy: 0.02)
        }
    }

    func testGapsAreSilent() async throws {
        let asset = AVURLAsset(url: try sound("a.wav")), composition = AVMutableComposition()
        let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
        try track.insertTimeRange(range(0, 0.25), of: asset.tracks[0], at: seconds(0.5))
        try track.insertTimeRange(range(0.9, 0.5), of: asset.tracks[0], at: seconds(0.75))
        let films = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
        try films.insertTimeRange(range(0, 1), of: AVURLAsset(url: try film("f.mov")).tracks[0], at: .zero)
        let found = try samples(try await export(session(composition), "out.mov")), source = try samples(file("a.wav"))
        XCTAssertEqual(found.count, 60000)
        XCTAssertTrue(found[..<24000].allSatisfy { $0 == 0 })
        XCTAssertEqual(Array(found[24000..<36000]), Array(source[..<12000]))
        XCTAssertEqual(Array(found[36000..<40800]), Array(source[43200...]))
        XCTAssertTrue(found[40800...].allSatisfy { $0 == 0 }, "after the source's end")
    }

    func testScaledSoundKeepsItsPitchOrNot() async throws {
        let asset = AVURLAsset(url: try sound("a.wav", frequency: 480, seconds: 2))
        for (algorithm, wanted) in [(AVAudioTimePitchAlgorithm.spectral, 480), (.varispeed, 960)] {
            let composition = AVMutableComposition()
            let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
            try track.insertTimeRange(range(0, 2), of: asset.tracks[0], at: .zero)
            track.scaleTimeRange(range(0, 2), toDuration: seconds(1))
            let session = try session(composition, AVAssetExportPresetAppleM4A)
            session.audioTimePitchAlgorithm = algorithm
            let found = try samples(try await export(session, "\(algorithm.rawValue).m4a", .m4a))
            XCTAssertEqual(found.count, 48000, accuracy: 2048)
            // The zero crossings of the middle half second.
            let middle = found[12000..<36000], crossings = zip(middle, middle.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
            XCTAssertEqual(crossings * 2, wanted, accuracy: 8, algorithm.rawValue)
        }
    }

    func testDisabledTracksAreNotHeard() async throws {
        let asset = AVURLAsset(url: try film("f.mov", tone: 440)), composition = AVMutableComposition()
        try await composition.insertTimeRange(range(0, 1), of: asset, at: .zero)
        let track = try XCTUnwrap(composition.track(withTrackID: 2))
        track.preferredVolume = 0.25
        let quiet = try samples(try await export(session(composition), "quiet.mov")), source = try samples(file("f.mov"))
        XCTAssertEqual(quiet, source.map { $0 * 0.25 })
        track.isEnabled = false
        let silent = try await export(session(composition), "silent.mov")
        XCTAssertEqual(AVURLAsset(url: silent).tracks.map(\.mediaType), [.video])
        XCTAssertEqual(
            AVAssetExportSession.exportPresets(compatibleWith: AVURLAsset(url: silent)).contains(AVAssetExportPresetAppleM4A), false)
    }
}
