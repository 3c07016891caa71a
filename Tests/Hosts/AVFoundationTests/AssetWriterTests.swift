import Agate
import FFmpeg
import XCTest

@testable import AVFoundation

/// Writers: frames at their own times, sound, settings, states and errors.
@MainActor final class AssetWriterTests: MediaTestCase {
    private func picture(_ level: Int, _ type: OSType = kCVPixelFormatType_32BGRA, _ width: Int = 32, _ height: Int = 16) throws
        -> CVPixelBuffer
    {
        var made: CVPixelBuffer?
        XCTAssertEqual(CVPixelBufferCreate(nil, width, height, type, nil, &made), kCVReturnSuccess)
        let buffer = try XCTUnwrap(made)
        try fill(buffer, level)
        return buffer
    }

    private func fill(_ buffer: CVPixelBuffer, _ level: Int) throws {
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let planes = max(1, CVPixelBufferGetPlaneCount(buffer)), type = CVPixelBufferGetPixelFormatType(buffer)
        let isDeep = type == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        for plane in 0..<planes {
            let start = try XCTUnwrap(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
            let bytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            if isDeep {
                for at in stride(from: 0, to: bytes, by: 2) {
                    start.storeBytes(of: UInt16(plane == 0 ? level : 512) << 6, toByteOffset: at, as: UInt16.self)
                }
            } else {
                memset(start, Int32(plane == 0 ? level : 128), bytes)
                if planes == 1 {
                    let alpha = type == kCVPixelFormatType_32ARGB ? 0 : 3
                    for at in stride(from: alpha, to: bytes, by: 4) { start.storeBytes(of: 255, toByteOffset: at, as: UInt8.self) }
                }
            }
        }
    }

    private func settings(_ codec: AVVideoCodecType, _ more: [String: Any] = [:]) -> [String: Any] {
        [AVVideoCodecKey: codec, AVVideoWidthKey: 32, AVVideoHeightKey: 16].merging(more) { $1 }
    }

    private func finish(_ writer: AVAssetWriter) async throws {
        await writer.finishWriting()
        XCTAssertEqual(writer.status, .completed, "\(String(describing: writer.error))")
    }

    /// Frames keep their own times, to the tick.
    func testTimesOfFrames() async throws {
        let times = [0, 24, 120, 126, 420, 480, 510, 600].map { CMTime(value: $0 + 1200, timescale: 600) }
        for (codec, name, type) in [
            (AVVideoCodecType.h264, "a.mp4", AVFileType.mp4), (.proRes4444, "a.mov", .mov), (.hevc, "b.mp4", .mp4), (.jpeg, "c.mov", .mov),
        ] {
            let url = file(name), writer = try AVAssetWriter(outputURL: url, fileType: type)
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings(codec))
            let adaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: input,
                sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
            XCTAssertTrue(adaptor.assetWriterInput === input)
            XCTAssertNotNil(adaptor.sourcePixelBufferAttributes)
            XCTAssertNil(adaptor.pixelBufferPool)
            XCTAssertTrue(writer.canAdd(input))
            writer.add(input)
            XCTAssertFalse(writer.canAdd(input))
            XCTAssertTrue(writer.startWriting())
            XCTAssertEqual(writer.status, .writing)
            writer.startSession(atSourceTime: CMTime(value: 1200, timescale: 600))
            let pool = try XCTUnwrap(adaptor.pixelBufferPool)
            for (number, time) in times.enumerated() {
                var buffer: CVPixelBuffer?
                CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
                try fill(try XCTUnwrap(buffer), 40 + 20 * number)
                XCTAssertTrue(adaptor.append(try XCTUnwrap(buffer), withPresentationTime: time))
            }
            writer.endSession(atSourceTime: CMTime(value: 2100, timescale: 600))
            XCTAssertFalse(FileManager.default.fileExists(atPath: url.path), "the file appears at the end")
            input.markAsFinished()
            XCTAssertFalse(input.isReadyForMoreMediaData)
            try await finish(writer)
            let made = try frames(url)
            XCTAssertEqual(made.count, 8, name)
            for (number, frame) in made.enumerated() {
                XCTAssertEqual(frame.time, times[number].seconds - 2, accuracy: 1e-6, "\(name) frame \(number)")
                XCTAssertEqual(level(frame.pixels, width: 32, 9, 9), 40 + 20 * number, accuracy: 4, "\(name) frame \(number)")
            }
            XCTAssertEqual(AVURLAsset(url: url).duration.seconds, 1.5, accuracy: 1e-3, name)
            XCTAssertEqual(try FilmProbe(url).codec, ["avc1": "h264", "hvc1": "hevc", "ap4h": "prores", "jpeg": "mjpeg"][codec.rawValue])
            XCTAssertEqual(hiddenFiles, [])
        }
    }

    func testFormatsOfBuffers() async throws {
        for (type, levels) in [
            (kCVPixelFormatType_32ARGB, [60, 180]), (kCVPixelFormatType_32RGBA, [60, 180]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [60, 180]), (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, [60, 180]),
            (kCVPixelFormatType_420YpCbCr8Planar, [60, 180]), (kCVPixelFormatType_420YpCbCr8PlanarFullRange, [60, 180]),
            (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, [240, 720]),
        ] as [(OSType, [Int])] {
            let url = file("\(type).mov"), writer = try AVAssetWriter(url: url, fileType: .mov)
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings(.proRes422HQ))
            writer.add(input)
            writer.startWriting()
            writer.startSession(atSourceTime: .zero)
            for (number, level) in levels.enumerated() {
                let buffer = try picture(level, type), format = try CMFormatDescription(imageBuffer: buffer)
                let timing = CMSampleTimingInfo(
                    duration: CMTime(value: 1, timescale: 10), presentationTimeStamp: CMTime(value: CMTimeValue(number), timescale: 10),
                    decodeTimeStamp: .invalid)
                XCTAssertTrue(input.append(try CMSampleBuffer(imageBuffer: buffer, formatDescription: format, sampleTiming: timing)))
            }
            try await finish(writer)
            let format = try XCTUnwrap(PixelFormat(type)), made = try frames(url)
            XCTAssertEqual(made.count, 2)
            XCTAssertEqual(AVURLAsset(url: url).duration.seconds, 0.2, accuracy: 1e-3)
            for (frame, own) in zip(made, levels) {
                let wanted =
                    format.isPacked || format.isFull
                    ? Double(own) : format == .deep ? Double(own - 64) / 876 * 255 : Double(own - 16) / 219 * 255
                XCTAssertEqual(Double(level(frame.pixels, width: 32, 9, 9)), wanted, accuracy: 3, "\(format)")
            }
        }
    }

    /// Sound from sample buffers: every sample, gaps as silence, beginnings and ends that are cut.
    func testSound() async throws {
        let tone = try samples(try sound("tone.wav", seconds: 2))
        func append(_ input: AVAssetWriterInput, _ range: Range<Int>, at start: Int) throws {
            let form = SampleForm(rate: 48000, channels: 1), block = CMBlockBuffer(count: range.count * 4)
            tone[range].withContiguousStorageIfAvailable { block.start.copyMemory(from: $0.baseAddress!, byteCount: $0.count * 4) }
            var sample: CMSampleBuffer?
            CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                allocator: nil, dataBuffer: block, formatDescription: CMFormatDescription(form), sampleCount: range.count,
                presentationTimeStamp: CMTime(value: CMTimeValue(start), timescale: 48000), packetDescriptions: nil,
                sampleBufferOut: &sample)
            XCTAssertTrue(input.append(try XCTUnwrap(sample)))
        }
        for (settings, name, type, slack) in [
            (nil, "a.mov", AVFileType.mov, 1.0 / 32000),
            ([AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true], "b.mov", .mov, 0.0),
            ([AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 24], "c.wav", .wav, 1.0 / 8_000_000),
            ([AVFormatIDKey: kAudioFormatAppleLossless], "d.m4a", .m4a, 1.0 / 32000),
            ([AVFormatIDKey: kAudioFormatMPEG4AAC, AVEncoderBitRateKey: 192_000, AVNumberOfChannelsKey: 1], "e.m4a", .m4a, 0.02),
        ] as [([String: Any]?, String, AVFileType, Double)] {
            let url = file(name), writer = try AVAssetWriter(outputURL: url, fileType: type)
            let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
            writer.add(input)
            XCTAssertTrue(writer.startWriting(), "\(name) \(String(describing: writer.error))")
            writer.startSession(atSourceTime: seconds(1))
            // Half of it is before the session, then a gap of a quarter of a second.
            try append(input, 0..<24000, at: 36000)
            try append(input, 24000..<48000, at: 60000 + 12000)
            try await finish(writer)
            var wanted = Array(tone[12000..<24000])
            wanted += [Float](repeating: 0, count: 12000)
            wanted += tone[24000..<48000]
            let heard = try samples(url), isLossy = slack > 0.01
            XCTAssertEqual(Double(heard.count), 48000, accuracy: isLossy ? 1024 : 0, name)
            var most = 0.0
            for index in 0..<min(heard.count, wanted.count) {
                // The filter of a lossy codec rings at the edges of a gap.
                if isLossy, !(3000..<9000).contains(index % 12000) { continue }
                most = max(most, Double(abs(heard[index] - wanted[index])))
            }
            XCTAssertLessThanOrEqual(most, slack, name)
        }
        let url = file("cut.mov"), writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let input = AVAssetWriterInput(
            mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true])
        writer.add(input)
        writer.startWriting()
        writer.startSession(atSourceTime: .zero)
        try append(input, 0..<48000, at: 0)
        writer.endSession(atSourceTime: seconds(0.5))
        try await finish(writer)
        XCTAssertEqual(try samples(url), Array(tone[..<24000]))
    }

    /// Pictures and sound that two queues append when asked to.
    func testRequestsOfTwoInputs() async throws {
        let source = try film("source.mov", seconds: 2, first: 10, step: 4, tone: 330), asset = AVURLAsset(url: source)
        let reader = try AVAssetReader(asset: asset), url = file("copy.mp4"), writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
        let outputs = [
            AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:]),
            AVAssetReaderTrackOutput(track: asset.tracks[1], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM]),
        ]
        let inputs = [
            AVAssetWriterInput(
                mediaType: .video, outputSettings: settings(.h264, [AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 1]])),
            AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48000]),
        ]
        for output in outputs { reader.add(output) }
        for input in inputs { writer.add(input) }
        XCTAssertEqual(writer.inputs.count, 2)
        XCTAssertTrue(reader.startReading() && writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let group = DispatchGroup()
        for (output, input) in zip(outputs, inputs) {
            group.enter()
            let (output, input) = (output, input)
            let calls = Locked(0)
            input.requestMediaDataWhenReady(on: DispatchQueue(label: "input")) {
                calls.withLock { $0 += 1 }
                while input.isReadyForMoreMediaData {
                    // One at a time, so that the block is called again.
                    guard let sample = output.copyNextSampleBuffer() else {
                        input.markAsFinished()
                        group.leave()
                        return
                    }
                    XCTAssertTrue(input.append(sample))
                    if calls.withLock({ $0 }) % 2 == 0 { return }
                }
            }
        }
        await withCheckedContinuation { continuation in group.notify(queue: .global()) { continuation.resume() } }
        XCTAssertEqual(reader.status, .completed)
        try await finish(writer)
        let made = try frames(url)
        XCTAssertEqual(made.count, 50)
        for (number, frame) in made.enumerated() {
            XCTAssertEqual(level(frame.pixels, width: 32, 9, 9), 10 + 4 * number, accuracy: 4)
            XCTAssertEqual(frame.time, Double(number) / 25, accuracy: 1e-4)
        }
        let heard = try samples(url), wanted = try samples(source)
        XCTAssertEqual(Double(heard.count), 96000, accuracy: 1024)
        let most = zip(heard, wanted).dropFirst(4000).prefix(80000).map { abs($0 - $1) }.max() ?? 1
        XCTAssertLessThan(most, 0.03)
    }

    func testSessionsCutFrames() async throws {
        for (start, end, wanted) in [
            (0.25, nil, [(60, 0.0), (80, 0.05), (100, 0.15), (120, 0.25)]), (0.0, 0.25, [(20, 0.0), (40, 0.1), (60, 0.2)]),
            (0.3, 0.6, [(80, 0.0), (100, 0.1), (120, 0.2)]),
            (-0.5, nil, [(20, 0.5), (40, 0.6), (60, 0.7), (80, 0.8), (100, 0.9), (120, 1.0)]),
        ] as [(Double, Double?, [(Int, Double)])] {
            let url = file("cut\(start).mov"), writer = try AVAssetWriter(outputURL: url, fileType: .mov)
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings(.proRes422))
            let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
            writer.add(input)
            writer.startWriting()
            writer.startSession(atSourceTime: seconds(start))
            for number in 0..<6 {
                adaptor.append(try picture(20 + 20 * number), withPresentationTime: CMTime(value: CMTimeValue(number), timescale: 10))
            }
            if let end { writer.endSession(atSourceTime: seconds(end)) }
            try await finish(writer)
            let made = try frames(url)
            XCTAssertEqual(made.count, wanted.count, "\(start)")
            for (frame, want) in zip(made, wanted) {
                XCTAssertEqual(level(frame.pixels, width: 32, 9, 9), want.0, accuracy: 3, "\(start)")
                XCTAssertEqual(frame.time, want.1, accuracy: 1e-3, "\(start)")
            }
            if let end { XCTAssertEqual(AVURLAsset(url: url).duration.seconds, end - start, accuracy: 0.01) }
        }
    }

    func testTransformsScalingAndMetadata() async throws {
        for (turns, transform) in [
            CGAffineTransform.identity, CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0),
            CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0), CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0),
        ].enumerated() {
            let url = file("turn\(turns).mp4"), writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings(.h264)), item = AVMutableMetadataItem()
            input.transform = transform
            input.languageCode = "fra"
            item.identifier = .commonIdentifierTitle
            item.value = "Turns" as NSString
            writer.metadata = [item]
            writer.shouldOptimizeForNetworkUse = true
            writer.directoryForTemporaryFiles = folder
            writer.add(input)
            writer.startWriting()
            writer.startSession(atSourceTime: .zero)
            AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input).append(try picture(99), withPresentationTime: .zero)
            try await finish(writer)
            let asset = AVURLAsset(url: url), own = asset.tracks[0].preferredTransform
            XCTAssertEqual([own.a, own.b, own.c, own.d], [transform.a, transform.b, transform.c, transform.d], "\(turns)")
            XCTAssertEqual(asset.tracks[0].languageCode, "fra")
            XCTAssertEqual(asset.commonMetadata.first { $0.commonKey == .commonKeyTitle }?.stringValue, "Turns")
            XCTAssertEqual(hiddenFiles, [])
        }
        // White of 64 x 32 in 32 x 32.
        for (mode, corner) in [
            (nil, 255), (AVVideoScalingModeResize, 255), (AVVideoScalingModeResizeAspect, 0), (AVVideoScalingModeResizeAspectFill, 255),
            (AVVideoScalingModeFit, 0),
        ] as [(String?, Int)] {
            let url = file("\(mode ?? "none").mov"), writer = try AVAssetWriter(outputURL: url, fileType: .mov)
            var own = settings(.proRes422, [AVVideoHeightKey: 32])
            own[AVVideoScalingModeKey] = mode
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: own)
            writer.add(input)
            writer.startWriting()
            writer.startSession(atSourceTime: .zero)
            AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input).append(
                try picture(255, kCVPixelFormatType_32BGRA, 64, 32), withPresentationTime: .zero)
            try await finish(writer)
            let frame = try frames(url)[0].pixels
            XCTAssertEqual(frame.count, 32 * 32)
            XCTAssertEqual(level(frame, width: 32, 1, 1), corner, accuracy: 4, mode ?? "")
            XCTAssertEqual(level(frame, width: 32, 16, 16), 255, accuracy: 4, mode ?? "")
        }
    }

    /// Ten bits, and the tags of high dynamic range.
    func testTenBits() async throws {
        for (transfer, wanted) in [
            (AVVideoTransferFunction_SMPTE_ST_2084_PQ, "smpte2084"), (AVVideoTransferFunction_ITU_R_2100_HLG, "arib-std-b67"),
        ] {
            for type in [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_32BGRA] {
                let url = file("\(wanted)\(type).mov"), writer = try AVAssetWriter(outputURL: url, fileType: .mov)
                let input = AVAssetWriterInput(
                    mediaType: .video,
                    outputSettings: settings(
                        .hevc,
                        [
                            AVVideoColorPropertiesKey: [
                                AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunctionKey: transfer,
                                AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
                            ],
                            AVVideoCompressionPropertiesKey: [
                                AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main10_AutoLevel as String, AVVideoQualityKey: 1,
                            ],
                        ]))
                writer.add(input)
                XCTAssertTrue(writer.startWriting(), "\(String(describing: writer.error))")
                writer.startSession(atSourceTime: .zero)
                let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
                for number in 0..<4 {
                    let level = type == kCVPixelFormatType_32BGRA ? 100 : 401 + number
                    adaptor.append(try picture(level, type), withPresentationTime: CMTime(value: CMTimeValue(number), timescale: 25))
                }
                try await finish(writer)
                let probe = try FilmProbe(url)
                XCTAssertEqual([probe.codec, probe.pixelFormat], ["hevc", "yuv420p10le"])
                XCTAssertEqual([probe.primaries, probe.transfer, probe.matrix, probe.range], ["bt2020", wanted, "bt2020nc", "tv"])
                guard type != kCVPixelFormatType_32BGRA else { continue }
                // The ten bits come back, with their tags.
                let asset = AVURLAsset(url: url), reader = try AVAssetReader(asset: asset)
                let output = AVAssetReaderTrackOutput(
                    track: asset.tracks[0], outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: type])
                reader.add(output)
                XCTAssertTrue(reader.startReading())
                var number = 0
                while let buffer = output.copyNextSampleBuffer()?.imageBuffer {
                    CVPixelBufferLockBaseAddress(buffer, .readOnly)
                    let luma = try XCTUnwrap(CVPixelBufferGetBaseAddress(buffer)).load(as: UInt16.self) >> 6
                    XCTAssertEqual(Int(luma), 401 + number, accuracy: 1)
                    XCTAssertEqual(
                        CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? NSString, transfer as NSString)
                    XCTAssertEqual(
                        CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? NSString,
                        kCVImageBufferYCbCrMatrix_ITU_R_2020)
                    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
                    number += 1
                }
                XCTAssertEqual(number, 4)
            }
        }
    }

    func testSettingsThatCantBeUsed() async throws {
        let writer = try AVAssetWriter(outputURL: file("a.mp4"), fileType: .mp4)
        XCTAssertEqual(writer.availableMediaTypes, [.video, .audio])
        XCTAssertEqual(writer.outputFileType, .mp4)
        XCTAssertEqual(writer.outputURL, file("a.mp4"))
        for (type, own) in [
            (AVMediaType.video, nil), (.video, [:]), (.video, [AVVideoCodecKey: AVVideoCodecType.h264]), (.video, settings(.proRes422)),
            (.video, settings(.h264, [AVVideoWidthKey: 0])), (.video, settings(.h264, [AVVideoScalingModeKey: "none"])),
            (.video, settings(.h264, [AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 2]])),
            (.video, settings(.h264, [AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: -1]])),
            (.video, settings(.h264, [AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: "HEVC_Main_AutoLevel"]])),
            (.video, settings(.h264, [AVVideoColorPropertiesKey: [AVVideoTransferFunctionKey: "other"]])), (.subtitle, nil), (.audio, nil),
            (.audio, [AVFormatIDKey: kAudioFormatLinearPCM]), (.audio, [AVFormatIDKey: 1]), (.audio, [AVSampleRateKey: 48000]),
            (.audio, [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 1]),
            (.audio, [AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: 0]),
            (.audio, [AVFormatIDKey: kAudioFormatMPEG4AAC, AVEncoderBitRateKey: 1]),
        ] as [(AVMediaType, [String: Any]?)] {
            XCTAssertFalse(writer.canApply(outputSettings: own, forMediaType: type), "\(String(describing: own))")
            XCTAssertFalse(writer.canAdd(AVAssetWriterInput(mediaType: type, outputSettings: own)))
        }
        XCTAssertTrue(writer.canApply(outputSettings: settings(.hevc), forMediaType: .video))
        for level in [AVVideoProfileLevelH264BaselineAutoLevel, AVVideoProfileLevelH264MainAutoLevel, AVVideoProfileLevelH264HighAutoLevel]
        {
            XCTAssertTrue(
                writer.canApply(
                    outputSettings: settings(.h264, [AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: level]]),
                    forMediaType: .video))
        }
        XCTAssertThrowsError(try AVAssetWriter(outputURL: try XCTUnwrap(URL(string: "https://example.org/a.mp4")), fileType: .mp4))
        XCTAssertThrowsError(try AVAssetWriter(outputURL: file("a.x"), fileType: AVFileType(rawValue: "x")))
        XCTAssertEqual(try AVAssetWriter(outputURL: file("a.wav"), fileType: .wav).availableMediaTypes, [.audio])
    }

    /// Properties of the compression reach the encoder.
    func testProperties() async throws {
        func write(_ name: String, _ properties: [String: Any]) async throws -> URL {
            let url = file(name), writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
            let input = AVAssetWriterInput(
                mediaType: .video, outputSettings: settings(.h264, [AVVideoCompressionPropertiesKey: properties]),
                sourceFormatHint: nil)
            input.mediaTimeScale = 30000
            input.expectsMediaDataInRealTime = true
            writer.add(input)
            writer.startWriting()
            writer.startSession(atSourceTime: .zero)
            let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
            for number in 0..<30 {
                adaptor.append(try picture(99), withPresentationTime: CMTime(value: CMTimeValue(number) * 1001, timescale: 30000))
            }
            try await finish(writer)
            return url
        }
        func packets(_ url: URL) throws -> [[Substring]] {
            let text = try FFmpeg.output(
                of: FFmpeg.locate("ffprobe"),
                ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,dts,flags", "-of", "csv=p=0", url.path])
            return text.split(separator: "\n").map { $0.split(separator: ",") }
        }
        let often = try packets(await write("often.mp4", [AVVideoMaxKeyFrameIntervalKey: 5, AVVideoAllowFrameReorderingKey: false]))
        XCTAssertEqual(often.filter { $0[2].hasPrefix("K") }.count, 6)
        XCTAssertTrue(often.allSatisfy { $0[0] == $0[1] }, "no frames are reordered")
        XCTAssertEqual(often.prefix(3).map { Int($0[0]) }, [0, 1001, 2002])
        let timed = try packets(await write("timed.mp4", [AVVideoMaxKeyFrameIntervalDurationKey: 0.5]))
        XCTAssertEqual(timed.filter { $0[2].hasPrefix("K") }.count, 2)
        let base = try FFmpeg.output(
            of: FFmpeg.locate("ffprobe"),
            [
                "-v", "error", "-show_entries", "stream=profile", "-of", "csv=p=0",
                try await write("base.mp4", [AVVideoProfileLevelKey: AVVideoProfileLevelH264BaselineAutoLevel]).path,
            ])
        XCTAssertTrue(base.contains("Baseline"), base)
        _ = try await write("rate.mp4", [AVVideoAverageBitRateKey: 200_000, AVVideoExpectedSourceFrameRateKey: 30])
    }

    func testStatesAndFailures() async throws {
        let there = file("there.mp4")
        try Data("old".utf8).write(to: there)
        let blocked = try AVAssetWriter(outputURL: there, fileType: .mp4)
        blocked.add(AVAssetWriterInput(mediaType: .video, outputSettings: settings(.h264)))
        XCTAssertFalse(blocked.startWriting())
        XCTAssertEqual((blocked.error as? AVError)?.code, .fileAlreadyExists)
        XCTAssertEqual(try Data(contentsOf: there), Data("old".utf8))
        XCTAssertFalse(try AVAssetWriter(outputURL: file("none.mp4"), fileType: .mp4).startWriting(), "there are no inputs")
        func writer(_ name: String) throws -> (AVAssetWriter, AVAssetWriterInput, AVAssetWriterInputPixelBufferAdaptor) {
            let writer = try AVAssetWriter(outputURL: file(name), fileType: .mp4)
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings(.h264))
            writer.add(input)
            return (writer, input, AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input))
        }
        // Too early, and at times that are no frames'.
        let (early, _, earlyAdaptor) = try writer("early.mp4")
        XCTAssertFalse(earlyAdaptor.append(try picture(1), withPresentationTime: .zero))
        XCTAssertTrue(early.startWriting())
        XCTAssertFalse(early.startWriting(), "it writes once")
        XCTAssertFalse(earlyAdaptor.append(try picture(1), withPresentationTime: .zero), "no session")
        early.startSession(atSourceTime: .invalid)
        XCTAssertFalse(earlyAdaptor.append(try picture(1), withPresentationTime: .zero), "still none")
        early.startSession(atSourceTime: .zero)
        XCTAssertTrue(earlyAdaptor.append(try picture(1), withPresentationTime: seconds(1)))
        XCTAssertFalse(earlyAdaptor.append(try picture(1), withPresentationTime: seconds(1)), "not after the one before")
        XCTAssertEqual(early.status, .failed)
        XCTAssertNotNil(early.error)
        await early.finishWriting()
        XCTAssertEqual(early.status, .failed)
        // Frames of another size.
        let (sizes, _, sizesAdaptor) = try writer("sizes.mp4")
        sizes.startWriting()
        sizes.startSession(atSourceTime: .zero)
        sizesAdaptor.append(try picture(1), withPresentationTime: .zero)
        sizesAdaptor.append(try picture(1, kCVPixelFormatType_32BGRA, 64, 64), withPresentationTime: seconds(1))
        await sizes.finishWriting()
        XCTAssertEqual(sizes.status, .failed)
        // Nothing was appended.
        let (empty, emptyInput, _) = try writer("empty.mp4")
        empty.startWriting()
        empty.startSession(atSourceTime: .zero)
        XCTAssertTrue(emptyInput.isReadyForMoreMediaData)
        let done = expectation(description: "done")
        empty.finishWriting { done.fulfill() }
        await fulfillment(of: [done], timeout: 10)
        XCTAssertEqual(empty.status, .failed)
        // Cancelled, also while a block appends.
        let (cancelled, cancelledInput, cancelledAdaptor) = try writer("cancelled.mp4")
        cancelled.startWriting()
        cancelled.startSession(atSourceTime: .zero)
        let queue = DispatchQueue(label: "input"), count = Locked(0), frame = try picture(3)
        let (input, adaptor) = (cancelledInput, cancelledAdaptor)
        input.requestMediaDataWhenReady(on: queue) {
            while input.isReadyForMoreMediaData {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                adaptor.append(frame, withPresentationTime: CMTime(value: CMTimeValue(number), timescale: 100))
            }
        }
        while count.withLock({ $0 }) < 20 { try await Task.sleep(nanoseconds: 1_000_000) }
        cancelled.cancelWriting()
        queue.sync {}
        XCTAssertEqual(cancelled.status, .cancelled)
        XCTAssertFalse(input.isReadyForMoreMediaData)
        XCTAssertFalse(adaptor.append(frame, withPresentationTime: seconds(999)))
        await cancelled.finishWriting()
        XCTAssertEqual(cancelled.status, .cancelled)
        // Released unfinished.
        try autoreleased {
            let (released, _, releasedAdaptor) = try writer("released.mp4")
            released.startWriting()
            released.startSession(atSourceTime: .zero)
            releasedAdaptor.append(try picture(3), withPresentationTime: .zero)
        }
        let deadline = Date(timeIntervalSinceNow: 5)
        while !hiddenFiles.isEmpty, Date() < deadline { usleep(10_000) }
        XCTAssertEqual(hiddenFiles, [])
        for name in ["early", "sizes", "empty", "cancelled", "released", "none"] {
            XCTAssertFalse(FileManager.default.fileExists(atPath: file("\(name).mp4").path), name)
        }
    }

    private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

    /// An encoder that dies in the middle leaves nothing, and the error says so.
    /// Questions leave nothing behind: a function that wraps itself at each would overflow the stack when it is released.
    func testManyQuestions() async throws {
        let writer = try AVAssetWriter(outputURL: file("x.mov"), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings(.h264))
        writer.add(input)
        XCTAssertTrue(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        var count = 0
        for _ in 0..<300_000 where input.isReadyForMoreMediaData { count += 1 }
        XCTAssertEqual(count, 300_000)
        writer.cancelWriting()
    }

    func testADyingEncoder() async throws {
        let url = file("dies.mp4"), writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings(.h264))
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        writer.startWriting()
        writer.startSession(atSourceTime: .zero)
        for number in 0..<10 {
            adaptor.append(try picture(number), withPresentationTime: CMTime(value: CMTimeValue(number), timescale: 10))
        }
        Children.killAllForTests()
        var number = 10
        while writer.status == .writing, number < 2000 {
            adaptor.append(try picture(1), withPresentationTime: CMTime(value: CMTimeValue(number), timescale: 10))
            number += 1
        }
        await writer.finishWriting()
        XCTAssertEqual(writer.status, .failed)
        XCTAssertEqual((writer.error as? AVError)?.code, .exportFailed)
        XCTAssertEqual(hiddenFiles, [])
        XCTAssertFalse(FileManager.default.fileExists(atPath: url.path))
    }

    func testAMissingProgram() async throws {
        setenv("AGATE_FFMPEG", file("none").path, 1)
        defer { unsetenv("AGATE_FFMPEG") }
        let writer = try AVAssetWriter(outputURL: file("a.mp4"), fileType: .mp4)
        writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: settings(.h264)))
        XCTAssertFalse(writer.startWriting())
        XCTAssertEqual((writer.error as? AVError)?.code, .encoderNotFound)
        XCTAssertEqual(hiddenFiles, [])
    }
}
