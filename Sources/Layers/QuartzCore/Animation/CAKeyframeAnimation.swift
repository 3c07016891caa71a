import CoreGraphics
import RenderTree

/// An animation through several values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
    @exclusivity(unchecked) private var storedValues: [Any]?
    /// The values of an animation that the engine made: they are of the property's kind, and become objects only when a program asks for
    /// them.
    @exclusivity(unchecked) private var storedPlain: [PropertyValue]?
    @exclusivity(unchecked) private var storedPath: CGPath?
    @exclusivity(unchecked) private var storedKeyTimes: [NSNumber]?
    @exclusivity(unchecked) private var storedFunctions: [CAMediaTimingFunction]?
    @exclusivity(unchecked) private var storedMode = CAAnimationCalculationMode.linear
    @exclusivity(unchecked) private var storedTension: [NSNumber]?
    @exclusivity(unchecked) private var storedContinuity: [NSNumber]?
    @exclusivity(unchecked) private var storedBias: [NSNumber]?
    @exclusivity(unchecked) private var storedRotation: CAAnimationRotationMode?

    package override class var archivedKeys: [String] {
        super.archivedKeys + [
            "values", "path", "keyTimes", "timingFunctions", "calculationMode", "tensionValues", "continuityValues", "biasValues",
            "rotationMode",
        ]
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        key == "calculationMode" ? CAAnimationCalculationMode.linear.rawValue : super.defaultValue(forKey: key)
    }

    /// The keyframes, each of the property's kind.
    open var values: [Any]? {
        get { LayerLock.withLock { storedPlain.map { $0.map { Boxing.any($0) } } ?? storedValues } }
        set {
            var value = newValue
            modify("values") {
                storedPlain = nil
                swap(&storedValues, &value)
            }
        }
    }

    /// The values without objects, if the engine set them.
    final var plainValues: [PropertyValue]? { LayerLock.withLock { storedPlain } }

    /// Creates an animation whose keyframes are already of the property's kind.
    package convenience init(keyPath: String, plainValues: [PropertyValue]) {
        self.init(keyPath: keyPath)
        storedPlain = plainValues
    }

    /// The path that a point follows. It takes precedence over `values`.
    open var path: CGPath? {
        get { LayerLock.withLock { storedPath } }
        set {
            var value = newValue?.copy()
            modify("path") { swap(&storedPath, &value) }
        }
    }

    /// The times of the keyframes, as fractions of the duration (0...1). Nil spaces them evenly.
    open var keyTimes: [NSNumber]? {
        get { LayerLock.withLock { storedKeyTimes } }
        set {
            var value = newValue
            modify("keyTimes") { swap(&storedKeyTimes, &value) }
        }
    }

    /// The timing functions of the segments, one fewer than there are keyframes. Missing ones are linear.
    open var timingFunctions: [CAMediaTimingFunction]? {
        get { LayerLock.withLock { storedFunctions } }
        set {
            var value = newValue
            modify("timingFunctions") { swap(&storedFunctions, &value) }
        }
    }

    /// The interpolation between keyframes; linear by default.
    open var calculationMode: CAAnimationCalculationMode {
        get { LayerLock.withLock { storedMode } }
        set {
            var value = newValue
            modify("calculationMode") { swap(&storedMode, &value) }
        }
    }

    /// The tightness of cubic curves at each keyframe.
    open var tensionValues: [NSNumber]? {
        get { LayerLock.withLock { storedTension } }
        set {
            var value = newValue
            modify("tensionValues") { swap(&storedTension, &value) }
        }
    }

    /// The sharpness of corners of cubic curves at each keyframe.
    open var continuityValues: [NSNumber]? {
        get { LayerLock.withLock { storedContinuity } }
        set {
            var value = newValue
            modify("continuityValues") { swap(&storedContinuity, &value) }
        }
    }

    /// The direction in which cubic curves lean at each keyframe.
    open var biasValues: [NSNumber]? {
        get { LayerLock.withLock { storedBias } }
        set {
            var value = newValue
            modify("biasValues") { swap(&storedBias, &value) }
        }
    }

    /// The rotation of the layer along the path; nil for none.
    open var rotationMode: CAAnimationRotationMode? {
        get { LayerLock.withLock { storedRotation } }
        set {
            var value = newValue
            modify("rotationMode") { swap(&storedRotation, &value) }
        }
    }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CAKeyframeAnimation else { return }
        LayerLock.withLock {
            storedValues = other.storedValues
            storedPlain = other.storedPlain
            storedPath = other.storedPath
            storedKeyTimes = other.storedKeyTimes
            storedFunctions = other.storedFunctions
            storedMode = other.storedMode
            storedTension = other.storedTension
            storedContinuity = other.storedContinuity
            storedBias = other.storedBias
            storedRotation = other.storedRotation
        }
    }

    override func property(_ key: String) -> AnimationKeyValue? {
        switch key {
        case "values": .object({ self.values }) { self.values = $0 }
        case "path": .object({ self.path }) { self.path = $0 }
        case "keyTimes": .object({ self.keyTimes }) { self.keyTimes = $0 }
        case "timingFunctions": .object({ self.timingFunctions }) { self.timingFunctions = $0 }
        case "calculationMode":
            .string({ self.calculationMode.rawValue }) { self.calculationMode = CAAnimationCalculationMode(rawValue: $0 ?? "linear") }
        case "tensionValues": .object({ self.tensionValues }) { self.tensionValues = $0 }
        case "continuityValues": .object({ self.continuityValues }) { self.continuityValues = $0 }
        case "biasValues": .object({ self.biasValues }) { self.biasValues = $0 }
        case "rotationMode":
            .string({ self.rotationMode?.rawValue }) { self.rotationMode = $0.map { CAAnimationRotationMode(rawValue: $0) } }
        default: super.property(key)
        }
    }
}
