import AgateDiagnostics
import CoreGraphics
import FFmpeg
import Foundation

/// Makes pictures of an asset at given times.
///
/// With tolerances of zero, a picture is exactly that of its time. Otherwise one that can be decoded faster may be returned, if it lies
/// within the tolerances: the key frame before. Thread-safe, except for the settings.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    // Unchecked: settings belong to the thread that starts the work; the rest is under a lock.
    /// The results of a request.
    public enum Result: Int, Sendable {
        case succeeded, failed, cancelled
    }

    /// The asset.
    public final let asset: AVAsset
    /// A Boolean value that determines whether the transform of the track is applied; false by default. Video compositions apply their own.
    open var appliesPreferredTrackTransform = false
    /// The size in which pictures must fit, with the aspect ratio of the asset; a width or height of zero is no limit. Pictures are not
    /// enlarged.
    open var maximumSize = CGSize.zero
    /// The rules by which pictures are composed; nil shows the first film.
    open var videoComposition: AVVideoComposition? {
        get { rules.composition }
        set { rules = ComposingRules(newValue) }
    }
    /// The compositor that composes the pictures; nil if the composition has no custom one.
    open var customVideoCompositor: (any AVVideoCompositing)? { rules.compositor }
    private var rules = ComposingRules(nil)
    /// The time by which a picture may be earlier; infinite by default.
    open var requestedTimeToleranceBefore = CMTime.positiveInfinity
    /// The time by which a picture may be later; infinite by default. Pictures are never later than requested.
    open var requestedTimeToleranceAfter = CMTime.positiveInfinity

    private let work = Locked<(generation: Int, last: Source?)>((0, nil))
    private let turn = NSLock()

    /// Creates a generator.
    public init(asset: AVAsset) { self.asset = asset }

    /// A place from which pictures are read, kept for the next request.
    private final class Source: @unchecked Sendable {
        // Unchecked: used by one thread at a time, under `turn`.
        var composer: FilmComposer?
        let use = FilmPlanes.Use()
        var reader: (reader: FrameReader, time: Double, isUpright: Bool)?
        var ahead: (image: CGImage, time: Double)?
        /// The time of the last request.
        var last: Double?
    }

    /// Returns the picture of a time.
    /// - Parameter actualTime: The time at which the picture begins to be shown.
    /// - Throws: ``AVError``.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let made = try make(requestedTime)
        actualTime?.pointee = made.actualTime
        return made.image
    }

    /// Returns the picture of a time, and the time at which it begins to be shown.
    /// - Throws: ``AVError``.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        try await withTaskCancellationHandler {
            try await Background.value { try self.make(time) }
        } onCancel: {
            self.cancelAllCGImageGeneration()
        }
    }

    /// Makes the picture of a time on another thread.
    open func generateCGImageAsynchronously(
        for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        Background.run {
            do {
                let made = try self.make(requestedTime)
                handler(made.image, made.actualTime, nil)
            } catch { handler(nil, .invalid, error) }
        }
    }

    /// Makes pictures of several times on another thread, in their order; the handler is called for each.
    /// - Parameter requestedTimes: The times, each a value made by `NSValue(time:)`.
    open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler: @escaping @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void
    ) {
        let times = requestedTimes.map(\.timeValue), generation = work.withLock { $0.generation }
        Background.run {
            for time in times {
                guard self.work.withLock({ $0.generation }) == generation else {
                    handler(time, nil, .invalid, .cancelled, AVError(.operationCancelled, "the request was cancelled"))
                    continue
                }
                do {
                    let made = try self.make(time)
                    handler(time, made.image, made.actualTime, .succeeded, nil)
                } catch let error as AVError {
                    handler(time, nil, .invalid, error.code == .operationCancelled ? .cancelled : .failed, error)
                } catch { handler(time, nil, .invalid, .failed, error) }
            }
        }
    }

    /// Returns the pictures of several times, made as they are awaited.
    open func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

    /// Pictures of several times.
    public struct Images: AsyncSequence, Sendable {
        /// A picture, or the reason for which there is none.
        public enum Element: Sendable {
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            case failure(requestedTime: CMTime, error: any Error)

            /// The requested time.
            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }
            /// The picture.
            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): return image
                    case .failure(_, let error): throw error
                    }
                }
            }
            /// The time at which the picture begins to be shown.
            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): return time
                    case .failure(_, let error): throw error
                    }
                }
            }
        }
        let generator: AVAssetImageGenerator
        let times: [CMTime]

        /// Returns an iterator that makes the pictures.
        public func makeAsyncIterator() -> Iterator { Iterator(generator: generator, times: times[...]) }
        /// Makes one picture after another.
        public struct Iterator: AsyncIteratorProtocol {
            let generator: AVAssetImageGenerator
            var times: ArraySlice<CMTime>

            /// Makes the next picture; nil after the last.
            public mutating func next() async -> Element? {
                guard let time = times.popFirst() else { return nil }
                do {
                    let made = try await generator.image(at: time)
                    return .success(requestedTime: time, image: made.image, actualTime: made.actualTime)
                } catch { return .failure(requestedTime: time, error: error) }
            }
        }
    }

    /// Cancels the requests that have not been answered.
    open func cancelAllCGImageGeneration() {
        let last = work.withLock { work in
            work.generation += 1
            defer { work.last = nil }
            return work.last
        }
        last?.composer?.cancelling.cancel()
        last?.reader?.reader.cancel()
    }

    // MARK: Work

    private func make(_ requested: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
        let generation = work.withLock { $0.generation }
        turn.lock()
        defer { turn.unlock() }
        func cancelled() -> Bool { work.withLock { $0.generation } != generation }
        if cancelled() { throw AVError(.operationCancelled, "the request was cancelled") }
        if let failure = asset.failure { throw failure }
        let duration = asset.duration
        guard requested.isFraction, requested >= .zero, !duration.isNumeric || requested <= duration else {
            throw AVError(.noImageAtTime, "\(asset.name): there is no picture at \(requested)")
        }
        let source = work.withLock { work in
            let source = work.last ?? Source()
            work.last = source
            return source
        }
        do {
            if let track = asset.tracks.first(where: { $0.mediaType == .video }), let file = track.source, videoComposition == nil {
                return try read(file, track, requested, source)
            }
            return try compose(requested, duration, source)
        } catch {
            work.withLock { $0.last = nil }
            if cancelled() { throw AVError(.operationCancelled, "the request was cancelled") }
            throw AVError(playing: asset.name, error)
        }
    }

    /// Draws the picture of a composition.
    private func compose(_ requested: CMTime, _ duration: CMTime, _ source: Source) throws -> (image: CGImage, actualTime: CMTime) {
        let composer =
            try source.composer
            ?? FilmComposer(asset, rules, timeRange: CMTimeRange(start: .zero, duration: duration), limit: maximumSize)
        source.composer = composer
        let frame = composer.frameDuration, count = FrameCount.frames(of: duration, each: frame)
        let (whole, _) = (requested.seconds / frame.seconds + 1e-6).splitAtPoint
        let time = frame.multiplied(by: Int128(min(whole, count - 1)), over: 1)
        return (try composer.frame(at: time).image, time)
    }

    /// Reads the picture of a file.
    private func read(_ track: TrackSource, _ own: AVAssetTrack, _ requested: CMTime, _ source: Source) throws -> (
        image: CGImage, actualTime: CMTime
    ) {
        let isUpright = appliesPreferredTrackTransform, time = requested.seconds, probe = try track.file.probe()
        var size = own.naturalSize
        if isUpright, probe.isTurned { size = CGSize(width: size.height, height: size.width) }
        let scale = min(
            1, maximumSize.width > 0 ? maximumSize.width / size.width : 1, maximumSize.height > 0 ? maximumSize.height / size.height : 1)
        let pixels = (width: max(1, Int((size.width * scale).rounded())), height: max(1, Int((size.height * scale).rounded())))
        func actual(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: own.naturalTimeScale) }
        // A key frame is decoded at once, if it is near enough.
        let before = requestedTimeToleranceBefore
        if before > .zero {
            let reader = try FrameReader(track.file.file, keyFrameBefore: time, size: pixels, probe: probe, isUpright: isUpright)
            defer { reader.cancel() }
            if let (image, found) = try FileFrames.next(of: reader), let image, found <= time + 1e-6, time - found <= before.seconds {
                return (image, actual(found))
            }
        }
        // Only where times follow each other is anything decoded beyond a picture, and read on.
        let follows = source.last.map { time >= $0 && time < $0 + 1 } ?? false
        source.last = time
        if let last = source.reader, last.isUpright == isUpright, last.reader.width == pixels.width, last.reader.height == pixels.height,
            time >= last.time, time < last.time + 1
        {
            if let found = try advance(last.reader, to: time, source) { return (converted(found.image), actual(found.time)) }
        }
        source.reader?.reader.cancel()
        (source.reader, source.ahead) = (nil, nil)
        let reader = try FrameReader(
            track.file.file, from: time, size: pixels, probe: probe, form: .planes, isUpright: isUpright, isSingle: !follows)
        source.reader = (reader, time, isUpright)
        guard let (image, found) = try FileFrames.next(of: reader, source.use), let image else {
            throw AVError(.noImageAtTime, "\(asset.name): there is no picture at \(requested)")
        }
        source.ahead = (image, found)
        source.reader = follows ? (reader, found, isUpright) : nil
        return (converted(image), actual(found))
    }

    /// Converts the planes of a picture here, so that its user does not wait for that.
    private func converted(_ image: CGImage) -> CGImage {
        image.withPixels { _ in }
        return image
    }

    /// Reads on to the picture of a time; nil if it is not reached.
    private func advance(_ reader: FrameReader, to time: Double, _ source: Source) throws -> (image: CGImage, time: Double)? {
        guard var current = source.ahead else { return nil }
        // The frame after the current one is known only once it is read, so that one is kept.
        while let (image, next) = try FileFrames.next(of: reader, source.use) {
            guard let image else { return nil }
            if next > time + 1e-6 {
                // What was read too far can't be put back: the next request begins anew unless it is later.
                source.ahead = (image, next)
                source.reader?.time = next
                return current
            }
            current = (image, next)
        }
        source.reader = nil
        return current
    }
}

extension Double {
    /// The whole part and the rest.
    fileprivate var splitAtPoint: (Int, Double) { (Int(rounded(.down)), self - rounded(.down)) }
}
