import AgateDiagnostics
import Foundation

/// What key paths are called. Swift's know no names on Linux; they are given by who writes them down.
package enum KeyPathNames {
    private struct Table {
        var names: [Named: String] = [:]
        var paths: [String: [Named]] = [:]
    }
    /// Key paths are immutable.
    private struct Named: @unchecked Sendable, Hashable { let path: AnyKeyPath }
    private static let table = Locked(Table())

    package static func add(_ path: AnyKeyPath, _ name: String) {
        let key = Named(path: path)
        table.withLock { table in
            guard table.names.updateValue(name, forKey: key) == nil else { return }
            table.paths[name, default: []].append(key)
        }
    }

    package static func name(of path: AnyKeyPath) -> String? { table.withLock { $0.names[Named(path: path)] } }

    /// The key paths that were registered under a name, of whatever type.
    static func paths(_ name: String) -> [AnyKeyPath] { table.withLock { $0.paths[name] ?? [] }.map(\.path) }

    /// A Boolean's property has two names: `hidden` in Objective-C, `isHidden` in Swift.
    package static func otherSpelling(_ key: String) -> String? {
        if key.hasPrefix("is"), let first = key.dropFirst(2).first, first.isUppercase { return first.lowercased() + key.dropFirst(3) }
        guard let first = key.first, first.isLowercase else { return nil }
        return "is" + first.uppercased() + key.dropFirst()
    }
}

/// Gives a key path back after its name is known. `agate build` puts it around the literals that are given to `observe`.
/// - Parameters:
///   - path: a key path literal.
///   - name: its properties, with dots between them.
public func keyPathNamed<Root, Value>(_ path: KeyPath<Root, Value>, _ name: String) -> KeyPath<Root, Value> {
    KeyPathNames.add(path, name)
    return path
}

/// The same for what can be set.
public func keyPathNamed<Root, Value>(_ path: WritableKeyPath<Root, Value>, _ name: String) -> WritableKeyPath<Root, Value> {
    KeyPathNames.add(path, name)
    return path
}

/// The same for what can be set in an object.
public func keyPathNamed<Root, Value>(_ path: ReferenceWritableKeyPath<Root, Value>, _ name: String) -> ReferenceWritableKeyPath<
    Root, Value
> {
    KeyPathNames.add(path, name)
    return path
}

/// The name of a key path, which is known from now on: what `#keyPath` becomes.
public func keyPathName<Root, Value>(_ path: KeyPath<Root, Value>, _ name: String) -> String {
    KeyPathNames.add(path, name)
    return name
}

/// A key path that sets a value of any type.
protocol SettableKeyPath {
    func set(_ value: Any?, in object: AnyObject) -> Bool
}

extension ReferenceWritableKeyPath: SettableKeyPath {
    func set(_ value: Any?, in object: AnyObject) -> Bool {
        guard let root = object as? Root, let value = bridgedCast(value, to: Value.self) else { return false }
        root[keyPath: self] = value
        return true
    }
}

/// Key-value coding as far as it is real on Linux: objects that do it by themselves, and properties whose key paths have names.
extension ObjectiveCObject {
    /// The value of a property by its name: of a layer, a view, or one that a `#keyPath` or an observed key path names. Nil for others.
    public func value(forKey key: String) -> Any? { KeyValueAccess.value(of: self, key) }

    /// The value at the end of a path of properties.
    public func value(forKeyPath keyPath: String) -> Any? { KeyValueAccess.value(of: self, path: keyPath) }

    /// Sets a property by its name. A diagnostic where that can't be done.
    public func setValue(_ value: Any?, forKey key: String) { KeyValueAccess.set(value, of: self, key) }

    /// Sets the property at the end of a path.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) { KeyValueAccess.set(value, of: self, path: keyPath) }
}

/// Reading and setting by name.
package enum KeyValueAccess {
    static func value(of object: NSObject, _ key: String) -> Any? {
        if let coding = object as? any KeyValueCoding { return coding.value(forKey: key) }
        return named(object, key)
    }

    /// By a key path that has the name.
    package static func named(_ object: NSObject, _ name: String) -> Any? {
        for spelling in [name, KeyPathNames.otherSpelling(name)].compactMap({ $0 }) {
            for path in KeyPathNames.paths(spelling) {
                if let value = (object as Any)[keyPath: path] { return withoutOptional(value) }
            }
        }
        return nil
    }

    /// Sets by a key path that has the name. False where there is none that can.
    package static func setNamed(_ value: Any?, of object: NSObject, _ name: String) -> Bool {
        for spelling in [name, KeyPathNames.otherSpelling(name)].compactMap({ $0 }) {
            for path in KeyPathNames.paths(spelling) {
                if let settable = path as? any SettableKeyPath, settable.set(value, in: object) { return true }
            }
        }
        return false
    }

    static func value(of object: NSObject, path: String) -> Any? {
        guard let dot = path.firstIndex(of: ".") else { return value(of: object, path) }
        if let whole = named(object, path) { return whole }
        guard let next = value(of: object, String(path[..<dot])) else { return nil }
        let rest = String(path[path.index(after: dot)...])
        if let next = next as? any KeyValueCoding { return next.value(forKeyPath: rest) }
        if let next = next as? NSObject { return value(of: next, path: rest) }
        return nil
    }

    static func set(_ value: Any?, of object: NSObject, _ key: String) {
        if let coding = object as? any KeyValueCoding { return coding.setValue(value, forKey: key) }
        if !setNamed(value, of: object, key) { unknown(object, key) }
    }

    static func set(_ value: Any?, of object: NSObject, path: String) {
        guard let dot = path.firstIndex(of: ".") else { return set(value, of: object, path) }
        if setNamed(value, of: object, path) { return }
        guard let next = self.value(of: object, String(path[..<dot])) as? NSObject else { return unknown(object, path) }
        let rest = String(path[path.index(after: dot)...])
        if let next = next as? any KeyValueCoding { return next.setValue(value, forKeyPath: rest) }
        set(value, of: next, path: rest)
    }

    package static func unknown(_ object: NSObject, _ key: String) {
        Diagnostic.reportOnce(
            "kvc.unknown-key", key: "\(type(of: object)).\(key)",
            "\(type(of: object)) can't set \"\(key)\" by name: properties can't be looked up by name on Linux"
        )
    }
}
