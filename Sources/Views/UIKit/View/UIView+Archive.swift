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
        coder.encode(ArchivedViews.number(of: self), forKey: ArchivedViews.key)
        // Those that are created with the view are created with its copy.
        if !children.isEmpty, !(self is ViewOfParts) { coder.encodeList(children, forKey: "UISubviews") }
        let constraints = rare.constraints.filter { $0.shouldBeArchived && $0.canBeArchived }
        if !constraints.isEmpty { coder.encodeList(constraints, forKey: "UIConstraints") }
    }

    /// Decodes the values. Does nothing unless the coder is a keyed archive with a view's values, because abstract coders trap on each
    /// call.
    final func decode(_ coder: NSCoder) {
        guard coder is NSKeyedUnarchiver, coder.containsValue(forKey: "UIBounds") else { return }
        ArchivedViews.note(self, coder)
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
        for i in 0..<max(0, coder.decodeInteger(forKey: "UIConstraints.count")) {
            guard let constraint = object("UIConstraints.\(i)") as? NSLayoutConstraint else { break }
            if constraint.canBeArchived { constraint.isActive = true }
        }
    }
}

/// A view that creates its own subviews: an archive doesn't contain them.
protocol ViewOfParts {}
extension UIButton: ViewOfParts {}
extension UISwitch: ViewOfParts {}
extension UISlider: ViewOfParts {}
extension UIStepper: ViewOfParts {}
extension UISegmentedControl: ViewOfParts {}
extension UIPageControl: ViewOfParts {}
extension UITextField: ViewOfParts {}
extension UIProgressView: ViewOfParts {}
extension UIActivityIndicatorView: ViewOfParts {}

/// The views that unarchivers have created so far. A view's constraints are decoded while the view is: an archive of objects can't refer to
/// one that isn't complete, so constraints refer to views by number.
@MainActor enum ArchivedViews {
    static let key = "AgateViewNumber"

    private final class Found {
        weak var coder: NSCoder?
        var views: [Int: WeakView] = [:]
        init(_ coder: NSCoder) { self.coder = coder }
    }
    private struct WeakView { weak var view: UIView? }
    private static var found: [Found] = []

    /// A number that no other view has while both exist.
    static func number(of view: UIView) -> Int { Int(bitPattern: Unmanaged.passUnretained(view).toOpaque()) }

    static func note(_ view: UIView, _ coder: NSCoder) {
        guard coder.containsValue(forKey: key) else { return }
        found.removeAll { $0.coder == nil }
        let list: Found
        if let known = found.first(where: { $0.coder === coder }) {
            list = known
        } else {
            list = Found(coder)
            found.append(list)
        }
        list.views[coder.decodeInteger(forKey: key)] = WeakView(view: view)
    }

    static func view(_ number: Int, _ coder: NSCoder) -> UIView? { found.first { $0.coder === coder }?.views[number]?.view }
}
