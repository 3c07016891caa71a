import Foundation

extension CGPoint {
    /// Whether both coordinates are exactly equal.
    public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
    /// Whether width and height are exactly equal.
    public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
    /// Whether the two rectangles are equal once standardized.
    public func equalTo(_ rect2: CGRect) -> Bool { standardized == rect2.standardized }
}

extension CGFloat {
    /// The magnitude of `x`.
    ///
    /// On Apple's systems `abs(a - self)` inside an extension of CGFloat finds the global function. Linux's Foundation
    /// has a static `CGFloat.abs` that hides it; this method is found instead and means the same.
    public func abs(_ x: CGFloat) -> CGFloat { x.magnitude }
}
