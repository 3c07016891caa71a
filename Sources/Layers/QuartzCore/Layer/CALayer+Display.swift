import CoreGraphics
import Foundation
import RenderTree

/// Display (Behaviour 4.7): updating a layer's contents.
extension CALayer {
    final func markForDisplay(_ r: CGRect) {
        guard !r.isEmpty || bounds.isEmpty else { return }
        let thread = TransactionThread.opened
        LayerLock.withLock {
            displayRect = displayRect.union(r)
            guard !needs.contains(.display) else { return }
            needs.insert(.display)
            guard modelLayer == nil else { return }
            parent?.markWay(.subtreeDisplay)
            thread.displayMarks &+= 1
            thread.willDisplay(self)
        }
    }

    /// Displays the layer if it is marked. The mark is removed first, so a mark made while displaying applies to the next display.
    final func displayIfMarked() {
        guard LayerLock.withLock({ needs.remove(.display) != nil }) else { return }
        LayerLock.assertReleased()
        guard let copy = copyToDisplay else { return display() }
        LayerLock.withLock { displayRect = .null }
        copy.display()
    }

    /// A copy to display in place of the layer; nil if the layer itself is displayed. While an animated property redraws the layer, the
    /// copy holds the values at the current time, so that drawing code finds them in `self`, as on Apple's systems. Text layers look up
    /// animated values themselves.
    private var copyToDisplay: CALayer? {
        guard modelLayer == nil, layerClass != .text else { return nil }
        let redraws = LayerLock.withLock { animationStore?.entries.contains { $0.redraws && !$0.isOver } ?? false }
        guard redraws, contextOfTree != nil else { return nil }
        let copy = makeCopy(showing: stateToDraw)
        LayerLock.withLock { _ = copy.needs.insert(.isDisplayedCopy) }
        return copy
    }

    /// Displays everything marked in this tree.
    /// - Parameter owner: the thread that commits. Layers that other threads marked are left to those threads. Nil displays all.
    package final func displayTree(of owner: TransactionThread? = nil) {
        var open: [MarkedLayers] = []
        displayAlone(owner, &open)
        while let top = open.indices.last {
            var leaves = false
            if let layer = open[top].next(.anyDisplay, &leaves) {
                layer.displayAlone(owner, &open)
                continue
            }
            // Layers marked in the meantime wait for the next commit, which must find the path to them. So do layers left to another
            // thread.
            let layer = open.removeLast().layer
            LayerLock.withLock {
                let isAnyMarked =
                    layer.children.contains(where: { !$0.needs.isDisjoint(with: .anyDisplay) })
                    || !(layer.maskLayer?.needs.isDisjoint(with: .anyDisplay) ?? true)
                if isAnyMarked { layer.markWay(.subtreeDisplay) }
            }
        }
    }

    /// Displays the layer, and adds it to the open layers if a descendant is marked.
    private func displayAlone(_ owner: TransactionThread?, _ open: inout [MarkedLayers]) {
        let isLeft = LayerLock.withLock {
            guard let owner, let live, needs.contains(.display) else { return false }
            return live.displayThread != 0 && live.displayThread != owner.number
        }
        if !isLeft { displayIfNeeded() }
        LayerLock.lock()
        let isOpen = needs.contains(.subtreeDisplay)
        if isOpen { needs.remove(.subtreeDisplay) }
        LayerLock.unlock()
        if isOpen { open.append(MarkedLayers(of: self, for: owner)) }
    }

    final func renewContents() {
        let dirty = LayerLock.withLock {
            let dirty = displayRect
            displayRect = .null
            // `display()` may have been called directly. Marks made from now on apply to the next display.
            needs.remove(.display)
            return dirty
        }
        LayerLock.assertReleased()
        if let delegate = modelLayer?.delegate ?? delegate {
            let thread = TransactionThread.current
            thread.declined = nil
            delegate.display(self)
            guard thread.declined == id else { return }
            delegate.layerWillDraw(self)
        } else if type(of: self) == CALayer.self {
            return
        }
        BackingStore.renew(self, dirty)
    }

    /// Redraws layers with their current animated values, or with their model values once an animation has ended. The new contents do not
    /// fade in.
    static func redraw(_ layers: [CALayer]) {
        if layers.isEmpty { return }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        for layer in layers {
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
        }
        CATransaction.commit()
    }

    /// Records that the delegate does not implement the method just called.
    package final func delegateDeclines() { TransactionThread.current.declined = id }

    final func drawByDelegate(_ context: CGContext) {
        let thread = TransactionThread.current
        thread.declined = id
        guard let delegate = modelLayer?.delegate ?? delegate else { return }
        thread.declined = nil
        delegate.draw(self, in: context)
    }
}

/// The delegate of a layer. Every method has a default implementation that is equivalent to Apple's "not implemented".
public protocol CALayerDelegate: NSObjectProtocol {
    /// Updates the layer's contents, usually by setting `contents`.
    func display(_ layer: CALayer)
    /// Draws the layer's contents, in its own space and in points.
    func draw(_ layer: CALayer, in ctx: CGContext)
    /// Called before the layer draws.
    func layerWillDraw(_ layer: CALayer)
    /// Places the layer's sublayers. The layout manager is then not called.
    func layoutSublayers(of layer: CALayer)
    /// Returns the action for an event. Nil continues the search; `NSNull` ends it.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    /// Equivalent to not implemented: the layer draws its contents with `draw(_:in:)`.
    @_disfavoredOverload
    public func display(_ layer: CALayer) { layer.delegateDeclines() }
    /// Equivalent to not implemented: draws nothing. If nothing else draws, the layer keeps its contents.
    @_disfavoredOverload
    public func draw(_ layer: CALayer, in ctx: CGContext) {
        layer.delegateDeclines()
    }
    /// Does nothing.
    @_disfavoredOverload
    public func layerWillDraw(_ layer: CALayer) {}
    /// Equivalent to not implemented: the layout manager is called.
    @_disfavoredOverload
    public func layoutSublayers(of layer: CALayer) { layer.delegateDeclines() }
    /// Returns nil: the search for an action continues in the layer.
    @_disfavoredOverload
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
