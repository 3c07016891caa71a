import CoreGraphics

/// A reference that the road carries without looking inside: a filter, an image object that can't be drawn.
package struct OpaqueObject: @unchecked Sendable, Hashable {
    package let object: Any
    package init(_ object: Any) { self.object = ContainerDepth.guarded(object) }
    package static func == (a: Self, b: Self) -> Bool {
        if let a = a.filter, let b = b.filter { return a == b }
        if let a = a.object as? AnyHashable, let b = b.object as? AnyHashable { return a == b }
        // Values come in boxes of their own; both are held, or the second might lie where the first was.
        let x = a.object as AnyObject, y = b.object as AnyObject
        return withExtendedLifetime((x, y)) { x === y }
    }
    package func hash(into hasher: inout Hasher) {
        if let object = object as? AnyHashable { hasher.combine(object) } else { hasher.combine(ObjectIdentifier(type(of: object))) }
    }
}

/// A property's value out of its box. QuartzCore turns `Any` into it (one place) and back; the engine uses only this.
package enum PropertyValue: Sendable, Hashable {
    case number(Double)
    case bool(Bool)
    case point(CGPoint)
    case size(CGSize)
    case rect(CGRect)
    /// Kept apart, so that values of other kinds, which are many, are small to copy.
    indirect case transform(CATransform3D)
    case color(CGColor)
    case path(CGPath)
    case image(CGImage)
    /// Gradient colours.
    case colors([CGColor])
    /// Gradient locations, dash pattern, the arguments of a value function.
    case numbers([Double])
    /// Of a key of the program's own.
    case insets(EdgeInsets)
    case string(String)
    case object(OpaqueObject)
}

/// The kind of value that a property holds, and so how it is checked and interpolated.
package enum ValueKind: UInt8, Sendable {
    case number, bool, point, size, rect, transform, color, path, image, colors, numbers, insets, string, object
}
