/// The text of a layer, and what animates its letters.
package struct LottieText: Sendable {
    package var document: LottieProperty<LottieTextDocument>
    package var animators: [LottieTextAnimator] = []
    /// What letters are grouped by when they turn and scale: 1 letters, 2 words, 3 lines, 4 all.
    package var grouping = 1
    package var groupingAlignment = LottieVector(.zero)
    /// The mask whose path the text goes along.
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
    /// Thousandths of the size.
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
    /// Those that `transform` has are nil where the animator does not change them.
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
    /// Per cent, or else counts.
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
    /// It is computed by a program of the file.
    package var isExpression = false
}

extension LottieTextDocument: LottieValue {
    package static var slotKind: LottieSlot.Kind { .text }

    package static func read(_ json: JSONValue) throws -> LottieTextDocument {
        guard json.isObject else { throw json.error("a text document was expected") }
        var document = LottieTextDocument()
        try document.take(json)
        return document
    }

    /// What a file or a theme says of it; the rest stays.
    mutating func take(_ json: JSONValue) throws {
        func color(_ json: JSONValue?, or old: SIMD4<Double>?) throws -> SIMD4<Double>? {
            guard let json else { return old }
            return json.isArray && json.first == nil ? nil : try SIMD4.read(json)
        }
        func pair(_ json: JSONValue?) throws -> SIMD2<Double>? {
            try json.map {
                let v = try SIMD3.read($0); return SIMD2(v.x, v.y)
            }
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
        guard let json, let d = json["d"], let document: LottieProperty<LottieTextDocument> = try property(d) else {
            throw LottieError(json?.place ?? "", "the text layer has no text")
        }
        var text = LottieText(document: document)
        text.animators = try (json["a"]?.elements).map { try $0.map(animator) } ?? []
        text.grouping = json["m"]?["g"]?.int ?? 1
        text.groupingAlignment = try property(json["m"]?["a"], or: .zero)
        if let p = json["p"], let mask = p["m"]?.int {
            text.path = LottieTextPath(
                mask: mask, firstMargin: try property(p["f"], or: 0), lastMargin: try property(p["l"], or: 0),
                isPerpendicular: try property(p["p"], or: 1), isReversed: try property(p["r"], or: 0),
                forcesAlignment: try property(p["a"], or: 0)
            )
        }
        return text
    }

    private func animator(_ json: JSONValue) throws -> LottieTextAnimator {
        let a = json["a"]
        return LottieTextAnimator(
            name: json["nm"]?.string ?? "", selector: try json["s"].map(selector), transform: try transform(a),
            opacity: try property(a?["o"]),
            fillColor: try property(a?["fc"]), strokeColor: try property(a?["sc"]), strokeWidth: try property(a?["sw"]),
            fillHue: try property(a?["fh"]), fillSaturation: try property(a?["fs"]), fillBrightness: try property(a?["fb"]),
            fillOpacity: try property(a?["fo"]), strokeOpacity: try property(a?["so"]), tracking: try property(a?["t"]),
            lineSpacing: try property(a?["ls"]), blur: try property(a?["bl"])
        )
    }

    private func selector(_ json: JSONValue) throws -> LottieTextSelector {
        LottieTextSelector(
            basis: json["b"]?.int ?? 1, isPercent: json["r"]?.int != 2, start: try property(json["s"], or: 0), end: try property(json["e"]),
            offset: try property(json["o"], or: 0), shape: json["sh"]?.int ?? 1, maxEase: try property(json["xe"], or: 0),
            minEase: try property(json["ne"], or: 0), maxAmount: try property(json["a"], or: 100),
            smoothness: try property(json["sm"], or: 100),
            isRandom: json["rn"]?.bool ?? false, isExpression: (json["t"]?.int ?? 0) != 0
        )
    }
}
