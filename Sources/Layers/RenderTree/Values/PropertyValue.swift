import CoreGraphics

/// A reference that the engine passes on without examining it, such as a filter or an image object that can't be drawn.
package struct OpaqueObject: @unchecked Sendable, Hashable {
    package let object: Any
    package init(_ object: Any) { self.object = ContainerDepth.guarded(object) }
    package static func == (a: Self, b: Self) -> Bool {
        if let a = a.filter, let b = b.filter { return a == b }
        if let a = a.object as? AnyHashable, let b = b.object as? AnyHashable { return a == b }
        // Values are boxed separately. Both boxes are retained, since otherwise the second could have the address of the first.
        let x = a.object as AnyObject, y = b.object as AnyObject
        return withExtendedLifetime((x, y)) { x === y }
    }
    package func hash(into hasher: inout Hasher) {
        if let object = object as? AnyHashable { hasher.combine(object) } else { hasher.combine(ObjectIdentifier(type(of: object))) }
    }
}

/// An unboxed property value. QuartzCore converts between it and `Any` in one place; the engine uses only this type.
package enum PropertyValue: Sendable, Hashable {
    case number(Double)
    case bool(Bool)
    case point(CGPoint)
    case size(CGSize)
    case rect(CGRect)
    /// Indirect, so that values of the other, more common kinds are small to copy.
    indirect case transform(CATransform3D)
    case color(CGColor)
    case path(CGPath)
    case image(CGImage)
    /// Gradient colours.
    case colors([CGColor])
    /// Gradient locations, dash pattern, the arguments of a value function.
    case numbers([Double])
    /// A value of a custom key.
    case insets(EdgeInsets)
    case string(String)
    case object(OpaqueObject)
}

/// The kind of value of a property, which determines its checks and its interpolation.
package enum ValueKind: UInt8, Sendable {
    case number, bool, point, size, rect, transform, color, path, image, colors, numbers, insets, string, object
}
