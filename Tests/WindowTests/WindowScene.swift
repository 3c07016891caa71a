import Agate
import Foundation

/// A white window at a place of the virtual display, with its first frame shown.
func openWindow(
    _ title: String, at x: Int, _ y: Int, _ size: CGSize = CGSize(width: 200, height: 150), renderer: FrameRenderer = .automatic
) throws -> (WindowHost, VirtualDisplay) {
    let display = try VirtualDisplay.shared()
    var options = WindowOptions()
    options.position = CGPoint(x: x, y: y)
    options.background = .white
    options.renderer = renderer
    let window = try WindowHost(title: title, size: size, options: options)
    CATransaction.flush()
    turn(until: { window.statistics.presented > 0 }, "the first frame")
    return (window, display)
}

/// A translucent box with round corners, a border and a shadow.
func box(_ x: CGFloat, _ y: CGFloat, _ red: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: 60, height: 50)
    layer.cornerRadius = 13
    layer.borderWidth = 3
    layer.borderColor = CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.5)
    layer.backgroundColor = CGColor(red: red, green: 0.6, blue: 0.3, alpha: 0.8)
    layer.shadowOpacity = 0.5
    layer.shadowRadius = 4
    return layer
}

/// Waits until the screen has the newest frame, and no other comes.
func settle(_ window: WindowHost) {
    var last = (-1, -1)
    turn(until: {
        turn(for: 0.1)
        let now = (window.statistics.presented, window.statistics.rendering.frames)
        defer { last = now }
        return now == last
    })
}
