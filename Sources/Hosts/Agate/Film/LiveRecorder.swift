import AgateDiagnostics
import QuartzCore

/// Records the pictures of a live host at a constant rate, while the host shows them.
///
///     let recorder = try LiveRecorder(to: .file(url), size: CGSize(width: 640, height: 480), framesPerSecond: 30)
///     let host = LiveHost(size: CGSize(width: 640, height: 480)) { recorder.take($0) }
///     ...
///     try recorder.finish()
///
/// Each frame of the film is the picture that was shown at its time; the first one is the first frame that was taken. While nothing
/// changes, the picture is repeated. If the encoder can't keep up, the previous picture is repeated instead of making the host wait;
/// ``droppedFrames`` counts these frames. Thread-safe.
public final class LiveRecorder: Sendable {
    private struct State {
        let recorder: FilmRecorder
        /// The last picture that was taken, and the rows of it that differ from the film's last frame.
        var picture: [UInt32]
        var changed = 0..<0
        /// The media time of the film's first frame.
        var begin: Double?
        /// Missing frames before this number repeat the film's last one: the encoder was behind when they were due.
        var skippedEnd = 0
        var failure: FilmError?
        var isOver = false
        var dropped = 0
    }

    private struct Unchecked: @unchecked Sendable {
        // Unchecked: the recorder in it is used only under the lock.
        var state: State
    }
    private let state: Locked<Unchecked>

    /// The frame rate of the film.
    public let framesPerSecond: Double

    /// Opens a film.
    /// - Parameters:
    ///   - size: The host's size, in points.
    ///   - scale: The host's scale, in pixels per point.
    /// - Throws: ``FilmError``, before anything is recorded.
    public init(
        to destination: FilmDestination, size: CGSize, scale: CGFloat = 1, framesPerSecond: Double = 60,
        options: FilmOptions = FilmOptions()
    ) throws(FilmError) {
        let viewport = Viewport(size: size, scale: scale, background: nil, geometryFlipped: true)
        let width = Int(viewport.width), height = Int(viewport.height)
        // A change of encoder processes between segments would delay the film.
        var options = options
        options.segmentLength = 0
        let recorder = try FilmRecorder(to: destination, width: width, height: height, framesPerSecond: framesPerSecond, options: options)
        self.framesPerSecond = recorder.framesPerSecond
        state = Locked(Unchecked(state: State(recorder: recorder, picture: [UInt32](repeating: 0, count: width * height))))
    }

    /// The number of frames of the film that show an outdated picture, because the encoder was behind.
    public var droppedFrames: Int { state.withLock { $0.state.dropped } }

    /// Records a frame of the host; call it in the host's `onFrame`. A frame of another size is ignored, with a diagnostic.
    public func take(_ frame: LiveFrame) {
        let changes = frame.changes
        frame.withPixels { pixels, width, height, stride in
            take(FramePixels(pixels, width: width, height: height, stride: stride), at: frame.time, changes)
        }
    }

    func take(_ frame: FramePixels, at time: Double, _ changes: [CGRect]) {
        state.withLock { box in
            guard !box.state.isOver, box.state.failure == nil else { return }
            let width = box.state.recorder.width, height = box.state.recorder.height
            guard frame.width == width, frame.height == height else {
                Diagnostic.reportOnce(
                    "film.frame-size", key: "\(frame.width)x\(frame.height)",
                    "a frame of \(frame.width)x\(frame.height) pixels does not fit a film of \(width)x\(height); it is skipped")
                return
            }
            Self.fill(&box.state, before: time)
            let isFirst = box.state.begin == nil
            var rows = isFirst ? 0..<height : 0..<0
            for rect in changes where !rect.isEmpty && !isFirst {
                let own = max(0, Int(rect.minY))..<min(height, Int(rect.maxY))
                rows = rows.isEmpty ? own : min(rows.lowerBound, own.lowerBound)..<max(rows.upperBound, own.upperBound)
            }
            box.state.picture.withUnsafeMutableBufferPointer { picture in
                guard let base = picture.baseAddress else { return }
                for row in rows { (base + row * width).update(from: frame.pixels + row * frame.stride, count: width) }
            }
            if isFirst { box.state.begin = time }
            let old = box.state.changed
            box.state.changed =
                old.isEmpty ? rows : rows.isEmpty ? old : min(old.lowerBound, rows.lowerBound)..<max(old.upperBound, rows.upperBound)
        }
    }

    /// Ends the film at a media time, by default the present, and waits until it is complete.
    public func finish(at time: CFTimeInterval? = nil) throws(FilmError) {
        let end = time ?? HostClock.now
        // From here on frames are ignored, so the remaining state belongs to this call alone, and no wait happens under the lock.
        let box = state.withLock { box -> Unchecked? in
            guard !box.state.isOver else { return nil }
            box.state.isOver = true
            return box
        }
        guard var last = box?.state else { return }
        Self.fill(&last, before: end, waits: true)
        let dropped = last.dropped
        state.withLock { $0.state.dropped = dropped }
        if let failure = last.failure {
            last.recorder.cancel()
            throw failure
        }
        try last.recorder.finish()
    }

    /// Stops the recording and removes its output.
    public func cancel() {
        state.withLock { box in
            guard !box.state.isOver else { return }
            box.state.isOver = true
            box.state.recorder.cancel()
        }
    }

    /// Appends the frames of the film that are due before a time; they show the last picture.
    private static func fill(_ state: inout State, before time: Double, waits: Bool = false) {
        guard let begin = state.begin, state.failure == nil else { return }
        let recorder = state.recorder
        // A frame at exactly this time shows the new picture. Times are sums of many frame durations, so a small tolerance applies.
        let due = ((time - begin) * recorder.framesPerSecond - 1e-3).rounded(.up)
        let count = max(due.isFinite ? Int(min(max(due, 0), 1e9)) : 0, waits ? 1 : 0)
        while recorder.frameCount < count {
            if recorder.isBusy, !waits {
                state.dropped += count - max(state.skippedEnd, recorder.frameCount)
                state.skippedEnd = count
                return
            }
            let isRepeated = recorder.frameCount > 0 && recorder.frameCount < state.skippedEnd
            do throws(FilmError) {
                try state.picture.withUnsafeBufferPointer { buffer throws(FilmError) in
                    guard let pixels = buffer.baseAddress else { return }
                    let frame = FramePixels(pixels, width: recorder.width, height: recorder.height, stride: recorder.width)
                    try recorder.append(frame, changed: isRepeated ? 0..<0 : state.changed)
                }
                if !isRepeated { state.changed = 0..<0 }
            } catch {
                state.failure = error
                return
            }
        }
    }
}
