import Foundation
import QuartzCore

/// The values of a constraint in a keyed archive.
@MainActor struct ArchivedConstraint {
    var firstItem: AnyObject?
    var secondItem: AnyObject?
    var firstAttribute = NSLayoutConstraint.Attribute.notAnAttribute
    var secondAttribute = NSLayoutConstraint.Attribute.notAnAttribute
    var relation = NSLayoutConstraint.Relation.equal
    var multiplier: CGFloat = 1
    var constant: CGFloat = 0
    var priority = UILayoutPriority.required
    var identifier: String?
    var shouldBeArchived = false

    /// The part of its view that an item is.
    private enum Part: Int { case whole, safeArea, margins }

    init(_ coder: NSCoder) {
        // Abstract coders trap on each call.
        guard coder is NSKeyedUnarchiver, coder.containsValue(forKey: "NSFirstAttribute") else { return }
        func item(_ key: String) -> AnyObject? {
            guard coder.containsValue(forKey: key), let view = ArchivedViews.view(coder.decodeInteger(forKey: key), coder) else {
                return nil
            }
            return switch Part(rawValue: coder.decodeInteger(forKey: key + "Part")) ?? .whole {
            case .whole: view
            case .safeArea: view.safeAreaLayoutGuide
            case .margins: view.layoutMarginsGuide
            }
        }
        (firstItem, secondItem) = (item("NSFirstItem"), item("NSSecondItem"))
        firstAttribute = .init(rawValue: coder.decodeInteger(forKey: "NSFirstAttribute")) ?? .notAnAttribute
        secondAttribute = .init(rawValue: coder.decodeInteger(forKey: "NSSecondAttribute")) ?? .notAnAttribute
        relation = .init(rawValue: coder.decodeInteger(forKey: "NSRelation")) ?? .equal
        func number(_ key: String, _ missing: CGFloat) -> CGFloat {
            let value = CGFloat(coder.decodeDouble(forKey: key))
            return value.isFinite ? value : missing
        }
        (multiplier, constant) = (number("NSMultiplier", 1), number("NSConstant", 0))
        priority = UILayoutPriority(Float(number("NSPriority", 1000)))
        if coder.containsValue(forKey: "NSLayoutIdentifier") { identifier = coder.decodeObject(forKey: "NSLayoutIdentifier") as? String }
        shouldBeArchived = coder.decodeBool(forKey: "NSShouldBeArchived")
    }

    static func encode(_ item: AnyObject?, _ key: String, _ coder: NSCoder) {
        guard let view = NSLayoutConstraint.view(item), let part = part(item, of: view) else { return }
        coder.encode(ArchivedViews.number(of: view), forKey: key)
        if part != .whole { coder.encode(part.rawValue, forKey: key + "Part") }
    }

    /// True if an archive can refer to the item.
    static func isKnown(_ item: AnyObject?) -> Bool { NSLayoutConstraint.view(item).map { part(item, of: $0) != nil } ?? false }

    private static func part(_ item: AnyObject?, of view: UIView) -> Part? {
        if item === view { return .whole }
        if item === view.rare.safeAreaGuide { return .safeArea }
        return item === view.rare.marginsGuide ? .margins : nil
    }
}

extension NSLayoutConstraint {
    /// True if both items are views, or parts that each view has.
    final var canBeArchived: Bool {
        terms.isEmpty && ArchivedConstraint.isKnown(firstItem)
            && (secondAttribute == .notAnAttribute ? secondItem == nil : ArchivedConstraint.isKnown(secondItem))
    }

    final func encodeValues(_ coder: NSCoder) {
        ArchivedConstraint.encode(firstItem, "NSFirstItem", coder)
        ArchivedConstraint.encode(secondItem, "NSSecondItem", coder)
        coder.encode(firstAttribute.rawValue, forKey: "NSFirstAttribute")
        coder.encode(secondAttribute.rawValue, forKey: "NSSecondAttribute")
        coder.encode(relation.rawValue, forKey: "NSRelation")
        coder.encode(Double(multiplier), forKey: "NSMultiplier")
        coder.encode(Double(constant), forKey: "NSConstant")
        coder.encode(Double(priority.rawValue), forKey: "NSPriority")
        if let identifier { coder.encode(identifier as NSString, forKey: "NSLayoutIdentifier") }
        coder.encode(shouldBeArchived, forKey: "NSShouldBeArchived")
    }
}
