import QuartzCore

/// The views and guides that a system places, and the constraints that it follows.
@MainActor struct ConstraintScope {
    /// The views and guides with unknown positions, superviews first.
    private(set) var items: [AnyObject] = []
    private(set) var numbers: [ObjectIdentifier: Int] = [:]
    private(set) var constraints: [NSLayoutConstraint] = []
    /// The views with frames of their own whose subviews are included, because a constraint refers to them.
    private var opened = Set<ObjectIdentifier>()
    private(set) var openedViews: [UIView] = []

    /// - Parameters:
    ///   - takesRoot: True if the root's own size is unknown.
    ///   - clearsMarks: True to clear the marks of changes, so that later changes belong to the next pass.
    init(_ root: UIView, takesRoot: Bool, clearsMarks: Bool) {
        if takesRoot { take(root) }
        collect(root, clearsMarks)
        var next = 0
        while next < constraints.count {
            let constraint = constraints[next]
            for place in 0..<2 + constraint.terms.count {
                let item =
                    place == 0 ? constraint.firstItem : place == 1 ? constraint.secondItem : constraint.terms[place - 2].item
                guard let view = NSLayoutConstraint.view(item) else { continue }
                while let boundary = boundary(above: view, root) {
                    opened.insert(ObjectIdentifier(boundary))
                    openedViews.append(boundary)
                    collect(boundary, false)
                }
            }
            next += 1
        }
    }

    private mutating func take(_ item: AnyObject) {
        numbers[ObjectIdentifier(item)] = items.count
        items.append(item)
    }

    private mutating func collect(_ top: UIView, _ clearsMarks: Bool) {
        var taken: [AnyObject] = [], found: [NSLayoutConstraint] = []
        top.visitTree { each in
            if each !== top {
                guard each.flags.contains(.followsConstraints) else { return false }
                taken.append(each)
            }
            if clearsMarks, each.flags.contains(.constraintsChanged) {
                each.flags.remove(.constraintsChanged)
                if each !== top { each.rare.system?.isStale = true }
            }
            found += each.rare.constraints
            taken += each.rare.guides as [AnyObject]
            if let scroll = each as? UIScrollView, let content = scroll.contentGuideInUse { taken.append(content) }
            return true
        }
        for each in taken { take(each) }
        constraints += found
    }

    /// Returns the topmost ancestor of a view that has a frame of its own and whose subviews haven't been included, or nil.
    private func boundary(above view: UIView, _ root: UIView) -> UIView? {
        if view === root || numbers[ObjectIdentifier(view)] != nil { return nil }
        var found: UIView?
        var here = view.parent
        while let each = here, each !== root {
            if numbers[ObjectIdentifier(each)] != nil || opened.contains(ObjectIdentifier(each)) { return found }
            found = each
            here = each.parent
        }
        return here == nil ? nil : found
    }
}
