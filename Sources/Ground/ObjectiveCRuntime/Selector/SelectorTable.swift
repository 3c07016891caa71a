import AgateDiagnostics

/// A class with methods that programs call by names alone.
package protocol SelectorSource: AnyObject {
    /// Registers the methods of the names.
    static func registerSelectors()
}

/// The methods of selectors, by name and class, for the whole process. No lock is held during a call.
enum SelectorTable {
    typealias Call = (AnyObject, SelectorArguments) throws -> Any?

    /// Unchecked: the closure of a #selector captures only types.
    private struct Entry: @unchecked Sendable { let call: Call }

    private struct Methods {
        var byClass: [ObjectIdentifier: Entry] = [:]
        /// The methods of protocols and of classes' own types, which are not in a class chain.
        var others: [(type: ObjectIdentifier, isOf: @Sendable (AnyObject) -> Bool, entry: Entry)] = []
    }

    private static let methods = Locked<[String: Methods]>([:])

    static func add<Target, Result>(
        _ name: String, _ type: Target.Type, _ call: @escaping @MainActor (Target, SelectorArguments) throws -> Result
    ) {
        let id = ObjectIdentifier(type)
        let isClass = type is AnyClass
        let isNew = methods.withLock { methods -> Bool in
            guard let known = methods[name] else { return true }
            return isClass ? known.byClass[id] == nil : !known.others.contains { $0.type == id }
        }
        guard isNew else { return }
        // The selector is performed on any thread, as in Objective-C. The isolation only determines for the compiler which methods the
        // closure may call.
        let plain = unsafeBitCast(call, to: ((Target, SelectorArguments) throws -> Result).self)
        let entry = Entry { target, arguments in
            guard let target = target as? Target else { return nil }
            let result = try plain(target, arguments)
            return result is Void ? nil : result
        }
        methods.withLock { methods in
            if isClass {
                methods[name, default: Methods()].byClass[id] = entry
            } else {
                methods[name, default: Methods()].others.append((id, { $0 is Target }, entry))
            }
        }
    }

    private static let sources = Locked<Set<ObjectIdentifier>>([])

    /// Returns the method that a name calls on an object: the method of its class or of the nearest superclass that has one.
    static func call(_ name: String, _ target: AnyObject) -> Call? {
        if let call = find(name, target) { return call }
        if SelectorLists.register(for: (target as? AnyClass) ?? type(of: target)), let call = find(name, target) { return call }
        // Classes that register their own methods do so on the first lookup.
        let type =
            (target as? any SelectorSource).map { Swift.type(of: $0) as any SelectorSource.Type } ?? target as? any SelectorSource.Type
        guard let type, sources.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { return nil }
        type.registerSelectors()
        return find(name, target)
    }

    private static func find(_ name: String, _ target: AnyObject) -> Call? {
        guard let known = methods.withLock({ $0[name] }) else { return nil }
        var next: AnyClass? = type(of: target)
        while let type = next {
            if let entry = known.byClass[ObjectIdentifier(type)] { return entry.call }
            next = _getSuperclass(type)
        }
        return known.others.first { $0.isOf(target) }?.entry.call
    }

    /// Returns whether objects of a class have a method of a name.
    static func has(_ name: String, _ type: AnyClass) -> Bool {
        if isKnown(name, type) { return true }
        return SelectorLists.register(for: type) && isKnown(name, type)
    }

    private static func isKnown(_ name: String, _ type: AnyClass) -> Bool {
        guard let known = methods.withLock({ $0[name] }) else { return false }
        var next: AnyClass? = type
        while let type = next {
            if known.byClass[ObjectIdentifier(type)] != nil { return true }
            next = _getSuperclass(type)
        }
        return false
    }
}
