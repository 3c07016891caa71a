import Foundation

/// The largest finite single precision number.
public let MAXFLOAT = Float.greatestFiniteMagnitude
/// The same: what programs write for "for ever".
public let HUGE = Float.greatestFiniteMagnitude
/// Infinity.
public let HUGE_VAL = Double.infinity
/// Infinity in single precision.
public let HUGE_VALF = Float.infinity

/// Parts of a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds of a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds of a microsecond.
public let NSEC_PER_USEC: UInt64 = 1000
/// Microseconds of a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// Milliseconds of a second.
public let MSEC_PER_SEC: UInt64 = 1000

/// A result of a system call.
public typealias OSStatus = Int32
/// A result of older system calls, of 16 bits.
public typealias OSErr = Int16
/// Success.
public let noErr: OSStatus = 0
/// Four letters as a number.
public typealias FourCharCode = UInt32
/// A type as four letters in a number, such as a file's.
public typealias OSType = UInt32
/// Foundation's number of seconds.
public typealias NSInteger = Int
/// Foundation's unsigned integer: `UInt`, 64 bits wide. `NSUInteger` of Apple's headers arrives in Swift as `Int`, so it is seldom needed.
public typealias NSUInteger = UInt
/// The largest `Int`.
public let NSIntegerMax = Int.max
/// The smallest `Int`.
public let NSIntegerMin = Int.min
/// The largest `UInt`.
public let NSUIntegerMax = UInt.max
