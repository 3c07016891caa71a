import QuartzCore
import RenderTree

/// The key behind a Swift key path that is to be animated.
///
/// `LayerKeyPaths` lists the properties of layers; those that `PropertyTable` calls animatable, and their parts, are used. The key of a
/// `@CAAnimatable` property is found by reading the property and observing which key is read.
enum AnimatedKeyPaths {
    /// Returns the keys to animate for a key path of the layer: one, two for `frame`, none if it can't be animated.
    static func strings<L: CALayer, Value>(_ keyPath: KeyPath<L, Value>, of layer: L) -> [String] {
        if let key = LayerKeyPaths.key(of: keyPath) {
            if key == "frame" { return ["position", "bounds"] }
            let property = String(key.prefix { $0 != "." })
            return PropertyTable.row(forKey: property, of: layer.layerClass)?.isAnimatable == true ? [key] : []
        }
        var value: Value?
        let read = Watch.keys { value = layer[keyPath: keyPath] }
        // A property made of several others, or computed from one, differs from the value of the key.
        guard read.count == 1, let value, let stored = layer.value(forKey: read[0]) else {
            return read.count == 1 && layer.customValue(read[0]) == nil ? read : []
        }
        return Boxing.value(stored) == Boxing.value(value) ? read : []
    }
}
