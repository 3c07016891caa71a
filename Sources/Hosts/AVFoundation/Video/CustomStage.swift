import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore

/// A video composition with its custom compositor, which is made once for each object that uses the composition.
struct ComposingRules: @unchecked Sendable {
    // Unchecked: as the composition is, used by one thread at a time.
    let composition: AVVideoComposition?
    /// The custom compositor. Nil if the composition has none, or if its class can't be instantiated; `CustomStage` reports the latter.
    let compositor: (any AVVideoCompositing)?

    init(_ composition: AVVideoComposition?) {
        self.composition = composition
        let type = composition?.customVideoCompositorClass as? NSObject.Type
        compositor = type.flatMap { DynamicObject.make($0) as? any AVVideoCompositing }
    }
}

/// Asks a custom compositor for frames. Used by one thread at a time; any thread may cancel.
final class CustomStage: @unchecked Sendable {
    // Unchecked: `waiting` is under a lock; the rest is used by one thread.
    private let compositor: any AVVideoCompositing
    private let context: AVVideoCompositionRenderContext
    private let format: PixelFormat
    /// Buffers for the frames of each track.
    private var pools: [CMPersistentTrackID: CVPixelBufferPool] = [:]
    private let waiting = Locked<(request: AVAsynchronousVideoCompositionRequest?, isCancelled: Bool)>((nil, false))

    /// Creates the stage of the rules' compositor; nil if the composition has none.
    init?(_ rules: ComposingRules, size: CGSize) throws(AVError) {
        guard let composition = rules.composition, let type = composition.customVideoCompositorClass else { return nil }
        guard let made = rules.compositor else {
            throw AVError(.invalidVideoComposition, "the compositor \(type) can't be created: it is no subclass of NSObject with an init()")
        }
        compositor = made
        format = try Self.format(made.sourcePixelBufferAttributes ?? [:], "source frames")
        let own = try Self.format(made.requiredPixelBufferAttributesForRenderContext, "frames")
        guard let pool = CVPixelBufferPool(own, width: Int(size.width), height: Int(size.height)) else {
            throw AVError(.invalidVideoComposition, "a compositor can't make frames of \(size.width) x \(size.height) pixels")
        }
        context = AVVideoCompositionRenderContext(composition, CGSize(width: Int(size.width), height: Int(size.height)), pool)
        made.renderContextChanged(context)
    }

    /// Returns the first supported format of attributes.
    private static func format(_ attributes: [String: Any], _ name: String) throws(AVError) -> PixelFormat {
        let value = attributes[kCVPixelBufferPixelFormatTypeKey as String]
        func number(_ value: Any) -> OSType? {
            (value as? NSNumber).map { OSType(truncating: $0) } ?? (value as? OSType) ?? (value as? Int).flatMap { OSType(exactly: $0) }
        }
        guard let value else { return .bgra }
        let list = (value as? [Any] ?? [value]).compactMap(number).compactMap { PixelFormat($0) }.filter { $0 != .deep }
        guard let format = list.first else {
            throw AVError(.invalidVideoComposition, "a compositor wants \(name) of a pixel format that is not supported: \(value)")
        }
        return format
    }

    /// Returns the frame of a time.
    /// - Parameter picture: Returns the picture of a track.
    func image(
        _ instruction: any AVVideoCompositionInstructionProtocol, at time: CMTime, of tracks: [CMPersistentTrackID],
        _ picture: (CMPersistentTrackID) throws(AVError) -> CGImage?
    ) throws(AVError) -> CGImage? {
        if instruction.passthroughTrackID != kCMPersistentTrackID_Invalid { return try picture(instruction.passthroughTrackID) }
        let wanted = instruction.requiredSourceTrackIDs.map { $0.compactMap { ($0 as? NSNumber)?.int32Value } } ?? tracks
        var frames: [CMPersistentTrackID: CVPixelBuffer] = [:]
        for id in wanted {
            guard let image = try picture(id) else { continue }
            frames[id] = try buffer(image, id)
        }
        let request = AVAsynchronousVideoCompositionRequest(context, time, instruction, frames)
        let isCancelled = waiting.withLock { waiting in
            waiting.request = request
            return waiting.isCancelled
        }
        if isCancelled { throw AVError(.operationCancelled, "the operation was cancelled") }
        compositor.startRequest(request)
        defer { waiting.withLock { $0.request = nil } }
        switch request.wait() {
        case .frame(let buffer):
            guard let image = buffer.image else {
                throw AVError(.invalidVideoComposition, "a compositor's frame has ten bits, which can't be combined with layers")
            }
            return image
        case .failure(let error): throw error as? AVError ?? AVError(.exportFailed, "the compositor failed: \(error)")
        case .cancelled: throw AVError(.operationCancelled, "the operation was cancelled")
        }
    }

    private func buffer(_ image: CGImage, _ id: CMPersistentTrackID) throws(AVError) -> CVPixelBuffer {
        var pool = pools[id]
        if pool?.width != image.width || pool?.height != image.height {
            pool = CVPixelBufferPool(format, width: image.width, height: image.height)
            pools[id] = pool
        }
        guard let buffer = pool?.make().buffer else { throw AVError(.decodeFailed, "there is no memory for a frame") }
        image.withPixels { buffer.write(FramePixels($0, width: image.width, height: image.height, stride: image.width)) }
        ColorTags(primaries: "bt709", transfer: "iec61966-2-1", matrix: format.isPacked ? nil : "bt709").attach(to: buffer)
        return buffer
    }

    func cancel() {
        let request = waiting.withLock { waiting in
            waiting.isCancelled = true
            return waiting.request
        }
        guard let request else { return }
        compositor.cancelAllPendingVideoCompositionRequests()
        request.end(.cancelled)
    }
}
