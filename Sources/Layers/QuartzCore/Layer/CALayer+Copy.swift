import CRuntimeHooks
import CoreGraphics
import Foundation
import RenderTree

/// Presentation copies, made by the `init(layer:)` of the layer's own class.
extension CALayer {
    /// A read-only copy of the dynamic class that holds `shown`. The subclass's `init(layer:)` copies what it keeps itself.
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

    /// What of a layer is not in its state. Under the lock.
    @inline(__always)
    final func takeRest(of model: CALayer) {
        if rare !== model.rare { rare = model.rare }
        autoresizing = model.autoresizing
    }
}

/// `init(layer:)` is not `required`, as on Apple's systems (it would break every existing subclass), so Swift has no syntax to call
/// it on a metatype. The class's vtable has it all the same; it is called through there.
enum DynamicCopy {
    static func make(_ layer: CALayer) -> CALayer { make(layer, slot: slotOffset) }

    /// - Parameter slot: where the initialiser stands in the class's metadata; nil where this build lays classes out otherwise.
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

    /// Where in a metadata record of the class family the allocating initialiser stands; nil where this build has another layout.
    static let slotOffset: Int? = {
        guard let descriptor = agate_layer_copy_initializer_descriptor() else { return nil }
        let metadata = unsafeBitCast(CALayer.self, to: UnsafeRawPointer.self)
        let offset = agate_vtable_offset(metadata, descriptor)
        return offset > 0 ? Int(offset) : nil
    }()
}
