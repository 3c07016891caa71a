import AgateDiagnostics
import CoreGraphics
import RenderTree

/// The diagnostics of animations that ended, or stayed, in a way that their author probably did not intend.
enum AnimationReport {
    /// Stores the model's value if the animation has an end value of its own. An implicit animation ends at the model's value and can't
    /// differ from it.
    static func keepModel(_ entry: AnimationEntry) {
        guard entry.spec.isRemovedOnCompletion, let layer = entry.layer, let path = entry.spec.endingPath(layer.layerClass) else { return }
        entry.valueWhenAdded = LayerLock.withLock { layer.state.value(at: path) }
    }

    /// Reports an animation that ended and was removed although the model's value differs from its last one and was not set since.
    static func checkEnd(_ entry: AnimationEntry) {
        guard let before = entry.valueWhenAdded, let layer = entry.layer, layer.liveContext != nil,
            let path = entry.spec.endingPath(layer.layerClass)
        else { return }
        let (now, compiled) = LayerLock.withLock { (layer.state, entry.compiled) }
        guard now.value(at: path) == before else { return }
        var last = now
        let interval = compiled.activeInterval()
        compiled.apply(at: max(interval.begin, interval.end - 1e-6), to: &last)
        guard let end = last.value(at: path), !end.looksLike(before), let keyPath = entry.spec.keyPath else { return }
        // Another animation of the property is active, so the model's value is not visible.
        if LayerLock.withLock({ layer.animationStore?.entries.contains { $0.spec.animates(path.rootKey) } ?? false }) { return }
        let name = LayerReport.describe(layer)
        Diagnostic.reportOnce(
            "animation.snap-back", key: "\(layer.id.rawValue).\(keyPath)", layer: name, property: keyPath,
            "\(name): the animation of \(keyPath) ended at \(Watch.describe(end)) and was removed, but the layer's value is still "
                + "\(Watch.describe(before)), to which it snaps back; set the property when you add the animation"
        )
    }

    /// Reports committed values that an ended animation hides, because it stays and fills.
    static func checkHidden(_ layer: CALayer, _ changed: PropertySet) {
        var isHidden = false
        let filling = LayerLock.withLock {
            layer.animationStore?.entries.filter { $0.isOver && $0.spec.fillsForwards } ?? []
        }
        for entry in filling {
            isHidden = true
            guard let keyPath = entry.spec.keyPath, let path = entry.spec.target?.path(of: layer.layerClass),
                case .property(let property) = path.root, changed.contains(PropertySet(property)), !entry.spec.isAdditive
            else { continue }
            let name = LayerReport.describe(layer)
            Diagnostic.reportOnce(
                "animation.stale-fill", key: "\(layer.id.rawValue).\(keyPath)", layer: name, property: keyPath,
                "\(name): \(keyPath) was set, but a finished animation of it remains and fills (isRemovedOnCompletion is false), so "
                    + "the animation's last value is shown instead of the new value; remove the animation, or let it be removed on completion"
            )
        }
        LayerLock.withLock { layer.live?.isHidden = isHidden }
    }
}

extension AnimationSpec {
    var fillsForwards: Bool { !isRemovedOnCompletion && (timing.fillMode == .forwards || timing.fillMode == .both) }

    var target: Target? {
        switch content {
        case .basic(let target, _), .keyframe(let target, _), .spring(let target, _, _), .function(let target, _): target
        case .group, .transition, .empty: nil
        }
    }

    var keyPath: String? { target?.keyPath }
    var isAdditive: Bool { target?.isAdditive ?? false }

    /// Returns the key path that the animation writes, if it has an end value of its own; nil if it ends at the model's value.
    fileprivate func endingPath(_ layerClass: LayerClass) -> PropertyKeyPath? {
        guard let target, !target.isAdditive else { return nil }
        switch content {
        case .basic(_, let basic), .spring(_, let basic, _):
            guard basic.to != nil || basic.by != nil else { return nil }
        default: break
        }
        return target.path(of: layerClass)
    }
}

extension PropertyKeyPath {
    /// The key of the property that the path begins with.
    package var rootKey: String {
        switch root {
        case .property(let property): property.key
        case .emitterCell: "emitterCells"
        case .emitterBehavior: "emitterBehaviors"
        case .filter(let path): path.owner.rawValue
        case .custom(let key): key
        }
    }
}

extension PropertyValue {
    /// Returns whether the values are visually indistinguishable.
    fileprivate func looksLike(_ other: PropertyValue) -> Bool {
        func near(_ a: [Double], _ b: [Double]) -> Bool {
            a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 2e-3 * max(1, abs($0), abs($1)) }
        }
        if case .transform(let a) = self, case .transform(let b) = other {
            return near(a.elements.map { Double($0) }, b.elements.map { Double($0) })
        }
        guard let a = components, let b = other.components else { return self == other }
        return near(a, b)
    }
}
