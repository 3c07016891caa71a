import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// Layers and values out of the JSON of vectors and scenes.
enum LayerMaking {
    /// A value of the kind that a property has.
    static func value(_ json: JSON, kind: ValueKind?) throws -> Any? {
        if json == .null { return nil }
        switch kind {
        case .point?: if let point = json.point { return point }
        case .size?: if let size = json.size { return size }
        case .rect?: if let rect = json.rect { return rect }
        case .transform?: return try Expression.transform(json)
        case .color?: if let color = color(json) { return color }
        case .bool?: if let flag = json.flag { return flag }
        case .path?: if let text = json.text { return CGPath(svg: text) }
        default: break
        }
        return any(json)
    }

    static func any(_ json: JSON) -> Any? {
        switch json {
        case .null: nil
        case .bool(let value): value
        case .number(let value): NSNumber(value: value)
        case .string(let value): value
        case .array(let values):
            switch json.numbers?.count {
            case 2?: json.point
            case 4?: json.rect
            default: values.compactMap { any($0) }
            }
        case .object(let entries): entries.compactMapValues { any($0) }
        }
    }

    static func color(_ json: JSON) -> CGColor? {
        guard let values = json.array else { return nil }
        let n = values.compactMap(\.number).map { CGFloat($0) }
        let space = values.last?.text
        switch n.count {
        case 4:
            return space == "Display P3"
                ? CGColorSpace(name: CGColorSpace.displayP3).flatMap { CGColor(colorSpace: $0, components: n) }
                : CGColor(srgbRed: n[0], green: n[1], blue: n[2], alpha: n[3])
        case 3: return CGColor(srgbRed: n[0], green: n[1], blue: n[2], alpha: 1)
        case 2: return CGColor(gray: n[0], alpha: n[1])
        default: return nil
        }
    }

    static func kind(_ key: String) -> ValueKind? {
        if key == "frame" { return .rect }
        for owner: LayerClass in [.layer, .shape, .gradient, .replicator, .tiled] {
            if let row = PropertyTable.row(forKey: key, of: owner) { return row.kind }
        }
        return nil
    }

    /// The value of a sub-path: `bounds.size` is a size.
    static func kind(path: String) -> ValueKind? {
        if path.hasSuffix(".size") { return .size }
        if path.hasSuffix(".origin") { return .point }
        return path.contains(".") ? .number : kind(path)
    }

    static func set(_ entries: JSON, on layer: CALayer) throws {
        guard case .object(let values) = entries else { return }
        // Frame last: it depends on the others.
        for (key, json) in values.sorted(by: { ($0.key == "frame" ? 1 : 0, $0.key) < ($1.key == "frame" ? 1 : 0, $1.key) }) {
            let path =
                key.hasPrefix("is") && key.dropFirst(2).first?.isUppercase == true
                ? key.dropFirst(2).prefix(1).lowercased() + key.dropFirst(3) : key
            layer.setValue(try value(json, kind: kind(path: path)), forKeyPath: path)
        }
    }

    static func layer(_ entries: JSON) throws -> CALayer {
        let layer = CALayer()
        try set(entries, on: layer)
        return layer
    }
}
