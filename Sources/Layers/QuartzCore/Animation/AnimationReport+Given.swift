import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Checks for mistakes in an animation when it is added, which would otherwise only show as an animation without an effect.
extension AnimationReport {
    /// - Parameter animation: the copy that the layer keeps, with the values that the program set.
    static func checkGiven(_ animation: CAAnimation, on layer: CALayer) {
        if !(animation.duration >= 0) {
            refused(
                layer, "duration", "an animation has an invalid duration of \(animation.duration) s; the transaction's duration is used")
        }
        guard let property = animation as? CAPropertyAnimation else { return }
        guard let keyPath = property.keyPath, !keyPath.isEmpty else {
            let name = LayerReport.describe(layer)
            return Diagnostic.reportOnce(
                "animation.no-effect", key: "\(layer.id.rawValue) no key path", layer: name, property: nil,
                "\(name): an animation has no key path; it has no effect"
            )
        }
        if let keyframe = animation as? CAKeyframeAnimation, let times = keyframe.keyTimes, !areInOrder(times) {
            refused(
                layer, keyPath,
                "the key times of the animation of \(keyPath) are not in order from 0 to 1: \(times.prefix(8).map(\.doubleValue))")
        }
    }

    private static func refused(_ layer: CALayer, _ keyPath: String, _ text: String) {
        let name = LayerReport.describe(layer)
        Diagnostic.reportOnce(
            "animation.refused-timing", key: "\(layer.id.rawValue).\(keyPath)", layer: name, property: keyPath, "\(name): \(text)")
    }

    private static func areInOrder(_ times: [NSNumber]) -> Bool {
        var last = 0.0
        for time in times {
            guard time.doubleValue >= last, time.doubleValue <= 1 else { return false }
            last = time.doubleValue
        }
        return true
    }

    /// Reports an unknown key path. A key that no property has may be one of the program's own keys. For a layer of a program's own class,
    /// it is reported only if it looks like a misspelling.
    static func checkKeyPath(_ spec: AnimationSpec, on layer: CALayer) {
        guard let target = spec.target, case .custom(let key)? = target.path(of: layer.layerClass)?.root else { return }
        let keyPath = target.keyPath
        let head = String(key.prefix { $0 != "." })
        guard layer.customValue(key) == nil, layer.customValue(head) == nil else { return }
        let words = KeyPathSuggestion.words(for: keyPath, of: layer)
        let type = type(of: layer)
        if !layer.classInfo.isStandard, words.isEmpty || type.needsDisplay(forKey: head) || type.defaultValue(forKey: head) != nil {
            return
        }
        let name = LayerReport.describe(layer)
        Diagnostic.reportOnce(
            "animation.unknown-key-path", key: "\(type) \(keyPath)", layer: name, property: keyPath,
            "\(name): no animatable property \"\(keyPath)\"\(words)"
        )
    }

    /// Reports that the animations of a layer end at once because the layer is not shown.
    static func notShown(_ layer: CALayer) {
        let name = LayerReport.describe(layer)
        Diagnostic.reportOnce(
            "animation.not-shown", key: "\(layer.id.rawValue)", layer: name, property: nil,
            "\(name): the layer was animated while it is not in a visible layer tree; its animations end immediately"
        )
    }
}

/// A suggestion for a key path that does not exist.
enum KeyPathSuggestion {
    /// Returns the end of a sentence: `; did you mean "position.x"?`, or an empty string if no name is similar.
    static func words(for keyPath: String, of layer: CALayer) -> String {
        let head = String(keyPath.prefix { $0 != "." }), tail = keyPath.dropFirst(head.count)
        guard head.count > 2, head.count < 64 else { return "" }
        var best: (key: String, distance: Int)?
        for row in PropertyTable.rows(of: layer.layerClass) {
            let limit = min(best?.distance ?? 3, 3)
            if abs(row.key.count - head.count) >= limit { continue }
            let distance = distance(Array(head.utf8), Array(row.key.utf8))
            if distance < limit { best = (row.key, distance) }
        }
        return best.map { "; did you mean \"\($0.key)\(tail)\"?" } ?? ""
    }

    /// Returns the edit distance: the number of letters that differ, are missing or are superfluous.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var corner = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let above = row[j + 1]
                // Upper and lower case count as different letters.
                row[j + 1] = min(above + 1, row[j] + 1, corner + (x == y ? 0 : 1))
                corner = above
            }
        }
        return row[b.count]
    }
}
