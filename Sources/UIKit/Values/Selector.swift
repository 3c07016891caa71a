import AgateDiagnostics
import Foundation

/// The name of a method. On Linux nothing finds a method by its name: a target hears of it where it is a ``SelectorPerforming``, and a diagnostic
/// says so where it is not. Closures and ``UIAction`` do without.
public struct Selector: ExpressibleByStringLiteral, Hashable, Sendable, CustomStringConvertible {
    private let name: String

    /// A selector of a name.
    public init(_ name: String) { self.name = name }
    public init(stringLiteral value: String) { name = value }

    public var description: String { name }
}

/// An object that knows some of its methods by name.
///
///     extension Board: SelectorPerforming {
///         func perform(_ selector: Selector, with object: Any?) -> Bool {
///             switch selector {
///             case "tapped:": tapped(object as! UITapGestureRecognizer)
///             default: return false
///             }
///             return true
///         }
///     }
@MainActor public protocol SelectorPerforming: AnyObject {
    /// Calls the method; false where there is none of that name.
    func perform(_ selector: Selector, with object: Any?) -> Bool
}

extension Selector {
    /// Calls the method of that name, or reports that nobody can.
    @MainActor func perform(on object: AnyObject?, with argument: Any?) {
        guard let object else { return }
        if let performing = object as? any SelectorPerforming, performing.perform(self, with: argument) { return }
        Diagnostic.reportOnce(
            "selector.unknown", key: "\(type(of: object)).\(self)",
            "\(type(of: object)) is asked for \"\(self)\" by name, which Linux can't find: make it a SelectorPerforming, or use a closure"
        )
    }
}

/// A selector of a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// The name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { "\(aSelector)" }
