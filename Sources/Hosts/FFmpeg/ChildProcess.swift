import AgateDiagnostics
import CPOSIX
import Foundation

/// A program that runs beside this one, with pipes to its input and from its output.
///
/// What it says on standard error is read all the time by a thread of its own, so that it never waits for us there. Nothing of this
/// process is handed down but the three descriptors; a program that goes away while we write to it is an answer, not a signal. One that
/// does nothing at all while it is waited for is ended (``Stall``). Safe on any thread, but for one writer and one reader at a time.
package final class ChildProcess: Sendable {
    /// Where its standard output goes.
    package enum Output: Sendable {
        case none, pipe
        /// To an open descriptor of this process, which stays ours to close.
        case descriptor(Int32)
    }

    private struct State {
        var input: Int32
        var output: Int32
        /// The exit code, the negative number of the signal that ended it, or nil while it runs.
        var status: Int32?
        /// Bytes that went through its pipes.
        var moved = 0
        /// How many calls wait for it to take, give or end.
        var waiters = 0
        /// Whether it was ended for doing nothing.
        var hasStalled = false
    }

    private let name: String
    /// Also the number of its group, to which what it starts belongs.
    let pid: pid_t
    /// How long it may do nothing while it is waited for; nil for ever.
    let patience: Double?
    private let state: Locked<State>
    private let complaints: ErrorReader

    /// Starts a program.
    /// - Parameters:
    ///   - path: the file.
    ///   - hasInput: whether ``write(_:)`` is wanted; its standard input is empty otherwise.
    ///   - patience: seconds that it may do nothing at all while it is waited for; nil is for ever.
    ///   - onErrorLine: called with every line of its standard error, on another thread.
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
        /// Large ones have room for a frame or so: fewer changes between the processes.
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
        // Each of the three is opened or copied over whatever this process has there.
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
        // No signal mask or ignored signal of ours; and a group of its own, so that Control-C in the terminal comes to us, who clean up.
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

    /// Gives it bytes; returns when it has taken them all. False when it takes no more.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let descriptor = state.withLock { $0.input }
        guard descriptor >= 0, let start = bytes.baseAddress else { return descriptor >= 0 }
        return awaited {
            let code = agate_write_all(descriptor, start, bytes.count)
            state.withLock { $0.moved &+= bytes.count }
            return code == 0
        }
    }

    /// Tells it that there is no more.
    package func closeInput() {
        state.withLock { state in
            if state.input >= 0 { close(state.input) }
            state.input = -1
        }
    }

    /// Reads until the buffer is full or its output ends; returns how many bytes came.
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

    /// What tells that it does something: bytes that it took or gave; nil while nobody waits for it, or it is over.
    var pulse: Int? { state.withLock { $0.waiters > 0 && $0.status == nil ? $0.moved : nil } }

    /// Ends it for doing nothing.
    func giveUp() {
        state.withLock { $0.hasStalled = true }
        kill()
    }

    /// All that is left of its output.
    package func readToEnd() -> Data {
        var data = Data(), part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = part.withUnsafeMutableBytes { read(into: $0) }
            data.append(contentsOf: part.prefix(count))
            if count < part.count { return data }
        }
    }

    // MARK: The end

    /// Ends it and what it has started, if it runs.
    package func kill() { state.withLock { if $0.status == nil { _ = Foundation.kill(-pid, SIGKILL) } } }

    /// Sends it a signal, if it runs.
    package func send(_ signal: Int32) {
        state.withLock { if $0.status == nil { _ = Foundation.kill(pid, signal) } }
    }

    /// Waits for its end; the exit code, or the negative number of the signal that ended it.
    package func wait() -> Int32 {
        if let status = state.withLock({ $0.status }) { return status }
        // Waited for without taking its number away, so that `kill` meanwhile can't hit a stranger.
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
                // A program that ignores SIGCHLD loses exit codes; whether it went well can't be known any more.
                state.status = 255
            }
            return state.status ?? 255
        }
    }

    /// Waits for its end, and throws what it said when that was no success. `onErrorLine` has been called with every line by then.
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

/// Reads a descriptor to its end on a thread of its own, and keeps the last lines but those that ffmpeg marks as mere information.
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
                // Nothing that we run writes such lines; no reason to keep one that somebody does.
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

    /// Waits until all has been read; called after the program's end. What the program started may hold the descriptor open for longer:
    /// then it is not waited for.
    func wait() {
        _ = isDone.wait(timeout: .now() + 2)
        isDone.signal()
    }

    /// The last lines, joined to one; called after ``wait()``.
    func tail() -> String {
        let lines = kept.withLock { $0 }.map {
            $0.replacingOccurrences(of: "[error] ", with: "").replacingOccurrences(of: "[fatal] ", with: "").trimmingCharacters(
                in: .whitespaces)
        }.filter { !$0.isEmpty }
        return lines.suffix(4).joined(separator: "; ")
    }
}
