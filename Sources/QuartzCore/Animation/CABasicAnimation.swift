import CoreGraphics
import RenderTree

/// From one value to another. Of `fromValue`, `toValue` and `byValue` at most two are given; what is missing is the value that the
/// property has without the animation.
open class CABasicAnimation: CAPropertyAnimation {
    private var from: Any?
    private var to: Any?
    private var by: Any?

    package override class var archivedKeys: [String] { super.archivedKeys + ["fromValue", "toValue", "byValue"] }

    /// Where it starts. A Swift value, an NSNumber, an NSValue or an object, of the property's kind.
    open var fromValue: Any? {
        get { from }
        set { modify("fromValue") { from = newValue } }
    }

    /// Where it ends.
    open var toValue: Any? {
        get { to }
        set { modify("toValue") { to = newValue } }
    }

    /// How far it goes.
    open var byValue: Any? {
        get { by }
        set { modify("byValue") { by = newValue } }
    }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CABasicAnimation else { return }
        from = other.from
        to = other.to
        by = other.by
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
