import AgateDiagnostics
import Foundation

/// A selector that is performed later. Unchecked: it is immutable, except for its cancellation, which is protected by the lock of the
/// waiting calls.
final class DelayedCall: @unchecked Sendable {
    let target: AnyObject
    let selector: Selector
    private let argument: Any?
    private var cancelWaiting: (() -> Void)?

    private static let waiting = Locked<[ObjectIdentifier: [DelayedCall]]>([:])

    init(target: AnyObject, selector: Selector, argument: Any?) {
        self.target = target
        self.selector = selector
        self.argument = argument
    }

    func run() { selector.send(to: target, [argument]) }

    /// Returns true if the argument is equal by `isEqual`, or the same object.
    func hasArgument(_ other: Any?) -> Bool {
        switch (argument, other) {
        case (nil, nil): return true
        case (let a?, let b?):
            if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
            return a as AnyObject === b as AnyObject
        default: return false
        }
    }

    func schedule(after delay: TimeInterval, _ modes: [RunLoop.Mode]) {
        let delay = delay > 0 ? delay : 0
        // The waiting timer retains this call, and therefore the target.
        if let host = HostTimers.current {
            let entry = host.add(after: delay) { self.fire() }
            wait { entry.cancel() }
        } else {
            // On Linux, Foundation's own `init(timeInterval:repeats:block:)` is due immediately.
            let timer = Timer(fire: Date(timeIntervalSinceNow: delay), interval: 0, repeats: false) { _ in self.fire() }
            wait { timer.invalidate() }
            for mode in modes { RunLoop.current.add(timer, forMode: mode) }
        }
    }

    private func wait(_ cancel: @escaping () -> Void) {
        cancelWaiting = cancel
        Self.waiting.withLock { $0[ObjectIdentifier(target), default: []].append(self) }
    }

    private func fire() {
        let isWaiting = Self.waiting.withLock { waiting in
            let id = ObjectIdentifier(target)
            guard let index = waiting[id]?.firstIndex(where: { $0 === self }) else { return false }
            waiting[id]?.remove(at: index)
            if waiting[id]?.isEmpty == true { waiting[id] = nil }
            return true
        }
        if isWaiting { run() }
    }

    static func cancel(_ target: AnyObject, _ matches: (DelayedCall) -> Bool) {
        let all = waiting.withLock { $0[ObjectIdentifier(target)] } ?? []
        // Arguments are compared by their own code, outside the lock.
        let cancelled = all.filter(matches)
        waiting.withLock { waiting in
            let id = ObjectIdentifier(target)
            waiting[id]?.removeAll { call in cancelled.contains { $0 === call } }
            if waiting[id]?.isEmpty == true { waiting[id] = nil }
        }
        for call in cancelled { call.cancelWaiting?() }
    }
}
