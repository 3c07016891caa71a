/// An item of a shape layer. Items are in the order of the file: the first is on top, and an item that changes or paints paths applies to
/// those before it.
package struct LottieShape: Sendable {
    package var name: String?
    package var matchName: String?
    package var isHidden = false
    package var kind: Kind

    package indirect enum Kind: Sendable {
        case group([LottieShape], LottieTransform, blendMode: Int)
        // Paths
        case path(LottieProperty<LottieBezier>, isReversed: Bool)
        case rectangle(center: LottieVector, size: LottieVector, radius: LottieNumber, isReversed: Bool)
        case ellipse(center: LottieVector, size: LottieVector, isReversed: Bool)
        case star(LottieStar)
        // Paints
        case fill(LottiePaint, isEvenOdd: Bool)
        case stroke(LottiePaint, LottieStroke)
        // Modifiers of paths
        case trim(start: LottieNumber, end: LottieNumber, offset: LottieNumber, isOneByOne: Bool)
        case repeater(LottieRepeater)
        case roundedCorners(LottieNumber)
        case merge(MergeMode)
        case offset(amount: LottieNumber, join: LineJoin, miterLimit: LottieNumber)
        case pucker(LottieNumber)
        case zigZag(size: LottieNumber, ridges: LottieNumber, isSmooth: LottieNumber)
        case twist(angle: LottieNumber, center: LottieVector)
        /// An item of an unknown type.
        case unknown(String)
    }

    package enum MergeMode: Int, Sendable { case merge = 1, add, subtract, intersect, exclude }
    package enum LineCap: Int, Sendable { case butt = 1, round, square }
    package enum LineJoin: Int, Sendable { case miter = 1, round, bevel }
}

/// A star, or a polygon, which has no inner corners. Roundness is in per cent, rotation in degrees.
package struct LottieStar: Sendable {
    package var isPolygon = false
    package var points = LottieNumber(5)
    package var center = LottieVector(.zero)
    package var rotation = LottieNumber(0)
    package var outerRadius = LottieNumber(0)
    package var innerRadius = LottieNumber(0)
    package var outerRoundness = LottieNumber(0)
    package var innerRoundness = LottieNumber(0)
    package var isReversed = false
}

/// The paint of a path. Opacity is in per cent.
package struct LottiePaint: Sendable {
    package enum Source: Sendable {
        case color(LottieColor)
        case gradient(LottieGradient)
    }
    package var source: Source
    package var opacity: LottieNumber
    package var blendMode = 0
}

package struct LottieGradient: Sendable {
    package var isRadial = false
    package var start = LottieVector(.zero)
    package var end = LottieVector(.zero)
    /// For a radial gradient: the distance of its highlight from the centre, in per cent of the radius, and its direction.
    package var highlightLength = LottieNumber(0)
    package var highlightAngle = LottieNumber(0)
    package var stops = LottieProperty(LottieStops())
    package var colorCount = 0
}

package struct LottieStroke: Sendable {
    package var width = LottieNumber(1)
    package var cap = LottieShape.LineCap.butt
    package var join = LottieShape.LineJoin.miter
    package var miterLimit = LottieNumber(4)
    /// Dashes and gaps alternately.
    package var dashes: [LottieNumber] = []
    package var dashOffset: LottieNumber?
}

package struct LottieRepeater: Sendable {
    package var copies = LottieNumber(1)
    package var offset = LottieNumber(0)
    /// True if later copies are below earlier ones.
    package var stacksBelow = false
    package var transform = LottieTransform()
    package var startOpacity = LottieNumber(100)
    package var endOpacity = LottieNumber(100)
}

extension LottieReader {
    func shapes(_ json: JSONValue?) -> [LottieShape] {
        guard let json else { return [] }
        guard json.isArray else {
            notes.add(json.error("expected a list of shapes"))
            return []
        }
        return json.elements.compactMap { json in kept { try shape(json) } }
    }

    private func shape(_ json: JSONValue) throws -> LottieShape? {
        guard let type = json["ty"]?.string else { throw json.error("the shape has no type") }
        guard let kind = try kind(type, json) else { return nil }
        return LottieShape(name: json["nm"]?.string, matchName: json["mn"]?.string, isHidden: json["hd"]?.bool ?? false, kind: kind)
    }

    private func kind(_ type: String, _ json: JSONValue) throws -> LottieShape.Kind? {
        let isReversed = json["d"]?.number == 3
        switch type {
        case "gr":
            // A group's transform is the last of its items.
            var transform: JSONValue?
            for item in json["it"]?.all ?? [] where item["ty"]?.string == "tr" { transform = item }
            return .group(shapes(json["it"]), self.transform(transform), blendMode: json["bm"]?.int ?? 0)
        case "tr": return nil
        case "sh":
            guard json["ks"] != nil else { throw json.error("the path has no points") }
            guard let path: LottieProperty<LottieBezier> = property(json["ks"]) else { return nil }
            return .path(path, isReversed: isReversed)
        case "rc":
            return .rectangle(
                center: property(json["p"], or: .zero), size: property(json["s"], or: .zero),
                radius: property(json["r"], or: 0),
                isReversed: isReversed
            )
        case "el":
            return .ellipse(center: property(json["p"], or: .zero), size: property(json["s"], or: .zero), isReversed: isReversed)
        case "sr":
            return .star(
                LottieStar(
                    isPolygon: json["sy"]?.int == 2, points: property(json["pt"], or: 5), center: property(json["p"], or: .zero),
                    rotation: property(json["r"], or: 0), outerRadius: property(json["or"], or: 0),
                    innerRadius: property(json["ir"], or: 0), outerRoundness: property(json["os"], or: 0),
                    innerRoundness: property(json["is"], or: 0), isReversed: isReversed
                ))
        case "fl": return .fill(paint(json, color(json)), isEvenOdd: json["r"]?.int == 2)
        case "gf": return .fill(paint(json, .gradient(try gradient(json))), isEvenOdd: json["r"]?.int == 2)
        case "st": return .stroke(paint(json, color(json)), stroke(json))
        case "gs": return .stroke(paint(json, .gradient(try gradient(json))), stroke(json))
        case "tm":
            var start: LottieNumber = property(json["s"], or: 0)
            start.goesByParameter = waysGoByParameter
            return .trim(
                start: start, end: property(json["e"], or: 100), offset: property(json["o"], or: 0), isOneByOne: json["m"]?.int == 2
            )
        case "rp":
            return .repeater(
                LottieRepeater(
                    copies: property(json["c"], or: 1), offset: property(json["o"], or: 0), stacksBelow: json["m"]?.int == 2,
                    transform: transform(json["tr"]), startOpacity: property(json["tr"]?["so"], or: 100),
                    endOpacity: property(json["tr"]?["eo"], or: 100)
                ))
        case "rd": return .roundedCorners(property(json["r"], or: 0))
        case "mm": return .merge(LottieShape.MergeMode(rawValue: json["mm"]?.int ?? 1) ?? .merge)
        case "op":
            return .offset(
                amount: property(json["a"], or: 0), join: LottieShape.LineJoin(rawValue: json["lj"]?.int ?? 1) ?? .miter,
                miterLimit: property(json["ml"], or: 100)
            )
        case "pb": return .pucker(property(json["a"], or: 0))
        case "zz":
            return .zigZag(
                size: property(json["s"], or: 0), ridges: property(json["r"], or: 1), isSmooth: property(json["pt"], or: 1)
            )
        case "tw": return .twist(angle: property(json["a"], or: 0), center: property(json["c"], or: .zero))
        case "no": return nil
        default: return .unknown(type)
        }
    }

    private func color(_ json: JSONValue) -> LottiePaint.Source { .color(property(json["c"], or: SIMD4(0, 0, 0, 1))) }

    private func paint(_ json: JSONValue, _ source: LottiePaint.Source) -> LottiePaint {
        LottiePaint(source: source, opacity: property(json["o"], or: 100), blendMode: json["bm"]?.int ?? 0)
    }

    func gradient(_ json: JSONValue) throws -> LottieGradient {
        var gradient = LottieGradient()
        gradient.isRadial = json["t"]?.int == 2
        gradient.start = property(json["s"], or: .zero)
        gradient.end = property(json["e"], or: .zero)
        gradient.highlightLength = property(json["h"], or: 0)
        gradient.highlightAngle = property(json["a"], or: 0)
        guard let g = json["g"] else { throw json.error("the gradient has no colours") }
        let source = gradientSource(g)
        gradient.stops = property(source.colors, or: LottieStops())
        if let slot = source.slot {
            gradient.stops.slot = slot
            if case .gradient(let stops)? = values.set[slot] {
                gradient.stops = LottieProperty(LottieStops(stops))
                gradient.colorCount = stops.filter { $0.location.isFinite }.count
                return gradient
            }
        }
        let count = gradient.stops.value.numbers.count
        gradient.colorCount = min(count / 4, max(0, source.count ?? count / 4))
        return gradient
    }

    private func stroke(_ json: JSONValue) -> LottieStroke {
        var stroke = LottieStroke()
        stroke.width = property(json["w"], or: 1)
        stroke.cap = LottieShape.LineCap(rawValue: json["lc"]?.int ?? 2) ?? .round
        stroke.join = LottieShape.LineJoin(rawValue: json["lj"]?.int ?? 2) ?? .round
        stroke.miterLimit = property(json["ml2"]) ?? property(json["ml"], or: 4)
        for dash in json["d"]?.all ?? [] {
            let length: LottieNumber = property(dash["v"], or: 0)
            if dash["n"]?.string == "o" { stroke.dashOffset = length } else { stroke.dashes.append(length) }
        }
        return stroke
    }
}
