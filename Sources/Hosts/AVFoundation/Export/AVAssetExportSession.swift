import AgateDiagnostics
import Foundation

/// Writes an asset to a file, with its sound: encoded as a preset has it, composed by a video composition and mixed by an audio mix.
///
/// Layers of the composition's animation tool are committed on the thread that starts the export, and drawn on another. The file appears
/// when it is complete; after an error or a cancellation there is none, and an existing file is never touched. The same asset gives the
/// same bytes in every run.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    // Unchecked: settings belong to the thread that starts the export; the rest is under a lock.
    /// The states of an export.
    public enum Status: Int, Sendable {
        case unknown
        /// The export waits to begin.
        case waiting
        case exporting
        case completed
        /// The export failed; see `error`.
        case failed
        case cancelled
    }

    /// The asset.
    public final let asset: AVAsset
    /// The name of the preset.
    public final let presetName: String
    private let preset: ExportPreset

    /// The file to write; nothing may have its name.
    open var outputURL: URL?
    /// The type of the file.
    open var outputFileType: AVFileType?
    /// The range of the asset; all by default. What lies outside the asset is left out.
    open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// The rules by which films are composed; nil shows the first film as it is.
    open var videoComposition: AVVideoComposition? {
        get { rules.composition }
        set { rules = ComposingRules(newValue) }
    }
    /// The compositor that composes the frames; nil if the composition has no custom one.
    open var customVideoCompositor: (any AVVideoCompositing)? { rules.compositor }
    private var rules = ComposingRules(nil)
    /// The volumes of tracks; nil mixes all tracks as they are.
    open var audioMix: AVAudioMix?
    /// The way in which scaled sound changes its speed.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral
    /// The metadata of the file, in the common form; nil keeps that of the asset.
    open var metadata: [AVMetadataItem]?
    /// A Boolean value that determines whether the file's index is at its beginning, so that it plays while it is loaded.
    open var shouldOptimizeForNetworkUse = false
    /// The folder for temporary files; nil is that of the output.
    open var directoryForTemporaryFiles: URL?
    /// A Boolean value that determines whether the media may be read more than once for better quality. It makes no difference: presets
    /// have a quality that one pass keeps.
    open var canPerformMultiplePassesOverSourceMediaData = false
    /// A Boolean value that determines whether several encoders may work at once. It makes no difference: encoders use all cores.
    open var allowsParallelizedExport = true

    /// The states of an export over time.
    public enum State: Sendable {
        /// The export was not begun.
        case pending
        /// The export waits to begin.
        case waiting
        /// The export works; the argument is the part that is done.
        case exporting(progress: Progress)
    }

    /// Returns the states of the export, now and at intervals, until it ends.
    open func states(updateInterval interval: TimeInterval = .infinity) -> AsyncStream<State> {
        // The interval is at most a second, so that the end is not missed; a state that has not changed is left out.
        let pause = UInt64(min(max(interval.isNaN ? 1 : interval, 0.01), 1) * 1e9), progress = Progress(totalUnitCount: 1000)
        return AsyncStream { continuation in
            let task = Task {
                var last: Status?, sent = Date.distantPast
                while !Task.isCancelled {
                    let status = self.status
                    progress.completedUnitCount = Int64(self.progress * 1000)
                    let isDue = Date().timeIntervalSince(sent) >= interval
                    switch status {
                    case .unknown: if last != status { continuation.yield(.pending) }
                    case .waiting: if last != status { continuation.yield(.waiting) }
                    case .exporting:
                        if last != status || isDue {
                            continuation.yield(.exporting(progress: progress))
                            sent = Date()
                        }
                    case .completed, .failed, .cancelled:
                        continuation.finish()
                        return
                    }
                    last = status
                    try? await Task.sleep(nanoseconds: pause)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private struct Progression {
        var status = Status.unknown
        var error: AVError?
        var job: ExportJob?
    }
    private let state = Locked(Progression())

    /// Creates a session; nil if the preset is not supported.
    public init?(asset: AVAsset, presetName: String) {
        guard let preset = ExportPreset.all.first(where: { $0.name == presetName }) else { return nil }
        self.asset = asset
        self.presetName = presetName
        self.preset = preset
        super.init()
    }

    /// Returns the names of the supported presets.
    open class func allExportPresets() -> [String] { ExportPreset.all.map(\.name) }
    /// Returns the names of the presets that can export an asset.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        let hasFilm = asset.tracks.contains { $0.mediaType == .video }, hasSound = asset.tracks.contains { $0.mediaType == .audio }
        return ExportPreset.all.filter { $0.isSoundOnly ? hasSound : $0.isCopy ? hasFilm || hasSound : hasFilm }.map(\.name)
    }
    /// Returns whether a preset can export an asset to a type of file.
    open class func compatibility(
        ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
    ) async -> Bool {
        guard let preset = ExportPreset.all.first(where: { $0.name == presetName }) else { return false }
        guard (try? await Background.value({ asset.failure })) == .some(nil) else { return false }
        return exportPresets(compatibleWith: asset).contains(presetName) && (outputFileType.map(preset.fileTypes.contains) ?? true)
    }

    /// Determines whether a preset can export an asset to a type of file; the handler is called on another thread.
    open class func determineCompatibility(
        ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        Task.detached { handler(await compatibility(ofExportPreset: presetName, with: asset, outputFileType: outputFileType)) }
    }

    /// Determines the types of file to which the preset can export the asset; the handler is called on another thread.
    open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
        Task.detached { handler(await self.compatibleFileTypes) }
    }

    /// The types of file to which the preset can export the asset; none if it can't export it.
    open var compatibleFileTypes: [AVFileType] {
        get async {
            guard (try? await Background.value({ self.asset.failure })) == .some(nil) else { return [] }
            return Self.exportPresets(compatibleWith: asset).contains(presetName) ? preset.fileTypes : []
        }
    }
    /// The types of file that the preset supports.
    open var supportedFileTypes: [AVFileType] { preset.fileTypes }
    /// The state of the export.
    open var status: Status { state.withLock { $0.status } }
    /// The reason for which the export failed.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The part that is done, 0...1.
    open var progress: Float { state.withLock { $0.job }?.progress ?? (status == .completed ? 1 : 0) }

    /// Ends the export, which calls its handler with the status `cancelled`. An export that has not begun will not begin.
    open func cancelExport() {
        let job = state.withLock { state in
            if state.status == .unknown { state.status = .cancelled }
            return state.job
        }
        job?.cancel()
    }

    /// Begins the export.
    /// - Parameter handler: Called on another thread when the export is completed, failed or cancelled.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        begin { _ in handler() }
    }

    /// Exports to `outputURL`, and returns when the export is completed, failed or cancelled; see `status` and `error`.
    open func export(isolation: isolated (any Actor)? = #isolation) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in begin { _ in continuation.resume() } }
        } onCancel: {
            self.cancelExport()
        }
    }

    /// Exports to a file, and returns when it is complete.
    /// - Throws: ``AVError``, or `CancellationError` if the export was cancelled.
    open func export(to url: URL, as fileType: AVFileType, isolation: isolated (any Actor)? = #isolation) async throws {
        outputURL = url
        outputFileType = fileType
        await export(isolation: isolation)
        let (status, error) = state.withLock { ($0.status, $0.error) }
        if status == .cancelled { throw CancellationError() }
        if let error { throw error }
    }

    private func begin(_ done: @escaping @Sendable (AVError?) -> Void) {
        let isFirst = state.withLock { state in
            guard state.status == .unknown else { return false }
            state.status = .waiting
            return true
        }
        guard isFirst else {
            // A session exports once.
            state.withLock { state in
                if state.status == .cancelled { state.error = AVError(.operationCancelled, "the export was cancelled") }
            }
            Background.run { done(nil) }
            return
        }
        do throws(AVError) {
            guard let outputURL, let outputFileType else {
                throw AVError(.exportFailed, "the export session has no outputURL, or no outputFileType")
            }
            let job = try ExportJob(
                .init(
                    asset: asset, preset: preset, url: outputURL, type: outputFileType, range: timeRange, rules: rules,
                    mix: audioMix, algorithm: audioTimePitchAlgorithm, tags: AVMetadataItem.tags(of: metadata ?? asset.commonMetadata),
                    isFastStart: shouldOptimizeForNetworkUse, temporary: directoryForTemporaryFiles))
            let isCancelled = state.withLock { state in
                state.job = job
                defer { state.status = .exporting }
                return state.status == .cancelled
            }
            if isCancelled { job.cancel() }
            let thread = Thread { [self] in
                do throws(AVError) {
                    try job.run()
                    finish(nil, done)
                } catch { finish(error, done) }
            }
            thread.name = "agate.export"
            thread.start()
        } catch {
            Background.run { [self] in finish(error, done) }
        }
    }

    private func finish(_ error: AVError?, _ done: (AVError?) -> Void) {
        state.withLock { state in
            state.error = error
            state.status = error == nil ? .completed : error?.code == .operationCancelled ? .cancelled : .failed
            state.job = nil
        }
        done(error)
    }
}
