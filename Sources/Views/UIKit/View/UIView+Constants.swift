import QuartzCore

extension UIView {
    /// Where a view's picture stands when its bounds are another size than the picture.
    public enum ContentMode: Int, Sendable {
        /// Stretched to the bounds.
        case scaleToFill
        /// As large as fits, in proportion.
        case scaleAspectFit
        /// As small as fills, in proportion; the rest hangs over.
        case scaleAspectFill
        /// Drawn anew at every size.
        case redraw
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

        /// The layer's name for it. A layer's "bottom" is where y is smallest, which is a view's top.
        var gravity: CALayerContentsGravity {
            switch self {
            case .scaleToFill, .redraw: .resize
            case .scaleAspectFit: .resizeAspect
            case .scaleAspectFill: .resizeAspectFill
            case .center: .center
            case .top: .bottom
            case .bottom: .top
            case .left: .left
            case .right: .right
            case .topLeft: .bottomLeft
            case .topRight: .bottomRight
            case .bottomLeft: .topLeft
            case .bottomRight: .topRight
            }
        }
    }

    /// What of a view's place follows when its superview changes size.
    public struct AutoresizingMask: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The distance from the superview's left edge grows and shrinks with the superview.
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        /// The width grows and shrinks with the superview.
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        /// The distance from the superview's right edge grows and shrinks with the superview.
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        /// The distance from the superview's upper edge grows and shrinks with the superview.
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        /// The height grows and shrinks with the superview.
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        /// The distance from the superview's lower edge grows and shrinks with the superview.
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    /// How a view shows its tint colour.
    public enum TintAdjustmentMode: Int, Sendable {
        /// As its superview's, and normal at the top.
        case automatic
        case normal
        /// In greys, as behind an alert.
        case dimmed
    }

    /// What a key of the curve's name stands for.
    public enum AnimationCurve: Int, Sendable {
        case easeInOut, easeIn, easeOut, linear
    }

    /// How a transition of `beginAnimations` turns.
    public enum AnimationTransition: Int, Sendable {
        case none, flipFromLeft, flipFromRight, curlUp, curlDown
    }

    /// A size that says that there is none of its own, in `intrinsicContentSize`.
    nonisolated public static let noIntrinsicMetric: CGFloat = -1
    /// The smallest size that shows all, for `systemLayoutSizeFitting`.
    nonisolated public static let layoutFittingCompressedSize = CGSize(width: 0, height: 0)
    /// The largest size that makes sense, for `systemLayoutSizeFitting`.
    nonisolated public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)
}
