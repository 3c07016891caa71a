import AgateDiagnostics

/// What stands for a class where an object is wanted: a class is none on Linux, and each time it is made one it is another.
final class ClassStandIn: Sendable {
    private static let all = Locked<[ObjectIdentifier: ClassStandIn]>([:])

    /// The object itself, or the one that stands for a class.
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
