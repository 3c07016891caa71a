import AgateDiagnostics
import CoreText
import QuartzCore

/// A shadow under text: the value of `NSAttributedString.Key.shadow`. Any thread may use it.
open class NSShadow: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: the values are under a lock, and colours are constant.
    private struct Values {
        var offset = CGSize(width: 0, height: -1)
        var blurRadius: CGFloat = 0
        var color: Any? = UIColor(white: 0, alpha: 1.0 / 3)
    }
    private final let foundationHeader = FoundationHeader()
    private final let values = Locked(Values())

    /// The offset in points, with y pointing downwards; (0, -1) by default.
    open var shadowOffset: CGSize {
        get { values.withLock { $0.offset } }
        set { values.withLock { $0.offset = newValue } }
    }
    /// The blur radius in points; 0 by default.
    open var shadowBlurRadius: CGFloat {
        get { values.withLock { $0.blurRadius } }
        set { values.withLock { $0.blurRadius = newValue } }
    }
    /// A `UIColor` or `CGColor`; black with an alpha of 1/3 by default, nil for no shadow.
    open var shadowColor: Any? {
        get { values.withLock { $0.color } }
        set { values.withLock { $0.color = newValue } }
    }

    public override init() {}

    public class var supportsSecureCoding: Bool { true }

    /// Decodes a shadow from an archive.
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

    /// Sets the shadow of further drawing.
    func set(in context: CGContext) { context.setShadow(offset: shadowOffset, blur: max(0, shadowBlurRadius), color: color) }
}
