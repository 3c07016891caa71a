import AgateDiagnostics
import ObjectiveCRuntime

/// The Swift key paths of the layers' properties and the keys that they lead to: the one list behind `observe(\.x)` and `animate(\.x)`.
///
/// Swift cannot convert a key path to a name on Linux, and `\CAShapeLayer.opacity` is a different key path from `\CALayer.opacity`. The key
/// paths are therefore created once for each class that is used as a root, for that very class. `LayerKeyPaths+Lists.swift` lists them.
package enum LayerKeyPaths {
    /// Key paths consist of constants only, so nothing in them is shared.
    private struct Table: @unchecked Sendable { let keys: [AnyKeyPath: String] }
    private static let tables = Locked<[ObjectIdentifier: Table]>([:])

    /// Returns the key that a key path leads to, in the spelling of `PropertyTable`, or several keys with dots between them, such as
    /// `bounds.size.width`. Nil if the key path is not one of the listed ones of its root class.
    package static func key(of keyPath: AnyKeyPath) -> String? { keys(of: Swift.type(of: keyPath).rootType)[keyPath] }

    /// Returns the listed key paths of a class of layers, those of its superclasses included. Empty for any other type.
    ///
    /// Not inlined: where the optimizer sees the static type of a metatype, it takes that type for the root, even if the class is a
    /// subclass.
    @inline(never)
    package static func keys(of root: Any.Type) -> [AnyKeyPath: String] {
        let id = ObjectIdentifier(root)
        if let table = tables.withLock({ $0[id] }) { return table.keys }
        guard let layerRoot = root as? any LayerRoot.Type else { return [:] }
        // Created outside the lock. If two threads create one, the tables are equal.
        let table = Table(keys: KeyPathList.make(layerRoot))
        // Objects of other modules look key paths up by name, for example an observation of `bounds.size` by a string.
        for (path, key) in table.keys { KeyPathNames.add(path, key) }
        tables.withLock { $0[id] = table }
        return table.keys
    }
}
