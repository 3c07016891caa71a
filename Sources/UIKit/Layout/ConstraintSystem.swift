import AgateDiagnostics
import QuartzCore

/// The places of views by their constraints.
///
/// Required constraints hold; one that contradicts those before it is left out with a diagnostic. The others are as nearly true as they can
/// be, priority by priority. What is left open stays as it is. Edges come to whole pixels (rule 26). Text baselines count as edges.
@MainActor struct ConstraintSystem {
    private let root: UIView
    private let rootIsFree: Bool
    /// Views and guides whose places are unknown, four unknowns each: left, top, width, height.
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var items: [AnyObject] = []
    private var constraints: [NSLayoutConstraint] = []

    /// - Parameter rootIsFree: whether the root's own size is to be found; else it is as it is.
    init(_ root: UIView, rootIsFree: Bool = false) {
        self.root = root
        self.rootIsFree = rootIsFree
        if rootIsFree { take(root) }
        collect(root)
    }

    /// Whether nothing in the root asks for a size.
    var isEmpty: Bool { constraints.isEmpty }

    private mutating func collect(_ view: UIView) {
        var taken: [AnyObject] = [], found: [NSLayoutConstraint] = []
        view.visitTree { each in
            if each !== view, each.flags.contains(.followsConstraints) { taken.append(each) }
            found += each.rare.constraints
            taken += each.rare.guides as [AnyObject]
            if let scroll = each as? UIScrollView, let content = scroll.contentGuideInUse { taken.append(content) }
            return true
        }
        for each in taken { take(each) }
        constraints = found
    }

    private mutating func take(_ item: AnyObject) {
        numbers[ObjectIdentifier(item)] = items.count
        items.append(item)
    }

    // MARK: Sums

    /// One of left, top, width, height of an item, in its superview's space.
    private func own(_ item: AnyObject, _ part: Int) -> LinearSum {
        if let number = numbers[ObjectIdentifier(item)] {
            // The content of a scroll view begins at its origin.
            if part < 2, (item as? UILayoutGuide)?.isContent ?? false { return LinearSum() }
            return LinearSum(number * 4 + part)
        }
        let f = Self.place(item)
        return LinearSum(constant: Double([f.minX, f.minY, f.width, f.height][part]))
    }

    /// An item's rectangle without its transform. As on Apple's systems the middle of it is the view's `center`, wherever the anchor point
    /// is: sources that move the anchor point of a view with constraints count on the view's going along.
    private static func place(_ item: AnyObject) -> CGRect {
        guard let view = item as? UIView else { return (item as? UILayoutGuide)?.layoutFrame ?? .zero }
        let b = view.bounds.size, c = view.center
        return CGRect(x: c.x - b.width / 2, y: c.y - b.height / 2, width: b.width, height: b.height)
    }

    /// The left or top edge of a view's bounds, or of a guide that has a place of its own, in the root's space.
    private func edge(_ item: AnyObject, _ part: Int) -> LinearSum {
        var sum = LinearSum()
        var here = item
        if here === root { sum.constant = part == 0 ? root.bounds.minX : root.bounds.minY }
        while here !== root {
            sum.add(own(here, part), 1)
            guard let above = (here as? UIView)?.superview ?? (here as? UILayoutGuide)?.owningView else { break }
            if above !== root { sum.constant -= part == 0 ? above.bounds.minX : above.bounds.minY }
            here = above
        }
        return sum
    }

    /// What an attribute of an item is.
    /// - Parameter other: the item on the other side: edges of a scroll view are those of its content to what is in it.
    private func sum(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute, _ isTurned: Bool, other: AnyObject?) -> LinearSum? {
        guard let item, let view = NSLayoutConstraint.view(item) else { return nil }
        var insets = (item as? UILayoutGuide)?.currentInsets ?? .zero
        if attribute.isOfMargins {
            let margins = view.layoutMargins
            insets = UIEdgeInsets(
                top: insets.top + margins.top, left: insets.left + margins.left, bottom: insets.bottom + margins.bottom,
                right: insets.right + margins.right
            )
        }
        // What has unknowns of its own: a free guide, a content; all others are their view.
        let guide = item as? UILayoutGuide
        var rectangle: AnyObject = (guide?.hasOwnPlace ?? false) ? item : view
        if guide == nil, attribute.isEdge, let scroll = view as? UIScrollView, let content = scroll.contentGuideInUse,
            let inside = NSLayoutConstraint.view(other), inside !== scroll, inside.isUnder(scroll)
        {
            rectangle = content
        }
        func edges(_ part: Int, _ before: CGFloat, _ after: CGFloat, _ share: Double, isSize: Bool) -> LinearSum {
            var sum = isSize ? LinearSum() : edge(rectangle, part)
            if !isSize { sum.constant += Double(before) }
            var size = own(rectangle, part + 2)
            size.constant -= Double(before + after)
            sum.add(size, isSize ? 1 : share)
            return sum
        }
        func across(_ share: Double, isSize: Bool = false) -> LinearSum { edges(0, insets.left, insets.right, share, isSize: isSize) }
        func down(_ share: Double, isSize: Bool = false) -> LinearSum { edges(1, insets.top, insets.bottom, share, isSize: isSize) }
        switch attribute {
        case .notAnAttribute: return nil
        case .left, .leftMargin: return across(0)
        case .right, .rightMargin: return across(1)
        case .leading, .leadingMargin: return across(isTurned ? 1 : 0)
        case .trailing, .trailingMargin: return across(isTurned ? 0 : 1)
        case .centerX, .centerXWithinMargins: return across(0.5)
        case .width: return across(1, isSize: true)
        case .top, .topMargin: return down(0)
        case .bottom, .bottomMargin: return down(1)
        case .firstBaseline, .lastBaseline:
            KeptProperty.report(
                "NSLayoutConstraint.Attribute.\(attribute)", true, "baselines of text count as the upper and the lower edge of the view")
            return down(attribute == .firstBaseline ? 0 : 1)
        case .centerY, .centerYWithinMargins: return down(0.5)
        case .height: return down(1, isSize: true)
        }
    }

    // MARK: Solving

    /// sum relation 0, by a priority.
    private struct Condition {
        var sum: LinearSum
        var relation: LinearSystem.Relation
        var priority: Float
        var source: NSLayoutConstraint?
    }

    /// What is asked of the root's size.
    struct Wish {
        var size: CGSize
        var across = UILayoutPriority.fittingSizeLevel
        var down = UILayoutPriority.fittingSizeLevel
    }

    private func conditions(_ wish: Wish?, _ lengths: [Int: Double]) -> [Condition] {
        var all: [Condition] = []
        for constraint in constraints {
            let isTurned = constraint.readsFromTheRight
            guard var sum = sum(constraint.firstItem, constraint.firstAttribute, isTurned, other: constraint.secondItem) else { continue }
            if let other = self.sum(constraint.secondItem, constraint.secondAttribute, isTurned, other: constraint.firstItem) {
                sum.add(other, -Double(constraint.multiplier))
            } else if constraint.secondAttribute != .notAnAttribute {
                continue
            }
            let isMirrored = isTurned && constraint.firstAttribute.followsReading
            sum.constant -= Double(isMirrored ? -constraint.constant : constraint.constant)
            // Of views whose places are given, as the root's size: whoever placed them has followed it.
            if sum.terms.isEmpty { continue }
            guard sum.constant.isFinite, sum.terms.allSatisfy(\.factor.isFinite) else { continue }
            let relation: LinearSystem.Relation =
                switch constraint.relation {
                case .equal: .equal
                case .lessThanOrEqual: isMirrored ? .greaterThanOrEqual : .lessThanOrEqual
                case .greaterThanOrEqual: isMirrored ? .lessThanOrEqual : .greaterThanOrEqual
                }
            all.append(Condition(sum: sum, relation: relation, priority: constraint.priority.rawValue, source: constraint))
        }
        for (number, length) in lengths.sorted(by: { $0.key < $1.key }) {
            guard let view = items[number / 4] as? UIView else { continue }
            let axis = number % 4 - 2
            let sum = LinearSum(number, constant: -length)
            all.append(Condition(sum: sum, relation: .greaterThanOrEqual, priority: view.rare.resistance[axis].rawValue))
            all.append(Condition(sum: sum, relation: .lessThanOrEqual, priority: view.rare.hugging[axis].rawValue))
        }
        if let wish {
            for (part, length, priority) in [(2, wish.size.width, wish.across), (3, wish.size.height, wish.down)] {
                var sum = own(root, part)
                sum.constant -= Double(length)
                all.append(Condition(sum: sum, relation: .equal, priority: priority.rawValue))
            }
        }
        for item in items where item !== root {
            // Nothing is smaller than nothing.
            for part in 2...3 { all.append(Condition(sum: own(item, part), relation: .greaterThanOrEqual, priority: 999.5)) }
        }
        // Sorting keeps the order of equal ones by their places.
        return all.enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }.map(\.element)
    }

    /// The unknown and the length of every size that a view's content asks for.
    private func wantedLengths() -> [Int: Double] {
        var lengths: [Int: Double] = [:]
        for (index, item) in items.enumerated() where item !== root {
            guard let size = (item as? UIView)?.intrinsicContentSize else { continue }
            for (part, length) in [size.width, size.height].enumerated() where length != UIView.noIntrinsicMetric && length.isFinite {
                lengths[index * 4 + 2 + part] = Double(length)
            }
        }
        return lengths
    }

    /// Text that has less room across than it would like wants more room down: all is solved once more for it.
    private func solve(_ wish: Wish?) -> LinearSystem {
        var lengths = wantedLengths()
        let system = solve(wish, lengths)
        var isWrapped = false
        for (index, item) in items.enumerated() where item !== root {
            guard let view = item as? UIView, let wide = lengths[index * 4 + 2], let high = lengths[index * 4 + 3] else { continue }
            let width = system.value(own(view, 2))
            guard width > 0, width < wide - 0.01, let height = view.wrappedHeight(forWidth: CGFloat(width)), Double(height) != high else {
                continue
            }
            lengths[index * 4 + 3] = Double(height)
            isWrapped = true
        }
        return isWrapped ? solve(wish, lengths) : system
    }

    private func solve(_ wish: Wish?, _ lengths: [Int: Double]) -> LinearSystem {
        var system = LinearSystem(unknowns: items.count * 4)
        var level: Float = 1000
        // They are in the order of their priorities.
        for condition in conditions(wish, lengths) {
            if condition.priority >= 1000 {
                guard case .contradicts = system.require(condition.sum, condition.relation), let source = condition.source else { continue }
                Diagnostic.reportOnce(
                    "layout.unsatisfiable", key: "\(ObjectIdentifier(source))",
                    "the constraint \(source) contradicts others and is left out"
                )
                continue
            }
            if condition.priority < level {
                system.settle()
                level = condition.priority
            }
            system.prefer(condition.sum, condition.relation)
        }
        system.settle()
        // What content asks for goes before what is, and sizes go before places: a view that is held by one edge keeps its size.
        for (number, length) in lengths.sorted(by: { $0.key < $1.key }) { system.prefer(LinearSum(number, constant: -length), .equal) }
        system.settle()
        for parts in [[2, 3], [0, 1]] {
            for item in items {
                let f = Self.place(item), current = [f.minX, f.minY, f.width, f.height]
                for part in parts {
                    var sum = own(item, part)
                    sum.constant -= Double(current[part])
                    if !sum.terms.isEmpty { system.prefer(sum, .equal) }
                }
            }
            system.settle()
        }
        return system
    }

    /// Places the views.
    func apply() {
        let system = solve(nil)
        let scale = root.window?.screen.scale ?? UIScreen.main.scale
        func whole(_ value: Double) -> CGFloat { CGFloat((value * Double(scale)).rounded(.toNearestOrAwayFromZero)) / scale }
        for item in items where item !== root {
            let x = system.value(own(item, 0)), y = system.value(own(item, 1))
            let left = whole(x), top = whole(y)
            let size = CGSize(
                width: max(0, whole(x + system.value(own(item, 2))) - left), height: max(0, whole(y + system.value(own(item, 3))) - top))
            guard let view = item as? UIView else {
                (item as? UILayoutGuide)?.placed(CGRect(origin: CGPoint(x: left, y: top), size: size))
                continue
            }
            let center = CGPoint(x: left + size.width / 2, y: top + size.height / 2)
            if view.center != center { view.center = center }
            if view.bounds.size != size { view.bounds.size = size }
        }
    }

    /// The root's size by what is in it.
    func size(_ wish: Wish) -> CGSize {
        let system = solve(wish)
        return CGSize(width: max(0, system.value(own(root, 2))), height: max(0, system.value(own(root, 3))))
    }
}

/// Following the constraints that views hold.
@MainActor enum Constraints {
    /// Places the views that the constraints in `view` speak of.
    static func follow(in view: UIView) {
        view.updateConstraintsIfNeeded()
        guard !view.rare.constraints.isEmpty || view.subviews.contains(where: { $0.flags.contains(.followsConstraints) }) else { return }
        ConstraintSystem(view).apply()
    }

    static func fittingSize(
        of view: UIView, near size: CGSize, _ across: UILayoutPriority = .fittingSizeLevel, _ down: UILayoutPriority = .fittingSizeLevel
    ) -> CGSize {
        view.updateConstraintsIfNeeded()
        let system = ConstraintSystem(view, rootIsFree: true)
        guard system.isEmpty else { return system.size(ConstraintSystem.Wish(size: size, across: across, down: down)) }
        // Without constraints, what the content asks for.
        let own = view.intrinsicContentSize, none = UIView.noIntrinsicMetric
        let width = across == .required ? size.width : own.width == none ? view.bounds.width : own.width
        var height = own.height == none ? view.bounds.height : own.height
        if width < own.width, let wrapped = view.wrappedHeight(forWidth: width) { height = wrapped }
        return CGSize(width: width, height: down == .required ? size.height : height)
    }

    /// A view left a superview: constraints between it and what stays behind end.
    static func viewLeft(_ view: UIView, _ old: UIView) {
        var holder: UIView? = old
        while let here = holder {
            for constraint in here.rare.constraints where constraint.reaches(into: view) { constraint.isActive = false }
            holder = here.superview
        }
    }
}
