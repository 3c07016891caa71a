import QuartzCore

// NSValue and the structures of numbers of UIKit. Foundation on Linux refuses structures other than its own, but accepts arrays. So a value
// holds the numbers as an array, and structures of equal length have arrays of different types: the doubles of some are declared as
// integers of 8 bytes.

/// A structure of numbers that an `NSValue` holds.
protocol NumbersInValue {
    /// The encoding of the array: a length that no other structure has together with the type.
    static var valueType: String { get }
    static var zero: Self { get }
    var numbers: [Double] { get }
    init(numbers: [Double])
}

extension NumbersInValue {
    /// Returns a value that holds the structure.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(of: self) }

    /// Reads the structure that the value holds, or zero if it holds something else.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) { result = source.read() ?? .zero }

    /// Reads the structure that the value holds.
    /// - Returns: false, with `result` unchanged, if the value holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) -> Bool {
        guard let found: Self = source.read() else { return false }
        result = found
        return true
    }

    /// Returns the structure that the value holds, or zero if the value is nil or holds something else.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Self { source?.read() ?? .zero }
}

extension CGVector: NumbersInValue, _ObjectiveCBridgeable {
    /// `CGVector` bridges to `NSValue` with `as`.
    public typealias _ObjectiveCType = NSValue
    static var valueType: String { "[2d]" }
    var numbers: [Double] { [Double(dx), Double(dy)] }
    init(numbers: [Double]) { self.init(dx: numbers[0], dy: numbers[1]) }
}

extension UIOffset: NumbersInValue, _ObjectiveCBridgeable {
    /// `UIOffset` bridges to `NSValue` with `as`.
    public typealias _ObjectiveCType = NSValue
    static var valueType: String { "[2q]" }
    var numbers: [Double] { [Double(horizontal), Double(vertical)] }
    init(numbers: [Double]) { self.init(horizontal: numbers[0], vertical: numbers[1]) }
}

extension UIEdgeInsets: NumbersInValue, _ObjectiveCBridgeable {
    /// `UIEdgeInsets` bridges to `NSValue` with `as`.
    public typealias _ObjectiveCType = NSValue
    static var valueType: String { "[4d]" }
    var numbers: [Double] { [Double(top), Double(left), Double(bottom), Double(right)] }
    init(numbers: [Double]) { self.init(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3]) }
}

extension NSDirectionalEdgeInsets: NumbersInValue, _ObjectiveCBridgeable {
    /// `NSDirectionalEdgeInsets` bridges to `NSValue` with `as`. Apple's does not.
    public typealias _ObjectiveCType = NSValue
    static var valueType: String { "[4q]" }
    var numbers: [Double] { [Double(top), Double(leading), Double(bottom), Double(trailing)] }
    init(numbers: [Double]) { self.init(top: numbers[0], leading: numbers[1], bottom: numbers[2], trailing: numbers[3]) }
}

extension NSValue {
    fileprivate convenience init<Structure: NumbersInValue>(of structure: Structure) {
        var numbers = structure.numbers
        self.init(bytes: &numbers, objCType: Structure.valueType)
    }

    fileprivate func read<Structure: NumbersInValue>() -> Structure? {
        guard String(cString: objCType) == Structure.valueType else { return nil }
        // No structure has more numbers.
        var numbers = [Double](repeating: 0, count: 4)
        getValue(&numbers)
        return Structure(numbers: numbers)
    }

    /// Creates a value that holds a vector.
    public convenience init(cgVector vector: CGVector) { self.init(of: vector) }
    /// Creates a value that holds an offset.
    public convenience init(uiOffset insets: UIOffset) { self.init(of: insets) }
    /// Creates a value that holds insets.
    public convenience init(uiEdgeInsets insets: UIEdgeInsets) { self.init(of: insets) }
    /// Creates a value that holds insets.
    public convenience init(directionalEdgeInsets insets: NSDirectionalEdgeInsets) { self.init(of: insets) }

    /// The vector that the value holds, or zero if it holds something else.
    public var cgVectorValue: CGVector { read() ?? .zero }
    /// The offset that the value holds, or zero if it holds something else.
    public var uiOffsetValue: UIOffset { read() ?? .zero }
    /// The insets that the value holds, or zero if it holds something else.
    public var uiEdgeInsetsValue: UIEdgeInsets { read() ?? .zero }
    /// The insets that the value holds, or zero if it holds something else.
    public var directionalEdgeInsetsValue: NSDirectionalEdgeInsets { read() ?? .zero }
}
