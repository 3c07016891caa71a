import AgateDiagnostics
import QuartzCore
import RenderTree

/// A mapping from Swift key paths to layer keys.
///
/// Swift can't convert a key path to a name on Linux, and `\CAShapeLayer.opacity` is a different key path from `\CALayer.opacity`. So for
/// each class that is looked up, the key paths of all animatable properties are made once for exactly that class. The keys of
/// `@CAAnimatable` properties are found by reading the property and recording which key was read.
enum AnimatedKeyPaths {
    /// Key paths made of constants only; they contain no shared mutable state.
    private struct Table: @unchecked Sendable { var keys: [AnyKeyPath: String] }
    private static let tables = Locked<[ObjectIdentifier: Table]>([:])

    /// The key paths, as strings, that a Swift key path of the layer refers to: one, two for `frame`, none if the property can't be
    /// animated.
    static func strings<L: CALayer, Value>(_ keyPath: KeyPath<L, Value>, of layer: L) -> [String] {
        if let key = table(L.self)[keyPath] { return key == "frame" ? ["position", "bounds"] : [key] }
        var value: Value?
        let read = Watch.keys { value = layer[keyPath: keyPath] }
        // A property that is computed from several keys, or computed from one key, does not hold the value of its key.
        guard read.count == 1, let value, let stored = layer.value(forKey: read[0]) else {
            return read.count == 1 && layer.customValue(read[0]) == nil ? read : []
        }
        return Boxing.value(stored) == Boxing.value(value) ? read : []
    }

    private static func table<L: CALayer>(_ type: L.Type) -> [AnyKeyPath: String] {
        if let table = tables.withLock({ $0[ObjectIdentifier(type)] }) { return table.keys }
        let table = Table(keys: make(type))
        tables.withLock { $0[ObjectIdentifier(type)] = table }
        return table.keys
    }

    private static func make<L: CALayer>(_ type: L.Type) -> [AnyKeyPath: String] {
        var keys: [AnyKeyPath: String] = [:]
        func add(_ path: PartialKeyPath<L>, _ key: String) { keys[path] = key }
        add(\L.frame, "frame")
        add(\L.bounds, "bounds")
        add(\L.bounds.origin, "bounds.origin")
        add(\L.bounds.origin.x, "bounds.origin.x")
        add(\L.bounds.origin.y, "bounds.origin.y")
        add(\L.bounds.size, "bounds.size")
        add(\L.bounds.size.width, "bounds.size.width")
        add(\L.bounds.size.height, "bounds.size.height")
        add(\L.position, "position")
        add(\L.position.x, "position.x")
        add(\L.position.y, "position.y")
        add(\L.zPosition, "zPosition")
        add(\L.anchorPoint, "anchorPoint")
        add(\L.anchorPoint.x, "anchorPoint.x")
        add(\L.anchorPoint.y, "anchorPoint.y")
        add(\L.anchorPointZ, "anchorPointZ")
        add(\L.transform, "transform")
        add(\L.sublayerTransform, "sublayerTransform")
        add(\L.contents, "contents")
        add(\L.contentsRect, "contentsRect")
        add(\L.contentsScale, "contentsScale")
        add(\L.contentsCenter, "contentsCenter")
        add(\L.minificationFilterBias, "minificationFilterBias")
        add(\L.backgroundColor, "backgroundColor")
        add(\L.cornerRadius, "cornerRadius")
        add(\L.borderWidth, "borderWidth")
        add(\L.borderColor, "borderColor")
        add(\L.opacity, "opacity")
        add(\L.rasterizationScale, "rasterizationScale")
        add(\L.shadowColor, "shadowColor")
        add(\L.shadowOpacity, "shadowOpacity")
        add(\L.shadowOffset, "shadowOffset")
        add(\L.shadowOffset.width, "shadowOffset.width")
        add(\L.shadowOffset.height, "shadowOffset.height")
        add(\L.shadowRadius, "shadowRadius")
        add(\L.shadowPath, "shadowPath")
        // Opens the existential: `L` is only known to be a layer, so its metatype is checked for the subclasses.
        if let shape = type as? any Shape.Type { addShape(shape, &keys) }
        if let gradient = type as? any Gradient.Type { addGradient(gradient, &keys) }
        if let replicator = type as? any Replicator.Type { addReplicator(replicator, &keys) }
        return keys
    }

    private static func addShape<L: Shape>(_: L.Type, _ keys: inout [AnyKeyPath: String]) {
        keys[\L.path] = "path"
        keys[\L.fillColor] = "fillColor"
        keys[\L.strokeColor] = "strokeColor"
        keys[\L.strokeStart] = "strokeStart"
        keys[\L.strokeEnd] = "strokeEnd"
        keys[\L.lineWidth] = "lineWidth"
        keys[\L.miterLimit] = "miterLimit"
        keys[\L.lineDashPhase] = "lineDashPhase"
        keys[\L.lineDashPattern] = "lineDashPattern"
    }

    private static func addGradient<L: Gradient>(_: L.Type, _ keys: inout [AnyKeyPath: String]) {
        keys[\L.colors] = "colors"
        keys[\L.locations] = "locations"
        keys[\L.startPoint] = "startPoint"
        keys[\L.endPoint] = "endPoint"
    }

    private static func addReplicator<L: Replicator>(_: L.Type, _ keys: inout [AnyKeyPath: String]) {
        keys[\L.instanceCount] = "instanceCount"
        keys[\L.instanceDelay] = "instanceDelay"
        keys[\L.instanceTransform] = "instanceTransform"
        keys[\L.instanceColor] = "instanceColor"
        keys[\L.instanceRedOffset] = "instanceRedOffset"
        keys[\L.instanceGreenOffset] = "instanceGreenOffset"
        keys[\L.instanceBlueOffset] = "instanceBlueOffset"
        keys[\L.instanceAlphaOffset] = "instanceAlphaOffset"
    }
}

private protocol Shape: CAShapeLayer {}
extension CAShapeLayer: Shape {}
private protocol Gradient: CAGradientLayer {}
extension CAGradientLayer: Gradient {}
private protocol Replicator: CAReplicatorLayer {}
extension CAReplicatorLayer: Replicator {}
