import AgateDiagnostics
import QuartzCore
import RenderTree

/// Layers whose properties can be animated by key path: all of them. It gives `animate` the layer's own class, so that the key paths of a
/// `CAShapeLayer` are those of a shape.
public protocol AnimatableLayer: CALayer {}
extension CALayer: AnimatableLayer {}

extension AnimatableLayer {
    /// Sets a property, and animates it from what shows.
    ///
    ///     layer.animate(\.position, to: CGPoint(x: 200, y: 80), .spring(duration: 0.5, bounce: 0.2))
    ///     let end = await layer.animate(\.opacity, to: 0, .easeOut(0.2)).finished()
    ///
    /// The model has the new value when the call returns. What was animating the property is replaced, and the new motion goes on from
    /// the place and with the velocity at which it was, in every number of the value: there is neither a jump nor a kink. A property
    /// that was set in the same transaction sets out from there.
    ///
    /// It animates whether or not actions are enabled, and inside and outside transactions. A key path that can't be animated sets its
    /// property and reports `animation.not-animatable`. A layer that is never shown has the value at once.
    ///
    /// Frames are animated as position and bounds. Colours fade from and to nothing (nil); other values that come from nil are there at
    /// once. Call it on the layer's thread.
    /// - Parameters:
    ///   - keyPath: the property, or a part of it such as `\.position.x`.
    ///   - value: what it will be; numbers that are not finite are refused.
    ///   - motion: how it gets there.
    ///   - velocity: per second, in place of the one at which the value moves: that of a finger that lets go.
    /// - Returns: what to wait for and to stop it with.
    @discardableResult
    public func animate<Value>(
        _ keyPath: ReferenceWritableKeyPath<Self, Value>, to value: Value, _ motion: Motion, velocity: Value? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnimationHandle {
        var batch = AnimationBatch(motion)
        batch.set(self, keyPath, value, velocity: velocity, fileID: fileID, line: line)
        return batch.start()
    }

    /// Sets a property to the last of some values, and animates it through all of them, from what shows. See `animate(_:to:_:)`.
    @discardableResult
    public func animate<Value>(
        _ keyPath: ReferenceWritableKeyPath<Self, Value>, _ keyframes: Keyframes<Value>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnimationHandle {
        var batch = AnimationBatch(.linear(keyframes.duration))
        batch.set(self, keyPath, keyframes, fileID: fileID, line: line)
        return batch.start()
    }
}

/// Animates several properties, of any layers, with one end.
///
///     let handle = Agate.animate(.spring(duration: 0.4)) {
///         $0.set(card, \.position, p)
///         $0.set(shade, \.opacity, 0.5, .easeOut(0.2))
///     }
///
/// See `AnimatableLayer.animate(_:to:_:)` for what happens to each.
@discardableResult
public func animate(_ motion: Motion, _ changes: (inout AnimationBatch) throws -> Void) rethrows -> AnimationHandle {
    var batch = AnimationBatch(motion)
    do {
        try changes(&batch)
    } catch {
        // What was set before runs; nobody waits for it.
        _ = batch.start()
        throw error
    }
    return batch.start()
}

/// Takes the properties that are animated together.
public struct AnimationBatch {
    private let motion: Motion
    private let handle = AnimationHandle()

    init(_ motion: Motion) { self.motion = motion }

    /// All is said: the end is that of what runs.
    func start() -> AnimationHandle {
        handle.completion.leave(.finished)
        return handle
    }

    /// Sets a property and animates it.
    /// - Parameters:
    ///   - layer: its layer.
    ///   - keyPath: the property.
    ///   - value: what it will be.
    ///   - own: a motion of its own; nil takes the batch's.
    ///   - velocity: per second, in place of the one at which the value moves.
    public mutating func set<L: AnimatableLayer, Value>(
        _ layer: L, _ keyPath: ReferenceWritableKeyPath<L, Value>, _ value: Value, _ own: Motion? = nil, velocity: Value? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let motion = own ?? motion
        let move = Move(layer, keyPath, [value], velocity: velocity, source: "\(fileID):\(line)", handle)
        move.start(motion.schedule, motion.duration) { builder in builder.animation(motion.pace, motion.duration) }
    }

    /// Sets a property to the last of some values and animates it through all of them.
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
