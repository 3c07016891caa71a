import AgateDiagnostics
import Foundation

/// The names of key paths. Swift's key paths have no names on Linux, so the source code registers the names.
package enum KeyPathNames {
    private struct Table {
        var names: [Named: String] = [:]
        var paths: [String: [Named]] = [:]
    }
    /// Unchecked: key paths are immutable.
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

    /// Returns the key paths that were registered under a name, of any type.
    static func paths(_ name: String) -> [AnyKeyPath] { table.withLock { $0.paths[name] ?? [] }.map(\.path) }

    /// Returns the other spelling of a Boolean property's name: `hidden` in Objective-C, `isHidden` in Swift.
    package static func otherSpelling(_ key: String) -> String? {
        if key.hasPrefix("is"), let first = key.dropFirst(2).first, first.isUppercase { return first.lowercased() + key.dropFirst(3) }
        guard let first = key.first, first.isLowercase else { return nil }
        return "is" + first.uppercased() + key.dropFirst()
    }
}

/// Registers the name of a key path and returns the key path. `agate build` inserts this call around literals that are passed to
/// `observe`.
/// - Parameters:
///   - path: a key path literal.
///   - name: its properties, separated by dots.
public func keyPathNamed<Root, Value>(_ path: KeyPath<Root, Value>, _ name: String) -> KeyPath<Root, Value> {
    KeyPathNames.add(path, name)
    return path
}

/// Registers the name of a writable key path and returns the key path.
public func keyPathNamed<Root, Value>(_ path: WritableKeyPath<Root, Value>, _ name: String) -> WritableKeyPath<Root, Value> {
    KeyPathNames.add(path, name)
    return path
}

/// Registers the name of a key path that is writable in an object and returns the key path.
public func keyPathNamed<Root, Value>(_ path: ReferenceWritableKeyPath<Root, Value>, _ name: String) -> ReferenceWritableKeyPath<
    Root, Value
> {
    KeyPathNames.add(path, name)
    return path
}

/// Registers the name of a key path and returns the name. `#keyPath` is lowered to this call.
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

/// Key-value coding as far as Linux supports it: objects that implement it themselves, and properties whose key paths have names.
extension ObjectiveCObject {
    /// Returns the value of a property by its name: of a layer, a view, or a property with a `#keyPath` or an observed key path. Nil for
    /// others.
    public func value(forKey key: String) -> Any? { KeyValueAccess.value(of: self, key) }

    /// Returns the value at the end of a path of properties.
    public func value(forKeyPath keyPath: String) -> Any? { KeyValueAccess.value(of: self, path: keyPath) }

    /// Sets a property by its name. Reports a diagnostic if it can't be set.
    public func setValue(_ value: Any?, forKey key: String) { KeyValueAccess.set(value, of: self, key) }

    /// Sets the property at the end of a path.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) { KeyValueAccess.set(value, of: self, path: keyPath) }
}

/// Reads and sets properties by name.
package enum KeyValueAccess {
    static func value(of object: NSObject, _ key: String) -> Any? {
        if let coding = object as? any KeyValueCoding { return coding.value(forKey: key) }
        return named(object, key)
    }

    /// Returns the value of a key path with the name.
    package static func named(_ object: NSObject, _ name: String) -> Any? {
        for spelling in [name, KeyPathNames.otherSpelling(name)].compactMap({ $0 }) {
            for path in KeyPathNames.paths(spelling) {
                if let value = (object as Any)[keyPath: path] { return withoutOptional(value) }
            }
        }
        return nil
    }

    /// Sets the value of a key path with the name. Returns false if there is none that can be set.
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
