import AgateDiagnostics
import QuartzCore

/// The priority of a constraint. 1000 is required, and lower priorities yield to higher ones.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public var rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    /// A required constraint: 1000.
    public static let required = UILayoutPriority(1000)
    /// The default priority of compression resistance: 750.
    public static let defaultHigh = UILayoutPriority(750)
    /// The default priority of content hugging: 250.
    public static let defaultLow = UILayoutPriority(250)
    /// The priority of a fitting size: 50.
    public static let fittingSizeLevel = UILayoutPriority(50)
    /// The priority of a drag that can resize the scene: 510, as on the Mac.
    public static let dragThatCanResizeScene = UILayoutPriority(510)
    /// The priority at which the scene keeps its size: 500, as on the Mac.
    public static let sceneSizeStayPut = UILayoutPriority(500)
    /// The priority of a drag that can't resize the scene: 490, as on the Mac.
    public static let dragThatCannotResizeScene = UILayoutPriority(490)
}

/// A relation between attributes of views: first attribute = multiplier × second attribute + constant.
///
/// Constraints are created inactive, mostly by anchors. An active constraint is held by the nearest common ancestor of its views, and is
/// applied before that view's `layoutSubviews()`. See `ConstraintSystem` for contradicting and insufficient constraints.
@preconcurrency @MainActor open class NSLayoutConstraint: NSObject, @preconcurrency NSCoding {
    /// The attribute of a view.
    public enum Attribute: Int, Sendable {
        /// The absence of a second item: the relation is to a constant.
        case notAnAttribute = 0
        /// The edges, sizes, centers and baselines of the view.
        case left = 1, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
        /// The same attributes of the view's layout margins.
        case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins, centerYWithinMargins

        /// True if the attribute is relative to the layout margins.
        var isOfMargins: Bool { rawValue >= Attribute.leftMargin.rawValue }
        /// True if the attribute is an edge.
        var isEdge: Bool {
            switch self {
            case .left, .right, .top, .bottom, .leading, .trailing, .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin,
                .trailingMargin:
                true
            default: false
            }
        }
        /// True if the attribute is on the opposite side in right-to-left layouts.
        var followsReading: Bool {
            switch self {
            case .leading, .trailing, .leadingMargin, .trailingMargin: true
            default: false
            }
        }
    }

    /// The alignment and direction of the views in a visual format.
    public struct FormatOptions: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Aligns the left edges of the views, in a vertical format.
        public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
        /// Aligns the right edges of the views, in a vertical format.
        public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
        /// Aligns the top edges of the views, in a horizontal format.
        public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
        /// Aligns the bottom edges of the views, in a horizontal format.
        public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
        /// Aligns the leading edges of the views, in a vertical format.
        public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
        /// Aligns the trailing edges of the views, in a vertical format.
        public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
        /// Aligns the horizontal centers of the views, in a vertical format.
        public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
        /// Aligns the vertical centers of the views, in a horizontal format.
        public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
        /// Aligns the last baselines of the views, in a horizontal format.
        public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
        /// Aligns the first baselines of the views, in a horizontal format.
        public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
        /// Arranges a horizontal format from left to right, regardless of the writing direction. Without a direction option, it follows the
        /// writing direction.
        public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
        /// Arranges a horizontal format from right to left, regardless of the writing direction.
        public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
    }

    /// The relation between the two sides.
    public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }
    /// The horizontal or vertical axis.
    public enum Axis: Int, Sendable { case horizontal, vertical }

    /// The view or layout guide on the left side.
    open private(set) weak var firstItem: AnyObject?
    /// The view or layout guide on the right side.
    open private(set) weak var secondItem: AnyObject?
    /// The attribute of the first item.
    public let firstAttribute: Attribute
    /// The attribute of the second item.
    public let secondAttribute: Attribute
    /// The relation between the two sides.
    public let relation: Relation
    /// The factor of the second attribute.
    public let multiplier: CGFloat
    /// The constant, in points.
    open var constant: CGFloat { didSet { if constant != oldValue { constantChanged() } } }
    /// The priority. The default is required.
    open var priority = UILayoutPriority.required { didSet { if priority != oldValue { holder?.constraintsChanged() } } }
    /// The identifier, for diagnostics.
    open var identifier: String?
    final weak var holder: UIView?
    /// All terms of a constraint on the distance of two anchors; empty for all other constraints, which consist of their two items.
    final var terms: [AnchorTerm] = []
    final var place = ConstraintPlace()
    /// A serial number that increases with each activation, so that lists of active constraints are in the order of activation.
    private(set) final var serial = 0
    private static var lastSerial = 0

    /// Creates a constraint. Without a second item, the relation is to the constant.
    public init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?, attribute attr2: Attribute,
        multiplier: CGFloat,
        constant c: CGFloat
    ) {
        firstItem = view1 as AnyObject
        secondItem = view2.map { $0 as AnyObject }
        firstAttribute = attr1
        secondAttribute = view2 == nil ? .notAnAttribute : attr2
        self.relation = relation
        self.multiplier = multiplier.isFinite ? multiplier : 1
        constant = c.isFinite ? c : 0
        super.init()
    }

    /// Creates a constraint without items, for a variable that is set later. It can't be activated: one diagnostic.
    @preconcurrency @MainActor public override init() {
        (firstAttribute, secondAttribute, relation, multiplier, constant) = (.notAnAttribute, .notAnAttribute, .equal, 1, 0)
        super.init()
    }

    /// Decodes a constraint from a keyed archive. Its items are the views of that archive; it is active if the view that holds it was
    /// archived with it. Any other coder results in a constraint without items.
    public required init?(coder: NSCoder) {
        let stored = ArchivedConstraint(coder)
        (firstItem, secondItem) = (stored.firstItem, stored.secondItem)
        (firstAttribute, secondAttribute, relation) = (stored.firstAttribute, stored.secondAttribute, stored.relation)
        (multiplier, constant, priority) = (stored.multiplier, stored.constant, stored.priority)
        (identifier, shouldBeArchived) = (stored.identifier, stored.shouldBeArchived)
        super.init()
    }

    /// Encodes the constraint. Items that are neither views nor their safe areas and margins are left out.
    open func encode(with coder: NSCoder) { encodeValues(coder) }

    /// Called after the constraint was loaded from a nib in UIKit. Agate doesn't call it, but applications may.
    open func awakeFromNib() {}
    /// A Boolean value that indicates whether a view's archive contains the constraint. False by default; true for constraints of nibs.
    open var shouldBeArchived = false

    /// A Boolean value that indicates whether the constraint is active.
    open var isActive: Bool {
        get { holder != nil }
        set {
            if newValue { activate() } else { deactivate() }
        }
    }

    /// Returns the constraints of a visual format, such as `H:|-[title]-8-[button(>=44)]-|`.
    ///
    /// If the format is invalid, UIKit raises an exception, whereas Agate reports the error's position in a diagnostic and returns no
    /// constraints.
    /// - Parameters:
    ///   - metrics: The numbers to which the format refers by name.
    ///   - views: The views or guides to which the format refers by name.
    open class func constraints(
        withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]?, views: [String: Any]
    ) -> [NSLayoutConstraint] {
        VisualFormat(format, opts, metrics ?? [:], views).constraints()
    }

    /// Activates several constraints.
    open class func activate(_ constraints: [NSLayoutConstraint]) { for constraint in constraints { constraint.isActive = true } }
    /// Deactivates several constraints.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) { for constraint in constraints { constraint.isActive = false } }

    private func constantChanged() {
        guard let holder else { return }
        if let (system, number) = place.only, system.edit(constraint: number, constant) {
            holder.constantsChanged()
        } else {
            holder.constraintsChanged()
        }
    }

    private func activate() {
        guard holder == nil else { return }
        // The view that held the constraint no longer exists.
        if serial != 0 { forgetItems() }
        guard let first = Self.view(firstItem) else {
            return Diagnostic.report(
                "layout.no-view",
                "a constraint of \(firstItem.map { "\(type(of: $0))" } ?? "nothing") can't be activated: only views and layout guides can have constraints"
            )
        }
        var common: UIView? = first
        let second = Self.view(secondItem)
        if let second {
            common = Self.nearestAbove(first, second)
        } else if secondItem != nil || secondAttribute != .notAnAttribute {
            common = nil
        }
        for term in terms { common = common.flatMap { above in Self.view(term.item).flatMap { Self.nearestAbove(above, $0) } } }
        guard let common else {
            return Diagnostic.report(
                "layout.no-common-view", "a constraint can't be activated: its views have no common superview; it remains inactive"
            )
        }
        // A view holds constraints on its own size. The superview holds all others.
        holder = common
        Self.lastSerial += 1
        serial = Self.lastSerial
        let isDeferred = ReplacedConstraints.willChange(common)
        common.rare.constraints.append(self)
        first.touch(self)
        (firstItem as? UILayoutGuide)?.touching.append(self)
        if let second, second !== first { second.touch(self) }
        if secondItem !== firstItem { (secondItem as? UILayoutGuide)?.touching.append(self) }
        touchFurtherItems()
        if !isDeferred { common.constraintsChanged() }
    }

    private func deactivate() {
        guard let holder else { return }
        let isDeferred = ReplacedConstraints.willChange(holder)
        remove(from: &holder.rare.constraints)
        forgetItems()
        self.holder = nil
        place = ConstraintPlace()
        if !isDeferred { holder.constraintsChanged() }
    }

    private func forgetItems() {
        for item in [firstItem, secondItem] + furtherItems {
            if let view = Self.view(item) { remove(from: &view.rare.touching) }
            if let guide = item as? UILayoutGuide { remove(from: &guide.touching) }
        }
        serial = 0
    }

    private func remove(from list: inout [NSLayoutConstraint]) {
        var low = 0, high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle].serial < serial { low = middle + 1 } else { high = middle }
        }
        if low < list.count, list[low] === self { list.remove(at: low) }
    }

    /// Returns the nearest view that contains or equals both views. The cost is proportional to its distance.
    private static func nearestAbove(_ a: UIView, _ b: UIView) -> UIView? {
        if a === b || b.parent === a { return a }
        if a.parent === b { return b }
        if let above = a.parent, above === b.parent { return above }
        var seen = Set<ObjectIdentifier>()
        var ways: (UIView?, UIView?) = (a, b)
        while ways.0 != nil || ways.1 != nil {
            if let here = ways.0 {
                if !seen.insert(ObjectIdentifier(here)).inserted { return here }
                ways.0 = here.parent
            }
            if let here = ways.1 {
                if !seen.insert(ObjectIdentifier(here)).inserted { return here }
                ways.1 = here.parent
            }
        }
        return nil
    }

    final class func view(_ item: AnyObject?) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }

    /// True if leading and trailing are reversed. The direction is that of the first item.
    final var readsFromTheRight: Bool {
        (firstAttribute.followsReading || secondAttribute.followsReading)
            && Self.view(firstItem)?.effectiveUserInterfaceLayoutDirection == .rightToLeft
    }

    /// The anchor of the left side.
    open var firstAnchor: NSLayoutAnchor<AnyObject> { NSLayoutAnchor(firstItem ?? NSNull(), firstAttribute) }
    /// The anchor of the right side.
    open var secondAnchor: NSLayoutAnchor<AnyObject>? { secondItem.map { NSLayoutAnchor($0, secondAttribute) } }

    /// Must be called on the main thread.
    nonisolated open override var description: String { MainActor.assumeIsolated { text } }

    private var text: String {
        func side(_ item: AnyObject?, _ attribute: Attribute) -> String { item.map { "\(type(of: $0)).\(attribute)" } ?? "" }
        let sign = relation == .equal ? "==" : relation == .lessThanOrEqual ? "<=" : ">="
        let factor = multiplier == 1 ? "" : " * \(multiplier)"
        let right = secondItem == nil ? "\(constant)" : side(secondItem, secondAttribute) + factor + (constant == 0 ? "" : " + \(constant)")
        return (identifier.map { $0 + ": " } ?? "") + "\(side(firstItem, firstAttribute)) \(sign) \(right)"
    }
}

extension NSLayoutConstraint {
    /// Returns the `priority` for code that has only an object: as a priority or as its number. Apple's compiler finds both, because
    /// another class has a numeric `priority`. Lowered sources call this method.
    public func priorityOfObject() -> UILayoutPriority { priority }
    /// Returns the number of the priority, 0...1000.
    public func priorityOfObject() -> Float { priority.rawValue }
}
