import Agate
import Foundation

/// The time in seconds that `--at` on the command line names: a window shows this time and stands still.
public var heldTime: Double? {
    guard let index = CommandLine.arguments.firstIndex(of: "--at"), index + 1 < CommandLine.arguments.count else { return nil }
    return Double(CommandLine.arguments[index + 1])
}

/// Fills a window. With a time, the window shows the layers as they are so many seconds after they were added, and its time stands still;
/// then its title says so.
public func show(in window: WindowHost, heldAt time: Double?, _ fill: () throws -> Void) rethrows {
    if time != nil { window.layer.speed = 0 }
    try fill()
    guard let time else { return }
    // Animations begin at 0, with the transaction that added them, and so do particles, with their first frame.
    waitForFrame(of: window)
    window.layer.timeOffset = time
    waitForFrame(of: window)
    window.title += ", held at \(time) s"
}

/// Runs the run loop until a window shows what was committed.
private func waitForFrame(of window: WindowHost) {
    CATransaction.flush()
    func turn(_ seconds: Double) { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: seconds)) }
    while window.isOpen, window.statistics.presented == 0 { turn(0.01) }
    // A driver may take seconds for a frame, the first above all; a copy comes after it.
    while window.isOpen, window.renderer == .gpu, window.image() == nil { turn(0.01) }
    let end = Date(timeIntervalSinceNow: 0.3)
    while Date() < end { turn(0.1) }
}
