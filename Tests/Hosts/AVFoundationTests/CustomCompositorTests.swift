import Agate
import XCTest

@testable import AVFoundation

/// Two films beside each other, the second of which is inverted.
private final class SplitCompositor: NSObject, AVVideoCompositing {
    static let seen = Locked<[String]>([])
    private var context: AVVideoCompositionRenderContext?

    var sourcePixelBufferAttributes: [String: Any]? {
        // The first is not supported, so the second is used.
        [kCVPixelBufferPixelFormatTypeKey as String: [FourCharCode("what"), kCVPixelFormatType_32BGRA]]
    }
    var requiredPixelBufferAttributesForRenderContext: [String: Any] {
        [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    }
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
        context = newRenderContext
        Self.seen.withLock { $0.append("context \(Int(newRenderContext.size.width))x\(Int(newRenderContext.size.height))") }
    }

    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
        Self.seen.withLock { $0.append("\(request.compositionTime.seconds): \(request.sourceTrackIDs)") }
        guard let target = request.renderContext.newPixelBuffer(), context === request.renderContext else {
            return request.finish(with: AVError(.unknown))
        }
        CVPixelBufferLockBaseAddress(target, [])
        let out = CVPixelBufferGetBaseAddress(target)!.assumingMemoryBound(to: UInt32.self),
            stride = CVPixelBufferGetBytesPerRow(target) / 4
        let (width, height) = (CVPixelBufferGetWidth(target), CVPixelBufferGetHeight(target))
        for (index, id) in request.sourceTrackIDs.prefix(2).enumerated() {
            guard let source = request.sourceFrame(byTrackID: id.int32Value) else { continue }
            CVPixelBufferLockBaseAddress(source, .readOnly)
            let from = CVPixelBufferGetBaseAddress(source)!.assumingMemoryBound(to: UInt32.self)
            for y in 0..<height {
                for x in index * width / 2..<(index + 1) * width / 2 {
                    let pixel = from[y * (CVPixelBufferGetBytesPerRow(source) / 4) + x]
                    out[y * stride + x] = index == 0 ? pixel : pixel ^ 0xFF_FFFF
                }
            }
            CVPixelBufferUnlockBaseAddress(source, .readOnly)
        }
        CVPixelBufferUnlockBaseAddress(target, [])
        // On another thread.
        DispatchQueue.global().async {
            request.finish(withComposedVideoFrame: target)
            // Later calls don't count.
            request.finish(with: AVError(.unknown))
        }
    }
}

private final class FailingCompositor: NSObject, AVVideoCompositing {
    struct Failure: Error {}
    var sourcePixelBufferAttributes: [String: Any]? { nil }
    var requiredPixelBufferAttributesForRenderContext: [String: Any] { [:] }
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
        if request.compositionTime > seconds(0.3) {
            request.finish(with: Failure())
        } else {
            request.finish(withComposedVideoFrame: request.renderContext.newPixelBuffer()!)
        }
    }
}

/// Never finishes a frame, until it is cancelled.
private final class WaitingCompositor: NSObject, AVVideoCompositing {
    static let began = DispatchSemaphore(value: 0)
    static let cancelled = Locked(0)
    private let requests = Locked<[AVAsynchronousVideoCompositionRequest]>([])
    var sourcePixelBufferAttributes: [String: Any]? { nil }
    var requiredPixelBufferAttributesForRenderContext: [String: Any] { [:] }
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
        requests.withLock { $0.append(request) }
        Self.began.signal()
    }
    func cancelAllPendingVideoCompositionRequests() {
        Self.cancelled.withLock { $0 += 1 }
        for request in requests.withLock({ $0 }) { request.finishCancelledRequest() }
    }
}

private final class OddCompositor: NSObject, AVVideoCompositing {
    var sourcePixelBufferAttributes: [String: Any]? { [kCVPixelBufferPixelFormatTypeKey as String: FourCharCode("none")] }
    var requiredPixelBufferAttributesForRenderContext: [String: Any] { [:] }
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) { request.finishCancelledRequest() }
}

/// Fills frames with a grey that the program sets.
private final class GreyCompositor: NSObject, AVVideoCompositing {
    var level = 0
    var sourcePixelBufferAttributes: [String: Any]? { nil }
    var requiredPixelBufferAttributesForRenderContext: [String: Any] { [:] }
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
        let frame = request.renderContext.newPixelBuffer()!, size = CVPixelBufferGetDataSize(frame)
        CVPixelBufferLockBaseAddress(frame, [])
        memset(CVPixelBufferGetBaseAddress(frame)!, Int32(level), size)
        for alpha in stride(from: 3, to: size, by: 4) {
            CVPixelBufferGetBaseAddress(frame)!.storeBytes(of: 255, toByteOffset: alpha, as: UInt8.self)
        }
        CVPixelBufferUnlockBaseAddress(frame, [])
        request.finish(withComposedVideoFrame: frame)
    }
}

/// An instruction of a program's own.
private final class SplitInstruction: NSObject, AVVideoCompositionInstructionProtocol {
    let timeRange: CMTimeRange
    let enablePostProcessing: Bool
    let containsTweening = true
    let requiredSourceTrackIDs: [NSValue]?
    let passthroughTrackID: CMPersistentTrackID

    init(
        _ range: CMTimeRange, _ tracks: [CMPersistentTrackID]?, shows: CMPersistentTrackID = kCMPersistentTrackID_Invalid,
        processes: Bool = false
    ) {
        (timeRange, requiredSourceTrackIDs, passthroughTrackID) = (range, tracks.map { $0.map { NSNumber(value: $0) } }, shows)
        enablePostProcessing = processes
    }
}

@MainActor final class CustomCompositorTests: MediaTestCase {
    private func films() throws -> (asset: AVMutableComposition, ids: [CMPersistentTrackID]) {
        let asset = AVMutableComposition()
        let ids = try [(200, "a"), (60, "b")].map { level, name in
            let film = AVURLAsset(url: try film("\(name).mov", rate: 5, first: level, step: 0))
            let track = try XCTUnwrap(asset.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
            try track.insertTimeRange(range(0, 1), of: film.tracks[0], at: .zero)
            return track.trackID
        }
        return (asset, ids)
    }

    private func composition(
        _ type: any AVVideoCompositing.Type, _ instructions: [any AVVideoCompositionInstructionProtocol]
    ) -> AVMutableVideoComposition {
        let composition = AVMutableVideoComposition()
        composition.customVideoCompositorClass = type
        composition.renderSize = CGSize(width: 32, height: 16)
        composition.frameDuration = CMTime(value: 1, timescale: 5)
        composition.instructions = instructions
        return composition
    }

    private func session(_ asset: AVAsset, _ composition: AVVideoComposition) throws -> AVAssetExportSession {
        let session = try XCTUnwrap(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes4444LPCM))
        session.videoComposition = composition
        return session
    }

    func testFramesOfACompositor() async throws {
        let (asset, ids) = try films()
        let own = composition(
            SplitCompositor.self,
            [
                SplitInstruction(range(0, 0.4), ids), SplitInstruction(range(0.4, 0.2), nil, shows: ids[1]),
                SplitInstruction(range(0.6, 0.4), [ids[0]], processes: true),
            ])
        XCTAssertTrue(own.customVideoCompositorClass == SplitCompositor.self)
        XCTAssertTrue(own.isValid(for: asset, timeRange: range(0, 1)))
        let root = CALayer(), video = CALayer(), box = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 32, height: 16)
        video.frame = root.frame
        box.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        box.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        root.addSublayer(video)
        root.addSublayer(box)
        own.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: root)
        SplitCompositor.seen.withLock { $0 = [] }
        let made = try frames(try await export(try session(asset, own), "out.mov"))
        XCTAssertEqual(made.count, 5)
        for (number, wanted) in [(200, 195), (200, 195), (60, 60), (200, 0), (200, 0)].enumerated() {
            XCTAssertEqual(level(made[number].pixels, width: 32, 4, 4), wanted.0, accuracy: 6, "left of \(number)")
            if number < 3 { XCTAssertEqual(level(made[number].pixels, width: 32, 28, 4), wanted.1, accuracy: 6, "right of \(number)") }
            // The layer is at the lower left, where it is to be drawn.
            XCTAssertEqual(level(made[number].pixels, width: 32, 2, 13), number >= 3 ? 255 : wanted.0, accuracy: 8, "layer of \(number)")
        }
        let both = "\(ids.map { NSNumber(value: $0) })", one = "\([NSNumber(value: ids[0])])"
        XCTAssertEqual(
            SplitCompositor.seen.withLock { $0 }, ["context 32x16", "0.0: \(both)", "0.2: \(both)", "0.6: \(one)", "0.8: \(one)"])
        // The same by a reader and an image generator.
        let generator = AVAssetImageGenerator(asset: asset)
        generator.videoComposition = own
        generator.requestedTimeToleranceBefore = .zero
        let picture = try generator.copyCGImage(at: seconds(0.2), actualTime: nil)
        XCTAssertEqual(picture.withPixels { Int($0[4 * 32 + 28] >> 8 & 255) }, 195, accuracy: 6)
        let reader = try AVAssetReader(asset: asset),
            output = AVAssetReaderVideoCompositionOutput(videoTracks: asset.tracks, videoSettings: nil)
        output.videoComposition = own
        reader.add(output)
        XCTAssertTrue(reader.startReading())
        var count = 0
        while output.copyNextSampleBuffer() != nil { count += 1 }
        XCTAssertEqual(count, 5)
    }

    /// Programs tell the compositor what to draw: each user of a composition has one, which composes all of its frames.
    func testEachUserHasItsCompositor() async throws {
        let (asset, ids) = try films()
        let rules = composition(GreyCompositor.self, [SplitInstruction(range(0, 1), ids)])
        let session = try session(asset, rules), generator = AVAssetImageGenerator(asset: asset)
        XCTAssertNil(generator.customVideoCompositor)
        generator.videoComposition = rules
        generator.requestedTimeToleranceBefore = .zero
        let output = AVAssetReaderVideoCompositionOutput(videoTracks: asset.tracks, videoSettings: nil)
        output.videoComposition = rules
        let item = AVPlayerItem(asset: asset)
        item.videoComposition = rules
        let made = try [
            session.customVideoCompositor, generator.customVideoCompositor, output.customVideoCompositor, item.customVideoCompositor,
        ]
        .map { try XCTUnwrap($0 as? GreyCompositor) }
        XCTAssertEqual(Set(made.map(ObjectIdentifier.init)).count, 4)
        XCTAssertTrue(session.customVideoCompositor === made[0])
        for (index, compositor) in made.enumerated() { compositor.level = 40 * index + 40 }
        let frames = try frames(try await export(session, "out.mov"))
        XCTAssertEqual(frames.count, 5)
        XCTAssertEqual(level(frames[4].pixels, width: 32, 4, 4), 40, accuracy: 6)
        let picture = try generator.copyCGImage(at: seconds(0.2), actualTime: nil)
        XCTAssertEqual(picture.withPixels { Int($0[4] & 255) }, 80)
        let reader = try AVAssetReader(asset: asset)
        reader.add(output)
        XCTAssertTrue(reader.startReading())
        let buffer = try XCTUnwrap(output.copyNextSampleBuffer().flatMap { CMSampleBufferGetImageBuffer($0) })
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        XCTAssertEqual(CVPixelBufferGetBaseAddress(buffer)?.load(as: UInt8.self), 120)
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        reader.cancelReading()
        item.videoComposition = nil
        XCTAssertNil(item.customVideoCompositor)
    }

    func testFailures() async throws {
        let (asset, ids) = try films()
        for (type, code) in [(FailingCompositor.self, AVError.Code.exportFailed), (OddCompositor.self, .invalidVideoComposition)]
            as [(any AVVideoCompositing.Type, AVError.Code)]
        {
            let session = try session(asset, composition(type, [SplitInstruction(range(0, 1), ids)]))
            do {
                try await session.export(to: file("x.mov"), as: .mov)
                XCTFail("\(type)")
            } catch { XCTAssertEqual((error as? AVError)?.code, code, "\(error)") }
            XCTAssertFalse(FileManager.default.fileExists(atPath: file("x.mov").path))
            XCTAssertEqual(hiddenFiles, [])
        }
        // Without a compositor, instructions of a program's own mean nothing.
        let none = composition(FailingCompositor.self, [SplitInstruction(range(0, 1), ids)])
        none.customVideoCompositorClass = nil
        XCTAssertFalse(none.isValid(for: asset, timeRange: range(0, 1)))
    }

    func testACancelledCompositor() async throws {
        let (asset, ids) = try films(),
            session = try session(asset, composition(WaitingCompositor.self, [SplitInstruction(range(0, 1), ids)]))
        let running = session, url = file("x.mov")
        (session.outputURL, session.outputFileType) = (url, .mov)
        async let end: Void = running.export()
        try await Background.value { WaitingCompositor.began.wait() }
        session.cancelExport()
        await end
        XCTAssertEqual(session.status, .cancelled)
        XCTAssertEqual(WaitingCompositor.cancelled.withLock { $0 }, 1)
        XCTAssertFalse(FileManager.default.fileExists(atPath: url.path))
    }

    func testDefaults() async throws {
        let compositor = OddCompositor(), instruction = AVVideoCompositionInstruction()
        XCTAssertFalse(compositor.supportsHDRSourceFrames || compositor.supportsWideColorSourceFrames)
        compositor.cancelAllPendingVideoCompositionRequests()
        XCTAssertTrue(instruction.containsTweening)
        XCTAssertEqual(instruction.passthroughTrackID, kCMPersistentTrackID_Invalid)
        XCTAssertEqual((instruction as any AVVideoCompositionInstructionProtocol).requiredSourceTrackIDs?.count, 0)
        XCTAssertEqual(instruction.requiredTracks?.count, 0)
        let pool = try XCTUnwrap(CVPixelBufferPool(.bgra, width: 8, height: 4))
        let composition = AVMutableVideoComposition(),
            context = AVVideoCompositionRenderContext(composition, CGSize(width: 8, height: 4), pool)
        XCTAssertTrue(context.videoComposition === composition)
        XCTAssertEqual(context.renderTransform, .identity)
        XCTAssertEqual(context.renderScale, 1)
        XCTAssertTrue(context.highQualityRendering)
        XCTAssertEqual(context.newPixelBuffer().map { [CVPixelBufferGetWidth($0), CVPixelBufferGetHeight($0)] }, [8, 4])
        let request = AVAsynchronousVideoCompositionRequest(context, seconds(1), instruction, [:])
        XCTAssertTrue(request.videoCompositionInstruction === instruction)
        XCTAssertNil(request.sourceFrame(byTrackID: 1))
    }
}
