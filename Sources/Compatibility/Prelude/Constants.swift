import Foundation

/// The largest finite single-precision number. The C library's is preferred where both are visible.
@_disfavoredOverload public let MAXFLOAT = Float.greatestFiniteMagnitude
/// The largest finite single-precision number, which programs use as infinity.
public let HUGE = Float.greatestFiniteMagnitude
/// Infinity.
public let HUGE_VAL = Double.infinity
/// Infinity in single precision.
public let HUGE_VALF = Float.infinity

/// The number of nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// The number of nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// The number of nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1000
/// The number of microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// The number of milliseconds in a second.
public let MSEC_PER_SEC: UInt64 = 1000

/// The result of a system call.
public typealias OSStatus = Int32
/// The 16-bit result of older system calls.
public typealias OSErr = Int16
/// Success.
public let noErr: OSStatus = 0
/// Four letters as a number.
public typealias FourCharCode = UInt32
/// A type as four letters in a number, such as a file's.
public typealias OSType = UInt32
/// Foundation's integer: `Int`.
public typealias NSInteger = Int
/// Foundation's unsigned integer: `UInt`, 64 bits wide. `NSUInteger` in Apple's headers is imported to Swift as `Int`, so it is seldom
/// needed.
public typealias NSUInteger = UInt
/// The largest `Int`.
public let NSIntegerMax = Int.max
/// The smallest `Int`.
public let NSIntegerMin = Int.min
/// The largest `UInt`.
public let NSUIntegerMax = UInt.max

/// The key of a bundle's build number.
public var kCFBundleVersionKey: CFString! { bundleKeys.version }
/// The key of a bundle's identifier.
public var kCFBundleIdentifierKey: CFString! { bundleKeys.identifier }
/// The key of a bundle's name.
public var kCFBundleNameKey: CFString! { bundleKeys.name }
/// The key of a bundle's program.
public var kCFBundleExecutableKey: CFString! { bundleKeys.executable }
/// The key of the version of a property list.
public var kCFBundleInfoDictionaryVersionKey: CFString! { bundleKeys.format }
/// The key of a bundle's localizations.
public var kCFBundleLocalizationsKey: CFString! { bundleKeys.localizations }
/// The key of a bundle's language.
public var kCFBundleDevelopmentRegionKey: CFString! { bundleKeys.region }

/// Constant strings. Immutable.
private struct BundleKeys: @unchecked Sendable {
    let version: CFString = "CFBundleVersion", identifier: CFString = "CFBundleIdentifier", name: CFString = "CFBundleName"
    let executable: CFString = "CFBundleExecutable", format: CFString = "CFBundleInfoDictionaryVersion"
    let localizations: CFString = "CFBundleLocalizations", region: CFString = "CFBundleDevelopmentRegion"
}
private let bundleKeys = BundleKeys()
