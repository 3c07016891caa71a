import CoreGraphics

/// Access to a state by table row.
extension LayerState {
    /// Returns the value of a property; nil for an object that is not set. For a colour that an animation wrote, returns a new one made
    /// from its RGBA.
    package func value(of property: LayerProperty) -> PropertyValue? { withUnsafePointer(to: self) { Self.value(of: property, in: $0) } }

    /// Returns the same of a state that is read in place. A copy would retain its objects.
    package static func value(of property: LayerProperty, in place: UnsafePointer<LayerState>) -> PropertyValue? {
        let plain = PropertyTable.plain[Int(property.rawValue)]
        if plain.offset >= 0 { return Self.plain(plain.kind, UnsafeRawPointer(place) + Int(plain.offset)) }
        return place.pointee.value(of: property.row)
    }

    private func value(of row: PropertyRow) -> PropertyValue? {
        switch row.storage {
        case .doubles(let offset, _):
            return withUnsafeBytes(of: values) { Self.plain(row.kind, $0.baseAddress! + offset) }
        case .extraDoubles(let offset, _):
            return withExtra { Self.plain(row.kind, $0 + offset) }
        case .float(let offset):
            return .number(Double(withUnsafeBytes(of: values) { $0.load(fromByteOffset: offset, as: Float.self) }))
        case .extraFloat(let offset):
            return .number(Double(withExtra { $0.load(fromByteOffset: offset, as: Float.self) }))
        case .flag(let flag):
            return .bool(values.flags.contains(flag))
        case .extraFlag(let offset):
            return .bool(withExtra { $0.load(fromByteOffset: offset, as: UInt8.self) } != 0)
        case .byte(let offset, let names):
            return Self.named(withUnsafeBytes(of: values) { $0.load(fromByteOffset: offset, as: UInt8.self) }, names)
        case .extraByte(let offset, let names):
            // Stored under the property's own key, which no custom value has.
            if objectsBox != nil, row.keepsUnknownNames, let unknown = objects.custom?[row.key] { return unknown }
            return Self.named(withExtra { $0.load(fromByteOffset: offset, as: UInt8.self) }, names)
        case .color(let offset, let has, let animated, let object):
            guard values.flags.contains(has) else { return nil }
            if !values.flags.contains(animated), let color = objects[keyPath: object] { return .color(color) }
            return .color(CGColor(rgba: withUnsafeBytes(of: values) { $0.load(fromByteOffset: offset, as: RGBA.self) }))
        case .extraColor(let offset, let has, let animated, let object):
            let extra = self.extra
            guard extra[keyPath: has] else { return nil }
            if !extra[keyPath: animated], let color = objects[keyPath: object] { return .color(color) }
            return .color(CGColor(rgba: withExtra { $0.load(fromByteOffset: offset, as: RGBA.self) }))
        case .path(let object): return objects[keyPath: object].map(PropertyValue.path)
        case .contents: return objects.contents
        case .colors(let object): return objects[keyPath: object].map(PropertyValue.colors)
        case .numbers(let object): return objects[keyPath: object].map(PropertyValue.numbers)
        case .string(let object): return objects[keyPath: object].map(PropertyValue.string)
        case .object(let object): return objects[keyPath: object].map(PropertyValue.object)
        case .objectList(let object): return objects[keyPath: object].map { .object(OpaqueObject($0)) }
        case .emitterCells: return objects.emitterCells.map { .object(OpaqueObject($0)) }
        case .emitterBehaviors: return objects.emitterBehaviors.map { .object(OpaqueObject($0)) }
        }
    }

    /// Sets a value as the program does, so that a colour's object, its RGBA and its flags are consistent. Nil is zero for numbers and
    /// structures (the identity for transforms), and nil for objects. Returns false, without a change, if the value is of another kind
    /// than the property.
    @discardableResult
    package mutating func setValue(_ value: PropertyValue?, of property: LayerProperty) -> Bool {
        let row = property.row
        var fitting = row.kind.zero
        if let value {
            guard let coerced = value.coerced(to: row.kind) else { return false }
            fitting = coerced
        }
        switch row.storage {
        case .doubles(let offset, _):
            guard let fitting else { return false }
            withUnsafeMutableBytes(of: &values) { Self.store(fitting, $0.baseAddress! + offset) }
            if row.kind == .transform { values.setBranch([], of: property) }
        case .extraDoubles(let offset, _):
            guard let fitting else { return false }
            withMutableExtra { Self.store(fitting, $0 + offset) }
            if row.kind == .transform { values.setBranch([], of: property) }
        case .float(let offset):
            guard case .number(let n)? = fitting else { return false }
            withUnsafeMutableBytes(of: &values) { $0.storeBytes(of: Float(n), toByteOffset: offset, as: Float.self) }
        case .extraFloat(let offset):
            guard case .number(let n)? = fitting else { return false }
            withMutableExtra { $0.storeBytes(of: Float(n), toByteOffset: offset, as: Float.self) }
        case .flag(let flag):
            guard case .bool(let on)? = fitting else { return false }
            if on { values.flags.insert(flag) } else { values.flags.remove(flag) }
        case .extraFlag(let offset):
            guard case .bool(let on)? = fitting else { return false }
            withMutableExtra { $0.storeBytes(of: on ? 1 : 0, toByteOffset: offset, as: UInt8.self) }
        case .byte(let offset, let names):
            guard let byte = Self.byte(fitting, names) else { return false }
            withUnsafeMutableBytes(of: &values) { $0.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
        case .extraByte(let offset, let names):
            let known = Self.byte(fitting, names), isKept = known == nil && row.keepsUnknownNames && fitting?.kind == .string
            guard let byte = isKept ? 0 : known else { return false }
            if isKept || objectsBox != nil && objects.custom?[row.key] != nil {
                var custom = objects.custom ?? [:]
                custom[row.key] = isKept ? fitting : nil
                objects.custom = custom.isEmpty ? nil : custom
            }
            withMutableExtra { $0.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
        case .color(let offset, let has, let animated, let object):
            let color = Self.color(fitting)
            values.flags.remove(animated)
            if color == nil { values.flags.remove(has) } else { values.flags.insert(has) }
            withUnsafeMutableBytes(of: &values) { $0.storeBytes(of: color?.rgba ?? .zero, toByteOffset: offset, as: RGBA.self) }
            if color != nil || objects[keyPath: object] != nil { objects[keyPath: object] = color }
        case .extraColor(let offset, let has, let animated, let object):
            let color = Self.color(fitting)
            extra[keyPath: animated] = false
            extra[keyPath: has] = color != nil
            withMutableExtra { $0.storeBytes(of: color?.rgba ?? .zero, toByteOffset: offset, as: RGBA.self) }
            if color != nil || objects[keyPath: object] != nil { objects[keyPath: object] = color }
        default:
            return setObject(fitting, row.storage)
        }
        return true
    }

    private mutating func setObject(_ value: PropertyValue?, _ storage: PropertyStorage) -> Bool {
        switch (storage, value) {
        case (.path(let object), .path(let path)?): objects[keyPath: object] = path
        case (.path(let object), nil): objects[keyPath: object] = nil
        case (.contents, _): objects.contents = value
        case (.colors(let object), .colors(let list)?): objects[keyPath: object] = list
        case (.colors(let object), nil): objects[keyPath: object] = nil
        case (.numbers(let object), .numbers(let list)?): objects[keyPath: object] = list
        case (.numbers(let object), nil): objects[keyPath: object] = nil
        case (.string(let object), .string(let s)?): objects[keyPath: object] = s
        case (.string(let object), nil): objects[keyPath: object] = nil
        case (.object(let object), .object(let o)?): objects[keyPath: object] = o.filter == nil ? OpaqueObject(filter: o.object) : o
        case (.object(let object), nil): objects[keyPath: object] = nil
        case (.objectList(let object), .object(let o)?):
            if let list = o.object as? [OpaqueObject] {
                objects[keyPath: object] = list
            } else if let list = o.object as? [Any] {
                objects[keyPath: object] = list.map { OpaqueObject(filter: $0) }
            } else {
                return false
            }
        case (.objectList(let object), nil): objects[keyPath: object] = nil
        case (.emitterCells, .object(let o)?):
            guard let cells = o.object as? [EmitterCellSpec] else { return false }
            objects.emitterCells = cells
        case (.emitterCells, nil): objects.emitterCells = nil
        case (.emitterBehaviors, .object(let o)?):
            guard let behaviors = o.object as? [EmitterBehaviorSpec] else { return false }
            objects.emitterBehaviors = behaviors
        case (.emitterBehaviors, nil): objects.emitterBehaviors = nil
        default: return false
        }
        return true
    }

    // MARK: Bytes

    func withExtra<R>(_ body: (UnsafeRawPointer) -> R) -> R {
        // Accessed by its address: states of other threads share the box, and an inout access would count as a write.
        let box = extraBox
        return withExtendedLifetime(box) { body(UnsafeRawPointer(box?.pointer ?? Self.defaultExtraPointer)) }
    }

    mutating func withMutableExtra<R>(_ body: (UnsafeMutableRawPointer) -> R) -> R {
        withUnsafeMutableBytes(of: &extra) { body($0.baseAddress!) }
    }

    private static func plain(_ kind: ValueKind, _ p: UnsafeRawPointer) -> PropertyValue? {
        switch kind {
        case .number: .number(p.load(as: Double.self))
        case .point: .point(p.load(as: CGPoint.self))
        case .size: .size(p.load(as: CGSize.self))
        case .rect: .rect(p.load(as: CGRect.self))
        case .transform: .transform(p.load(as: CATransform3D.self))
        default: nil
        }
    }

    private static func store(_ value: PropertyValue, _ p: UnsafeMutableRawPointer) {
        switch value {
        case .number(let v): p.storeBytes(of: v, as: Double.self)
        case .point(let v): p.storeBytes(of: v, as: CGPoint.self)
        case .size(let v): p.storeBytes(of: v, as: CGSize.self)
        case .rect(let v): p.storeBytes(of: v, as: CGRect.self)
        case .transform(let v): p.storeBytes(of: v, as: CATransform3D.self)
        default: break
        }
    }

    private static func named(_ byte: UInt8, _ names: [String]?) -> PropertyValue {
        guard let names else { return .number(Double(byte)) }
        return .string(Int(byte) < names.count ? names[Int(byte)] : names[0])
    }

    /// Returns the byte of a name; nil for an unknown name. A nil name is the first one, which is the default of every such property.
    private static func byte(_ value: PropertyValue?, _ names: [String]?) -> UInt8? {
        switch (value, names) {
        case (nil, .some): 0
        case (.string(let name)?, let names?): names.firstIndex(of: name).map(UInt8.init)
        case (.number(let n)?, nil) where n.isFinite: UInt8(truncatingIfNeeded: Int64(max(0, min(n, 4_294_967_295))))
        default: nil
        }
    }

    private static func color(_ value: PropertyValue?) -> CGColor? {
        if case .color(let color)? = value { return color }
        return nil
    }
}
