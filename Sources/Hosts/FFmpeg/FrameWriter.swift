import AgateDiagnostics
import Foundation

/// Gives raw frames to the ffmpeg program. One thread writes and finishes; any may cancel.
package final class FrameWriter: Sendable {
    private let process: ChildProcess
    private let isCancelled = Locked(false)

    /// Starts the program.
    /// - Parameters:
    ///   - arguments: all but the program itself; the input is `pipe:0`.
    ///   - output: a descriptor for `pipe:1`, where the film does not go into a file.
    package init(_ program: FFmpeg, _ arguments: [String], output: Int32? = nil) throws(FFmpegError) {
        process = try ChildProcess(
            program.path, ["-nostdin", "-hide_banner", "-v", "error"] + arguments, hasInput: true,
            output: output.map { .descriptor($0) } ?? .none, patience: Stall.limit)
    }

    /// Gives bytes of frames; waits until they are taken.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError) {
        if process.write(bytes) { return }
        try stopped()
    }

    /// Ends the film, and waits until it is written.
    package func finish() throws(FFmpegError) {
        do { try process.finish() } catch { throw isCancelled.withLock { $0 } ? .cancelled : error }
    }

    /// Ends the program at once; what it has written is no film.
    package func cancel() {
        isCancelled.withLock { $0 = true }
        process.kill()
    }

    /// It takes no more frames: says why.
    private func stopped() throws(FFmpegError) -> Never {
        try finish()
        throw .failed(program: "ffmpeg", status: 0, message: "it exited before the end of the film")
    }
}
