import Foundation

// On Apple's systems these types bridge to NSNumber and NSValue, and back, with `as`. Linux's Foundation does not implement the bridging.
// Each conversion back checks the type that the value carries: an NSNumber is an NSValue too, and Foundation traps when an NSNumber is
// asked for a point.

extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// A `CGFloat` bridges to `NSNumber` with `as`.
    public typealias _ObjectiveCType = NSNumber

    /// Returns a number of type double.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// Reads the number's value as a double. The conversion always succeeds.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    /// Reads the number's value as a double. The conversion always succeeds, but may lose precision.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
        result = CGFloat(source.doubleValue)
        return true
    }

    /// Returns the number's value as a double, or 0 for nil.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable {
    /// A `CGPoint` bridges to `NSValue` with `as`.
    public typealias _ObjectiveCType = NSValue

    /// Returns a value that holds the point.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(cgPoint: self) }

    /// Reads the point that the value holds, or zero if it holds something else.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
        result = source.cgPointValue
    }

    /// Reads the point that the value holds.
    /// - Returns: false, with `result` unchanged, if the value holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) -> Bool {
        guard source.holds("{CGPoint=dd}") else { return false }
        result = source.pointValue
        return true
    }

    /// Returns the point that the value holds, or zero if the value is nil or holds something else.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
        source?.cgPointValue ?? .zero
    }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
    /// A `CGSize` bridges to `NSValue` with `as`.
    public typealias _ObjectiveCType = NSValue

    /// Returns a value that holds the size.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(cgSize: self) }

    /// Reads the size that the value holds, or zero if it holds something else.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
        result = source.cgSizeValue
    }

    /// Reads the size that the value holds.
    /// - Returns: false, with `result` unchanged, if the value holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) -> Bool {
        guard source.holds("{CGSize=dd}") else { return false }
        result = source.sizeValue
        return true
    }

    /// Returns the size that the value holds, or zero if the value is nil or holds something else.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
        source?.cgSizeValue ?? .zero
    }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
    /// A `CGRect` bridges to `NSValue` with `as`.
    public typealias _ObjectiveCType = NSValue

    /// Returns a value that holds the rectangle.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(cgRect: self) }

    /// Reads the rectangle that the value holds, or zero if it holds something else.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
        result = source.cgRectValue
    }

    /// Reads the rectangle that the value holds.
    /// - Returns: false, with `result` unchanged, if the value holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
        guard source.holds("{CGRect={CGPoint=dd}{CGSize=dd}}") else { return false }
        result = source.rectValue
        return true
    }

    /// Returns the rectangle that the value holds, or zero if the value is nil or holds something else.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
        source?.cgRectValue ?? .zero
    }
}

extension CGAffineTransform: _ObjectiveCBridgeable {
    /// A `CGAffineTransform` bridges to `NSValue` with `as`. Apple's does not.
    public typealias _ObjectiveCType = NSValue

    /// Returns a value that holds the transform.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

    /// Reads the transform that the value holds, or the identity if it holds something else.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGAffineTransform?) {
        result = source.cgAffineTransformValue
    }

    /// Reads the transform that the value holds.
    /// - Returns: false, with `result` unchanged, if the value holds something else.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSValue, result: inout CGAffineTransform?
    ) -> Bool {
        guard source.holds(NSValue.affineTransformType) else { return false }
        result = source.cgAffineTransformValue
        return true
    }

    /// Returns the transform that the value holds, or the identity if the value is nil or holds something else.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGAffineTransform {
        source?.cgAffineTransformValue ?? .identity
    }
}

extension NSValue {
    /// The encoding of six doubles. Foundation's NSValue refuses unknown structures, but accepts arrays.
    fileprivate static let affineTransformType = "[6d]"

    fileprivate func holds(_ type: String) -> Bool {
        String(cString: objCType) == type
    }

    /// Creates a value that holds a point.
    public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }

    /// Creates a value that holds a size.
    public convenience init(cgSize: CGSize) { self.init(size: cgSize) }

    /// Creates a value that holds a rectangle.
    public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }

    /// Creates a value that holds an affine transform.
    public convenience init(cgAffineTransform: CGAffineTransform) {
        var transform = cgAffineTransform
        self.init(bytes: &transform, objCType: NSValue.affineTransformType)
    }

    /// The point that the value holds, or zero if it holds something else.
    public var cgPointValue: CGPoint { holds("{CGPoint=dd}") ? pointValue : .zero }

    /// The size that the value holds, or zero if it holds something else.
    public var cgSizeValue: CGSize { holds("{CGSize=dd}") ? sizeValue : .zero }

    /// The rectangle that the value holds, or zero if it holds something else.
    public var cgRectValue: CGRect { holds("{CGRect={CGPoint=dd}{CGSize=dd}}") ? rectValue : .zero }

    /// The affine transform that the value holds, or the identity if it holds something else.
    public var cgAffineTransformValue: CGAffineTransform {
        guard holds(NSValue.affineTransformType) else { return .identity }
        var transform = CGAffineTransform.identity
        getValue(&transform)
        return transform
    }
}
