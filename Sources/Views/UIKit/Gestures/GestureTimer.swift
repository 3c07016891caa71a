import QuartzCore

/// Calls once when the host's clock has come to a time, at the refresh that follows it.
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
