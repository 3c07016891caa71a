import Foundation
import Synchronization

/// Control-C and its kind, as a flag that loops look at, so that they can clean up. The second time ends the program at once.
enum Interruption {
    private static let number = Atomic<Int32>(0)

    /// The signal that came; 0 while none did.
    static var signal: Int32 { number.load(ordering: .relaxed) }

    /// From now on signals raise the flag.
    static func watch() {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            Foundation.signal(signal) { signal in
                if Interruption.number.exchange(signal, ordering: .relaxed) != 0 { _exit(128 + signal) }
            }
        }
    }

    /// - Throws: ``Interrupted``, once a signal has come.
    static func check() throws { if signal != 0 { throw Interrupted(signal: signal) } }
}

/// A signal ended the work; nothing half-made is left.
struct Interrupted: Error {
    let signal: Int32
}
