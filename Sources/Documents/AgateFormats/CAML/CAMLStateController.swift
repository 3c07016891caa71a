import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// Moves a scene from one state to another interactively, by a curve or by a spring, in either direction, as a finger does on a home
/// screen.
///
///     let controller = CAMLStateController(scene)
///     host.perform {
///         try controller.begin(from: "Locked", to: "Unlock")
///         controller.progress = 0.4                                   // the finger moves
///         controller.finish(.spring(duration: 0.5), velocity: 1.5)    // and is lifted
///     }
///
/// Every value that differs between the two states is interpolated by its kind: numbers, points, rectangles and colours linearly,
/// transforms by their components, paths by end points and control points, names and Boolean values in steps. Content that a state adds or
/// removes (layers, animations) changes halfway. Apple's counterpart is the private `CAStateController`; documents leave such transitions
/// empty, and the system animates them.
///
/// A scene runs one transition at a time: ``CAMLScene/setState(_:animated:)``, another controller, and the removal of the scene from its
/// host end it, and its values are then those of its end. Like its scene, a controller belongs to one thread.
public final class CAMLStateController {
    /// The timing of the rest of a transition.
    public enum Timing: Sendable {
        /// A curve. The duration in seconds is that of the whole transition; the rest takes its share.
        case curve(duration: Double, CAMediaTimingFunctionName)
        /// A spring that is at rest after about the given number of seconds. The bounce is from 0 (none) to 1.
        case spring(duration: Double, bounce: Double = 0)
    }

    /// The scene.
    public let scene: CAMLScene
    /// The state at progress 0; nil is the document without one.
    public private(set) var fromState: String?
    /// The state at progress 1.
    public private(set) var toState: String?

    private var values: [Value] = []
    private var stored: Double = 1
    /// The layer's copy of the progress' animation while the transition is running.
    private var running: CAAnimation?
    private static let progressKey = "agateStateProgress"

    private struct Value {
        let layer: CALayer
        let keyPath: String
        let from, to: PropertyValue?
    }

    /// Creates a controller for a scene, in its current state.
    public init(_ scene: CAMLScene) {
        self.scene = scene
        (fromState, toState) = (scene.state, scene.state)
    }

    /// Begins a transition, at progress 0, from the current state or the given one. A running transition ends at its current progress.
    /// - Throws: ``CAMLError`` for names that the document does not have, and for content that can't be created. The state and the values
    ///   then remain.
    public func begin(from: String?? = nil, to: String?) throws {
        let from = from ?? scene.state
        try scene.check(from)
        try scene.check(to)
        stop()
        values = try difference(from, to)
        (fromState, toState) = (from, to)
        progress = 0
    }

    /// The progress of the transition, 0...1; while it is running, its current presentation value. Setting it stops a running transition.
    /// NaN is ignored.
    public var progress: Double {
        get {
            guard let shown = scene.hostedLayer.presentation()?.value(forKey: Self.progressKey) as? NSNumber, isRunning else {
                return stored
            }
            return shown.doubleValue
        }
        set {
            guard !newValue.isNaN else { return }
            stop()
            show(min(max(newValue, 0), 1))
        }
    }

    /// A Boolean value that indicates whether the transition is running.
    public var isRunning: Bool {
        guard let running else { return false }
        return scene.hostedLayer.animation(forKey: Self.progressKey) === running
    }

    /// Continues to the end, or back to the beginning, from the current progress. Setting ``progress`` interrupts it at any time.
    /// - Parameters:
    ///   - timing: The timing; by default a spring of half a second.
    ///   - reversed: True to return to progress 0.
    ///   - velocity: The current rate of change of the progress, per second; negative values are backwards. Only springs use it.
    public func finish(_ timing: Timing = .spring(duration: 0.5), reversed: Bool = false, velocity: Double = 0) {
        let now = progress, end = reversed ? 0.0 : 1.0
        stop()
        let shown = values.map { Interpolation.value(from: $0.from, to: $0.to, progress: now) }
        show(end)
        guard now != end else { return }
        let pace = velocity.isFinite ? velocity / (end - now) : 0
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        for (value, start) in zip(values, shown) where start != (reversed ? value.from : value.to) {
            add(timing, to: value.layer, value.keyPath, from: start.map { Boxing.any($0) }, part: abs(end - now), velocity: pace)
        }
        running = add(
            timing, to: scene.hostedLayer, Self.progressKey, from: NSNumber(value: now), part: abs(end - now), velocity: pace)
        CATransaction.commit()
    }

    // MARK: Parts

    @discardableResult
    private func add(_ timing: Timing, to layer: CALayer, _ keyPath: String, from: Any?, part: Double, velocity: Double) -> CAAnimation? {
        let animation: CABasicAnimation
        switch timing {
        case .curve(let duration, let name):
            animation = CABasicAnimation(keyPath: keyPath)
            animation.timingFunction = CAMediaTimingFunction(name: name)
            animation.duration = max(duration.isFinite ? duration : 0, 0) * part
            guard animation.duration > 0 else { return nil }
        case .spring(let duration, let bounce):
            guard duration > 0, duration.isFinite else { return nil }
            let spring = CASpringAnimation(perceptualDuration: duration, bounce: CGFloat(min(max(bounce.isNaN ? 0 : bounce, 0), 1)))
            spring.keyPath = keyPath
            spring.initialVelocity = CGFloat(velocity)
            spring.duration = spring.settlingDuration
            animation = spring
        }
        animation.fromValue = from
        return scene.addInteractive(animation, to: layer, forKey: keyPath)
    }

    /// Stops the running transition, and leaves the model at its current progress. Also ends animations of a transition that is over, or
    /// that another controller runs.
    private func stop() {
        let wasRunning = isRunning, now = progress
        running = nil
        scene.endInteractive()
        if wasRunning { show(now) }
    }

    private func show(_ progress: Double) {
        stored = progress
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        // Content that can't be interpolated belongs to the nearer state.
        let nearer = progress < 0.5 ? fromState : toState
        if scene.state != nearer { try? scene.setState(nearer, animated: false) }
        setValues(progress)
        scene.hostedLayer.setValue(NSNumber(value: progress), forKey: Self.progressKey)
    }

    private func setValues(_ progress: Double) {
        for value in values {
            value.layer.setValue(
                Interpolation.value(from: value.from, to: value.to, progress: progress).map { Boxing.any($0) }, forKeyPath: value.keyPath)
        }
    }

    /// Returns the values that differ between two states. The scene is left in the first; in its state, with its values, if this throws.
    private func difference(_ from: String?, _ to: String?) throws -> [Value] {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        let before = scene.state
        do { return try ends(from, to) } catch {
            // The state was set before, so its content can be created.
            if scene.state != before { try? scene.setState(before, animated: false) }
            if before == (stored < 0.5 ? fromState : toState) { setValues(stored) }
            throw error
        }
    }

    private func ends(_ from: String?, _ to: String?) throws -> [Value] {
        try scene.setState(to, animated: false)
        let places = scene.places(of: from) + scene.places(of: to)
        var unique: [(layer: CALayer, keyPath: String)] = []
        for place in places where !unique.contains(where: { $0.layer === place.layer && $0.keyPath == place.keyPath }) {
            unique.append(place)
        }
        func read() -> [PropertyValue?] { unique.map { $0.layer.value(forKeyPath: $0.keyPath).map { Boxing.value($0) } } }
        let end = read()
        try scene.setState(from, animated: false)
        return zip(unique, zip(read(), end)).compactMap { place, values in
            values.0 == values.1 ? nil : Value(layer: place.layer, keyPath: place.keyPath, from: values.0, to: values.1)
        }
    }
}
