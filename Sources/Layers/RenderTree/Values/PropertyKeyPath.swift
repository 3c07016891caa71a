import AgateDiagnostics
import CoreGraphics

/// A parsed key path of a layer: a property of the table or a key that only key-value access uses, and optionally a component of its
/// value.
package struct PropertyKeyPath: Hashable, Sendable {
    package enum Root: Hashable, Sendable {
        case property(LayerProperty)
        /// A property of a cell of an emitter layer.
        case emitterCell(EmitterCellPath)
        /// An input of a behaviour of an emitter layer.
        case emitterBehavior(EmitterBehaviorPath)
        /// A value of one of the layer's filters.
        case filter(FilterPath)
        case custom(String)
    }
    package let root: Root
    package let subPath: SubPath?

    package init(root: Root, subPath: SubPath? = nil) { self.root = root; self.subPath = subPath }

    /// Parses a key path. Returns nil if it is empty, or if its first key is in the table and has no such component.
    package init?(_ keyPath: String, of layerClass: LayerClass) {
        guard !keyPath.isEmpty else { return nil }
        if let known = KnownKeyPaths.find(keyPath, layerClass) {
            self = known
            return
        }
        guard let parsed = PropertyKeyPath(parsing: keyPath, of: layerClass) else { return nil }
        self = parsed
        KnownKeyPaths.keep(keyPath, layerClass, parsed)
    }

    private init?(parsing keyPath: String, of layerClass: LayerClass) {
        if let property = PropertyTable.property(forKey: keyPath, of: layerClass) {
            self.init(root: .property(property))
            return
        }
        guard let dot = keyPath.firstDot else {
            self.init(root: .custom(keyPath))
            return
        }
        let head = String(keyPath[..<dot]), tail = String(keyPath[keyPath.index(after: dot)...])
        if layerClass == .emitter, head == "emitterCells" {
            let keys = tail.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard let (path, rest) = EmitterCellPath.parse(keys[...]) else { return nil }
            if rest.isEmpty {
                self.init(root: .emitterCell(path))
            } else {
                guard let subPath = SubPath(rest.joined(separator: "."), of: path.property.kind) else { return nil }
                self.init(root: .emitterCell(path), subPath: subPath)
            }
        } else if layerClass == .emitter, head == "emitterBehaviors" {
            let keys = tail.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard let (path, rest) = EmitterBehaviorPath.parse(keys[...]) else { return nil }
            if rest.isEmpty {
                self.init(root: .emitterBehavior(path))
            } else {
                guard let subPath = SubPath(rest.joined(separator: "."), of: path.property.kind) else { return nil }
                self.init(root: .emitterBehavior(path), subPath: subPath)
            }
        } else if let path = FilterPath(head, tail) {
            self.init(root: .filter(path))
        } else if let property = PropertyTable.property(forKey: head, of: layerClass) {
            guard let subPath = SubPath(tail, of: property.kind) else { return nil }
            self.init(root: .property(property), subPath: subPath)
        } else if let subPath = SubPath(rawValue: tail), !head.isEmpty {
            self.init(root: .custom(head), subPath: subPath)
        } else {
            self.init(root: .custom(keyPath))
        }
    }

    /// The kind of the value that is read and written; nil for a custom key, which accepts any kind.
    package var kind: ValueKind? {
        if let subPath { return subPath.kind }
        switch root {
        case .property(let property): return property.kind
        case .emitterCell(let path): return path.property.kind
        case .emitterBehavior(let path): return path.property.kind
        case .filter(let path): return path.input.kind
        case .custom: return nil
        }
    }
}

/// A cache of parsed key paths, since few are in use at a time. Each key path has one place, and a new one replaces the previous one
/// there.
private enum KnownKeyPaths {
    private struct Known {
        let keyPath: String
        let layerClass: LayerClass
        let path: PropertyKeyPath
    }
    private static let places = Locked<ContiguousArray<Known?>>(ContiguousArray(repeating: nil, count: 128))

    private static func place(_ keyPath: String, _ layerClass: LayerClass) -> Int {
        var sum = UInt32(layerClass.rawValue)
        for byte in keyPath.utf8 { sum = sum &* 31 &+ UInt32(byte) }
        return Int(sum & 127)
    }

    static func find(_ keyPath: String, _ layerClass: LayerClass) -> PropertyKeyPath? {
        let place = place(keyPath, layerClass)
        return places.withLock { places in
            guard let known = places[place], known.layerClass == layerClass, known.keyPath == keyPath else { return nil }
            return known.path
        }
    }

    static func keep(_ keyPath: String, _ layerClass: LayerClass, _ path: PropertyKeyPath) {
        let place = place(keyPath, layerClass)
        places.withLock { $0[place] = Known(keyPath: keyPath, layerClass: layerClass, path: path) }
    }
}

extension LayerState {
    package func value(at path: PropertyKeyPath) -> PropertyValue? {
        let whole: PropertyValue? =
            switch path.root {
            case .property(let property): value(of: property)
            case .emitterCell(let path): path.value(in: objects.emitterCells)
            case .emitterBehavior(let path): path.value(in: objects.emitterBehaviors)
            case .filter(let path): value(at: path)
            case .custom(let key): objects.custom?[key]
            }
        guard let subPath = path.subPath else { return whole }
        return whole.flatMap { subPath.get($0, branch(at: path.root)) }
    }

    /// Sets the value at a key path. Returns false, without a change, if the value is of another kind.
    @discardableResult
    package mutating func setValue(_ value: PropertyValue?, at path: PropertyKeyPath) -> Bool {
        guard let subPath = path.subPath else { return setWhole(value, at: path.root) }
        var branch = branch(at: path.root)
        guard var whole = self.value(at: PropertyKeyPath(root: path.root)), subPath.set(value, in: &whole, &branch),
            setWhole(whole, at: path.root)
        else { return false }
        if case .property(let property) = path.root { values.setBranch(branch, of: property) }
        return true
    }

    private func branch(at root: PropertyKeyPath.Root) -> TransformBranch {
        if case .property(let property) = root { return values.branch(of: property) }
        return []
    }

    private mutating func setWhole(_ value: PropertyValue?, at root: PropertyKeyPath.Root) -> Bool {
        switch root {
        case .property(let property):
            return setValue(value, of: property)
        case .emitterCell(let path):
            guard path.leadsSomewhere(in: objects.emitterCells), var cells = objects.emitterCells else { return false }
            // Moved out, so that it is not copied.
            objects.emitterCells = nil
            defer { objects.emitterCells = cells }
            return path.set(value, in: &cells)
        case .emitterBehavior(let path):
            guard var behaviors = objects.emitterBehaviors else { return false }
            objects.emitterBehaviors = nil
            defer { objects.emitterBehaviors = behaviors }
            return path.set(value, in: &behaviors)
        case .filter(let path):
            return setValue(value, at: path)
        case .custom(let key):
            if value == nil {
                if objects.custom?[key] != nil { objects.custom?[key] = nil }
            } else if objects.custom == nil {
                objects.custom = [key: value!]
            } else {
                objects.custom?[key] = value
            }
            return true
        }
    }
}
