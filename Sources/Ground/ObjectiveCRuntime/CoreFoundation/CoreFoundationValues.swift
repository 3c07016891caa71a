import Foundation

/// Constant numbers. Immutable.
private struct Constants: @unchecked Sendable {
    let yes = NSNumber(value: true)
    let no = NSNumber(value: false)
}
private let constants = Constants()

/// True as a number.
public var kCFBooleanTrue: CFBoolean! { constants.yes }
/// False as a number.
public var kCFBooleanFalse: CFBoolean! { constants.no }

/// Returns the current date, in seconds since 1 January 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// Returns the type identifier of an object: that of its ancestor class directly below `NSObject`, so that all strings have the same
/// identifier.
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { cf.map { typeID(of: type(of: $0)) } ?? 0 }

/// Returns the type identifier of a class.
package func typeID(of type: AnyClass) -> CFTypeID {
    var root: AnyClass = type
    while let next = _getSuperclass(root), next != NSObject.self { root = next }
    return CFTypeID(bitPattern: ObjectIdentifier(root).hashValue)
}

/// Returns the type identifier of strings, as `CFGetTypeID` does for a string.
public func CFStringGetTypeID() -> CFTypeID { typeID(of: NSString.self) }
/// Returns the type identifier of numbers, as `CFGetTypeID` does for a number.
public func CFNumberGetTypeID() -> CFTypeID { typeID(of: NSNumber.self) }
/// Returns the type identifier of Booleans, as `CFGetTypeID` does for a Boolean. It is that of numbers, which have the same class here.
public func CFBooleanGetTypeID() -> CFTypeID { typeID(of: NSNumber.self) }
/// Returns the type identifier of arrays, as `CFGetTypeID` does for an array.
public func CFArrayGetTypeID() -> CFTypeID { typeID(of: NSArray.self) }
/// Returns the type identifier of dictionaries, as `CFGetTypeID` does for a dictionary.
public func CFDictionaryGetTypeID() -> CFTypeID { typeID(of: NSDictionary.self) }
/// Returns the type identifier of data, as `CFGetTypeID` does for data.
public func CFDataGetTypeID() -> CFTypeID { typeID(of: NSData.self) }
/// Returns the type identifier of dates, as `CFGetTypeID` does for a date.
public func CFDateGetTypeID() -> CFTypeID { typeID(of: NSDate.self) }
/// Returns the type identifier of URLs, as `CFGetTypeID` does for a URL.
public func CFURLGetTypeID() -> CFTypeID { typeID(of: NSURL.self) }

/// Returns whether two objects are equal.
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
    if cf1 === cf2 { return true }
    guard let a = cf1 as? NSObject, let b = cf2 as? NSObject else { return false }
    return a.isEqual(b)
}
