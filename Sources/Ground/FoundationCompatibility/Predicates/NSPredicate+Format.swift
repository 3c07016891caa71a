import AgateDiagnostics
import Foundation
import ObjectiveCRuntime

extension NSPredicate {
    /// Creates a predicate from a text: comparisons (`==`, `<`, `BEGINSWITH[c]`, `CONTAINS`, `LIKE`, `MATCHES`, `IN`, `BETWEEN`) of key
    /// paths, values and arguments (`%@`, `%K`, `%d`…), with `AND`, `OR`, `NOT`, `ANY`, `ALL` and `NONE`. Key paths name keys of
    /// dictionaries and stored properties. A text with anything else reports `predicate.format`, and the predicate is never true; Apple's
    /// stops the program.
    public convenience init(format predicateFormat: String, _ arguments: Any...) {
        self.init(format: predicateFormat, argumentArray: arguments)
    }

    /// Creates a predicate from a text with arguments.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        do {
            let test = try PredicateFormat.test(predicateFormat, arguments ?? [])
            self.init { object, variables in test.passes(object, variables) }
        } catch {
            Diagnostic.report("predicate.format", "\"\(predicateFormat)\" can't be used as a predicate: \(error.reason); it is never true")
            self.init(value: false)
        }
    }
}

extension NSSortDescriptor {
    /// Creates a descriptor that orders by the values of a key path: keys of dictionaries and stored properties. Nil orders the objects
    /// themselves. Values without an order are equal; nil comes first.
    public convenience init(key: String?, ascending: Bool) {
        self.init(key: key, ascending: ascending) { PredicateValue.order($0, $1, []) ?? .orderedSame }
    }

    /// Creates a descriptor that orders by the values of a key path, with a method of `NSString`: `caseInsensitiveCompare(_:)` and the
    /// methods with `localized`. Others order as `compare(_:)`.
    public convenience init(key: String?, ascending: Bool, selector: Selector?) {
        let name = selector.map { "\($0)" } ?? ""
        self.init(key: key, ascending: ascending) { one, other in
            guard let first = PredicateValue.text(one), let second = PredicateValue.text(other) else {
                return PredicateValue.order(one, other, []) ?? .orderedSame
            }
            if name.contains("localizedStandardCompare") { return first.localizedStandardCompare(second) }
            if name.contains("localizedCaseInsensitiveCompare") { return first.localizedCaseInsensitiveCompare(second) }
            if name.contains("localizedCompare") { return first.localizedCompare(second) }
            return first.compare(second, options: name.contains("aseInsensitive") ? .caseInsensitive : [])
        }
    }

    /// Creates a descriptor that orders by the values of a key path with a closure.
    public convenience init(key: String?, ascending: Bool, comparator: @escaping Comparator) {
        self.init(keyPath: \Any.self, ascending: ascending) { one, other in
            let first = PredicateValue.value(of: one, path: key ?? ""), second = PredicateValue.value(of: other, path: key ?? "")
            guard let first, let second else {
                return first == nil ? (second == nil ? .orderedSame : .orderedAscending) : .orderedDescending
            }
            return comparator(first, second)
        }
    }
}
