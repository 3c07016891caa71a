import AgateDiagnostics
import Foundation

/// The name of a method, and on Linux also what can call it.
///
/// Nothing finds a method by its name on Linux. `#selector(Board.tapped(_:))`, which the compiler refuses there, is written by `agate
/// build`, or by hand, as
///
///     Selector("tapped:", of: Board.self) { target, arguments in try target.tapped(arguments[0]) }
///
/// which remembers the call for that class, its subclasses and that name, for as long as the program runs; who performs the selector then
/// looks at the class of the target and its superclasses. A target without such a call is asked as a ``SelectorPerforming``; without that,
/// a diagnostic says so. Selectors are equal if their names are.
public struct Selector: ExpressibleByStringLiteral, Hashable, Sendable, CustomStringConvertible {
    private let name: String

    /// A selector of a name.
    public init(_ name: String) { self.name = name }
    public init(stringLiteral value: String) { name = value }

    /// A selector of a name and of what it calls.
    /// - Parameters:
    ///   - name: in Objective-C's spelling, as `tableView:didSelectRowAtIndexPath:`.
    ///   - type: the class that has the method; a protocol (`(any P).self`) or a class's own type (`C.Type.self`) too.
    ///   - call: calls the method. It runs on the thread that performs the selector, whatever its isolation says, as methods do on Apple's
    ///     systems.
    public init<Target, Result>(
        _ name: String, of type: Target.Type, _ call: @escaping @MainActor (Target, SelectorArguments) throws -> Result
    ) {
        self.name = name
        SelectorTable.add(name, type, call)
    }

    /// The same selector, which from now on also calls a method of another class.
    public func registering<Target, Result>(
        _ type: Target.Type, _ call: @escaping @MainActor (Target, SelectorArguments) throws -> Result
    ) -> Selector {
        SelectorTable.add(name, type, call)
        return self
    }

    public var description: String { name }
}

/// An object that has some of its methods by name.
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

/// A selector of a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// The name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { "\(aSelector)" }

extension Selector {
    /// What came of performing a selector.
    package enum Outcome {
        case called(Any?)
        /// The target has no method of that name.
        case unknown
        /// The method was not called; a diagnostic said why.
        case refused
    }

    /// Calls the method of that name with as many of the arguments as it takes, or reports that nobody can. Any thread; nothing is held
    /// meanwhile.
    /// - Returns: what the method answered.
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

    /// The same without a word where there is no such method.
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

    /// Whether an object has a method of that name, as far as anybody said.
    package func isKnown(to target: AnyObject) -> Bool { SelectorTable.call(name, target) != nil }
}

/// Unchecked: handed to the main actor by a call that is on its thread.
private struct MainCall: @unchecked Sendable {
    let target: AnyObject
    let argument: Any?
}
