import CoreGraphics

/// Structures around a number that can be counted with: priorities, levels, weights. Apple's has the same name.
public protocol _UIKitNumericRawRepresentable: RawRepresentable, Comparable where RawValue: Comparable & Numeric {}

extension _UIKitNumericRawRepresentable {
    /// Compares the numbers.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    /// A value whose number is larger by a number. Stops the program where the type has no such value.
    public static func + (lhs: Self, rhs: RawValue) -> Self { Self(lhs.rawValue + rhs) }
    /// A value whose number is larger by a number. Stops the program where the type has no such value.
    public static func + (lhs: RawValue, rhs: Self) -> Self { Self(lhs + rhs.rawValue) }
    /// A value whose number is smaller by a number. Stops the program where the type has no such value.
    public static func - (lhs: Self, rhs: RawValue) -> Self { Self(lhs.rawValue - rhs) }
    /// How much larger the first number is than the second.
    public static func - (lhs: Self, rhs: Self) -> RawValue { lhs.rawValue - rhs.rawValue }
    /// Adds a number to the value's. Stops the program where the type has no such value.
    public static func += (lhs: inout Self, rhs: RawValue) { lhs = lhs + rhs }
    /// Takes a number from the value's. Stops the program where the type has no such value.
    public static func -= (lhs: inout Self, rhs: RawValue) { lhs = lhs - rhs }

    /// These have a value for every number.
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
