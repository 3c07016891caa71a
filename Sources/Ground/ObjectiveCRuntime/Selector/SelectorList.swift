import AgateDiagnostics

/// The methods of a class that Objective-C would find by name, as `agate build` writes them into lowered sources:
///
///     extension Board {
///         enum _0_0: SelectorList {
///             static func register() { _ = Selector("spark", of: Board.self) { target, _ in target.spark() } }
///         }
///     }
///
/// A class has a list for each of its files, `_0_0`, `_0_1` and so on. They are found by these names when a selector of the class is looked
/// up that is not known, so that a program that looks up none runs none of them.
public protocol SelectorList {
    /// Registers the methods, by creating their selectors.
    static func register()
}

/// Finds the lists of classes, each class once.
enum SelectorLists {
    private static let asked = Locked<Set<ObjectIdentifier>>([])

    /// Registers the lists of a class and its superclasses that were not registered before. A lock is held meanwhile, so that another
    /// thread that looks up the same class finds all of it; a list runs no code of the client.
    /// - Returns: true if there was one.
    static func register(for type: AnyClass) -> Bool {
        asked.withLock { asked in
            var isFound = false
            var next: AnyClass? = type
            while let current = next {
                next = _getSuperclass(current)
                guard asked.insert(ObjectIdentifier(current)).inserted, let name = _mangledTypeName(current) else { continue }
                var number = 0
                // The mangled name of an enum in the class: the length of its name, the name, and O.
                while let list = _typeByName("\(name)\(3 + "\(number)".count)_0_\(number)O") as? any SelectorList.Type {
                    list.register()
                    isFound = true
                    number += 1
                }
            }
            return isFound
        }
    }
}
