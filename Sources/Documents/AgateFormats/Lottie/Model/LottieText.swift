/// The text of a layer, and the animators of its letters.
package struct LottieText: Sendable {
    package var document: LottieProperty<LottieTextDocument>
    package var animators: [LottieTextAnimator] = []
    /// The unit about which letters rotate and scale: 1 letters, 2 words, 3 lines, 4 all.
    package var grouping = 1
    package var groupingAlignment = LottieVector(.zero)
    /// The mask whose path the text follows.
    package var path: LottieTextPath?
}

package struct LottieTextPath: Sendable {
    package var mask: Int
    package var firstMargin: LottieNumber
    package var lastMargin: LottieNumber
    package var isPerpendicular: LottieNumber
    package var isReversed: LottieNumber
    package var forcesAlignment: LottieNumber
}

package struct LottieTextDocument: Sendable {
    package enum Justification: Int, Sendable { case left, right, center, justifyLastLeft, justifyLastRight, justifyLastCenter, justify }
    package var text = ""
    package var font = ""
    package var size = 12.0
    package var fillColor: SIMD4<Double>?
    package var strokeColor: SIMD4<Double>?
    package var strokeWidth = 0.0
    package var strokeIsOnTop = false
    package var lineHeight: Double?
    package var baselineShift = 0.0
    /// In thousandths of the size.
    package var tracking = 0.0
    package var justification = Justification.left
    /// 0 as written, 1 capitals, 2 small capitals.
    package var caps = 0
    package var boxSize: SIMD2<Double>?
    package var boxPosition = SIMD2<Double>.zero
    package init() {}
}

package struct LottieTextAnimator: Sendable {
    package var name: String
    package var selector: LottieTextSelector?
    package var transform: LottieTransform
    /// Properties that `transform` also has are nil if the animator does not change them.
    package var opacity: LottieNumber?
    package var fillColor: LottieColor?
    package var strokeColor: LottieColor?
    package var strokeWidth: LottieNumber?
    package var fillHue: LottieNumber?
    package var fillSaturation: LottieNumber?
    package var fillBrightness: LottieNumber?
    package var fillOpacity: LottieNumber?
    package var strokeOpacity: LottieNumber?
    package var tracking: LottieNumber?
    package var lineSpacing: LottieVector?
    package var blur: LottieVector?
}

package struct LottieTextSelector: Sendable {
    /// 1 characters, 2 characters without spaces, 3 words, 4 lines.
    package var basis = 1
    /// True if the values are in per cent, else they are counts.
    package var isPercent = true
    package var start: LottieNumber
    package var end: LottieNumber?
    package var offset: LottieNumber
    /// 1 square, 2 ramp up, 3 ramp down, 4 triangle, 5 round, 6 smooth.
    package var shape = 1
    package var maxEase: LottieNumber
    package var minEase: LottieNumber
    package var maxAmount: LottieNumber
    package var smoothness: LottieNumber
    package var isRandom = false
    /// True if an expression of the file computes it.
    package var isExpression = false
}

extension LottieTextDocument: LottieValue {
    package static var slotKind: LottieSlot.Kind { .text }

    package static func read(_ json: JSONValue) throws -> LottieTextDocument {
        guard json.isObject else { throw json.error("expected a text document") }
        var document = LottieTextDocument()
        try document.take(json, skipsBadValues: true)
        return document
    }

    /// Reads the attributes that a file or a theme specifies; the others are unchanged.
    /// - Parameter skipsBadValues: True to keep attributes that can't be read, instead of throwing an error.
    mutating func take(_ json: JSONValue, skipsBadValues: Bool = false) throws {
        func color(_ json: JSONValue?, or old: SIMD4<Double>?) throws -> SIMD4<Double>? {
            guard let json else { return old }
            if json.isArray, json.first == nil { return nil }
            return skipsBadValues ? (try? SIMD4.read(json)) ?? old : try SIMD4.read(json)
        }
        func pair(_ json: JSONValue?) throws -> SIMD2<Double>? {
            let v = skipsBadValues ? try? json.map(SIMD3.read) : try json.map(SIMD3.read)
            return v.map { SIMD2($0.x, $0.y) }
        }
        if let t = json["t"] { text = t.string ?? t.number.map { "\($0)" } ?? "" }
        font = json["f"]?.string ?? font
        size = json["s"]?.number ?? size
        fillColor = try color(json["fc"], or: fillColor)
        strokeColor = try color(json["sc"], or: strokeColor)
        strokeWidth = json["sw"]?.number ?? strokeWidth
        strokeIsOnTop = json["of"]?.bool ?? strokeIsOnTop
        lineHeight = json["lh"]?.number ?? lineHeight
        baselineShift = json["ls"]?.number ?? baselineShift
        tracking = json["tr"]?.number ?? tracking
        justification = json["j"]?.int.flatMap(Justification.init) ?? justification
        caps = json["ca"]?.int ?? caps
        boxSize = try pair(json["sz"]) ?? boxSize
        boxPosition = try pair(json["ps"]) ?? boxPosition
        guard size.isFinite, tracking.isFinite, baselineShift.isFinite else { throw json.error("a number is not finite") }
    }
}

extension LottieReader {
    func text(_ json: JSONValue?) throws -> LottieText {
        guard let json, let d = json["d"] else { throw LottieError(json?.place ?? "", "the text layer has no text") }
        let document: LottieProperty<LottieTextDocument> = property(d, or: LottieTextDocument())
        for json in d["k"].map({ $0.isArray ? $0.all.compactMap { $0["s"] } : [$0] }) ?? [] {
            var checked = LottieTextDocument()
            kept { try checked.take(json) }
        }
        var text = LottieText(document: document)
        text.animators = (json["a"]?.elements).map { $0.map(animator) } ?? []
        text.grouping = json["m"]?["g"]?.int ?? 1
        text.groupingAlignment = property(json["m"]?["a"], or: .zero)
        if let p = json["p"], let mask = p["m"]?.int {
            text.path = LottieTextPath(
                mask: mask, firstMargin: property(p["f"], or: 0), lastMargin: property(p["l"], or: 0),
                isPerpendicular: property(p["p"], or: 1), isReversed: property(p["r"], or: 0),
                forcesAlignment: property(p["a"], or: 0)
            )
        }
        return text
    }

    private func animator(_ json: JSONValue) -> LottieTextAnimator {
        let a = json["a"]
        return LottieTextAnimator(
            name: json["nm"]?.string ?? "", selector: json["s"].map(selector), transform: transform(a),
            opacity: property(a?["o"]),
            fillColor: property(a?["fc"]), strokeColor: property(a?["sc"]), strokeWidth: property(a?["sw"]),
            fillHue: property(a?["fh"]), fillSaturation: property(a?["fs"]), fillBrightness: property(a?["fb"]),
            fillOpacity: property(a?["fo"]), strokeOpacity: property(a?["so"]), tracking: property(a?["t"]),
            lineSpacing: property(a?["ls"]), blur: property(a?["bl"])
        )
    }

    private func selector(_ json: JSONValue) -> LottieTextSelector {
        LottieTextSelector(
            basis: json["b"]?.int ?? 1, isPercent: json["r"]?.int != 2, start: property(json["s"], or: 0), end: property(json["e"]),
            offset: property(json["o"], or: 0), shape: json["sh"]?.int ?? 1, maxEase: property(json["xe"], or: 0),
            minEase: property(json["ne"], or: 0), maxAmount: property(json["a"], or: 100),
            smoothness: property(json["sm"], or: 100),
            isRandom: json["rn"]?.bool ?? false, isExpression: (json["t"]?.int ?? 0) != 0
        )
    }
}
