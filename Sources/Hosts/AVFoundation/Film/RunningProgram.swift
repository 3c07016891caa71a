import AgateDiagnostics
import FFmpeg

/// A process of ffmpeg that reads or writes.
protocol MediaProgram: AnyObject {
    /// Ends the process; callable on every thread.
    func cancel()
}
extension FrameReader: MediaProgram {}
extension PacketReader: MediaProgram {}
extension FrameWriter: MediaProgram {}

/// The program that one thread uses at present, and that another thread may cancel together with all that follow.
final class RunningProgram<Program: MediaProgram>: Sendable {
    private let state = Locked<(program: Program?, isCancelled: Bool)>((nil, false))

    var current: Program? { state.withLock { $0.program } }

    /// Makes a program the current one. It is cancelled immediately after a cancellation.
    func begin(_ program: Program) {
        let isCancelled = state.withLock { state in
            state.program = program
            return state.isCancelled
        }
        if isCancelled { program.cancel() }
    }

    /// Ends the current program; another one may begin.
    func end() {
        let program = state.withLock { state in
            defer { state.program = nil }
            return state.program
        }
        program?.cancel()
    }

    /// Ends the current program, and each one that begins later.
    func cancel() {
        let program = state.withLock { state in
            state.isCancelled = true
            return state.program
        }
        program?.cancel()
    }
}
