@_exported import Foundation

// Core Foundation's names, as sources written for Apple's systems use them as targets of `as`. They are aliases of Foundation's classes,
// so `array as CFArray` is a plain upcast. (CoreFoundation's own C types are not bridged on Linux.)

/// Foundation's `NSArray` under its Core Foundation name.
public typealias CFArray = NSArray
/// Foundation's `NSString` under its Core Foundation name.
public typealias CFString = NSString
/// Foundation's `NSAttributedString` under its Core Foundation name.
public typealias CFAttributedString = NSAttributedString
/// Foundation's `NSDictionary` under its Core Foundation name.
public typealias CFDictionary = NSDictionary
/// Foundation's `NSURL` under its Core Foundation name.
public typealias CFURL = NSURL
/// Foundation's `NSData` under its Core Foundation name.
public typealias CFData = NSData
/// Foundation's `NSMutableData` under its Core Foundation name.
public typealias CFMutableData = NSMutableData
/// Any object.
public typealias CFTypeRef = AnyObject
/// Foundation's `NSNumber` under its Core Foundation names.
public typealias CFNumber = NSNumber
public typealias CFBoolean = NSNumber
/// Foundation's `NSMutableArray` under its Core Foundation name.
public typealias CFMutableArray = NSMutableArray
/// Foundation's `NSMutableDictionary` under its Core Foundation name.
public typealias CFMutableDictionary = NSMutableDictionary
/// Foundation's `NSMutableString` under its Core Foundation name.
public typealias CFMutableString = NSMutableString
/// Foundation's `NSDate` under its Core Foundation name.
public typealias CFDate = NSDate
/// Foundation's `NSSet` under its Core Foundation name.
public typealias CFSet = NSSet
/// Foundation's `NSUUID` under its Core Foundation name.
public typealias CFUUID = NSUUID
/// Foundation's `NSLocale` under its Core Foundation name.
public typealias CFLocale = NSLocale
/// Seconds since 1 January 2001.
public typealias CFAbsoluteTime = Double
/// An identifier of a class of objects.
public typealias CFTypeID = UInt
/// A number that is a size, a hash or options.
public typealias CFHashCode = UInt
public typealias CFOptionFlags = UInt
/// An index or a count, as Core Foundation calls it.
public typealias CFIndex = Int
/// A span of time, or a time on a clock, in seconds.
public typealias CFTimeInterval = Double

/// A range of indices, as Core Foundation writes it.
public struct CFRange: Sendable {
    /// The first index of the range.
    public var location: CFIndex
    /// The number of indices in the range.
    public var length: CFIndex

    /// Creates the empty range at 0.
    public init() {
        self.init(location: 0, length: 0)
    }

    /// Creates a range of `length` indices that starts at `location`.
    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }
}

/// Returns a range of `len` indices that starts at `loc`.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
    CFRange(location: loc, length: len)
}

/// Returns the number of elements in an array, or 0 for nil.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex {
    theArray?.count ?? 0
}
