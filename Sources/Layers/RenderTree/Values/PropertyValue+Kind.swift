import CoreGraphics

extension PropertyValue {
    package var kind: ValueKind {
        switch self {
        case .number: .number
        case .bool: .bool
        case .point: .point
        case .size: .size
        case .rect: .rect
        case .transform: .transform
        case .color: .color
        case .path: .path
        case .image: .image
        case .colors: .colors
        case .numbers: .numbers
        case .insets: .insets
        case .string: .string
        case .object: .object
        }
    }

    /// Returns the value converted to a kind, or nil if it can't be converted. Numbers and Booleans are interchangeable, as in NSNumber.
    /// Any value can be stored in place of an image or a filter.
    package func coerced(to kind: ValueKind) -> PropertyValue? {
        if self.kind == kind { return self }
        switch (kind, self) {
        case (.number, .bool(let b)): return .number(b ? 1 : 0)
        case (.bool, .number(let n)): return .bool(n != 0)
        case (.image, .object), (.image, .color): return self
        case (.image, .string(let s)), (.object, .string(let s)): return .object(OpaqueObject(s))
        // Two numbers are accepted in either structure.
        case (.size, .point(let p)): return .size(CGSize(width: p.x, height: p.y))
        case (.point, .size(let s)): return .point(CGPoint(x: s.width, y: s.height))
        case (.colors, .numbers(let list)) where list.isEmpty: return .colors([])
        case (.numbers, .colors(let list)) where list.isEmpty: return .numbers([])
        default: return nil
        }
    }
}

extension ValueKind {
    /// The value that replaces nil in a property that can't be nil; nil for kinds that can be.
    package var zero: PropertyValue? {
        switch self {
        case .number: .number(0)
        case .bool: .bool(false)
        case .point: .point(.zero)
        case .size: .size(.zero)
        case .rect: .rect(.zero)
        case .transform: .transform(CATransform3DIdentity)
        default: nil
        }
    }
}
