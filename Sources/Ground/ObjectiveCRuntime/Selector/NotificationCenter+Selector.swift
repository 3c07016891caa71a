import AgateDiagnostics
import Foundation

/// An object's observation of notifications by selector. Unchecked: it is immutable, except for the token, which is set before any other
/// thread uses it.
final class SelectorObservation: @unchecked Sendable {
    fileprivate weak var center: NotificationCenter?
    fileprivate weak var observer: AnyObject?
    fileprivate let name: NSNotification.Name?
    fileprivate weak var sender: AnyObject?
    fileprivate let hasSender: Bool
    fileprivate let selector: Selector
    fileprivate var token: (any NSObjectProtocol)?

    fileprivate init(
        _ center: NotificationCenter, _ observer: AnyObject, _ selector: Selector, _ name: NSNotification.Name?, _ sender: AnyObject?
    ) {
        self.center = center
        self.observer = observer
        self.selector = selector
        self.name = name
        self.sender = sender
        hasSender = sender != nil
    }

    /// Ends the observation.
    func stop() {
        if let token { center?.removeObserver(token as Any) }
    }
}

extension NotificationCenter {
    /// Calls a method of an object, by its name, whenever a notification is posted, on the posting thread and before `post` returns. The
    /// object is not retained. After it was deallocated, it is not called any more, so it need not be removed.
    public func addObserver(_ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?) {
        let object = observer as AnyObject
        let observation = SelectorObservation(self, object, aSelector, aName, anObject.map { $0 as AnyObject })
        observation.token = addObserver(forName: aName, object: anObject, queue: nil) { notification in
            guard let target = observation.observer else { return }
            observation.selector.send(to: target, [notification])
        }
        ObjectAttachments.of(object) { $0.notifications.append(observation) }
    }

    /// Ends the calls of the object's methods for all notifications. Also ends the observation of a token that `addObserver(forName:)`
    /// returned, as Foundation's method does.
    public func removeObserver(_ observer: AnyObject) {
        removeSelectors(of: observer, name: nil, object: nil) { self.removeObserver(observer as Any) }
    }

    /// Ends the calls of the object's methods for notifications of a name, of a sender, or both.
    public func removeObserver(_ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?) {
        removeSelectors(of: observer, name: aName, object: anObject.map { $0 as AnyObject }) {
            self.removeObserver(observer as Any, name: aName, object: anObject)
        }
    }

    private func removeSelectors(of observer: AnyObject, name: NSNotification.Name?, object: AnyObject?, _ foundation: () -> Void) {
        // Weak references are read outside the lock.
        let all = ObjectAttachments.existing(observer) { $0.notifications } ?? []
        let ended = all.filter { observation in
            observation.center === self && (name == nil || observation.name == name) && (object == nil || observation.sender === object)
        }
        _ = ObjectAttachments.existing(observer) { attachments in
            attachments.notifications.removeAll { observation in ended.contains { $0 === observation } }
        }
        for observation in ended { observation.stop() }
        foundation()
    }
}
