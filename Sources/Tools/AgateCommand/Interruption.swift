import AgateDiagnostics
import CPOSIX
import FFmpeg
import Foundation
import Synchronization

/// Control-C and similar signals, as a flag that loops check, so that they can clean up.
///
/// A thread is notified of the signal too and kills child processes that are waited for, so that every wait ends. If the work has not ended
/// three seconds later, or at the second signal, that thread removes the temporary files and ends the process.
enum Interruption {
    private static let number = Atomic<Int32>(0)
    private static let isWatching = Atomic<Bool>(false)
    /// The descriptor to which the handler writes a byte for the thread.
    private static let wakes = Atomic<Int32>(-1)
    /// The time for the work to end by itself, in seconds.
    private static let grace = 3.0

    /// The signal that was received; 0 if there was none.
    static var signal: Int32 { number.load(ordering: .relaxed) }

    /// Installs the signal handlers.
    /// - Parameter finishesWork: True if current work is completed after the first signal, without a time limit.
    static func watch(finishesWork: Bool = false) {
        guard !isWatching.exchange(true, ordering: .relaxed) else { return }
        var input: Int32 = -1, output: Int32 = -1
        if agate_pipe(&input, &output, 0) == 0 {
            wakes.store(output, ordering: .relaxed)
            let input = input
            let thread = Thread { wait(input, finishesWork) }
            thread.name = "agate.signals"
            thread.stackSize = 1 << 19
            thread.start()
        }
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
            Foundation.signal(signal) { signal in
                let before = errno
                _ = Interruption.number.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
                var byte: UInt8 = 1
                _ = write(Interruption.wakes.load(ordering: .relaxed), &byte, 1)
                errno = before
            }
        }
    }

    /// Makes exceeding the file size limit an error of the write, instead of the end of the program.
    static func survivesLimits() { Foundation.signal(SIGXFSZ) { _ in } }

    /// - Throws: ``Interrupted``, once a signal was received.
    static func check() throws { if signal != 0 { throw Interrupted(signal: signal) } }

    private static func wait(_ input: Int32, _ finishesWork: Bool) {
        var byte: UInt8 = 0
        while read(input, &byte, 1) < 0, errno == EINTR {}
        if !finishesWork { Children.endAll() }
        var question = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        while poll(&question, 1, finishesWork ? -1 : Int32(grace * 1000)) < 0, errno == EINTR {}
        Children.endAll()
        TemporaryFiles.removeAll()
        _exit(128 + signal)
    }
}

/// A signal ended the work; no partial output remains.
struct Interrupted: Error {
    let signal: Int32
}
