import CoreGraphics

/// What of a layer is big or shared: references and arrays. Shared until written.
package struct LayerObjects: Hashable, Sendable {
    /// The colours as the program set them; the RGBA beside them in LayerValues is what is drawn.
    package var backgroundColor: CGColor?
    package var borderColor: CGColor?
    package var shadowColor: CGColor?
    package var fillColor: CGColor?
    package var strokeColor: CGColor?
    package var instanceColor: CGColor?
    package var contentsMultiplyColor: CGColor?
    /// An image, or an object that draws nothing.
    package var contents: PropertyValue?
    /// Set by a running animation of `contents`: drawn in its place.
    package var contentsFade: ContentsFade?
    /// CATiledLayer: what is drawn of it, in place of contents.
    package var tiles: LayerTiles?
    /// Frames of another renderer: in the render tree they stand in the place of contents.
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
    /// A subclass's own animatable properties and keys that only key-value access has.
    package var custom: [String: PropertyValue]?
    package init() {}
}

/// Two contents of which one fades into the other: `from · (1 − progress) + to · progress`, each placed by its own gravity.
package struct ContentsFade: Hashable, Sendable {
    package var from: PropertyValue?
    package var to: PropertyValue?
    /// Between 0 and 1, neither included.
    package var progress: Float
    package init(from: PropertyValue?, to: PropertyValue?, progress: Float) {
        self.from = from; self.to = to; self.progress = progress
    }
}

/// A box that copies its value when a second owner writes. The value has an address of its own: reads through coroutines
/// (`_read`) of structs with more than fifteen words come back after the coroutine's frame is gone, in builds that are not optimised.
package final class Box<Value: Sendable>: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<Value>
    package var value: Value {
        unsafeAddress { UnsafePointer(pointer) }
        unsafeMutableAddress { pointer }
    }
    package init(_ value: Value) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }
    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}

/// All that a layer is, without its place in the tree and its animations. A value: copies are independent.
package struct LayerState: Sendable {
    package var values = LayerValues()
    package var extraBox: Box<LayerExtra>?
    package var objectsBox: Box<LayerObjects>?

    package init() {}

    // Never written, never freed.
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

    /// After this, `extraBox` is this state's alone, and may be written in place through a pointer.
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
