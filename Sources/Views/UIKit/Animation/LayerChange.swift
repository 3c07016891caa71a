import QuartzCore

/// How UIKit animates the keys of a view's own layer (9.2).
enum AnimatedKeys {
    enum Kind { case additive, plain }

    /// Nil for what an animation block leaves alone.
    static func kind(_ event: String) -> Kind? {
        switch event.prefix(while: { $0 != "." }) {
        case "bounds", "position", "transform", "cornerRadius": .additive
        case "backgroundColor", "opacity", "anchorPoint", "shadowOpacity": .plain
        default: nil
        }
    }
}

/// A change of a view's layer inside an animation block, by what it was and what it became.
struct LayerChange {
    let layer: CALayer
    let key: String
    let kind: AnimatedKeys.Kind
    /// What was set before.
    let old: Any?
    /// What is set now.
    let new: Any?
    /// What showed before; nil where nothing is shown.
    let shown: Any?

    /// The ways that the change is animated on: bounds go by origin and size, since a rectangle can't hold a negative size (UV5); points go
    /// by x and y where these have velocities of their own (US5).
    func ways(splitsPoints: Bool) -> [AnimatedWay] {
        if old is CGRect, new is CGRect {
            return [part("origin", \CGRect.origin), part("size", \CGRect.size)].flatMap { $0.ways(splitsPoints: splitsPoints) }
        }
        if splitsPoints, old is CGPoint, new is CGPoint {
            return [part("x", \CGPoint.x.number), part("y", \CGPoint.y.number)].compactMap { AnimatedWay($0) }
        }
        return AnimatedWay(self).map { [$0] } ?? []
    }

    private func part<Whole, Value>(_ name: String, _ path: KeyPath<Whole, Value>) -> LayerChange {
        func part(_ whole: Any?) -> Any? { (whole as? Whole).map { $0[keyPath: path] } }
        return LayerChange(layer: layer, key: key + "." + name, kind: kind, old: part(old), new: part(new), shown: part(shown))
    }
}

extension CGFloat {
    fileprivate var number: NSNumber { NSNumber(value: Double(self)) }
}

/// What one animation of a block goes through: a value, or what is added to one.
struct AnimatedWay {
    let layer: CALayer
    let keyPath: String
    let isAdditive: Bool
    /// Where the animation begins and ends; differences to `new` where it is additive.
    let from: Any
    let to: Any?
    /// What was set before and after.
    let old: Any
    let new: Any
    let shown: Any?

    /// Nil where there is no way, as from no value to none.
    init?(_ change: LayerChange) {
        layer = change.layer
        keyPath = change.key
        shown = change.shown
        var old = change.old, new = change.new
        // A colour that is not there is the other one, clear (9.2).
        if old == nil, let color = new as? CGColor { old = color.copy(alpha: 0) }
        if new == nil, let color = old as? CGColor { new = color.copy(alpha: 0) }
        guard let old, let new else { return nil }
        self.old = old
        self.new = new
        if change.kind == .additive, let difference = Self.difference(old, new) {
            isAdditive = true
            from = difference.from
            to = difference.to
        } else {
            isAdditive = false
            from = old
            // The model says where it ends, unless there is nothing in the model.
            to = change.new == nil || change.kind == .additive ? new : nil
        }
    }

    /// What has to be added to the new value to give the old one, and nothing of the kind. Nil where no such thing is, as for a transform
    /// that makes everything flat.
    private static func difference(_ old: Any, _ new: Any) -> (from: Any, to: Any)? {
        switch (old, new) {
        case (let a as CGPoint, let b as CGPoint): (CGPoint(x: a.x - b.x, y: a.y - b.y), CGPoint.zero)
        case (let a as CGSize, let b as CGSize): (CGSize(width: a.width - b.width, height: a.height - b.height), CGSize.zero)
        case (let a as CATransform3D, let b as CATransform3D): transforms(a, b)
        case (let a as NSNumber, let b as NSNumber): (NSNumber(value: a.doubleValue - b.doubleValue), NSNumber(value: 0.0))
        default: nil
        }
    }

    private static func transforms(_ old: CATransform3D, _ new: CATransform3D) -> (from: Any, to: Any)? {
        guard isSolid(old), isSolid(new) else { return nil }
        // Applied first, then the new one: together the old one (UV6).
        return (CATransform3DConcat(old, CATransform3DInvert(new)), CATransform3DIdentity)
    }

    /// Whether a transform can be undone without losing more digits than it has.
    private static func isSolid(_ t: CATransform3D) -> Bool {
        let back = CATransform3DConcat(t, CATransform3DInvert(t))
        return abs(back.m11 - 1) < 1e-6 && abs(back.m22 - 1) < 1e-6 && abs(back.m33 - 1) < 1e-6 && abs(back.m44 - 1) < 1e-6
            && abs(back.m12) < 1e-6 && abs(back.m21) < 1e-6
    }

    /// Something between two values, as an animation of the key path would show it.
    func mix(_ a: Any, _ b: Any, _ progress: Double) -> Any {
        if progress <= 0 { return a }
        if progress >= 1 { return b }
        let animation = CABasicAnimation(keyPath: keyPath)
        animation.fromValue = a
        animation.toValue = b
        animation.duration = 1
        animation.fillMode = .both
        return animation.value(at: progress, on: layer) ?? b
    }
}
