import AgateDiagnostics
import Foundation

/// Reads the samples of an asset's tracks, in order: pictures as pixel buffers, sound as samples, or both compressed as they are.
///
/// Files are read by the ffmpeg program. Settings belong to the thread that begins to read; then each output is used by one thread at a
/// time, and any thread may cancel.
open class AVAssetReader: NSObject, @unchecked Sendable {
    // Unchecked: settings belong to the thread that begins to read; the rest is under a lock.
    /// The states of a reader.
    public enum Status: Int, Sendable {
        /// Reading has not begun.
        case unknown
        case reading
        /// All samples of all outputs were read.
        case completed
        /// Reading failed; see the error.
        case failed
        /// Reading was cancelled.
        case cancelled
    }

    /// The asset.
    public final let asset: AVAsset
    private struct State {
        var status = Status.unknown
        var error: AVError?
        var outputs: [AVAssetReaderOutput] = []
        var finished: Set<ObjectIdentifier> = []
    }
    private let state = Locked(State())
    private final var range = CMTimeRange(start: .zero, duration: .positiveInfinity)

    /// Creates a reader of an asset.
    /// - Throws: ``AVError`` if the asset can't be read.
    public init(asset: AVAsset) throws {
        if let failure = asset.failure { throw failure }
        self.asset = asset
    }

    deinit { cancelReading() }

    /// The state of the reader.
    open var status: Status { state.withLock { $0.status } }
    /// The reason for which the reader failed.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The outputs.
    open var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }
    /// The range that is read; all by default. It can't be changed after reading has begun, and invalid ranges are ignored.
    open var timeRange: CMTimeRange {
        get { range }
        set {
            guard status == .unknown, newValue.isValid, newValue.start.isFraction else {
                Diagnostic.report("av.reader-misuse", "the range \(newValue) of an AVAssetReader is invalid or comes too late")
                return
            }
            range = newValue
        }
    }

    /// Returns whether an output can be added: reading has not begun, it belongs to no reader, and its tracks are the asset's.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        guard status == .unknown, output.reader == nil, !outputs.contains(where: { $0 === output }) else { return false }
        return output.tracks.allSatisfy { track in
            track.mediaType == output.mediaType && asset.tracks.contains { $0 === track }
        }
    }
    /// Adds an output. One that can't be added is left out, with a diagnostic.
    open func add(_ output: AVAssetReaderOutput) {
        guard canAdd(output) else {
            Diagnostic.report("av.reader-misuse", "an output can't be added to an AVAssetReader; see canAdd(_:)")
            return
        }
        output.reader = self
        state.withLock { $0.outputs.append(output) }
    }

    /// Begins to read.
    /// - Returns: False if that failed; see `status` and `error`.
    @discardableResult
    open func startReading() -> Bool {
        let outputs = state.withLock { $0.status == .unknown ? $0.outputs : nil }
        guard let outputs else {
            Diagnostic.report("av.reader-misuse", "an AVAssetReader reads only once")
            return false
        }
        do throws(AVError) {
            guard !outputs.isEmpty else { throw AVError(.unknown, "the reader has no outputs") }
            let whole = CMTimeRange(start: .zero, duration: asset.duration)
            let read = whole.duration.isFraction ? range.intersection(whole) : range
            for output in outputs { try output.begin(read) }
            state.withLock { $0.status = .reading }
            return true
        } catch {
            for output in outputs { output.end() }
            state.withLock { ($0.status, $0.error) = (.failed, error) }
            return false
        }
    }

    /// Ends reading; samples that are being read on another thread are nil.
    open func cancelReading() {
        let outputs = state.withLock { state -> [AVAssetReaderOutput] in
            guard state.status == .reading || state.status == .unknown else { return [] }
            state.status = .cancelled
            return state.outputs
        }
        for output in outputs { output.end() }
    }

    /// Notes that an output has no more samples.
    final func finished(_ output: AVAssetReaderOutput) {
        state.withLock { state in
            state.finished.insert(ObjectIdentifier(output))
            if state.status == .reading, state.outputs.allSatisfy({ state.finished.contains(ObjectIdentifier($0)) }) {
                state.status = .completed
            }
        }
    }

    /// Records that reading failed. A cancellation is not a failure.
    final func fail(_ error: AVError) {
        let outputs = state.withLock { state -> [AVAssetReaderOutput] in
            guard state.status == .reading else { return [] }
            (state.status, state.error) = (.failed, error)
            return state.outputs
        }
        for output in outputs { output.end() }
    }
}
