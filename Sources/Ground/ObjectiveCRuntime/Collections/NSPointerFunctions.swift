import Foundation

/// The way in which a hash or map table holds and compares its contents.
open class NSPointerFunctions: NSObject {
    /// Options for holding and comparing objects.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Objects are retained.
        public static let strongMemory: Options = []
        /// Objects are not retained, and leave the table when they are deallocated.
        public static let weakMemory = Options(rawValue: 5)
        /// Objects are compared by `isEqual`.
        public static let objectPersonality: Options = []
        /// Objects are compared by identity.
        public static let objectPointerPersonality = Options(rawValue: 1 << 9)
        /// Objects are copied before they are stored, if they are `NSCopying`.
        public static let copyIn = Options(rawValue: 1 << 16)

        var isWeak: Bool { rawValue & 0xff == 5 }
        var isByIdentity: Bool { rawValue & 0xff00 == 1 << 9 }
    }
}

/// An object in the form in which a table holds it.
struct HeldObject {
    private let strong: AnyObject?
    private weak var weakly: AnyObject?
    let hash: Int

    init(_ object: AnyObject, _ options: NSPointerFunctions.Options) {
        let held = options.contains(.copyIn) ? ((object as? any NSCopying)?.copy(with: nil)).map { $0 as AnyObject } ?? object : object
        strong = options.isWeak ? nil : held
        weakly = options.isWeak ? held : nil
        hash = Self.hash(held, options)
    }

    /// The object, or nil after it was deallocated.
    var object: AnyObject? { strong ?? weakly }

    static func hash(_ object: AnyObject, _ options: NSPointerFunctions.Options) -> Int {
        if !options.isByIdentity, let object = object as? NSObject { return object.hash }
        return ObjectIdentifier(object).hashValue
    }

    static func areEqual(_ a: AnyObject, _ b: AnyObject, _ options: NSPointerFunctions.Options) -> Bool {
        if a === b { return true }
        guard !options.isByIdentity, let a = a as? NSObject, let b = b as? NSObject else { return false }
        return a.isEqual(b)
    }
}

/// An enumerator of an array of objects.
final class ObjectEnumerator: NSEnumerator {
    private var rest: ArraySlice<AnyObject>
    init(_ objects: [AnyObject]) { rest = objects[...] }
    override func nextObject() -> Any? { rest.popFirst() }
}
