import CoreGraphics

/// Distances from the four edges of a rectangle, in points; positive ones lead inwards.
public struct UIEdgeInsets: Hashable, Sendable {
    /// Points at the top.
    public var top: CGFloat
    /// Points at the left.
    public var left: CGFloat
    /// Points at the bottom.
    public var bottom: CGFloat
    /// Points at the right.
    public var right: CGFloat

    /// No distances.
    public static let zero = UIEdgeInsets()

    /// No distances.
    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

    /// Distances in points.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

/// Distances from the edges of a rectangle, of which two are named by the direction of writing.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    /// Points at the top.
    public var top: CGFloat
    /// Points where lines begin.
    public var leading: CGFloat
    /// Points at the bottom.
    public var bottom: CGFloat
    /// Points where lines end.
    public var trailing: CGFloat

    /// No distances.
    public static let zero = NSDirectionalEdgeInsets()

    /// No distances.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    /// Distances in points.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
}

/// A shift, in points.
public struct UIOffset: Hashable, Sendable {
    /// Points to the right.
    public var horizontal: CGFloat
    /// Points downwards.
    public var vertical: CGFloat

    /// No shift.
    public static let zero = UIOffset()

    /// No shift.
    public init() { self.init(horizontal: 0, vertical: 0) }

    /// A shift in points.
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
    /// All four.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// Corners of a rectangle, y downwards.
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
    /// All four.
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
    /// The rectangle without the distances; its size is never negative for it.
    public func inset(by insets: UIEdgeInsets) -> CGRect {
        CGRect(
            x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
            height: height - insets.top - insets.bottom
        )
    }
}

/// Distances from the four edges, in points.
public func UIEdgeInsetsMake(_ top: CGFloat, _ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat) -> UIEdgeInsets {
    UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
}

/// The rectangle without the distances.
public func UIEdgeInsetsInsetRect(_ rect: CGRect, _ insets: UIEdgeInsets) -> CGRect { rect.inset(by: insets) }

/// A shift, in points.
public func UIOffsetMake(_ horizontal: CGFloat, _ vertical: CGFloat) -> UIOffset { UIOffset(horizontal: horizontal, vertical: vertical) }

/// Whether distances are equal.
public func UIEdgeInsetsEqualToEdgeInsets(_ insets1: UIEdgeInsets, _ insets2: UIEdgeInsets) -> Bool { insets1 == insets2 }

extension NSValue {
    /// A value that holds distances.
    public convenience init(uiEdgeInsets insets: UIEdgeInsets) {
        var numbers = [Double(insets.top), Double(insets.left), Double(insets.bottom), Double(insets.right)]
        self.init(bytes: &numbers, objCType: "[4d]")
    }

    /// The distances that the value holds; zero where it holds something else.
    public var uiEdgeInsetsValue: UIEdgeInsets {
        guard String(cString: objCType) == "[4d]" else { return .zero }
        var numbers = [Double](repeating: 0, count: 4)
        getValue(&numbers)
        return UIEdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
    }
}
