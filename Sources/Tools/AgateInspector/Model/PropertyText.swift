import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// Formats values as text for the page.
enum PropertyText {
    static func of(_ value: PropertyValue) -> String {
        switch value {
        case .number(let v): number(v)
        case .bool(let v): v ? "true" : "false"
        case .point(let v): list([v.x, v.y])
        case .size(let v): list([v.width, v.height])
        case .rect(let v): list([v.origin.x, v.origin.y, v.size.width, v.size.height])
        case .transform(let m): transform(m)
        case .color(let c): color(c)
        case .colors(let all): all.map(color).joined(separator: " ")
        case .numbers(let all): list(all)
        case .string(let text): ForeignText.line(text)
        default: ForeignText.line(Watch.describe(value))
        }
    }

    static func number(_ value: Double) -> String {
        let rounded = (value * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(format: "%.0f", rounded) : "\(rounded)"
    }

    private static func list(_ numbers: [Double]) -> String { numbers.map(number).joined(separator: ", ") }

    private static func color(_ color: CGColor) -> String {
        let c = color.rgba
        let parts = [c.x, c.y, c.z].map { $0 > 0 ? Int((min($0, 1) * 255).rounded()) : 0 }
        let hex = "#" + parts.map { String(format: "%02x", $0) }.joined()
        return c.w == 1 ? hex : "\(hex) \(number(Double(c.w)))"
    }

    private static func transform(_ m: CATransform3D) -> String {
        if CATransform3DIsAffine(m) {
            let t = CATransform3DGetAffineTransform(m)
            return "affine \(list([t.a, t.b, t.c, t.d, t.tx, t.ty]))"
        }
        let parts = TransformComponents(m)
        let degrees = parts.rotation * (180 / .pi)
        return "3D: moved \(list([parts.translation.x, parts.translation.y, parts.translation.z])), turned "
            + "\(list([degrees.x, degrees.y, degrees.z]))°, scaled \(list([parts.scale.x, parts.scale.y, parts.scale.z])), m34 \(number(m.m34))"
    }
}

/// Encodes JSON for the page.
package enum InspectorJSON {
    package static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let json = try? encoder.encode(value) else { return "null" }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count)
        ForeignText.escape(json, isJSON: true, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
