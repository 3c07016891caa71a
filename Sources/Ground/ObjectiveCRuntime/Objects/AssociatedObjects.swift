import Foundation

/// How an associated object is held.
public enum objc_AssociationPolicy: UInt, Sendable {
    /// Not kept. Reading gives nil once it is gone, where Apple's gives a dangling pointer. Values and numbers, which are nobody's, are
    /// kept.
    case OBJC_ASSOCIATION_ASSIGN = 0
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    /// Keeps a copy, of what is an `NSCopying`.
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    case OBJC_ASSOCIATION_RETAIN = 769
    case OBJC_ASSOCIATION_COPY = 771
}

/// An associated value as it is held.
struct AssociatedValue {
    private let kept: Any?
    private weak var object: AnyObject?

    init(_ value: Any, _ policy: objc_AssociationPolicy) {
        switch policy {
        case .OBJC_ASSOCIATION_ASSIGN:
            // Small numbers and strings are no objects at all on Apple's systems, and outlive everything.
            let isObject = type(of: value) is AnyClass && !(value is NSNumber) && !(value is NSString)
            kept = isObject ? nil : value
            object = isObject ? value as AnyObject : nil
        case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC:
            kept = type(of: value) is AnyClass ? (value as? any NSCopying)?.copy(with: nil) ?? value : value
        case .OBJC_ASSOCIATION_RETAIN, .OBJC_ASSOCIATION_RETAIN_NONATOMIC:
            kept = value
        }
    }

    var value: Any? { kept ?? object }
}

/// Attaches a value to an object under a key, in place of the one there; nil takes it away. The value is let go of when the object is
/// destroyed, after its `deinit`. Safe on any thread, whatever the policy.
/// - Parameters:
///   - object: an instance of a class. A value is boxed first, so nothing is ever found under it, as on Apple's systems.
///   - key: an address that stays, as of a static variable.
///   - value: any object or value; reading gives it back as it is, without bridging.
public func objc_setAssociatedObject(_ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy) {
    let object = ClassStandIn.object(object)
    guard let value else {
        // Let go of after the lock.
        _ = ObjectAttachments.existing(object) { $0.associated.removeValue(forKey: key) }
        return
    }
    let new = AssociatedValue(value, policy)
    _ = ObjectAttachments.of(object) { $0.associated.updateValue(new, forKey: key) }
}

/// What is attached to an object under a key. Safe on any thread.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    let found = ObjectAttachments.existing(ClassStandIn.object(object)) { $0.associated[key] }
    return (found ?? nil)?.value
}

/// Takes away all that is attached to an object.
public func objc_removeAssociatedObjects(_ object: Any) {
    _ = ObjectAttachments.existing(ClassStandIn.object(object)) { attachments -> [UnsafeRawPointer: AssociatedValue] in
        let all = attachments.associated
        attachments.associated = [:]
        return all
    }
}
