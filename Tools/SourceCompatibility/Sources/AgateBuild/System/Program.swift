import Foundation
import Synchronization

/// Other programs: the Swift toolchain.
///
/// A program that is started inherits the locks of this one (``FileLock``). Signals that ask this program to end go on to the one that
/// runs; when that has ended, this one ends with the signal's number and 128.
enum Program {
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The whole path of a program in PATH.
    static func find(_ name: String) throws -> String {
        if name.contains("/") { return name }
        for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
            let path = "\(folder)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw BuildError("\(name) is not in PATH; Agate needs Swift 6.1 or newer")
    }

    /// Runs a program and keeps what it prints.
    static func capture(_ name: String, _ arguments: [String]) throws -> Result {
        var output = Data(), errors = Data(), isShown = false
        let status = try start(name, arguments, pipes: [1, 2]) { stream, data in
            if stream == 1 { output += data } else { errors += data }
            // What is read here is shown to nobody, and a wait without a word looks like a fault.
            if stream == 2, !isShown, errors.range(of: Data("Another instance of SwiftPM".utf8)) != nil {
                isShown = true
                message("waiting for another run of SwiftPM in the same build folder")
            }
        }
        let result = Result(
            status: status, output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self))
        if status != 0 { try FullDisk.check(result.output + result.errors) }
        return result
    }

    /// Runs a program and passes each line that it prints, on either stream, to `line`.
    static func lines(_ name: String, _ arguments: [String], line: (String) -> Void) throws -> Int32 {
        var rest = Data(), disk: String?
        func pass(_ text: String) {
            disk = disk ?? FullDisk.sign(in: text)
            line(text)
        }
        let status = try start(name, arguments, pipes: [1], bothInOne: true) { _, data in
            rest.append(data)
            while let end = rest.firstIndex(of: 10) {
                pass(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                rest.removeSubrange(rest.startIndex...end)
            }
        }
        if !rest.isEmpty { pass(String(decoding: rest, as: UTF8.self)) }
        if status != 0, let disk { throw BuildError.fullDisk(disk) }
        return status
    }

    /// Runs a program on this one's streams.
    /// - Parameter asMessages: whether all that it prints goes to standard error: standard output is somebody else's.
    static func run(_ name: String, _ arguments: [String], asMessages: Bool = false) throws -> Int32 {
        // A terminal is passed on, with its colours and its lines that move; the compiler says there itself what is wrong.
        if !asMessages, isatty(1) == 1 || isatty(2) == 1 { return try start(name, arguments, pipes: []) { _, _ in } }
        var ends: [Int: Data] = [:], disk: String?
        let status = try start(name, arguments, pipes: [1, 2]) { stream, data in
            FileHandle(fileDescriptor: asMessages ? 2 : Int32(stream)).write(data)
            // A line may come in two pieces.
            let text = ends[stream, default: Data()] + data
            disk = disk ?? FullDisk.sign(in: String(decoding: text, as: UTF8.self))
            ends[stream] = text.lastIndex(of: 10).map { Data(text[($0 + 1)...]) } ?? text
        }
        if status != 0, let disk { throw BuildError.fullDisk(disk) }
        return status
    }

    /// Becomes the other program: signals, streams and the exit code are its own.
    static func become(_ name: String, _ arguments: [String]) throws -> Never {
        let path = try find(name)
        var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        pointers.append(nil)
        for signal in Signals.all + [SIGXFSZ] { Foundation.signal(signal, SIG_DFL) }
        fflush(nil)
        execv(path, &pointers)
        throw BuildError("\(path) can't be run", code: errno)
    }

    /// Starts a program, passes on what it writes into the streams that are pipes, and waits for its end.
    private static func start(
        _ name: String, _ arguments: [String], pipes streams: [Int], bothInOne: Bool = false, read: (Int, Data) -> Void
    ) throws -> Int32 {
        let path = try find(name)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if !streams.isEmpty { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
        var inputs: [Int32] = [], outputs: [Int32] = []
        defer { inputs.forEach { close($0) } }
        for stream in streams {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw BuildError("\(name) can't be run", code: errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            inputs.append(ends[0])
            outputs.append(ends[1])
            posix_spawn_file_actions_adddup2(&actions, ends[1], Int32(stream))
            if bothInOne { posix_spawn_file_actions_adddup2(&actions, ends[1], 2) }
        }
        var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        pointers.append(nil)
        defer { pointers.forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, path, &actions, nil, pointers, environ)
        outputs.forEach { close($0) }
        guard code == 0 else { throw BuildError("\(path) can't be run", code: code) }
        Signals.passOn(to: child)
        drain(inputs) { index, data in read(streams[index], data) }
        var state: Int32 = 0
        while waitpid(child, &state, 0) < 0, errno == EINTR {}
        Signals.endIfAsked()
        return state & 0x7f == 0 ? (state >> 8) & 0xff : 128 + state & 0x7f
    }

    /// Reads pipes to their ends, all at once: a full one would stop the program.
    private static func drain(_ pipes: [Int32], _ read: (Int, Data) -> Void) {
        var polls = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while polls.contains(where: { $0.fd >= 0 }) {
            guard poll(&polls, nfds_t(polls.count), -1) >= 0 || errno == EINTR else { return }
            for index in polls.indices where polls[index].fd >= 0 && polls[index].revents != 0 {
                let count = Foundation.read(polls[index].fd, &buffer, buffer.count)
                if count > 0 { read(index, Data(buffer[..<count])) } else if count == 0 || errno != EINTR { polls[index].fd = -1 }
            }
        }
    }
}

/// The signals that ask a program to end.
enum Signals {
    static let all = [SIGINT, SIGTERM, SIGHUP]
    private static let child = Atomic<pid_t>(0)
    private static let number = Atomic<Int32>(0)

    /// From now on they go to a child as well.
    static func passOn(to pid: pid_t) {
        child.store(pid, ordering: .relaxed)
        for signal in all {
            Foundation.signal(signal) { signal in
                let before = errno
                _ = Signals.number.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
                kill(Signals.child.load(ordering: .relaxed), signal)
                errno = before
            }
        }
        // One that came before there was a child has ended this program; one that came in between is passed on here.
        if number.load(ordering: .relaxed) != 0 { kill(pid, number.load(ordering: .relaxed)) }
    }

    private static let isNoting = Atomic<Bool>(false)

    /// From now on a signal is noted while no child runs, and ``endIfAsked()`` ends this program.
    static func note() {
        isNoting.store(true, ordering: .relaxed)
        for signal in all {
            Foundation.signal(signal) { signal in
                _ = Signals.number.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
            }
        }
    }

    /// The child is gone: the next signal ends this program at once, or is noted, and one that came ends it now.
    static func endIfAsked() {
        if isNoting.load(ordering: .relaxed) { note() } else { for signal in all { Foundation.signal(signal, SIG_DFL) } }
        if case let signal = number.load(ordering: .relaxed), signal != 0 { exit(128 + signal) }
    }
}

/// What tools say when there is no room left.
enum FullDisk {
    private static let signs = ["no space left on device", "disk quota exceeded", "disk is full"]

    /// The words that say it. Lines of sources, which the compiler shows behind their numbers, say nothing.
    static func sign(in text: String) -> String? {
        let text = text.lowercased()
        guard signs.contains(where: text.contains) else { return nil }
        for line in text.split(whereSeparator: \.isNewline) where !isSource(line) {
            if let sign = signs.first(where: line.contains) { return sign }
        }
        return nil
    }

    static func check(_ text: String) throws { if let sign = sign(in: text) { throw BuildError.fullDisk(sign) } }

    /// `12 | let text = "…"`
    private static func isSource(_ line: Substring) -> Bool {
        line.drop { $0 == " " }.drop(while: \.isNumber).drop { $0 == " " }.first == "|"
    }
}
