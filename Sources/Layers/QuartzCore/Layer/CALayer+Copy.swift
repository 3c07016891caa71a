import CRuntimeHooks
import CoreGraphics
import Foundation
import RenderTree

/// Presentation copies, which the `init(layer:)` of the layer's own class creates.
extension CALayer {
    /// Returns a read-only copy of the layer's dynamic class that holds `shown`. The subclass's `init(layer:)` copies the subclass's own
    /// properties.
    package final func makeCopy(showing shown: LayerState) -> CALayer {
        let thread = TransactionThread.current
        let before = thread.copied
        thread.copied = self
        LayerLock.assertReleased()
        let copy = DynamicCopy.make(self)
        thread.copied = before
        LayerLock.withLock {
            copy.state = shown
            copy.needs = []
            copy.modelLayer = self
            copy.takeRest(of: self)
        }
        return copy
    }

    /// Copies the properties of a layer that are not in its state. Call under the lock.
    @inline(__always)
    final func takeRest(of model: CALayer) {
        if rare !== model.rare { rare = model.rare }
        autoresizing = model.autoresizing
    }
}

/// As on Apple's systems, `init(layer:)` is not `required`: that would break every existing subclass. Swift therefore has no syntax to
/// call it on a metatype, but the class's vtable contains it. It is called through the vtable.
enum DynamicCopy {
    static func make(_ layer: CALayer) -> CALayer { make(layer, slot: slotOffset) }

    /// - Parameter slot: the offset of the initialiser in the class's metadata; nil if this build uses another class layout.
    static func make(_ layer: CALayer, slot: Int?) -> CALayer {
        let type = Swift.type(of: layer)
        if type == CALayer.self { return CALayer(layer: layer) }
        guard let offset = slot else {
            LayerReport.copyUnavailable(type)
            return CALayer(layer: layer)
        }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        // The callee owns its argument.
        let argument = UnsafeMutablePointer<Any>.allocate(capacity: 1)
        argument.initialize(to: layer)
        defer { argument.deallocate() }
        let initializer = metadata.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
        guard let made = agate_call_swift_initializer(initializer, argument, metadata) else { return CALayer(layer: layer) }
        return Unmanaged<CALayer>.fromOpaque(made).takeRetainedValue()
    }

    /// The offset of the allocating initialiser in the metadata of CALayer and its subclasses; nil if this build uses another class
    /// layout.
    static let slotOffset = DynamicObject.offset(in: CALayer.self, agate_layer_copy_initializer_descriptor())
}
