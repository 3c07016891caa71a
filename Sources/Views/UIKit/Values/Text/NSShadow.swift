import QuartzCore

/// A shadow under text: the value of `NSAttributedString.Key.shadow`.
open class NSShadow: NSObject, NSCopying, NSSecureCoding {
    /// In points, y downwards; (0, -1) at first.
    open var shadowOffset = CGSize(width: 0, height: -1)
    /// How far the edge is blurred, in points; 0 at first.
    open var shadowBlurRadius: CGFloat = 0
    /// A `UIColor` or `CGColor`; black at a third at first, nil for no shadow.
    open var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)

    public override init() {}

    public class var supportsSecureCoding: Bool { true }

    /// The shadow of an archive.
    public required init?(coder: NSCoder) {
        guard coder is NSKeyedUnarchiver else { return nil }
        super.init()
        shadowOffset = CGSize(width: coder.decodeDouble(forKey: "NSShadowHoriz"), height: coder.decodeDouble(forKey: "NSShadowVert"))
        shadowBlurRadius = CGFloat(coder.decodeDouble(forKey: "NSShadowBlurRadius"))
        shadowColor = coder.containsValue(forKey: "NSShadowColor") ? coder.decodeObject(of: UIColor.self, forKey: "NSShadowColor") : nil
    }

    open func encode(with coder: NSCoder) {
        coder.encode(Double(shadowOffset.width), forKey: "NSShadowHoriz")
        coder.encode(Double(shadowOffset.height), forKey: "NSShadowVert")
        coder.encode(Double(shadowBlurRadius), forKey: "NSShadowBlurRadius")
        if let color { coder.encode(UIColor(cgColor: color), forKey: "NSShadowColor") }
    }

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
