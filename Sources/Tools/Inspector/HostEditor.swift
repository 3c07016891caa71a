import Agate
import AgateInspector
import Foundation
import QuartzCore
import RenderTree

/// Reads and changes the layers of a host, on their thread.
struct HostEditor {
    let host: any LayerHost

    private struct Explained: Encodable {
        var type = "explained"
        let text: String
    }

    private func layer(_ id: UInt64) -> CALayer? {
        var waiting: [CALayer] = [host.layer]
        while let layer = waiting.popLast() {
            if layer.id.rawValue == id { return layer }
            if let mask = layer.mask { waiting.append(mask) }
            waiting += layer.sublayers ?? []
        }
        return nil
    }

    private struct Completions: Encodable {
        struct Animation: Encodable {
            let layer: UInt64
            let layerName, keyPath: String
            let key: String?
            let end: Double
        }
        struct Block: Encodable {
            let isOpen: Bool
            let animations: [Animation]
        }
        var type = "completions"
        let blocks: [Block]
    }

    /// Returns the pending completion blocks, and the animations that they wait for.
    func completions() -> String {
        let blocks = WaitingCompletion.all(under: host.layer).map { block in
            Completions.Block(
                isOpen: block.isOpen,
                animations: block.animations.map {
                    Completions.Animation(layer: $0.layer, layerName: $0.layerName, keyPath: $0.keyPath, key: $0.key, end: $0.end)
                })
        }
        return InspectorJSON.text(Completions(blocks: blocks))
    }

    func explain(layer id: UInt64, key: String) -> String {
        guard let layer = layer(id) else { return InspectorRefusal.text("the layer has left the tree") }
        return InspectorJSON.text(Explained(text: "\(layer.explainAction(forKey: key))"))
    }

    /// Returns the values that the program set, those of the presentation layer, and those of a frame.
    func values(of id: UInt64, rendered: LayerState?) -> String {
        guard let layer = layer(id) else { return InspectorRefusal.text("the layer has left the tree") }
        let values = LayerValuesText(
            layer.layerClass, model: layer.currentState, presentation: layer.presentation()?.currentState, rendered: rendered)
        return LayerValues(layer: id, values: values).json()
    }

    func set(layer id: UInt64, key: String, value: String, isAnimated: Bool) -> String {
        guard let layer = layer(id) else { return InspectorRefusal.text("the layer has left the tree") }
        guard let row = PropertyTable.row(forKey: key, of: layer.layerClass), let given = PropertyWords.value(value, as: row.kind) else {
            return InspectorRefusal.text("\(key) can't be \(value)")
        }
        let change = {
            if !isAnimated { CATransaction.setDisableActions(true) }
            layer.setValue(given, forKey: key)
        }
        if let host = host as? OffscreenHost {
            host.perform {
                CATransaction.begin()
                change()
                CATransaction.commit()
            }
        } else {
            CATransaction.begin()
            change()
            CATransaction.commit()
            CATransaction.flush()
        }
        return #"{"type":"done"}"#
    }
}

/// Parses values in the notation that the page shows.
enum PropertyWords {
    /// Returns the value for key-value coding; nil if the text is not a value of the kind.
    static func value(_ text: String, as kind: ValueKind) -> Any? {
        let text = text.trimmingCharacters(in: .whitespaces)
        let numbers = text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
        let given = numbers.compactMap { $0 }.filter(\.isFinite)
        let isList = given.count == numbers.count
        switch kind {
        case .number: return isList && given.count == 1 ? NSNumber(value: given[0]) : nil
        case .bool: return ["true": NSNumber(value: true), "false": NSNumber(value: false)][text]
        case .point: return isList && given.count == 2 ? NSValue(cgPoint: CGPoint(x: given[0], y: given[1])) : nil
        case .size: return isList && given.count == 2 ? NSValue(cgSize: CGSize(width: given[0], height: given[1])) : nil
        case .rect:
            return isList && given.count == 4 ? NSValue(cgRect: CGRect(x: given[0], y: given[1], width: given[2], height: given[3])) : nil
        case .color: return color(text)
        case .string: return text
        default: return nil
        }
    }

    /// `#rrggbb`, with an optional alpha from 0 to 1 after a space.
    private static func color(_ text: String) -> CGColor? {
        let parts = text.split(separator: " ")
        guard (1...2).contains(parts.count), parts[0].count == 7, parts[0].first == "#", let rgb = UInt32(parts[0].dropFirst(), radix: 16)
        else { return nil }
        let alpha = parts.count > 1 ? Double(parts[1]) : 1
        guard let alpha, (0...1).contains(alpha) else { return nil }
        return CGColor(
            red: CGFloat(rgb >> 16 & 255) / 255, green: CGFloat(rgb >> 8 & 255) / 255, blue: CGFloat(rgb & 255) / 255, alpha: alpha)
    }
}
