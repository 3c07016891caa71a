import Foundation

/// Reads a part of a sound stream from the ffmpeg program, as interleaved 32-bit samples from an exact sample on.
package final class SoundReader: Sendable {
    /// A part of a stream, and its form.
    package struct Part: Sendable {
        package let file: URL
        package let stream: MediaProbe.Stream
        /// The first sample and the end, in samples of the stream since the file's time 0.
        package let range: Range<Int64>
        /// The sample rate of the result, and its channels: 1, or 2 as which streams of more are mixed.
        package let rate: Int, channels: Int
        /// The seconds of the stream in a second of the result.
        package var speed = 1.0
        /// True if the pitch stays at another speed.
        package var keepsPitch = true
        /// True if the file's times are exact, so that reading may begin in the middle.
        package var canSeek: Bool

        package init(file: URL, stream: MediaProbe.Stream, container: String, range: Range<Int64>, rate: Int, channels: Int) {
            (self.file, self.stream, self.range, self.rate, self.channels) = (file, stream, range, rate, channels)
            // In other containers times are rounded, or guessed after a seek.
            canSeek = (container.contains("mp4") || container == "wav") && stream.unit.denominator >= stream.sampleRate
        }
    }

    private let process: ChildProcess
    private let channels: Int
    private let silence: Silence

    private final class Silence: @unchecked Sendable {
        // Unchecked: used by the thread that reads.
        var count: Int
        init(_ count: Int) { self.count = count }
    }

    /// Begins to read.
    package init(_ part: Part) throws(FFmpegError) {
        let program = try FFmpeg.installed(), rate = part.stream.sampleRate
        // Decoders of compressed sound need some samples before those that count.
        let lead = Double(part.range.lowerBound) / Double(rate) - 1
        var arguments = ["-nostdin", "-hide_banner", "-nostats", "-v", "error", "-copyts"]
        let origin = part.stream.origin
        if origin == 0 { arguments.append("-start_at_zero") }
        if part.canSeek, lead > origin { arguments += ["-ss", String(format: "%.6f", lead - origin)] }
        // Gaps in the stream are filled. The first sample is chosen by its time, which is counted in samples.
        var filters = [
            "aresample=async=1", "atrim=start_pts=\(part.range.lowerBound):end_pts=\(part.range.upperBound)", "asetpts=N/SR/TB",
        ]
        if part.speed != 1 {
            if part.keepsPitch {
                // One stage is good from a half to twice the speed.
                var speed = part.speed
                while speed > 2 || speed < 0.5 {
                    let step = speed > 2 ? 2.0 : 0.5
                    filters.append("atempo=\(step)")
                    speed /= step
                }
                filters.append("atempo=\(speed)")
            } else {
                filters.append("asetrate=\(max(1, Int((Double(rate) * part.speed).rounded())))")
            }
        }
        filters += ["aresample=\(part.rate)", "aformat=sample_fmts=flt:channel_layouts=\(part.channels == 1 ? "mono" : "stereo")"]
        arguments += [
            "-i", FrameReader.input(part.file), "-map", "0:a:\(part.stream.number)", "-vn", "-sn", "-af", filters.joined(separator: ","),
            "-f", "f32le", "pipe:1",
        ]
        let late = max(0, part.stream.start.seconds - Double(part.range.lowerBound) / Double(rate))
        silence = Silence(Int((late / part.speed * Double(part.rate)).rounded()) * part.channels)
        channels = part.channels
        process = try ChildProcess(program.path, arguments, hasInput: false, output: .pipe, patience: Stall.limit)
    }

    /// Ends reading, including a read in progress on another thread.
    package func cancel() { process.kill() }

    /// Reads samples; those after the end are silence.
    package func read(into samples: UnsafeMutableBufferPointer<Float>) throws(FFmpegError) {
        let quiet = min(silence.count, samples.count)
        silence.count -= quiet
        for index in 0..<quiet { samples[index] = 0 }
        guard quiet < samples.count else { return }
        let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: samples[quiet...]))
        let count = process.read(into: rest) / 4
        guard quiet + count < samples.count else { return }
        for index in (quiet + count)..<samples.count { samples[index] = 0 }
        try process.finish()
    }
}
