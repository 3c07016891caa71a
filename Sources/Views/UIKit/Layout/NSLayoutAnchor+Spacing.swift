import QuartzCore

/// The system's standard spacing between views, in points.
private let systemSpacing: CGFloat = 8

extension NSLayoutXAxisAnchor {
    /// Returns a constraint that places this anchor after another one by a multiple of the system spacing.
    public func constraint(equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.equal, anchor, 1, systemSpacing * multiplier)
    }
    /// Returns a constraint that places this anchor after another one by at least a multiple of the system spacing.
    public func constraint(greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.greaterThanOrEqual, anchor, 1, systemSpacing * multiplier)
    }
    /// Returns a constraint that places this anchor after another one by at most a multiple of the system spacing.
    public func constraint(lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.lessThanOrEqual, anchor, 1, systemSpacing * multiplier)
    }
}

extension NSLayoutYAxisAnchor {
    /// Returns a constraint that places this anchor below another one by a multiple of the system spacing.
    public func constraint(equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.equal, anchor, 1, systemSpacing * multiplier)
    }
    /// Returns a constraint that places this anchor below another one by at least a multiple of the system spacing.
    public func constraint(greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.greaterThanOrEqual, anchor, 1, systemSpacing * multiplier)
    }
    /// Returns a constraint that places this anchor below another one by at most a multiple of the system spacing.
    public func constraint(lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.lessThanOrEqual, anchor, 1, systemSpacing * multiplier)
    }
}

extension NSLayoutDimension {
    /// Returns a constraint to at least a multiple of another dimension plus a constant in points.
    public func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat) -> NSLayoutConstraint
    {
        make(.greaterThanOrEqual, anchor, m, c)
    }
    /// Returns a constraint to at most a multiple of another dimension plus a constant in points.
    public func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat) -> NSLayoutConstraint {
        make(.lessThanOrEqual, anchor, m, c)
    }
}
