import Foundation
import QuartzCore

extension WindowHost {
    /// Runs the run loop until what was committed is shown and no other frame comes. To be called where nothing moves for ever.
    package func waitUntilStill() {
        CATransaction.flush()
        var frames = -1
        while isOpen, failure == nil, statistics.presented == 0 || statistics.rendering.frames != frames {
            frames = statistics.rendering.frames
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.25))
            // A frame may take a driver seconds, the first above all; a copy comes after it.
            if renderer == .gpu { _ = image() }
        }
    }
}
