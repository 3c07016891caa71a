import Foundation
import RenderTree

/// The style dictionary and its chain (KV7). It provides values for properties that the program never set.
extension CALayer {
    final func setStyle(_ new: [AnyHashable: Any]?) {
        if refusesChange(of: "style") { return }
        let action = askAction("style")
        notifying("style") { storeStyle(new) }
        if type(of: self).needsDisplay(forKey: "style") { setNeedsDisplay() }
        action?.run(forKey: "style", object: self, arguments: nil)
    }

    /// Stores the style, and gives the properties that were never set their values from it.
    private func storeStyle(_ new: [AnyHashable: Any]?) {
        let old = style
        changeRare(\.style, new) { if new != nil { needs.insert(.mayAct) } }
        for key in Self.keys(of: old).union(Self.keys(of: new)) {
            guard let row = PropertyTable.row(forKey: Boxing.canonical(key, layerClass), of: layerClass) else { continue }
            let property = row.property
            guard !LayerLock.withLock({ explicitProperties.contains(PropertySet(property)) }) else { continue }
            let styled = styleValue(key).flatMap { Boxing.value($0, as: row.kind) } ?? classInfo.initialState.value(of: property)
            guard styled?.isAllFinite(or: row) ?? true else {
                LayerReport.invalid(self, key, styled as Any)
                continue
            }
            putValue(property, styled)
            LayerLock.withLock { _ = explicitProperties.remove(PropertySet(property)) }
        }
    }

    /// Returns the first value for a key in the chain.
    package final func styleValue(_ key: String) -> Any? {
        for style in Self.chain(LayerLock.withLock { rare?.style }) {
            if let value = style[key] { return value }
        }
        return nil
    }

    /// Returns the style dictionary, its own style, and so on. A dictionary can't contain itself; the bound is a safeguard.
    package static func chain(_ style: [AnyHashable: Any]?) -> [[AnyHashable: Any]] {
        var all: [[AnyHashable: Any]] = []
        var next = style
        while let style = next, all.count < 64 {
            all.append(style)
            next = style["style"].flatMap { ContainerDepth.dictionary(ContainerDepth.guarded($0)) }
        }
        return all
    }

    private static func keys(of style: [AnyHashable: Any]?) -> Set<String> {
        var keys = Set<String>()
        for style in chain(style) {
            for key in style.keys { if let key = key.base as? String, key != "style", key != "actions" { keys.insert(key) } }
        }
        return keys
    }
}
