import QuartzCore
import RenderTree

/// The cost of each op of a picture, measured by drawing it separately.
package struct OpCosts: Encodable, Sendable {
    package struct Op: Encodable, Sendable {
        package var kind: String
        /// The layer; nil for an op that belongs to none.
        package var layer: UInt64?
        package var layerName: String
        package var seconds: Double
        /// The number of pixels in its box.
        package var pixels: Int
    }
    package struct Kind: Encodable, Sendable {
        package var kind: String
        package var count: Int
        package var seconds: Double
        package var pixels: Int
    }

    package var type = "ops"
    package var time: Double
    /// The total time of all ops, drawn by one thread, in seconds.
    package var seconds: Double
    /// The ops, the slowest first, at most `most`.
    package var ops: [Op]
    /// The kinds of ops, the slowest first.
    package var kinds: [Kind]
    /// The seconds of each layer's own ops, by its number as text: with keys of other types the result would not be a JSON object.
    package var layers: [String: Double]

    private static let most = 100

    package init(_ renderer: Renderer, at time: Double) {
        self.time = time
        let seconds = renderer.opTimes()
        let look = SceneLook(renderer.tree, at: time, picture: nil, hasValues: false)
        var all: [Op] = []
        var kinds: [String: Kind] = [:]
        layers = [:]
        for (at, op) in look.places.enumerated() where op < seconds.count && seconds[op].isFinite {
            let shown = look.ops[at]
            let layer = shown.layer >= 0 ? look.layers[shown.layer] : nil
            let own = Op(
                kind: shown.kind, layer: layer?.id, layerName: layer.map { $0.name ?? "\($0.class) \($0.id)" } ?? "",
                seconds: seconds[op], pixels: shown.area)
            all.append(own)
            if let layer { layers["\(layer.id)", default: 0] += own.seconds }
            var kind = kinds[own.kind] ?? Kind(kind: own.kind, count: 0, seconds: 0, pixels: 0)
            kind.count += 1
            kind.seconds += own.seconds
            kind.pixels += own.pixels
            kinds[own.kind] = kind
        }
        self.seconds = all.reduce(0) { $0 + $1.seconds }
        ops = Array(all.sorted { $0.seconds > $1.seconds }.prefix(Self.most))
        self.kinds = kinds.values.sorted { $0.seconds > $1.seconds }
    }
}
