import AgateDiagnostics
import CPOSIX
import FFmpeg
import Foundation
import Synchronization

/// Control-C and its kind, as a flag that loops look at, so that they can clean up.
///
/// A thread sees the signal too and ends the programs that are waited for, so that no wait outlasts it. What is still not over three
/// seconds later, or at the second signal, is ended from there, after its temporary files have been taken away.
enum Interruption {
    private static let number = Atomic<Int32>(0)
    private static let isWatching = Atomic<Bool>(false)
    /// Where the handler writes a byte for the thread to read.
    private static let wakes = Atomic<Int32>(-1)
    /// Seconds that the work has to end by itself.
    private static let grace = 3.0

    /// The signal that came; 0 while none did.
    static var signal: Int32 { number.load(ordering: .relaxed) }

    /// From now on signals raise the flag.
    /// - Parameter finishesWork: whether what runs is brought to its end after the first signal, however long that takes.
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

    /// A file that may grow no further is an error of the call, not the end of the program.
    static func survivesLimits() { Foundation.signal(SIGXFSZ) { _ in } }

    /// - Throws: ``Interrupted``, once a signal has come.
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

/// A signal ended the work; nothing half-made is left.
struct Interrupted: Error {
    let signal: Int32
}
