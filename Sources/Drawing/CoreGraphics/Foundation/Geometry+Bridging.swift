import Foundation

// On Apple's systems these types turn into NSNumber and NSValue, and back, by `as`. Linux's Foundation leaves that out.
// Each conversion back looks at the type that the value carries: an NSNumber is an NSValue too, and Foundation traps
// when it is asked for a point.

extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// A `CGFloat` becomes a number by `as`.
    public typealias _ObjectiveCType = NSNumber

    /// A number of type double.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// The number's value as a double; it always succeeds.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    /// The number's value as a double; it always succeeds, and precision may be lost.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
        result = CGFloat(source.doubleValue)
        return true
    }

    /// The number's value as a double; 0 for nil.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable {
    /// A `CGPoint` becomes an `NSValue` by `as`.
    public typealias _ObjectiveCType = NSValue

    /// A value that holds the point.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(cgPoint: self) }

    /// The point that the value holds; zero where it holds something else.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
        result = source.cgPointValue
    }

    /// The point that the value holds.
    /// - Returns: false, with `result` as it was, where the value holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) -> Bool {
        guard source.holds("{CGPoint=dd}") else { return false }
        result = source.pointValue
        return true
    }

    /// The point that the value holds; zero for nil and where it holds something else.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
        source?.cgPointValue ?? .zero
    }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
    /// A `CGSize` becomes an `NSValue` by `as`.
    public typealias _ObjectiveCType = NSValue

    /// A value that holds the size.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(cgSize: self) }

    /// The size that the value holds; zero where it holds something else.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
        result = source.cgSizeValue
    }

    /// The size that the value holds.
    /// - Returns: false, with `result` as it was, where the value holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) -> Bool {
        guard source.holds("{CGSize=dd}") else { return false }
        result = source.sizeValue
        return true
    }

    /// The size that the value holds; zero for nil and where it holds something else.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
        source?.cgSizeValue ?? .zero
    }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
    /// A `CGRect` becomes an `NSValue` by `as`.
    public typealias _ObjectiveCType = NSValue

    /// A value that holds the rectangle.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(cgRect: self) }

    /// The rectangle that the value holds; zero where it holds something else.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
        result = source.cgRectValue
    }

    /// The rectangle that the value holds.
    /// - Returns: false, with `result` as it was, where the value holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
        guard source.holds("{CGRect={CGPoint=dd}{CGSize=dd}}") else { return false }
        result = source.rectValue
        return true
    }

    /// The rectangle that the value holds; zero for nil and where it holds something else.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
        source?.cgRectValue ?? .zero
    }
}

extension CGAffineTransform: _ObjectiveCBridgeable {
    /// A `CGAffineTransform` becomes an `NSValue` by `as`. Apple's does not.
    public typealias _ObjectiveCType = NSValue

    /// A value that holds the transform.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

    /// The transform that the value holds; the identity where it holds something else.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGAffineTransform?) {
        result = source.cgAffineTransformValue
    }

    /// The transform that the value holds.
    /// - Returns: false, with `result` as it was, where the value holds something else.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSValue, result: inout CGAffineTransform?
    ) -> Bool {
        guard source.holds(NSValue.affineTransformType) else { return false }
        result = source.cgAffineTransformValue
        return true
    }

    /// The transform that the value holds; the identity for nil and where it holds something else.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGAffineTransform {
        source?.cgAffineTransformValue ?? .identity
    }
}

extension NSValue {
    /// Foundation's NSValue refuses structures that it does not know, but takes arrays: six doubles.
    fileprivate static let affineTransformType = "[6d]"

    fileprivate func holds(_ type: String) -> Bool {
        String(cString: objCType) == type
    }

    /// A value that holds a point.
    public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }

    /// A value that holds a size.
    public convenience init(cgSize: CGSize) { self.init(size: cgSize) }

    /// A value that holds a rectangle.
    public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }

    /// A value that holds an affine transform.
    public convenience init(cgAffineTransform: CGAffineTransform) {
        var transform = cgAffineTransform
        self.init(bytes: &transform, objCType: NSValue.affineTransformType)
    }

    /// The point that the value holds; zero where it holds something else.
    public var cgPointValue: CGPoint { holds("{CGPoint=dd}") ? pointValue : .zero }

    /// The size that the value holds; zero where it holds something else.
    public var cgSizeValue: CGSize { holds("{CGSize=dd}") ? sizeValue : .zero }

    /// The rectangle that the value holds; zero where it holds something else.
    public var cgRectValue: CGRect { holds("{CGRect={CGPoint=dd}{CGSize=dd}}") ? rectValue : .zero }

    /// The affine transform that the value holds; the identity where it holds something else.
    public var cgAffineTransformValue: CGAffineTransform {
        guard holds(NSValue.affineTransformType) else { return .identity }
        var transform = CGAffineTransform.identity
        getValue(&transform)
        return transform
    }
}
