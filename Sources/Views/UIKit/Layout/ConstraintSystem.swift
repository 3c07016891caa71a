import AgateDiagnostics
import QuartzCore

/// The positions of views according to their constraints. A system covers all views that follow constraints inside a view, down to views
/// with a frame of their own, which place their subviews themselves.
///
/// Required constraints hold. A constraint that contradicts earlier ones is left out with a diagnostic. The other constraints are satisfied
/// as closely as possible, in the order of their priorities. Undetermined values stay unchanged. Edges are rounded to whole pixels (rule
/// 26). Text baselines count as edges.
///
/// A view keeps its system. If no input has changed, following the constraints solves nothing. Otherwise only the changed parts are solved
/// (`LayoutSolver`).
@MainActor final class ConstraintSystem {
    /// The number of passes, for tests.
    static var passes = 0

    private unowned let root: UIView
    private let rootIsFree: Bool
    private var solver: LayoutSolver?
    private var inputs: ConstraintInputs?
    /// True if constraints or their inputs have changed since the last pass.
    var isStale = true
    /// The heights of text that is narrower than its preferred width.
    private var wrapped: [ObjectIdentifier: (wanted: CGSize, height: CGFloat)] = [:]

    /// - Parameter rootIsFree: True if the root's own size is to be determined, false if it is given.
    init(_ root: UIView, rootIsFree: Bool = false) {
        self.root = root
        self.rootIsFree = rootIsFree
    }

    /// The requested size of the root.
    struct Wish {
        var size: CGSize
        var across = UILayoutPriority.fittingSizeLevel
        var down = UILayoutPriority.fittingSizeLevel
    }

    // MARK: Solving

    /// Solves the constraints. Text that is narrower than its preferred width requires more height, so the parts that this affects are
    /// solved again.
    private func solve(_ scope: ConstraintScope, _ wish: Wish?) -> ConstraintReading {
        Self.passes += 1
        var reading = ConstraintReading(root, scope, rootIsFree: rootIsFree, scale: scale)
        let wanted = scope.items.map { item -> CGSize in
            guard item !== root, let size = (item as? UIView)?.intrinsicContentSize else { return CGSize(width: -1, height: -1) }
            return CGSize(
                width: size.width.isFinite && size.width != UIView.noIntrinsicMetric ? size.width : -1,
                height: size.height.isFinite && size.height != UIView.noIntrinsicMetric ? size.height : -1)
        }
        var lengths = wanted
        for (index, item) in scope.items.enumerated() where !wrapped.isEmpty {
            // The first attempt uses the previous heights.
            if let old = wrapped[ObjectIdentifier(item)], old.wanted == wanted[index] { lengths[index].height = old.height }
        }
        let rows = reading.rows(wish)
        func take() {
            let problem = reading.problem(rows, lengths)
            if let old = solver, problem.hasShape(of: old.problem) { _ = solver?.update(problem) } else { solver = LayoutSolver(problem) }
        }
        take()
        var isChanged = false
        wrapped.removeAll(keepingCapacity: true)
        for (index, item) in scope.items.enumerated() where wanted[index].width >= 0 && wanted[index].height >= 0 {
            guard let view = item as? UIView, let width = solver?.values[index * 4 + 2] else { continue }
            var height = wanted[index].height
            if width > 0, width < Double(wanted[index].width) - 0.01, let less = view.wrappedHeight(forWidth: CGFloat(width)) {
                height = less
                wrapped[ObjectIdentifier(item)] = (wanted[index], less)
            }
            if height != lengths[index].height {
                lengths[index].height = height
                isChanged = true
            }
        }
        if isChanged { take() }
        for source in solver?.contradictions ?? [] {
            let constraint = scope.constraints[Int(source)]
            Diagnostic.reportOnce(
                "layout.unsatisfiable", key: "\(ObjectIdentifier(constraint))",
                "the constraint \(constraint) conflicts with others; it is ignored"
            )
        }
        return reading
    }

    private var scale: CGFloat { root.window?.screen.scale ?? UIScreen.main.scale }

    /// Places the views if anything has changed.
    func follow() {
        guard isStale || !(inputs?.areCurrent(root, scale: scale) ?? false) else { return }
        isStale = false
        let scope = ConstraintScope(root, takesRoot: rootIsFree, clearsMarks: true)
        let reading = solve(scope, nil)
        inputs = reading.inputs
        place(scope, reading)
    }

    /// Returns whether the insets of a view's guides differ from those in the last pass.
    func hasOtherInsets(_ view: UIView) -> Bool { inputs?.haveOtherInsets(view) ?? true }

    private func place(_ scope: ConstraintScope, _ reading: ConstraintReading) {
        guard let values = solver?.values else { return }
        let scale = Double(scale)
        func whole(_ value: Double) -> CGFloat { CGFloat((value * scale).rounded(.toNearestOrAwayFromZero)) / CGFloat(scale) }
        for (index, item) in scope.items.enumerated() where item !== root {
            let x = reading.place(index, 0, values), y = reading.place(index, 1, values)
            let wide = values[index * 4 + 2], high = values[index * 4 + 3]
            let left = whole(x), top = whole(y)
            let size = CGSize(width: max(0, whole(x + wide) - left), height: max(0, whole(y + high) - top))
            guard let view = item as? UIView else {
                (item as? UILayoutGuide)?.placed(CGRect(origin: CGPoint(x: left, y: top), size: size))
                continue
            }
            let center = CGPoint(x: left + size.width / 2, y: top + size.height / 2)
            if view.center != center { view.center = center }
            if view.bounds.size != size { view.bounds.size = size }
            // The contents were placed for the solved size. If that isn't a whole size, they are placed again for the rounded size.
            let isWhole = abs(Double(size.width) - wide) < 1e-6 && abs(Double(size.height) - high) < 1e-6
            view.rare.placedSize = isWhole ? size : nil
        }
    }

    /// Returns the size of the root according to its contents, or nil if they don't determine one.
    func size(_ wish: Wish) -> CGSize? {
        let scope = ConstraintScope(root, takesRoot: rootIsFree, clearsMarks: false)
        if scope.constraints.isEmpty { return nil }
        _ = solve(scope, wish)
        guard let values = solver?.values else { return nil }
        return CGSize(width: max(0, values[2]), height: max(0, values[3]))
    }
}

/// Applies the constraints of views.
@MainActor enum Constraints {
    /// Places the views to which the constraints in `view` refer.
    static func follow(in view: UIView) {
        view.updateConstraintsIfNeeded()
        guard !view.rare.constraints.isEmpty || view.children.contains(where: { $0.flags.contains(.followsConstraints) }) else {
            view.flags.remove(.constraintsChanged)
            view.rare.system = nil
            return
        }
        // The system of an ancestor has placed the contents of a view that itself follows constraints.
        if view.flags.contains(.followsConstraints), view.rare.placedSize == view.bounds.size, !view.flags.contains(.constraintsChanged),
            !readsOtherInsets(view)
        {
            return
        }
        let system = view.rare.system ?? ConstraintSystem(view)
        if view.flags.contains(.constraintsChanged) { system.isStale = true }
        view.rare.system = system
        system.follow()
    }

    /// Returns whether the insets of the guides have changed for a view that an ancestor's system has placed.
    private static func readsOtherInsets(_ view: UIView) -> Bool {
        guard view.rare.safeAreaGuide != nil || view.rare.keyboardGuide != nil else { return false }
        var above = view.parent
        while let here = above {
            if let system = here.rare.system, system.hasOtherInsets(view) { return true }
            above = here.parent
        }
        return false
    }

    static func fittingSize(
        of view: UIView, near size: CGSize, _ across: UILayoutPriority = .fittingSizeLevel, _ down: UILayoutPriority = .fittingSizeLevel
    ) -> CGSize {
        view.updateConstraintsIfNeeded()
        let wish = ConstraintSystem.Wish(size: size, across: across, down: down)
        if let found = ConstraintSystem(view, rootIsFree: true).size(wish) { return found }
        // Without constraints, the size is that of the content.
        let own = view.intrinsicContentSize, none = UIView.noIntrinsicMetric
        let width = across == .required ? size.width : own.width == none ? view.bounds.width : own.width
        var height = own.height == none ? view.bounds.height : own.height
        if width < own.width, let wrapped = view.wrappedHeight(forWidth: width) { height = wrapped }
        return CGSize(width: width, height: down == .required ? size.height : height)
    }

    /// Called when a view has left a superview. Removes constraints between its subtree and views outside of it.
    static func viewLeft(_ view: UIView, _ old: UIView) {
        if view.flags.contains(.followsConstraints) { old.constraintsChanged() }
        view.rare.placedSize = nil
        guard view.flags.contains(.touchedBelow) else { return }
        var ended: [NSLayoutConstraint] = []
        // Superviews come first, and a view holds constraints of its contents: a holder that wasn't visited is outside the subtree.
        var inside = Set<ObjectIdentifier>()
        view.visitTree { each in
            inside.insert(ObjectIdentifier(each))
            for constraint in each.rare.touching {
                if let holder = constraint.holder, !inside.contains(ObjectIdentifier(holder)) { ended.append(constraint) }
            }
            return each.flags.contains(.touchedBelow)
        }
        for constraint in ended { constraint.isActive = false }
    }
}
