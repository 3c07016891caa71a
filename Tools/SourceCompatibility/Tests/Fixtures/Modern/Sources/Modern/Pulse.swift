#if canImport(UIKit)
import UIKit

/// A view that pulses.
public final class Pulse: UIView {
    private(set) var ticks = 0
    private var link: CADisplayLink?

    public func start() {
        link = CADisplayLink(target: self, selector: #selector(tick))
        link?.add(to: .main, forMode: .common)
    }

    public func stop() { link?.invalidate() }

    @objc func tick(_ link: CADisplayLink) { ticks += 1 }
}
#else
#error("UIKit is there")
#endif
