import AgateDiagnostics

/// An object that represents a class where an object is required. On Linux a class is not an object, and each conversion of a class to an
/// object gives another object.
final class ClassStandIn: Sendable {
    private static let all = Locked<[ObjectIdentifier: ClassStandIn]>([:])

    /// Returns the object itself, or the object that represents a class.
    static func object(_ any: Any) -> AnyObject {
        guard let type = any as? AnyClass else { return any as AnyObject }
        return all.withLock { all in
            let id = ObjectIdentifier(type)
            if let known = all[id] { return known }
            let new = ClassStandIn()
            all[id] = new
            return new
        }
    }
}
