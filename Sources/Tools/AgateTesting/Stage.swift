import Agate
import AgateRecording
import Foundation
import QuartzCore

/// Shows layers or views in a bitmap, at times that the test chooses, and plays input on them.
///
///     let stage = Stage(size: CGSize(width: 320, height: 200))
///     stage.add(button)
///     stage.tap(button)
///     stage.settle()
///     assertPicture(stage, named: "pressed")
///
/// Time stands still between the calls: each of them takes as long as its gesture would, in the stage's own time, and what it shows depends
/// on what was done when, not on the machine. Completion blocks, delegates and display links are called on the way, and so is work of the
/// main queue, what `DispatchQueue.main.asyncAfter` and `Task.sleep` on the main actor wait for, `perform(_:with:afterDelay:)`, and timers
/// with a selector, if they were begun inside the stage's calls. A `Timer` with a block waits for the machine's clock. Use a stage on the
/// thread that owns the layers; with views, that is the main actor.
public final class Stage {
    /// The host beneath: its layer is the root, its clock the time.
    public let host: OffscreenHost
    // Values that there are anyway: it costs a test next to nothing, and one that fails shows what led there.
    private let recorder: Recorder?

    /// What was committed and shown since the stage was made: `Replay` and `agate replay` show it again, without the test. Of very long
    /// tests the last part.
    public func recording() -> Recording { recorder?.recording() ?? Recording(of: host) }

    /// An empty stage.
    /// - Parameters:
    ///   - size: in points.
    ///   - scale: pixels a point.
    ///   - background: what lies under everything; white unless said otherwise.
    ///   - geometryFlipped: whether y grows downwards, as on iOS.
    ///   - refreshRate: frames a second: the steps of gestures, and the rate of display links.
    public init(
        size: CGSize, scale: CGFloat = 1, background: CGColor? = .white, geometryFlipped: Bool = true, refreshRate: Double = 60
    ) {
        host = OffscreenHost(size: size, scale: scale, background: background, geometryFlipped: geometryFlipped, refreshRate: refreshRate)
        var options = Recorder.Options()
        options.capacity = 20_000
        recorder = Recorder(host, options: options)
        step = 1 / (refreshRate.isFinite && refreshRate > 0 ? refreshRate : 60)
    }

    /// A stage as large as a layer, which stands on it.
    public convenience init(_ layer: CALayer, scale: CGFloat = 1, background: CGColor? = .white) {
        self.init(size: layer.bounds.size, scale: scale, background: background)
        perform {
            layer.position = CGPoint(x: layer.bounds.width * layer.anchorPoint.x, y: layer.bounds.height * layer.anchorPoint.y)
            host.layer.addSublayer(layer)
        }
    }

    /// Seconds from one frame to the next.
    let step: Double
    /// Views stand in it, once there are any.
    var window: AnyObject?

    /// The root of the tree.
    public var layer: CALayer { host.layer }
    /// The stage's time, in seconds.
    public var now: CFTimeInterval { host.now }
    /// What shows.
    public func image() -> CGImage { host.image() }

    /// Puts a layer on the stage.
    public func add(_ layer: CALayer) { perform { host.layer.addSublayer(layer) } }

    /// Runs a piece of program as one turn of a run loop: what it changes is committed at its end.
    @discardableResult
    public func perform<Result>(_ changes: () throws -> Result) rethrows -> Result { try host.perform(changes) }

    // MARK: Time

    /// Lets time pass, in seconds.
    public func advance(by seconds: CFTimeInterval) { host.advance(by: seconds) }

    /// Whether nothing moves any more: no animation runs or waits, and no display link runs.
    public var isStill: Bool { host.isStill }

    /// Lets time pass until nothing moves. What moves for ever fails the test after `limit` seconds of the stage's time.
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

    /// The layers that have animations, for a message.
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

    /// What shows now and after each of equal steps, side by side in one picture.
    public func sheet(every step: CFTimeInterval, count: Int, columns: Int = 6) -> CGImage {
        var sheet = FrameSheet(columns: columns)
        sheet.add(host, every: step, count: max(1, count))
        return sheet.image() ?? image()
    }
}
