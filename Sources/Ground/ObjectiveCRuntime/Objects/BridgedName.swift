import Foundation

/// A name of Apple's with a type of its own, which is an `NSString` in Objective-C: `name as NSString` and back.
public protocol BridgedName: RawRepresentable, _ObjectiveCBridgeable where RawValue == String, _ObjectiveCType == NSString {
    /// Creates a name of its text.
    init(rawValue: String)
}

extension BridgedName {
    /// Returns the name's text.
    public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

    /// Reads a name. The conversion always succeeds.
    public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
        result = Self(rawValue: String._unconditionallyBridgeFromObjectiveC(source))
    }

    /// Reads a name. The conversion always succeeds.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
        result = Self(rawValue: String._unconditionallyBridgeFromObjectiveC(source))
        return true
    }

    /// Reads a name; nil is the empty one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
        Self(rawValue: source.map { String._unconditionallyBridgeFromObjectiveC($0) } ?? "")
    }
}

extension NSNotification.Name: @retroactive _ObjectiveCBridgeable, BridgedName {}
