import QuartzCore

/// The space that the system puts between views, in points.
private let systemSpacing: CGFloat = 8

extension NSLayoutXAxisAnchor {
    /// Behind another one, by a multiple of the system's space.
    public func constraint(equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.equal, anchor, 1, systemSpacing * multiplier)
    }
    /// At least so far behind another one.
    public func constraint(greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.greaterThanOrEqual, anchor, 1, systemSpacing * multiplier)
    }
    /// At most so far behind another one.
    public func constraint(lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.lessThanOrEqual, anchor, 1, systemSpacing * multiplier)
    }
}

extension NSLayoutYAxisAnchor {
    /// Below another one, by a multiple of the system's space.
    public func constraint(equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.equal, anchor, 1, systemSpacing * multiplier)
    }
    /// At least so far below another one.
    public func constraint(greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.greaterThanOrEqual, anchor, 1, systemSpacing * multiplier)
    }
    /// At most so far below another one.
    public func constraint(lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat) -> NSLayoutConstraint {
        make(.lessThanOrEqual, anchor, 1, systemSpacing * multiplier)
    }
}

extension NSLayoutDimension {
    /// At least a multiple of another one, and some points.
    public func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat) -> NSLayoutConstraint
    {
        make(.greaterThanOrEqual, anchor, m, c)
    }
    /// At most a multiple of another one, and some points.
    public func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat) -> NSLayoutConstraint {
        make(.lessThanOrEqual, anchor, m, c)
    }
}
