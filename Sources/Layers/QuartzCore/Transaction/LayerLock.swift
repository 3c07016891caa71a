import AgateDiagnostics
import CRuntimeHooks
import CoreGraphics

/// The recursive lock of all layers, which every access to a layer's storage takes (Behaviour T10).
///
/// It is biased to the thread that uses it, so that it costs two stores in a program that changes layers only on its main thread: see
/// `CKernels/include/layer_lock.h`. It is held for loads and stores, and released before any code of the program is called. The program
/// itself may hold it across calls with `CATransaction.lock()`.
package enum LayerLock {
    @inline(__always)
    package static func lock() {
        #if DEBUG || AGATE_CHECKED
        agate_check_outside_of_innermost_locks()
        #endif
        agate_layer_lock()
    }
    @inline(__always) package static func unlock() { agate_layer_unlock() }

    @inline(__always)
    package static func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { agate_layer_unlock() }
        return try body()
    }

    /// Sets a stored property. The old value is released outside the lock, since that may run a `deinit` of the program.
    static func set<Value>(_ stored: inout Value, _ value: Value) {
        var old = value
        withLock { swap(&stored, &old) }
        withExtendedLifetime(old) {}
    }

    /// Sets or removes a key of a stored dictionary in the same way.
    static func set(_ stored: inout [String: Any], _ key: String, _ value: Any?) {
        let old = withLock { () -> Any? in
            if let value { stored.updateValue(value, forKey: key) } else { stored.removeValue(forKey: key) }
        }
        withExtendedLifetime(old) {}
    }

    /// True if the calling thread holds the lock.
    package static var isHeld: Bool { agate_layer_lock_depth() > 0 }

    /// Acquires the lock for the program; `unlockByProgram` releases it. Superfluous releases are reported and ignored.
    static func lockByProgram() {
        lock()
        agate_layer_lock_add_program(1)
    }

    static func unlockByProgram() {
        guard agate_layer_lock_program_depth() > 0 else {
            Diagnostic.report("transaction.unbalanced", "CATransaction.unlock() was called without lock()")
            return
        }
        agate_layer_lock_add_program(-1)
        unlock()
    }

    /// Debug check: code of the program is about to be called, so only the program itself may hold the lock.
    @inline(__always)
    package static func assertReleased(_ what: StaticString = #function) {
        #if DEBUG || AGATE_CHECKED
        precondition(
            agate_layer_lock_depth() == agate_layer_lock_program_depth(), "\(what) calls the program while the layers' lock is held")
        #endif
    }

    /// Debug check: the storage of layers is accessed.
    @inline(__always)
    package static func assertHeld(_ what: StaticString = #function) {
        #if DEBUG || AGATE_CHECKED
        precondition(agate_layer_lock_depth() > 0, "\(what) needs the layers' lock")
        #endif
    }
}
