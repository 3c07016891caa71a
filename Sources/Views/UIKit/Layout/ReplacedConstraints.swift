import QuartzCore

/// The constraints that `layoutSubviews()` replaces.
///
/// Views that make their constraints anew in each layout end up with the same ones. As in UIKit, whose views are laid out again only if a
/// value in the solution changes, that is no reason for another layout: changes during `layoutSubviews()` are compared at its end, and mark
/// the view that holds the constraints only if they differ from those before.
@MainActor enum ReplacedConstraints {
    private struct Change {
        let holder: UIView
        let before: [(constraint: NSLayoutConstraint, place: ConstraintPlace)]
    }
    private static var changes: [Change] = []
    /// The number of constraints of a view up to which they are compared.
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

    /// Compares the constraints with those before, and marks views with other ones.
    static func settle() {
        if changes.isEmpty { return }
        let ended = changes
        changes.removeAll()
        for change in ended where !takesOver(change) { change.holder.constraintsChanged() }
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
