import Foundation

/// Numbers that stand for themselves; immutable.
private struct Constants: @unchecked Sendable {
    let yes = NSNumber(value: true)
    let no = NSNumber(value: false)
}
private let constants = Constants()

/// True, as a number.
public var kCFBooleanTrue: CFBoolean! { constants.yes }
/// False, as a number.
public var kCFBooleanFalse: CFBoolean! { constants.no }

/// The date now, in seconds since 1 January 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// What tells the class of an object from others: that of the class just below `NSObject`, so that all strings are of one.
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { cf.map { typeID(of: type(of: $0)) } ?? 0 }

/// The same of a class.
package func typeID(of type: AnyClass) -> CFTypeID {
    var root: AnyClass = type
    while let next = _getSuperclass(root), next != NSObject.self { root = next }
    return CFTypeID(bitPattern: ObjectIdentifier(root).hashValue)
}

/// What `CFGetTypeID` answers for a string.
public func CFStringGetTypeID() -> CFTypeID { typeID(of: NSString.self) }
/// What `CFGetTypeID` answers for a number.
public func CFNumberGetTypeID() -> CFTypeID { typeID(of: NSNumber.self) }
/// What `CFGetTypeID` answers for a Boolean: numbers are one class here.
public func CFBooleanGetTypeID() -> CFTypeID { typeID(of: NSNumber.self) }
/// What `CFGetTypeID` answers for an array.
public func CFArrayGetTypeID() -> CFTypeID { typeID(of: NSArray.self) }
/// What `CFGetTypeID` answers for a dictionary.
public func CFDictionaryGetTypeID() -> CFTypeID { typeID(of: NSDictionary.self) }
/// What `CFGetTypeID` answers for data.
public func CFDataGetTypeID() -> CFTypeID { typeID(of: NSData.self) }
/// What `CFGetTypeID` answers for a date.
public func CFDateGetTypeID() -> CFTypeID { typeID(of: NSDate.self) }
/// What `CFGetTypeID` answers for a URL.
public func CFURLGetTypeID() -> CFTypeID { typeID(of: NSURL.self) }

/// Whether two objects are equal.
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
    if cf1 === cf2 { return true }
    guard let a = cf1 as? NSObject, let b = cf2 as? NSObject else { return false }
    return a.isEqual(b)
}
