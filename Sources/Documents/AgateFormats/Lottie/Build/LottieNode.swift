import CoreGraphics

/// The content of a list of shapes, the topmost first: paths with their paint, and groups that are transformed, faded or blended as one.
indirect enum LottieNode {
    case leaf(LottieLeaf)
    case group(name: String?, LottieTransform, blendMode: Int, visible: LottieTrack<Double>?, [LottieNode])
}

/// A path and its paint.
struct LottieLeaf {
    var name: String?
    var outlines: [LottieOutline]
    var paint: LottiePaint
    var isEvenOdd = false
    var stroke: LottieStroke?
    /// A trim that the stroke applies itself.
    var trim: Trim?

    struct Trim {
        var start, end, offset: LottieNumber
    }
}

/// Determines for a list of shapes which paths each paint uses, and the modifiers that apply to them.
struct LottieShapeReader {
    /// The unsupported features, as text.
    private(set) var complaints: [String] = []
    /// The content that is left out because it exceeds a limit.
    private(set) var excesses: [String] = []
    private var count = 0
    private var probed = 0
    private var isProbing = false
    /// The largest number of shapes, since nested repeaters multiply them.
    private static let limit = 20_000

    /// - Parameter outer: The modifiers of all paths in the list, from the innermost outwards.
    mutating func nodes(_ shapes: [LottieShape], outer: [LottieModifier] = []) -> [LottieNode] { read(shapes, outer).nodes }

    private mutating func read(_ shapes: [LottieShape], _ outer: [LottieModifier]) -> (nodes: [LottieNode], outlines: [LottieOutline]) {
        var nodes: [LottieNode] = [], outlines: [LottieOutline] = []
        // If only the paths are needed, no paints are created for them.
        let own = LottieModifier.list(shapes, outer: outer, isWhole: isProbing)
        let list = isProbing ? nil : LottieModifierList(shapes, own, outer: outer) { self.outlines($0) }
        for (i, shape) in shapes.enumerated() where !shape.isHidden {
            guard count < Self.limit else {
                exceed("the layer has more than \(Self.limit) shapes; the rest is not shown")
                break
            }
            count += 1
            switch shape.kind {
            case .group(let items, let transform, let blendMode):
                let inner = read(items, (list?.modifiers(of: i, isGroup: true) ?? []).map { $0.inside(transform) })
                if !inner.nodes.isEmpty {
                    nodes.append(.group(name: shape.name, transform, blendMode: blendMode, visible: nil, inner.nodes))
                }
                if !inner.outlines.isEmpty { outlines.append(.placed(LottieTransformTrack(transform), inner.outlines)) }
            case .path(let path, let isReversed): outlines.append(.path(LottieTrack(path), isReversed: isReversed))
            case .rectangle(let center, let size, let radius, let isReversed):
                outlines.append(
                    .rectangle(center: LottieTrack(center), size: LottieTrack(size), radius: LottieTrack(radius), isReversed: isReversed))
            case .ellipse(let center, let size, let isReversed):
                outlines.append(.ellipse(center: LottieTrack(center), size: LottieTrack(size), isReversed: isReversed))
            case .star(let star): outlines.append(.star(LottieStarTrack(star)))
            case .fill(let paint, let isEvenOdd):
                guard !outlines.isEmpty else { continue }
                let all = list?.modifiers(of: i, isGroup: false) ?? []
                nodes.append(.leaf(LottieLeaf(name: shape.name, outlines: Self.changed(outlines, all), paint: paint, isEvenOdd: isEvenOdd)))
            case .stroke(let paint, let stroke):
                guard !outlines.isEmpty else { continue }
                nodes += strokes(shape.name, outlines, paint, stroke, list?.modifiers(of: i, isGroup: false) ?? [])
            case .repeater(let repeater):
                var copies = repeater.transforms()
                if let most = repeater.excess { exceed("a repeater has \(most) copies; \(copies.count) are shown") }
                let size = max(1, Self.size(nodes), LottieOutline.weight(outlines))
                if copies.count > (Self.limit - count) / size {
                    exceed("repeaters make more than \(Self.limit) shapes; the rest is not shown")
                    copies.removeLast(copies.count - max(0, (Self.limit - count) / size))
                }
                count += copies.count * size
                nodes = copies.enumerated().map { k, transform in
                    .group(name: shape.name, transform, blendMode: 0, visible: repeater.visibility(of: k), nodes)
                }
                if !repeater.stacksBelow { nodes.reverse() }
                if !outlines.isEmpty { outlines = [.changed(.copies(copies.map { LottieTransformTrack($0) }), outlines)] }
            case .trim, .roundedCorners, .merge, .offset, .pucker, .zigZag, .twist:
                if !outlines.isEmpty, let modifier = own[i] { outlines = [.changed(modifier, outlines)] }
            case .unknown(let type): complain("shapes of type \"\(type)\" are not supported")
            }
        }
        return (nodes, outlines)
    }

    private static func size(_ nodes: [LottieNode]) -> Int {
        nodes.reduce(0) { sum, node in
            if case .group(_, _, _, _, let inner) = node { sum + 1 + size(inner) } else { sum + 1 }
        }
    }

    private mutating func exceed(_ text: String) { if !excesses.contains(text) { excesses.append(text) } }

    private mutating func complain(_ text: String) { if !complaints.contains(text) { complaints.append(text) } }

    /// Returns the paths of one item, independent of everything else; nil if the limit for such requests is exceeded.
    private mutating func outlines(_ shape: LottieShape) -> [LottieOutline]? {
        guard probed < 10 * Self.limit else {
            complain("the layer trims too many paths one after another; each group is trimmed separately")
            return nil
        }
        var probe = LottieShapeReader()
        probe.isProbing = true
        let outlines = probe.read([shape], []).outlines
        probed += probe.count
        return outlines
    }

    private static func changed(_ outlines: [LottieOutline], _ modifiers: [LottieModifier]) -> [LottieOutline] {
        modifiers.reduce(outlines) { [.changed($1, $0)] }
    }

    /// A stroke applies a trim itself if that is the only modifier of a path. Several paths are each trimmed separately: each gets its own
    /// stroke, unless their overlap would be visible.
    private func strokes(
        _ name: String?, _ outlines: [LottieOutline], _ paint: LottiePaint, _ stroke: LottieStroke, _ later: [LottieModifier]
    ) -> [LottieNode] {
        func leaf(_ outlines: [LottieOutline], _ trim: LottieLeaf.Trim?) -> LottieNode {
            .leaf(LottieLeaf(name: name, outlines: outlines, paint: paint, stroke: stroke, trim: trim))
        }
        var base = outlines, trims: [LottieModifier] = later
        if later.isEmpty, base.count == 1, case .changed(let modifier, let inner) = base[0] {
            base = inner
            trims = [modifier]
        }
        guard trims.count == 1, case .trim(let way) = trims[0], !base.isEmpty,
            base.allSatisfy(\.isOneContour), base.count == 1 || (!way.isOneByOne && !paint.opacity.isAnimated && paint.opacity.value >= 100)
        else { return [leaf(Self.changed(outlines, later), nil)] }
        // A stroke goes by the parameter of each curve.
        guard way.start.property.goesByParameter || base.allSatisfy(\.isEven) else { return [leaf(Self.changed(outlines, later), nil)] }
        let trim = LottieLeaf.Trim(start: way.start.property, end: way.end.property, offset: way.offset.property)
        // All turns of the path are stroked, so their number must be small.
        guard trim.turns <= 8 else { return [leaf(Self.changed(outlines, later), nil)] }
        return base.map { leaf([$0], trim) }
    }
}

extension LottieOutline {
    /// The number of paths that result.
    private var weight: Int {
        switch self {
        case .path, .rectangle, .ellipse, .star: 1
        case .placed(_, let inner): Self.weight(inner)
        case .changed(.copies(let transforms), let inner): transforms.count * Self.weight(inner)
        case .changed(_, let inner): Self.weight(inner)
        }
    }

    static func weight(_ list: [LottieOutline]) -> Int { list.reduce(0) { $0 + $1.weight } }

    /// True if a trim by the parameter of each curve is nearly one by length, at some frames between the first and the last change.
    var isEven: Bool {
        var frames = [0.0]
        if let times {
            let step: Double = (times.upperBound - times.lowerBound) / 8
            frames = (0...8).map { times.lowerBound + step * Double($0) }
        }
        return frames.allSatisfy { Self.paths([self], at: $0).allSatisfy(\.isEven) }
    }

    var isOneContour: Bool {
        switch self {
        case .path, .rectangle, .ellipse, .star: true
        case .placed(_, let inner): inner.count == 1 && inner[0].isOneContour
        case .changed: false
        }
    }
}

extension LottieLeaf.Trim {
    private func bounds(_ number: LottieNumber, _ scale: Double) -> ClosedRange<Double> {
        let values = number.keyframes.map { $0.value / scale } + (number.isAnimated ? [] : [number.value / scale])
        return values.min()!...values.max()!
    }

    private var span: ClosedRange<Double> {
        let s = bounds(start, 100), e = bounds(end, 100), o = bounds(offset, 360)
        return min(s.lowerBound, e.lowerBound) + o.lowerBound...max(s.upperBound, e.upperBound) + o.upperBound
    }

    /// The number of turns by which the part is shifted, so that it begins in the first.
    var shift: Double { -span.lowerBound.rounded(.down) }

    /// The number of turns of the path that the part covers. The path is repeated as often, so the number is limited.
    var turns: Double { min(200, max(1, (span.upperBound + shift).rounded(.up))) }

    /// The start and the end in their order, if the ends never change places.
    var order: (start: LottieNumber, end: LottieNumber)? {
        let s = bounds(start, 100), e = bounds(end, 100)
        if s.upperBound <= e.lowerBound { return (start, end) }
        if e.upperBound <= s.lowerBound { return (end, start) }
        return nil
    }
}
