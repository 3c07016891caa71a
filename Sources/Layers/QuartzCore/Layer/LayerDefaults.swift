import CoreGraphics
import Foundation
import RenderTree

/// What Apple's class answers about its defaults, out of the table.
enum LayerDefaults {
    static func value(forKey key: String, of kind: LayerClass) -> Any? {
        switch key {
        case "toneMapMode": return CALayer.ToneMapMode.automatic.rawValue
        case "preferredDynamicRange": return CALayer.DynamicRange.standard.rawValue
        case "contentsHeadroom": return NSNumber(value: 0)
        // Zero is nothing for other keys, not for this one.
        case "levelsOfDetailBias" where kind == .tiled: return NSNumber(value: 0)
        default: break
        }
        guard let row = PropertyTable.row(forKey: key, of: kind), let value = row.defaultValue else { return nil }
        return Boxing.any(value, as: row)
    }

    /// True for these even on a fresh layer (KV8).
    private static let always: Set<String> = ["cornerCurve", "contentsFormat", "allowsEdgeAntialiasing", "allowsGroupOpacity"]

    /// True also for what was set, and set back (KV8).
    static func shouldArchive(_ key: String, of layer: CALayer) -> Bool {
        guard let row = PropertyTable.row(forKey: key, of: layer.layerClass) else { return false }
        return always.contains(key) || layer.isExplicit(row.property)
            || layer.currentState.value(of: row.property) != layer.classInfo.initialState.value(of: row.property)
    }
}
