import Foundation

extension CGPoint {
    /// Returns whether both coordinates are exactly equal.
    public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
    /// Returns whether width and height are exactly equal.
    public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
    /// Returns whether the two rectangles are equal after standardization.
    public func equalTo(_ rect2: CGRect) -> Bool { standardized == rect2.standardized }
}

extension CGFloat {
    /// Returns the magnitude of `x`.
    ///
    /// On Apple's systems `abs(a - self)` inside an extension of CGFloat finds the global function. Linux's Foundation has a static
    /// `CGFloat.abs` that hides the global function. This method is found instead and has the same result.
    public func abs(_ x: CGFloat) -> CGFloat { x.magnitude }
}
