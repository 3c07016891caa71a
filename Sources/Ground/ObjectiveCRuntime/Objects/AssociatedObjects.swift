import Foundation

/// The way in which an associated object is held.
public enum objc_AssociationPolicy: UInt, Sendable {
    /// Not retained. Reading gives nil after the object was deallocated, where Apple's gives a dangling pointer. Values and numbers,
    /// which have no other owner, are retained.
    case OBJC_ASSOCIATION_ASSIGN = 0
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    /// Retains a copy of objects that are `NSCopying`.
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    case OBJC_ASSOCIATION_RETAIN = 769
    case OBJC_ASSOCIATION_COPY = 771
}

/// An associated value in the form in which it is held.
struct AssociatedValue {
    private let kept: Any?
    private weak var object: AnyObject?

    init(_ value: Any, _ policy: objc_AssociationPolicy) {
        switch policy {
        case .OBJC_ASSOCIATION_ASSIGN:
            // On Apple's systems small numbers and strings are not allocated objects, and are never deallocated.
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

/// Associates a value with an object under a key, replacing the existing one. Nil removes the value. The value is released when the
/// object is destroyed, after its `deinit`. Thread-safe, whatever the policy.
/// - Parameters:
///   - object: an instance of a class. A value type is boxed first, so its association is never found again, as on Apple's systems.
///   - key: a permanent address, such as that of a static variable.
///   - value: any object or value. Reading returns it unchanged, without bridging.
public func objc_setAssociatedObject(_ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy) {
    let object = ClassStandIn.object(object)
    guard let value else {
        // Released after the lock.
        _ = ObjectAttachments.existing(object) { $0.associated.removeValue(forKey: key) }
        return
    }
    let new = AssociatedValue(value, policy)
    _ = ObjectAttachments.of(object) { $0.associated.updateValue(new, forKey: key) }
}

/// Returns the value that is associated with an object under a key. Thread-safe.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    let found = ObjectAttachments.existing(ClassStandIn.object(object)) { $0.associated[key] }
    return (found ?? nil)?.value
}

/// Removes all associations of an object.
public func objc_removeAssociatedObjects(_ object: Any) {
    _ = ObjectAttachments.existing(ClassStandIn.object(object)) { attachments -> [UnsafeRawPointer: AssociatedValue] in
        let all = attachments.associated
        attachments.associated = [:]
        return all
    }
}
