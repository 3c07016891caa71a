import CoreGraphics
import RenderTree

/// An animation from one value to another. At most two of `fromValue`, `toValue` and `byValue` are given. A missing value is the one that
/// the property has without the animation.
open class CABasicAnimation: CAPropertyAnimation {
    @exclusivity(unchecked) private var from: Any?
    @exclusivity(unchecked) private var to: Any?
    @exclusivity(unchecked) private var by: Any?

    package override class var archivedKeys: [String] { super.archivedKeys + ["fromValue", "toValue", "byValue"] }

    /// Creates the object of an implicit animation, as its layer's frozen copy. Call under the layer lock.
    convenience init(implicit spec: AnimationSpec, _ function: CAMediaTimingFunction) {
        self.init(keyPath: spec.keyPath)
        if case .basic(let target, let basic) = spec.content, case .property(let property)? = target.path(of: .layer)?.root {
            from = basic.from.map { Boxing.any($0, as: property.row) }
        }
        resolve { $0 = spec.timing }
        adopt(function)
        freeze()
    }

    /// The start value: a Swift value, an NSNumber, an NSValue or an object, of the property's kind.
    open var fromValue: Any? {
        get { LayerLock.withLock { from } }
        set {
            var value = newValue
            modify("fromValue") { swap(&from, &value) }
        }
    }

    /// The end value.
    open var toValue: Any? {
        get { LayerLock.withLock { to } }
        set {
            var value = newValue
            modify("toValue") { swap(&to, &value) }
        }
    }

    /// The difference between the end value and the start value.
    open var byValue: Any? {
        get { LayerLock.withLock { by } }
        set {
            var value = newValue
            modify("byValue") { swap(&by, &value) }
        }
    }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CABasicAnimation else { return }
        LayerLock.withLock {
            from = other.from
            to = other.to
            by = other.by
        }
    }

    override func property(_ key: String) -> AnimationKeyValue? {
        switch key {
        case "fromValue": .init(get: { self.fromValue }) { self.fromValue = $0 }
        case "toValue": .init(get: { self.toValue }) { self.toValue = $0 }
        case "byValue": .init(get: { self.byValue }) { self.byValue = $0 }
        default: super.property(key)
        }
    }
}
