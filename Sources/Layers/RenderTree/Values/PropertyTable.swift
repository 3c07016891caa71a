import CoreGraphics

/// A stored property of a layer: an index into `PropertyTable.rows`.
package struct LayerProperty: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// A set of properties, as bits: the changed properties of a commit.
package struct PropertySet: OptionSet, Hashable, Sendable {
    package var rawValue: UInt128
    package init(rawValue: UInt128) { self.rawValue = rawValue }
    package init(_ property: LayerProperty) { rawValue = 1 << UInt128(property.rawValue) }
    package static let all = PropertySet(rawValue: .max)
    /// Keys without a row in the table: custom keys.
    package static let ownKeys = PropertySet(rawValue: 1 << 127)
}

/// The kinds of layer that the render tree distinguishes.
package enum LayerClass: UInt8, Sendable, CaseIterable {
    case layer, shape, gradient, transform, replicator, scroll, text, emitter, tiled

    /// The name of the class of QuartzCore.
    package var name: String {
        switch self {
        case .layer: "CALayer"
        case .shape: "CAShapeLayer"
        case .gradient: "CAGradientLayer"
        case .transform: "CATransformLayer"
        case .replicator: "CAReplicatorLayer"
        case .scroll: "CAScrollLayer"
        case .text: "CATextLayer"
        case .emitter: "CAEmitterLayer"
        case .tiled: "CATiledLayer"
        }
    }

    /// Returns the kind of a class; nil for the name of no class of QuartzCore.
    package init?(name: String) {
        guard let found = Self.byName[name] else { return nil }
        self = found
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

/// The default implicit action of a live layer (Behaviour 2.4).
package enum ImplicitAction: UInt8, Sendable {
    case basic, transition
    /// The action search runs, but there is no default action.
    case asked
    /// The action search does not run.
    case never
}

/// The state that setting the property invalidates (Behaviour 4.7, 4.8).
package struct Invalidation: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The layer's own layout.
    package static let layout = Self(rawValue: 1)
    /// The superlayer's layout.
    package static let superLayout = Self(rawValue: 2)
    /// The position of the layer and its sublayers.
    package static let geometry = Self(rawValue: 4)
    /// The order of the siblings.
    package static let order = Self(rawValue: 8)
}

/// The storage of a value in a LayerState. Offsets are bytes in the plain structs, so that the evaluator writes through a pointer.
package enum PropertyStorage: Sendable {
    /// `count` Doubles at `offset` in LayerValues.
    case doubles(offset: Int, count: Int)
    case float(offset: Int)
    /// An RGBA at `offset` in LayerValues, its "not nil" and "animated" flags, and the CGColor in LayerObjects.
    case color(offset: Int, has: LayerFlags, animated: LayerFlags, object: WritableKeyPath<LayerObjects, CGColor?> & Sendable)
    case flag(LayerFlags)
    /// A UInt8: a bit mask, or an enumeration whose Apple strings are in `names` by raw value.
    case byte(offset: Int, names: [String]?)
    /// The following cases are the same for LayerExtra.
    case extraDoubles(offset: Int, count: Int)
    case extraFloat(offset: Int)
    case extraColor(
        offset: Int, has: WritableKeyPath<LayerExtra, Bool> & Sendable, animated: WritableKeyPath<LayerExtra, Bool> & Sendable,
        object: WritableKeyPath<LayerObjects, CGColor?> & Sendable)
    case extraFlag(offset: Int)
    case extraByte(offset: Int, names: [String]?)
    /// The following cases are a reference or array in LayerObjects.
    case path(WritableKeyPath<LayerObjects, CGPath?> & Sendable)
    case contents
    case colors(WritableKeyPath<LayerObjects, [CGColor]?> & Sendable)
    case numbers(WritableKeyPath<LayerObjects, [Double]?> & Sendable)
    case string(WritableKeyPath<LayerObjects, String?> & Sendable)
    case object(WritableKeyPath<LayerObjects, OpaqueObject?> & Sendable)
    case objectList(WritableKeyPath<LayerObjects, [OpaqueObject]?> & Sendable)
    /// Values of type `[EmitterCellSpec]`, each passed in an `OpaqueObject`.
    case emitterCells
    /// Values of type `[EmitterBehaviorSpec]`, passed in the same way.
    case emitterBehaviors
}

/// One row for each property. Key-value access, implicit animation, presentation, commits, CAML and the documentation derive from it. An
/// object, so that reading a row doesn't retain its strings and key paths.
package final class PropertyRow: Sendable {
    package let property: LayerProperty
    package let key: String
    package let owner: LayerClass
    package let kind: ValueKind
    package let storage: PropertyStorage
    package let implicit: ImplicitAction
    /// True if an animation interpolates the property. It then has a typed key path, and its documentation says "Animatable".
    package let isAnimatable: Bool
    package let invalidates: Invalidation
    /// The result of `defaultValue(forKey:)`; nil if Apple's returns nil, although reading the property returns zero.
    package let defaultValue: PropertyValue?

    init(
        property: LayerProperty, key: String, owner: LayerClass, kind: ValueKind, storage: PropertyStorage, implicit: ImplicitAction,
        isAnimatable: Bool, invalidates: Invalidation, defaultValue: PropertyValue?
    ) {
        self.property = property
        self.key = key
        self.owner = owner
        self.kind = kind
        self.storage = storage
        self.implicit = implicit
        self.isAnimatable = isAnimatable
        self.invalidates = invalidates
        self.defaultValue = defaultValue
    }

    /// True if the value is a copy of objects of the program. Archives and documents contain the objects.
    package var holdsEmitterObjects: Bool {
        switch storage {
        case .emitterCells, .emitterBehaviors: true
        default: false
        }
    }

    /// True if an unknown name is returned as it was set, and draws as the default (measured). Other properties replace it by the default.
    package var keepsUnknownNames: Bool { owner != .layer && (key == "type" || key == "truncationMode" || key == "alignmentMode") }
}
