import Foundation
import ObjectiveCRuntime

/// A test of an object. It is immutable.
indirect enum PredicateTest {
    case all([PredicateTest])
    case any([PredicateTest])
    case not(PredicateTest)
    case compare(PredicateComparison)

    func passes(_ object: Any?, _ variables: [String: Any]?) -> Bool {
        switch self {
        case .all(let tests): tests.allSatisfy { $0.passes(object, variables) }
        case .any(let tests): tests.contains { $0.passes(object, variables) }
        case .not(let test): !test.passes(object, variables)
        case .compare(let comparison): comparison.passes(object, variables)
        }
    }
}

/// A side of a comparison.
indirect enum PredicateValue {
    case object
    case constant(Any?)
    case path(String)
    case variable(String)
    case list([PredicateValue])

    func value(_ object: Any?, _ variables: [String: Any]?) -> Any? {
        switch self {
        case .object: Self.bare(object)
        case .constant(let value): value
        case .path(let path): Self.value(of: object, path: path)
        case .variable(let name): Self.bare(variables?[name])
        case .list(let values): values.map { $0.value(object, variables) as Any }
        }
    }

    /// Returns the value without layers of optionals; nil for nil and for `NSNull`.
    static func bare(_ any: Any?) -> Any? {
        guard let any, !(any is NSNull) else { return nil }
        let mirror = Mirror(reflecting: any)
        guard mirror.displayStyle == .optional else { return any }
        return bare(mirror.children.first?.value)
    }

    /// Returns the value at the end of a path of names: of dictionaries, of objects with key-value coding, and of stored properties. Paths
    /// through arrays give arrays; `@count` is the number of elements.
    static func value(of object: Any?, path: String) -> Any? {
        var current = bare(object)
        for name in path.split(separator: ".") where name != "self" {
            guard let next = current else { return nil }
            current = bare(one(String(name), of: next))
        }
        return current
    }

    private static func one(_ name: String, of object: Any) -> Any? {
        if let elements = object as? [Any] {
            return name == "@count" ? elements.count : elements.map { value(of: $0, path: name) as Any }
        }
        if let set = object as? Set<AnyHashable>, name == "@count" { return set.count }
        if let dictionary = object as? [String: Any] { return name == "@count" ? dictionary.count : dictionary[name] }
        if let text = object as? String, name == "length" { return text.utf16.count }
        if let object = object as? NSObject, let found = object.value(forKey: name) { return found }
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == name || $0.label == "_" + name }) { return child.value }
            mirror = current.superclassMirror
        }
        return nil
    }

    // MARK: Comparison

    static func number(_ value: Any) -> Double? {
        switch value {
        case let value as Bool: value ? 1 : 0
        case let value as NSNumber: value.doubleValue
        case let value as any BinaryInteger: Double(value)
        case let value as any BinaryFloatingPoint: Double(value)
        case let value as Date: value.timeIntervalSinceReferenceDate
        case let value as NSDate: value.timeIntervalSinceReferenceDate
        default: nil
        }
    }

    static func text(_ value: Any) -> String? { value as? String ?? (value as? NSString).map { String(describing: $0) } }

    /// Returns the order of two values; nil if they have none.
    static func order(_ one: Any?, _ other: Any?, _ options: String.CompareOptions) -> ComparisonResult? {
        guard let one, let other else { return one == nil && other == nil ? .orderedSame : nil }
        if let first = text(one), let second = text(other) { return first.compare(second, options: options) }
        if let first = number(one), let second = number(other) {
            return first.isNaN || second.isNaN
                ? nil : first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
        }
        if let first = one as? AnyHashable, let second = other as? AnyHashable, first == second { return .orderedSame }
        if let first = one as? NSObject, let second = other as? NSObject, first.isEqual(second) { return .orderedSame }
        return nil
    }
}
