import CoreGraphics

/// What a list of shapes shows, the topmost first: paths with their paint, and groups that move, fade or blend as one.
indirect enum LottieNode {
    case leaf(LottieLeaf)
    case group(name: String?, LottieTransform, blendMode: Int, visible: LottieTrack<Double>?, [LottieNode])
}

/// One path and what paints it.
struct LottieLeaf {
    var name: String?
    var outlines: [LottieOutline]
    var paint: LottiePaint
    var isEvenOdd = false
    var stroke: LottieStroke?
    /// A trim that a stroke does itself.
    var trim: Trim?

    struct Trim {
        var start, end, offset: LottieNumber
    }
}

/// Sorts a list of shapes: which paths each paint takes, and what changes them on the way.
struct LottieShapeReader {
    /// What can't be done, in words.
    private(set) var complaints: [String] = []
    /// What is left out because there is too much of it.
    private(set) var excesses: [String] = []
    private var count = 0
    private var probed = 0
    private var isProbing = false
    /// Repeaters in repeaters multiply.
    private static let limit = 20_000

    /// - Parameter outer: what changes all paths of the list, from the inside out.
    mutating func nodes(_ shapes: [LottieShape], outer: [LottieModifier] = []) -> [LottieNode] { read(shapes, outer).nodes }

    private mutating func read(_ shapes: [LottieShape], _ outer: [LottieModifier]) -> (nodes: [LottieNode], outlines: [LottieOutline]) {
        var nodes: [LottieNode] = [], outlines: [LottieOutline] = []
        // Who only wants the paths has no paints to give them to.
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

    /// The paths of one item, apart from everything else; nil when that has been asked too often.
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

    /// A stroke trims by itself where one trim is all that happens to a path. Of several paths, each takes part in the trim alone: each
    /// gets a stroke of its own, unless it would show that they overlap.
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
        guard trims.count == 1, case .trim(let start, let end, let offset, let isOneByOne) = trims[0], !base.isEmpty,
            base.allSatisfy(\.isOneContour), base.count == 1 || (!isOneByOne && !paint.opacity.isAnimated && paint.opacity.value >= 100)
        else { return [leaf(Self.changed(outlines, later), nil)] }
        let trim = LottieLeaf.Trim(start: start.property, end: end.property, offset: offset.property)
        // Their union over all turns is cut, so the turns must be few.
        guard trim.turns <= 8 else { return [leaf(Self.changed(outlines, later), nil)] }
        return base.map { leaf([$0], trim) }
    }
}

extension LottieOutline {
    /// How many paths come out of it.
    private var weight: Int {
        switch self {
        case .path, .rectangle, .ellipse, .star: 1
        case .placed(_, let inner): Self.weight(inner)
        case .changed(.copies(let transforms), let inner): transforms.count * Self.weight(inner)
        case .changed(_, let inner): Self.weight(inner)
        }
    }

    static func weight(_ list: [LottieOutline]) -> Int { list.reduce(0) { $0 + $1.weight } }

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

    /// By how many turns the part is moved, so that it begins in the first.
    var shift: Double { -span.lowerBound.rounded(.down) }

    /// How many times round the path it reaches; the path is wound as often, so there is an end to it.
    var turns: Double { min(200, max(1, (span.upperBound + shift).rounded(.up))) }

    /// Whether its ends never change places, and which is the first.
    var order: (start: LottieNumber, end: LottieNumber)? {
        let s = bounds(start, 100), e = bounds(end, 100)
        if s.upperBound <= e.lowerBound { return (start, end) }
        if e.upperBound <= s.lowerBound { return (end, start) }
        return nil
    }
}
