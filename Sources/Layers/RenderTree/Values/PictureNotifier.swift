import AgateDiagnostics

/// The listeners that are notified of new pictures of a source. Thread-safe.
package final class PictureNotifier: Sendable {
    private struct Listener {
        let number: Int
        let wake: @Sendable () -> Bool
    }
    private struct State {
        var listeners: [Listener] = []
        var count = 0
    }
    private let state = Locked(State())

    package init() {}

    /// Adds a closure that requests another frame. It is removed once it returns false.
    package func listen(_ wake: @escaping @Sendable () -> Bool) {
        state.withLock { state in
            state.listeners.append(Listener(number: state.count, wake: wake))
            state.count += 1
        }
    }

    /// Notifies the listeners of a new picture.
    package func notify() {
        // Called outside the lock, since the closures may call this object.
        let gone = state.withLock { $0.listeners }.filter { !$0.wake() }.map(\.number)
        guard !gone.isEmpty else { return }
        state.withLock { $0.listeners.removeAll { gone.contains($0.number) } }
    }
}
