import AgateDiagnostics
import Foundation

/// Results of performed selectors without an owner. Apple's runtime keeps them until the autorelease pool is drained. Here the most
/// recent ones are kept.
private let unowned = Locked<(results: [UnownedResult], next: Int)>(([], 0))
private struct UnownedResult: @unchecked Sendable { let object: AnyObject }

func unmanaged(_ result: Any?) -> Unmanaged<AnyObject>? {
    guard let result else { return nil }
    let object = result as AnyObject
    let kept = UnownedResult(object: object)
    // The replaced result is released after the lock.
    let old = unowned.withLock { unowned -> UnownedResult? in
        if unowned.results.count < 256 {
            unowned.results.append(kept)
            return nil
        }
        let old = unowned.results[unowned.next]
        unowned.results[unowned.next] = kept
        unowned.next = (unowned.next + 1) % 256
        return old
    }
    withExtendedLifetime(old) {}
    return Unmanaged.passUnretained(object)
}

/// The methods that Apple's Objective-C runtime provides for all objects, and Foundation on Linux does not. They are members of an
/// extension of this protocol, so that classes may have methods of the same names.
public protocol ObjectiveCObject: NSObject {}
extension NSObject: ObjectiveCObject {}

/// Methods by name, as far as the names are registered: see ``Selector``. An unknown name reports a diagnostic.
extension ObjectiveCObject {
    /// Calls a method by its name.
    /// - Returns: the method's result as an object, or nil for no result.
    @discardableResult
    public func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! { unmanaged(aSelector.send(to: self)) }

    /// Calls a method by its name, with one argument.
    @discardableResult
    public func perform(_ aSelector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
        unmanaged(aSelector.send(to: self, [object]))
    }

    /// Calls a method by its name, with two arguments.
    @discardableResult
    public func perform(_ aSelector: Selector!, with object1: Any!, with object2: Any!) -> Unmanaged<AnyObject>! {
        unmanaged(aSelector.send(to: self, [object1, object2]))
    }

    /// Returns whether the object has a method of that name. A `#selector` that `agate build` lowered is known for its class and the
    /// subclasses. A name alone is known only if it was registered before.
    public func responds(to aSelector: Selector!) -> Bool { aSelector?.isKnown(to: self) ?? false }

    /// Returns whether objects of the class have a method of that name.
    public static func instancesRespond(to aSelector: Selector!) -> Bool { aSelector.map { SelectorTable.has("\($0)", self) } ?? false }

    /// Returns whether the class itself has a method of that name.
    public static func responds(to aSelector: Selector!) -> Bool { aSelector?.isKnown(to: self as AnyObject) ?? false }

    /// Calls a method of the class by its name.
    @discardableResult
    public static func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! { unmanaged(aSelector.send(to: self as AnyObject)) }

    /// Calls a method of the class by its name, with one argument.
    @discardableResult
    public static func perform(_ aSelector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
        unmanaged(aSelector.send(to: self as AnyObject, [object]))
    }

    // MARK: Threads

    /// Calls a method on the main thread, in a later iteration of its run loop, or immediately if `wait` is true and this is the main
    /// thread.
    /// - Parameter wait: true to wait until the method was called.
    public func performSelector(onMainThread aSelector: Selector, with arg: Any?, waitUntilDone wait: Bool) {
        if wait, Thread.isMainThread {
            aSelector.send(to: self, [arg])
            return
        }
        let call = DelayedCall(target: self, selector: aSelector, argument: arg)
        if wait { DispatchQueue.main.sync { call.run() } } else { DispatchQueue.main.async { call.run() } }
    }

    /// Calls a method on a new thread.
    public func performSelector(inBackground aSelector: Selector, with arg: Any?) {
        let call = DelayedCall(target: self, selector: aSelector, argument: arg)
        Thread { call.run() }.start()
    }

    /// Calls a method on a thread: the main thread, or the calling one. Run loops of other threads are not accessible on Linux, so other
    /// threads report a diagnostic.
    public func perform(_ aSelector: Selector, on thr: Thread, with arg: Any?, waitUntilDone wait: Bool) {
        if thr.isMainThread { return performSelector(onMainThread: aSelector, with: arg, waitUntilDone: wait) }
        guard thr === Thread.current else {
            return Diagnostic.report(
                "selector.thread",
                "\"\(aSelector)\" can't be performed: on Linux, only the current thread and the main thread are reachable")
        }
        if wait { aSelector.send(to: self, [arg]) } else { perform(aSelector, with: arg, afterDelay: 0) }
    }

    // MARK: Delayed calls

    /// Calls a method after a number of seconds, in the run loop of this thread, or in the host's time inside a host. The object is
    /// retained until then.
    public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval) {
        perform(aSelector, with: anArgument, afterDelay: delay, inModes: [.default])
    }

    /// Calls a method after a number of seconds, in some modes of the run loop.
    public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval, inModes modes: [RunLoop.Mode]) {
        DelayedCall(target: self, selector: aSelector, argument: anArgument).schedule(after: delay, modes)
    }

    /// Cancels waiting calls of a method with an equal argument.
    public static func cancelPreviousPerformRequests(withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?) {
        DelayedCall.cancel(aTarget as AnyObject) { $0.selector == aSelector && $0.hasArgument(anArgument) }
    }

    /// Cancels all waiting calls of the target.
    public static func cancelPreviousPerformRequests(withTarget aTarget: Any) { DelayedCall.cancel(aTarget as AnyObject) { _ in true } }
}
