import Foundation
import QuartzCore

/// The values of a view in a keyed archive. Some programs copy views through an archive; such a copy looks the same.
extension UIView {
    final func encodeValues(_ coder: NSCoder) {
        coder.encode(bounds, forKey: "UIBounds")
        coder.encode(center, forKey: "UICenter")
        coder.encode(transform, forKey: "UIViewTransform")
        coder.encode(Double(alpha), forKey: "UIAlpha")
        coder.encode(isHidden, forKey: "UIHidden")
        coder.encode(tag, forKey: "UITag")
        coder.encode(clipsToBounds, forKey: "UIClipsToBounds")
        coder.encode(isOpaque, forKey: "UIOpaque")
        coder.encode(contentMode.rawValue, forKey: "UIContentMode")
        coder.encode(Int(autoresizingMask.rawValue), forKey: "UIAutoresizingMask")
        coder.encode(isUserInteractionEnabled, forKey: "UIUserInteractionEnabled")
        coder.encode(translatesAutoresizingMaskIntoConstraints, forKey: "UIViewTranslates")
        coder.encode(Double(layer.cornerRadius), forKey: "UICornerRadius")
        if let color = backgroundColor { coder.encode(color, forKey: "UIBackgroundColor") }
        if let tint = rare.tintColor { coder.encode(tint, forKey: "UITintColor") }
        if !children.isEmpty { coder.encodeList(children, forKey: "UISubviews") }
    }

    /// Decodes the values. Does nothing unless the coder is a keyed archive with a view's values, because abstract coders trap on each
    /// call.
    final func decode(_ coder: NSCoder) {
        guard coder is NSKeyedUnarchiver, coder.containsValue(forKey: "UIBounds") else { return }
        bounds = coder.decodeCGRect(forKey: "UIBounds")
        center = coder.decodeCGPoint(forKey: "UICenter")
        transform = coder.decodeCGAffineTransform(forKey: "UIViewTransform")
        alpha = CGFloat(coder.decodeDouble(forKey: "UIAlpha"))
        isHidden = coder.decodeBool(forKey: "UIHidden")
        tag = coder.decodeInteger(forKey: "UITag")
        clipsToBounds = coder.decodeBool(forKey: "UIClipsToBounds")
        isOpaque = coder.decodeBool(forKey: "UIOpaque")
        contentMode = ContentMode(rawValue: coder.decodeInteger(forKey: "UIContentMode")) ?? .scaleToFill
        autoresizingMask = AutoresizingMask(rawValue: UInt(max(0, coder.decodeInteger(forKey: "UIAutoresizingMask"))))
        isUserInteractionEnabled = coder.decodeBool(forKey: "UIUserInteractionEnabled")
        translatesAutoresizingMaskIntoConstraints = coder.decodeBool(forKey: "UIViewTranslates")
        layer.cornerRadius = CGFloat(coder.decodeDouble(forKey: "UICornerRadius"))
        // The archive has no value for a missing object: an unarchiver treats nil as a damaged archive.
        func object(_ key: String) -> Any? { coder.containsValue(forKey: key) ? coder.decodeObject(forKey: key) : nil }
        backgroundColor = object("UIBackgroundColor") as? UIColor
        if let tint = object("UITintColor") as? UIColor { tintColor = tint }
        for i in 0..<max(0, coder.decodeInteger(forKey: "UISubviews.count")) {
            guard let view = object("UISubviews.\(i)") as? UIView else { break }
            addSubview(view)
        }
    }
}
