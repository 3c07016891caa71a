import AgateDiagnostics
import CPOSIX
import Foundation

/// A child process, with pipes to its input and from its output.
///
/// Its standard error is read continuously on a dedicated thread, so the child never blocks on it. The child inherits nothing but the three
/// descriptors. If it exits while this process writes to it, the result is an error, not a signal. A child that makes no progress while a
/// caller waits for it is killed (``Stall``). Thread-safe, with one writer and one reader at a time.
package final class ChildProcess: Sendable {
    /// The destination of its standard output.
    package enum Output: Sendable {
        case none, pipe
        /// An open descriptor of this process, which the caller must close.
        case descriptor(Int32)
    }

    private struct State {
        var input: Int32
        var output: Int32
        /// The exit code, the negative number of the signal that ended it, or nil while it runs.
        var status: Int32?
        /// The number of bytes that passed through its pipes.
        var moved = 0
        /// The number of calls that wait for it to read, write or exit.
        var waiters = 0
        /// True if it was killed for making no progress.
        var hasStalled = false
    }

    private let name: String
    /// The process identifier, also of its process group, to which its own children belong.
    let pid: pid_t
    /// The time that it may make no progress while a caller waits for it, in seconds; nil is unlimited.
    let patience: Double?
    private let state: Locked<State>
    private let complaints: ErrorReader

    /// Starts a program.
    /// - Parameters:
    ///   - path: The program's file.
    ///   - hasInput: True to use ``write(_:)``; its standard input is empty otherwise.
    ///   - patience: The time in seconds that it may make no progress while a caller waits for it; nil is unlimited.
    ///   - onErrorLine: Called with every line of its standard error, on another thread.
    package init(
        _ path: String, _ arguments: [String], hasInput: Bool, output: Output, patience: Double? = nil,
        onErrorLine: (@Sendable (Substring) -> Void)? = nil
    ) throws(FFmpegError) {
        guard !Children.isClosed else { throw .cancelled }
        self.patience = patience
        var opened: [Int32] = []
        func failure(_ code: Int32) -> FFmpegError {
            for descriptor in opened { close(descriptor) }
            return .cannotStart(path, reason: String(cString: strerror(code)))
        }
        /// Creates a pipe. A large one has space for about a frame, which reduces switches between the processes.
        func pipe(isLarge: Bool) throws(FFmpegError) -> (read: Int32, write: Int32) {
            var ends = (read: Int32(-1), write: Int32(-1))
            let code = agate_pipe(&ends.read, &ends.write, isLarge ? 1 << 20 : 0)
            guard code == 0 else { throw failure(code) }
            opened += [ends.read, ends.write]
            return ends
        }
        let input = hasInput ? try pipe(isLarge: true) : nil
        var outputPipe: (read: Int32, write: Int32)?
        if case .pipe = output { outputPipe = try pipe(isLarge: true) }
        let errors = try pipe(isLarge: false)

        var actions = posix_spawn_file_actions_t(), attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // Each of the three descriptors is opened or duplicated over the one of this process.
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input.read, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, errors.write, 2)
        switch output {
        case .none: posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        case .pipe: if let outputPipe { posix_spawn_file_actions_adddup2(&actions, outputPipe.write, 1) }
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
        }
        // The child inherits no signal mask and no ignored signals. It has its own process group, so Control-C in the terminal is delivered
        // to this process, which cleans up.
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var list: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for text in list { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, &list, environ)
        guard code == 0 else { throw failure(code) }
        for descriptor in [input?.read, outputPipe?.write, errors.write].compactMap({ $0 }) { close(descriptor) }
        name = URL(fileURLWithPath: path).lastPathComponent
        self.pid = pid
        state = Locked(State(input: input?.write ?? -1, output: outputPipe?.read ?? -1))
        complaints = ErrorReader(errors.read, onErrorLine)
        Children.add(self)
    }

    deinit {
        kill()
        _ = wait()
        closeInput()
        Children.remove(pid)
        state.withLock { state in
            if state.output >= 0 { close(state.output) }
            state.output = -1
        }
    }

    // MARK: Pipes

    /// Writes bytes; returns when all are written. Returns false if the child accepts no more.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let descriptor = state.withLock { $0.input }
        guard descriptor >= 0, let start = bytes.baseAddress else { return descriptor >= 0 }
        return awaited {
            let code = agate_write_all(descriptor, start, bytes.count)
            state.withLock { $0.moved &+= bytes.count }
            return code == 0
        }
    }

    /// Closes its standard input.
    package func closeInput() {
        state.withLock { state in
            if state.input >= 0 { close(state.input) }
            state.input = -1
        }
    }

    /// Reads until the buffer is full or its output ends; returns the number of bytes.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let descriptor = state.withLock { $0.output }
        guard descriptor >= 0, let start = buffer.baseAddress else { return 0 }
        return awaited {
            var done = 0
            while done < buffer.count {
                let count = Foundation.read(descriptor, start + done, buffer.count - done)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                done += count
                state.withLock { $0.moved &+= count }
            }
            return done
        }
    }

    private func awaited<Result>(_ body: () -> Result) -> Result {
        state.withLock { $0.waiters += 1 }
        defer { state.withLock { $0.waiters -= 1 } }
        return body()
    }

    /// The count that indicates progress: bytes that were read or written; nil while no caller waits for it, or after its end.
    var pulse: Int? { state.withLock { $0.waiters > 0 && $0.status == nil ? $0.moved : nil } }

    /// Kills it for making no progress.
    func giveUp() {
        state.withLock { $0.hasStalled = true }
        kill()
    }

    /// Returns the rest of its output.
    package func readToEnd() -> Data {
        var data = Data(), part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = part.withUnsafeMutableBytes { read(into: $0) }
            data.append(contentsOf: part.prefix(count))
            if count < part.count { return data }
        }
    }

    // MARK: End

    /// Kills it and the processes that it started, if it runs.
    package func kill() { state.withLock { if $0.status == nil { _ = Foundation.kill(-pid, SIGKILL) } } }

    /// Sends it a signal, if it runs.
    package func send(_ signal: Int32) {
        state.withLock { if $0.status == nil { _ = Foundation.kill(pid, signal) } }
    }

    /// Waits for its end; returns the exit code, or the negative number of the signal that ended it.
    package func wait() -> Int32 {
        if let status = state.withLock({ $0.status }) { return status }
        // The wait does not reap the process, so a concurrent `kill` can't hit an unrelated one with the same identifier.
        var info = siginfo_t()
        awaited { while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {} }
        return state.withLock { state in
            if let status = state.status { return status }
            var raw: Int32 = 0
            let signal: Int32
            if waitpid(pid, &raw, 0) == pid {
                signal = raw & 0x7F
                state.status = signal == 0 ? raw >> 8 & 0xFF : -signal
            } else {
                // A program that ignores SIGCHLD loses exit codes, so success can't be determined.
                state.status = 255
            }
            return state.status ?? 255
        }
    }

    /// Waits for its end, and throws its error output if it failed. `onErrorLine` has been called with every line by then.
    package func finish() throws(FFmpegError) {
        closeInput()
        let status = wait()
        complaints.wait()
        guard status != 0 else { return }
        if Children.isClosed { throw .cancelled }
        if let patience, state.withLock({ $0.hasStalled }) { throw .stalled(program: name, seconds: Int(patience.rounded(.up))) }
        throw .failed(program: name, status: status, message: complaints.tail())
    }
}

/// Reads a descriptor to its end on a dedicated thread, and keeps the last lines except those that ffmpeg marks as information.
private final class ErrorReader: Sendable {
    private let kept = Locked<[Substring]>([])
    private let isDone = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32, _ onLine: (@Sendable (Substring) -> Void)?) {
        let kept = kept, isDone = isDone
        let thread = Thread {
            var rest: [UInt8] = [], part = [UInt8](repeating: 0, count: 4096)
            func take(_ bytes: ArraySlice<UInt8>) {
                let line = Substring(decoding: bytes.prefix(2000), as: UTF8.self)
                if let onLine { onLine(line) }
                if line.contains("[info]") { return }
                kept.withLock { lines in
                    lines.append(line)
                    if lines.count > 12 { lines.removeFirst() }
                }
            }
            while true {
                let count = Foundation.read(descriptor, &part, part.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                rest += part.prefix(count)
                while let end = rest.firstIndex(where: { $0 == 10 || $0 == 13 }) {
                    take(rest[..<end])
                    rest.removeFirst(end + 1)
                }
                // No program that is run here writes lines this long, so the line is discarded.
                if rest.count > 1 << 16 { rest.removeAll() }
            }
            if !rest.isEmpty { take(rest[...]) }
            close(descriptor)
            isDone.signal()
        }
        thread.name = "agate.ffmpeg"
        thread.stackSize = 1 << 19
        thread.start()
    }

    /// Waits until all has been read; call it after the program's end. Processes that the program started may keep the descriptor open
    /// longer, so the wait is limited to 2 seconds.
    func wait() {
        _ = isDone.wait(timeout: .now() + 2)
        isDone.signal()
    }

    /// Returns the last lines, joined into one; call it after ``wait()``.
    func tail() -> String {
        let lines = kept.withLock { $0 }.map {
            $0.replacingOccurrences(of: "[error] ", with: "").replacingOccurrences(of: "[fatal] ", with: "").trimmingCharacters(
                in: .whitespaces)
        }.filter { !$0.isEmpty }
        return lines.suffix(4).joined(separator: "; ")
    }
}
