import Foundation

/// The values and calls that an observer requests.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The value before the change.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// One call immediately, during the call that begins the observation.
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
    /// The kind of the change. Collections are replaced as a whole, so the value is always `.setting`.
    public let kind: Kind
    /// The new value, if it was requested. Nil before a change.
    public let newValue: Value?
    /// The old value, if it was requested.
    public let oldValue: Value?
    /// Always nil.
    public let indexes: IndexSet?
    /// True if the change has not happened yet.
    public let isPrior: Bool
}

/// An observation. It ends when this object is deallocated, or by `invalidate()`.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    // Unchecked: an observation may be ended from any thread, and takes a lock.
    private let observation: PathObservation

    init(_ observation: PathObservation) {
        self.observation = observation
        super.init()
    }

    /// Ends the observation. Nothing is called any more, not even for a change in progress.
    public func invalidate() { observation.stop() }

    deinit { observation.stop() }
}

/// An object that observes key paths of others by `addObserver(_:forKeyPath:options:context:)`. On Apple's systems every object has this
/// method. `agate build` adds the conformance to classes that override it.
public protocol KeyValueObserver: AnyObject {
    /// Called for each change of an observed value, on the thread that makes the change.
    func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?)
}

/// An object that reads and sets its properties by name.
public protocol KeyValueCoding: AnyObject {
    /// Returns the value of a property, or nil if there is no property of that name or its value is nil.
    func value(forKey key: String) -> Any?
    /// Sets a property.
    func setValue(_ value: Any?, forKey key: String)
    /// Returns the value at the end of a path of properties. By default each property is read in turn. Layers find parts of structures,
    /// too.
    func value(forKeyPath keyPath: String) -> Any?
    /// Sets the property at the end of a path.
    func setValue(_ value: Any?, forKeyPath keyPath: String)
}

/// An object whose values are also stored, or change, in other objects.
package protocol ObservationSource: NSObject {
    /// Returns the keys of objects whose changes are changes of this object's key. The key itself need not be among them.
    func keysAffecting(_ key: String) -> [(object: NSObject, key: String)]
    /// Called when the first observation of the object began, or the last one ended. ``KeyValueChanges/isObserved(_:)`` returns the
    /// current state. Called without a lock, on any thread, and with a delay if threads do both at once.
    func observationChanged()
}
