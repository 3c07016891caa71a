import Foundation

/// The messages that a class of unknown kind understands on Apple's systems, where every class is an object:
/// `type?.superclass()`, `type.responds(to: selector)`. `agate build` puts values of type `AnyClass` into it before their members.
public struct ClassMessages {
    private let type: AnyClass

    /// Creates the messages of a class.
    public init(_ type: AnyClass) { self.type = type }

    /// Creates the messages of a class, or returns nil.
    public init?(_ type: AnyClass?) {
        guard let type else { return nil }
        self.type = type
    }

    /// Returns the class above; nil for one without.
    public func superclass() -> AnyClass? { _getSuperclass(type) }

    /// Returns whether the class is another one or below it.
    public func isSubclass(of other: AnyClass) -> Bool {
        var next: AnyClass? = type
        while let current = next {
            if current === other { return true }
            next = _getSuperclass(current)
        }
        return false
    }

    /// Returns whether the class itself has a method of that name, as far as it is registered.
    public func responds(to selector: Selector!) -> Bool { selector?.isKnown(to: type as AnyObject) ?? false }

    /// Returns whether objects of the class have a method of that name, as far as it is registered.
    public func instancesRespond(to selector: Selector!) -> Bool { selector.map { SelectorTable.has("\($0)", type) } ?? false }

    /// Calls a method of the class by its name.
    @discardableResult
    public func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! { unmanaged(selector.send(to: type as AnyObject)) }

    /// Calls a method of the class by its name, with one argument.
    @discardableResult
    public func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
        unmanaged(selector.send(to: type as AnyObject, [object]))
    }

    /// Calls a method of the class by its name, with two arguments.
    @discardableResult
    public func perform(_ selector: Selector!, with object1: Any!, with object2: Any!) -> Unmanaged<AnyObject>! {
        unmanaged(selector.send(to: type as AnyObject, [object1, object2]))
    }

    /// Returns the name of the class with that of its module, as Apple's runtime has it for Swift's classes.
    public func description() -> String { nameOfClass(type) }

    /// Returns the name of the class with that of its module.
    public func debugDescription() -> String { nameOfClass(type) }

    /// Returns a number that is equal for the same class.
    public func hash() -> Int { ObjectIdentifier(type).hashValue }

    /// Returns whether another object is the same class.
    public func isEqual(_ object: Any?) -> Bool { (object as? AnyClass).map { $0 === type } ?? false }
}
