import AgateDiagnostics
import CoreGraphics
import ObjectiveCRuntime
import RenderTree

/// The base class of animations: timing, a delegate, and storage for custom keys.
///
/// As in Apple's, a layer keeps a copy of an animation that is added to it. The copy is frozen: changes to it are refused with a
/// diagnostic, except to custom keys. Any thread may use an animation, one property at a time. Times are in seconds.
open class CAAnimation: NSObject, NSCopying, NSSecureCoding, CAMediaTiming, CAAction {
    @exclusivity(unchecked) var timingValues = MediaTiming()
    @exclusivity(unchecked) private var storedTimingFunction: CAMediaTimingFunction?
    @exclusivity(unchecked) private var storedDelegate: (any CAAnimationDelegate)?
    @exclusivity(unchecked) private var storedRemoval = true
    @exclusivity(unchecked) private var storedFrameRate = CAFrameRateRange.default
    /// The values of custom keys, which no property of the class has. Copies include them, so that an animation can be tagged.
    @exclusivity(unchecked) private var storedOwnKeys: [String: Any] = [:]
    package var ownKeys: [String: Any] { LayerLock.withLock { storedOwnKeys } }
    /// True for the copy that a layer keeps.
    @exclusivity(unchecked) private(set) var isFrozen = false

    /// Creates an animation with all properties at their defaults. Copies are also created with it, in the dynamic class.
    public override init() { super.init() }

    // MARK: Archives

    open class var supportsSecureCoding: Bool { true }
    open override var classForCoder: AnyClass { ArchivedClass.of(self) }

    /// Creates an animation from an archive. Values that can't be decoded keep their defaults.
    public required init?(coder: NSCoder) {
        super.init()
        for key in Self.archivedKeys {
            if let value = coder.decodeArchived(key) { setValue(value, forKey: key) }
        }
        storedOwnKeys = coder.decodeOwn()
    }

    /// Encodes the values that differ from their defaults, and those of custom keys. The delegate is not encoded, as in Apple's. An object
    /// that can't be archived is left out with a diagnostic.
    open func encode(with coder: NSCoder) {
        ArchiveCoding.archive(self) {
            coder.encodeArchived(
                Self.archivedKeys.compactMap { key in
                    shouldArchiveValue(forKey: key) ? value(forKey: key).map { (key, $0) } : nil
                })
            coder.encodeOwn(ownKeys)
        }
    }

    /// The keys of the properties that an archive contains.
    package class var archivedKeys: [String] {
        [
            "timingFunction", "removedOnCompletion", "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration",
            "autoreverses", "fillMode", "preferredFrameRateRange",
        ]
    }

    /// Returns the default value of a property; nil if it is zero, as in Apple's, and for unknown keys.
    open class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "speed": return NSNumber(value: 1)
        case "fillMode": return CAMediaTimingFillMode.removed.rawValue
        case "removedOnCompletion": return NSNumber(value: true)
        default: return nil
        }
    }

    /// Returns whether an archive must contain the value: true for values that were set.
    open func shouldArchiveValue(forKey key: String) -> Bool {
        guard let value = value(forKey: key) else { return false }
        if !ContainerDepth.isBounded(value) { return true }
        if let range = value as? CAFrameRateRange { return range != .default }
        guard let standard = Self.defaultValue(forKey: key) else { return !AnimationKeyValue.isZero(value) }
        return !AnimationKeyValue.areEqual(value, standard)
    }

    /// The timing function of a cycle; nil is linear.
    open var timingFunction: CAMediaTimingFunction? {
        get { LayerLock.withLock { storedTimingFunction } }
        set {
            var value = newValue
            modify("timingFunction") { swap(&storedTimingFunction, &value) }
        }
    }

    /// The delegate, notified of start and end. It is held strongly, as in Apple's, until the layer releases its copy.
    open var delegate: (any CAAnimationDelegate)? {
        get { LayerLock.withLock { storedDelegate } }
        set {
            var value = newValue
            modify("delegate") { swap(&storedDelegate, &value) }
        }
    }

    /// A Boolean value that indicates whether the layer removes the animation when it ends; true by default.
    open var isRemovedOnCompletion: Bool {
        get { LayerLock.withLock { storedRemoval } }
        set { modify("removedOnCompletion") { storedRemoval = newValue } }
    }

    /// The preferred frame rate, a hint. The default expresses no preference.
    open var preferredFrameRateRange: CAFrameRateRange {
        get { LayerLock.withLock { storedFrameRate } }
        set { modify("preferredFrameRateRange") { storedFrameRate = newValue } }
    }

    // MARK: CAMediaTiming

    /// The begin time, in seconds of the layer's or the group's time. 0 on a layer means the time of the commit.
    open var beginTime: CFTimeInterval {
        get { LayerLock.withLock { timingValues.beginTime } }
        set { modify("beginTime") { timingValues.beginTime = newValue } }
    }
    /// The length of one cycle, in seconds. 0 means the group's duration, or the transaction's.
    open var duration: CFTimeInterval {
        get { LayerLock.withLock { timingValues.duration } }
        set { modify("duration") { timingValues.duration = newValue } }
    }
    /// The rate of the animation's time: its seconds per second of the layer or the group. 0 stops it, and negative values run it
    /// backwards.
    open var speed: Float {
        get { LayerLock.withLock { timingValues.speed } }
        set { modify("speed") { timingValues.speed = newValue } }
    }
    /// The offset added to the animation's time, in seconds.
    open var timeOffset: CFTimeInterval {
        get { LayerLock.withLock { timingValues.timeOffset } }
        set { modify("timeOffset") { timingValues.timeOffset = newValue } }
    }
    /// The number of cycles. Fractions and infinity are allowed; 0 means one cycle.
    open var repeatCount: Float {
        get { LayerLock.withLock { timingValues.repeatCount } }
        set { modify("repeatCount") { timingValues.repeatCount = newValue } }
    }
    /// The duration for which cycles repeat, in seconds. If greater than 0, it takes precedence over `repeatCount`.
    open var repeatDuration: CFTimeInterval {
        get { LayerLock.withLock { timingValues.repeatDuration } }
        set { modify("repeatDuration") { timingValues.repeatDuration = newValue } }
    }
    /// A Boolean value that indicates whether each cycle is followed by its reverse.
    open var autoreverses: Bool {
        get { LayerLock.withLock { timingValues.autoreverses } }
        set { modify("autoreverses") { timingValues.autoreverses = newValue } }
    }
    /// The behaviour before and after the active time.
    open var fillMode: CAMediaTimingFillMode {
        get { LayerLock.withLock { timingValues.fillMode.name } }
        set { modify("fillMode") { timingValues.fillMode = FillMode(name: newValue) } }
    }

    // MARK: Action

    /// Adds a copy of the animation to the layer under the event's name.
    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }

    // MARK: Copies

    /// Returns a copy of the dynamic class with the same values, custom keys included. The copy is not frozen.
    open func copy(with zone: NSZone? = nil) -> Any {
        guard let copy = DynamicObject.make(type(of: self)) else { preconditionFailure("\(type(of: self)) can't be copied in this build") }
        copy.take(from: self)
        return copy
    }

    open override func copy() -> Any { copy(with: nil) }

    /// Copies the values of an animation of the same class. Subclasses in this module extend it.
    func take(from other: CAAnimation) {
        LayerLock.withLock {
            timingValues = other.timingValues
            storedTimingFunction = other.storedTimingFunction
            storedDelegate = other.storedDelegate
            storedRemoval = other.storedRemoval
            storedFrameRate = other.storedFrameRate
            storedOwnKeys = other.storedOwnKeys
        }
    }

    func freeze() { LayerLock.withLock { isFrozen = true } }

    /// Changes the times of the layer's frozen copy, which shows the begin time that the commit chose, as in Apple's.
    func resolve(_ change: (inout MediaTiming) -> Void) { LayerLock.withLock { change(&timingValues) } }

    /// Sets the transaction's timing function, for an animation that has none.
    func adopt(_ function: CAMediaTimingFunction) { LayerLock.withLock { storedTimingFunction = function } }

    /// Sets a property and notifies its observers, unless the animation is frozen. `store` runs under the lock. It swaps values that may
    /// be objects of the program, which are then released outside the lock.
    final func modify(_ key: String, _ store: () -> Void) {
        guard mayModify(key) else { return }
        let isObserved = KeyValueChanges.isAnyObserved
        if isObserved { KeyValueChanges.will(self, key) }
        LayerLock.withLock(store)
        if isObserved { KeyValueChanges.did(self, key) }
    }

    func mayModify(_ key: String) -> Bool {
        guard LayerLock.withLock({ isFrozen }) else { return true }
        Diagnostic.report(
            "animation.read-only",
            "attempting to modify read-only animation: \(type(of: self)) was added to a layer, so setting its \(key) is ignored"
        )
        return false
    }

    // MARK: Key-value access

    /// Returns the value of a property or of a custom key; nil for a key that was never set.
    open func value(forKey key: String) -> Any? {
        if let property = property(key) { return property.get() }
        return ownKeys[key]
    }

    /// Sets a property, or stores the value under a custom key. Nil removes a custom key.
    open func setValue(_ value: Any?, forKey key: String) {
        if let property = property(key) { return property.set(value.map { ContainerDepth.guarded($0) }) }
        KeyValueChanges.will(self, key)
        var value = value
        LayerLock.withLock {
            let old = storedOwnKeys[key]
            storedOwnKeys[key] = value
            value = old
        }
        KeyValueChanges.did(self, key)
    }

    /// Returns the value at a key path. The part after the first key is looked up in the value found for that key.
    open func value(forKeyPath keyPath: String) -> Any? {
        guard let dot = keyPath.firstIndex(of: ".") else { return value(forKey: keyPath) }
        let rest = String(keyPath[keyPath.index(after: dot)...])
        switch value(forKey: String(keyPath[..<dot])) {
        case let animation as CAAnimation: return animation.value(forKeyPath: rest)
        case let dictionary as [String: Any]: return dictionary[rest]
        default: return ownKeys[keyPath]
        }
    }

    /// Sets the value at a key path. A path that leads into another animation sets the value there.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard let dot = keyPath.firstIndex(of: "."), let target = self.value(forKey: String(keyPath[..<dot])) as? CAAnimation else {
            return setValue(value, forKey: keyPath)
        }
        target.setValue(value, forKeyPath: String(keyPath[keyPath.index(after: dot)...]))
    }

    /// Returns the accessors of the property with a key; nil if there is no such property.
    func property(_ key: String) -> AnimationKeyValue? {
        switch key {
        case "timingFunction":
            .object({ self.timingFunction }) { self.timingFunction = $0 }
        case "delegate":
            .init(get: { self.delegate }) { self.delegate = $0 as? any CAAnimationDelegate }
        case "removedOnCompletion", "isRemovedOnCompletion":
            .bool({ self.isRemovedOnCompletion }) { self.isRemovedOnCompletion = $0 }
        case "preferredFrameRateRange":
            .object({ self.preferredFrameRateRange }) { self.preferredFrameRateRange = $0 ?? .default }
        case "beginTime": .double({ self.beginTime }) { self.beginTime = $0 }
        case "duration": .double({ self.duration }) { self.duration = $0 }
        case "speed": .double({ Double(self.speed) }) { self.speed = Float($0) }
        case "timeOffset": .double({ self.timeOffset }) { self.timeOffset = $0 }
        case "repeatCount": .double({ Double(self.repeatCount) }) { self.repeatCount = Float($0) }
        case "repeatDuration": .double({ self.repeatDuration }) { self.repeatDuration = $0 }
        case "autoreverses": .bool({ self.autoreverses }) { self.autoreverses = $0 }
        case "fillMode":
            .string({ self.fillMode.rawValue }) { self.fillMode = CAMediaTimingFillMode(rawValue: $0 ?? "removed") }
        default: nil
        }
    }
}

extension FillMode {
    init(name: CAMediaTimingFillMode) {
        switch name {
        case .forwards: self = .forwards
        case .backwards: self = .backwards
        case .both: self = .both
        default: self = .removed
        }
    }

    var name: CAMediaTimingFillMode {
        switch self {
        case .removed: .removed
        case .forwards: .forwards
        case .backwards: .backwards
        case .both: .both
        }
    }
}
