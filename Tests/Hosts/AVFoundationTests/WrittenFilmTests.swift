import Agate
import FFmpeg
import XCTest

@testable import AVFoundation

/// What a writer's settings make of a film, as other programs see it.
@MainActor final class WrittenFilmTests: MediaTestCase {
    private func buffer(_ pixel: UInt32) throws -> CVPixelBuffer {
        let buffer = try XCTUnwrap(CVBuffer(.bgra, width: 64, height: 64))
        let pixels = [UInt32](repeating: pixel, count: 64 * 64)
        pixels.withUnsafeBufferPointer { buffer.write(FramePixels($0.baseAddress!, width: 64, height: 64, stride: 64)) }
        return buffer
    }

    /// Writes a film of two seconds.
    private func write(
        _ name: String, codec: AVVideoCodecType = .h264, pixel: UInt32 = 0xFF30_6090, change: (AVAssetWriter, [AVAssetWriterInput]) -> Void
    ) async throws -> URL {
        let url = file(name), writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let video = AVAssetWriterInput(
            mediaType: .video, outputSettings: [AVVideoCodecKey: codec, AVVideoWidthKey: 64, AVVideoHeightKey: 64])
        let sounds = [0, 1].map { _ in
            AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
        }
        let inputs = [video] + sounds, adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: video)
        inputs.forEach(writer.add)
        change(writer, inputs)
        XCTAssertTrue(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        let tone = AVURLAsset(url: try sound("tone.wav", seconds: 2, arguments: ["-y"]))
        for input in sounds {
            let reader = try AVAssetReader(asset: tone)
            let output = AVAssetReaderTrackOutput(track: tone.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
            reader.add(output)
            XCTAssertTrue(reader.startReading())
            while let sample = output.copyNextSampleBuffer() { XCTAssertTrue(input.append(sample)) }
        }
        for number in 0..<20 {
            XCTAssertTrue(adaptor.append(try buffer(pixel), withPresentationTime: CMTime(value: CMTimeValue(number), timescale: 10)))
        }
        await writer.finishWriting()
        XCTAssertEqual(writer.status, .completed, "\(String(describing: writer.error))")
        return url
    }

    /// The boxes at the top of a file.
    private func boxes(_ url: URL) throws -> [String] {
        let data = [UInt8](try Data(contentsOf: url))
        var names: [String] = [], place = 0
        while place + 8 <= data.count {
            let count = data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: data[place + 4..<place + 8], as: UTF8.self))
            place += count == 0 ? data.count : max(8, count)
        }
        return names
    }

    func testFragmentsAndTheTimescale() async throws {
        let plain = try await write("plain.mov") { writer, _ in XCTAssertFalse(writer.movieFragmentInterval.isValid) }
        XCTAssertFalse(try boxes(plain).contains("moof"))
        let made = try await write("fragments.mov") { writer, _ in
            writer.movieFragmentInterval = seconds(0.5)
            writer.movieTimeScale = 12345
        }
        XCTAssertGreaterThanOrEqual(try boxes(made).filter { $0 == "moof" }.count, 3)
        let bytes = [UInt8](try Data(contentsOf: made)), header = Array("mvhd".utf8)
        let place = try XCTUnwrap((0..<bytes.count - 20).first { bytes[$0..<$0 + 4].elementsEqual(header) })
        XCTAssertEqual(bytes[place + 16..<place + 20].reduce(0) { $0 << 8 | Int($1) }, 12345)
        // The same frames in either form.
        let (a, b) = (try frames(plain), try frames(made))
        XCTAssertEqual(a.map(\.pixels), b.map(\.pixels))
        XCTAssertEqual(a.map(\.time), b.map(\.time))
    }

    func testTracksThatAreNotEnabled() async throws {
        for hidden in [nil, 1] as [Int?] {
            let url = try await write("enabled\(hidden ?? 0).mov") { _, inputs in
                if let hidden { inputs[hidden].marksOutputTrackAsEnabled = false }
            }
            let text = try FFmpeg.output(
                of: try FFmpeg.locate("ffprobe"),
                ["-v", "error", "-show_entries", "stream_disposition=default", "-of", "csv=p=0", url.path])
            XCTAssertEqual(text.split(separator: "\n"), hidden == nil ? ["1", "1", "1"] : ["1", "0", "1"])
        }
    }

    func testFactsOfTracks() async throws {
        let url = try await write("facts.mov") { _, inputs in inputs[1].languageCode = "fra" }, asset = AVURLAsset(url: url)
        XCTAssertEqual(asset.tracks.map(\.extendedLanguageTag), [nil, "fr", nil])
        XCTAssertTrue(asset.tracks.allSatisfy(\.isSelfContained))
        XCTAssertEqual(asset.tracks.map(\.requiresFrameReordering), [true, false, false])
        let plain = AVURLAsset(url: try film("plain.mov"))
        XCTAssertFalse(plain.tracks[0].requiresFrameReordering)
        XCTAssertFalse(try XCTUnwrap(AVMutableComposition().addMutableTrack(withMediaType: .video, preferredTrackID: 0)).isSelfContained)
        let loaded = expectation(description: "loaded")
        loaded.expectedFulfillmentCount = 2
        asset.tracks[0].loadSegment(forTrackTime: seconds(1)) { segment, error in
            XCTAssertEqual(segment?.timeMapping.target.duration.seconds ?? 0, 2, accuracy: 1e-3)
            XCTAssertNil(error)
            loaded.fulfill()
        }
        asset.tracks[0].loadSamplePresentationTime(forTrackTime: seconds(0.55)) { time, error in
            XCTAssertEqual(time.seconds, 0.5, accuracy: 1e-3)
            XCTAssertNil(error)
            loaded.fulfill()
        }
        await fulfillment(of: [loaded], timeout: 60)
    }

    /// An encoder that has alpha gives it back; another is named in the error.
    func testHEVCWithAlpha() async throws {
        let formats = try FFmpeg.installed().pixelFormats(ofEncoder: "libx265")
        XCTAssertTrue(formats.contains("yuv420p"))
        if formats.contains("yuva420p") {
            let url = try await write("alpha.mov", codec: .hevcWithAlpha, pixel: 0x8030_2010) { _, _ in }
            let data = try ffmpeg(["-i", url.path, "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "bgra", "pipe:1"])
            XCTAssertEqual(Double(data[3]), 128, accuracy: 3)
            return
        }
        let input = AVAssetWriterInput(
            mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevcWithAlpha, AVVideoWidthKey: 64, AVVideoHeightKey: 64])
        XCTAssertFalse(try AVAssetWriter(outputURL: file("alpha.mov"), fileType: .mov).canAdd(input))
        XCTAssertThrowsError(try input.check(.mov)) { error in
            XCTAssertEqual((error as? AVError)?.code, .encoderNotFound)
            XCTAssertTrue("\(error)".contains("libx265") && "\(error)".contains("takes no pictures with alpha"), "\(error)")
        }
    }
}
