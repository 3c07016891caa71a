import FFmpeg
import XCTest

@testable import AVFoundation

/// Compressed samples: readers without settings return the packets of a file, and writers without settings write them as they are.
@MainActor final class CompressedSampleTests: MediaTestCase {
    /// What ffprobe says of a packet: times in seconds, size, whether it is a key frame, and a hash of its bytes.
    private struct Packet: Equatable {
        let presentation: Double?, decoding: Double?
        var duration: Double
        let byteCount: Int
        let isKey: Bool
        let hash: String

        init(presentation: Double?, decoding: Double?, duration: Double, byteCount: Int, isKey: Bool, hash: String) {
            func rounded(_ time: Double) -> Double { (time * 1e6).rounded() / 1e6 }
            (self.presentation, self.decoding) = (presentation.map(rounded), decoding.map(rounded))
            (self.duration, self.byteCount, self.isKey, self.hash) = (rounded(duration), byteCount, isKey, hash)
        }

        init(_ values: [String: Any]) {
            func number(_ key: String) -> Double? { (values[key] as? String).flatMap(Double.init) }
            self.init(
                presentation: number("pts_time"), decoding: number("dts_time"), duration: number("duration_time") ?? 0,
                byteCount: number("size").map { Int($0) } ?? 0, isKey: (values["flags"] as? String)?.hasPrefix("K") == true,
                hash: values["data_hash"] as? String ?? "")
        }

        @MainActor init(_ sample: CMSampleBuffer, isPicture: Bool) throws {
            let bytes = try XCTUnwrap(sample.dataBuffer).dataBytes()
            var (a, b): (UInt32, UInt32) = (1, 0)
            for byte in bytes { (a, b) = ((a + UInt32(byte)) % 65521, (b + (a + UInt32(byte)) % 65521) % 65521) }
            let isKey = sample.sampleAttachments[0][.notSync] == nil
            XCTAssertEqual(CMSampleBufferGetTotalSampleSize(sample), bytes.count)
            self.init(
                presentation: sample.presentationTimeStamp.seconds, decoding: sample.decodeTimeStamp.seconds,
                duration: sample.duration.seconds, byteCount: bytes.count, isKey: isKey,
                hash: "adler32:" + String(format: "%08x", b << 16 | a))
        }
    }

    private func probe(_ arguments: [String]) throws -> [String: Any] {
        let text = try FFmpeg.output(of: try FFmpeg.locate("ffprobe"), ["-v", "error", "-of", "json"] + arguments)
        return try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func packets(_ url: URL, _ stream: Int) throws -> [Packet] {
        let root = try probe(["-select_streams", "\(stream)", "-show_packets", "-show_data_hash", "adler32", url.path])
        return try XCTUnwrap(root["packets"] as? [[String: Any]]).map { Packet($0) }
    }

    /// Compares packets, and reports the first that differs.
    private func compare(_ a: [Packet], _ b: [Packet], _ name: String) {
        XCTAssertEqual(a.count, b.count, name)
        if let index = zip(a, b).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            XCTFail("\(name): packet \(index) of \(a.count) is \(a[index]), not \(b[index])")
        }
    }

    /// The codec's descriptions: tag, unit and extra data of each stream.
    private func descriptions(_ url: URL) throws -> [[String]] {
        let root = try probe(["-show_streams", "-show_data_hash", "adler32", url.path])
        let keys = [
            "codec_name", "codec_tag_string", "time_base", "extradata_hash", "width", "height", "sample_rate", "color_space", "profile",
        ]
        return try XCTUnwrap(root["streams"] as? [[String: Any]]).map { stream in keys.map { "\(stream[$0] ?? "-")" } }
    }

    /// The decoded frames or samples with their times, as hashes.
    private func decoded(_ url: URL) throws -> String {
        String(decoding: try ffmpeg(["-i", url.path, "-map", "0:v?", "-map", "0:a?", "-f", "framehash", "pipe:1"]), as: UTF8.self)
    }

    /// Files of one or two streams, by name.
    private func makeFiles() throws -> [URL] {
        let picture = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2"]
        let tone = ["-f", "lavfi", "-i", "sine=440:duration=2:sample_rate=44100"]
        let h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2", "-g", "10"]
        let table: [(String, [String])] = [
            ("h264.mp4", picture + tone + h264 + ["-c:a", "aac"]),
            ("h264.mov", picture + tone + h264 + ["-c:a", "alac"]),
            ("late.mp4", picture + ["-itsoffset", "0.5"] + tone + h264 + ["-c:a", "aac"]),
            ("hevc.mp4", picture + ["-c:v", "libx265", "-x265-params", "log-level=error:keyint=10", "-tag:v", "hvc1"]),
            ("prores.mov", picture + ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"]),
            ("jpeg.mov", picture + ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
            ("uneven.mov", picture + h264 + ["-vf", "select='not(eq(mod(n,5),3))'", "-vsync", "vfr"]),
            ("alone.m4a", tone + ["-c:a", "aac"]),
            ("matroska.mkv", picture + tone + h264 + ["-c:a", "aac"]),
        ]
        return try table.map { name, arguments in
            try ffmpeg(arguments + ["-y", file(name).path])
            return file(name)
        }
    }

    /// Each buffer is a packet: its bytes, both times, its duration, and whether it is a key frame.
    func testReadersReturnThePacketsOfAFile() async throws {
        for url in try makeFiles() {
            let asset = AVURLAsset(url: url), reader = try AVAssetReader(asset: asset), name = url.lastPathComponent
            let outputs = asset.tracks.map { AVAssetReaderTrackOutput(track: $0, outputSettings: nil) }
            outputs.forEach(reader.add)
            XCTAssertTrue(reader.startReading(), "\(name): \(String(describing: reader.error))")
            for (index, output) in outputs.enumerated() {
                var read: [Packet] = []
                while let sample = output.copyNextSampleBuffer() {
                    XCTAssertNil(sample.imageBuffer)
                    XCTAssertEqual(sample.numSamples, 1)
                    let format = try XCTUnwrap(sample.formatDescription)
                    XCTAssertEqual(format.mediaType.rawValue, FourCharCode(output.mediaType.rawValue))
                    XCTAssertNotNil(format.sampleEntry)
                    read.append(try Packet(sample, isPicture: output.mediaType == .video))
                }
                var expected = try packets(url, index)
                if name == "uneven.mov" {
                    // ffprobe prints the average duration; that in the file is the time until the next packet is decoded.
                    for (place, next) in expected.dropFirst().enumerated() {
                        let span = try XCTUnwrap(next.decoding) - XCTUnwrap(expected[place].decoding)
                        expected[place].duration = (span * 1e6).rounded() / 1e6
                    }
                    XCTAssertEqual(Set(expected.map(\.duration)), [0.04, 0.08])
                }
                XCTAssertGreaterThan(expected.count, 20)
                XCTAssertEqual(read.count, expected.count, "\(name) \(index)")
                XCTAssertEqual(read.map(\.hash), expected.map(\.hash), "\(name) \(index)")
                guard name != "matroska.mkv" else {
                    // Its times are whole milliseconds, and not all of them are there.
                    for (a, b) in zip(read, expected) {
                        XCTAssertEqual(try XCTUnwrap(a.presentation), try XCTUnwrap(b.presentation), accuracy: 0.0021, "\(name) \(index)")
                    }
                    continue
                }
                compare(read, expected, "\(name) \(index)")
            }
            XCTAssertEqual(reader.status, .completed, name)
        }
    }

    /// Copies an asset's samples without settings.
    private func copy(
        _ asset: AVAsset, _ url: URL, _ type: AVFileType, range: CMTimeRange? = nil, end: CMTime? = nil,
        change: (AVAssetWriterInput) -> Void = { _ in }
    ) async throws -> AVAssetWriter {
        let reader = try AVAssetReader(asset: asset), writer = try AVAssetWriter(outputURL: url, fileType: type)
        if let range { reader.timeRange = range }
        let pairs = asset.tracks.map { track in
            let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
            let input = AVAssetWriterInput(
                mediaType: track.mediaType, outputSettings: nil,
                sourceFormatHint: track.formatDescriptions.first as? CMFormatDescription)
            change(input)
            XCTAssertTrue(writer.canAdd(input), "\(url.lastPathComponent)")
            reader.add(output)
            writer.add(input)
            return (output, input)
        }
        XCTAssertTrue(reader.startReading() && writer.startWriting())
        writer.startSession(atSourceTime: range?.start ?? .zero)
        for (output, input) in pairs {
            while let sample = output.copyNextSampleBuffer() { if !input.append(sample) { break } }
            input.markAsFinished()
        }
        if let end { writer.endSession(atSourceTime: end) }
        await writer.finishWriting()
        return writer
    }

    /// Packets, descriptions and decoded frames of a copy are those of the file.
    func testACopyHasTheSamePackets() async throws {
        for url in try makeFiles() where url.pathExtension != "mkv" {
            let type: AVFileType = url.pathExtension == "mov" ? .mov : url.pathExtension == "m4a" ? .m4a : .mp4
            let result = file("copy-" + url.lastPathComponent), name = url.lastPathComponent
            let writer = try await copy(AVURLAsset(url: url), result, type)
            XCTAssertEqual(writer.status, .completed, "\(name): \(String(describing: writer.error))")
            let streams = try descriptions(url)
            XCTAssertEqual(try descriptions(result), streams, name)
            for index in streams.indices { compare(try packets(result, index), try packets(url, index), "\(name) \(index)") }
            XCTAssertEqual(try decoded(result), try decoded(url), name)
        }
        XCTAssertEqual(hiddenFiles, [])
    }

    /// Uncompressed sound is written with the bits that it has.
    func testUncompressedSoundKeepsItsBits() async throws {
        for codec in ["pcm_s16le", "pcm_s24le", "pcm_f32le"] {
            let url = try sound("\(codec).wav", arguments: ["-c:a", codec]), result = file("copy-\(codec).wav")
            let writer = try await copy(AVURLAsset(url: url), result, .wav)
            XCTAssertEqual(writer.status, .completed, "\(codec): \(String(describing: writer.error))")
            XCTAssertEqual(try MediaProbe(result).streams[0].codec, codec)
            XCTAssertEqual(try samples(result), try samples(url), codec)
        }
    }

    /// The samples of a range begin at a key frame. The file shows only the samples within the range.
    func testARangeBeginsAtAKeyFrame() async throws {
        let url = try makeFiles()[1], asset = AVURLAsset(url: url), result = file("part.mov")
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
        reader.timeRange = range(0.52, 0.8)
        reader.add(output)
        XCTAssertTrue(reader.startReading())
        let first = try XCTUnwrap(output.copyNextSampleBuffer())
        XCTAssertNil(first.sampleAttachments[0][.notSync])
        XCTAssertEqual(first.presentationTimeStamp.seconds, 0.4, accuracy: 1e-6)
        reader.cancelReading()

        let writer = try await copy(asset, result, .mov, range: range(0.52, 0.8), end: seconds(1.32))
        XCTAssertEqual(writer.status, .completed, "\(String(describing: writer.error))")
        let (all, part) = (try frames(url), try frames(result))
        // Frame 13 is that of 0.52 s.
        XCTAssertEqual(part.first?.time ?? -1, 0, accuracy: 1e-3)
        XCTAssertGreaterThanOrEqual(part.count, 20)
        XCTAssertLessThanOrEqual(part.count, 23)
        for (index, frame) in part.prefix(20).enumerated() { XCTAssertEqual(frame.pixels, all[13 + index].pixels, "frame \(index)") }
    }

    /// Parts of compositions are read one after the other, each at its place; the copy has both.
    func testACompositionOfTwoParts() async throws {
        let clip = AVURLAsset(url: try makeFiles()[0]), asset = AVMutableComposition()
        let track = try XCTUnwrap(asset.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
        for start in [0.0, 2] { try track.insertTimeRange(range(0, 2), of: clip.tracks[0], at: seconds(start)) }
        let result = file("twice.mov"), writer = try await copy(asset, result, .mov)
        XCTAssertEqual(writer.status, .completed, "\(String(describing: writer.error))")
        let (once, twice) = (try packets(clip.url, 0), try packets(result, 0))
        XCTAssertEqual(twice.map(\.hash), once.map(\.hash) + once.map(\.hash))
        for (index, packet) in twice.enumerated() {
            let expected = try XCTUnwrap(once[index % 50].presentation) + (index < 50 ? 0 : 2)
            XCTAssertEqual(try XCTUnwrap(packet.presentation), expected, accuracy: 1e-6)
        }
        // At another speed samples would have to be encoded.
        track.scaleTimeRange(range(0, 2), toDuration: seconds(1))
        let reader = try AVAssetReader(asset: asset)
        reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: nil))
        XCTAssertFalse(reader.startReading())
        XCTAssertEqual((reader.error as? AVError)?.code, .operationNotSupportedForAsset)
    }

    /// A rotation and a language are the copy's own.
    func testACopyCanBeTurned() async throws {
        let result = file("turned.mp4"), url = try makeFiles()[0]
        let writer = try await copy(AVURLAsset(url: url), result, .mp4) { input in
            if input.mediaType == .video { input.transform = CGAffineTransform(rotationAngle: .pi / 2) } else { input.languageCode = "fra" }
        }
        XCTAssertEqual(writer.status, .completed)
        let asset = AVURLAsset(url: result)
        XCTAssertEqual(asset.tracks[0].preferredTransform.b, 1, accuracy: 1e-6)
        XCTAssertEqual(asset.tracks[1].languageCode, "fra")
        XCTAssertEqual(try packets(result, 0), try packets(url, 0))
    }

    /// What can't be written is an error, not another file.
    func testWhatCannotBePassedThrough() async throws {
        let url = try makeFiles()[0], asset = AVURLAsset(url: url)
        let format = try XCTUnwrap(asset.tracks[0].formatDescriptions.first as? CMFormatDescription)
        let writer = try AVAssetWriter(outputURL: file("x.mp4"), fileType: .mp4)
        XCTAssertFalse(writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: nil)), "no format")
        XCTAssertFalse(writer.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: format)), "of pictures")
        XCTAssertTrue(writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)))
        let prores = CMFormatDescription(.video, .proRes4444, format.dimensions, nil)
        XCTAssertFalse(writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: prores)))
        XCTAssertTrue(
            try AVAssetWriter(outputURL: file("x.mov"), fileType: .mov).canAdd(
                AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: prores)))

        func attempt(_ sample: (AVAssetWriterInput) throws -> Bool) async throws -> AVAssetWriter {
            let writer = try AVAssetWriter(outputURL: file("bad.mov"), fileType: .mov)
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
            writer.add(input)
            XCTAssertTrue(writer.startWriting())
            writer.startSession(atSourceTime: .zero)
            _ = try sample(input)
            await writer.finishWriting()
            XCTAssertEqual(writer.status, .failed)
            XCTAssertFalse(FileManager.default.fileExists(atPath: file("bad.mov").path))
            return writer
        }
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
        reader.add(output)
        XCTAssertTrue(reader.startReading())
        let sample = try XCTUnwrap(output.copyNextSampleBuffer())
        let picture = try XCTUnwrap(CVBuffer(.bgra, width: 64, height: 48))
        let timing = CMSampleTimingInfo(duration: seconds(1), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
        let pictured = CMSampleBuffer(picture: picture, data: nil, format: CMFormatDescription(picture), count: 1, timing: timing)
        var failed = try await attempt { $0.append(pictured) }
        XCTAssertEqual("\(failed.error!)", "a sample buffer of an input without settings has no compressed sample, or no time")
        failed = try await attempt { input in input.append(sample) && input.append(sample) }
        XCTAssertTrue("\(failed.error!)".contains("not after the one before"), "\(failed.error!)")
        let bare = CMSampleBuffer(picture: nil, data: sample.dataBuffer, format: format, count: 1, timing: timing)
        failed = try await attempt { $0.append(bare) }
        XCTAssertTrue("\(failed.error!)".contains("no description of its codec"), "\(failed.error!)")
        XCTAssertEqual(hiddenFiles, [])
    }
}
