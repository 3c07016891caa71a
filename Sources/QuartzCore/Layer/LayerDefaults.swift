import CoreGraphics
import Foundation
import RenderTree

/// What Apple's class answers about its defaults, out of the table.
enum LayerDefaults {
    static func value(forKey key: String, of kind: LayerClass) -> Any? {
        guard let row = PropertyTable.row(forKey: key, of: kind), let value = row.defaultValue else { return nil }
        return Boxing.any(value, as: row)
    }

    /// True for these even on a fresh layer (KV8).
    private static let always: Set<String> = ["cornerCurve", "contentsFormat", "allowsEdgeAntialiasing", "allowsGroupOpacity"]

    static func shouldArchive(_ key: String, of layer: CALayer) -> Bool {
        guard let row = PropertyTable.row(forKey: key, of: layer.layerClass) else { return false }
        return always.contains(key) || layer.state.value(of: row.property) != layer.classInfo.initialState.value(of: row.property)
    }
}
