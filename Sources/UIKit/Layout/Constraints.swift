import QuartzCore

/// Following the constraints that a view holds.
@MainActor enum Constraints {
    /// Places the views that the constraints held by `view` speak of.
    static func follow(in view: UIView) { view.updateConstraintsIfNeeded() }

    /// A view left a superview: constraints between it and what stays behind end.
    static func viewLeft(_ view: UIView, _ old: UIView) {}
}
