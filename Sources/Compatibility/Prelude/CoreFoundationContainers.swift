import Foundation
import ObjectiveCRuntime

// Functions of Core Foundation that access dictionaries, data and numbers.

/// Returns the object at a pointer, as `Unmanaged.passUnretained(_:).toOpaque()` made it; nil for nil.
private func object(at pointer: UnsafeRawPointer?) -> AnyObject? {
    pointer.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
}

/// The boxes of a dictionary's values, which live as long as it does.
private final class Boxes {
    var objects: [NSObject: AnyObject] = [:]
    nonisolated(unsafe) static var key: UInt8 = 0

    static func of(_ dictionary: NSDictionary) -> Boxes {
        withUnsafePointer(to: &key) { key in
            if let known = objc_getAssociatedObject(dictionary, key) as? Boxes { return known }
            let made = Boxes()
            objc_setAssociatedObject(dictionary, key, made, .OBJC_ASSOCIATION_RETAIN)
            return made
        }
    }
}

/// Returns a pointer to the value of a key, which `unsafeBitCast` converts back to the object; nil without a value. A value that is not an
/// object is boxed in one with the lifetime of the dictionary.
public func CFDictionaryGetValue(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
    guard let theDict, let key = object(at: key) as? NSObject, let value = theDict.object(forKey: key) else { return nil }
    if type(of: value) is AnyClass { return UnsafeRawPointer(Unmanaged.passUnretained(value as AnyObject).toOpaque()) }
    let boxes = Boxes.of(theDict), box = boxes.objects[key] ?? value as AnyObject
    boxes.objects[key] = box
    return UnsafeRawPointer(Unmanaged.passUnretained(box).toOpaque())
}

/// Stores a pointer to the value of a key, and returns whether there is one.
public func CFDictionaryGetValueIfPresent(
    _ theDict: CFDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeMutablePointer<UnsafeRawPointer?>!
) -> Bool {
    guard let found = CFDictionaryGetValue(theDict, key) else { return false }
    value?.pointee = found
    return true
}

/// Returns whether a dictionary has a value for a key.
public func CFDictionaryContainsKey(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
    CFDictionaryGetValue(theDict, key) != nil
}

/// Returns the number of a dictionary's keys; 0 for nil.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict?.count ?? 0 }

/// Returns the number of bytes; 0 for nil.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// Returns the bytes, which live as long as the data.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! { theData?.bytes.assumingMemoryBound(to: UInt8.self) }

/// Returns the bytes to change, which live as long as the data and until its length changes.
public func CFDataGetMutableBytePtr(_ theData: CFMutableData!) -> UnsafeMutablePointer<UInt8>! {
    theData?.mutableBytes.assumingMemoryBound(to: UInt8.self)
}

/// Returns new data with a copy of bytes.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
    guard length >= 0, bytes != nil || length == 0 else { return nil }
    return NSData(bytes: bytes, length: length)
}

/// Returns new empty data that can grow. The capacity, which limits it on Apple's systems where it is not 0, is only a hint.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! {
    NSMutableData(capacity: max(0, capacity))
}

/// Appends bytes.
public func CFDataAppendBytes(_ theData: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) {
    guard let theData, let bytes, length > 0 else { return }
    theData.append(bytes, length: length)
}

/// Returns the number of UTF-16 units of a string; 0 for nil.
public func CFStringGetLength(_ theString: CFString!) -> CFIndex { theString?.length ?? 0 }

/// Returns the number of references to an object. Swift counts its own, which vary with the place of the call: the number is only for
/// comparison with 0.
public func CFGetRetainCount(_ cf: CFTypeRef!) -> CFIndex { cf.map { _getRetainCount($0) }.map { CFIndex(bitPattern: $0) } ?? 0 }
