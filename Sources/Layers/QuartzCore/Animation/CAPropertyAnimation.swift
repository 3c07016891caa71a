import CoreGraphics
import RenderTree

/// An animation of one property of a layer, given by its key path. Use one of its subclasses.
open class CAPropertyAnimation: CAAnimation {
    @exclusivity(unchecked) private var storedKeyPath: String?
    @exclusivity(unchecked) private var storedAdditive = false
    @exclusivity(unchecked) private var storedCumulative = false
    @exclusivity(unchecked) private var storedValueFunction: CAValueFunction?

    package override class var archivedKeys: [String] { super.archivedKeys + ["keyPath", "additive", "cumulative", "valueFunction"] }

    /// Creates an animation of the property at `path`, such as `"position.x"`.
    public convenience init(keyPath path: String?) {
        self.init()
        storedKeyPath = path
    }

    /// The key path of the animated property, from the layer.
    open var keyPath: String? {
        get { LayerLock.withLock { storedKeyPath } }
        set {
            var value = newValue
            modify("keyPath") { swap(&storedKeyPath, &value) }
        }
    }

    /// A Boolean value that indicates whether the value is added to the underlying value (matrices are concatenated) instead of replacing
    /// it.
    open var isAdditive: Bool {
        get { LayerLock.withLock { storedAdditive } }
        set { modify("additive") { storedAdditive = newValue } }
    }

    /// A Boolean value that indicates whether each cycle starts from the value at which the previous one ended.
    open var isCumulative: Bool {
        get { LayerLock.withLock { storedCumulative } }
        set { modify("cumulative") { storedCumulative = newValue } }
    }

    /// The function that makes a transform from the animated numbers. The key path is then `transform`.
    open var valueFunction: CAValueFunction? {
        get { LayerLock.withLock { storedValueFunction } }
        set {
            var value = newValue
            modify("valueFunction") { swap(&storedValueFunction, &value) }
        }
    }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CAPropertyAnimation else { return }
        LayerLock.withLock {
            storedKeyPath = other.storedKeyPath
            storedAdditive = other.storedAdditive
            storedCumulative = other.storedCumulative
            storedValueFunction = other.storedValueFunction
        }
    }

    override func property(_ key: String) -> AnimationKeyValue? {
        switch key {
        case "keyPath": .string({ self.keyPath }) { self.keyPath = $0 }
        case "additive", "isAdditive": .bool({ self.isAdditive }) { self.isAdditive = $0 }
        case "cumulative", "isCumulative": .bool({ self.isCumulative }) { self.isCumulative = $0 }
        case "valueFunction": .object({ self.valueFunction }) { self.valueFunction = $0 }
        default: super.property(key)
        }
    }
}
