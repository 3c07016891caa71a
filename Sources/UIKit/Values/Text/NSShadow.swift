import QuartzCore

/// A shadow under text: the value of `NSAttributedString.Key.shadow`.
open class NSShadow: NSObject, NSCopying {
    /// In points, y downwards; (0, -1) at first.
    open var shadowOffset = CGSize(width: 0, height: -1)
    /// How far the edge is blurred, in points; 0 at first.
    open var shadowBlurRadius: CGFloat = 0
    /// A `UIColor` or `CGColor`; black at a third at first, nil for no shadow.
    open var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSShadow()
        (copy.shadowOffset, copy.shadowBlurRadius, copy.shadowColor) = (shadowOffset, shadowBlurRadius, shadowColor)
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSShadow else { return false }
        return shadowOffset == other.shadowOffset && shadowBlurRadius == other.shadowBlurRadius && color == other.color
    }

    open override var hash: Int { shadowBlurRadius.hashValue }

    var color: CGColor? {
        switch shadowColor {
        case let color as UIColor: color.cgColor
        case let color as CGColor: color
        default: nil
        }
    }

    /// Puts the shadow under what is drawn from now on.
    func set(in context: CGContext) { context.setShadow(offset: shadowOffset, blur: max(0, shadowBlurRadius), color: color) }
}
