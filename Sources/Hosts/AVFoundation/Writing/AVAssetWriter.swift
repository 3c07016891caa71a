import AgateDiagnostics
import Agate
import FFmpeg
import Foundation
import ImageIO

/// The state that a writer, its inputs and their threads share. Thread-safe.
final class WriterSession: Sendable {
    private struct State {
        var status = AVAssetWriter.Status.unknown
        var error: AVError?
        var start: CMTime?
        var end: CMTime?
        var tracks: [WriterTrack] = []
        /// Ends the program that joins the tracks.
        var cancel: (@Sendable () -> Void)?
    }
    private let state = Locked(State())

    var status: AVAssetWriter.Status { state.withLock { $0.status } }
    var error: AVError? { state.withLock { $0.error } }
    var isWriting: Bool { status == .writing }
    var start: CMTime? { state.withLock { $0.start } }
    var end: CMTime? { state.withLock { $0.end } }
    var tracks: [WriterTrack] { state.withLock { $0.tracks } }

    func add(_ track: WriterTrack) { state.withLock { $0.tracks.append(track) } }
    func setTimes(_ body: (inout CMTime?, inout CMTime?) -> Void) { state.withLock { body(&$0.start, &$0.end) } }

    /// Changes the status if it is the given one.
    func change(from old: AVAssetWriter.Status, to new: AVAssetWriter.Status) -> Bool {
        state.withLock { state in
            guard state.status == old else { return false }
            state.status = new
            return true
        }
    }

    /// Notes a failure, if nothing else has ended the writing; returns false.
    @discardableResult
    func fail(_ error: AVError) -> Bool {
        stop(.failed, error)
        return false
    }

    func stop(_ status: AVAssetWriter.Status, _ error: AVError?) {
        let (tracks, cancel) = state.withLock { state -> ([WriterTrack], (@Sendable () -> Void)?) in
            guard state.status == .unknown || state.status == .writing else { return ([], nil) }
            (state.status, state.error) = (status, error)
            return (state.tracks, state.cancel)
        }
        cancel?()
        for track in tracks { track.cancel() }
    }

    /// Sets the block that ends the program that is waited for.
    func wait(on cancel: (@Sendable () -> Void)?) {
        let isOver = state.withLock { state in
            state.cancel = cancel
            return state.status != .writing
        }
        if isOver { cancel?() }
    }
}

/// A track that is being written: pending samples, and a thread that encodes them.
final class WriterTrack: Sendable {
    let session: WriterSession
    private let encoder: any TrackEncoder
    private let conveyor: Conveyor<WriterSample>
    private let isClosed = Locked(false)

    /// - Parameter onSpace: Called on another thread when a sample was taken.
    init(_ session: WriterSession, _ encoder: any TrackEncoder, limit: Int, onSpace: @escaping @Sendable () -> Void) {
        (self.session, self.encoder) = (session, encoder)
        conveyor = Conveyor(workers: 1, limit: limit) { [weak session] sample in
            guard let session, let start = session.start else { return }
            do { try encoder.write(sample, from: start) } catch {
                session.fail(AVError(writing: error))
                throw error
            }
            onSpace()
        }
    }

    var isReady: Bool { session.isWriting && !conveyor.isFull && !isClosed.withLock { $0 } }

    /// Waits while many samples are pending. Returns false after a failure.
    func put(_ sample: WriterSample) -> Bool { (try? conveyor.put(sample)) != nil }

    func close() { isClosed.withLock { $0 = true } }

    func cancel() {
        encoder.cancel()
        conveyor.cancel()
    }

    /// Waits until all samples are encoded; nil if there are none.
    func finish() throws -> EncodedTrack? {
        close()
        try conveyor.finish()
        return try encoder.finish(from: session.start ?? .zero, to: session.end)
    }
}

/// Writes samples to a file: pictures from pixel buffers, sound, and compressed samples as they are.
///
/// The file appears under its name when it is complete. An error or a cancellation leaves no file. An existing file is never
/// touched. Frames keep their own times.
open class AVAssetWriter: NSObject, @unchecked Sendable {
    // Unchecked: settings belong to the thread that begins to write; the rest is under a lock.
    /// The states of a writer.
    public enum Status: Int, Sendable {
        /// Writing has not begun.
        case unknown
        case writing
        /// The file is complete.
        case completed
        /// Writing failed; see the error.
        case failed
        case cancelled
    }

    /// The file.
    public final let outputURL: URL
    /// The type of the file.
    public final let outputFileType: AVFileType
    /// The metadata of the file, in the common form.
    open var metadata: [AVMetadataItem] = []
    /// A Boolean value that determines whether the file's index is at its beginning.
    open var shouldOptimizeForNetworkUse = false
    /// The seconds of media in each fragment of a film, so that a file which is not complete can be played as far as it goes; invalid, the
    /// default, writes no fragments. This writer's file has its name when it is complete, so fragments are for players that begin early.
    open var movieFragmentInterval = CMTime.invalid
    /// The timescale of the film's own times; 0 is ffmpeg's, 1000.
    open var movieTimeScale: CMTimeScale = 0
    /// The folder for temporary files; nil is that of the output.
    open var directoryForTemporaryFiles: URL?

    private let session = WriterSession()
    private let list = Locked<[AVAssetWriterInput]>([])
    private let output = Locked<Output?>(nil)
    private final class Output: @unchecked Sendable {
        // Unchecked: used by the thread that begins, and then by the one that finishes.
        let file: OutputFile
        /// The file beside which those of tracks are.
        let parts: OutputFile
        init(_ file: OutputFile, _ parts: OutputFile) { (self.file, self.parts) = (file, parts) }
        func discard() {
            file.discard()
            parts.discard()
        }
    }

    /// Creates a writer.
    /// - Throws: ``AVError`` for a type that can't be written, and for an address that is not a file's.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard outputURL.isFileURL else { throw AVError(.exportFailed, "\(outputURL): films can be written only to files") }
        guard [.mov, .mp4, .m4v, .m4a, .wav].contains(outputFileType) else {
            throw AVError(.exportFailed, "files of the type \(outputFileType.rawValue) can't be written")
        }
        (self.outputURL, self.outputFileType) = (outputURL, outputFileType)
    }
    /// Creates a writer.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    deinit {
        session.stop(.cancelled, nil)
        output.withLock { $0 }?.discard()
    }

    /// The state of the writer.
    open var status: Status { session.status }
    /// The reason for which writing failed.
    open var error: (any Error)? { session.error }
    /// The inputs.
    open var inputs: [AVAssetWriterInput] { list.withLock { $0 } }
    /// The kinds of media that the type of the file can have.
    open var availableMediaTypes: [AVMediaType] { outputFileType == .m4a || outputFileType == .wav ? [.audio] : [.video, .audio] }

    /// Returns whether settings can be used for a kind of media in the type of the file.
    open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        failure(AVAssetWriterInput(mediaType: mediaType, outputSettings: outputSettings)) == nil
    }
    /// Returns whether an input can be added: writing has not begun, it was not added, and its settings can be used.
    open func canAdd(_ input: AVAssetWriterInput) -> Bool {
        status == .unknown && input.track == nil && !inputs.contains { $0 === input } && failure(input) == nil
    }
    /// Adds an input. One that can't be added is left out, with a diagnostic.
    open func add(_ input: AVAssetWriterInput) {
        guard canAdd(input) else {
            let reason = failure(input).map { "\($0)" } ?? "it was added before, or writing has begun"
            Diagnostic.report("av.writer-misuse", "an input can't be added to an AVAssetWriter: \(reason)")
            return
        }
        list.withLock { $0.append(input) }
    }

    private func failure(_ input: AVAssetWriterInput) -> AVError? {
        guard availableMediaTypes.contains(input.mediaType) else {
            return AVError(
                .operationNotSupportedForAsset, "files of the type \(outputFileType.rawValue) can't have \(input.mediaType.rawValue)")
        }
        do throws(AVError) {
            try input.check(outputFileType)
            return nil
        } catch { return error }
    }

    /// Begins to write.
    /// - Returns: False if that failed; see `status` and `error`.
    @discardableResult
    open func startWriting() -> Bool {
        guard status == .unknown else {
            Diagnostic.report("av.writer-misuse", "an AVAssetWriter writes only once")
            return false
        }
        let inputs = inputs
        do {
            guard !inputs.isEmpty else { throw AVError(.unknown, "the writer has no inputs") }
            try checkFile()
            let file = try OutputFile(outputURL.path)
            let parts =
                try directoryForTemporaryFiles.map { try OutputFile($0.appendingPathComponent(outputURL.lastPathComponent).path) } ?? file
            let made = Output(file, parts)
            output.withLock { $0 = made }
            for (number, input) in inputs.enumerated() {
                try input.start(session, outputFileType, path: parts.part(number))
            }
            return session.change(from: .unknown, to: .writing)
        } catch {
            output.withLock { $0 }?.discard()
            return session.fail(AVError(writing: error))
        }
    }

    private func checkFile() throws {
        let name = outputURL.lastPathComponent
        guard !FileManager.default.fileExists(atPath: outputURL.path) else {
            throw AVError(.fileAlreadyExists, "\(name): there is already a file of this name")
        }
    }

    /// Begins the session at a time of the samples: it becomes the time 0 of the file. Earlier samples are left out, but the picture that
    /// shows at that time remains.
    open func startSession(atSourceTime startTime: CMTime) {
        guard status == .writing, startTime.isFraction, session.start == nil else {
            Diagnostic.report("av.writer-misuse", "a session begins once, after startWriting(), at a time that is a number")
            return
        }
        session.setTimes { start, _ in start = startTime }
        for input in inputs { input.wake() }
    }
    /// Ends the session at a time of the samples. Later samples are left out, and the last picture shows until then. Samples that were
    /// appended before and lie after the end are cut by encoding their track again.
    open func endSession(atSourceTime endTime: CMTime) {
        guard status == .writing, endTime.isFraction, let start = session.start, endTime >= start, session.end == nil else {
            Diagnostic.report("av.writer-misuse", "a session ends once, after its begin, at a time that is a number")
            return
        }
        session.setTimes { _, end in end = endTime }
    }

    /// Ends writing, and removes what was written.
    open func cancelWriting() {
        session.stop(.cancelled, nil)
        output.withLock { output in
            defer { output = nil }
            return output
        }?.discard()
    }

    /// Completes the file on another thread.
    /// - Parameter handler: Called on another thread when the file is complete, or writing failed or was cancelled; see `status`.
    open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        for input in inputs { input.markAsFinished() }
        Background.run {
            self.complete()
            handler()
        }
    }
    /// Completes the file.
    open func finishWriting() async {
        await withCheckedContinuation { continuation in finishWriting { continuation.resume() } }
    }

    // MARK: The end

    private func complete() {
        guard let output = output.withLock({ $0 }) else { return }
        do {
            guard session.isWriting else { throw FFmpegError.cancelled }
            guard session.start != nil else { throw AVError(.unknown, "the session was not begun") }
            var tracks: [(input: AVAssetWriterInput, track: EncodedTrack)] = []
            for input in inputs {
                if let track = try input.track?.finish() { tracks.append((input, track)) }
            }
            guard !tracks.isEmpty else { throw AVError(.unknown, "no samples were appended") }
            let joined = try FrameWriter(FFmpeg.installed(), try arguments(tracks, output.file.path ?? ""))
            session.wait(on: { joined.cancel() })
            defer { session.wait(on: nil) }
            try joined.finish()
            try checkFile()
            guard session.isWriting else { throw FFmpegError.cancelled }
            try output.file.commit()
            output.parts.discard()
            _ = session.change(from: .writing, to: .completed)
        } catch {
            session.fail(AVError(writing: error))
            output.discard()
        }
        self.output.withLock { $0 = nil }
    }

    /// Returns the arguments that join the tracks into the file.
    private func arguments(_ tracks: [(input: AVAssetWriterInput, track: EncodedTrack)], _ path: String) throws -> [String] {
        var inputs: [String] = [], outputs: [String] = [], counts = (video: 0, audio: 0)
        let isNew = try FFmpeg.installed().isAtLeast(6, 0)
        for (index, one) in tracks.enumerated() {
            let (input, track) = one
            if track.start != 0 { inputs += ["-itsoffset", String(format: "%.6f", track.start)] }
            let turns = input.quarterTurns ?? 0, angle = (4 - turns) % 4 * 90
            if track.isPicture, turns != 0, isNew { inputs += ["-display_rotation:v:0", "\(angle)"] }
            inputs += ["-i", "file:\(track.path)"]
            outputs += ["-map", "\(index):\(track.isPicture ? "v" : "a"):0"]
            let stream = track.isPicture ? "v:\(counts.video)" : "a:\(counts.audio)"
            if track.isPicture { counts.video += 1 } else { counts.audio += 1 }
            if let cut = track.cut {
                inputs.insert(contentsOf: ["-t", String(format: "%.6f", cut.duration)], at: inputs.count - 2)
                outputs += cut.arguments.map { $0 == "-c:v" || $0 == "-c:a" ? "-c:\(stream)" : $0 }
                if track.isPicture { outputs += [isNew ? "-fps_mode" : "-vsync", "passthrough"] }
            } else {
                outputs += ["-c:\(stream)", "copy"]
            }
            if let last = track.last {
                // Files have no duration of the last frame but this.
                outputs += [
                    "-bsf:\(stream)",
                    "setts=pts=PTS:dts=DTS:duration=if(eq(PTS\\,\(last.ticks))+eq(N\\,\(last.count - 1))\\,\(last.duration)\\,DURATION)",
                ]
            }
            if track.isPicture, turns != 0, !isNew { outputs += ["-metadata:s:\(stream)", "rotate=\(angle)"] }
            if !input.marksOutputTrackAsEnabled { outputs += ["-disposition:\(stream)", "0"] }
            if let language = input.languageCode { outputs += ["-metadata:s:\(stream)", "language=\(language)"] }
        }
        if let timescale = tracks.map(\.track.timescale).max(), timescale > 0 { outputs += ["-video_track_timescale", "\(timescale)"] }
        outputs += ["-map_metadata", "-1", "-fflags", "+bitexact"]
        for (key, text) in AVMetadataItem.tags(of: metadata).sorted(by: { $0.key < $1.key }) { outputs += ["-metadata", "\(key)=\(text)"] }
        let format = outputFileType == .mov ? "mov" : outputFileType == .m4a ? "ipod" : outputFileType == .wav ? "wav" : "mp4"
        if format != "wav" {
            var flags = shouldOptimizeForNetworkUse ? "+faststart+write_colr" : "+write_colr"
            if movieFragmentInterval.isFraction, movieFragmentInterval > .zero {
                // Without an index of its own, which network use would put at the beginning.
                flags = "+write_colr+delay_moov+default_base_moof"
                outputs += ["-frag_duration", "\(Int64((movieFragmentInterval.seconds * 1e6).rounded()))"]
            }
            if movieTimeScale > 0 { outputs += ["-movie_timescale", "\(movieTimeScale)"] }
            outputs += ["-movflags", flags]
        }
        return ["-xerror"] + inputs + outputs + ["-f", format, "-y", "file:\(path)"]
    }
}
