/// A layer of a composition. Times are frames of that composition.
package struct LottieLayer: Sendable {
    package var index: Int?
    package var parent: Int?
    package var name = ""
    package var kind = Kind.empty
    /// The first frame in which it is visible, and the first in which it no longer is.
    package var inFrame = 0.0
    package var outFrame = 0.0
    /// The frame at which the time of its content begins, and the factor by which that time is stretched.
    package var startFrame = 0.0
    package var stretch = 1.0
    package var transform = LottieTransform()
    package var isHidden = false
    package var is3D = false
    package var turnsAlongPath = false
    package var hasMotionBlur = false
    package var blendMode = 0
    package var masks: [LottieMask] = []
    /// The way in which the layer before it, or `matteParent`, masks it.
    package var matte = Matte.none
    package var matteParent: Int?
    /// True if it is only a matte for other layers.
    package var isMatte = false
    package var effects: [LottieEffect] = []
    package var styles: [LottieStyle] = []
    /// True if it is transformed after its masks instead of before.
    package var collapsesTransform = false
    package var cssClass: String?
    /// True if an expression of the file computes part of it.
    package var hasExpression = false

    package enum Kind: Sendable {
        case empty
        case shapes([LottieShape])
        case solid(width: Double, height: Double, color: SIMD4<Double>)
        case image(asset: String)
        /// `remap` gives the seconds of its own time for each frame, if the layer has time remapping.
        case composition(asset: String, width: Double, height: Double, remap: LottieNumber?)
        case text(LottieText)
        /// The zoom is the distance at which objects are seen in their own size; `aims` is true if the camera looks at its anchor point.
        case camera(zoom: LottieNumber, aims: Bool)
        /// The level is in per cent.
        case audio(asset: String, level: LottieNumber, isRemapped: Bool)
        case unsupported(type: Int)
    }

    package enum Matte: Int, Sendable { case none, alpha, invertedAlpha, luma, invertedLuma }
}

package struct LottieMask: Sendable {
    package enum Mode: String, Sendable {
        case none = "n", add = "a", subtract = "s", intersect = "i", lighten = "l", darken = "d", difference = "f"
    }
    package var name: String?
    package var mode = Mode.add
    package var isInverted = false
    package var path: LottieProperty<LottieBezier>
    /// In per cent.
    package var opacity = LottieNumber(100)
    package var expansion = LottieNumber(0)
    /// The width of its soft edge, horizontally and vertically.
    package var feather = LottieVector(.zero)
}

extension LottieReader {
    func layers(_ json: JSONValue?) throws -> [LottieLayer] {
        guard let json else { return [] }
        guard json.isArray else { throw json.error("expected a list of layers") }
        // A layer that can't be read keeps its index, because the next may use it as its matte.
        return json.elements.map { json in kept { try layer(json) } ?? LottieLayer() }
    }

    /// Returns the composition of a letter; nil if it has none.
    func composition(_ json: JSONValue) throws -> LottieLayer? {
        guard json["refId"]?.string != nil else { return nil }
        return try layer(json, type: 0)
    }

    private func layer(_ json: JSONValue) throws -> LottieLayer { try layer(json, type: nil) }

    /// - Parameter type: The type; nil is the one in the file.
    private func layer(_ json: JSONValue, type: Int?) throws -> LottieLayer {
        guard json.isObject else { throw json.error("expected a layer") }
        func number(_ value: JSONValue?, or standard: Double) -> Double {
            guard let value else { return standard }
            return kept { min(1e9, max(-1e9, try Double.read(value))) } ?? standard
        }
        let expressions = notes.expressions
        var layer = LottieLayer()
        layer.index = json["ind"]?.int
        layer.parent = json["parent"]?.int
        layer.name = json["nm"]?.string ?? ""
        layer.inFrame = number(json["ip"], or: -1e9)
        layer.outFrame = number(json["op"], or: 1e9)
        layer.startFrame = number(json["st"], or: 0)
        layer.stretch = number(json["sr"], or: 1)
        if abs(layer.stretch) < 1e-6 { layer.stretch = 1 }
        layer.transform = transform(json["ks"])
        layer.isHidden = json["hd"]?.bool ?? false
        layer.is3D = json["ddd"]?.bool ?? false
        layer.turnsAlongPath = json["ao"]?.bool ?? false
        layer.hasMotionBlur = json["mb"]?.bool ?? false
        layer.blendMode = json["bm"]?.int ?? 0
        layer.masks = (json["masksProperties"]?.elements).map { $0.compactMap { json in kept { try mask(json) } } } ?? []
        layer.matte = LottieLayer.Matte(rawValue: json["tt"]?.int ?? 0) ?? .none
        layer.matteParent = json["tp"]?.int
        layer.isMatte = json["td"]?.bool ?? false
        layer.effects = effects(json["ef"])
        layer.styles = styles(json["sy"])
        layer.collapsesTransform = json["ct"]?.bool ?? false
        layer.cssClass = json["cl"]?.string
        layer.kind = kept { try kind(json, type) } ?? .empty
        layer.hasExpression = notes.expressions > expressions
        return layer
    }

    private func kind(_ json: JSONValue, _ type: Int?) throws -> LottieLayer.Kind {
        func asset() throws -> String {
            guard let id = json["refId"]?.string else { throw json.error("the layer names no asset") }
            return id
        }
        guard let type = type ?? json["ty"]?.int else { throw json.error("the layer has no type") }
        switch type {
        case 0:
            return .composition(
                asset: try asset(), width: json["w"]?.number ?? 0, height: json["h"]?.number ?? 0, remap: property(json["tm"])
            )
        case 1:
            return .solid(
                width: json["sw"]?.number ?? 0, height: json["sh"]?.number ?? 0,
                color: kept { try json["sc"].map(SIMD4.read) } ?? SIMD4(0, 0, 0, 1)
            )
        case 2: return .image(asset: try asset())
        case 3: return .empty
        case 4: return .shapes(shapes(json["shapes"]))
        case 5: return .text(try text(json["t"]))
        case 6:
            return .audio(
                asset: json["refId"]?.string ?? "", level: property(json["au"]?["lv"], or: 100), isRemapped: json["tm"]?.isObject ?? false)
        case 13: return .camera(zoom: property(json["pe"], or: 0), aims: json["ks"]?["a"] != nil)
        default: return .unsupported(type: type)
        }
    }

    private func mask(_ json: JSONValue) throws -> LottieMask? {
        guard let path: LottieProperty<LottieBezier> = try written(json["pt"]) else { throw json.error("the mask has no path") }
        return LottieMask(
            name: json["nm"]?.string, mode: json["mode"]?.string.flatMap(LottieMask.Mode.init) ?? .add,
            isInverted: json["inv"]?.bool ?? false,
            path: path, opacity: property(json["o"], or: 100), expansion: property(json["x"], or: 0),
            feather: property(json["f"], or: .zero)
        )
    }
}
