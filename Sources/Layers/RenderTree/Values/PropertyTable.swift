import CoreGraphics

/// A stored property of a layer: an index into `PropertyTable.rows`.
package struct LayerProperty: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// A set of properties, as bits; what a commit says has changed.
package struct PropertySet: OptionSet, Hashable, Sendable {
    package var rawValue: UInt128
    package init(rawValue: UInt128) { self.rawValue = rawValue }
    package init(_ property: LayerProperty) { rawValue = 1 << UInt128(property.rawValue) }
    package static let all = PropertySet(rawValue: .max)
    /// Keys that no row stands for: a program's own.
    package static let ownKeys = PropertySet(rawValue: 1 << 127)
}

/// The kinds of layer that the render tree tells apart.
package enum LayerClass: UInt8, Sendable { case layer, shape, gradient, transform, replicator, scroll, text, emitter, tiled }

/// What the default implicit action of a live layer is (Behaviour 2.4).
package enum ImplicitAction: UInt8, Sendable {
    case basic, transition
    /// The action search is asked, but nothing is made by default.
    case asked
    /// The search is not even asked.
    case never
}

/// What setting the property makes stale (Behaviour 4.7, 4.8).
package struct Invalidation: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The layer's own layout.
    package static let layout = Self(rawValue: 1)
    /// The superlayer's layout.
    package static let superLayout = Self(rawValue: 2)
    /// Where the layer and its sublayers stand.
    package static let geometry = Self(rawValue: 4)
    /// The order among siblings.
    package static let order = Self(rawValue: 8)
}

/// Where in a LayerState the value lives. Offsets are bytes into the plain structs, so that the evaluator writes through a pointer.
package enum PropertyStorage: Sendable {
    /// `scalars` Doubles at `offset` in LayerValues.
    case doubles(offset: Int, count: Int)
    case float(offset: Int)
    /// An RGBA at `offset` in LayerValues, its "not nil" and "animated" flags, and the CGColor in LayerObjects.
    case color(offset: Int, has: LayerFlags, animated: LayerFlags, object: WritableKeyPath<LayerObjects, CGColor?> & Sendable)
    case flag(LayerFlags)
    /// A UInt8 (bit mask, or an enumeration whose Apple strings stand in `names` by raw value).
    case byte(offset: Int, names: [String]?)
    /// The same in LayerExtra.
    case extraDoubles(offset: Int, count: Int)
    case extraFloat(offset: Int)
    case extraColor(
        offset: Int, has: WritableKeyPath<LayerExtra, Bool> & Sendable, animated: WritableKeyPath<LayerExtra, Bool> & Sendable,
        object: WritableKeyPath<LayerObjects, CGColor?> & Sendable)
    case extraFlag(offset: Int)
    case extraByte(offset: Int, names: [String]?)
    /// A reference or array in LayerObjects.
    case path(WritableKeyPath<LayerObjects, CGPath?> & Sendable)
    case contents
    case colors(WritableKeyPath<LayerObjects, [CGColor]?> & Sendable)
    case numbers(WritableKeyPath<LayerObjects, [Double]?> & Sendable)
    case string(WritableKeyPath<LayerObjects, String?> & Sendable)
    case object(WritableKeyPath<LayerObjects, OpaqueObject?> & Sendable)
    case objectList(WritableKeyPath<LayerObjects, [OpaqueObject]?> & Sendable)
    /// Values of type `[EmitterCellSpec]`, each in an `OpaqueObject` on its way.
    case emitterCells
    /// Values of type `[EmitterBehaviorSpec]`, likewise.
    case emitterBehaviors
}

/// One row a property: all that key-value access, implicit animation, presentation, commits, CAML and the documentation derive from.
package struct PropertyRow: Sendable {
    package let property: LayerProperty
    package let key: String
    package let owner: LayerClass
    package let kind: ValueKind
    package let storage: PropertyStorage
    package let implicit: ImplicitAction
    package let invalidates: Invalidation
    /// What `defaultValue(forKey:)` answers; nil where Apple's answers nil although reading gives zero.
    package let defaultValue: PropertyValue?

    /// Whether a name that the property does not know is given back as it was set, and draws as the default (measured); other properties
    /// take the default in its place.
    package var keepsUnknownNames: Bool { owner != .layer && (key == "type" || key == "truncationMode" || key == "alignmentMode") }
}
