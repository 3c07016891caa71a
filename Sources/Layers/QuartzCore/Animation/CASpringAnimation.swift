import CoreGraphics
import RenderTree

/// A basic animation that follows a damped spring. `duration` truncates it and does not change its speed; `settlingDuration` is the time
/// at which the spring is at rest.
open class CASpringAnimation: CABasicAnimation {
    private var spring = AnimationSpec.Spring()

    package override class var archivedKeys: [String] { super.archivedKeys + ["mass", "stiffness", "damping", "allowsOverdamping"] }

    /// Creates a spring with a perceived duration of `perceptualDuration` seconds, and a `bounce` from -1 (never moves) over 0 (critical)
    /// to 1 (never rests). Its duration is its settling time.
    public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
        self.init()
        spring = AnimationSpec.Spring(perceptualDuration: perceptualDuration, bounce: Double(bounce))
        duration = settlingDuration
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "mass": NSNumber(value: 1)
        case "stiffness": NSNumber(value: 100)
        case "damping": NSNumber(value: 10)
        case "allowsOverdamping": NSNumber(value: false)
        default: super.defaultValue(forKey: key)
        }
    }

    open override func shouldArchiveValue(forKey key: String) -> Bool {
        key != "initialVelocity" && key != "preferredFrameRateRange" && super.shouldArchiveValue(forKey: key)
    }

    /// The mass, greater than 0. Other values are ignored.
    open var mass: CGFloat {
        get { LayerLock.withLock { CGFloat(spring.mass) } }
        set { if newValue > 0 { modify("mass") { spring.mass = Double(newValue) } } }
    }

    /// The stiffness, greater than 0. Other values are ignored.
    open var stiffness: CGFloat {
        get { LayerLock.withLock { CGFloat(spring.stiffness) } }
        set { if newValue > 0 { modify("stiffness") { spring.stiffness = Double(newValue) } } }
    }

    /// The damping, at least 0. Other values are ignored.
    open var damping: CGFloat {
        get { LayerLock.withLock { CGFloat(spring.damping) } }
        set { if newValue >= 0 { modify("damping") { spring.damping = Double(newValue) } } }
    }

    /// The velocity at the start, in units of the whole distance per second. Positive values move towards the end value.
    open var initialVelocity: CGFloat {
        get { LayerLock.withLock { CGFloat(spring.initialVelocity) } }
        set { if newValue.isFinite { modify("initialVelocity") { spring.initialVelocity = Double(newValue) } } }
    }

    /// A Boolean value that indicates whether a damping above the critical one slows the spring. Otherwise such a damping is treated as
    /// critical.
    open var allowsOverdamping: Bool {
        get { LayerLock.withLock { spring.allowsOverdamping } }
        set { modify("allowsOverdamping") { spring.allowsOverdamping = newValue } }
    }

    /// The number of seconds until the spring stays within a thousandth of its distance from rest.
    open var settlingDuration: CFTimeInterval { springValues.settlingDuration }
    /// The perceived duration of the spring.
    open var perceptualDuration: CFTimeInterval { springValues.perceptualDuration }
    /// The amount of bounce, from -1 to 1.
    open var bounce: CGFloat { CGFloat(springValues.bounce) }

    var springValues: AnimationSpec.Spring { LayerLock.withLock { spring } }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        if let other = other as? CASpringAnimation { LayerLock.withLock { spring = other.spring } }
    }

    override func property(_ key: String) -> AnimationKeyValue? {
        switch key {
        case "mass": .double({ Double(self.mass) }) { self.mass = CGFloat($0) }
        case "stiffness": .double({ Double(self.stiffness) }) { self.stiffness = CGFloat($0) }
        case "damping": .double({ Double(self.damping) }) { self.damping = CGFloat($0) }
        case "initialVelocity": .double({ Double(self.initialVelocity) }) { self.initialVelocity = CGFloat($0) }
        case "allowsOverdamping": .bool({ self.allowsOverdamping }) { self.allowsOverdamping = $0 }
        case "settlingDuration": .init(get: { NSNumber(value: self.settlingDuration) }) { _ in }
        case "perceptualDuration": .init(get: { NSNumber(value: self.perceptualDuration) }) { _ in }
        case "bounce": .init(get: { NSNumber(value: Double(self.bounce)) }) { _ in }
        default: super.property(key)
        }
    }
}
