import CoreGraphics

/// The effect of a CAEmitterBehavior on the particles of a layer.
package enum EmitterBehaviorType: UInt8, Sendable, CaseIterable {
    case wave, drag, alignToMotion, valueOverLife, colorOverLife, light, attractor, simpleAttractor

    package static let names = ["wave", "drag", "alignToMotion", "valueOverLife", "colorOverLife", "light", "attractor", "simpleAttractor"]
    package var name: String { Self.names[Int(rawValue)] }
    package init?(name: String) {
        guard let index = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: UInt8(index))
    }
}

/// The target of an attractor: a point, a line or a plane. The first is the default.
package enum AttractorType: UInt8, Sendable { case radial, axial, planar }

/// The numbers of a behaviour. Only Doubles, so that they can be checked as an array.
package struct EmitterBehaviorNumbers: Hashable, Sendable {
    package var forceX: Double = 0
    package var forceY: Double = 0
    package var forceZ: Double = 0
    package var frequency: Double = 0
    package var drag: Double = 0
    /// The rotation in turns.
    package var rotation: Double = 0
    package var stiffness: Double = 0
    package var radius: Double = 0
    package var position = CGPoint.zero
    package var zPosition: Double = 0
    package var orientationLatitude: Double = 0
    package var orientationLongitude: Double = 0
    package var falloff: Double = 0
    package var falloffDistance: Double = 0
    package var directionLatitude: Double = 0
    package var directionLongitude: Double = 0
    package var coneAngle: Double = 0
    package var coneEdgeSoftness: Double = 0
    package init() {}
}

/// A CAEmitterBehavior as a value.
package struct EmitterBehaviorSpec: Hashable, Sendable {
    /// The type; nil for an unknown type, which has no effect.
    package var type: EmitterBehaviorType?
    package var name: String?
    package var isEnabled = true
    package var numbers = EmitterBehaviorNumbers()
    package var attractorType = AttractorType.radial
    package var preservesDepth = false
    package var isSpot = false
    package var appliesAlpha = false
    package var isAdditive = false
    /// The key path of a particle's property.
    package var keyPath: String?
    package var values: [Double]?
    package var colors: [CGColor]?
    package var locations: [Double]?
    package var color: CGColor?
    package init(type: EmitterBehaviorType?) { self.type = type }

    /// True if a curve has an effect.
    package var hasTarget: Bool { ParticleCurve.Target(keyPath) != nil }

    /// True if the behaviour affects the motion of particles.
    var moves: Bool {
        guard isEnabled, let type else { return false }
        switch type {
        case .wave, .drag, .attractor, .simpleAttractor: return true
        case .valueOverLife: return ParticleCurve.Target(keyPath).map { $0.moves } ?? false
        case .alignToMotion, .colorOverLife, .light: return false
        }
    }
}

/// One row for each input of a behaviour. Key-value access, key paths of the layer, archives and CAML derive from it.
package struct EmitterBehaviorProperty: Sendable {
    package enum Storage: Sendable {
        case number(WritableKeyPath<EmitterBehaviorNumbers, Double> & Sendable)
        case flag(WritableKeyPath<EmitterBehaviorSpec, Bool> & Sendable)
        case numbers(WritableKeyPath<EmitterBehaviorSpec, [Double]?> & Sendable)
        case force, position, attractorType, keyPath, colors, color, name
    }
    package let key: String
    package let kind: ValueKind
    package let storage: Storage
    /// The types that have the input; empty for inputs of all types.
    package let types: [EmitterBehaviorType]
    /// True for a component of another input, which is not listed.
    package let isPart: Bool

    package static let rows: [EmitterBehaviorProperty] = {
        let attractors: [EmitterBehaviorType] = [.attractor, .simpleAttractor]
        var rows: [EmitterBehaviorProperty] = []
        func add(_ key: String, _ kind: ValueKind, _ storage: Storage, _ types: [EmitterBehaviorType], isPart: Bool = false) {
            rows.append(EmitterBehaviorProperty(key: key, kind: kind, storage: storage, types: types, isPart: isPart))
        }
        func number(
            _ key: String, _ path: WritableKeyPath<EmitterBehaviorNumbers, Double> & Sendable, _ types: [EmitterBehaviorType],
            isPart: Bool = false
        ) { add(key, .number, .number(path), types, isPart: isPart) }
        add("name", .string, .name, [])
        add("enabled", .bool, .flag(\.isEnabled), [])
        add("force", .numbers, .force, [.wave])
        number("force.x", \.forceX, [.wave], isPart: true)
        number("force.y", \.forceY, [.wave], isPart: true)
        number("force.z", \.forceZ, [.wave], isPart: true)
        number("frequency", \.frequency, [.wave])
        number("drag", \.drag, [.drag])
        number("rotation", \.rotation, [.alignToMotion])
        add("preservesDepth", .bool, .flag(\.preservesDepth), [.alignToMotion])
        add("keyPath", .string, .keyPath, [.valueOverLife])
        add("values", .numbers, .numbers(\.values), [.valueOverLife])
        add("additive", .bool, .flag(\.isAdditive), [.valueOverLife])
        add("colors", .colors, .colors, [.colorOverLife])
        add("locations", .numbers, .numbers(\.locations), [.valueOverLife, .colorOverLife])
        add("color", .color, .color, [.light])
        add("attractorType", .string, .attractorType, [.attractor])
        number("stiffness", \.stiffness, attractors)
        number("radius", \.radius, attractors)
        add("position", .point, .position, attractors + [.light])
        number("zPosition", \.zPosition, [.attractor, .light])
        number("orientationLatitude", \.orientationLatitude, [.attractor])
        number("orientationLongitude", \.orientationLongitude, [.attractor])
        number("falloff", \.falloff, attractors + [.light])
        number("falloffDistance", \.falloffDistance, [.attractor, .light])
        add("spot", .bool, .flag(\.isSpot), [.light])
        add("appliesAlpha", .bool, .flag(\.appliesAlpha), [.light])
        number("directionLatitude", \.directionLatitude, [.light])
        number("directionLongitude", \.directionLongitude, [.light])
        number("coneAngle", \.coneAngle, [.light])
        number("coneEdgeSoftness", \.coneEdgeSoftness, [.light])
        return rows
    }()

    /// Returns the index of a key's row. Booleans have a second spelling, that of their Swift property.
    package static func index(forKey key: String) -> Int? { byKey[key == "isEnabled" ? "enabled" : key] }

    private static let byKey = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.key, $0) })

    static let attractorNames = ["radial", "axial", "planar"]
}

extension EmitterBehaviorSpec {
    package func value(_ property: EmitterBehaviorProperty) -> PropertyValue? {
        switch property.storage {
        case .number(let path): .number(numbers[keyPath: path])
        case .flag(let path): .bool(self[keyPath: path])
        case .numbers(let path): self[keyPath: path].map { .numbers($0) }
        case .force: .numbers([numbers.forceX, numbers.forceY, numbers.forceZ])
        case .position: .point(numbers.position)
        case .attractorType: .string(EmitterBehaviorProperty.attractorNames[Int(attractorType.rawValue)])
        case .keyPath: keyPath.map { .string($0) }
        case .colors: colors.map { .colors($0) }
        case .color: color.map { .color($0) }
        case .name: name.map { .string($0) }
        }
    }

    /// Sets a value. Nil is zero for numbers and structures, and nil for objects. Returns false, without a change, for a value of another
    /// kind.
    @discardableResult
    package mutating func setValue(_ value: PropertyValue?, _ property: EmitterBehaviorProperty) -> Bool {
        var fitting = property.kind.zero
        if let value {
            guard let coerced = value.coerced(to: property.kind) else { return false }
            fitting = coerced
        }
        switch (property.storage, fitting) {
        case (.number(let path), .number(let n)?): numbers[keyPath: path] = n
        case (.flag(let path), .bool(let on)?): self[keyPath: path] = on
        case (.numbers(let path), .numbers(let list)?): self[keyPath: path] = list
        case (.numbers(let path), nil): self[keyPath: path] = nil
        case (.force, .numbers(let list)?):
            // Missing components are zero, as in a vector of fewer dimensions.
            numbers.forceX = list.first ?? 0
            numbers.forceY = list.count > 1 ? list[1] : 0
            numbers.forceZ = list.count > 2 ? list[2] : 0
        case (.force, nil): (numbers.forceX, numbers.forceY, numbers.forceZ) = (0, 0, 0)
        case (.position, .point(let p)?): numbers.position = p
        // An unknown name is treated as the default.
        case (.attractorType, .string(let s)?):
            attractorType =
                EmitterBehaviorProperty.attractorNames.firstIndex(of: s).flatMap { AttractorType(rawValue: UInt8($0)) } ?? .radial
        case (.attractorType, nil): attractorType = .radial
        case (.keyPath, .string(let s)?): keyPath = s
        case (.keyPath, nil): keyPath = nil
        case (.colors, .colors(let list)?): colors = list
        case (.colors, nil): colors = nil
        case (.color, .color(let c)?): color = c
        case (.color, nil): color = nil
        case (.name, .string(let s)?): name = s
        case (.name, nil): name = nil
        default: return false
        }
        return true
    }
}

/// The target of the key path `emitterBehaviors.NAME.input`.
package struct EmitterBehaviorPath: Hashable, Sendable {
    package let name: String
    private let index: UInt8

    package var property: EmitterBehaviorProperty { EmitterBehaviorProperty.rows[Int(index)] }

    /// Parses a key path. Returns nil if it is not an input of a behaviour. The second result is the rest of the path: the component of
    /// the value.
    /// - Parameter keys: the keys after `emitterBehaviors`.
    package static func parse(_ keys: ArraySlice<String>) -> (path: EmitterBehaviorPath, rest: ArraySlice<String>)? {
        var keys = keys
        guard let name = keys.popFirst(), !name.isEmpty, let key = keys.popFirst() else { return nil }
        if let part = keys.first, keys.count == 1, let index = EmitterBehaviorProperty.index(forKey: key + "." + part) {
            return (EmitterBehaviorPath(name: name, index: UInt8(index)), [])
        }
        guard let index = EmitterBehaviorProperty.index(forKey: key) else { return nil }
        return (EmitterBehaviorPath(name: name, index: UInt8(index)), keys)
    }

    private init(name: String, index: UInt8) {
        self.name = name
        self.index = index
    }

    package func value(in behaviors: [EmitterBehaviorSpec]?) -> PropertyValue? {
        behaviors?.first { $0.name == name }?.value(property)
    }

    /// Sets a value. Returns false, without a change, if there is no behaviour with the name, or for a value of another kind.
    @discardableResult
    package func set(_ value: PropertyValue?, in behaviors: inout [EmitterBehaviorSpec]) -> Bool {
        guard let i = behaviors.firstIndex(where: { $0.name == name }) else { return false }
        return behaviors[i].setValue(value, property)
    }
}
