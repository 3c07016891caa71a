import CoreGraphics
import Foundation

/// Options as programs pass them: dictionaries with numbers of any type.
struct Options {
    private let dictionary: NSDictionary?

    init(_ dictionary: CFDictionary?) {
        self.dictionary = dictionary
    }

    func value(_ key: CFString) -> Any? {
        dictionary?.object(forKey: key)
    }

    /// Returns a finite number, or a Boolean as 1 or 0.
    func number(_ key: CFString) -> Double? {
        let number: Double? =
            switch value(key) {
            case let v as NSNumber: v.doubleValue
            case let v as CGFloat: Double(v)
            case let v as Double: v
            case let v as Float: Double(v)
            case let v as Bool: v ? 1 : 0
            case let v as any BinaryInteger: Double(v)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    func isTrue(_ key: CFString) -> Bool { number(key).map { $0 != 0 } ?? false }

    func options(_ key: CFString) -> Options {
        switch value(key) {
        case let v as NSDictionary: Options(v)
        case let v as [CFString: Any]: Options(v as NSDictionary)
        case let v as [String: Any]: Options(v as NSDictionary)
        default: Options(nil)
        }
    }
}
