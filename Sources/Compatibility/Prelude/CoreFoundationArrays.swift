import Foundation
import ObjectiveCRuntime

// Functions of Core Foundation that access its containers by pointers.

/// The allocator of objects. There is only the default one, so every argument is nil.
public final class CFAllocator: Sendable { private init() {} }
/// The default allocator.
public var kCFAllocatorDefault: CFAllocator! { nil }

/// Returns a pointer to the object at an index of an array, which `unsafeBitCast` converts back to the object. A value that is not an
/// object is boxed in one with the lifetime of the array.
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    guard let theArray, idx >= 0, idx < theArray.count else { return nil }
    let value = theArray.object(at: idx)
    let object = value as AnyObject
    if !(type(of: value) is AnyClass) { keep(object, with: theArray, idx) }
    return UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

/// Retains a box for an array and index.
private func keep(_ object: AnyObject, with array: NSArray, _ index: Int) {
    objc_setAssociatedObject(array, UnsafeRawPointer(bitPattern: index + 1)!, object, .OBJC_ASSOCIATION_RETAIN)
}

/// Returns a string with the same attributes throughout; nil if the string is nil.
public func CFAttributedStringCreate(_ alloc: CFAllocator!, _ str: CFString!, _ attributes: CFDictionary!) -> CFAttributedString! {
    guard let str else { return nil }
    var converted: [NSAttributedString.Key: Any] = [:]
    for (key, value) in attributes ?? NSDictionary() {
        if let key = key as? NSAttributedString.Key {
            converted[key] = value
        } else if let key = key as? String {
            converted[.init(rawValue: key)] = value
        }
    }
    return NSAttributedString(string: "\(str)", attributes: converted)
}

/// Returns the number of UTF-16 units in an attributed string.
public func CFAttributedStringGetLength(_ aStr: CFAttributedString!) -> CFIndex { aStr?.length ?? 0 }
