import AgateDiagnostics
import QuartzCore

/// The places of views by their constraints.
///
/// Equations are taken by priority, and one that contradicts what stands already is left out: with a diagnostic if it is required. What is left open
/// stays as it is. An inequality that the result violates becomes an equation of its priority, and all is solved anew; so the result is one that
/// holds, not always the one that is least wrong in Apple's sense. Edges come to whole pixels (rule 26). Text baselines count as edges.
@MainActor struct ConstraintSystem {
    private let root: UIView
    private let rootIsFree: Bool
    /// Views whose places are unknown, four unknowns each: left, top, width, height.
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var views: [UIView] = []
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
        constraints += view.rare.constraints
        for child in view.subviews {
            if child.flags.contains(.followsConstraints) { take(child) }
            collect(child)
        }
    }

    private mutating func take(_ view: UIView) {
        numbers[ObjectIdentifier(view)] = views.count
        views.append(view)
    }

    // MARK: Sums

    /// One of left, top, width, height of a view, in its superview's space.
    private func own(_ view: UIView, _ part: Int) -> LinearSum {
        if let number = numbers[ObjectIdentifier(view)] { return LinearSum(terms: [number * 4 + part: 1]) }
        let f = Self.place(view)
        return LinearSum(constant: Double([f.minX, f.minY, f.width, f.height][part]))
    }

    /// A view's rectangle without its transform.
    private static func place(_ view: UIView) -> CGRect {
        let b = view.bounds.size, c = view.center, a = view.layer.anchorPoint
        return CGRect(x: c.x - a.x * b.width, y: c.y - a.y * b.height, width: b.width, height: b.height)
    }

    /// The left or top edge of a view's bounds in the root's space.
    private func edge(_ view: UIView, _ part: Int) -> LinearSum {
        var sum = LinearSum()
        var here = view
        if here === root { sum.constant = part == 0 ? root.bounds.minX : root.bounds.minY }
        while here !== root {
            sum.add(own(here, part), 1)
            guard let above = here.superview else { break }
            if above !== root { sum.constant -= part == 0 ? above.bounds.minX : above.bounds.minY }
            here = above
        }
        return sum
    }

    private func sum(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> LinearSum? {
        guard let view = NSLayoutConstraint.view(item) else { return nil }
        let insets = (item as? UILayoutGuide)?.currentInsets ?? .zero
        func edges(_ part: Int, _ before: CGFloat, _ after: CGFloat, _ share: Double, isSize: Bool) -> LinearSum {
            var sum = isSize ? LinearSum() : edge(view, part)
            if !isSize { sum.constant += Double(before) }
            var size = own(view, part + 2)
            size.constant -= Double(before + after)
            sum.add(size, isSize ? 1 : share)
            return sum
        }
        func across(_ share: Double, isSize: Bool = false) -> LinearSum { edges(0, insets.left, insets.right, share, isSize: isSize) }
        func down(_ share: Double, isSize: Bool = false) -> LinearSum { edges(1, insets.top, insets.bottom, share, isSize: isSize) }
        switch attribute {
        case .notAnAttribute: return nil
        case .left, .leading: return across(0)
        case .right, .trailing: return across(1)
        case .centerX: return across(0.5)
        case .width: return across(1, isSize: true)
        case .top, .firstBaseline: return down(0)
        case .bottom, .lastBaseline: return down(1)
        case .centerY: return down(0.5)
        case .height: return down(1, isSize: true)
        }
    }

    // MARK: Solving

    /// sum relation 0, by a priority.
    private struct Condition {
        var sum: LinearSum
        var relation: NSLayoutConstraint.Relation
        var priority: Float
        var source: NSLayoutConstraint?
        var isActive = false

        func isViolated(_ value: Double) -> Bool { relation == .lessThanOrEqual ? value > 1e-6 : relation == .greaterThanOrEqual && value < -1e-6 }
    }

    private func conditions() -> [Condition] {
        var all: [Condition] = []
        for constraint in constraints {
            guard var sum = sum(constraint.firstItem, constraint.firstAttribute) else { continue }
            if let other = self.sum(constraint.secondItem, constraint.secondAttribute) {
                sum.add(other, -Double(constraint.multiplier))
            } else if constraint.secondAttribute != .notAnAttribute {
                continue
            }
            sum.constant -= Double(constraint.constant)
            // Of views whose places are given, as the root's size: whoever placed them has followed it.
            if sum.terms.isEmpty { continue }
            all.append(Condition(sum: sum, relation: constraint.relation, priority: constraint.priority.rawValue, source: constraint))
        }
        for (number, length) in wantedLengths {
            let view = views[number / 4], axis = number % 4 - 2
            let sum = LinearSum(terms: [number: 1], constant: -length)
            all.append(Condition(sum: sum, relation: .greaterThanOrEqual, priority: view.rare.resistance[axis].rawValue))
            all.append(Condition(sum: sum, relation: .lessThanOrEqual, priority: view.rare.hugging[axis].rawValue))
        }
        for view in views where view !== root {
            // Nothing is smaller than nothing.
            for part in 2...3 { all.append(Condition(sum: own(view, part), relation: .greaterThanOrEqual, priority: 999.5)) }
        }
        // Sorting keeps the order of equal ones by their places.
        return all.enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }.map(\.element)
    }

    /// The unknown and the length of every size that a view's content asks for.
    private var wantedLengths: [(number: Int, length: Double)] {
        views.enumerated().filter { $0.element !== root }.flatMap { index, view in
            let size = view.intrinsicContentSize
            return [size.width, size.height].enumerated().filter { $0.element != UIView.noIntrinsicMetric && $0.element.isFinite }
                .map { (index * 4 + 2 + $0.offset, Double($0.element)) }
        }
    }

    private func solve(preferring size: CGSize?) -> LinearSystem {
        var all = conditions()
        var system = LinearSystem()
        let lengths = wantedLengths
        for round in 0..<32 {
            system = LinearSystem()
            for condition in all where condition.relation == .equal || condition.isActive {
                let outcome = system.add(condition.sum, equals: 0)
                if case .contradicts = outcome, condition.priority >= 1000, round == 0, let source = condition.source {
                    Diagnostic.reportOnce(
                        "layout.unsatisfiable", key: "\(ObjectIdentifier(source))", "the constraint \(source) contradicts others and is left out"
                    )
                }
            }
            if let size {
                _ = system.add(own(root, 2), equals: Double(size.width))
                _ = system.add(own(root, 3), equals: Double(size.height))
            }
            // What content asks for goes before what is, and sizes go before places: a view that is held by one edge keeps its size.
            for (number, length) in lengths { _ = system.add(LinearSum(terms: [number: 1]), equals: length) }
            for part in [2, 3, 0, 1] {
                for view in views {
                    let f = Self.place(view)
                    _ = system.add(own(view, part), equals: Double([f.minX, f.minY, f.width, f.height][part]))
                }
            }
            guard let index = all.firstIndex(where: { !$0.isActive && $0.relation != .equal && $0.isViolated(system.value($0.sum)) }) else { break }
            // Of two on the same sum, the one that is violated although the other holds is the stricter.
            for other in all.indices where all[other].isActive && all[other].sum.terms == all[index].sum.terms { all[other].isActive = false }
            all[index].isActive = true
        }
        return system
    }

    /// Places the views.
    func apply() {
        let system = solve(preferring: nil)
        let scale = root.window?.screen.scale ?? UIScreen.main.scale
        func whole(_ value: Double) -> CGFloat { CGFloat((value * Double(scale)).rounded(.toNearestOrAwayFromZero)) / scale }
        for view in views where view !== root {
            let x = system.value(own(view, 0)), y = system.value(own(view, 1))
            let left = whole(x), top = whole(y)
            let size = CGSize(width: max(0, whole(x + system.value(own(view, 2))) - left), height: max(0, whole(y + system.value(own(view, 3))) - top))
            let anchor = view.layer.anchorPoint
            let center = CGPoint(x: left + anchor.x * size.width, y: top + anchor.y * size.height)
            if view.center != center { view.center = center }
            if view.bounds.size != size { view.bounds.size = size }
        }
    }

    /// The root's size by what is in it.
    func size(near target: CGSize) -> CGSize {
        let system = solve(preferring: target)
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

    static func fittingSize(of view: UIView, near size: CGSize) -> CGSize {
        view.updateConstraintsIfNeeded()
        let system = ConstraintSystem(view, rootIsFree: true)
        return system.isEmpty ? view.bounds.size : system.size(near: size)
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
