import CoreGraphics
import Foundation

/// Lists and dictionaries in each other. Those of a program may be in themselves, or nested as deep as memory allows, while what compares,
/// describes or archives them calls itself for each level. So does Foundation where a cast turns one of Swift's into one of its own, which
/// any cast to a class does.
package enum ContainerDepth {
    /// Containers in each other, at most.
    package static let depthLimit = 100
    /// Values in the containers of a container and in those in them, at most. One that stands in many others counts as often.
    package static let countLimit = 1_048_576

    /// Whether a value has no more levels, and no more values in them, than calls of calls may walk. It looks into each container once.
    package static func isBounded(_ value: Any, count countLimit: Int = countLimit) -> Bool {
        var known: [Int: Size] = [:]
        guard let found = size(of: value, depth: 0, &known) else { return false }
        return found.count - found.own <= countLimit
    }

    /// How many levels a value has, and how many values in all, each as often as it stands there.
    private struct Size {
        var height = 0
        var count = 0
        /// Those of the container itself.
        var own = 0
    }

    /// Nil where containers go on below the limit; so it ends in one that is in itself.
    private static func size(of value: Any, depth: Int, _ known: inout [Int: Size]) -> Size? {
        guard let (values, identity) = contents(of: value) else { return Size() }
        if depth >= depthLimit { return nil }
        if let identity, let found = known[identity] { return depth + found.height <= depthLimit ? found : nil }
        var whole = Size(height: 1, own: values.count)
        for value in values {
            guard let inner = size(of: value, depth: depth + 1, &known) else { return nil }
            whole.height = max(whole.height, inner.height + 1)
            whole.count = min(whole.count + inner.count + 1, 1 << 40)
        }
        if let identity { known[identity] = whole }
        return whole
    }

    /// The value itself, or in an object that no cast opens where it is not bounded.
    package static func guarded(_ value: Any) -> Any { isBounded(value) ? value : UnboundedContainer(value: value) }

    /// What the program gave.
    package static func unguarded(_ value: Any) -> Any { (value as? UnboundedContainer)?.value ?? value }

    /// A dictionary that a program gave, whatever is in it. Nil for one of Foundation's that is not bounded, which a cast would walk.
    package static func dictionary(_ value: Any) -> [AnyHashable: Any]? {
        guard let unbounded = value as? UnboundedContainer else { return value as? [AnyHashable: Any] }
        return type(of: unbounded.value) is AnyClass ? nil : unbounded.value as? [AnyHashable: Any]
    }

    /// What stands in a container, and what tells it from others; nil for another value. Nothing below is looked at, and nothing is
    /// bridged: `as` would do both.
    private static func contents(of value: Any) -> (values: [Any], identity: Int?)? {
        let type = type(of: value)
        if type is AnyClass {
            let isDictionary = value is NSDictionary
            guard isDictionary || value is NSArray || value is NSSet || value is NSOrderedSet else { return nil }
            var values = Mirror(reflecting: value).children.map(\.value)
            // Pairs of a key and a value.
            if isDictionary { values = values.flatMap { Mirror(reflecting: $0).children.map(\.value) } }
            return (values, Int(bitPattern: ObjectIdentifier(value as AnyObject)))
        }
        return (value as? any SwiftContainer).map { ($0.values, $0.identity) }
    }
}

/// A container of a program that nothing of Agate's looks into: kept, and given back.
private final class UnboundedContainer: @unchecked Sendable {
    let value: Any
    init(value: Any) { self.value = value }
}

/// Swift's own containers, seen without bridging.
private protocol SwiftContainer {
    var values: [Any] { get }
    /// The storage; nil where there is none.
    var identity: Int? { get }
}

extension Array: SwiftContainer {
    fileprivate var values: [Any] { map { $0 as Any } }
    fileprivate var identity: Int? { unsafeBitCast(self, to: Int.self) }
}

extension Set: SwiftContainer {
    fileprivate var values: [Any] { map { $0 as Any } }
    fileprivate var identity: Int? { unsafeBitCast(self, to: Int.self) }
}

extension Dictionary: SwiftContainer {
    fileprivate var values: [Any] { reduce(into: []) { $0 += [$1.key as Any, $1.value as Any] } }
    fileprivate var identity: Int? { unsafeBitCast(self, to: Int.self) }
}

extension Optional: SwiftContainer {
    fileprivate var values: [Any] { map { [$0 as Any] } ?? [] }
    fileprivate var identity: Int? { nil }
}

extension AnyHashable: SwiftContainer {
    fileprivate var values: [Any] { [base] }
    fileprivate var identity: Int? { nil }
}
