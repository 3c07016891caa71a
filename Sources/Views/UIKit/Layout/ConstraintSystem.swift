import AgateDiagnostics
import QuartzCore

/// The positions of views according to their constraints. A system covers all views that follow constraints inside a view, down to views
/// with a frame of their own, which place their subviews themselves.
///
/// Required constraints hold. A constraint that contradicts earlier ones is left out with a diagnostic. The other constraints are satisfied
/// as closely as possible, in the order of their priorities. Undetermined values stay unchanged. Edges are rounded to whole pixels (rule
/// 26).
///
/// A view keeps its system. If no input has changed, following the constraints solves nothing. A changed constant of a constraint or a
/// changed content size changes only rows (`edit`), and only what depends on them is solved and placed. Otherwise the constraints are read
/// again, and only the changed parts are solved (`LayoutSolver`).
@MainActor final class ConstraintSystem {
    /// The number of passes over all constraints, and of passes over changed constants only, for tests.
    static var passes = 0, edits = 0

    private unowned let root: UIView
    private let rootIsFree: Bool
    private var solver: LayoutSolver?
    private var inputs: ConstraintInputs?
    /// True if constraints or their inputs have changed since the last pass.
    var isStale = true
    /// The number of the last pass over all constraints.
    private(set) var pass = 0
    private var last: Pass?
    /// The constants and contents that have changed since the last pass.
    private var edits: [Edit] = []
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

    /// The result of reading all constraints.
    private struct Pass {
        var placement: ConstraintPlacement
        var rows: LayoutRows
        /// The preferred content size of each item, with -1 for no preference, and the one that is in the rows.
        var wanted: [CGSize]
        var lengths: [CGSize]

        /// Adds the new constants of the rows of a content.
        func addContent(_ index: Int, _ axis: Int, to edits: inout [LayoutSolver.Edit]) {
            let length = Double(axis == 0 ? lengths[index].width : lengths[index].height), start = (index * 2 + axis) * 3
            for row in rows.contents[start..<start + 3] where row >= 0 { edits.append(LayoutSolver.Edit(row: Int(row), constant: -length)) }
        }
    }

    private enum Edit {
        case constraint(Int, CGFloat)
        case content(Int)
    }

    // MARK: Solving

    /// Solves the constraints. Text that is narrower than its preferred width requires more height, so the parts that this affects are
    /// solved again.
    private func solve(_ scope: ConstraintScope, _ wish: Wish?) -> (pass: Pass, inputs: ConstraintInputs) {
        Self.passes += 1
        var reading = ConstraintReading(root, scope, rootIsFree: rootIsFree, scale: scale)
        let wanted = scope.items.map { $0 === root ? CGSize(width: -1, height: -1) : Self.wantedSize(of: $0) }
        var lengths = wanted
        for (index, item) in scope.items.enumerated() where !wrapped.isEmpty {
            // The first attempt uses the previous heights.
            if let old = wrapped[ObjectIdentifier(item)], old.wanted == wanted[index] { lengths[index].height = old.height }
        }
        let (problem, rows) = reading.problem(wish, lengths)
        if let old = solver, problem.hasShape(of: old.problem) { _ = solver?.update(problem) } else { solver = LayoutSolver(problem) }
        var pass = Pass(placement: reading.placement, rows: rows, wanted: wanted, lengths: lengths)
        var edits: [LayoutSolver.Edit] = []
        wrapped.removeAll(keepingCapacity: true)
        for index in wanted.indices { wrap(index, &pass, &edits) }
        if !edits.isEmpty { _ = solver?.edit(edits) { problem.current[$0] } }
        for source in solver?.contradictions ?? [] {
            let constraint = scope.constraints[Int(source)]
            Diagnostic.reportOnce(
                "layout.unsatisfiable", key: "\(ObjectIdentifier(constraint))",
                "the constraint \(constraint) conflicts with others; it is ignored"
            )
        }
        return (pass, reading.inputs)
    }

    private static func wantedSize(of item: AnyObject?) -> CGSize {
        guard let size = (item as? UIView)?.intrinsicContentSize else { return CGSize(width: -1, height: -1) }
        return CGSize(
            width: size.width.isFinite && size.width != UIView.noIntrinsicMetric ? size.width : -1,
            height: size.height.isFinite && size.height != UIView.noIntrinsicMetric ? size.height : -1)
    }

    /// Updates the height of a content for its solved width.
    private func wrap(_ index: Int, _ pass: inout Pass, _ edits: inout [LayoutSolver.Edit]) {
        let wanted = pass.wanted[index]
        guard wanted.width >= 0, wanted.height >= 0, let width = solver?.values[index * 4 + 2],
            let view = pass.placement.item(index) as? UIView
        else { return }
        var height = wanted.height
        if width > 0, width < Double(wanted.width) - 0.01, let less = view.wrappedHeight(forWidth: CGFloat(width)) {
            height = less
            wrapped[ObjectIdentifier(view)] = (wanted, less)
        } else if !wrapped.isEmpty {
            wrapped[ObjectIdentifier(view)] = nil
        }
        guard height != pass.lengths[index].height else { return }
        pass.lengths[index].height = height
        pass.addContent(index, 1, to: &edits)
    }

    private var scale: CGFloat { root.window?.screen.scale ?? UIScreen.main.scale }

    /// Places the views if anything has changed.
    func follow() {
        if !isStale, inputs?.areCurrent(root, scale: scale) ?? false, edits.isEmpty || followEdits() { return }
        isStale = false
        pass += 1
        edits.removeAll(keepingCapacity: true)
        let scope = ConstraintScope(root, takesRoot: rootIsFree, clearsMarks: true)
        let (found, inputs) = solve(scope, nil)
        self.inputs = inputs
        for (number, constraint) in scope.constraints.enumerated() { constraint.place.set(self, number) }
        for (number, item) in scope.items.enumerated() { (item as? UIView)?.rare.place.set(self, number) }
        for view in scope.openedViews { view.rare.outerSystem = OuterSystem(system: self, pass: pass) }
        last = found
        guard let values = solver?.values else { return }
        for index in scope.items.indices { found.placement.place(index, values, root, scale: scale) }
    }

    /// Returns whether the system has placed the subviews of a view with a frame of its own in a pass that is the last one.
    func places(subviewsOf view: UIView, inPass number: Int) -> Bool {
        pass == number && root.rare.system === self && view !== root && view.isDescendant(of: root)
    }

    /// Returns whether the insets of a view's guides differ from those in the last pass.
    func hasOtherInsets(_ view: UIView) -> Bool { inputs?.haveOtherInsets(view) ?? true }

    // MARK: Changed constants

    /// Takes a new constant of a constraint.
    /// - Returns: False if it requires a pass over all constraints.
    func edit(constraint number: Int, _ constant: CGFloat) -> Bool {
        guard !isStale, let last, last.rows.constraints[number].row >= 0, constant.isFinite else { return false }
        edits.append(.constraint(number, constant))
        return true
    }

    /// Marks the content size of a view as changed.
    /// - Returns: False if it requires a pass over all constraints.
    func edit(content number: Int) -> Bool {
        guard !isStale, last != nil else { return false }
        edits.append(.content(number))
        return true
    }

    /// Returns whether the content size of a view is the one with which the last pass placed it, at its width too.
    func placed(content number: Int) -> Bool {
        guard !isStale, let last, last.wanted.indices.contains(number), let view = last.placement.item(number) as? UIView else {
            return false
        }
        let wanted = Self.wantedSize(of: view)
        guard wanted == last.wanted[number] else { return false }
        guard wanted.width >= 0, wanted.height >= 0, let width = solver?.values[number * 4 + 2], width > 0,
            width < Double(wanted.width) - 0.01, let height = view.wrappedHeight(forWidth: CGFloat(width))
        else { return last.lengths[number] == wanted }
        return height == last.lengths[number].height
    }

    /// Solves and places what changed constants and contents affect. Returns false if that requires a pass over all constraints.
    private func followEdits() -> Bool {
        // Until this is done, changes by the views' own code require a pass over all constraints.
        guard var pass = last, solver != nil else { return false }
        last = nil
        let edits = edits
        self.edits.removeAll(keepingCapacity: true)
        var changes: [LayoutSolver.Edit] = [], contents = Set<Int>()
        for edit in edits {
            switch edit {
            case .constraint(let number, let constant):
                let source = pass.rows.constraints[number]
                changes.append(LayoutSolver.Edit(row: Int(source.row), constant: source.constant(constant)))
            case .content(let index): contents.insert(index)
            }
        }
        if changes.count > 1 {
            // The last constant counts.
            var rows = Set<Int>()
            changes = changes.reversed().filter { rows.insert($0.row).inserted }
        }
        for index in contents {
            let old = pass.wanted[index], new = Self.wantedSize(of: pass.placement.item(index))
            guard (old.width == -1) == (new.width == -1), (old.height == -1) == (new.height == -1) else { return false }
            if new == old { continue }
            (pass.wanted[index], pass.lengths[index]) = (new, new)
            pass.addContent(index, 0, to: &changes)
            pass.addContent(index, 1, to: &changes)
        }
        Self.edits += 1
        let conflicts = solver?.contradictions ?? []
        var changed = solve(changes, pass), heights: [LayoutSolver.Edit] = []
        for unknown in changed where unknown % 4 == 2 { wrap(Int(unknown) / 4, &pass, &heights) }
        for index in contents { wrap(index, &pass, &heights) }
        if !heights.isEmpty { changed += solve(heights, pass) }
        guard let values = solver?.values, solver?.contradictions == conflicts else { return false }
        let items = pass.placement.items(of: changed), placement = pass.placement
        last = pass
        for index in items { placement.place(index, values, root, scale: scale) }
        return true
    }

    private func solve(_ changes: [LayoutSolver.Edit], _ pass: Pass) -> [Int32] {
        solver?.edit(changes) { unknown in
            pass.placement.item(unknown / 4).map { pass.placement.current(unknown, $0) } ?? 0
        } ?? []
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
        ReplacedConstraints.settle()
        view.updateConstraintsIfNeeded()
        view.flags.remove(.constantsChanged)
        guard !view.rare.constraints.isEmpty || view.hasFollowers else {
            view.flags.remove(.constraintsChanged)
            view.rare.system = nil
            return
        }
        // The constraints of an ancestor refer to subviews of this view: its system has placed them, by all their constraints.
        if let outer = view.rare.outerSystem, !view.flags.contains(.followsConstraints) {
            if outer.system?.places(subviewsOf: view, inPass: outer.pass) == true {
                view.flags.remove(.constraintsChanged)
                view.rare.system = nil
                return
            }
            view.rare.outerSystem = nil
        }
        // The system of an ancestor has placed the contents of a view that itself follows constraints.
        if view.flags.contains(.followsConstraints), view.rare.placedSize == view.bounds.size, !view.flags.contains(.constraintsChanged),
            !readsOtherInsets(view)
        {
            view.rare.system = nil
            return
        }
        let system = view.rare.system ?? ConstraintSystem(view)
        if view.flags.contains(.constraintsChanged) { system.isStale = true }
        view.rare.system = system
        system.follow()
    }

    /// Returns whether the insets of the guides have changed for a view that an ancestor's system has placed.
    private static func readsOtherInsets(_ view: UIView) -> Bool {
        guard view.rare.safeAreaGuide != nil || view.rare.marginsGuide != nil || view.rare.keyboardGuide != nil else { return false }
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
