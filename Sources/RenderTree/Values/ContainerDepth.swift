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

    /// Whether a value has no more levels, and no more values in them, than calls of calls may walk. It walks along a list itself.
    package static func isBounded(_ value: Any, count countLimit: Int = countLimit) -> Bool {
        guard let first = contents(of: value) else { return true }
        var waiting = [(values: first, depth: 1)], count = 0
        while let (values, depth) = waiting.popLast() {
            for value in values {
                guard let inner = contents(of: value) else { continue }
                count += inner.count + 1
                if depth >= depthLimit || count > countLimit { return false }
                waiting.append((inner, depth + 1))
            }
        }
        return true
    }

    /// The value itself, or in an object that no cast opens where it is not bounded.
    package static func guarded(_ value: Any) -> Any { isBounded(value) ? value : UnboundedContainer(value: value) }

    /// What the program gave.
    package static func unguarded(_ value: Any) -> Any { (value as? UnboundedContainer)?.value ?? value }

    /// What stands in a container; nil for another value. Nothing below is looked at, and nothing is bridged: `as` would do both.
    private static func contents(of value: Any) -> [Any]? {
        let type = type(of: value)
        if type is AnyClass {
            guard value is NSArray || value is NSDictionary || value is NSSet else { return nil }
            return Mirror(reflecting: value).children.map(\.value)
        }
        return (value as? any SwiftContainer)?.values
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
}

extension Array: SwiftContainer {
    fileprivate var values: [Any] { map { $0 as Any } }
}

extension Set: SwiftContainer {
    fileprivate var values: [Any] { map { $0 as Any } }
}

extension Dictionary: SwiftContainer {
    fileprivate var values: [Any] { reduce(into: []) { $0 += [$1.key as Any, $1.value as Any] } }
}

extension Optional: SwiftContainer {
    fileprivate var values: [Any] { map { [$0 as Any] } ?? [] }
}

extension AnyHashable: SwiftContainer {
    fileprivate var values: [Any] { [base] }
}
