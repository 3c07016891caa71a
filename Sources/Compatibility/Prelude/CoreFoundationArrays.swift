import Foundation
import ObjectiveCRuntime

// Functions of Core Foundation that take its containers apart by pointers.

/// What objects are made with; there is one way, so nil is all that is ever given.
public final class CFAllocator: Sendable { private init() {} }
/// The one way.
public var kCFAllocatorDefault: CFAllocator! { nil }

/// The object at an index of an array, as a pointer to it: what `unsafeBitCast` makes an object of again. A value that is no object stands
/// in one that lives as long as the array.
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    guard let theArray, idx >= 0, idx < theArray.count else { return nil }
    let value = theArray.object(at: idx)
    let object = value as AnyObject
    if !(type(of: value) is AnyClass) { keep(object, with: theArray, idx) }
    return UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

/// Boxes that were given out, by array and index.
private func keep(_ object: AnyObject, with array: NSArray, _ index: Int) {
    objc_setAssociatedObject(array, UnsafeRawPointer(bitPattern: index + 1)!, object, .OBJC_ASSOCIATION_RETAIN)
}

/// A string with the same attributes throughout; nil for no string.
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

/// How many UTF-16 units an attributed string has.
public func CFAttributedStringGetLength(_ aStr: CFAttributedString!) -> CFIndex { aStr?.length ?? 0 }
