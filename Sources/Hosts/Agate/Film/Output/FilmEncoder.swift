import AgateDiagnostics
import FFmpeg
import Foundation

/// Writes frames to ffmpeg: all of them to one process, or a segment at a time.
///
/// Codecs encode a frame relative to the ones before it. If a plan has a segment length, each segment is encoded by a separate process, and
/// all segments are joined at the end without encoding again. So a part of a film that begins with a segment is identical to the same part
/// of the whole film. Segments begin at multiples of their length in the numbers of the whole film's frames.
///
/// One thread writes; `finish` must be called after its end; any thread may cancel.
final class FilmEncoder: Sendable {
    private struct State {
        var writer: FrameWriter
        /// The number of the next frame.
        var number: Int
        /// The complete segments and the one being written, in order.
        var files: [String]
        var isCancelled = false
    }

    private let plan: FilmPlan
    private let sound: FilmSoundtrack?
    private let captions: FilmCaptionTrack?
    private let target: Unchecked
    private let state: Locked<State>

    private struct Unchecked: @unchecked Sendable {
        // Unchecked: used by the thread that writes, and after its end.
        let target: FilmTarget
    }

    init(_ plan: FilmPlan, _ target: FilmTarget, _ encoder: FilmPlan.Encoder) throws(FilmError) {
        (self.plan, self.target) = (plan, Unchecked(target: target))
        sound = try FilmSoundtrack(plan.options, plan.format)
        captions = try FilmCaptionTrack(plan.options, plan.format)
        if sound != nil || captions != nil, target.path == nil {
            throw .unsupported("\(target.name): a film in a stream can't have sound or a track of captions; write it to a file")
        }
        let writer: FrameWriter
        do { writer = try FrameWriter(encoder.program, encoder.arguments, output: target.descriptor) } catch { throw FilmError(error) }
        state = Locked(State(writer: writer, number: plan.options.firstNumber, files: target.path.map { [$0] } ?? []))
    }

    /// Writes the next frame; waits until it is accepted.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        let (number, writer, isFirst) = state.withLock { ($0.number, $0.writer, $0.number == plan.options.firstNumber) }
        var current = writer
        if plan.segmentLength > 0, !target.target.isStream, !isFirst, number % plan.segmentLength == 0 { current = try next(after: writer) }
        try current.write(bytes)
        state.withLock { $0.number += 1 }
    }

    /// Ends a segment and begins another.
    private func next(after writer: FrameWriter) throws -> FrameWriter {
        try writer.finish()
        let path = target.target.segment(state.withLock { $0.files.count })
        guard let encoder = try plan.encoder(output: path) else { return writer }
        let next = try FrameWriter(encoder.program, encoder.arguments)
        let isCancelled = state.withLock { state in
            state.writer = next
            state.files.append(path)
            return state.isCancelled
        }
        if isCancelled { next.cancel() }
        return next
    }

    /// Ends the film, and waits until it is written.
    func finish() throws {
        let (writer, files, count) = state.withLock { ($0.writer, $0.files, $0.number - plan.options.firstNumber) }
        try writer.finish()
        let texts = captions?.text(duration: Double(count) / plan.rate.framesPerSecond)
        guard files.count > 1 || sound != nil || texts != nil else { return }
        let joined = target.target.segment(files.count)
        let join = try FilmJoin(
            files, plan.format, to: joined, sound: sound, samples: FilmSoundtrack.samples(frames: count, plan.rate),
            captions: try texts.flatMap { try FilmJoin.Captions($0, captions, to: target.target.segment(files.count + 1)) })
        let isCancelled = state.withLock { state in
            state.writer = join.writer
            return state.isCancelled
        }
        if isCancelled { join.writer.cancel() }
        try join.finish()
        try target.target.adopt(joined)
    }

    /// Ends the process immediately; its output is not a valid film.
    func cancel() {
        let writer = state.withLock { state in
            state.isCancelled = true
            return state.writer
        }
        writer.cancel()
    }

    /// Waits for the end of the process, after ``cancel()``.
    func wait() { try? state.withLock { $0.writer }.finish() }
}

/// A concatenation of films into one file by ffmpeg, without encoding pictures again; with a sound track, if there is one.
struct FilmJoin {
    let writer: FrameWriter
    private let list: [UInt8]

    /// Captions in a hidden file.
    struct Captions {
        let path: String, codec: String

        init?(_ text: String, _ track: FilmCaptionTrack?, to path: String) throws(FilmError) {
            guard let track else { return nil }
            (self.path, codec) = (path, track.codec)
            do { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) } catch {
                let code = SystemError.code(of: error) ?? EIO
                throw .exhausted(file: path, reason: SystemError.text(code))
            }
        }
    }

    init(
        _ files: [String], _ format: FilmFormat, to path: String?, descriptor: Int32? = nil, sound: FilmSoundtrack? = nil,
        samples: Int = 0, captions: Captions? = nil
    ) throws(FFmpegError) {
        let track = try sound?.arguments(firstInput: 1, samples: samples)
        list = Array(files.map { "file 'file:\($0.replacingOccurrences(of: "'", with: "'\\''"))'\n" }.joined().utf8)
        var arguments = [
            "-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe", "-i", "pipe:0",
        ]
        arguments += track?.inputs ?? []
        if let captions { arguments += ["-f", "srt", "-i", "file:\(captions.path)"] }
        arguments += ["-map", "0:v", "-c:v", "copy"] + (track?.output ?? []) + ["-fflags", "+bitexact"]
        if let captions { arguments += ["-map", "\(1 + (sound?.count ?? 0)):s", "-c:s", captions.codec, "-flags:s", "+bitexact"] }
        if format == .mp4 || format == .mov {
            arguments += ["-movflags", path == nil ? "+frag_keyframe+empty_moov+default_base_moof+write_colr" : "+faststart+write_colr"]
        }
        arguments += ["-f", format == .matroska ? "matroska" : format.rawValue, "-y", path.map { "file:\($0)" } ?? "pipe:1"]
        writer = try FrameWriter(FFmpeg.installed(), arguments, output: descriptor)
    }

    func finish() throws {
        try list.withUnsafeBytes { try writer.write($0) }
        try writer.finish()
    }
}
