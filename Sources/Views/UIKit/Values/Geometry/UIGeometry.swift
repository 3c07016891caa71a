import CoreGraphics

/// Insets from the four edges of a rectangle, in points. Positive values point inwards.
public struct UIEdgeInsets: Hashable, Sendable {
    /// The inset at the top, in points.
    public var top: CGFloat
    /// The inset at the left, in points.
    public var left: CGFloat
    /// The inset at the bottom, in points.
    public var bottom: CGFloat
    /// The inset at the right, in points.
    public var right: CGFloat

    /// Zero insets.
    public static let zero = UIEdgeInsets()

    /// Creates zero insets.
    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

    /// Creates insets in points.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

/// Insets from the edges of a rectangle, with horizontal edges named by the writing direction.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    /// The inset at the top, in points.
    public var top: CGFloat
    /// The inset at the edge where lines begin, in points.
    public var leading: CGFloat
    /// The inset at the bottom, in points.
    public var bottom: CGFloat
    /// The inset at the edge where lines end, in points.
    public var trailing: CGFloat

    /// Zero insets.
    public static let zero = NSDirectionalEdgeInsets()

    /// Creates zero insets.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    /// Creates insets in points.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
}

/// An offset, in points.
public struct UIOffset: Hashable, Sendable {
    /// The offset to the right, in points.
    public var horizontal: CGFloat
    /// The offset downwards, in points.
    public var vertical: CGFloat

    /// A zero offset.
    public static let zero = UIOffset()

    /// Creates a zero offset.
    public init() { self.init(horizontal: 0, vertical: 0) }

    /// Creates an offset in points.
    public init(horizontal: CGFloat, vertical: CGFloat) {
        (self.horizontal, self.vertical) = (horizontal, vertical)
    }
}

/// Edges of a rectangle.
public struct UIRectEdge: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = UIRectEdge(rawValue: 1)
    /// The left edge.
    public static let left = UIRectEdge(rawValue: 2)
    /// The lower edge.
    public static let bottom = UIRectEdge(rawValue: 4)
    /// The right edge.
    public static let right = UIRectEdge(rawValue: 8)
    /// All four edges.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// Corners of a rectangle in a space whose y grows downwards.
public struct UIRectCorner: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The upper left corner.
    public static let topLeft = UIRectCorner(rawValue: 1)
    /// The upper right corner.
    public static let topRight = UIRectCorner(rawValue: 2)
    /// The lower left corner.
    public static let bottomLeft = UIRectCorner(rawValue: 4)
    /// The lower right corner.
    public static let bottomRight = UIRectCorner(rawValue: 8)
    /// All four corners.
    public static let allCorners = UIRectCorner(rawValue: .max)
}

extension UIEdgeInsets {
    static func + (a: UIEdgeInsets, b: UIEdgeInsets) -> UIEdgeInsets {
        UIEdgeInsets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
    }
    static func - (a: UIEdgeInsets, b: UIEdgeInsets) -> UIEdgeInsets {
        UIEdgeInsets(top: a.top - b.top, left: a.left - b.left, bottom: a.bottom - b.bottom, right: a.right - b.right)
    }
}

extension CGRect {
    /// Returns the rectangle reduced by insets. Insets larger than the rectangle result in a negative size, which `width` and `height`
    /// report as positive.
    public func inset(by insets: UIEdgeInsets) -> CGRect {
        CGRect(
            x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
            height: height - insets.top - insets.bottom
        )
    }
}

/// Returns insets from the four edges, in points.
public func UIEdgeInsetsMake(_ top: CGFloat, _ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat) -> UIEdgeInsets {
    UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
}

/// Returns the rectangle reduced by insets.
public func UIEdgeInsetsInsetRect(_ rect: CGRect, _ insets: UIEdgeInsets) -> CGRect { rect.inset(by: insets) }

/// Returns an offset, in points.
public func UIOffsetMake(_ horizontal: CGFloat, _ vertical: CGFloat) -> UIOffset { UIOffset(horizontal: horizontal, vertical: vertical) }

/// Returns whether two insets are equal.
public func UIEdgeInsetsEqualToEdgeInsets(_ insets1: UIEdgeInsets, _ insets2: UIEdgeInsets) -> Bool { insets1 == insets2 }
