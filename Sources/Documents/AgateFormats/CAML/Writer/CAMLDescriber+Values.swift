import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension CAMLDescriber {
    /// Returns a value of any type, as key-value access returns it.
    func any(_ any: Any) throws -> CAMLValue {
        let value = Boxing.value(any)
        guard case .object(let object) = value else { return try self.value(value) }
        switch object.object {
        case let list as [Any]: return .array(try list.map { try self.any($0) })
        case let entries as [AnyHashable: Any]: return try dictionary(entries)
        default: throw CAMLNumbers.Refusal(reason: "a \(type(of: object.object)) can't be written")
        }
    }

    func value(_ value: PropertyValue) throws -> CAMLValue {
        switch value {
        case .number(let n): .number(try finite(n))
        case .bool(let on): .bool(on)
        case .string(let text): .string(try writable(text))
        case .point(let p): .point(try finite(p, p.x, p.y))
        case .size(let s): .size(try finite(s, s.width, s.height))
        case .rect(let r): .rect(try finite(r, r.origin.x, r.origin.y, r.size.width, r.size.height))
        case .transform(let t): .transform(try finite(t, t.elements))
        case .color(let color): .color(try Self.components(color))
        case .path(let path): .path(try Self.text(path))
        case .image(let image): .image(source: try images.source(of: image))
        case .colors(let colors): .array(try colors.map { .color(try Self.components($0)) })
        case .numbers(let numbers): .array(try numbers.map { .number(try finite($0)) })
        case .insets: throw CAMLNumbers.Refusal(reason: "documents can't store insets")
        case .object(let object): try any(object)
        }
    }

    private func any(_ object: OpaqueObject) throws -> CAMLValue {
        if let list = object.object as? [OpaqueObject] { return .array(try list.map { try any($0.object) }) }
        return try any(object.object)
    }

    func dictionary(_ entries: [AnyHashable: Any]) throws -> CAMLValue {
        let named = try entries.map { key, value in
            guard let key = key.base as? String, CAMLText.isWritable(key) else {
                throw CAMLNumbers.Refusal(reason: "a dictionary key can't be written in XML")
            }
            return Self.property(key, try any(value))
        }
        return .dictionary(named.sorted { $0.keyPath < $1.keyPath })
    }

    // MARK: Checks

    func finite(_ number: Double, mayBeEndless: Bool = false) throws -> Double {
        guard number.isFinite || mayBeEndless && !number.isNaN else { throw CAMLNumbers.Refusal(reason: "\(number) can't be read back") }
        return number
    }

    private func finite<Value>(_ value: Value, _ numbers: CGFloat...) throws -> Value { try finite(value, numbers) }

    private func finite<Value>(_ value: Value, _ numbers: [CGFloat]) throws -> Value {
        for number in numbers { _ = try finite(Double(number)) }
        return value
    }

    func writable(_ text: String) throws -> String {
        guard CAMLText.isWritable(text) else { throw CAMLNumbers.Refusal(reason: "it contains characters that XML can't represent") }
        return text
    }

    /// Returns the number whose shortest text is that of the Float, so that it can be read back exactly.
    static func double(_ number: Float) -> Double { Double("\(number)") ?? Double(number) }

    /// Returns red, green, blue and alpha in sRGB, with components outside of its range if necessary. Colours of other spaces are converted
    /// as they are drawn, to a Float's precision.
    private static func components(_ color: CGColor) throws -> [Double] {
        let space = color.colorSpace
        guard space?.model != .pattern else { throw CAMLNumbers.Refusal(reason: "documents can't store patterns") }
        if space == .standardRGB || space == .extendedStandardRGB, let components = color.components {
            return components.map { Double($0) }
        }
        if space?.model != .monochrome {
            let name = space.flatMap(\.name).map { "\($0)" } ?? "an unnamed space"
            Diagnostic.reportOnce("caml.color-space", key: name, "documents store colours in sRGB; colours in \(name) are converted")
        }
        let rgba = color.rgba
        return [double(rgba.x), double(rgba.y), double(rgba.z), Double(color.alpha)]
    }

    /// Returns text that results in the same path, or throws if coordinates exceed the range that can be read.
    private static func text(_ path: CGPath) throws -> String {
        guard path.points.allSatisfy({ abs($0.x) < 1e100 && abs($0.y) < 1e100 }) else {
            throw CAMLNumbers.Refusal(reason: "a coordinate of the path can't be read back")
        }
        let text = path.svgDescription
        guard CGPath(svg: text) == path else { throw CAMLNumbers.Refusal(reason: "the path can't be read back exactly") }
        return text
    }
}
