import CoreGraphics

/// Structures around a number, such as priorities, levels and weights, that support arithmetic. Apple's protocol has the same name.
public protocol _UIKitNumericRawRepresentable: RawRepresentable, Comparable where RawValue: Comparable & Numeric {}

extension _UIKitNumericRawRepresentable {
    /// Compares the numbers.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    /// Adds a number. Stops the program if the type has no such value.
    public static func + (lhs: Self, rhs: RawValue) -> Self { Self(lhs.rawValue + rhs) }
    /// Adds a number. Stops the program if the type has no such value.
    public static func + (lhs: RawValue, rhs: Self) -> Self { Self(lhs + rhs.rawValue) }
    /// Subtracts a number. Stops the program if the type has no such value.
    public static func - (lhs: Self, rhs: RawValue) -> Self { Self(lhs.rawValue - rhs) }
    /// Returns the difference of the numbers.
    public static func - (lhs: Self, rhs: Self) -> RawValue { lhs.rawValue - rhs.rawValue }
    /// Adds a number in place. Stops the program if the type has no such value.
    public static func += (lhs: inout Self, rhs: RawValue) { lhs = lhs + rhs }
    /// Subtracts a number in place. Stops the program if the type has no such value.
    public static func -= (lhs: inout Self, rhs: RawValue) { lhs = lhs - rhs }

    /// Creates a value. The types here have one for every number.
    private init(_ number: RawValue) {
        guard let made = Self(rawValue: number) else { preconditionFailure("\(Self.self) has no value for \(number)") }
        self = made
    }
}

extension UILayoutPriority: _UIKitNumericRawRepresentable {}
extension UIWindow.Level: _UIKitNumericRawRepresentable {}
extension UIFont.Weight: _UIKitNumericRawRepresentable {}
extension UIFont.Width: _UIKitNumericRawRepresentable {}
extension UIScrollView.DecelerationRate: _UIKitNumericRawRepresentable {}
