import FFmpeg
import XCTest

@testable import AVFoundation

/// Readers: frames, compositions and sounds, in all forms, and their states.
@MainActor final class AssetReaderTests: MediaTestCase {
    private func level(_ buffer: CVPixelBuffer) -> Int {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let start = CVPixelBufferGetBaseAddress(buffer)
        let type = CVPixelBufferGetPixelFormatType(buffer)
        if type == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange { return Int(start?.load(as: UInt16.self) ?? 0) >> 6 }
        return Int(start?.load(fromByteOffset: type == kCVPixelFormatType_32ARGB ? 1 : 0, as: UInt8.self) ?? 0)
    }

    private func all(_ output: AVAssetReaderOutput) -> [CMSampleBuffer] {
        var list: [CMSampleBuffer] = []
        while let next = output.copyNextSampleBuffer() { list.append(next) }
        return list
    }

    private func samples(_ buffers: [CMSampleBuffer]) -> [Float] {
        buffers.flatMap { buffer -> [Float] in
            guard let data = buffer.dataBuffer else { return [] }
            var list = [Float](repeating: 0, count: CMBlockBufferGetDataLength(data) / 4)
            list.withUnsafeMutableBytes {
                _ = CMBlockBufferCopyDataBytes(data, atOffset: 0, dataLength: $0.count, destination: $0.baseAddress!)
            }
            return list
        }
    }

    func testFramesInEachFormat() async throws {
        let asset = AVURLAsset(url: try film("a.mov", seconds: 0.4, first: 20, step: 20)), track = asset.tracks[0]
        for (type, wanted) in [
            (kCVPixelFormatType_32BGRA, { $0 }), (kCVPixelFormatType_32ARGB, { $0 }), (kCVPixelFormatType_32RGBA, { $0 }),
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, { 16 + $0 * 219 / 255 }),
            (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, { $0 }),
            (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, { 64 + $0 * 876 / 255 }),
        ] as [(OSType, (Int) -> Int)] {
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderTrackOutput(track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: type])
            XCTAssertTrue(output.track === track)
            XCTAssertEqual(output.mediaType, .video)
            XCTAssertTrue(reader.canAdd(output))
            reader.add(output)
            XCTAssertFalse(reader.canAdd(output))
            XCTAssertEqual(reader.outputs.count, 1)
            XCTAssertEqual(reader.status, .unknown)
            XCTAssertNil(output.copyNextSampleBuffer(), "reading has not begun")
            XCTAssertTrue(reader.startReading())
            XCTAssertEqual(reader.status, .reading)
            let list = all(output)
            XCTAssertEqual(reader.status, .completed)
            XCTAssertNil(reader.error)
            XCTAssertEqual(list.count, 10)
            for (number, sample) in list.enumerated() {
                let buffer = try XCTUnwrap(sample.imageBuffer)
                XCTAssertEqual(CVPixelBufferGetPixelFormatType(buffer), type)
                XCTAssertEqual([CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer)], [32, 16])
                XCTAssertEqual(level(buffer), wanted(20 + 20 * number), accuracy: 2, "\(FourCharCode(type))")
                XCTAssertEqual(sample.presentationTimeStamp.seconds, Double(number) / 25, accuracy: 1e-6)
                XCTAssertEqual(sample.duration.seconds, 0.04, accuracy: 1e-6)
                XCTAssertTrue(sample.formatDescription?.matchesImageBuffer(buffer) ?? false)
                if CVPixelBufferIsPlanar(buffer) { XCTAssertTrue(CVBufferHasAttachment(buffer, kCVImageBufferYCbCrMatrixKey)) }
            }
        }
    }

    func testARangeASizeAndAComposition() async throws {
        let asset = AVURLAsset(url: try film("a.mov", first: 0, step: 10)), composition = AVMutableComposition()
        let track = try XCTUnwrap(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
        try track.insertTimeRange(range(0.4, 0.2), of: asset.tracks[0], at: .zero)
        try track.insertTimeRange(range(0, 0.2), of: asset.tracks[0], at: seconds(0.2))
        track.insertEmptyTimeRange(range(0.2, 0.2))
        track.scaleTimeRange(range(0.4, 0.2), toDuration: seconds(0.4))
        let reader = try AVAssetReader(asset: composition)
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey as String: 10,
                kCVPixelBufferHeightKey as String: 6,
            ])
        reader.timeRange = range(0.08, 0.52)
        reader.add(output)
        XCTAssertTrue(reader.startReading(), "\(String(describing: reader.error))")
        let list = all(output)
        // 0.48...0.6 of the film, nothing, and its first 0.1 s at half the speed.
        XCTAssertEqual(list.map { level($0.imageBuffer!) }, [120, 130, 140, 0, 10, 20].map { $0 })
        for (sample, time) in zip(list, [0.08, 0.12, 0.16, 0.4, 0.48, 0.56]) {
            XCTAssertEqual(sample.presentationTimeStamp.seconds, time, accuracy: 1e-6)
            XCTAssertEqual(CVPixelBufferGetWidth(sample.imageBuffer!), 10)
        }
        XCTAssertEqual(list[2].duration.seconds, 0.24, accuracy: 1e-6, "the picture holds until the next")
    }

    func testAVideoComposition() async throws {
        let asset = AVURLAsset(url: try film("a.mov", seconds: 0.2, first: 50, step: 20))
        let rules = AVMutableVideoComposition(propertiesOf: asset), instruction = AVMutableVideoCompositionInstruction()
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: asset.tracks[0])
        layer.setOpacity(0.5, at: .zero)
        instruction.timeRange = range(0, 0.2)
        instruction.layerInstructions = [layer]
        rules.instructions = [instruction]
        rules.frameDuration = CMTime(value: 1, timescale: 50)
        for type in [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange] {
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderVideoCompositionOutput(
                videoTracks: asset.tracks, videoSettings: [kCVPixelBufferPixelFormatTypeKey as String: type])
            XCTAssertEqual(output.videoTracks.count, 1)
            output.videoComposition = rules
            reader.add(output)
            XCTAssertTrue(reader.startReading(), "\(String(describing: reader.error))")
            let list = all(output)
            XCTAssertEqual(list.count, 10)
            for (number, sample) in list.enumerated() {
                XCTAssertEqual(level(sample.imageBuffer!), (50 + number / 2 * 20) / 2, accuracy: 2)
                XCTAssertEqual(sample.presentationTimeStamp, CMTime(value: CMTimeValue(number), timescale: 50))
            }
            XCTAssertEqual(reader.status, .completed)
        }
        // What can't be composed is known when reading begins.
        rules.renderSize = .zero
        let reader = try AVAssetReader(asset: asset),
            output = AVAssetReaderVideoCompositionOutput(videoTracks: asset.tracks, videoSettings: nil)
        output.videoComposition = rules
        reader.add(output)
        XCTAssertFalse(reader.startReading())
        XCTAssertEqual(reader.status, .failed)
        XCTAssertEqual((reader.error as? AVError)?.code, .invalidVideoComposition)
    }

    func testSound() async throws {
        let url = try film("a.mov", tone: 440), asset = AVURLAsset(url: url), track = asset.tracks(withMediaType: .audio)[0]
        let wanted = try samples(url)
        let reader = try AVAssetReader(asset: asset)
        let plain = AVAssetReaderTrackOutput(
            track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true])
        let mix = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil), rules = AVMutableAudioMix()
        let volume = AVMutableAudioMixInputParameters(track: track)
        volume.setVolume(0.25, at: .zero)
        rules.inputParameters = [volume]
        mix.audioMix = rules
        XCTAssertEqual(mix.mediaType, .audio)
        XCTAssertEqual(mix.audioTracks.count, 1)
        for output in [plain, mix] { reader.add(output) }
        reader.timeRange = range(0.25, 0.5)
        XCTAssertTrue(reader.startReading(), "\(String(describing: reader.error))")
        let first = all(plain)
        XCTAssertEqual(reader.status, .reading, "another output is not read")
        let second = all(mix)
        XCTAssertEqual(reader.status, .completed)
        let part = Array(wanted[12000..<36000]), heard = samples(first), quiet = samples(second)
        XCTAssertEqual(heard, part)
        XCTAssertEqual(quiet.count, part.count)
        for (a, b) in zip(quiet, part) { XCTAssertEqual(a, b / 4, accuracy: 1e-6) }
        XCTAssertEqual(first[0].presentationTimeStamp, seconds(0.25))
        XCTAssertEqual(first[1].presentationTimeStamp, seconds(0.25) + first[0].duration)
        XCTAssertEqual(first[0].formatDescription?.audioStreamBasicDescription?.mSampleRate, 48000)
        XCTAssertEqual(first[0].formatDescription?.audioStreamBasicDescription?.mBytesPerFrame, 4)
        // Another rate, two channels, 16 bits.
        let again = try AVAssetReader(asset: asset)
        let low = AVAssetReaderTrackOutput(
            track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 24000, AVNumberOfChannelsKey: 2])
        again.add(low)
        XCTAssertTrue(again.startReading())
        let list = all(low)
        XCTAssertEqual(list.map(\.numSamples).reduce(0, +), 24000)
        XCTAssertEqual(list.map { CMSampleBufferGetTotalSampleSize($0) }.reduce(0, +), 24000 * 4)
    }

    func testRandomAccess() async throws {
        let asset = AVURLAsset(url: try film("a.mov", first: 0, step: 10)), reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: asset.tracks[0], outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        output.supportsRandomAccess = true
        reader.timeRange = range(0, 0.08)
        reader.add(output)
        XCTAssertTrue(reader.startReading())
        XCTAssertEqual(all(output).map { level($0.imageBuffer!) }, [0, 10])
        XCTAssertEqual(reader.status, .reading)
        output.reset(forReadingTimeRanges: [NSValue(timeRange: range(0.8, 0.08)), NSValue(timeRange: range(0.2, 0.08))])
        XCTAssertEqual(all(output).map { level($0.imageBuffer!) }, [200, 210, 50, 60])
        output.markConfigurationAsFinal()
        XCTAssertEqual(reader.status, .completed)
    }

    func testErrorsAndCancelling() async throws {
        XCTAssertThrowsError(try AVAssetReader(asset: AVURLAsset(url: file("missing.mov"))))
        let asset = AVURLAsset(url: try film("a.mov", seconds: 4, tone: 440)), other = AVURLAsset(url: try film("b.mov"))
        for settings in [
            [AVVideoCodecKey: AVVideoCodecType.h264], [kCVPixelBufferPixelFormatTypeKey as String: 7],
            [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar],
            [kCVPixelBufferWidthKey as String: 1 << 40],
        ] as [[String: Any]] {
            let reader = try AVAssetReader(asset: asset)
            reader.add(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings))
            XCTAssertFalse(reader.startReading(), "\(String(describing: settings))")
            XCTAssertEqual(reader.status, .failed)
            XCTAssertEqual((reader.error as? AVError)?.code, .operationNotSupportedForAsset)
        }
        for settings in [
            [AVFormatIDKey: kAudioFormatMPEG4AAC], [AVLinearPCMBitDepthKey: 8], [AVLinearPCMIsBigEndianKey: true], [AVSampleRateKey: 1],
            [AVNumberOfChannelsKey: 9], [AVLinearPCMIsNonInterleaved: true], [AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 64],
        ] as [[String: Any]] {
            let reader = try AVAssetReader(asset: asset)
            reader.add(AVAssetReaderTrackOutput(track: asset.tracks[1], outputSettings: settings))
            XCTAssertFalse(reader.startReading(), "\(settings)")
            XCTAssertEqual((reader.error as? AVError)?.code, .operationNotSupportedForAsset)
        }
        let empty = try AVAssetReader(asset: asset)
        XCTAssertFalse(empty.startReading())
        XCTAssertFalse(try AVAssetReader(asset: asset).canAdd(AVAssetReaderTrackOutput(track: other.tracks[0], outputSettings: [:])))
        let reader = try AVAssetReader(asset: asset), output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
        reader.add(output)
        XCTAssertTrue(reader.startReading())
        XCTAssertNotNil(output.copyNextSampleBuffer())
        // Another thread cancels while this one reads.
        let running = reader
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { running.cancelReading() }
        while output.copyNextSampleBuffer() != nil { usleep(1000) }
        let deadline = Date(timeIntervalSinceNow: 2)
        while reader.status == .reading, Date() < deadline { usleep(1000) }
        XCTAssertTrue(reader.status == .cancelled || reader.status == .completed)
        XCTAssertNil(output.copyNextSampleBuffer())
        XCTAssertFalse(reader.startReading(), "a reader reads once")
        reader.timeRange = range(0, 1)
        XCTAssertNotEqual(reader.timeRange, range(0, 1))
    }
}
