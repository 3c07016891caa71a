import TestSupport
import XCTest

@testable import AVFoundation

/// Every public function, property and constant of AVFoundation is used by a test; and the constants have their effect.
@MainActor final class CalledNamesTests: MediaTestCase {
    private nonisolated(unsafe) static let declaration =
        /^\s*(?:@\w+(?:\([^)]*\))? )*(?:nonisolated )?(?:public|open) (?:(?:private|internal|fileprivate)\(set\) )?(?:(?:final|override|required|static|class|lazy|weak) )*(?:func|var|let) `?(\w+)/

    func testEveryNameIsCalled() async throws {
        var called: Set<Substring> = []
        for file in Repository.files(below: "Tests/Hosts/AVFoundationTests", ["swift"]) {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                // The names in comments are not calls.
                let code = line.drop { $0 == " " }.hasPrefix("//") ? "" : line
                called.formUnion(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
            }
        }
        // Requirements of protocols, which the compiler calls.
        let exempt: Set<Substring> = ["rawValue", "description", "hash"]
        var missing: Set<Substring> = [], count = 0
        // Of capturing, which has no devices, CaptureTests tests what can be reached.
        let sources = Repository.files(below: "Sources/Hosts/AVFoundation", ["swift"]).filter { !$0.path.contains("/Capture/") }
        for file in sources {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                guard let name = line.prefixMatch(of: Self.declaration)?.1 else { continue }
                count += 1
                if !called.contains(name), !exempt.contains(name) { missing.insert(name) }
            }
        }
        XCTAssertGreaterThan(count, 500)
        XCTAssertEqual(missing.sorted(), [], "public names of AVFoundation that no test calls")
    }

    /// Names of colours are those that files get.
    func testColourTags() async throws {
        for (name, key, tag) in [
            (AVVideoColorPrimaries_ITU_R_709_2, kCVImageBufferColorPrimaries_ITU_R_709_2, "bt709"),
            (AVVideoColorPrimaries_ITU_R_2020, kCVImageBufferColorPrimaries_ITU_R_2020, "bt2020"),
            (AVVideoColorPrimaries_P3_D65, kCVImageBufferColorPrimaries_P3_D65, "smpte432"),
        ] {
            XCTAssertEqual(ColorTags(apple: name, nil, nil).primaries, tag)
            XCTAssertEqual(name as NSString, key)
        }
        for (name, key, tag) in [
            (AVVideoTransferFunction_ITU_R_709_2, kCVImageBufferTransferFunction_ITU_R_709_2, "bt709"),
            (AVVideoTransferFunction_SMPTE_ST_2084_PQ, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ, "smpte2084"),
            (AVVideoTransferFunction_ITU_R_2100_HLG, kCVImageBufferTransferFunction_ITU_R_2100_HLG, "arib-std-b67"),
            ("IEC_sRGB", kCVImageBufferTransferFunction_sRGB, "iec61966-2-1"),
        ] {
            XCTAssertEqual(ColorTags(apple: nil, name, nil).transfer, tag)
            XCTAssertEqual(name as NSString, key)
        }
        for (name, key, tag) in [
            (AVVideoYCbCrMatrix_ITU_R_709_2, kCVImageBufferYCbCrMatrix_ITU_R_709_2, "bt709"),
            (AVVideoYCbCrMatrix_ITU_R_601_4, kCVImageBufferYCbCrMatrix_ITU_R_601_4, "smpte170m"),
            (AVVideoYCbCrMatrix_ITU_R_2020, kCVImageBufferYCbCrMatrix_ITU_R_2020, "bt2020nc"),
        ] {
            XCTAssertEqual(ColorTags(apple: nil, nil, name).matrix, tag)
            XCTAssertEqual(name as NSString, key)
        }
        var made: CVPixelBuffer?
        CVPixelBufferCreate(
            nil, 2, 2, kCVPixelFormatType_32BGRA,
            [
                kCVPixelBufferIOSurfacePropertiesKey: NSDictionary(), kCVPixelBufferMetalCompatibilityKey: true as NSNumber,
                kCVPixelBufferOpenGLESCompatibilityKey: true as NSNumber, kCVPixelBufferCGImageCompatibilityKey: true as NSNumber,
                kCVPixelBufferCGBitmapContextCompatibilityKey: true as NSNumber,
            ], &made)
        let buffer = try XCTUnwrap(made)
        ColorTags(primaries: "smpte432", transfer: "bt709", matrix: nil).attach(to: buffer)
        XCTAssertEqual(
            CVBufferCopyAttachment(buffer, kCVImageBufferColorPrimariesKey, nil) as? NSString, kCVImageBufferColorPrimaries_P3_D65)
        XCTAssertEqual(ColorTags(buffer).primaries, "smpte432")
        // Buffers that are not used go after the pool's age.
        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(
            nil, [kCVPixelBufferPoolMaximumBufferAgeKey: 0.01 as NSNumber],
            [
                kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_32BGRA), kCVPixelBufferWidthKey: 2 as NSNumber,
                kCVPixelBufferHeightKey: 2 as NSNumber,
            ], &pool)
        var a: CVPixelBuffer?, b: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(nil, try XCTUnwrap(pool), &a)
        CVPixelBufferPoolCreatePixelBuffer(nil, try XCTUnwrap(pool), &b)
        a = nil
        usleep(30_000)
        b = nil
        XCTAssertEqual(pool?.freeCount, 1)
    }

    func testCodesOfMedia() async throws {
        for (type, sub, track) in [
            (kCMMediaType_Video, CMFormatDescription.MediaType.video, AVMediaType.video), (kCMMediaType_Audio, .audio, .audio),
            (kCMMediaType_Subtitle, .subtitle, .subtitle),
        ] {
            XCTAssertEqual(type, sub.rawValue)
            XCTAssertEqual(FourCharCode(track.rawValue), type)
        }
        for (code, sub, name) in [
            (kCMVideoCodecType_H264, CMFormatDescription.MediaSubType.h264, "avc1"), (kCMVideoCodecType_HEVC, .hevc, "hvc1"),
            (kCMVideoCodecType_AppleProRes4444, .proRes4444, "ap4h"),
        ] {
            XCTAssertEqual(code, sub.rawValue)
            XCTAssertEqual("\(sub)", "'\(name)'")
        }
        XCTAssertEqual(kCMVideoCodecType_AppleProRes422, FourCharCode(AVVideoCodecType.proRes422.rawValue))
        XCTAssertEqual(CMFormatDescription.MediaSubType.mpeg4AAC.rawValue, kAudioFormatMPEG4AAC)
        XCTAssertEqual(CMFormatDescription.MediaSubType.linearPCM.rawValue, kAudioFormatLinearPCM)
        // Which forms of samples can be used.
        var sound = SampleForm(rate: 48000, channels: 2).description
        XCTAssertEqual(sound.mFormatFlags, kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagsNativeEndian)
        XCTAssertEqual(sound.mFormatFlags & kAudioFormatFlagIsFloat, kAudioFormatFlagIsFloat)
        XCTAssertEqual([sound.mBytesPerPacket, sound.mFramesPerPacket, sound.mChannelsPerFrame, sound.mBitsPerChannel], [8, 1, 2, 32])
        XCTAssertEqual([sound.mFormatID, sound.mReserved], [kAudioFormatLinearPCM, 0])
        for flag in [kAudioFormatFlagIsBigEndian, kAudioFormatFlagIsNonInterleaved] {
            sound.mFormatFlags = kAudioFormatFlagsNativeFloatPacked | flag
            XCTAssertNil(SampleForm(sound))
        }
        let codes = [
            kCVReturnError, kCVReturnAllocationFailed, kCMBlockBufferBadCustomBlockSourceErr, kCMBlockBufferBlockAllocationFailedErr,
            kCMSampleBufferError_BufferHasNoSampleTimingInfo, kCMSampleBufferError_Invalidated,
        ]
        XCTAssertEqual(Set(codes).count, codes.count)
        XCTAssertTrue(codes.allSatisfy { $0 < 0 })
        let size = CMFormatDescription(try XCTUnwrap(CVBuffer(.bgra, width: 3, height: 2))).dimensions
        XCTAssertEqual([size.width, size.height], [3, 2])
    }

    /// Metadata of all common keys goes into a file and comes back.
    func testMetadata() async throws {
        let source = AVURLAsset(url: try film("a.mov", seconds: 0.2), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        let session = try XCTUnwrap(AVAssetExportSession(asset: source, presetName: AVAssetExportPresetMediumQuality))
        let pairs: [(AVMetadataIdentifier, AVMetadataKey, String)] = [
            (.commonIdentifierTitle, .commonKeyTitle, "T"), (.commonIdentifierArtist, .commonKeyArtist, "A"),
            (.commonIdentifierAlbumName, .commonKeyAlbumName, "B"), (.commonIdentifierDescription, .commonKeyDescription, "D"),
            (.commonIdentifierCopyrights, .commonKeyCopyrights, "C"),
        ]
        session.metadata = pairs.map { pair in
            let item = AVMutableMetadataItem()
            (item.identifier, item.value) = (pair.0, pair.2 as NSString)
            return item
        }
        let asset = AVURLAsset(url: try await export(session, "out.m4v", .m4v))
        for (identifier, key, text) in pairs {
            let found = AVMetadataItem.metadataItems(from: asset.metadata, filteredByIdentifier: identifier)
            XCTAssertEqual(found.first?.stringValue, text)
            XCTAssertEqual(found.first?.commonKey, key)
        }
        let dated = file("dated.mp4")
        try ffmpeg([
            "-i", asset.url.path, "-c", "copy", "-metadata", "creation_time=2020-01-02T03:04:05Z", "-metadata", "encoder=x", dated.path,
        ])
        let other = AVURLAsset(url: dated)
        XCTAssertEqual(other.creationDate?.identifier, .commonIdentifierCreationDate)
        XCTAssertEqual(other.creationDate?.commonKey, .commonKeyCreationDate)
        XCTAssertTrue(other.creationDate?.stringValue?.hasPrefix("2020-01-02") ?? false)
        XCTAssertEqual(AVMetadataIdentifier.commonIdentifierSoftware, AVMetadataIdentifier(.commonKeySoftware))
        let (date, rate, volume, isPrecise) = try await other.load(
            .creationDate, .preferredRate, .preferredVolume, .providesPreciseDurationAndTiming)
        XCTAssertEqual(date?.stringValue, other.creationDate?.stringValue)
        XCTAssertEqual([rate, volume, other.preferredRate, other.preferredVolume], [1, 1, 1, 1])
        XCTAssertTrue(isPrecise && other.providesPreciseDurationAndTiming)
        let track = try await other.loadTrack(withTrackID: 1)
        XCTAssertEqual(track?.trackID, 1)
        XCTAssertEqual(other.tracks(withMediaCharacteristic: .frameBased).count, 1)
        XCTAssertEqual(other.tracks(withMediaCharacteristic: .legible).count, 0)
    }

    func testTimesAsDictionariesAndText() async throws {
        let time = CMTime(value: 5, timescale: 3), span = range(1, 2), mapping = CMTimeMapping(source: span, target: range(0, 4))
        let values = try XCTUnwrap(CMTimeCopyAsDictionary(time, allocator: nil))
        for (key, value) in [(kCMTimeValueKey, 5), (kCMTimeScaleKey, 3), (kCMTimeEpochKey, 0), (kCMTimeFlagsKey, 1)] {
            XCTAssertEqual((values[key] as? NSNumber)?.intValue, value)
        }
        let ends = try XCTUnwrap(CMTimeRangeCopyAsDictionary(span, allocator: nil))
        XCTAssertTrue(ends[kCMTimeRangeStartKey] != nil && ends[kCMTimeRangeDurationKey] != nil)
        let both = try XCTUnwrap(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
        XCTAssertTrue(both[kCMTimeMappingSourceKey] != nil && both[kCMTimeMappingTargetKey] != nil)
        XCTAssertEqual(CMTimeMappingCopyDescription(allocator: nil, mapping: mapping).map { "\($0)" }, "\(mapping)")
        XCTAssertEqual(CMTimeRangeMake(start: span.start, duration: span.duration), span)
        XCTAssertTrue(span.containsTimeRange(range(1.5, 0.5)))
        XCTAssertEqual(span.union(range(4, 1)), range(1, 4))
        XCTAssertEqual(span.intersection(range(2, 9)), range(2, 1))
        XCTAssertTrue(CMTimeFlags.impliedValueFlagsMask.contains(.indefinite))
        for show in [{ CMTimeShow(time) }, { CMTimeRangeShow(span) }, { CMTimeMappingShow(mapping) }] {
            XCTAssertTrue(try Self.printed(show).contains("{"))
        }
    }

    /// Returns what a function prints to standard error or output.
    private static func printed(_ body: () -> Void) throws -> String {
        let pipe = Pipe(), before = (dup(1), dup(2))
        fflush(nil)
        dup2(pipe.fileHandleForWriting.fileDescriptor, 1)
        dup2(pipe.fileHandleForWriting.fileDescriptor, 2)
        body()
        fflush(nil)
        dup2(before.0, 1)
        dup2(before.1, 2)
        close(before.0)
        close(before.1)
        try pipe.fileHandleForWriting.close()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    func testErrorsAndSmallProperties() async throws {
        let error = AVError(.decodeFailed, "a reason")
        XCTAssertEqual(error.errorDescription, "a reason")
        XCTAssertEqual(error.errorCode, AVError.Code.decodeFailed.rawValue)
        XCTAssertEqual(AVError.errorDomain, AVFoundationErrorDomain)
        XCTAssertEqual(error.errorUserInfo[NSLocalizedDescriptionKey] as? String, "a reason")
        let asset = AVURLAsset(url: try film("a.mov", first: 10, step: 8)), instruction = AVMutableVideoCompositionInstruction()
        instruction.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: asset.tracks[0])]
        XCTAssertEqual(instruction.requiredSourceTrackIDs, [NSNumber(value: asset.tracks[0].trackID)])
        XCTAssertTrue(instruction.enablePostProcessing)
        instruction.enablePostProcessing = false
        XCTAssertFalse(instruction.enablePostProcessing)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
        XCTAssertTrue(output.alwaysCopiesSampleData)
        let writer = try AVAssetWriter(outputURL: file("a.mov"), fileType: .mov)
        for codec in [AVVideoCodecType.proRes422LT, .proRes422Proxy] {
            XCTAssertTrue(
                writer.canApply(
                    outputSettings: [AVVideoCodecKey: codec, AVVideoWidthKey: 4, AVVideoHeightKey: 4], forMediaType: .video))
        }
        XCTAssertTrue(
            writer.canApply(
                outputSettings: [
                    AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: 4, AVVideoHeightKey: 4,
                    AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main_AutoLevel as String],
                ], forMediaType: .video))
        let base = try CMTimebase(sourceClock: .hostTimeClock)
        try base.setTime(seconds(3))
        try base.setRate(0)
        XCTAssertEqual(base.time, seconds(3))
        // Pictures of several times, one after another.
        let generator = AVAssetImageGenerator(asset: asset), images = generator.images(for: [seconds(0), seconds(0.4)])
        generator.requestedTimeToleranceBefore = .zero
        var iterator = images.makeAsyncIterator(), times: [CMTime] = []
        while let next = await iterator.next() { times.append(next.requestedTime) }
        XCTAssertEqual(times, [seconds(0), seconds(0.4)])
        // Queues and what happens at the end of an item.
        let player = AVQueuePlayer(items: [AVPlayerItem(asset: asset), AVPlayerItem(asset: asset)])
        XCTAssertEqual(player.actionAtItemEnd, .advance)
        player.actionAtItemEnd = .none
        XCTAssertNil(player.itemAfterCurrent())
        player.remove(player.items()[0])
        XCTAssertEqual(player.items().count, 1)
        let item = AVPlayerItem(asset: asset)
        item.audioTimePitchAlgorithm = .timeDomain
        let looper = AVPlayerLooper(player: AVQueuePlayer(), templateItem: item)
        XCTAssertEqual(looper.loopingPlayerItems.map(\.audioTimePitchAlgorithm), [.timeDomain, .timeDomain, .timeDomain])
    }
}
