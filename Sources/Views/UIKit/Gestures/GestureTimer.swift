import QuartzCore

/// Calls a closure once, at the first refresh at or after a time of the host's clock.
@MainActor final class GestureTimer {
    private var link: CADisplayLink?

    func set(at time: Double, _ body: @escaping @MainActor () -> Void) {
        cancel()
        let link = CADisplayLink { [weak self] link in
            MainActor.assumeIsolated {
                guard CACurrentMediaTime() >= time - 1e-9 else { return }
                self?.cancel()
                body()
            }
        }
        link.add(to: .main, forMode: .common)
        self.link = link
    }

    func cancel() {
        link?.invalidate()
        link = nil
    }

    var isRunning: Bool { link != nil }
}
