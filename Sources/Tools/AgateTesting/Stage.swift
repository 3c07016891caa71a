import Agate
import AgateRecording
import Foundation
import QuartzCore

/// Shows layers or views in a bitmap, at times that the test chooses, and sends input to them.
///
///     let stage = Stage(size: CGSize(width: 320, height: 200))
///     stage.add(button)
///     stage.tap(button)
///     stage.settle()
///     assertPicture(stage, named: "pressed")
///
/// Time does not advance between the calls. Each call takes as long as its gesture, in the stage's own time, and the picture depends only
/// on the calls and their times, not on the machine. During a call, completion blocks, delegates and display links are called, and so is
/// work of the main queue, work after `DispatchQueue.main.asyncAfter` and `Task.sleep` on the main actor, `perform(_:with:afterDelay:)`,
/// and timers with a selector, if they were started inside the stage's calls. A `Timer` with a block waits for the machine's clock. Use a
/// stage on the thread that owns the layers; with views, that is the main actor.
public final class Stage {
    /// The underlying host: its layer is the root, its clock the time.
    public let host: OffscreenHost
    // It records values that exist anyway, so it costs a test almost nothing, and a failure can show the events that preceded it.
    private let recorder: Recorder?

    /// Returns everything that was committed and shown since the stage was created. `Replay` and `agate replay` show it again, without the
    /// test. For very long tests, it is the last part.
    public func recording() -> Recording { recorder?.recording() ?? Recording(of: host) }

    /// Creates an empty stage.
    /// - Parameters:
    ///   - size: The size in points.
    ///   - scale: The scale in pixels per point.
    ///   - background: The background colour; white by default.
    ///   - geometryFlipped: True if y increases downwards, as on iOS.
    ///   - refreshRate: The frame rate in frames per second: the steps of gestures, and the rate of display links.
    public init(
        size: CGSize, scale: CGFloat = 1, background: CGColor? = .white, geometryFlipped: Bool = true, refreshRate: Double = 60
    ) {
        host = OffscreenHost(size: size, scale: scale, background: background, geometryFlipped: geometryFlipped, refreshRate: refreshRate)
        var options = Recorder.Options()
        options.capacity = 20_000
        recorder = Recorder(host, options: options)
        step = 1 / (refreshRate.isFinite && refreshRate > 0 ? refreshRate : 60)
    }

    /// Creates a stage with the size of a layer, and adds the layer.
    public convenience init(_ layer: CALayer, scale: CGFloat = 1, background: CGColor? = .white) {
        self.init(size: layer.bounds.size, scale: scale, background: background)
        perform {
            layer.position = CGPoint(x: layer.bounds.width * layer.anchorPoint.x, y: layer.bounds.height * layer.anchorPoint.y)
            host.layer.addSublayer(layer)
        }
    }

    /// The duration of a frame in seconds.
    let step: Double
    /// The window that contains the views, once there are any.
    var window: AnyObject?

    /// The root of the tree.
    public var layer: CALayer { host.layer }
    /// The stage's time, in seconds.
    public var now: CFTimeInterval { host.now }
    /// Returns the present picture.
    public func image() -> CGImage { host.image() }

    /// Adds a layer to the stage.
    public func add(_ layer: CALayer) { perform { host.layer.addSublayer(layer) } }

    /// Runs a closure as one turn of a run loop: its changes are committed at the end.
    @discardableResult
    public func perform<Result>(_ changes: () throws -> Result) rethrows -> Result { try host.perform(changes) }

    // MARK: Time

    /// Advances time by a number of seconds.
    public func advance(by seconds: CFTimeInterval) { host.advance(by: seconds) }

    /// A Boolean value that indicates whether nothing moves: no animation runs or waits, and no display link runs.
    public var isStill: Bool { host.isStill }

    /// Advances time until nothing moves. An endless animation fails the test after `limit` seconds of the stage's time.
    @discardableResult
    public func settle(
        within limit: CFTimeInterval = 60, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) -> Bool {
        let end = now + limit
        while !isStill {
            guard now + step <= end else {
                failTest("something still moves after \(limit) s: \(moving())", SourcePlace(fileID, filePath, line, column))
                return false
            }
            advance(by: step)
        }
        return true
    }

    /// Returns the layers that have animations, for a message.
    private func moving() -> String {
        var names: [String] = []
        var waiting = [host.layer]
        while let layer = waiting.popLast() {
            for key in layer.animationKeys() ?? [] {
                names.append("\(Swift.type(of: layer))\(layer.name.map { " \"\($0)\"" } ?? "") (\(key))")
            }
            waiting += (layer.sublayers ?? []).reversed()
        }
        return names.isEmpty ? "a display link" : names.prefix(8).joined(separator: ", ")
    }

    // MARK: Film

    /// Returns the pictures of the present time and after each of equal steps, side by side in one picture.
    public func sheet(every step: CFTimeInterval, count: Int, columns: Int = 6) -> CGImage {
        var sheet = FrameSheet(columns: columns)
        sheet.add(host, every: step, count: max(1, count))
        return sheet.image() ?? image()
    }
}
