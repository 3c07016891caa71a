import AgateDiagnostics
import CRuntimeHooks
import CoreGraphics
import Foundation
import RenderTree

/// An effect on all particles of a `CAEmitterLayer`: a force, a colour over their life, a light.
///
/// Apple's class was in the headers of macOS 10.9 to 10.12 and has been in the runtimes since. This one has the interface of those
/// headers. Inputs are set by key-value access, and so are the behaviours of a layer: `layer.setValue([behavior], forKey:
/// "emitterBehaviors")`. The layer copies them as values; the layer's key path `emitterBehaviors.NAME.input` changes one in place, and
/// animates it.
///
/// Details that the headers leave open (the effect of a falloff, the start of a wave) are documented in `Documentation/Decisions`. Any
/// thread may use a behaviour, one property at a time.
open class CAEmitterBehavior: NSObject, NSSecureCoding, NSCopying {
    private final var storedSpec: EmitterBehaviorSpec
    private final var storedOwnKeys: [String: Any] = [:]

    /// The values that the layer copies.
    final var spec: EmitterBehaviorSpec {
        get { LayerLock.withLock { storedSpec } }
        _modify {
            LayerLock.lock()
            defer { LayerLock.unlock() }
            yield &storedSpec
        }
    }
    /// The values of keys that are not inputs of the type.
    package final var ownKeys: [String: Any] {
        get { LayerLock.withLock { storedOwnKeys } }
        set { LayerLock.set(&storedOwnKeys, newValue) }
    }

    /// The type, one of `behaviorTypes()`. A behaviour of another type has no effect, which is reported as `emitter.unsupported-behavior`.
    public let type: String

    /// Returns the types that have an effect.
    open class func behaviorTypes() -> [String] { EmitterBehaviorType.names }

    /// Creates a behaviour that is enabled and has no name. Its inputs are zero, or nil for lists and objects.
    public init(type: String) {
        self.type = type
        storedSpec = EmitterBehaviorSpec(type: EmitterBehaviorType(name: type))
        super.init()
        if spec.type == nil { unsupported(type, "unknown type \"\(type)\"; the behaviour has no effect") }
    }

    /// Creates an object for a behaviour that the layer holds as a value.
    init(_ spec: EmitterBehaviorSpec) {
        storedSpec = spec
        type = spec.type?.name ?? ""
        super.init()
    }

    /// The name by which the layer's key paths refer to the behaviour. Nil by default.
    open var name: String? {
        get { spec.name }
        set { spec.name = newValue }
    }

    /// A Boolean value that indicates whether the behaviour has an effect. True by default.
    open var isEnabled: Bool {
        get { spec.isEnabled }
        set { spec.isEnabled = newValue }
    }

    /// Returns the keys of the type's inputs, as strings.
    open func inputKeys() -> [Any] { Self.rows(of: spec.type).map(\.key) }

    /// Returns the attributes of an input: `name`, `class` (of the value), and `default` if there is one. Empty for keys that no type has.
    open class func attributes(forKey key: String) -> [AnyHashable: Any] {
        guard let row = row(key) else { return [:] }
        return attributes(row, EmitterBehaviorSpec(type: nil))
    }

    /// Returns the attributes as `attributes(forKey:)` does, but only for inputs of this behaviour's type. A component of a structure has
    /// its own attributes.
    open func attributes(forKeyPath keyPath: String) -> [AnyHashable: Any] {
        guard let row = Self.row(keyPath), has(row) else { return [:] }
        return Self.attributes(row, EmitterBehaviorSpec(type: spec.type))
    }

    private static func attributes(_ row: EmitterBehaviorProperty, _ standard: EmitterBehaviorSpec) -> [AnyHashable: Any] {
        let name =
            switch row.kind {
            case .string: "NSString"
            case .numbers, .colors: "NSArray"
            case .point: "NSValue"
            case .color: "CGColor"
            default: "NSNumber"
            }
        var result: [AnyHashable: Any] = ["name": row.key, "class": name]
        if let value = standard.value(row) { result["default"] = Boxing.any(value) }
        return result
    }

    // MARK: Key-value access

    private static func row(_ key: String) -> EmitterBehaviorProperty? {
        EmitterBehaviorProperty.index(forKey: key).map { EmitterBehaviorProperty.rows[$0] }
    }

    private static func rows(of type: EmitterBehaviorType?) -> [EmitterBehaviorProperty] {
        guard let type else { return [] }
        return EmitterBehaviorProperty.rows.filter { $0.types.contains(type) && !$0.isPart }
    }

    private func has(_ row: EmitterBehaviorProperty) -> Bool { row.types.isEmpty || spec.type.map { row.types.contains($0) } ?? false }

    /// Returns the value of an input, `name`, `enabled`, or a custom key. Nil for keys that were never set.
    open func value(forKey key: String) -> Any? {
        if key == "type" { return type }
        guard let row = Self.row(key), has(row) else { return ownKeys[key] }
        return spec.value(row).map { Boxing.any($0) }
    }

    /// Sets an input. A value that its kind can't take is refused and reported as `emitter.wrong-value`. A key that the type does not have
    /// is stored without effect, which is reported as `emitter.unsupported-behavior`.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let row = Self.row(key), has(row) else {
            LayerLock.set(&storedOwnKeys, key, value)
            unsupported(type + "." + key, "a behaviour of type \"\(type)\" has no input \"\(key)\"; it has no effect")
            return
        }
        guard let value, !Boxing.isNil(value) else {
            spec.setValue(nil, row)
            return
        }
        guard let boxed = Boxing.value(value, as: row.kind), spec.setValue(boxed, row) else { return refuse(value, key) }
        if row.key == "keyPath", let path = spec.keyPath, !spec.hasTarget {
            unsupported(
                "keyPath." + path, "particles have no property \"\(path)\" that can change over their lifetime; the behaviour has no effect"
            )
        }
    }

    /// Returns a value as `value(forKey:)` does, also for components of structures: `position.x`, `force.y`.
    open func value(forKeyPath keyPath: String) -> Any? {
        guard Self.row(keyPath) == nil, let dot = keyPath.firstIndex(of: "."), let row = Self.row(String(keyPath[..<dot])), has(row),
            let sub = SubPath(String(keyPath[keyPath.index(after: dot)...]), of: row.kind)
        else { return value(forKey: keyPath) }
        return spec.value(row).flatMap { sub.get($0) }.map { Boxing.any($0) }
    }

    /// Sets a value as `setValue(_:forKey:)` does, also for components of structures.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard Self.row(keyPath) == nil, let dot = keyPath.firstIndex(of: "."), let row = Self.row(String(keyPath[..<dot])), has(row),
            let sub = SubPath(String(keyPath[keyPath.index(after: dot)...]), of: row.kind), spec.value(row) != nil
        else { return setValue(value, forKey: keyPath) }
        guard let part = value.flatMap({ Boxing.value($0, as: sub.kind) }) ?? sub.kind.zero else { return refuse(value, keyPath) }
        // The other components keep their current values, regardless of concurrent changes to the structure.
        let isSet = LayerLock.withLock { () -> Bool in
            guard var whole = spec.value(row), sub.set(part, in: &whole) else { return false }
            return spec.setValue(whole, row)
        }
        if !isSet { refuse(value, keyPath) }
    }

    private func refuse(_ value: Any?, _ key: String) {
        let given = value.map { "a \(Swift.type(of: $0))" } ?? "nil"
        Diagnostic.report(
            "emitter.wrong-value",
            "\(Swift.type(of: self)) \"\(type)\"\(name.map { " \"\($0)\"" } ?? ""): \(key) can't be set to \(given); the previous value is kept"
        )
    }

    private func unsupported(_ key: String, _ message: String) {
        Diagnostic.reportOnce("emitter.unsupported-behavior", key: key, "\(Swift.type(of: self)): \(message)")
    }

    // MARK: Copies and archives

    /// Returns a behaviour of the dynamic class with the same inputs, which the class's `init(type:)` creates.
    open func copy(with zone: NSZone? = nil) -> Any {
        let own = Swift.type(of: self)
        let made = own == CAEmitterBehavior.self ? nil : DynamicObject.make(own, named: type, slot: Self.initializerOffset)
        let copy = made ?? CAEmitterBehavior(type: type)
        copy.spec = spec
        copy.ownKeys = ownKeys
        return copy
    }

    /// The offset of `init(type:)` in the metadata of the class and its subclasses.
    static let initializerOffset = DynamicObject.offset(
        in: CAEmitterBehavior.self, agate_emitter_behavior_initializer_descriptor())

    open class var supportsSecureCoding: Bool { true }
    open override var classForCoder: AnyClass { ArchivedClass.of(self) }

    /// Encodes the type, the inputs that differ from a new behaviour's, and custom keys.
    open func encode(with coder: NSCoder) {
        coder.encode(type as NSString, forKey: "type")
        let standard = EmitterBehaviorSpec(type: spec.type)
        coder.encodeArchived(
            EmitterBehaviorProperty.rows.compactMap { row in
                guard has(row), !row.isPart, let value = spec.value(row), value != standard.value(row) else { return nil }
                return (row.key, Boxing.any(value))
            })
        coder.encodeOwn(ownKeys)
    }

    /// Creates a behaviour from an archive; nil if the archive contains no type. Values that can't be decoded keep their defaults.
    public required init?(coder: NSCoder) {
        guard let type = coder.stored(NSString.self, forKey: "type").map({ $0 as String }) else { return nil }
        self.type = type
        storedSpec = EmitterBehaviorSpec(type: EmitterBehaviorType(name: type))
        super.init()
        for row in EmitterBehaviorProperty.rows where !row.isPart && has(row) {
            if let value = coder.decodeArchived(row.key) { setValue(value, forKey: row.key) }
        }
        ownKeys = coder.decodeOwn()
    }
}

extension CAEmitterBehavior {
    /// Returns the inputs that differ from their defaults, with the stored values rather than those of key-value access.
    package final func inputs() -> [(key: String, kind: ValueKind, value: PropertyValue)] {
        let standard = EmitterBehaviorSpec(type: spec.type)
        return EmitterBehaviorProperty.rows.compactMap { row in
            guard has(row), !row.isPart, let value = spec.value(row), value != standard.value(row) else { return nil }
            return (row.key, row.kind, value)
        }
    }
}

/// An oscillating force in one direction: inputs `force` (an array of x, y and z) and `frequency` (in hertz).
public let kCAEmitterBehaviorWave = "wave"
/// A force opposite to the velocity: input `drag`.
public let kCAEmitterBehaviorDrag = "drag"
/// The particles' y axes are aligned with their velocity: inputs `rotation` (in turns) and `preservesDepth`.
public let kCAEmitterBehaviorAlignToMotion = "alignToMotion"
/// A property that follows a curve: inputs `keyPath`, `values`, `locations` and `additive`.
public let kCAEmitterBehaviorValueOverLife = "valueOverLife"
/// A colour that follows a gradient: inputs `colors` and `locations`.
public let kCAEmitterBehaviorColorOverLife = "colorOverLife"
/// A point light or a spot light: inputs `color`, `position`, `zPosition`, `falloff`, `falloffDistance`, `spot`, `appliesAlpha`,
/// `directionLatitude`, `directionLongitude`, `coneAngle` and `coneEdgeSoftness`.
public let kCAEmitterBehaviorLight = "light"
/// A force field about a point, a line or a plane: inputs `attractorType` ("radial", "axial", "planar"), `stiffness`, `radius`,
/// `position`, `zPosition`, `orientationLatitude`, `orientationLongitude`, `falloff` and `falloffDistance`.
public let kCAEmitterBehaviorAttractor = "attractor"
/// A force field about a point in the layer's plane: inputs `stiffness`, `radius`, `position` and `falloff`.
public let kCAEmitterBehaviorSimpleAttractor = "simpleAttractor"
