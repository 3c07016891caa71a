import Foundation

/// A set that may hold its objects weakly. Deallocated objects leave the set. It is not thread-safe, as Apple's.
open class NSHashTable<ObjectType: AnyObject>: NSObject, NSCopying {
    public typealias Options = NSPointerFunctions.Options
    private struct Held {
        let object: HeldObject
        let number: Int
    }

    private let options: Options
    private var held: [Int: [Held]] = [:]
    private var lastNumber = 0
    /// The size at which deallocated objects are next removed: twice the number of objects after the last removal.
    private var nextSweep = 32

    /// Creates an empty table.
    public init(options: Options = [], capacity initialCapacity: Int = 0) { self.options = options }

    /// Creates a table that does not retain its objects.
    open class func weakObjects() -> NSHashTable<ObjectType> { NSHashTable(options: .weakMemory) }

    private func index(_ object: AnyObject, _ hash: Int) -> Int? {
        held[hash]?.firstIndex { entry in entry.object.object.map { HeldObject.areEqual($0, object, options) } ?? false }
    }

    /// Adds an object, unless an equal one is present.
    open func add(_ object: ObjectType?) {
        guard let object else { return }
        let hash = HeldObject.hash(object, options)
        guard index(object, hash) == nil else { return }
        lastNumber += 1
        held[hash, default: []].append(Held(object: HeldObject(object, options), number: lastNumber))
        if held.count >= nextSweep { sweep() }
    }

    /// Removes an object.
    open func remove(_ object: ObjectType?) {
        guard let object else { return }
        let hash = HeldObject.hash(object, options)
        guard let index = index(object, hash) else { return }
        held[hash]?.remove(at: index)
        if held[hash]?.isEmpty == true { held[hash] = nil }
    }

    /// Removes all objects.
    open func removeAllObjects() { held = [:] }

    private func sweep() {
        for (hash, list) in held {
            let there = list.filter { $0.object.object != nil }
            if there.count < list.count { held[hash] = there.isEmpty ? nil : there }
        }
        nextSweep = max(32, held.count * 2)
    }

    /// The objects, in the order in which they were added.
    open var allObjects: [ObjectType] {
        var found: [(number: Int, object: ObjectType)] = []
        for list in held.values {
            for entry in list { if let object = entry.object.object as? ObjectType { found.append((entry.number, object)) } }
        }
        found.sort { $0.number < $1.number }
        return found.map(\.object)
    }

    /// The number of objects.
    open var count: Int { held.values.reduce(0) { $0 + $1.count { $0.object.object != nil } } }
    /// One of the objects.
    open var anyObject: ObjectType? { allObjects.first }
    /// The objects as a set.
    open var setRepresentation: Set<AnyHashable> { Set(allObjects.compactMap { ($0 as? NSObject).map(AnyHashable.init) }) }

    /// Returns whether an equal object is present.
    open func contains(_ anObject: ObjectType?) -> Bool { member(anObject) != nil }

    /// Returns the object that is equal to a given one.
    open func member(_ object: ObjectType?) -> ObjectType? {
        guard let object else { return nil }
        let hash = HeldObject.hash(object, options)
        return index(object, hash).flatMap { held[hash]?[$0].object.object as? ObjectType }
    }

    /// Returns an enumerator of the current objects.
    open func objectEnumerator() -> NSEnumerator { ObjectEnumerator(allObjects) }

    /// Adds the objects of another table.
    open func union(_ other: NSHashTable<ObjectType>) { for object in other.allObjects { add(object) } }
    /// Removes the objects of another table.
    open func minus(_ other: NSHashTable<ObjectType>) { for object in other.allObjects { remove(object) } }
    /// Removes all objects that are not in another table.
    open func intersect(_ other: NSHashTable<ObjectType>) { for object in allObjects where !other.contains(object) { remove(object) } }
    /// Returns whether another table contains all objects.
    open func isSubset(of other: NSHashTable<ObjectType>) -> Bool { allObjects.allSatisfy { other.contains($0) } }
    /// Returns whether another table contains at least one of the objects.
    open func intersects(_ other: NSHashTable<ObjectType>) -> Bool { allObjects.contains { other.contains($0) } }

    /// Returns a table of the same objects, of any class. Objective-C's table has no type at run time, and programs cast the copy to
    /// `NSHashTable<AnyObject>`.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSHashTable<AnyObject>(options: options)
        for object in allObjects { copy.add(object) }
        return copy
    }
}
