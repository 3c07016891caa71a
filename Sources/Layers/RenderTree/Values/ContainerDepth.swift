import CoreGraphics
import Foundation

/// Checks of nested lists and dictionaries. A program's containers may contain themselves, or be nested as deep as memory allows, while
/// comparison, description and archiving recurse for each level. So does Foundation when a cast converts a Swift container to one of its
/// own, as any cast to a class does.
package enum ContainerDepth {
    /// The maximum nesting depth of containers.
    package static let depthLimit = 100
    /// The maximum number of values in a container and the containers nested in it. A container that occurs several times is counted each
    /// time.
    package static let countLimit = 1_048_576

    /// Returns whether the depth and the number of a value's nested values are within the limits for recursion. Each container is examined
    /// once.
    package static func isBounded(_ value: Any, count countLimit: Int = countLimit) -> Bool {
        var known: [Int: Size] = [:]
        guard let found = size(of: value, depth: 0, &known) else { return false }
        return found.count - found.own <= countLimit
    }

    /// The number of levels of a value, and the number of its values, each counted for every occurrence.
    private struct Size {
        var height = 0
        var count = 0
        /// The number of the container's own values.
        var own = 0
    }

    /// Returns the size; nil if containers are nested deeper than the limit, as for one that contains itself.
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

    /// Returns the value itself, or, if it exceeds the limits, an object that contains it and that casts do not open.
    package static func guarded(_ value: Any) -> Any { isBounded(value) ? value : UnboundedContainer(value: value) }

    /// Returns the object that the program set.
    package static func unguarded(_ value: Any) -> Any { (value as? UnboundedContainer)?.value ?? value }

    /// Returns a dictionary that a program set, regardless of its contents. Nil for one of Foundation's that exceeds the limits, which a
    /// cast would traverse.
    package static func dictionary(_ value: Any) -> [AnyHashable: Any]? {
        guard let unbounded = value as? UnboundedContainer else { return value as? [AnyHashable: Any] }
        return type(of: unbounded.value) is AnyClass ? nil : unbounded.value as? [AnyHashable: Any]
    }

    /// Returns the values in a container, and its identity; nil for any other value. Nested values are neither examined nor bridged, as
    /// `as` would do.
    private static func contents(of value: Any) -> (values: [Any], identity: Int?)? {
        let type = type(of: value)
        // The common contents of lists, which the casts below would take a hundred times as long to tell from containers.
        if type == CGColor.self || type == CGPath.self || type == CGMutablePath.self || type == CGImage.self || type == NSNumber.self
            || type == Double.self || type == CGPoint.self || type == String.self || type == CGFloat.self || type == Float.self
            || type == Int.self || type == CATransform3D.self
        {
            return nil
        }
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

/// A container of a program that exceeds the limits. It is stored and returned, but never examined.
private final class UnboundedContainer: @unchecked Sendable {
    let value: Any
    init(value: Any) { self.value = value }
}

/// Swift's own containers, examined without bridging.
private protocol SwiftContainer {
    var values: [Any] { get }
    /// The address of the storage; nil if there is none.
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
