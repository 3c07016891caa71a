import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// Layout (Behaviour 4.8). Marks propagate to the root as `subtreeLayout`, so that a commit visits only the branches with marked layers.
extension CALayer {
    final func markForLayout() {
        if modelLayer != nil { return }
        let thread = TransactionThread.opened
        LayerLock.withLock {
            guard !needs.contains(.layout) else { return }
            needs.insert(.layout)
            parent?.markWay(.subtreeLayout)
            thread.layoutMarks &+= 1
            thread.willLayOut(self)
        }
    }

    /// Notifies the layout manager that the layout is invalid, unless the manager is already handling such a call.
    final func invalidateByManager() {
        guard modelLayer == nil else { return }
        let manager: CALayoutManager? = LayerLock.withLock {
            guard let rare, rare.layoutManager != nil, !rare.isInvalidating else { return nil }
            rare.isInvalidating = true
            return rare.layoutManager
        }
        guard let manager else { return }
        manager.invalidateLayout(of: self)
        LayerLock.withLock { rare?.isInvalidating = false }
    }

    /// Marks the layer after a change of bounds, transform or sublayers, unless the layer is currently laying out itself.
    final func markForLayoutAutomatically() {
        let needs = LayerLock.withLock { self.needs }
        guard needs.isDisjoint(with: .blocksAutomaticLayout) else { return }
        if needs.contains(.inLayout), layoutDepth > 0 { return }
        setNeedsLayout()
    }

    /// The number of calls of the layer's `layoutSublayers()` on this thread that have not returned.
    private final var layoutDepth: Int { TransactionThread.current.layingOut.count { $0 == id } }

    /// Sets a subtree mark on the layer and its ancestors. Call under the lock.
    final func markWay(_ mark: LayerNeeds) {
        var layer: CALayer? = self
        while let here = layer, !here.needs.contains(mark) {
            here.needs.insert(mark)
            layer = here.parent
        }
    }

    /// Lays out the layer's tree from its topmost superlayer that needs layout. Superlayers that are in their own `layoutSublayers()`,
    /// which may have called this, are not laid out a second time; those that were marked meanwhile follow when that call returns.
    final func layOutFromTop() {
        guard modelLayer == nil else { return }
        var top = self
        while let above = top.parentNow, above.needsLayout(), above.layoutDepth == 0 { top = above }
        top.layOutTree()
    }

    /// The number of layouts of a layer in its own layout, and of a tree in one commit, after which layout is endless.
    private static let mostRounds = 32

    /// Lays out everything marked in this tree, superlayers before sublayers, and repeats for marks that layout itself made.
    /// - Parameter owner: the thread that commits. Layers that other threads marked are left to those threads. Nil lays out all.
    /// - Returns: true if it gave up because layout kept requesting layout.
    @discardableResult
    package final func layOutTree(of owner: TransactionThread? = nil) -> Bool {
        let thread = TransactionThread.current
        var rounds = 0
        while LayerLock.withLock({ !needs.isDisjoint(with: .anyLayout) }) {
            if rounds == Self.mostRounds {
                LayerReport.endlessLayout(self)
                return true
            }
            rounds += 1
            let marks = thread.layoutMarks
            if layOutOnce(owner), marks == thread.layoutMarks { return false }
        }
        return false
    }

    /// Lays out the marked layers once. Returns whether marks of other threads remain.
    private func layOutOnce(_ owner: TransactionThread?) -> Bool {
        var open: [MarkedLayers] = []
        var leaves = layOutAlone(owner, &open)
        while let top = open.indices.last {
            guard let layer = open[top].next(.anyLayout, &leaves) else {
                let layer = open.removeLast().layer
                // Keep the path to the layers left to another thread.
                if leaves { LayerLock.withLock { layer.markWay(.subtreeLayout) } }
                continue
            }
            if layer.layOutAlone(owner, &open) { leaves = true }
        }
        return leaves
    }

    /// Lays out the layer, and adds it to the open layers if a descendant is marked. Returns whether the layer's own mark is left to
    /// another thread.
    private func layOutAlone(_ owner: TransactionThread?, _ open: inout [MarkedLayers]) -> Bool {
        LayerLock.lock()
        var isMarked = needs.contains(.layout)
        let isLeft = isMarked && owner != nil && (live.map { $0.layoutThread != 0 && $0.layoutThread != owner!.number } ?? false)
        // A layer that requests its layout in each layout and calls `layoutIfNeeded()` there would overflow the stack.
        let isEndless = isMarked && !isLeft && needs.contains(.inLayout) && layoutDepth == Self.mostRounds
        if isMarked, !isLeft {
            needs.remove(.layout)
            needs.insert(.inLayout)
        }
        LayerLock.unlock()
        if isEndless {
            isMarked = false
            LayerReport.endlessLayout(self)
        }
        if isMarked, !isLeft {
            let thread = TransactionThread.current
            thread.layingOut.append(id)
            LayerLock.assertReleased()
            layoutSublayers()
            thread.layingOut.removeLast()
            if !thread.layingOut.contains(id) { LayerLock.withLock { _ = needs.remove(.inLayout) } }
            if let action = askAction("onLayout") { action.run(forKey: "onLayout", object: self, arguments: nil) }
        }
        LayerLock.lock()
        let isOpen = needs.contains(.subtreeLayout)
        if isOpen { needs.remove(.subtreeLayout) }
        LayerLock.unlock()
        if isOpen { open.append(MarkedLayers(of: self, for: owner)) }
        return isLeft
    }

    final func layOutByDelegateOrManager() {
        if LayerLock.withLock({ needs.contains(.mayAct) }), let delegate {
            let thread = TransactionThread.current
            thread.declined = nil
            delegate.layoutSublayers(of: self)
            if thread.declined != id { return }
        }
        layoutManager?.layoutSublayers(of: self)
    }

    final var preferredSizeByManager: CGSize {
        layoutManager?.preferredSize(of: self) ?? sizeInSuperlayer
    }

    final var sizeInSuperlayer: CGSize { frame.size }

    final func setConstraints(_ new: [CAConstraint]?) {
        if refusesChange(of: "constraints") { return }
        notifying("constraints") { changeRare(\.constraints, new) }
        parentNow?.markForLayoutAutomatically()
    }

    // MARK: Autoresizing

    final func autoresizeSublayers(oldSize: CGSize) {
        let thread = TransactionThread.current
        // Resizing a layer resizes its sublayers recursively up to this depth. Deeper layers wait until those calls return.
        guard thread.resizeDepth < 64 else { return thread.waitingResizes.append((self, oldSize)) }
        thread.resizeDepth += 1
        for layer in autoresizingSublayers { layer.resize(withOldSuperlayerSize: oldSize) }
        thread.resizeDepth -= 1
        while thread.resizeDepth == 0, let (layer, size) = thread.waitingResizes.popLast() {
            thread.resizeDepth = 1
            for sublayer in layer.autoresizingSublayers { sublayer.resize(withOldSuperlayerSize: size) }
            thread.resizeDepth = 0
        }
    }

    private final var autoresizingSublayers: [CALayer] { LayerLock.withLock { children.filter { $0.autoresizing != 0 } } }

    final func autoresize(oldSuperlayerSize old: CGSize) {
        guard !autoresizingMask.isEmpty, let new = parentNow?.bounds.size else { return }
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

    /// Distributes the change in thirds, one for each part (LY7). A fixed part passes its third to the flexible margins, or to the extent
    /// if there are none. Margins are then rounded to whole points, the leading one down, and the extent absorbs the difference.
    private static func share(
        _ delta: CGFloat, _ origin: inout CGFloat, _ size: inout CGFloat, _ before: Bool, _ inside: Bool, _ after: Bool
    ) {
        guard delta != 0, before || inside || after else { return }
        let margins = (before ? 1 : 0) + (after ? 1 : 0)
        let fixed = 3 - margins - (inside ? 1 : 0), third = delta / 3
        let margin = margins > 0 ? third + CGFloat(fixed) * third / CGFloat(margins) : 0
        let extent = inside ? (margins > 0 ? third : delta) : 0
        let end = origin + size + (before ? margin : 0) + extent
        if before { origin = wholePoint(origin + margin, .down) }
        guard inside else { return }
        size = max(0, (margins > 0 ? wholePoint(end, .up) : end) - origin)
    }

    /// Rounds to a whole point, with a tolerance for the rounding error of sums of thirds.
    private static func wholePoint(_ x: CGFloat, _ rule: FloatingPointRoundingRule) -> CGFloat {
        abs(x - x.rounded()) < 1e-6 ? x.rounded() : x.rounded(rule)
    }
}

/// The sublayers and the mask of a layer. Marked ones are visited one after another, so that a deep tree needs no deep stack.
///
/// In a commit, a layer that another thread has added here but not yet committed is left out, with its subtree.
struct MarkedLayers {
    let layer: CALayer
    private let owner: TransactionThread?
    private let children: [CALayer]
    private var place = 0

    init(of layer: CALayer, for owner: TransactionThread?) {
        self.layer = layer
        self.owner = owner
        children = LayerLock.withLock { layer.children }
    }

    /// Returns the next layer that has one of the marks at the time of the call.
    /// - Parameter leaves: set to true if a layer is left out.
    mutating func next(_ marks: LayerNeeds, _ leaves: inout Bool) -> CALayer? {
        LayerLock.withLock {
            while place < children.count {
                place += 1
                if isMarked(children[place - 1], marks, &leaves) { return children[place - 1] }
            }
            guard place == children.count else { return nil }
            place += 1
            guard let mask = layer.maskLayer, isMarked(mask, marks, &leaves) else { return nil }
            return mask
        }
    }

    private func isMarked(_ sublayer: CALayer, _ marks: LayerNeeds, _ leaves: inout Bool) -> Bool {
        guard !sublayer.needs.isDisjoint(with: marks) else { return false }
        guard let owner, sublayer.isBrought(to: layer, besides: owner) else { return true }
        leaves = true
        return false
    }
}

extension CALayer {
    /// Returns whether another thread has added the layer to a superlayer and not yet committed that. Call under the lock.
    @inline(__always)
    final func isBrought(to above: CALayer, besides thread: TransactionThread) -> Bool {
        linkThread != thread.number && linkThread != 0 && isBrought(to: above)
    }

    private final func isBrought(to above: CALayer) -> Bool {
        guard let record = above.live, let links = record.committedLinks, record.changes(of: linkThread).hasLinks else { return false }
        return links.mask !== self && !links.children.contains(identicalTo: self)
    }
}

/// An object that lays out the sublayers of layers whose delegate doesn't. Every method has a default implementation, as Apple's are
/// optional.
public protocol CALayoutManager: NSObjectProtocol {
    /// Returns the layer's preferred size, in its superlayer's space.
    func preferredSize(of layer: CALayer) -> CGSize
    /// Called by the layer's `setNeedsLayout()`: cached information about its layout is no longer valid.
    func invalidateLayout(of layer: CALayer)
    /// Places the layer's sublayers.
    func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
    /// Returns the size of the layer's frame.
    public func preferredSize(of layer: CALayer) -> CGSize { layer.sizeInSuperlayer }
    /// Does nothing.
    public func invalidateLayout(of layer: CALayer) {}
    /// Leaves the sublayers where they are.
    public func layoutSublayers(of layer: CALayer) {}
}
