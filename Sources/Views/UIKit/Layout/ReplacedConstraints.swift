import QuartzCore

/// The constraints that `layoutSubviews()` replaces, and the content sizes that it invalidates.
///
/// Views that make their constraints anew in each layout end up with the same ones, and views that invalidate their content size in each
/// layout with the same size. As in UIKit, whose views are laid out again only if a value in the solution changes, that is no reason for
/// another layout: changes during `layoutSubviews()` are compared at its end, and mark views only if something differs from before.
@MainActor enum ReplacedConstraints {
    private struct Change {
        let holder: UIView
        let before: [(constraint: NSLayoutConstraint, place: ConstraintPlace)]
    }
    private static var changes: [Change] = []
    private static var contents: [UIView] = []
    /// The number of constraints of a view, and of content sizes, up to which they are compared.
    private static let mostCompared = 128

    /// Called before the constraints that a view holds change.
    /// - Returns: False if the view must be marked at once.
    static func willChange(_ holder: UIView) -> Bool {
        guard UIView.layingOut != nil, holder.rare.constraints.count <= mostCompared else { return false }
        if !changes.contains(where: { $0.holder === holder }) {
            changes.append(Change(holder: holder, before: holder.rare.constraints.map { ($0, $0.place) }))
        }
        return true
    }

    /// Called when the content size of a view may have changed.
    /// - Returns: False if the view must be marked at once.
    static func contentMayChange(of view: UIView) -> Bool {
        guard UIView.layingOut != nil, contents.count < mostCompared, view.rare.place.only != nil else { return false }
        if !contents.contains(where: { $0 === view }) { contents.append(view) }
        return true
    }

    /// Compares constraints and content sizes with those before, and marks the views of others.
    static func settle() {
        if changes.isEmpty, contents.isEmpty { return }
        let ended = (changes, contents)
        changes.removeAll()
        contents.removeAll()
        for change in ended.0 where !takesOver(change) { change.holder.constraintsChanged() }
        for view in ended.1 where !hasItsPlacedSize(view) { view.markContentSize() }
    }

    private static func hasItsPlacedSize(_ view: UIView) -> Bool {
        guard let (system, number) = view.rare.place.only else { return false }
        return system.placed(content: number)
    }

    /// Gives each new constraint the place of an equal one before. Returns false if the constraints differ.
    private static func takesOver(_ change: Change) -> Bool {
        let now = change.holder.rare.constraints
        guard now.count == change.before.count, now.count <= mostCompared else { return false }
        var rest = change.before, pairs: [(NSLayoutConstraint, ConstraintPlace)] = []
        for constraint in now {
            guard let index = rest.firstIndex(where: { $0.constraint.requires(theSameAs: constraint) }) else { return false }
            let old = rest.remove(at: index)
            if old.constraint !== constraint { pairs.append((constraint, old.place)) }
        }
        for (constraint, place) in pairs { constraint.place = place }
        return true
    }
}

extension NSLayoutConstraint {
    /// Returns whether two constraints are the same, or equal in all that they require.
    final func requires(theSameAs other: NSLayoutConstraint) -> Bool {
        self === other
            || firstItem === other.firstItem && secondItem === other.secondItem && firstAttribute == other.firstAttribute
                && secondAttribute == other.secondAttribute && relation == other.relation && multiplier == other.multiplier
                && constant == other.constant && priority == other.priority && terms.isEmpty && other.terms.isEmpty
    }
}
