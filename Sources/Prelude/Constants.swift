import Foundation

/// The largest finite single precision number.
public let MAXFLOAT = Float.greatestFiniteMagnitude
/// The same: what programs write for "for ever".
public let HUGE = Float.greatestFiniteMagnitude
/// Infinity.
public let HUGE_VAL = Double.infinity
public let HUGE_VALF = Float.infinity

/// Parts of a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
public let NSEC_PER_MSEC: UInt64 = 1_000_000
public let NSEC_PER_USEC: UInt64 = 1000
public let USEC_PER_SEC: UInt64 = 1_000_000
public let MSEC_PER_SEC: UInt64 = 1000

/// A result of a system call.
public typealias OSStatus = Int32
public typealias OSErr = Int16
/// Success.
public let noErr: OSStatus = 0
/// Four letters as a number.
public typealias FourCharCode = UInt32
public typealias OSType = UInt32
/// Foundation's number of seconds.
public typealias NSInteger = Int
public typealias NSUInteger = UInt
public let NSIntegerMax = Int.max
public let NSIntegerMin = Int.min
public let NSUIntegerMax = UInt.max
