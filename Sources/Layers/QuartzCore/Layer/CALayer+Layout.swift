import CoreGraphics
import Foundation
import RenderTree

/// Layout (Behaviour 4.8). Marks climb to the root as `subtreeLayout`, so that a commit walks only where something waits.
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

    /// Tells the layout manager; not from within its own answer.
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

    /// What a change of bounds, transform or sublayers does; not while the layer is laying out itself.
    final func markForLayoutAutomatically() {
        let needs = LayerLock.withLock { self.needs }
        guard needs.isDisjoint(with: .blocksAutomaticLayout) else { return }
        if needs.contains(.inLayout), TransactionThread.current.layingOut.contains(id) { return }
        setNeedsLayout()
    }

    /// Under the lock.
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
        while let above = top.parentNow, above.needsLayout() { top = above }
        top.layOutTree()
    }

    /// Lays out everything marked in this tree, superlayers before sublayers, and again for marks that this made.
    /// - Parameter owner: the thread whose commit this is: what others marked is left to them. Nil lays out all.
    /// - Returns: whether it gave up, since layout asks for layout again and again.
    @discardableResult
    package final func layOutTree(of owner: TransactionThread? = nil) -> Bool {
        let thread = TransactionThread.current
        var rounds = 0
        while LayerLock.withLock({ !needs.isDisjoint(with: .anyLayout) }) {
            if rounds == 32 {
                LayerReport.endlessLayout(self)
                return true
            }
            rounds += 1
            let marks = thread.layoutMarks
            if layOutOnce(owner), marks == thread.layoutMarks { return false }
        }
        return false
    }

    /// Returns whether marks of other threads are left.
    private func layOutOnce(_ owner: TransactionThread?) -> Bool {
        var open: [MarkedLayers] = []
        var leaves = layOutAlone(owner, &open)
        while let top = open.indices.last {
            guard let layer = open[top].next(.anyLayout, &leaves) else {
                let layer = open.removeLast().layer
                // The way to what is left to another thread.
                if leaves { LayerLock.withLock { layer.markWay(.subtreeLayout) } }
                continue
            }
            if layer.layOutAlone(owner, &open) { leaves = true }
        }
        return leaves
    }

    /// Lays out the layer, and opens it where something under it waits. Returns whether its own mark is left to another thread.
    private func layOutAlone(_ owner: TransactionThread?, _ open: inout [MarkedLayers]) -> Bool {
        LayerLock.lock()
        let isMarked = needs.contains(.layout)
        let isLeft = isMarked && owner != nil && (live.map { $0.layoutThread != 0 && $0.layoutThread != owner!.number } ?? false)
        if isMarked, !isLeft {
            needs.remove(.layout)
            needs.insert(.inLayout)
        }
        LayerLock.unlock()
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
        changeRare(\.constraints, new)
        parentNow?.markForLayoutAutomatically()
    }

    // MARK: Autoresizing

    final func autoresizeSublayers(oldSize: CGSize) {
        let thread = TransactionThread.current
        // Each layer that is resized resizes its sublayers, so far in calls; what lies deeper waits until those return.
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

    /// A third for each part (LY7). A fixed part gives its third to the margins that give way, or to the extent where none does.
    /// Margins then go to whole points, the leading one down, and the extent takes up the slack.
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

    /// Sums of thirds are off by their rounding.
    private static func wholePoint(_ x: CGFloat, _ rule: FloatingPointRoundingRule) -> CGFloat {
        abs(x - x.rounded()) < 1e-6 ? x.rounded() : x.rounded(rule)
    }
}

/// The sublayers and the mask of a layer, of which those that are marked are visited one after another: a deep tree needs no deep stack.
///
/// In a commit, layers that another thread has brought here and not committed are left out with all under them.
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

    /// The next one that has one of the marks at this time.
    /// - Parameter leaves: becomes true where one is left out.
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
    /// Whether another thread has put the layer into a superlayer and not committed that. Under the lock.
    @inline(__always)
    final func isBrought(to above: CALayer, besides thread: TransactionThread) -> Bool {
        linkThread != thread.number && linkThread != 0 && isBrought(to: above)
    }

    private final func isBrought(to above: CALayer) -> Bool {
        guard let record = above.live, let links = record.committedLinks, record.changes(of: linkThread).hasLinks else { return false }
        return links.mask !== self && !links.children.contains { $0 === self }
    }
}

/// An object that lays out the sublayers of layers whose delegate doesn't. Every method has a default, as Apple's are optional.
public protocol CALayoutManager: NSObjectProtocol {
    /// The size that a layer would like, in its superlayer's space.
    func preferredSize(of layer: CALayer) -> CGSize
    /// Called when what was kept about a layer's layout no longer holds: by `setNeedsLayout()` of the layer.
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
