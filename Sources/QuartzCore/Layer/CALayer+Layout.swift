import CoreGraphics
import Foundation
import RenderTree

/// Layout (Behaviour 4.8). Marks climb to the root as `subtreeLayout`, so that a commit walks only where something waits.
extension CALayer {
    final func markForLayout() {
        guard modelLayer == nil, !needs.contains(.layout) else { return }
        needs.insert(.layout)
        parent?.markWay(.subtreeLayout)
        CATransaction.willUpdate(self)
    }

    /// What a change of bounds, transform or sublayers does; not while the layer is laying out itself.
    final func markForLayoutAutomatically() {
        if needs.isDisjoint(with: .blocksAutomaticLayout) { setNeedsLayout() }
    }

    final func markWay(_ mark: LayerNeeds) {
        var layer: CALayer? = self
        while let here = layer, !here.needs.contains(mark) {
            here.needs.insert(mark)
            layer = here.parent
        }
    }

    final func layOutFromTop() {
        guard modelLayer == nil else { return }
        var top = self
        while let above = top.parent, above.needsLayout() { top = above }
        top.layOutTree()
    }

    /// Lays out everything marked in this tree, superlayers before sublayers, and again for marks that this made.
    package final func layOutTree() {
        var rounds = 0
        while !needs.isDisjoint(with: .anyLayout) {
            if rounds == 32 { return LayerReport.endlessLayout(self) }
            rounds += 1
            layOutOnce()
        }
    }

    private func layOutOnce() {
        var open: [MarkedLayers] = []
        if layOutAlone() { open.append(MarkedLayers(of: self)) }
        while let top = open.indices.last {
            guard let layer = open[top].next(.anyLayout) else {
                open.removeLast()
                continue
            }
            if layer.layOutAlone() { open.append(MarkedLayers(of: layer)) }
        }
    }

    /// True where something under the layer waits for layout.
    private func layOutAlone() -> Bool {
        if needs.contains(.layout) {
            needs.remove(.layout)
            needs.insert(.inLayout)
            layoutSublayers()
            needs.remove(.inLayout)
            if let action = askAction("onLayout") { action.run(forKey: "onLayout", object: self, arguments: nil) }
        }
        guard needs.contains(.subtreeLayout) else { return false }
        needs.remove(.subtreeLayout)
        return true
    }

    final func layOutByDelegateOrManager() {
        if needs.contains(.mayAct), let delegate {
            needs.remove(.delegateDeclined)
            delegate.layoutSublayers(of: self)
            if !needs.contains(.delegateDeclined) { return }
        }
        rare?.layoutManager?.layoutSublayers(of: self)
    }

    final var preferredSizeByManager: CGSize {
        rare?.layoutManager?.preferredSize(of: self) ?? sizeInSuperlayer
    }

    final var sizeInSuperlayer: CGSize { frame.size }

    final func setConstraints(_ new: [CAConstraint]?) {
        if refusesChange(of: "constraints") { return }
        ownRare.constraints = new
        parent?.markForLayoutAutomatically()
    }

    // MARK: Autoresizing

    final func autoresizeSublayers(oldSize: CGSize) {
        let thread = TransactionThread.current
        // Each layer that is resized resizes its sublayers, so far in calls; what lies deeper waits until those return.
        guard thread.resizeDepth < 64 else { return thread.waitingResizes.append((self, oldSize)) }
        thread.resizeDepth += 1
        for layer in children where layer.autoresizing != 0 { layer.resize(withOldSuperlayerSize: oldSize) }
        thread.resizeDepth -= 1
        while thread.resizeDepth == 0, let (layer, size) = thread.waitingResizes.popLast() {
            thread.resizeDepth = 1
            for sublayer in layer.children where sublayer.autoresizing != 0 { sublayer.resize(withOldSuperlayerSize: size) }
            thread.resizeDepth = 0
        }
    }

    final func autoresize(oldSuperlayerSize old: CGSize) {
        guard autoresizing != 0, let new = parent?.bounds.size else { return }
        let mask = autoresizingMask
        var f = frame
        Self.share(
            new.width - old.width, &f.origin.x, &f.size.width,
            mask.contains(.layerMinXMargin), mask.contains(.layerWidthSizable), mask.contains(.layerMaxXMargin))
        Self.share(
            new.height - old.height, &f.origin.y, &f.size.height,
            mask.contains(.layerMinYMargin), mask.contains(.layerHeightSizable), mask.contains(.layerMaxYMargin))
        if f != frame { frame = f }
    }

    /// Equal shares for the flexible parts, unrounded (LY7).
    private static func share(
        _ delta: CGFloat, _ origin: inout CGFloat, _ size: inout CGFloat, _ before: Bool, _ inside: Bool, _ after: Bool
    ) {
        let parts = (before ? 1 : 0) + (inside ? 1 : 0) + (after ? 1 : 0)
        guard parts > 0 else { return }
        let part = delta / CGFloat(parts)
        if before { origin += part }
        if inside { size = max(0, size + part) }
    }
}

/// The sublayers and the mask of a layer, of which those that are marked are visited one after another: a deep tree needs no deep stack.
struct MarkedLayers {
    let layer: CALayer
    private let children: [CALayer]
    private var place = 0

    init(of layer: CALayer) {
        self.layer = layer
        children = layer.children
    }

    /// The next one that has one of the marks at this time.
    mutating func next(_ marks: LayerNeeds) -> CALayer? {
        while place < children.count {
            place += 1
            if !children[place - 1].needs.isDisjoint(with: marks) { return children[place - 1] }
        }
        guard place == children.count else { return nil }
        place += 1
        guard let mask = layer.maskLayer, !mask.needs.isDisjoint(with: marks) else { return nil }
        return mask
    }
}

/// An object that lays out the sublayers of layers whose delegate doesn't. Every method has a default, as Apple's are optional.
public protocol CALayoutManager: NSObjectProtocol {
    /// The size that a layer would like, in its superlayer's space.
    func preferredSize(of layer: CALayer) -> CGSize
    /// Called when what was kept about a layer's layout no longer holds.
    func invalidateLayout(of layer: CALayer)
    /// Places the layer's sublayers.
    func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
    /// The size of the layer's frame.
    public func preferredSize(of layer: CALayer) -> CGSize { layer.sizeInSuperlayer }
    /// Does nothing.
    public func invalidateLayout(of layer: CALayer) {}
    /// Leaves the sublayers where they are.
    public func layoutSublayers(of layer: CALayer) {}
}
