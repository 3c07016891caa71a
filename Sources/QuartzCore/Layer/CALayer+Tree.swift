import CoreGraphics
import Foundation
import RenderTree
import Synchronization

private let lastID = Atomic<UInt64>(0)

/// Editing the tree (Behaviour 4.9). Events are asked for before the change and run after it, superlayers before the layer (A12).
extension CALayer {
    static func nextID() -> LayerID {
        LayerID(rawValue: lastID.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    final func insert(_ layer: CALayer, below sibling: CALayer?) {
        guard let sibling else { return insert(layer, at: 0) }
        insert(layer, at: children.firstIndex { $0 === sibling } ?? children.count)
    }

    final func insert(_ layer: CALayer, above sibling: CALayer?) {
        let index = sibling.flatMap { sibling in children.firstIndex { $0 === sibling } }
        insert(layer, at: index.map { $0 + 1 } ?? children.count)
    }

    /// - Parameter index: among the sublayers as they are before the layer leaves its old place.
    final func insert(_ layer: CALayer, at index: Int) {
        guard allowsAdding(layer) else { return }
        var index = min(max(index, 0), children.count)
        var run = PendingActions()
        if layer.parent === self, let old = children.firstIndex(where: { $0 === layer }) {
            if old < index { index -= 1 }
            if old == index { return }
            run.ask(self, "sublayers")
            CATransaction.willChangeTree(self)
            children.remove(at: old)
            children.insert(layer, at: min(index, children.count))
        } else {
            if let old = layer.parent { run.ask(old, old.maskLayer === layer ? "mask" : "sublayers") }
            run.ask(self, "sublayers")
            run.ask(layer, kCAOnOrderIn)
            layer.unlink()
            CATransaction.willChangeTree(self)
            children.insert(layer, at: min(index, children.count))
            link(layer)
        }
        markForLayoutAutomatically()
        run.run()
    }

    final func replace(_ old: CALayer, with new: CALayer) {
        if refusesChange(of: "sublayers") { return }
        guard children.contains(where: { $0 === old }) else { return LayerReport.notASublayer(self, old) }
        if old === new { return }
        guard allowsAdding(new) else { return }
        var run = PendingActions()
        if let from = new.parent, from !== self { run.ask(from, from.maskLayer === new ? "mask" : "sublayers") }
        run.ask(self, "sublayers")
        run.ask(old, kCAOnOrderOut)
        if new.parent !== self { run.ask(new, kCAOnOrderIn) }
        new.unlink()
        CATransaction.willChangeTree(self)
        if let index = children.firstIndex(where: { $0 === old }) {
            children[index] = new
            old.parent = nil
            link(new)
        }
        markForLayoutAutomatically()
        run.run()
    }

    final func setSublayers(_ new: [CALayer]) {
        if refusesChange(of: "sublayers") { return }
        var layers: [CALayer] = []
        var wanted = Set<ObjectIdentifier>()
        for layer in new where wanted.insert(ObjectIdentifier(layer)).inserted && allowsAdding(layer) { layers.append(layer) }
        guard !layers.elementsEqual(children, by: ===) else { return }
        let leaving = children.filter { !wanted.contains(ObjectIdentifier($0)) }
        let joining = layers.filter { $0.parent !== self || maskLayer === $0 }
        var run = PendingActions()
        run.ask(self, "sublayers")
        for layer in leaving { run.ask(layer, kCAOnOrderOut) }
        for layer in joining { run.ask(layer, kCAOnOrderIn) }
        for layer in joining { layer.unlink() }
        CATransaction.willChangeTree(self)
        for layer in leaving { layer.parent = nil }
        children = layers
        for layer in layers { link(layer) }
        markForLayoutAutomatically()
        run.run()
    }

    final func setMask(_ new: CALayer?) {
        if refusesChange(of: "mask") { return }
        guard new !== maskLayer else { return }
        if let new, !allowsAdding(new) { return }
        if layerClass == .transform { LayerReport.ignored(self, "mask") }
        var run = PendingActions()
        if let new, let from = new.parent { run.ask(from, from.maskLayer === new ? "mask" : "sublayers") }
        run.ask(self, "mask")
        if let new { run.ask(new, kCAOnOrderIn) }
        new?.unlink()
        CATransaction.willChangeTree(self)
        maskLayer?.parent = nil
        maskLayer = new
        if let new { link(new) }
        run.run()
    }

    final func detach() {
        if refusesChange(of: "superlayer") { return }
        guard let above = parent else { return }
        var run = PendingActions()
        if above.maskLayer === self {
            run.ask(above, "mask")
        } else {
            run.ask(above, "sublayers")
            run.ask(self, kCAOnOrderOut)
        }
        // The superlayer may hold the last reference.
        withExtendedLifetime(self) {
            unlink()
            run.run()
        }
    }

    /// Out of the superlayer's array or mask, without events.
    private func unlink() {
        guard let above = parent else { return }
        CATransaction.willChangeTree(above)
        parent = nil
        if above.maskLayer === self {
            above.maskLayer = nil
        } else if let index = above.children.firstIndex(where: { $0 === self }) {
            above.children.remove(at: index)
            above.markForLayoutAutomatically()
        }
    }

    private func link(_ layer: CALayer) {
        layer.parent = self
        // Marks made before the layer came here are found from the root only when the way to them is marked.
        if !layer.needs.isDisjoint(with: .anyLayout) { markWay(.subtreeLayout) }
        if !layer.needs.isDisjoint(with: .anyDisplay) { markWay(.subtreeDisplay) }
    }

    private func allowsAdding(_ layer: CALayer) -> Bool {
        if refusesChange(of: "sublayers") { return false }
        if layer.modelLayer != nil {
            LayerReport.readOnly(layer, "superlayer")
            return false
        }
        // Most layers that are added have nothing under them and so can't be above.
        guard layer === self || !layer.children.isEmpty || layer.maskLayer != nil else { return true }
        var above: CALayer? = self
        while let here = above {
            if here === layer {
                LayerReport.cycle(self, layer)
                return false
            }
            above = here.parent
        }
        return true
    }

    /// Lets go of the tree below without recursion, which a deep tree would turn into a stack overflow.
    final func releaseTree() {
        guard !children.isEmpty || maskLayer != nil else { return }
        var waiting: [CALayer] = []
        releaseLinks(into: &waiting)
        while var layer = waiting.popLast() {
            if isKnownUniquelyReferenced(&layer) { layer.releaseLinks(into: &waiting) }
        }
    }

    private func releaseLinks(into waiting: inout [CALayer]) {
        for child in children { child.parent = nil }
        waiting.append(contentsOf: children)
        children = []
        if let mask = maskLayer {
            mask.parent = nil
            waiting.append(mask)
            maskLayer = nil
        }
    }
}

/// The actions of one tree operation, found before it and run after it.
private struct PendingActions {
    private var found: [(layer: CALayer, event: String, action: any CAAction)] = []

    mutating func ask(_ layer: CALayer, _ event: String) {
        if let action = layer.askAction(event) { found.append((layer, event, action)) }
    }

    func run() {
        for entry in found { entry.action.run(forKey: entry.event, object: entry.layer, arguments: nil) }
    }
}
