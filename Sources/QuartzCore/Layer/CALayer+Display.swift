import CoreGraphics
import Foundation
import RenderTree

/// Display (Behaviour 4.7): who renews the contents, and when.
extension CALayer {
    final func markForDisplay(_ r: CGRect) {
        guard !r.isEmpty || bounds.isEmpty else { return }
        displayRect = displayRect.union(r)
        guard !needs.contains(.display) else { return }
        needs.insert(.display)
        guard modelLayer == nil else { return }
        parent?.markWay(.subtreeDisplay)
        CATransaction.willUpdate(self)
    }

    /// The mark is taken away first: one that is made while displaying is for the next time.
    final func displayIfMarked() {
        guard needs.contains(.display) else { return }
        needs.remove(.display)
        guard let copy = copyToDisplay else { return display() }
        displayRect = .null
        copy.display()
    }

    /// While a property is animated that displays the layer, what is displayed is a copy that has the values of the time: drawing code
    /// finds them in `self`, as on Apple's systems. Nil where the layer itself does it. Text layers look them up by themselves.
    private var copyToDisplay: CALayer? {
        guard modelLayer == nil, layerClass != .text, let store = animationStore else { return nil }
        guard store.entries.contains(where: { $0.redraws && !$0.isOver }), contextOfTree != nil else { return nil }
        let copy = makeCopy(showing: stateToDraw)
        copy.needs.insert(.isDisplayedCopy)
        return copy
    }

    /// Displays everything marked in this tree.
    package final func displayTree() {
        var open: [MarkedLayers] = []
        if displayAlone() { open.append(MarkedLayers(of: self)) }
        while let top = open.indices.last {
            if let layer = open[top].next(.anyDisplay) {
                if layer.displayAlone() { open.append(MarkedLayers(of: layer)) }
                continue
            }
            // What was marked meanwhile waits for the next commit, which must find its way.
            let layer = open.removeLast().layer
            if layer.children.contains(where: { !$0.needs.isDisjoint(with: .anyDisplay) }) { layer.markWay(.subtreeDisplay) }
        }
    }

    /// True where something under the layer waits for display.
    private func displayAlone() -> Bool {
        displayIfNeeded()
        guard needs.contains(.subtreeDisplay) else { return false }
        needs.remove(.subtreeDisplay)
        return true
    }

    final func renewContents() {
        let dirty = displayRect
        displayRect = .null
        if let delegate = modelLayer?.delegate ?? delegate {
            needs.remove(.delegateDeclined)
            delegate.display(self)
            guard needs.contains(.delegateDeclined) else { return }
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

    final func drawByDelegate(_ context: CGContext) {
        needs.insert(.delegateDeclined)
        guard let delegate = modelLayer?.delegate ?? delegate else { return }
        needs.remove(.delegateDeclined)
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
    public func display(_ layer: CALayer) { layer.needs.insert(.delegateDeclined) }
    /// Counts as not implemented: it draws nothing, and where nothing else draws, the layer keeps the contents that it has.
    public func draw(_ layer: CALayer, in ctx: CGContext) {
        // Tiles are drawn on other threads than the layer's, which may not touch it; what draws nothing is seen by the context.
        if layer.layerClass != .tiled { layer.needs.insert(.delegateDeclined) }
    }
    /// Does nothing.
    public func layerWillDraw(_ layer: CALayer) {}
    /// Counts as not implemented: the layout manager is asked.
    public func layoutSublayers(of layer: CALayer) { layer.needs.insert(.delegateDeclined) }
    /// Nil: the search for an action goes on in the layer.
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
