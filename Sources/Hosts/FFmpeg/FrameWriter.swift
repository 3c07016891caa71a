import AgateDiagnostics
import Foundation

/// Writes raw frames to the ffmpeg program. One thread writes and finishes; any thread may cancel.
package final class FrameWriter: Sendable {
    private let process: ChildProcess
    private let isCancelled = Locked(false)

    /// Starts the program.
    /// - Parameters:
    ///   - arguments: All arguments; the input is `pipe:0`.
    ///   - output: A descriptor for `pipe:1`, if the film is not written to a file.
    package init(_ program: FFmpeg, _ arguments: [String], output: Int32? = nil) throws(FFmpegError) {
        process = try ChildProcess(
            program.path, ["-nostdin", "-hide_banner", "-v", "error"] + arguments, hasInput: true,
            output: output.map { .descriptor($0) } ?? .none, patience: Stall.limit)
    }

    /// Writes bytes of frames; waits until they are accepted.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError) {
        if process.write(bytes) { return }
        try stopped()
    }

    /// Ends the film, and waits until it is written.
    package func finish() throws(FFmpegError) {
        do { try process.finish() } catch { throw isCancelled.withLock { $0 } ? .cancelled : error }
    }

    /// Kills the program immediately; its output is not a valid film.
    package func cancel() {
        isCancelled.withLock { $0 = true }
        process.kill()
    }

    /// Throws the reason for which the program accepts no more frames.
    private func stopped() throws(FFmpegError) -> Never {
        try finish()
        throw .failed(program: "ffmpeg", status: 0, message: "it exited before the end of the film")
    }
}
