import AgateDiagnostics
import CoreGraphics
import ObjectiveCRuntime
import RenderTree

/// The root of the animation classes: timing, a delegate, and a container for keys of your own.
///
/// As Apple's: a layer keeps a copy of what is added to it. The copy is frozen: changes to it are refused with a diagnostic, apart from
/// keys that no property has. Any thread may use one, a property at a time; times are seconds.
open class CAAnimation: NSObject, NSCopying, NSSecureCoding, CAMediaTiming, CAAction {
    var timingValues = MediaTiming()
    private var storedTimingFunction: CAMediaTimingFunction?
    private var storedDelegate: (any CAAnimationDelegate)?
    private var storedRemoval = true
    private var storedFrameRate = CAFrameRateRange.default
    /// Values under keys that no property of the class has. They travel with copies, so that an animation can be tagged.
    private var storedOwnKeys: [String: Any] = [:]
    package var ownKeys: [String: Any] { LayerLock.withLock { storedOwnKeys } }
    /// Set on the copy that a layer keeps.
    private(set) var isFrozen = false

    /// An animation with every property at its default. Copies are made by it, of the dynamic class.
    public override init() { super.init() }

    // MARK: Archives

    open class var supportsSecureCoding: Bool { true }
    open override var classForCoder: AnyClass { archivedClass(of: self) }

    /// An animation from an archive. Values that can't be read are left at their defaults.
    public required init?(coder: NSCoder) {
        super.init()
        for key in Self.archivedKeys {
            if let value = coder.decodeArchived(key) { setValue(value, forKey: key) }
        }
        storedOwnKeys = coder.decodeOwn()
    }

    /// Keeps the values that differ from their defaults, and those under keys of your own. The delegate is not kept, as with Apple's; an
    /// object that can't be archived is left out with a diagnostic.
    open func encode(with coder: NSCoder) {
        ArchiveCoding.archive(self) {
            coder.encodeArchived(
                Self.archivedKeys.compactMap { key in
                    shouldArchiveValue(forKey: key) ? value(forKey: key).map { (key, $0) } : nil
                })
            coder.encodeOwn(ownKeys)
        }
    }

    /// The properties that an archive keeps.
    package class var archivedKeys: [String] {
        [
            "timingFunction", "removedOnCompletion", "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration",
            "autoreverses", "fillMode", "preferredFrameRateRange",
        ]
    }

    /// What a property is on a new animation; nil where that is zero, as Apple's answers, and for unknown keys.
    open class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "speed": return NSNumber(value: 1)
        case "fillMode": return CAMediaTimingFillMode.removed.rawValue
        case "removedOnCompletion": return NSNumber(value: true)
        default: return nil
        }
    }

    /// Whether an archive needs the value; true for values that were set.
    open func shouldArchiveValue(forKey key: String) -> Bool {
        guard let value = value(forKey: key) else { return false }
        if !ContainerDepth.isBounded(value) { return true }
        if let range = value as? CAFrameRateRange { return range != .default }
        guard let standard = Self.defaultValue(forKey: key) else { return !AnimationKeyValue.isZero(value) }
        return !AnimationKeyValue.areEqual(value, standard)
    }

    /// The pacing of a cycle; nil is linear.
    open var timingFunction: CAMediaTimingFunction? {
        get { LayerLock.withLock { storedTimingFunction } }
        set {
            var value = newValue
            modify("timingFunction") { swap(&storedTimingFunction, &value) }
        }
    }

    /// Notified of start and end. Held strongly, as Apple's, until the layer lets go of its copy.
    open var delegate: (any CAAnimationDelegate)? {
        get { LayerLock.withLock { storedDelegate } }
        set {
            var value = newValue
            modify("delegate") { swap(&storedDelegate, &value) }
        }
    }

    /// Whether the layer drops the animation when its time is over; true by default.
    open var isRemovedOnCompletion: Bool {
        get { LayerLock.withLock { storedRemoval } }
        set { modify("removedOnCompletion") { storedRemoval = newValue } }
    }

    /// A hint; the default asks for nothing.
    open var preferredFrameRateRange: CAFrameRateRange {
        get { LayerLock.withLock { storedFrameRate } }
        set { modify("preferredFrameRateRange") { storedFrameRate = newValue } }
    }

    // MARK: CAMediaTiming

    /// When it begins, in seconds of the layer's or the group's time. 0 on a layer means the time of the commit.
    open var beginTime: CFTimeInterval {
        get { LayerLock.withLock { timingValues.beginTime } }
        set { modify("beginTime") { timingValues.beginTime = newValue } }
    }
    /// The length of one cycle, in seconds; 0 takes the group's, or the transaction's.
    open var duration: CFTimeInterval {
        get { LayerLock.withLock { timingValues.duration } }
        set { modify("duration") { timingValues.duration = newValue } }
    }
    /// Its seconds per second of the layer or the group; 0 stops, negative values play backwards.
    open var speed: Float {
        get { LayerLock.withLock { timingValues.speed } }
        set { modify("speed") { timingValues.speed = newValue } }
    }
    /// Added to its time, in seconds.
    open var timeOffset: CFTimeInterval {
        get { LayerLock.withLock { timingValues.timeOffset } }
        set { modify("timeOffset") { timingValues.timeOffset = newValue } }
    }
    /// How many cycles; fractions and infinity are allowed, and 0 is once.
    open var repeatCount: Float {
        get { LayerLock.withLock { timingValues.repeatCount } }
        set { modify("repeatCount") { timingValues.repeatCount = newValue } }
    }
    /// For how many seconds cycles repeat; when above 0 it goes before `repeatCount`.
    open var repeatDuration: CFTimeInterval {
        get { LayerLock.withLock { timingValues.repeatDuration } }
        set { modify("repeatDuration") { timingValues.repeatDuration = newValue } }
    }
    /// Whether every cycle is followed by itself backwards.
    open var autoreverses: Bool {
        get { LayerLock.withLock { timingValues.autoreverses } }
        set { modify("autoreverses") { timingValues.autoreverses = newValue } }
    }
    /// What shows before and after the active time.
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

    /// A copy of the dynamic class with the same values, keys of your own included, and not frozen.
    open func copy(with zone: NSZone? = nil) -> Any {
        guard let copy = DynamicObject.make(type(of: self)) else { preconditionFailure("\(type(of: self)) can't be copied in this build") }
        copy.take(from: self)
        return copy
    }

    open override func copy() -> Any { copy(with: nil) }

    /// Takes over the values of an animation of the same class. Subclasses inside this module extend it.
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

    /// The layer resolves times of its frozen copy: Apple's shows the begin time that the commit chose.
    func resolve(_ change: (inout MediaTiming) -> Void) { LayerLock.withLock { change(&timingValues) } }

    /// The transaction's timing function, for an animation that has none.
    func adopt(_ function: CAMediaTimingFunction) { LayerLock.withLock { storedTimingFunction = function } }

    /// Sets a property, unless a layer has the animation, and tells who observes it. `store` runs under the lock: it swaps values that may
    /// be objects of the program, which are released afterwards.
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

    /// The value of a property or of a key of your own; nil for a key never set.
    open func value(forKey key: String) -> Any? {
        if let property = property(key) { return property.get() }
        return ownKeys[key]
    }

    /// Sets a property, or keeps the value under a key of your own (nil takes it away).
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

    /// As `value(forKey:)`; further parts of the path are looked up in the value found.
    open func value(forKeyPath keyPath: String) -> Any? {
        guard let dot = keyPath.firstIndex(of: ".") else { return value(forKey: keyPath) }
        let rest = String(keyPath[keyPath.index(after: dot)...])
        switch value(forKey: String(keyPath[..<dot])) {
        case let animation as CAAnimation: return animation.value(forKeyPath: rest)
        case let dictionary as [String: Any]: return dictionary[rest]
        default: return ownKeys[keyPath]
        }
    }

    /// As `setValue(_:forKey:)`; a path that leads into another animation sets there.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard let dot = keyPath.firstIndex(of: "."), let target = self.value(forKey: String(keyPath[..<dot])) as? CAAnimation else {
            return setValue(value, forKey: keyPath)
        }
        target.setValue(value, forKeyPath: String(keyPath[keyPath.index(after: dot)...]))
    }

    /// The accessors of a property by its key; nil for a key that no property has.
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
