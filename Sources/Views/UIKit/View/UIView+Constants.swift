import QuartzCore

extension UIView {
    /// The placement of a view's content if its size differs from the bounds.
    public enum ContentMode: Int, Sendable {
        /// Stretched to the bounds.
        case scaleToFill
        /// Scaled proportionally to fit into the bounds.
        case scaleAspectFit
        /// Scaled proportionally to fill the bounds; the rest extends beyond them.
        case scaleAspectFill
        /// Redrawn at every size.
        case redraw
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

        /// The layer's gravity. A layer's "bottom" is at the smallest y, which is a view's top.
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

    /// The parts of a view's frame that change with the superview's size.
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

    /// The adjustment of a view's tint color.
    public enum TintAdjustmentMode: Int, Sendable {
        /// The superview's mode; normal at the top of the hierarchy.
        case automatic
        case normal
        /// Grays, as behind an alert.
        case dimmed
    }

    /// The timing curve of an animation.
    public enum AnimationCurve: Int, Sendable {
        case easeInOut, easeIn, easeOut, linear
    }

    /// The transition style of `beginAnimations`.
    public enum AnimationTransition: Int, Sendable {
        case none, flipFromLeft, flipFromRight, curlUp, curlDown
    }

    /// The value in `intrinsicContentSize` for no intrinsic size.
    nonisolated public static let noIntrinsicMetric: CGFloat = -1
    /// The smallest size that shows all content, for `systemLayoutSizeFitting`.
    nonisolated public static let layoutFittingCompressedSize = CGSize(width: 0, height: 0)
    /// The largest reasonable size, for `systemLayoutSizeFitting`.
    nonisolated public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)
}
