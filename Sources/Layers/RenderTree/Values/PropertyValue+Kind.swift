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

    /// The value as a property of the kind takes it, or nil when it does not. Numbers and yes-or-no stand for each other, as NSNumber
    /// does for both; anything can be kept where an image or a filter is expected.
    package func coerced(to kind: ValueKind) -> PropertyValue? {
        if self.kind == kind { return self }
        switch (kind, self) {
        case (.number, .bool(let b)): return .number(b ? 1 : 0)
        case (.bool, .number(let n)): return .bool(n != 0)
        case (.image, .object), (.image, .color): return self
        case (.image, .string(let s)), (.object, .string(let s)): return .object(OpaqueObject(s))
        // Two numbers are two numbers, in whichever structure.
        case (.size, .point(let p)): return .size(CGSize(width: p.x, height: p.y))
        case (.point, .size(let s)): return .point(CGPoint(x: s.width, y: s.height))
        case (.colors, .numbers(let list)) where list.isEmpty: return .colors([])
        case (.numbers, .colors(let list)) where list.isEmpty: return .numbers([])
        default: return nil
        }
    }
}

extension ValueKind {
    /// What a nil stands for in a property that can't be nil; nil for the kinds that can.
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
