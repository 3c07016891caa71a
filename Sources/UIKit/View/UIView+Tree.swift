import AgateDiagnostics
import QuartzCore

/// Editing the tree of views. Callbacks may edit it too, so places are looked up anew after each of them.
extension UIView {
    final var topWindow: UIWindow? { base as? UIWindow }

    final func isUnder(_ view: UIView) -> Bool {
        var here: UIView? = self
        while let current = here {
            if current === view { return true }
            here = current.parent
        }
        return false
    }

    final func find(tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in children { if let found = view.viewWithTag(tag) { return found } }
        return nil
    }

    final func insert(_ view: UIView, beside sibling: UIView, above: Bool) {
        guard sibling !== view else { return }
        guard let index = children.firstIndex(where: { $0 === sibling }) else {
            Diagnostic.report("view.no-sibling", "\(type(of: sibling)) is no subview of \(type(of: self)); the view is put on top")
            return insert(view, at: children.count)
        }
        // Where the view itself stands below the sibling, the places move down by one when it leaves.
        let ownIndex = children.firstIndex { $0 === view }
        let shift = ownIndex.map { $0 < index ? 1 : 0 } ?? 0
        insert(view, at: (above ? index + 1 : index) - shift)
    }

    /// - Parameter index: among the subviews without the view itself.
    final func insert(_ view: UIView, at index: Int) {
        guard !isUnder(view) else {
            return Diagnostic.report("view.cycle", "a \(type(of: view)) can't be put into itself or into a view that is in it")
        }
        if view.parent === self { return move(view, to: index) }
        let oldWindow = view.window, newWindow = window
        if let old = view.parent { old.willRemoveSubview(view) }
        if oldWindow !== newWindow { view.willChangeWindow(newWindow) }
        view.willMove(toSuperview: self)
        guard !isUnder(view) else { return }
        let look = InheritedLook(view.parent)
        if let old = view.parent { old.forget(view) }
        view.parent = self
        let place = min(max(index, 0), children.count)
        children.insert(view, at: place)
        placeLayer(of: view, place)
        if view.flags.contains(.followsConstraints) { setNeedsLayout() }
        if oldWindow !== newWindow, view.window === newWindow { view.didChangeWindow() }
        view.inheritedLookChanged(from: look, to: InheritedLook(view.parent))
        view.didMoveToSuperview()
        if view.parent === self { didAddSubview(view) }
    }

    private func move(_ view: UIView, to index: Int) {
        guard let old = children.firstIndex(where: { $0 === view }) else { return }
        let new = min(max(index, 0), children.count - 1)
        guard new != old else { return }
        children.remove(at: old)
        children.insert(view, at: new)
        placeLayer(of: view, new)
    }

    final func exchange(_ a: Int, _ b: Int) {
        guard children.indices.contains(a), children.indices.contains(b), a != b else { return }
        let low = children[min(a, b)], high = children[max(a, b)]
        move(high, to: min(a, b))
        move(low, to: max(a, b))
    }

    /// The layer stands among the sublayers as the view among the subviews; sublayers that belong to no view keep their places.
    private func placeLayer(of view: UIView, _ index: Int) {
        if index == children.count - 1 {
            layer.addSublayer(view.layer)
        } else if index == 0 {
            layer.insertSublayer(view.layer, below: children[1].layer)
        } else {
            layer.insertSublayer(view.layer, above: children[index - 1].layer)
        }
    }

    private func forget(_ view: UIView) {
        if let index = children.firstIndex(where: { $0 === view }) { children.remove(at: index) }
    }

    final func detach() {
        guard let old = parent else { return }
        let hadWindow = window != nil
        old.willRemoveSubview(self)
        if hadWindow { willChangeWindow(nil) }
        willMove(toSuperview: nil)
        guard let old = parent else { return }
        let look = InheritedLook(old)
        old.forget(self)
        parent = nil
        layer.removeFromSuperlayer()
        Constraints.viewLeft(self, old)
        if hadWindow, window == nil { didChangeWindow() }
        inheritedLookChanged(from: look, to: InheritedLook(parent))
        didMoveToSuperview()
    }

    /// Tells the view and those in it, top down.
    final func willChangeWindow(_ new: UIWindow?) {
        // The keyboard stays with the window.
        if let old = window, let responder = old.firstResponder, responder === self || controller.map({ responder === $0 }) ?? false { old.firstResponder = nil }
        controller?.viewWillMove(to: new)
        willMove(toWindow: new)
        for view in children { view.willChangeWindow(new) }
    }

    final func didChangeWindow() {
        let window = window
        if let window, !flags.contains(.hasOwnScale), drawsForItself || type(of: layer) != CALayer.self {
            layer.contentsScale = window.screen.scale
        }
        if window != nil, drawsForItself { layer.setNeedsDisplay() }
        didMoveToWindow()
        for view in children { view.didChangeWindow() }
        controller?.viewDidMove(to: window)
    }
}
