import Foundation

/// What an observer wants to be given.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The value before the change.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// One call at once, inside the call that begins the observation.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// One more call before each change.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// A kind of change.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1, insertion, removal, replacement
}

/// A key of the dictionary that describes a change.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// A change of an observed value.
public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange
    /// How it changed; collections are replaced as a whole, so always `.setting`.
    public let kind: Kind
    /// The new value, where it was asked for. Nil before a change.
    public let newValue: Value?
    /// The old value, where it was asked for.
    public let oldValue: Value?
    /// Always nil.
    public let indexes: IndexSet?
    /// Whether the change is still to come.
    public let isPrior: Bool
}

/// An observation, which ends when nobody keeps this any more, or by `invalidate()`.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    // Unchecked: an observation may be ended from any thread, and locks for it.
    private let observation: PathObservation

    init(_ observation: PathObservation) {
        self.observation = observation
        super.init()
    }

    /// Ends it. Nothing is called any more, not even for a change under way.
    public func invalidate() { observation.stop() }

    deinit { observation.stop() }
}

/// An object that observes key paths of others by `addObserver(_:forKeyPath:options:context:)`. On Apple's systems every object has this
/// method; `agate build` adds the conformance to classes that override it.
public protocol KeyValueObserver: AnyObject {
    /// Called for each change of what the object observes, on the thread that makes it.
    func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?)
}

/// An object that reads and sets its properties by name.
public protocol KeyValueCoding: AnyObject {
    /// The value of a property; nil where there is none of that name, or its value is nil.
    func value(forKey key: String) -> Any?
    /// Sets a property.
    func setValue(_ value: Any?, forKey key: String)
    /// The value at the end of a path of properties. By default one property after the other; layers find parts of structures, too.
    func value(forKeyPath keyPath: String) -> Any?
    /// Sets the property at the end of a path.
    func setValue(_ value: Any?, forKeyPath keyPath: String)
}

/// An object whose values live, or change, elsewhere too.
package protocol ObservationSource: NSObject {
    /// The keys of objects whose changes are changes of this object's key; the key itself need not be among them.
    func keysAffecting(_ key: String) -> [(object: NSObject, key: String)]
    /// Somebody began to observe the object, or the last one stopped; ``KeyValueChanges/isObserved(_:)`` answers which. Called without a
    /// lock, on any thread, and late where threads do both at once.
    func observationChanged()
}
