import CoreGraphics
import QuartzCore
import RenderTree

extension LottieBuilder {
    /// Returns the layer of a list of shapes, with its transform.
    func shapes(_ shapes: [LottieShape], of layer: LottieLayer, _ level: LottieLevel) -> CALayer? {
        var reader = LottieShapeReader()
        let nodes = reader.nodes(shapes).flatMap { flattened($0) }
        for complaint in reader.complaints { report("lottie.unsupported-shape", layer, complaint) }
        for excess in reader.excesses { report("lottie.too-large", layer, excess) }
        guard !nodes.isEmpty else { return nil }
        leavesOutHighlights = false
        defer {
            if leavesOutHighlights {
                report(
                    "lottie.gradient-highlight", layer,
                    "its radial gradient has a highlight, which the iOS player reading leaves out")
            }
        }
        for mode in Set(nodes.flatMap(\.blendModes)).sorted() where mode != 0 && Self.compositingFilter(mode) == nil {
            reportBlendMode(mode, layer)
        }
        if nodes.count == 1, case .leaf(let leaf) = nodes[0], !leaf.fades, leaf.paint.blendMode == 0,
            layer.masks.allSatisfy({ $0.mode == .none }), !leaf.isGradient
        {
            let (made, bounds) = self.leaf(leaf, level.time)
            place(made, bounds, layer.transform, level.time, turnsAlongPath: layer.turnsAlongPath)
            return made
        }
        let made = CALayer()
        place(made, CGRect(origin: .zero, size: level.size), layer.transform, level.time, turnsAlongPath: layer.turnsAlongPath)
        made.sublayers = layers(nodes, level)
        // Shapes blend only with shapes of their own layer.
        if nodes.contains(where: { $0.blendModes.contains { $0 != 0 } }) { LottieFilters.setApart(made) }
        return made
    }

    private func layers(_ nodes: [LottieNode], _ level: LottieLevel) -> [CALayer] { nodes.reversed().map { layer($0, level) } }

    private func layer(_ node: LottieNode, _ level: LottieLevel) -> CALayer {
        switch node {
        case .leaf(let leaf):
            let (made, bounds) = self.leaf(leaf, level.time)
            made.anchorPoint = .zero
            made.bounds = bounds
            made.position = bounds.origin
            made.compositingFilter = Self.compositingFilter(leaf.paint.blendMode)
            return made
        case .group(let name, let transform, let blendMode, let visible, let nodes):
            let made: CALayer
            let opacity = transform.opacity, fades = transform.repetition?.opacity != nil || opacity.isAnimated || opacity.value < 100
            if nodes.count == 1, case .leaf(let leaf) = nodes[0], !(fades && leaf.fades), leaf.paint.blendMode == 0 {
                let (single, bounds) = self.leaf(leaf, level.time)
                made = single
                place(made, bounds, transform, level.time)
            } else {
                made = CALayer()
                place(made, CGRect(origin: .zero, size: level.size), transform, level.time)
                made.sublayers = layers(nodes, level)
            }
            made.name = name
            if let opacity = transform.repetition?.opacity {
                made.opacity = Float(min(1, max(0, opacity.value(at: level.time.firstFrame) / 100)))
                if let frames = opacity.times {
                    let body: @Sendable (Double) -> SIMD4<Double> = { SIMD4(min(1, max(0, opacity.value(at: $0) / 100)), 0, 0, 0) }
                    add("opacity", .numbers(body, boxed: { .number($0.x) }), frames: frames, to: made, level.time)
                }
            } else if fades {
                setOpacity(made, opacity, level.time)
            }
            made.compositingFilter = Self.compositingFilter(blendMode)
            if let visible, let times = visible.times {
                made.isHidden = visible.value(at: level.time.firstFrame) <= 0
                add("hidden", .value { .bool(visible.value(at: $0) <= 0) }, frames: times, to: made, level.time)
            }
            return made
        }
    }

    /// Removes groups that only transform paths.
    private func flattened(_ node: LottieNode) -> [LottieNode] {
        guard case .group(let name, let transform, let blendMode, let visible, let inner) = node else { return [node] }
        let nodes = inner.flatMap(flattened)
        let opacity = transform.opacity
        if transform.repetition?.opacity == nil, !opacity.isAnimated, opacity.value <= 0 { return [] }
        let stays =
            !transform.isAnimated && transform.repetition?.opacity == nil && !transform.isTilted && !opacity.isAnimated
            && opacity.value >= 100 && blendMode == 0 && visible == nil
        if stays, let moved = moved(nodes, transform, name) { return moved }
        return [.group(name: name, transform, blendMode: blendMode, visible: visible, nodes)]
    }

    /// Returns leaves with a transform applied to their paths; nil if the result would differ.
    private func moved(_ nodes: [LottieNode], _ transform: LottieTransform, _ name: String?) -> [LottieNode]? {
        let track = LottieTransformTrack(transform)
        let m = track.matrix(at: 0)
        if m == .identity { return nodes }
        let scale = (m.a * m.a + m.b * m.b).squareRoot()
        let isSimilar = abs(m.a * m.c + m.b * m.d) < 1e-9 && abs(scale - (m.c * m.c + m.d * m.d).squareRoot()) < 1e-9 * scale
        var result: [LottieNode] = []
        for node in nodes {
            guard case .leaf(var leaf) = node, !leaf.isGradient, leaf.stroke == nil || (isSimilar && scale > 0) else { return nil }
            leaf.outlines = [.placed(track, leaf.outlines)]
            leaf.stroke = leaf.stroke?.scaled(by: scale)
            leaf.name = leaf.name ?? name
            result.append(.leaf(leaf))
        }
        return result
    }
}

extension LottieNode {
    /// The blend modes of the node and its descendants.
    fileprivate var blendModes: [Int] {
        switch self {
        case .leaf(let leaf): [leaf.paint.blendMode]
        case .group(_, _, let mode, _, let nodes): [mode] + nodes.flatMap(\.blendModes)
        }
    }
}

extension LottieLeaf {
    var isGradient: Bool { if case .gradient = paint.source { true } else { false } }

    /// True if its paint needs the layer's opacity.
    var fades: Bool { paint.opacity.isAnimated || (isGradient && paint.opacity.value < 100) }
}

extension LottieStroke {
    fileprivate func scaled(by scale: Double) -> LottieStroke {
        if scale == 1 { return self }
        var stroke = self
        stroke.width = width.map { $0 * scale }
        stroke.dashes = dashes.map { $0.map { $0 * scale } }
        stroke.dashOffset = dashOffset?.map { $0 * scale }
        return stroke
    }
}
