import Foundation

/// A set that may hold its objects without keeping them; they leave it when they go. Not safe for several threads at once, as Apple's.
open class NSHashTable<ObjectType: AnyObject>: NSObject, NSCopying {
    public typealias Options = NSPointerFunctions.Options
    private struct Held {
        let object: HeldObject
        let number: Int
    }

    private let options: Options
    private var held: [Int: [Held]] = [:]
    private var lastNumber = 0
    /// Objects that are gone are looked for when the table has twice as many as at the last time.
    private var nextSweep = 32

    /// An empty table.
    public init(options: Options = [], capacity initialCapacity: Int = 0) { self.options = options }

    /// Does not keep its objects.
    open class func weakObjects() -> NSHashTable<ObjectType> { NSHashTable(options: .weakMemory) }

    private func index(_ object: AnyObject, _ hash: Int) -> Int? {
        held[hash]?.firstIndex { entry in entry.object.object.map { HeldObject.areEqual($0, object, options) } ?? false }
    }

    /// Adds an object, if no equal one is there.
    open func add(_ object: ObjectType?) {
        guard let object else { return }
        let hash = HeldObject.hash(object, options)
        guard index(object, hash) == nil else { return }
        lastNumber += 1
        held[hash, default: []].append(Held(object: HeldObject(object, options), number: lastNumber))
        if held.count >= nextSweep { sweep() }
    }

    /// Takes an object away.
    open func remove(_ object: ObjectType?) {
        guard let object else { return }
        let hash = HeldObject.hash(object, options)
        guard let index = index(object, hash) else { return }
        held[hash]?.remove(at: index)
        if held[hash]?.isEmpty == true { held[hash] = nil }
    }

    /// Takes everything away.
    open func removeAllObjects() { held = [:] }

    private func sweep() {
        for (hash, list) in held {
            let there = list.filter { $0.object.object != nil }
            if there.count < list.count { held[hash] = there.isEmpty ? nil : there }
        }
        nextSweep = max(32, held.count * 2)
    }

    /// Those that are there, in the order in which they were added.
    open var allObjects: [ObjectType] {
        var found: [(number: Int, object: ObjectType)] = []
        for list in held.values {
            for entry in list { if let object = entry.object.object as? ObjectType { found.append((entry.number, object)) } }
        }
        found.sort { $0.number < $1.number }
        return found.map(\.object)
    }

    /// How many are there.
    open var count: Int { held.values.reduce(0) { $0 + $1.count { $0.object.object != nil } } }
    /// Any of them.
    open var anyObject: ObjectType? { allObjects.first }
    /// All of them, as a set.
    open var setRepresentation: Set<AnyHashable> { Set(allObjects.compactMap { ($0 as? NSObject).map(AnyHashable.init) }) }

    /// Whether an equal object is there.
    open func contains(_ anObject: ObjectType?) -> Bool { member(anObject) != nil }

    /// The object that is equal to this one.
    open func member(_ object: ObjectType?) -> ObjectType? {
        guard let object else { return nil }
        let hash = HeldObject.hash(object, options)
        return index(object, hash).flatMap { held[hash]?[$0].object.object as? ObjectType }
    }

    /// One after another, as they are now.
    open func objectEnumerator() -> NSEnumerator { ObjectEnumerator(allObjects) }

    /// Adds another table's.
    open func union(_ other: NSHashTable<ObjectType>) { for object in other.allObjects { add(object) } }
    /// Takes another table's away.
    open func minus(_ other: NSHashTable<ObjectType>) { for object in other.allObjects { remove(object) } }
    /// Leaves only those that another table has.
    open func intersect(_ other: NSHashTable<ObjectType>) { for object in allObjects where !other.contains(object) { remove(object) } }
    /// Whether another table has all of them.
    open func isSubset(of other: NSHashTable<ObjectType>) -> Bool { allObjects.allSatisfy { other.contains($0) } }
    /// Whether another table has one of them.
    open func intersects(_ other: NSHashTable<ObjectType>) -> Bool { allObjects.contains { other.contains($0) } }

    /// A table of the same objects, of any class: Objective-C's has no type at run time, and programs cast the copy to
    /// `NSHashTable<AnyObject>`.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSHashTable<AnyObject>(options: options)
        for object in allObjects { copy.add(object) }
        return copy
    }
}
