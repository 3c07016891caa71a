import AgateDiagnostics
import Foundation

/// The name of a method, and on Linux also a closure that calls it.
///
/// On Linux, methods can't be found by name. `#selector(Board.tapped(_:))`, which the compiler refuses there, is rewritten by `agate
/// build`, or by hand, as
///
///     Selector("tapped:", of: Board.self) { target, arguments in try target.tapped(arguments[0]) }
///
/// This registers the closure for that class, its subclasses and that name, for the lifetime of the program. Performing the selector then
/// searches the class of the target and its superclasses. If the target has no such closure, its ``SelectorPerforming`` method is called.
/// If it has none, a diagnostic is reported. Selectors are equal if their names are equal.
public struct Selector: ExpressibleByStringLiteral, Hashable, Sendable, CustomStringConvertible {
    private let name: String

    /// Creates a selector of a name.
    public init(_ name: String) { self.name = name }
    public init(stringLiteral value: String) { name = value }

    /// Creates a selector of a name and of the closure that it calls.
    /// - Parameters:
    ///   - name: the name in Objective-C's spelling, such as `tableView:didSelectRowAtIndexPath:`.
    ///   - type: the class that has the method. It may also be a protocol (`(any P).self`) or a class's own type (`C.Type.self`).
    ///   - call: a closure that calls the method. It runs on the thread that performs the selector, whatever its isolation, as methods do
    ///     on Apple's systems.
    public init<Target, Result>(
        _ name: String, of type: Target.Type, _ call: @escaping @MainActor (Target, SelectorArguments) throws -> Result
    ) {
        self.name = name
        SelectorTable.add(name, type, call)
    }

    /// Returns the same selector, and registers a closure that calls a method of another class.
    public func registering<Target, Result>(
        _ type: Target.Type, _ call: @escaping @MainActor (Target, SelectorArguments) throws -> Result
    ) -> Selector {
        SelectorTable.add(name, type, call)
        return self
    }

    public var description: String { name }
}

/// An object that provides some of its methods by name.
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
    /// Calls the method. Returns false if there is none of that name.
    func perform(_ selector: Selector, with object: Any?) -> Bool
}

/// Returns a selector of a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// Returns the name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { "\(aSelector)" }

extension Selector {
    /// The result of performing a selector.
    package enum Outcome {
        case called(Any?)
        /// The target has no method of that name.
        case unknown
        /// The method was not called, for a reason that a diagnostic reported.
        case refused
    }

    /// Calls the method of that name with as many of the arguments as it takes, or reports that there is no such method. Any thread. No
    /// lock is held during the call.
    /// - Returns: the method's result.
    @discardableResult
    package func send(to target: AnyObject, _ arguments: [Any?] = []) -> Any? {
        switch attempt(on: target, arguments) {
        case .called(let result): return result
        case .refused: return nil
        case .unknown:
            Diagnostic.reportOnce(
                "selector.unknown", key: "\(Swift.type(of: target)).\(self)",
                "\(Swift.type(of: target)) has no method \"\(self)\" that can be looked up by name on Linux: conform it to SelectorPerforming, or use a closure"
            )
            return nil
        }
    }

    /// Calls the method of that name. Reports no diagnostic if there is no such method.
    package func attempt(on target: AnyObject, _ arguments: [Any?] = []) -> Outcome {
        if let call = SelectorTable.call(name, target) {
            do {
                return .called(try call(target, SelectorArguments(arguments)))
            } catch let error as SelectorArgumentError {
                Diagnostic.reportOnce(
                    "selector.argument", key: "\(Swift.type(of: target)).\(self)",
                    "\"\(self)\" of \(Swift.type(of: target)) was not called: argument \(error.index) is a \(error.found), expected a \(error.wanted)"
                )
            } catch {
                Diagnostic.reportOnce(
                    "selector.error", key: "\(Swift.type(of: target)).\(self)", "\"\(self)\" of \(Swift.type(of: target)) threw \(error)")
            }
            return .refused
        }
        guard target is any SelectorPerforming else { return .unknown }
        guard Thread.isMainThread else {
            Diagnostic.reportOnce(
                "selector.thread", key: "\(self)",
                "\"\(self)\" was not called: a SelectorPerforming can be used only on the main thread"
            )
            return .refused
        }
        let call = MainCall(target: target, argument: arguments.first ?? nil)
        let isKnown = MainActor.assumeIsolated { (call.target as? any SelectorPerforming)?.perform(self, with: call.argument) ?? false }
        return isKnown ? .called(nil) : .unknown
    }

    /// Returns whether an object is known to have a method of that name.
    package func isKnown(to target: AnyObject) -> Bool { SelectorTable.call(name, target) != nil }
}

/// Unchecked: passed to the main actor by a call on its thread.
private struct MainCall: @unchecked Sendable {
    let target: AnyObject
    let argument: Any?
}
