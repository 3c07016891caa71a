import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// What acts on all particles of a `CAEmitterLayer`: a force, a colour over their life, a light.
///
/// Apple's class stands in the headers of macOS 10.9 to 10.12 and in the runtimes since; this one has the interface of those headers.
/// Inputs are set by key-value access, and behaviours are given to a layer likewise:
/// `layer.setValue([behavior], forKey: "emitterBehaviors")`. The layer takes them as values; the layer's key path
/// `emitterBehaviors.NAME.input` changes one in place, and animates it.
///
/// What the headers leave open (how a falloff counts, what a wave begins with) is written in `Documentation/Decisions`. Any thread may
/// use a behaviour, a property at a time.
open class CAEmitterBehavior: NSObject, NSSecureCoding, NSCopying {
    private final var storedSpec: EmitterBehaviorSpec
    private final var storedOwnKeys: [String: Any] = [:]

    /// All that the layer takes.
    final var spec: EmitterBehaviorSpec {
        get { LayerLock.withLock { storedSpec } }
        _modify {
            LayerLock.lock()
            defer { LayerLock.unlock() }
            yield &storedSpec
        }
    }
    /// Values under keys that no input of the type has.
    package final var ownKeys: [String: Any] {
        get { LayerLock.withLock { storedOwnKeys } }
        set { LayerLock.set(&storedOwnKeys, newValue) }
    }

    /// One of `behaviorTypes()`; a behaviour of another type does nothing, which `emitter.unsupported-behavior` reports.
    public let type: String

    /// The types that do something.
    open class func behaviorTypes() -> [String] { EmitterBehaviorType.names }

    /// A behaviour that is enabled, has no name and whose inputs are zero, or nil for lists and objects.
    public init(type: String) {
        self.type = type
        storedSpec = EmitterBehaviorSpec(type: EmitterBehaviorType(name: type))
        super.init()
        if spec.type == nil { unsupported(type, "unknown type \"\(type)\"; the behaviour has no effect") }
    }

    /// An object again for a behaviour that the layer holds as a value.
    init(_ spec: EmitterBehaviorSpec) {
        storedSpec = spec
        type = spec.type?.name ?? ""
        super.init()
    }

    /// By which the layer's key paths find the behaviour. Nil at first.
    open var name: String? {
        get { spec.name }
        set { spec.name = newValue }
    }

    /// Whether the behaviour acts. True at first.
    open var isEnabled: Bool {
        get { spec.isEnabled }
        set { spec.isEnabled = newValue }
    }

    /// The keys of the inputs that the type has, as strings.
    open func inputKeys() -> [Any] { Self.rows(of: spec.type).map(\.key) }

    /// What is said of an input: `name`, `class` (of the value) and `default` where there is one. Empty for keys that no type has.
    open class func attributes(forKey key: String) -> [AnyHashable: Any] {
        guard let row = row(key) else { return [:] }
        return attributes(row, EmitterBehaviorSpec(type: nil))
    }

    /// As `attributes(forKey:)`, of the inputs of this behaviour's type alone; a part of a structure has its own.
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

    /// An input, `name`, `enabled`, or what the program keeps under a key of its own. Nil for keys that were never set.
    open func value(forKey key: String) -> Any? {
        if key == "type" { return type }
        guard let row = Self.row(key), has(row) else { return ownKeys[key] }
        return spec.value(row).map { Boxing.any($0) }
    }

    /// Sets an input; what its kind can't take is refused and reported as `emitter.wrong-value`. A key that the type does not have is kept
    /// and does nothing, which `emitter.unsupported-behavior` reports.
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

    /// As `value(forKey:)`, and the parts of structures: `position.x`, `force.y`.
    open func value(forKeyPath keyPath: String) -> Any? {
        guard Self.row(keyPath) == nil, let dot = keyPath.firstIndex(of: "."), let row = Self.row(String(keyPath[..<dot])), has(row),
            let sub = SubPath(String(keyPath[keyPath.index(after: dot)...]), of: row.kind)
        else { return value(forKey: keyPath) }
        return spec.value(row).flatMap { sub.get($0) }.map { Boxing.any($0) }
    }

    /// As `setValue(_:forKey:)`, and the parts of structures.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard Self.row(keyPath) == nil, let dot = keyPath.firstIndex(of: "."), let row = Self.row(String(keyPath[..<dot])), has(row),
            let sub = SubPath(String(keyPath[keyPath.index(after: dot)...]), of: row.kind), spec.value(row) != nil
        else { return setValue(value, forKey: keyPath) }
        guard let part = value.flatMap({ Boxing.value($0, as: sub.kind) }) ?? sub.kind.zero else { return refuse(value, keyPath) }
        // The other parts stay what they are at this time, whoever sets one of them.
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

    /// A behaviour with the same inputs.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CAEmitterBehavior(type: type)
        copy.spec = spec
        copy.ownKeys = ownKeys
        return copy
    }

    open class var supportsSecureCoding: Bool { true }
    open override var classForCoder: AnyClass { archivedClass(of: self) }

    /// Keeps the type, the inputs that differ from a new behaviour's, and keys of your own.
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

    /// A behaviour from an archive; nil where it names no type. Values that can't be read are left at their defaults.
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
    /// Of a row of the table, as it is set and not as key-value access shows it.
    package final func inputs() -> [(key: String, kind: ValueKind, value: PropertyValue)] {
        let standard = EmitterBehaviorSpec(type: spec.type)
        return EmitterBehaviorProperty.rows.compactMap { row in
            guard has(row), !row.isPart, let value = spec.value(row), value != standard.value(row) else { return nil }
            return (row.key, row.kind, value)
        }
    }
}

/// A force in one direction that swings: inputs `force` (an array of x, y and z) and `frequency` (in hertz).
public let kCAEmitterBehaviorWave = "wave"
/// A force against the velocity: input `drag`.
public let kCAEmitterBehaviorDrag = "drag"
/// Particles' y axes lie along their velocity: inputs `rotation` (in turns) and `preservesDepth`.
public let kCAEmitterBehaviorAlignToMotion = "alignToMotion"
/// A property follows a curve: inputs `keyPath`, `values`, `locations` and `additive`.
public let kCAEmitterBehaviorValueOverLife = "valueOverLife"
/// Particles' colours follow a gradient: inputs `colors` and `locations`.
public let kCAEmitterBehaviorColorOverLife = "colorOverLife"
/// A point light or a spot: inputs `color`, `position`, `zPosition`, `falloff`, `falloffDistance`, `spot`, `appliesAlpha`,
/// `directionLatitude`, `directionLongitude`, `coneAngle` and `coneEdgeSoftness`.
public let kCAEmitterBehaviorLight = "light"
/// A force field about a point, a line or a plane: inputs `attractorType` ("radial", "axial", "planar"), `stiffness`, `radius`, `position`,
/// `zPosition`, `orientationLatitude`, `orientationLongitude`, `falloff` and `falloffDistance`.
public let kCAEmitterBehaviorAttractor = "attractor"
/// A force field about a point of the layer's plane: inputs `stiffness`, `radius`, `position` and `falloff`.
public let kCAEmitterBehaviorSimpleAttractor = "simpleAttractor"
