import Foundation

// A function of glibc and musl; their headers declare it only for C with the GNU extensions.
@_silgen_name("pthread_getattr_np")
private func attributes(of thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32

/// Measures the rest of the calling thread's stack, and provides a larger stack if it is short.
///
/// While draw ops are made, nested groups are nested calls. The tree bounds their number, but a thread of a program may have half a
/// megabyte of stack, and an unoptimised build takes twenty kilobytes for each.
struct StackRoom {
    /// The stack needed by one more group with all its calls; the largest is `extent(of:depth:)`, 64 calls deep.
    #if DEBUG
    private static let least: UInt = 1 << 20
    #else
    private static let least: UInt = 192 << 10
    #endif
    private static let large = 64 << 20

    /// The thread to which `lowest` belongs. Cached, since querying the bounds of the main thread's stack reads a file.
    private var thread: pthread_t?
    private var lowest: UInt = 0

    /// Returns true if there may be too little stack for another group.
    mutating func isShort() -> Bool {
        let current = pthread_self()
        if thread != current {
            lowest = Self.lowestAddress()
            thread = current
        }
        var mark: UInt8 = 0
        let here = withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
        // AddressSanitizer keeps variables elsewhere.
        return here >= lowest && here - lowest < Self.least
    }

    private static func lowestAddress() -> UInt {
        var found = pthread_attr_t()
        guard attributes(of: pthread_self(), &found) == 0 else { return .max }
        defer { pthread_attr_destroy(&found) }
        var start: UnsafeMutableRawPointer?, size = 0
        guard pthread_attr_getstack(&found, &start, &size) == 0, let start else { return .max }
        return UInt(bitPattern: start)
    }

    /// Runs `body` on a separate thread with a large stack, and waits for it.
    /// - Returns: false if the thread can't be created; `body` did not run.
    static func onLargeStack(_ body: () -> Void) -> Bool {
        withoutActuallyEscaping(body) { body in
            final class Box { let body: () -> Void; init(_ body: @escaping () -> Void) { self.body = body } }
            var attributes = pthread_attr_t(), thread = pthread_t()
            guard pthread_attr_init(&attributes) == 0 else { return false }
            defer { pthread_attr_destroy(&attributes) }
            guard pthread_attr_setstacksize(&attributes, large) == 0 else { return false }
            let box = Unmanaged.passRetained(Box(body))
            let status = pthread_create(
                &thread, &attributes,
                { argument in
                    Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
                    return nil
                }, box.toOpaque())
            guard status == 0 else {
                box.release()
                return false
            }
            pthread_join(thread, nil)
            return true
        }
    }
}
