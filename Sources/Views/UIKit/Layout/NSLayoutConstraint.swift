import AgateDiagnostics
import QuartzCore

/// How much a constraint counts: 1000 must hold, less gives way.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public var rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    /// Must hold: 1000.
    public static let required = UILayoutPriority(1000)
    /// 750: how strongly views resist being compressed.
    public static let defaultHigh = UILayoutPriority(750)
    /// 250: how strongly views hug their content.
    public static let defaultLow = UILayoutPriority(250)
    /// 50: how strongly a fitting size is kept to.
    public static let fittingSizeLevel = UILayoutPriority(50)
    /// 510, as on the Mac.
    public static let dragThatCanResizeScene = UILayoutPriority(510)
    /// 500, as on the Mac.
    public static let sceneSizeStayPut = UILayoutPriority(500)
    /// 490, as on the Mac.
    public static let dragThatCannotResizeScene = UILayoutPriority(490)
}

/// first attribute = multiplier × second attribute + constant, for the places of views.
///
/// Made inactive, mostly by anchors. An active one is held by the nearest view that both its views are in, and is followed before that
/// view's `layoutSubviews()`. See `ConstraintSystem` for what comes out where constraints contradict or do not suffice.
@preconcurrency @MainActor open class NSLayoutConstraint: NSObject {
    /// What of a view.
    public enum Attribute: Int, Sendable {
        /// No second item: the relation is to a constant.
        case notAnAttribute = 0
        /// Edges, sizes, centres and baselines of the view.
        case left = 1, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
        /// The same of its layout margins.
        case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins, centerYWithinMargins

        /// Whether it is of what the margins leave.
        var isOfMargins: Bool { rawValue >= Attribute.leftMargin.rawValue }
        /// Whether it is a place at an edge.
        var isEdge: Bool {
            switch self {
            case .left, .right, .top, .bottom, .leading, .trailing, .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin,
                .trailingMargin:
                true
            default: false
            }
        }
        /// Whether it is on the other side where one reads from right to left.
        var followsReading: Bool {
            switch self {
            case .leading, .trailing, .leadingMargin, .trailingMargin: true
            default: false
            }
        }
    }

    /// How views of a visual format stand to each other.
    public struct FormatOptions: OptionSet, Sendable, Hashable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The left edges of the views are in one line; for a format down.
        public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
        /// The right edges of the views are in one line; for a format down.
        public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
        /// The upper edges of the views are in one line; for a format across.
        public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
        /// The lower edges of the views are in one line; for a format across.
        public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
        /// The edges where writing begins are in one line; for a format down.
        public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
        /// The edges where writing ends are in one line; for a format down.
        public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
        /// The middles of the views are above each other; for a format down.
        public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
        /// The middles of the views are beside each other; for a format across.
        public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
        /// The baselines of the last lines are in one line; for a format across.
        public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
        /// The baselines of the first lines are in one line; for a format across.
        public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
        /// A format across goes from left to right, whatever the direction of writing. Without one of the two it goes as writing does.
        public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
        /// A format across goes from right to left, whatever the direction of writing.
        public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
    }

    /// Whether both sides are equal, or one is larger.
    public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }
    /// Across or down.
    public enum Axis: Int, Sendable { case horizontal, vertical }

    /// The view, or layout guide, on the left side.
    open private(set) weak var firstItem: AnyObject?
    /// The view, or layout guide, on the right side.
    open private(set) weak var secondItem: AnyObject?
    /// What of the first.
    public let firstAttribute: Attribute
    /// What of the second.
    public let secondAttribute: Attribute
    /// Which side is larger, if any.
    public let relation: Relation
    /// What the second is multiplied by.
    public let multiplier: CGFloat
    /// What is added, in points.
    open var constant: CGFloat { didSet { if constant != oldValue { holder?.constraintsChanged() } } }
    /// How much it counts; required at first.
    open var priority = UILayoutPriority.required { didSet { if priority != oldValue { holder?.constraintsChanged() } } }
    /// A name for messages.
    open var identifier: String?
    final weak var holder: UIView?
    /// Grows from one activation to the next, so that lists of active constraints are in its order.
    private(set) final var serial = 0
    private static var lastSerial = 0

    /// A constraint by its parts. Without a second item, it is a constant.
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

    /// It was made of a nib. Agate reads none; programs may call it.
    open func awakeFromNib() {}
    /// Kept: nothing is archived of it.
    open var shouldBeArchived = false

    /// Whether it is followed.
    open var isActive: Bool {
        get { holder != nil }
        set {
            if newValue { activate() } else { deactivate() }
        }
    }

    /// Constraints by a picture of them in characters: `H:|-[title]-8-[button(>=44)]-|`.
    ///
    /// Apple raises an exception where the text can't be read; here a diagnostic says where, and there are no constraints.
    /// - Parameters:
    ///   - metrics: the numbers that the text names.
    ///   - views: the views, or guides, that the text names.
    open class func constraints(
        withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]?, views: [String: Any]
    ) -> [NSLayoutConstraint] {
        VisualFormat(format, opts, metrics ?? [:], views).constraints()
    }

    /// Makes several active.
    open class func activate(_ constraints: [NSLayoutConstraint]) { for constraint in constraints { constraint.isActive = true } }
    /// Makes several inactive.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) { for constraint in constraints { constraint.isActive = false } }

    private func activate() {
        guard holder == nil else { return }
        // The view that held it is gone.
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
        guard let common else {
            return Diagnostic.report(
                "layout.no-common-view", "a constraint can't be activated: its views have no common superview; it remains inactive"
            )
        }
        // Its own size is a view's own business; everything else is the superview's.
        holder = common
        Self.lastSerial += 1
        serial = Self.lastSerial
        common.rare.constraints.append(self)
        first.touch(self)
        (firstItem as? UILayoutGuide)?.touching.append(self)
        if let second, second !== first { second.touch(self) }
        if secondItem !== firstItem { (secondItem as? UILayoutGuide)?.touching.append(self) }
        common.constraintsChanged()
    }

    private func deactivate() {
        guard let holder else { return }
        remove(from: &holder.rare.constraints)
        forgetItems()
        self.holder = nil
        holder.constraintsChanged()
    }

    private func forgetItems() {
        for item in [firstItem, secondItem] {
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

    /// The nearest view that both are in, or are; the steps are as many as it is away.
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

    /// Leading and trailing go by the first item's direction.
    final var readsFromTheRight: Bool {
        (firstAttribute.followsReading || secondAttribute.followsReading)
            && Self.view(firstItem)?.effectiveUserInterfaceLayoutDirection == .rightToLeft
    }

    /// The anchor on the left side.
    open var firstAnchor: NSLayoutAnchor<AnyObject> { NSLayoutAnchor(firstItem ?? NSNull(), firstAttribute) }
    /// The anchor on the right side.
    open var secondAnchor: NSLayoutAnchor<AnyObject>? { secondItem.map { NSLayoutAnchor($0, secondAttribute) } }

    /// Asked for by whoever prints it, on the main thread.
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
    /// What `priority` is to code that has an object only: a priority, or the number in it. Apple's compiler finds both, for another class
    /// has a `priority` that is a number. Lowered sources call it.
    public func priorityOfObject() -> UILayoutPriority { priority }
    /// The number in the priority, from 0 to 1000.
    public func priorityOfObject() -> Float { priority.rawValue }
}
