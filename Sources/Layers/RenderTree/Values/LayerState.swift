import CoreGraphics

/// The large or shared values of a layer: references and arrays. Copied on write.
package struct LayerObjects: Hashable, Sendable {
    /// The colours that the program set. The RGBA values in LayerValues are drawn.
    package var backgroundColor: CGColor?
    package var borderColor: CGColor?
    package var shadowColor: CGColor?
    package var fillColor: CGColor?
    package var strokeColor: CGColor?
    package var instanceColor: CGColor?
    package var contentsMultiplyColor: CGColor?
    /// An image, or an object that draws nothing.
    package var contents: PropertyValue?
    /// Set by a running animation of `contents`, and drawn in their place.
    package var contentsFade: ContentsFade?
    /// CATiledLayer: its drawn tiles, in place of contents.
    package var tiles: LayerTiles?
    /// The frames of another renderer. In the render tree they replace the contents.
    package var picture: PictureSourceBox?
    package var shadowPath: CGPath?
    /// CAShapeLayer
    package var path: CGPath?
    package var lineDashPattern: [Double]?
    /// CAGradientLayer
    package var colors: [CGColor]?
    package var locations: [Double]?
    /// CATextLayer
    package var foregroundColor: CGColor?
    package var text: OpaqueObject?
    package var font: OpaqueObject?
    /// CAEmitterLayer
    package var emitterCells: [EmitterCellSpec]?
    package var emitterBehaviors: [EmitterBehaviorSpec]?
    package var name: String?
    package var compositingFilter: OpaqueObject?
    package var filters: [OpaqueObject]?
    package var backgroundFilters: [OpaqueObject]?
    /// A subclass's own animatable properties, and keys that only key-value access uses.
    package var custom: [String: PropertyValue]?
    package init() {}
}

/// Two contents that cross-fade: `from · (1 − progress) + to · progress`, each placed by its own gravity.
package struct ContentsFade: Hashable, Sendable {
    package var from: PropertyValue?
    package var to: PropertyValue?
    /// The progress, between 0 and 1 exclusive.
    package var progress: Float
    package init(from: PropertyValue?, to: PropertyValue?, progress: Float) {
        self.from = from; self.to = to; self.progress = progress
    }
}

/// A box with copy on write. The value has its own address: in unoptimised builds, reads through coroutines (`_read`) of structs with more
/// than fifteen words return after the coroutine's frame has been deallocated.
package final class Box<Value: Sendable>: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<Value>
    package var value: Value {
        unsafeAddress { UnsafePointer(pointer) }
        unsafeMutableAddress { pointer }
    }
    package init(_ value: consuming Value) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }
    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}

/// All values of a layer, without its position in the tree and its animations. A value type: copies are independent.
package struct LayerState: Sendable {
    package var values = LayerValues()
    package var extraBox: Box<LayerExtra>?
    package var objectsBox: Box<LayerObjects>?

    package init() {}

    // Never written and never deallocated.
    nonisolated(unsafe) static let defaultExtraPointer = pointer(to: LayerExtra())
    nonisolated(unsafe) private static let defaultObjectsPointer = pointer(to: LayerObjects())

    private static func pointer<Value>(to value: Value) -> UnsafeMutablePointer<Value> {
        let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        pointer.initialize(to: value)
        return pointer
    }

    package var extra: LayerExtra {
        unsafeAddress { UnsafePointer(extraBox?.pointer ?? Self.defaultExtraPointer) }
        _modify {
            ensureOwnExtra()
            yield &extraBox!.value
        }
    }

    package var objects: LayerObjects {
        unsafeAddress { UnsafePointer(objectsBox?.pointer ?? Self.defaultObjectsPointer) }
        _modify {
            if objectsBox == nil {
                objectsBox = Box(LayerObjects())
            } else if !isKnownUniquelyReferenced(&objectsBox) {
                objectsBox = Box(objectsBox!.value)
            }
            yield &objectsBox!.value
        }
    }

    /// Makes `extraBox` exclusive to this state, so that it may be written in place through a pointer.
    package mutating func ensureOwnExtra() {
        if extraBox == nil {
            extraBox = Box(LayerExtra())
        } else if !isKnownUniquelyReferenced(&extraBox) {
            extraBox = Box(extraBox!.value)
        }
    }
}

extension LayerState: Equatable {
    package static func == (a: LayerState, b: LayerState) -> Bool {
        a.values == b.values
            && (a.extraBox === b.extraBox || a.extra == b.extra)
            && (a.objectsBox === b.objectsBox || a.objects == b.objects)
    }
}
