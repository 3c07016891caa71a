import AgateDiagnostics
import QuartzCore
import RenderTree

/// The layers whose properties can be animated by key path: all of them. The protocol passes the layer's own class to `animate`, so that
/// the key paths of a `CAShapeLayer` are those of a shape.
public protocol AnimatableLayer: CALayer {}
extension CALayer: AnimatableLayer {}

extension AnimatableLayer {
    /// Sets a property, and animates it from the value that is shown.
    ///
    ///     layer.animate(\.position, to: CGPoint(x: 200, y: 80), .spring(duration: 0.5, bounce: 0.2))
    ///     let end = await layer.animate(\.opacity, to: 0, .easeOut(0.2)).finished()
    ///
    /// The model has the new value when the call returns. The new animation replaces the one that was animating the property, and continues
    /// from its value and velocity in every component, so position and velocity have no discontinuity. A property that was set in the same
    /// transaction starts from that value.
    ///
    /// The call animates whether or not actions are enabled, inside and outside transactions. A key path that can't be animated sets its
    /// property and reports `animation.not-animatable`. A layer that is never shown gets the value immediately.
    ///
    /// Frames are animated as position and bounds. Colours fade from and to nothing (nil); other values that start from nil are set
    /// immediately. Call it on the layer's thread.
    /// - Parameters:
    ///   - keyPath: The property, or a part of it such as `\.position.x`.
    ///   - value: The new value; numbers that are not finite are refused.
    ///   - motion: The spring or curve, and its schedule.
    ///   - velocity: The initial velocity per second, in place of the one at which the value moves; for example that of a finger at its
    ///     release.
    /// - Returns: A handle to wait for the animation and to stop it.
    @discardableResult
    public func animate<Value>(
        _ keyPath: ReferenceWritableKeyPath<Self, Value>, to value: Value, _ motion: Motion, velocity: Value? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnimationHandle {
        var batch = AnimationBatch(motion)
        batch.set(self, keyPath, value, velocity: velocity, fileID: fileID, line: line)
        return batch.start()
    }

    /// Sets a property to the last of several values, and animates it through all of them, from the value that is shown. See
    /// `animate(_:to:_:)`.
    @discardableResult
    public func animate<Value>(
        _ keyPath: ReferenceWritableKeyPath<Self, Value>, _ keyframes: Keyframes<Value>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnimationHandle {
        var batch = AnimationBatch(.linear(keyframes.duration))
        batch.set(self, keyPath, keyframes, fileID: fileID, line: line)
        return batch.start()
    }
}

/// Animates several properties, of any layers, with a common end.
///
///     let handle = Agate.animate(.spring(duration: 0.4)) {
///         $0.set(card, \.position, p)
///         $0.set(shade, \.opacity, 0.5, .easeOut(0.2))
///     }
///
/// See `AnimatableLayer.animate(_:to:_:)` for the behaviour of each property.
@discardableResult
public func animate(_ motion: Motion, _ changes: (inout AnimationBatch) throws -> Void) rethrows -> AnimationHandle {
    var batch = AnimationBatch(motion)
    do {
        try changes(&batch)
    } catch {
        // The properties set before the error keep animating; no caller waits for them.
        _ = batch.start()
        throw error
    }
    return batch.start()
}

/// A collection of properties that are animated together.
public struct AnimationBatch {
    private let motion: Motion
    private let handle = AnimationHandle()

    init(_ motion: Motion) { self.motion = motion }

    /// Completes the batch and returns the handle of the animations that run.
    func start() -> AnimationHandle {
        handle.completion.leave(.finished)
        return handle
    }

    /// Sets a property and animates it.
    /// - Parameters:
    ///   - layer: The layer.
    ///   - keyPath: The property.
    ///   - value: The new value.
    ///   - own: The motion of this property; nil uses the batch's.
    ///   - velocity: The initial velocity per second, in place of the one at which the value moves.
    public mutating func set<L: AnimatableLayer, Value>(
        _ layer: L, _ keyPath: ReferenceWritableKeyPath<L, Value>, _ value: Value, _ own: Motion? = nil, velocity: Value? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let motion = own ?? motion
        let move = Move(layer, keyPath, [value], velocity: velocity, source: "\(fileID):\(line)", handle)
        move.start(motion.schedule, motion.duration) { builder in builder.animation(motion.pace, motion.duration) }
    }

    /// Sets a property to the last of several values and animates it through all of them.
    public mutating func set<L: AnimatableLayer, Value>(
        _ layer: L, _ keyPath: ReferenceWritableKeyPath<L, Value>, _ keyframes: Keyframes<Value>, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let values = keyframes.frames.map(\.value)
        let move = Move(layer, keyPath, values, velocity: nil, source: "\(fileID):\(line)", handle)
        move.start(keyframes.schedule, keyframes.areInOrder ? keyframes.duration : .nan) { builder in
            builder.animation(keyframes.frames.map { ($0.time, $0.timing) }, keyframes.duration)
        }
    }
}
