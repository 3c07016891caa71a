import QuartzCore

/// The animated keys of a view's own layer (9.2).
enum AnimatedKeys {
    enum Kind { case additive, plain }

    /// Returns the kind of animation for a key, or nil if animation blocks don't animate it.
    static func kind(_ event: String) -> Kind? {
        switch event.prefix(while: { $0 != "." }) {
        case "bounds", "position", "transform", "cornerRadius": .additive
        case "backgroundColor", "opacity", "anchorPoint", "shadowOpacity": .plain
        default: nil
        }
    }
}

/// A change of a view's layer inside an animation block, with the old and new values.
struct LayerChange {
    let layer: CALayer
    let key: String
    let kind: AnimatedKeys.Kind
    /// The previous value.
    let old: Any?
    /// The new value.
    let new: Any?
    /// The displayed value before the change, or nil if nothing is displayed.
    let shown: Any?

    /// Returns the animations of the change. Bounds are animated as origin and size, since a rectangle can't have a negative size (UV5).
    /// Points are animated as x and y if these have different velocities (US5).
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

/// The values of a single animation of a block: the value itself, or an offset that is added to it.
struct AnimatedWay {
    let layer: CALayer
    let keyPath: String
    let isAdditive: Bool
    /// The values at which the animation begins and ends. For additive animations they are differences from `new`.
    let from: Any
    let to: Any?
    /// The previous and the new value.
    let old: Any
    let new: Any
    let shown: Any?

    /// Creates the values for a change. Returns nil if there is nothing to animate, as from no value to no value.
    init?(_ change: LayerChange) {
        layer = change.layer
        keyPath = change.key
        shown = change.shown
        var old = change.old, new = change.new
        // A missing color is replaced by a transparent version of the other one (9.2).
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
            // The model supplies the end value, unless the model has none.
            to = change.new == nil || change.kind == .additive ? new : nil
        }
    }

    /// Returns the difference that has to be added to the new value to obtain the old one, and the zero difference. Returns nil if there is
    /// no such difference, as for a transform that flattens everything.
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
        // The difference is applied before the new transform. Together they result in the old transform (UV6).
        return (CATransform3DConcat(old, CATransform3DInvert(new)), CATransform3DIdentity)
    }

    /// Returns whether a transform can be inverted without excessive loss of precision.
    private static func isSolid(_ t: CATransform3D) -> Bool {
        let back = CATransform3DConcat(t, CATransform3DInvert(t))
        return abs(back.m11 - 1) < 1e-6 && abs(back.m22 - 1) < 1e-6 && abs(back.m33 - 1) < 1e-6 && abs(back.m44 - 1) < 1e-6
            && abs(back.m12) < 1e-6 && abs(back.m21) < 1e-6
    }

    /// Returns the value between two values, as an animation of the key path would show it.
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
