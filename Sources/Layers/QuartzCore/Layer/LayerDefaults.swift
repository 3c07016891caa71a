import CoreGraphics
import Foundation
import RenderTree

/// The default values and archiving rules of Apple's classes, from the property table.
enum LayerDefaults {
    static func value(forKey key: String, of kind: LayerClass) -> Any? {
        switch key {
        case "toneMapMode": return CALayer.ToneMapMode.automatic.rawValue
        case "preferredDynamicRange": return CALayer.DynamicRange.standard.rawValue
        case "contentsHeadroom": return NSNumber(value: 0)
        // A default of zero is reported as nil for other keys, but not for this one.
        case "levelsOfDetailBias" where kind == .tiled: return NSNumber(value: 0)
        default: break
        }
        guard let row = PropertyTable.row(forKey: key, of: kind), let value = row.defaultValue else { return nil }
        return Boxing.any(value, as: row)
    }

    /// The keys that are archived even for a new layer (KV8).
    private static let always: Set<String> = ["cornerCurve", "contentsFormat", "allowsEdgeAntialiasing", "allowsGroupOpacity"]

    static func isAlwaysArchived(_ key: String) -> Bool { always.contains(key) }

    /// Returns true also for properties that were set, even to their default (KV8).
    static func shouldArchive(_ key: String, of layer: CALayer) -> Bool {
        guard let row = PropertyTable.row(forKey: key, of: layer.layerClass) else { return false }
        return always.contains(key) || layer.isExplicit(row.property)
            || layer.currentState.value(of: row.property) != layer.classInfo.initialState.value(of: row.property)
    }
}
