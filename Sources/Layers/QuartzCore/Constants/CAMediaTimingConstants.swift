import Foundation
import ObjectiveCRuntime

// The string constants of CAMediaTiming and CAMediaTimingFunction. Each is declared twice: as a member of its Swift type, and under the
// name used by C and older Swift code. The raw values are Apple's, since they appear in files.

/// The behaviour of a timed object outside its active time.
public struct CAMediaTimingFillMode: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The last value is shown after the end, if the object is not removed.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// The first value is shown before the beginning.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    /// The first value is shown before the beginning, and the last one after the end.
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    /// Nothing is shown before the beginning and after the end; the default.
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

/// The same as `CAMediaTimingFillMode.forwards`.
public let kCAFillModeForwards = CAMediaTimingFillMode.forwards
/// The same as `CAMediaTimingFillMode.backwards`.
public let kCAFillModeBackwards = CAMediaTimingFillMode.backwards
/// The same as `CAMediaTimingFillMode.both`.
public let kCAFillModeBoth = CAMediaTimingFillMode.both
/// The same as `CAMediaTimingFillMode.removed`.
public let kCAFillModeRemoved = CAMediaTimingFillMode.removed

/// The names of the predefined timing functions.
public struct CAMediaTimingFunctionName: BridgedName, Hashable, Sendable {
    /// The name used in archives and documents.
    public let rawValue: String
    /// Creates a value from a string. A string that Apple does not define behaves as the default.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Constant pacing.
    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    /// Starts slowly: (0.42, 0), (1, 1).
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    /// Ends slowly: (0, 0), (0.58, 1).
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    /// Starts and ends slowly: (0.42, 0), (0.58, 1).
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    /// The pacing of implicit animations: (0.25, 0.1), (0.25, 1).
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The same as `CAMediaTimingFunctionName.linear`.
public let kCAMediaTimingFunctionLinear = CAMediaTimingFunctionName.linear
/// The same as `CAMediaTimingFunctionName.easeIn`.
public let kCAMediaTimingFunctionEaseIn = CAMediaTimingFunctionName.easeIn
/// The same as `CAMediaTimingFunctionName.easeOut`.
public let kCAMediaTimingFunctionEaseOut = CAMediaTimingFunctionName.easeOut
/// The same as `CAMediaTimingFunctionName.easeInEaseOut`.
public let kCAMediaTimingFunctionEaseInEaseOut = CAMediaTimingFunctionName.easeInEaseOut
/// The same as `CAMediaTimingFunctionName.default`.
public let kCAMediaTimingFunctionDefault = CAMediaTimingFunctionName.`default`
