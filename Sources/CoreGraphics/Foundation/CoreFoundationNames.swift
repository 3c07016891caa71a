@_exported import Foundation

// Core Foundation's names, as sources written for Apple's systems use them: as targets of `as`. Foundation's classes
// stand behind them, so `array as CFArray` is a plain upcast. (CoreFoundation's own C types are not bridged on Linux.)

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
/// An index or a count, as Core Foundation calls it.
public typealias CFIndex = Int
/// A span of time, or a moment on a clock, in seconds.
public typealias CFTimeInterval = Double

/// A range of indices, as Core Foundation writes it.
public struct CFRange: Sendable {
    /// The first index of the range.
    public var location: CFIndex
    /// How many indices the range holds.
    public var length: CFIndex

    /// The empty range at 0.
    public init() {
        self.init(location: 0, length: 0)
    }

    /// A range of `length` indices that starts at `location`.
    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }
}

/// A range of `len` indices that starts at `loc`.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
    CFRange(location: loc, length: len)
}

/// The number of elements in an array; 0 for nil.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex {
    theArray?.count ?? 0
}
