import Foundation

/// A dictionary that may hold keys or values weakly. A pair leaves the table when either is deallocated. It is not thread-safe, as
/// Apple's.
open class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject, NSCopying {
    private struct Pair {
        let key: HeldObject
        var value: HeldObject
        let number: Int
    }

    private let keyOptions: NSPointerFunctions.Options
    private let valueOptions: NSPointerFunctions.Options
    private var pairs: [Int: [Pair]] = [:]
    private var lastNumber = 0
    /// The size at which pairs with a deallocated key or value are next removed: twice the number of pairs after the last removal.
    private var nextSweep = 32

    /// Creates an empty table.
    public init(
        keyOptions: NSPointerFunctions.Options = [], valueOptions: NSPointerFunctions.Options = [], capacity initialCapacity: Int = 0
    ) {
        self.keyOptions = keyOptions
        self.valueOptions = valueOptions
    }

    /// Creates a table that retains keys and values.
    open class func strongToStrongObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable() }
    /// Creates a table that retains values, as long as their keys exist.
    open class func weakToStrongObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable(keyOptions: .weakMemory) }
    /// Creates a table that retains keys, as long as their values exist.
    open class func strongToWeakObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable(valueOptions: .weakMemory) }
    /// Creates a table that retains neither keys nor values.
    open class func weakToWeakObjects() -> NSMapTable<KeyType, ObjectType> {
        NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory)
    }

    private func index(_ key: AnyObject, _ hash: Int) -> Int? {
        pairs[hash]?.firstIndex { pair in pair.key.object.map { HeldObject.areEqual($0, key, keyOptions) } ?? false }
    }

    /// Returns the value of a key.
    open func object(forKey aKey: KeyType?) -> ObjectType? {
        guard let aKey else { return nil }
        let hash = HeldObject.hash(aKey, keyOptions)
        return index(aKey, hash).flatMap { pairs[hash]?[$0].value.object as? ObjectType }
    }

    /// Sets the value of a key. Nil removes the key.
    open func setObject(_ anObject: ObjectType?, forKey aKey: KeyType?) {
        guard let aKey else { return }
        guard let anObject else { return removeObject(forKey: aKey) }
        let value = HeldObject(anObject, valueOptions), hash = HeldObject.hash(aKey, keyOptions)
        if let index = index(aKey, hash) {
            pairs[hash]?[index].value = value
            return
        }
        lastNumber += 1
        pairs[hash, default: []].append(Pair(key: HeldObject(aKey, keyOptions), value: value, number: lastNumber))
        if pairs.count >= nextSweep { sweep() }
    }

    /// Removes a key.
    open func removeObject(forKey aKey: KeyType?) {
        guard let aKey else { return }
        let hash = HeldObject.hash(aKey, keyOptions)
        guard let index = index(aKey, hash) else { return }
        pairs[hash]?.remove(at: index)
        if pairs[hash]?.isEmpty == true { pairs[hash] = nil }
    }

    /// Removes all pairs.
    open func removeAllObjects() { pairs = [:] }

    private func sweep() {
        for (hash, list) in pairs {
            let there = list.filter { $0.key.object != nil && $0.value.object != nil }
            if there.count < list.count { pairs[hash] = there.isEmpty ? nil : there }
        }
        nextSweep = max(32, pairs.count * 2)
    }

    /// The existing pairs, in the order in which they were added.
    private var there: [(key: AnyObject, value: AnyObject)] {
        var found: [(number: Int, key: AnyObject, value: AnyObject)] = []
        for list in pairs.values {
            for pair in list { if let key = pair.key.object, let value = pair.value.object { found.append((pair.number, key, value)) } }
        }
        found.sort { $0.number < $1.number }
        return found.map { ($0.key, $0.value) }
    }

    /// The number of pairs.
    open var count: Int { there.count }
    /// Returns an enumerator of the keys.
    open func keyEnumerator() -> NSEnumerator { ObjectEnumerator(there.map(\.key)) }
    /// Returns an enumerator of the values.
    open func objectEnumerator() -> NSEnumerator? { ObjectEnumerator(there.map(\.value)) }
    /// Returns a dictionary of the pairs with hashable keys.
    open func dictionaryRepresentation() -> [AnyHashable: ObjectType] {
        var dictionary: [AnyHashable: ObjectType] = [:]
        for pair in there { if let key = pair.key as? NSObject, let value = pair.value as? ObjectType { dictionary[key] = value } }
        return dictionary
    }

    /// Returns a table of the same pairs.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSMapTable<KeyType, ObjectType>(keyOptions: keyOptions, valueOptions: valueOptions)
        for pair in there { copy.setObject(pair.value as? ObjectType, forKey: pair.key as? KeyType) }
        return copy
    }
}
