import QuartzCore

/// The views and guides that one system places, and the constraints that it follows.
@MainActor struct ConstraintScope {
    /// Views and guides whose places are unknown, superviews first.
    private(set) var items: [AnyObject] = []
    private(set) var numbers: [ObjectIdentifier: Int] = [:]
    private(set) var constraints: [NSLayoutConstraint] = []
    /// Views with frames of their own whose insides are looked at: a constraint leads into them.
    private var opened = Set<ObjectIdentifier>()

    /// - Parameters:
    ///   - takesRoot: whether the root's own size is an unknown.
    ///   - clearsMarks: whether what changes from here on is for the next pass.
    init(_ root: UIView, takesRoot: Bool, clearsMarks: Bool) {
        if takesRoot { take(root) }
        collect(root, clearsMarks)
        var next = 0
        while next < constraints.count {
            let constraint = constraints[next]
            for item in [constraint.firstItem, constraint.secondItem] {
                guard let view = NSLayoutConstraint.view(item) else { continue }
                while let boundary = boundary(above: view, root) {
                    opened.insert(ObjectIdentifier(boundary))
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

    /// The topmost view with a frame of its own that a view lies in and whose inside has not been looked at.
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
