import AgateDiagnostics
@_spi(Views) import QuartzCore

/// Editing the view hierarchy. Callbacks may edit it as well, so indices are computed again after each callback.
extension UIView {
    /// The window of the view's descendants.
    private var windowBelow: UIWindow? { parent == nil ? self as? UIWindow : rare.window }

    /// Sets the window of the view and its descendants from the superview.
    private func findWindow() {
        let window = parent?.windowBelow
        guard rare.window !== window else { return }
        visitTree { view in
            view.rare.window = window
            return true
        }
    }

    /// The subviews.
    final var children: [UIView] { subviewList.all }

    final func isUnder(_ view: UIView) -> Bool {
        // A view without subviews has no descendants.
        if self !== view, view.subviewList.isEmpty { return false }
        var here: UIView? = self
        while let current = here {
            if current === view { return true }
            ViewCounts.steps += 1
            here = current.parent
        }
        return false
    }

    final func find(tag: Int) -> UIView? {
        var found: UIView?
        visitTree { view in
            if found == nil, view.tag == tag { found = view }
            return found == nil
        }
        return found
    }

    /// Visits this view and its descendants, superviews first, and calls `leave` after all descendants of a view. Pending views are in an
    /// explicit stack, because a deep tree could overflow the call stack.
    /// - Parameter enter: Returns true to visit the view's subviews, in their state after the call.
    final func visitTree(_ enter: (UIView) -> Bool, leave: (UIView) -> Void = { _ in }) {
        guard enter(self) else { return }
        var open: [(view: UIView, children: [UIView], next: Int)] = [(self, children, 0)]
        while let top = open.indices.last {
            guard open[top].next < open[top].children.count else {
                leave(open.removeLast().view)
                continue
            }
            let view = open[top].children[open[top].next]
            open[top].next += 1
            if enter(view) { open.append((view, view.children, 0)) }
        }
    }

    final func insert(_ view: UIView, beside sibling: UIView, above: Bool) {
        guard sibling !== view else { return }
        guard let index = subviewList.firstIndex(identicalTo: sibling) else {
            Diagnostic.report("view.no-sibling", "\(type(of: sibling)) is not a subview of \(type(of: self)); the view is added on top")
            return insert(view, at: subviewList.count)
        }
        // If the view itself is below the sibling, removing it decrements the indices.
        let ownIndex = subviewList.firstIndex(identicalTo: view)
        let shift = ownIndex.map { $0 < index ? 1 : 0 } ?? 0
        insert(view, at: (above ? index + 1 : index) - shift)
    }

    /// - Parameter index: The index among the subviews, not counting the view itself.
    final func insert(_ view: UIView, at index: Int) {
        guard !isUnder(view) else {
            return Diagnostic.report("view.cycle", "a \(type(of: view)) can't be added to itself or to one of its subviews")
        }
        if view.parent === self { return move(view, to: index) }
        let oldWindow = view.window, newWindow = window
        if let old = view.parent { old.willRemoveSubview(view) }
        if oldWindow !== newWindow { view.willChangeWindow(newWindow) }
        view.willMove(toSuperview: self)
        guard !isUnder(view) else { return }
        let look = InheritedLook.of(view.parent)
        if let old = view.parent {
            old.forget(view)
            if view.flags.contains(.followsConstraints) { old.constraintsChanged() }
        }
        view.forgetLook()
        view.rare.placedSize = nil
        view.parent = self
        view.findWindow()
        let place = min(max(index, 0), subviewList.count)
        subviewList.insert(view, at: place)
        placeLayer(of: view, place)
        if view.flags.contains(.followsConstraints) { flags.insert(.mayHaveFollowers) }
        if !view.flags.isDisjoint(with: [.followsConstraints, .constraintsChanged]) { constraintsChanged() }
        if view.flags.contains(.touchedBelow) { markTouched() }
        if !view.flags.isDisjoint(with: [.needsConstraintUpdate, .constraintUpdateBelow]) { markConstraintUpdateBelow() }
        if oldWindow !== newWindow, view.window === newWindow { view.didChangeWindow() }
        view.inheritedLookChanged(from: look, to: InheritedLook.of(view.parent))
        view.didMoveToSuperview()
        if view.parent === self { didAddSubview(view) }
    }

    private func move(_ view: UIView, to index: Int) {
        guard let old = subviewList.firstIndex(identicalTo: view) else { return }
        let new = min(max(index, 0), subviewList.count - 1)
        guard new != old else { return }
        subviewList.remove(at: old)
        subviewList.insert(view, at: new)
        placeLayer(of: view, new)
    }

    final func exchange(_ a: Int, _ b: Int) {
        guard a != b, (0..<subviewList.count).contains(a), (0..<subviewList.count).contains(b) else { return }
        let low = subviewList[min(a, b)], high = subviewList[max(a, b)]
        move(high, to: min(a, b))
        move(low, to: max(a, b))
    }

    /// Inserts the layer among the sublayers in the order of the subviews. Sublayers that belong to no view keep their positions.
    private func placeLayer(of view: UIView, _ index: Int) {
        if index == subviewList.count - 1 {
            layer.addSublayer(view.layer)
        } else if index == 0 {
            layer.insertSublayer(view.layer, below: subviewList[1].layer)
        } else {
            layer.insertSublayer(view.layer, above: subviewList[index - 1].layer)
        }
    }

    private func forget(_ view: UIView) {
        if let index = subviewList.firstIndex(identicalTo: view) { subviewList.remove(at: index) }
    }

    final func detach() {
        guard let old = parent else { return }
        let hadWindow = window != nil
        old.willRemoveSubview(self)
        if hadWindow { willChangeWindow(nil) }
        willMove(toSuperview: nil)
        guard let old = parent else { return }
        let look = InheritedLook.of(old)
        old.forget(self)
        forgetLook()
        parent = nil
        findWindow()
        layer.removeFromSuperlayer()
        Constraints.viewLeft(self, old)
        if hadWindow, window == nil { didChangeWindow() }
        inheritedLookChanged(from: look, to: InheritedLook.of(parent))
        didMoveToSuperview()
    }

    /// Notifies the view and its descendants, top down.
    final func willChangeWindow(_ new: UIWindow?) {
        let old = window
        visitTree { view in
            // Don't move the first responder to the new window.
            if let old, let responder = old.firstResponder, responder === view || view.controller.map({ responder === $0 }) ?? false {
                old.firstResponder = nil
            }
            view.controller?.viewWillMove(to: new, isOwn: view === self)
            view.willMove(toWindow: new)
            return true
        }
    }

    /// Draws with a screen's scale, unless the program has set one.
    final func followScale(of screen: UIScreen) {
        if !flags.contains(.hasOwnScale), drawsForItself || type(of: layer) != CALayer.self { layer.contentsScale = screen.scale }
        if drawsForItself { layer.setNeedsDisplay() }
    }

    final func didChangeWindow() {
        let window = window
        visitTree { view in
            if let window { view.followScale(of: window.screen) }
            if window != nil, !Appearances.isEmpty { Appearances.apply(to: view) }
            view.didMoveToWindow()
            return true
        } leave: { view in
            view.controller?.viewDidMove(to: window, isOwn: view === self)
        }
    }
}
