import CoreGraphics

/// One row for each property of an emitter cell, as `PropertyRow` is for a layer's. Key-value access, key paths of the layer, archives and
/// CAML derive from it.
package struct EmitterCellProperty: Sendable {
    package enum Storage: Sendable {
        case number(WritableKeyPath<EmitterCellNumbers, Double> & Sendable)
        case double(WritableKeyPath<EmitterCellSpec, Double> & Sendable)
        case float(WritableKeyPath<EmitterCellSpec, Float> & Sendable)
        case flag(WritableKeyPath<EmitterCellSpec, Bool> & Sendable)
        case filter(WritableKeyPath<EmitterCellSpec, ContentsFilter> & Sendable)
        case fillMode, particleType, color, rect, contents, name
    }
    package let key: String
    package let kind: ValueKind
    package let storage: Storage
    /// True if Apple's type is Float.
    package let isFloat: Bool

    package static let rows: [EmitterCellProperty] = {
        var rows: [EmitterCellProperty] = []
        func number(_ key: String, _ path: WritableKeyPath<EmitterCellNumbers, Double> & Sendable, isFloat: Bool = false) {
            rows.append(EmitterCellProperty(key: key, kind: .number, storage: .number(path), isFloat: isFloat))
        }
        func add(_ key: String, _ kind: ValueKind, _ storage: Storage, isFloat: Bool = false) {
            rows.append(EmitterCellProperty(key: key, kind: kind, storage: storage, isFloat: isFloat))
        }
        add("name", .string, .name)
        add("enabled", .bool, .flag(\.isEnabled))
        number("birthRate", \.birthRate, isFloat: true)
        number("lifetime", \.lifetime, isFloat: true)
        number("lifetimeRange", \.lifetimeRange, isFloat: true)
        number("emissionLatitude", \.emissionLatitude)
        number("emissionLongitude", \.emissionLongitude)
        number("emissionRange", \.emissionRange)
        number("velocity", \.velocity)
        number("velocityRange", \.velocityRange)
        number("xAcceleration", \.xAcceleration)
        number("yAcceleration", \.yAcceleration)
        number("zAcceleration", \.zAcceleration)
        number("scale", \.scale)
        number("scaleRange", \.scaleRange)
        number("scaleSpeed", \.scaleSpeed)
        number("spin", \.spin)
        number("spinRange", \.spinRange)
        number("rotation", \.rotation)
        number("rotationRange", \.rotationRange)
        number("spinBias", \.spinBias)
        add("particleType", .string, .particleType)
        number("orientationLatitude", \.orientationLatitude)
        number("orientationLongitude", \.orientationLongitude)
        number("orientationRange", \.orientationRange)
        number("mass", \.mass)
        number("massRange", \.massRange)
        add("color", .color, .color)
        number("redRange", \.redRange, isFloat: true)
        number("greenRange", \.greenRange, isFloat: true)
        number("blueRange", \.blueRange, isFloat: true)
        number("alphaRange", \.alphaRange, isFloat: true)
        number("redSpeed", \.redSpeed, isFloat: true)
        number("greenSpeed", \.greenSpeed, isFloat: true)
        number("blueSpeed", \.blueSpeed, isFloat: true)
        number("alphaSpeed", \.alphaSpeed, isFloat: true)
        add("contents", .image, .contents)
        add("contentsRect", .rect, .rect)
        add("contentsScale", .number, .double(\.contentsScale))
        add("minificationFilter", .string, .filter(\.minificationFilter))
        add("magnificationFilter", .string, .filter(\.magnificationFilter))
        add("minificationFilterBias", .number, .double(\.minificationFilterBias), isFloat: true)
        add("beginTime", .number, .double(\.timing.beginTime))
        add("duration", .number, .double(\.timing.duration))
        add("timeOffset", .number, .double(\.timing.timeOffset))
        add("repeatDuration", .number, .double(\.timing.repeatDuration))
        add("speed", .number, .float(\.timing.speed), isFloat: true)
        add("repeatCount", .number, .float(\.timing.repeatCount), isFloat: true)
        add("autoreverses", .bool, .flag(\.timing.autoreverses))
        add("fillMode", .string, .fillMode)
        return rows
    }()

    /// Returns the index of a key's row. Booleans have a second spelling, that of their Swift property.
    package static func index(forKey key: String) -> Int? { byKey[key == "isEnabled" ? "enabled" : key] }

    private static let byKey = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.key, $0) })

    static let filterNames = ["linear", "nearest", "trilinear"]
    static let particleTypeNames = ["sprite", "plane"]
    static let fillModeNames = ["removed", "forwards", "backwards", "both"]
}

extension EmitterCellSpec {
    package func value(_ property: EmitterCellProperty) -> PropertyValue? {
        switch property.storage {
        case .number(let path): .number(numbers[keyPath: path])
        case .double(let path): .number(self[keyPath: path])
        case .float(let path): .number(Double(self[keyPath: path]))
        case .flag(let path): .bool(self[keyPath: path])
        case .filter(let path): .string(EmitterCellProperty.filterNames[Int(self[keyPath: path].rawValue)])
        case .fillMode: .string(EmitterCellProperty.fillModeNames[Int(timing.fillMode.rawValue)])
        case .particleType: .string(EmitterCellProperty.particleTypeNames[Int(particleType.rawValue)])
        case .color: color.map { .color($0) }
        case .rect: .rect(contentsRect)
        case .contents: contents
        case .name: name.map { .string($0) }
        }
    }

    /// Sets a value. Nil is zero for numbers and structures, and nil for objects. Returns false, without a change, for a value of another
    /// kind.
    @discardableResult
    package mutating func setValue(_ value: PropertyValue?, _ property: EmitterCellProperty) -> Bool {
        var fitting = property.kind.zero
        if let value {
            guard let coerced = value.coerced(to: property.kind) else { return false }
            fitting = coerced
        }
        switch (property.storage, fitting) {
        case (.number(let path), .number(let n)?): numbers[keyPath: path] = n
        case (.double(let path), .number(let n)?): self[keyPath: path] = n
        case (.float(let path), .number(let n)?): self[keyPath: path] = Float(n)
        case (.flag(let path), .bool(let on)?): self[keyPath: path] = on
        // An unknown name is treated as the default.
        case (.filter(let path), .string(let s)?):
            self[keyPath: path] =
                EmitterCellProperty.filterNames.firstIndex(of: s).flatMap { ContentsFilter(rawValue: UInt8($0)) } ?? .linear
        case (.filter(let path), nil): self[keyPath: path] = .linear
        case (.fillMode, .string(let s)?):
            timing.fillMode = EmitterCellProperty.fillModeNames.firstIndex(of: s).flatMap { FillMode(rawValue: UInt8($0)) } ?? .removed
        case (.fillMode, nil): timing.fillMode = .removed
        // A point type is treated as a sprite.
        case (.particleType, .string(let s)?):
            particleType = EmitterCellProperty.particleTypeNames.firstIndex(of: s).flatMap { ParticleType(rawValue: UInt8($0)) } ?? .sprite
        case (.particleType, nil): particleType = .sprite
        case (.color, .color(let c)?): setColor(c)
        case (.color, nil): setColor(nil)
        case (.rect, .rect(let r)?): contentsRect = r
        case (.contents, _): contents = fitting
        case (.name, .string(let s)?): name = s
        case (.name, nil): name = nil
        default: return false
        }
        return true
    }

    package mutating func setColor(_ new: CGColor?) {
        color = new
        let rgba = new?.rgba ?? RGBA(1, 1, 1, 1)
        numbers.red = Double(rgba.x)
        numbers.green = Double(rgba.y)
        numbers.blue = Double(rgba.z)
        numbers.alpha = Double(rgba.w)
    }
}

/// The target of the key path `emitterCells.NAME.property` or `emitterCells.NAME.emitterCells.NAME.property`.
package struct EmitterCellPath: Hashable, Sendable {
    package let names: [String]
    private let index: UInt8

    package var property: EmitterCellProperty { EmitterCellProperty.rows[Int(index)] }

    /// Parses a key path. Returns nil if it is not a property of a cell. The second result is the rest of the path: the component of the
    /// value.
    /// - Parameter keys: the keys after the first `emitterCells`.
    package static func parse(_ keys: ArraySlice<String>) -> (path: EmitterCellPath, rest: ArraySlice<String>)? {
        var keys = keys
        var names: [String] = []
        while let name = keys.popFirst(), !name.isEmpty, names.count < 32 {
            names.append(name)
            guard let key = keys.popFirst() else { return nil }
            if key == "emitterCells" { continue }
            guard let index = EmitterCellProperty.index(forKey: key) else { return nil }
            return (EmitterCellPath(names: names, index: UInt8(index)), keys)
        }
        return nil
    }

    private init(names: [String], index: UInt8) { self.names = names; self.index = index }

    package func value(in cells: [EmitterCellSpec]?) -> PropertyValue? {
        var cells = cells ?? []
        for name in names.dropLast() {
            guard let cell = cells.first(where: { $0.name == name }) else { return nil }
            cells = cell.cells
        }
        return cells.first { $0.name == names.last }?.value(property)
    }

    /// Returns whether there is a cell for each name.
    package func leadsSomewhere(in cells: [EmitterCellSpec]?) -> Bool {
        var cells = cells ?? []
        for name in names {
            guard let cell = cells.first(where: { $0.name == name }) else { return false }
            cells = cell.cells
        }
        return true
    }

    @discardableResult
    package func set(_ value: PropertyValue?, in cells: inout [EmitterCellSpec]) -> Bool { set(value, in: &cells, names[...]) }

    private func set(_ value: PropertyValue?, in cells: inout [EmitterCellSpec], _ names: ArraySlice<String>) -> Bool {
        guard let name = names.first, let i = cells.firstIndex(where: { $0.name == name }) else { return false }
        return names.count == 1 ? cells[i].setValue(value, property) : set(value, in: &cells[i].cells, names.dropFirst())
    }
}
