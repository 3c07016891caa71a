import AgateDiagnostics

/// Who wants to know that a source has something new. Any thread.
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

    /// Keeps a call that asks for another frame; it is dropped once it answers false.
    package func listen(_ wake: @escaping @Sendable () -> Bool) {
        state.withLock { state in
            state.listeners.append(Listener(number: state.count, wake: wake))
            state.count += 1
        }
    }

    /// Something has come.
    package func notify() {
        // Called outside the lock, where they may tell and listen themselves.
        let gone = state.withLock { $0.listeners }.filter { !$0.wake() }.map(\.number)
        guard !gone.isEmpty else { return }
        state.withLock { $0.listeners.removeAll { gone.contains($0.number) } }
    }
}
