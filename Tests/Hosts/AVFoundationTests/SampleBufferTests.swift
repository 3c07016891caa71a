import Foundation
import XCTest

@testable import AVFoundation

/// Sample buffers, blocks, formats and timebases.
final class SampleBufferTests: XCTestCase {
    private func picture(_ width: Int = 4, _ height: Int = 2) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
        return try XCTUnwrap(buffer)
    }

    func testBlocks() throws {
        var made: CMBlockBuffer?, bytes: [UInt8] = [1, 2, 3, 4, 5]
        XCTAssertEqual(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: &bytes, blockLength: 5, blockAllocator: nil, customBlockSource: nil, offsetToData: 1,
                dataLength: 3, flags: 0, blockBufferOut: &made), kCMBlockBufferNoErr)
        let block = try XCTUnwrap(made)
        XCTAssertEqual(CMBlockBufferGetDataLength(block), 3)
        var length = 0, total = 0, start: UnsafeMutablePointer<CChar>?
        XCTAssertEqual(
            CMBlockBufferGetDataPointer(block, atOffset: 1, lengthAtOffsetOut: &length, totalLengthOut: &total, dataPointerOut: &start), 0)
        XCTAssertEqual([length, total, Int(start?[0] ?? 0)], [2, 3, 3])
        XCTAssertEqual(CMBlockBufferReplaceDataBytes(with: [9], blockBuffer: block, offsetIntoDestination: 2, dataLength: 1), 0)
        var copy = [UInt8](repeating: 0, count: 3)
        XCTAssertEqual(CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: 3, destination: &copy), 0)
        XCTAssertEqual(copy, [2, 3, 9])
        XCTAssertEqual(
            CMBlockBufferCopyDataBytes(block, atOffset: 1, dataLength: 3, destination: &copy), kCMBlockBufferBadLengthParameterErr)
        XCTAssertEqual(
            CMBlockBufferReplaceDataBytes(with: [1], blockBuffer: block, offsetIntoDestination: 4, dataLength: 1),
            kCMBlockBufferBadOffsetParameterErr)
        XCTAssertEqual(
            CMBlockBufferGetDataPointer(block, atOffset: 3, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: nil),
            kCMBlockBufferBadOffsetParameterErr)
        XCTAssertEqual(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: nil, blockLength: 5, blockAllocator: nil, customBlockSource: nil, offsetToData: 6,
                dataLength: 1,
                flags: 0, blockBufferOut: &made), kCMBlockBufferBadOffsetParameterErr)
        let three = CMBlockBuffer(count: 3)
        for (index, byte) in [7, 8, 9].enumerated() { three.start.storeBytes(of: UInt8(byte), toByteOffset: index, as: UInt8.self) }
        XCTAssertEqual(three.dataLength, 3)
        XCTAssertEqual(try three.dataBytes(), Data([7, 8, 9]))
    }

    func testPictures() throws {
        let image = try picture()
        var format: CMVideoFormatDescription?, sample: CMSampleBuffer?
        XCTAssertEqual(
            CMVideoFormatDescriptionCreateForImageBuffer(allocator: nil, imageBuffer: image, formatDescriptionOut: &format), 0)
        let description = try XCTUnwrap(format)
        XCTAssertEqual(CMVideoFormatDescriptionGetDimensions(description), CMVideoDimensions(width: 4, height: 2))
        XCTAssertEqual(CMFormatDescriptionGetMediaSubType(description), kCVPixelFormatType_32BGRA)
        XCTAssertEqual(CMFormatDescriptionGetMediaType(description), kCMMediaType_Video)
        XCTAssertTrue(CMVideoFormatDescriptionMatchesImageBuffer(description, imageBuffer: image))
        XCTAssertTrue(description.matchesImageBuffer(image))
        XCTAssertTrue(try CMFormatDescription(imageBuffer: image).matchesImageBuffer(image))
        XCTAssertFalse(description.matchesImageBuffer(try picture(2, 2)))
        XCTAssertNil(CMAudioFormatDescriptionGetStreamBasicDescription(description))
        var timing = CMSampleTimingInfo(duration: seconds(0.5), presentationTimeStamp: seconds(2), decodeTimeStamp: .invalid)
        XCTAssertEqual(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: nil, imageBuffer: image, formatDescription: description, sampleTiming: &timing, sampleBufferOut: &sample), 0)
        let buffer = try XCTUnwrap(sample)
        XCTAssertTrue(CMSampleBufferGetImageBuffer(buffer) === image)
        XCTAssertNil(CMSampleBufferGetDataBuffer(buffer))
        XCTAssertTrue(CMSampleBufferGetFormatDescription(buffer) === description)
        XCTAssertEqual(CMSampleBufferGetPresentationTimeStamp(buffer), seconds(2))
        XCTAssertEqual(CMSampleBufferGetDecodeTimeStamp(buffer), .invalid)
        XCTAssertEqual(CMSampleBufferGetDuration(buffer), seconds(0.5))
        XCTAssertEqual(CMSampleBufferGetNumSamples(buffer), 1)
        XCTAssertEqual(CMSampleBufferGetTotalSampleSize(buffer), 0)
        XCTAssertEqual(CMSampleBufferGetOutputPresentationTimeStamp(buffer), seconds(2))
        CMSampleBufferSetOutputPresentationTimeStamp(buffer, newValue: seconds(3))
        XCTAssertEqual(buffer.outputPresentationTimeStamp, seconds(3))
        var info = CMSampleTimingInfo.invalid
        XCTAssertEqual(CMSampleBufferGetSampleTimingInfo(buffer, at: 0, timingInfoOut: &info), 0)
        XCTAssertEqual(info, timing)
        XCTAssertNotEqual(CMSampleBufferGetSampleTimingInfo(buffer, at: 1, timingInfoOut: &info), 0)
        XCTAssertNil(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false))
        let attachments = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true)
        XCTAssertEqual(attachments?.count, 1)
        (attachments?.object(at: 0) as AnyObject as? NSMutableDictionary)?.setObject(
            true as NSNumber, forKey: kCMSampleAttachmentKey_DoNotDisplay)
        XCTAssertTrue(buffer.hasFlag(kCMSampleAttachmentKey_DoNotDisplay))
        XCTAssertEqual(buffer.sampleAttachments[0][.doNotDisplay] as? NSNumber, true)
        buffer.sampleAttachments[0][.doNotDisplay] = nil
        XCTAssertFalse(buffer.hasFlag(kCMSampleAttachmentKey_DoNotDisplay))
        buffer.sampleAttachments[0][.displayImmediately] = true
        XCTAssertTrue(buffer.hasFlag(kCMSampleAttachmentKey_DisplayImmediately))
        timing.presentationTimeStamp = seconds(7)
        XCTAssertEqual(
            CMSampleBufferCreateCopyWithNewTiming(
                allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 1, sampleTimingArray: &timing, sampleBufferOut: &sample), 0)
        XCTAssertEqual(sample?.presentationTimeStamp, seconds(7))
        XCTAssertTrue(CMSampleBufferIsValid(buffer) && CMSampleBufferDataIsReady(buffer))
        CMSampleBufferInvalidate(buffer)
        XCTAssertFalse(CMSampleBufferIsValid(buffer))
        XCTAssertNil(buffer.imageBuffer)
        XCTAssertThrowsError(try CMSampleBuffer(copying: buffer, withNewTiming: [timing]))
        XCTAssertNoThrow(try buffer.invalidate())
        XCTAssertEqual(
            CMSampleBufferCreateForImageBuffer(
                allocator: nil, imageBuffer: try picture(1, 1), dataReady: true, makeDataReadyCallback: nil, refcon: nil,
                formatDescription: description, sampleTiming: &timing, sampleBufferOut: &sample), kCMSampleBufferError_InvalidMediaFormat)
        XCTAssertEqual(kCMTimingInfoInvalid, .invalid)
    }

    func testSound() throws {
        var sound = AudioStreamBasicDescription(
            mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16)
        var format: CMAudioFormatDescription?, block: CMBlockBuffer?, sample: CMSampleBuffer?
        XCTAssertEqual(
            CMAudioFormatDescriptionCreate(
                allocator: nil, asbd: &sound, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil, extensions: nil,
                formatDescriptionOut: &format), 0)
        let description = try XCTUnwrap(format)
        XCTAssertEqual(CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee, sound)
        XCTAssertEqual(try CMFormatDescription(audioStreamBasicDescription: sound).audioStreamBasicDescription, sound)
        CMBlockBufferCreateWithMemoryBlock(
            allocator: nil, memoryBlock: nil, blockLength: 40, blockAllocator: nil, customBlockSource: nil, offsetToData: 0, dataLength: 40,
            flags: 0, blockBufferOut: &block)
        XCTAssertEqual(
            CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                allocator: nil, dataBuffer: try XCTUnwrap(block), formatDescription: description, sampleCount: 10,
                presentationTimeStamp: seconds(1), packetDescriptions: nil, sampleBufferOut: &sample), 0)
        let buffer = try XCTUnwrap(sample)
        XCTAssertEqual(buffer.duration, CMTime(value: 10, timescale: 8000))
        XCTAssertEqual(buffer.numSamples, 10)
        XCTAssertEqual(CMSampleBufferGetTotalSampleSize(buffer), 40)
        XCTAssertEqual(try buffer.sampleTimingInfo(at: 8).presentationTimeStamp, CMTime(value: 1001, timescale: 1000))
        var timing = buffer.timing
        XCTAssertEqual(
            CMSampleBufferCreateReady(
                allocator: nil, dataBuffer: block, formatDescription: description, sampleCount: 11, sampleTimingEntryCount: 1,
                sampleTimingArray: &timing, sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &sample),
            kCMSampleBufferError_ArrayTooSmall)
        XCTAssertEqual(
            CMSampleBufferCreateReady(
                allocator: nil, dataBuffer: nil, formatDescription: description, sampleCount: 1, sampleTimingEntryCount: 1,
                sampleTimingArray: &timing, sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &sample),
            kCMSampleBufferError_RequiredParameterMissing)
        var film: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreate(
            allocator: nil, codecType: kCMVideoCodecType_HEVC, width: 3, height: 4, extensions: nil, formatDescriptionOut: &film)
        XCTAssertEqual(film?.mediaSubType, .hevc)
        XCTAssertEqual(
            CMSampleBufferCreateReady(
                allocator: nil, dataBuffer: block, formatDescription: film, sampleCount: 1, sampleTimingEntryCount: 1,
                sampleTimingArray: &timing, sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &sample),
            kCMSampleBufferError_InvalidMediaFormat)
    }

    func testSamplesInEachForm() {
        let samples: [Float] = [0, 0.5, -0.5, 1, -1, 2, -2]
        for (bits, isFloat) in [(16, false), (24, false), (32, false), (32, true)] {
            let form = SampleForm(rate: 8000, channels: 1, bits: bits, isFloat: isFloat)
            var bytes = [UInt8](repeating: 0, count: samples.count * bits / 8)
            bytes.withUnsafeMutableBytes { target in samples.withUnsafeBufferPointer { form.write($0, to: target.baseAddress!) } }
            let scale = isFloat ? 1 : pow(2, Double(bits - 1))
            let read: [Double] = samples.indices.map { index in
                let own = bytes[(index * bits / 8)..<((index + 1) * bits / 8)]
                if isFloat { return Double(Float(bitPattern: own.reversed().reduce(0) { $0 << 8 | UInt32($1) })) }
                let raw = own.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
                return Double(raw >= Int64(1) << (bits - 1) ? raw - Int64(1) << bits : raw) / scale
            }
            for (sample, value) in zip(samples, read) {
                XCTAssertEqual(value, isFloat ? Double(sample) : Double(min(max(sample, -1), 1)), accuracy: 1.01 / scale, "\(bits)")
                if isFloat { XCTAssertEqual(Float(value), sample) }
            }
        }
    }

    func testTimebases() throws {
        var made: CMTimebase?
        XCTAssertEqual(CMTimebaseCreateWithSourceClock(allocator: nil, sourceClock: CMClockGetHostTimeClock(), timebaseOut: &made), 0)
        let base = try XCTUnwrap(made)
        XCTAssertTrue(CMTimebaseCopySourceClock(base) === CMClock.hostTimeClock)
        XCTAssertEqual(CMTimebaseGetTime(base), .zero)
        XCTAssertEqual(CMTimebaseGetRate(base), 0)
        XCTAssertEqual(CMTimebaseSetTime(base, time: seconds(5)), 0)
        XCTAssertEqual(CMTimebaseGetTime(base), seconds(5))
        let before = CMClockGetTime(CMClockGetHostTimeClock()).seconds
        XCTAssertEqual(CMTimebaseSetRate(base, rate: 2), 0)
        XCTAssertEqual(base.rate, 2)
        usleep(20_000)
        let now = CMClock.hostTimeClock.time.seconds
        XCTAssertEqual(base.time.seconds, 5 + 2 * (now - before), accuracy: 0.05)
        XCTAssertGreaterThan(base.time.seconds, 5.03)
        let anchor = CMClock.hostTimeClock.time
        XCTAssertEqual(CMTimebaseSetRateAndAnchorTime(base, rate: -1, anchorTime: seconds(100), immediateSourceTime: anchor), 0)
        XCTAssertEqual(base.line(at: anchor.seconds + 10).time(at: anchor.seconds + 10), 90, accuracy: 1e-6)
        // A host may look back.
        XCTAssertEqual(base.line(at: before).time(at: before), 5, accuracy: 0.1)
        for code in [
            CMTimebaseSetTime(base, time: .invalid), CMTimebaseSetRate(base, rate: .nan),
            CMTimebaseSetRateAndAnchorTime(base, rate: 1, anchorTime: .positiveInfinity, immediateSourceTime: .zero),
        ] { XCTAssertEqual(code, kCMTimebaseError_MissingRequiredParameter) }
        XCTAssertEqual(base.rate, -1)
        CMTimebaseSetRate(base, rate: 0)
        CMTimebaseSetTime(base, time: CMTime(value: 1, timescale: 3))
        XCTAssertEqual(CMTimebaseGetTimeWithTimeScale(base, timescale: 3, method: .default), CMTime(value: 1, timescale: 3))
        XCTAssertEqual(CMClockMakeHostTimeFromSystemUnits(1_500_000_000).seconds, 1.5)
    }
}
