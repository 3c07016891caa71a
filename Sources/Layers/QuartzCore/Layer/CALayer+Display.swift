import CoreGraphics
import Foundation
import RenderTree

/// Display (Behaviour 4.7): who renews the contents, and when.
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

    /// The mark is taken away first: one that is made while displaying is for the next time.
    final func displayIfMarked() {
        guard LayerLock.withLock({ needs.remove(.display) != nil }) else { return }
        LayerLock.assertReleased()
        guard let copy = copyToDisplay else { return display() }
        LayerLock.withLock { displayRect = .null }
        copy.display()
    }

    /// While a property is animated that displays the layer, what is displayed is a copy that has the values of the time: drawing code
    /// finds them in `self`, as on Apple's systems. Nil where the layer itself does it. Text layers look them up by themselves.
    private var copyToDisplay: CALayer? {
        guard modelLayer == nil, layerClass != .text else { return nil }
        let redraws = LayerLock.withLock { animationStore?.entries.contains { $0.redraws && !$0.isOver } ?? false }
        guard redraws, contextOfTree != nil else { return nil }
        let copy = makeCopy(showing: stateToDraw)
        LayerLock.withLock { _ = copy.needs.insert(.isDisplayedCopy) }
        return copy
    }

    /// Displays everything marked in this tree.
    /// - Parameter owner: the thread whose commit this is: what others marked is left to them. Nil displays all.
    package final func displayTree(of owner: TransactionThread? = nil) {
        var open: [MarkedLayers] = []
        displayAlone(owner, &open)
        while let top = open.indices.last {
            var leaves = false
            if let layer = open[top].next(.anyDisplay, &leaves) {
                layer.displayAlone(owner, &open)
                continue
            }
            // What was marked meanwhile waits for the next commit, which must find its way; so does what is left to another thread.
            let layer = open.removeLast().layer
            LayerLock.withLock {
                let isAnyMarked =
                    layer.children.contains(where: { !$0.needs.isDisjoint(with: .anyDisplay) })
                    || !(layer.maskLayer?.needs.isDisjoint(with: .anyDisplay) ?? true)
                if isAnyMarked { layer.markWay(.subtreeDisplay) }
            }
        }
    }

    /// Displays the layer, and opens it where something under it waits.
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
            // Whoever called: what is marked from now on is for the next time.
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

    /// Draws layers with their animated values as they stand now, or with their own once an animation is over. What they then show does not
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

    /// The delegate does not implement the method that it was asked for.
    package final func delegateDeclines() { TransactionThread.current.declined = id }

    final func drawByDelegate(_ context: CGContext) {
        let thread = TransactionThread.current
        thread.declined = id
        guard let delegate = modelLayer?.delegate ?? delegate else { return }
        thread.declined = nil
        delegate.draw(self, in: context)
    }
}

/// Answers for a layer. Every method has a default that stands for Apple's "not implemented".
public protocol CALayerDelegate: NSObjectProtocol {
    /// Renews the layer's contents, usually by setting `contents`.
    func display(_ layer: CALayer)
    /// Draws the layer's contents, in its own space and in points.
    func draw(_ layer: CALayer, in ctx: CGContext)
    /// Called before the layer draws.
    func layerWillDraw(_ layer: CALayer)
    /// Places the layer's sublayers; the layout manager is then not asked.
    func layoutSublayers(of layer: CALayer)
    /// The action for an event: nil goes on the search, `NSNull` ends it.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    /// Counts as not implemented: the layer draws its contents by `draw(_:in:)`.
    public func display(_ layer: CALayer) { layer.delegateDeclines() }
    /// Counts as not implemented: it draws nothing, and where nothing else draws, the layer keeps the contents that it has.
    public func draw(_ layer: CALayer, in ctx: CGContext) {
        layer.delegateDeclines()
    }
    /// Does nothing.
    public func layerWillDraw(_ layer: CALayer) {}
    /// Counts as not implemented: the layout manager is asked.
    public func layoutSublayers(of layer: CALayer) { layer.delegateDeclines() }
    /// Nil: the search for an action goes on in the layer.
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
