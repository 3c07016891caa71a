import Agate
import XCTest

@testable import AVFoundation

/// Pictures of sample buffers at their times.
@MainActor final class DisplayLayerTests: XCTestCase {
    private func sample(_ level: Double, at time: CMTime) throws -> CMSampleBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &made)
        let buffer = try XCTUnwrap(made), byte = UInt32((level * 255).rounded())
        CVPixelBufferLockBaseAddress(buffer, [])
        let start = try XCTUnwrap(CVPixelBufferGetBaseAddress(buffer))
        for y in 0..<4 {
            for x in 0..<4 {
                start.storeBytes(
                    of: 0xFF00_0000 | byte &* 0x01_0101, toByteOffset: y * CVPixelBufferGetBytesPerRow(buffer) + x * 4, as: UInt32.self)
            }
        }
        CVPixelBufferUnlockBaseAddress(buffer, [])
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
    }

    private func host(_ layer: AVSampleBufferDisplayLayer) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            host.layer.addSublayer(layer)
        }
        return host
    }

    private func level(_ host: OffscreenHost, _ time: Double) -> Int { Int(host.image(at: time).withPixels { $0[36] } & 255) }

    func testTimesOfTheHost() async throws {
        let layer = AVSampleBufferDisplayLayer(), host = host(layer)
        XCTAssertEqual(layer.status, .unknown)
        XCTAssertTrue(layer.isReadyForMoreMediaData)
        XCTAssertNil(layer.controlTimebase)
        for number in 1...5 { layer.enqueue(try sample(Double(number) / 5, at: CMTime(value: CMTimeValue(number), timescale: 10))) }
        XCTAssertEqual(layer.status, .rendering)
        XCTAssertTrue(layer.hasSufficientMediaDataForReliablePlaybackStart)
        XCTAssertEqual(level(host, 0.05), 0)
        for number in 1...5 { XCTAssertEqual(level(host, Double(number) / 10 + 0.01), number * 51) }
        XCTAssertEqual(level(host, 9), 255, "the last picture remains")
        XCTAssertEqual(level(host, 0.31), 153, "a host looks back")
        XCTAssertEqual(level(host, 10), 255)
        layer.enqueue(try sample(0.2, at: seconds(20)))
        layer.flush()
        XCTAssertEqual(level(host, 21), 255)
        layer.flushAndRemoveImage()
        XCTAssertEqual(level(host, 22), 0)
    }

    func testAControlTimebase() async throws {
        let layer = AVSampleBufferDisplayLayer(), host = host(layer), base = try CMTimebase(sourceClock: .hostTimeClock)
        layer.controlTimebase = base
        XCTAssertTrue(layer.timebase === base && layer.controlTimebase === base)
        for number in 0...5 { layer.enqueue(try sample(Double(number) / 5, at: CMTime(value: CMTimeValue(number), timescale: 1))) }
        XCTAssertEqual(level(host, 3), 0, "the timebase does not run")
        host.perform { CMTimebaseSetTime(base, time: CMTime(value: 2, timescale: 1)) }
        XCTAssertEqual(level(host, 4), 102)
        // At twice the rate from media time 4 on.
        host.perform { CMTimebaseSetRate(base, rate: 2) }
        XCTAssertEqual(level(host, 4.4), 102)
        XCTAssertEqual(level(host, 4.6), 153)
        XCTAssertEqual(level(host, 5.1), 204)
        host.perform { CMTimebaseSetRate(base, rate: 0) }
        XCTAssertEqual(level(host, 50), 204)
        host.perform { CMTimebaseSetRateAndAnchorTime(base, rate: 1, anchorTime: seconds(0), immediateSourceTime: seconds(49)) }
        XCTAssertEqual(level(host, 51.5), 102, "earlier pictures are still there for a host on demand")
        layer.controlTimebase = nil
        XCTAssertFalse(layer.timebase === base)
    }

    func testAttachmentsAndFailures() async throws {
        let layer = AVSampleBufferDisplayLayer(), host = host(layer)
        XCTAssertEqual(level(host, 1), 0)
        let now = try sample(0.4, at: .invalid), hidden = try sample(1, at: seconds(1))
        for (buffer, key) in [(now, .displayImmediately), (hidden, .doNotDisplay)] as [(CMSampleBuffer, CMSampleBuffer.SampleAttachmentKey)]
        {
            buffer.sampleAttachments[0][key] = true
            layer.enqueue(buffer)
        }
        XCTAssertEqual(level(host, 2), 102)
        layer.enqueue(try sample(0.2, at: .positiveInfinity))
        XCTAssertEqual(layer.status, .failed)
        XCTAssertTrue(layer.requiresFlushToResumeDecoding)
        XCTAssertEqual((layer.error as? AVError)?.code, .decodeFailed)
        XCTAssertFalse(layer.isReadyForMoreMediaData)
        layer.enqueue(try sample(0.8, at: seconds(2)))
        XCTAssertEqual(level(host, 3), 102, "a failed layer shows nothing new")
        layer.flush()
        XCTAssertEqual(layer.status, .unknown)
        XCTAssertNil(layer.error)
        layer.enqueue(try sample(0.8, at: seconds(2)))
        XCTAssertEqual(level(host, 4), 204)
        var deep: CVPixelBuffer?
        CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, nil, &deep)
        let buffer = try XCTUnwrap(deep)
        layer.enqueue(
            try CMSampleBuffer(
                imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer), sampleTiming: .invalid))
        XCTAssertEqual(layer.status, .failed)
    }

    /// A client that enqueues from another thread whenever there is space, while the layer is drawn.
    func testRequests() async throws {
        let layer = AVSampleBufferDisplayLayer(), host = host(layer), queue = DispatchQueue(label: "frames")
        let sent = Locked(0),
            samples = try (0..<200).map { try sample(Double($0 % 5) / 5, at: CMTime(value: CMTimeValue($0), timescale: 100)) }
        nonisolated(unsafe) let shown = layer
        shown.requestMediaDataWhenReady(on: queue) {
            while shown.isReadyForMoreMediaData {
                let next = sent.withLock { sent in
                    defer { sent += 1 }
                    return sent
                }
                guard next < 200 else { return shown.stopRequestingMediaData() }
                shown.enqueue(samples[next])
            }
        }
        for number in 0..<200 {
            let deadline = Date(timeIntervalSinceNow: 5)
            while sent.withLock({ $0 }) <= number, Date() < deadline { try await Task.sleep(nanoseconds: 1_000_000) }
            XCTAssertEqual(level(host, Double(number) / 100 + 0.001), number % 5 * 51, "\(number)")
        }
        queue.sync {}
        XCTAssertGreaterThanOrEqual(sent.withLock { $0 }, 200)
    }

    func testGravityAndCopies() async throws {
        let layer = AVSampleBufferDisplayLayer()
        XCTAssertEqual(layer.contentsGravity, .resizeAspect)
        layer.videoGravity = .resizeAspectFill
        XCTAssertEqual(layer.contentsGravity, .resizeAspectFill)
        layer.videoGravity = .resize
        XCTAssertEqual(AVSampleBufferDisplayLayer(layer: layer).videoGravity, .resize)
    }
}
