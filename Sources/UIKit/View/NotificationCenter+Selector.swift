import AgateDiagnostics
import Foundation

extension NotificationCenter {
    /// Calls a method of an object, by its name, whenever a notification is posted; on the thread that posts it. The object is not kept, and when
    /// it is gone it hears no more.
    ///
    /// Without an Objective-C runtime nothing finds methods by name: the object hears of it where it is a ``SelectorPerforming``, and on the main
    /// thread; otherwise one diagnostic says that it can't.
    public func addObserver(_ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?) {
        let target = WeakObserver(observer as AnyObject, aSelector)
        target.token = addObserver(forName: aName, object: anObject, queue: nil) { [weak self] notification in
            guard target.object != nil else {
                if let token = target.token { self?.removeObserver(token) }
                return
            }
            let posted = PostedNotification(notification: notification)
            guard Thread.isMainThread else {
                return Diagnostic.reportOnce(
                    "selector.thread", key: "\(aSelector)", "\"\(aSelector)\" observes a notification that another thread than the main one posted; it is not called"
                )
            }
            MainActor.assumeIsolated { target.selector.perform(on: target.object, with: posted.notification) }
        }
    }
}

/// Unchecked: made and read on the thread that observes, or only passed on to the main one.
private final class WeakObserver: @unchecked Sendable {
    weak var object: AnyObject?
    let selector: Selector
    var token: (any NSObjectProtocol)?

    init(_ object: AnyObject, _ selector: Selector) {
        self.object = object
        self.selector = selector
    }
}

private struct PostedNotification: @unchecked Sendable { let notification: Notification }
