import CoreGraphics
import Foundation
import RenderTree

/// A layer that shows its sublayers several times. Each instance is transformed, tinted and delayed by one more step.
open class CAReplicatorLayer: CALayer {
    package override class var kind: LayerClass { .replicator }

    /// The number of instances, the original included; 1 by default. Animatable.
    open var instanceCount: Int {
        get { LayerLock.withLock { Int(max(0, min(state.extra.instanceCount, 1e9))) } }
        set { put(.instanceCount, state.extra.instanceCount, CGFloat(newValue)) { $0.extra.instanceCount = CGFloat(newValue) } }
    }

    /// A Boolean value that indicates whether the instances keep their depth, as in a transform layer.
    open var preservesDepth: Bool {
        get { LayerLock.withLock { state.extra.preservesDepth } }
        set { put(.preservesDepth, state.extra.preservesDepth, newValue) { $0.extra.preservesDepth = newValue } }
    }

    /// The delay of each instance relative to the previous one, in seconds. Animatable.
    open var instanceDelay: CFTimeInterval {
        get { LayerLock.withLock { state.extra.instanceDelay } }
        set { putFinite(.instanceDelay, state.extra.instanceDelay, newValue) { $0.extra.instanceDelay = newValue } }
    }

    /// The transform from each instance to the next, about the centre of the layer. Animatable.
    open var instanceTransform: CATransform3D {
        get { LayerLock.withLock { state.extra.instanceTransform } }
        set {
            putFinite(.instanceTransform, state.extra.instanceTransform, newValue) {
                $0.extra.instanceTransform = newValue
                $0.values.setBranch([], of: .instanceTransform)
            }
        }
    }

    /// The colour by which the first instance is multiplied; opaque white by default. Animatable.
    open var instanceColor: CGColor? {
        get { color(.instanceColor) }
        set { putValue(.instanceColor, newValue.map { .color($0) }) }
    }

    /// The offset added to the colour's red for each further instance. Animatable.
    open var instanceRedOffset: Float {
        get { LayerLock.withLock { state.extra.instanceRedOffset } }
        set { putFinite(.instanceRedOffset, state.extra.instanceRedOffset, newValue) { $0.extra.instanceRedOffset = newValue } }
    }

    /// The offset added to the colour's green for each further instance. Animatable.
    open var instanceGreenOffset: Float {
        get { LayerLock.withLock { state.extra.instanceGreenOffset } }
        set { putFinite(.instanceGreenOffset, state.extra.instanceGreenOffset, newValue) { $0.extra.instanceGreenOffset = newValue } }
    }

    /// The offset added to the colour's blue for each further instance. Animatable.
    open var instanceBlueOffset: Float {
        get { LayerLock.withLock { state.extra.instanceBlueOffset } }
        set { putFinite(.instanceBlueOffset, state.extra.instanceBlueOffset, newValue) { $0.extra.instanceBlueOffset = newValue } }
    }

    /// The offset added to the colour's alpha for each further instance. Animatable.
    open var instanceAlphaOffset: Float {
        get { LayerLock.withLock { state.extra.instanceAlphaOffset } }
        set { putFinite(.instanceAlphaOffset, state.extra.instanceAlphaOffset, newValue) { $0.extra.instanceAlphaOffset = newValue } }
    }
}
