import Foundation
import QuartzCore

extension WindowHost {
    /// Runs the run loop until all commits are shown and no further frame is due. Call it only if nothing animates forever.
    package func waitUntilStill() {
        CATransaction.flush()
        var frames = -1
        while isOpen, failure == nil, statistics.presented == 0 || statistics.rendering.frames != frames {
            frames = statistics.rendering.frames
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.25))
            // A frame may take a driver seconds, especially the first; the copy is made after it.
            if renderer == .gpu { _ = image() }
        }
    }
}
