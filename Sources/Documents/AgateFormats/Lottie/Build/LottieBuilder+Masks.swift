import CoreGraphics
import QuartzCore
import RenderTree

extension LottieBuilder {
    /// Masks the layer with the combination of the file's masks, each applied to the result of the previous ones.
    func addMasks(_ masks: [LottieMask], to content: CALayer, of layer: LottieLayer, _ level: LottieLevel) {
        var left: CALayer?
        for mask in masks where mask.mode != .none {
            switch mask.mode {
            case .none: break
            case .add, .lighten:
                let shape = shape(of: mask, isInverted: mask.isInverted, level.time)
                left = left.map { group([$0, shape], content) } ?? shape
            case .subtract:
                let shape = shape(of: mask, isInverted: !mask.isInverted, level.time)
                left = left.map { masked($0, by: shape, content) } ?? shape
            case .intersect, .darken:
                let shape = shape(of: mask, isInverted: mask.isInverted, level.time)
                left = left.map { masked($0, by: shape, content) } ?? shape
            case .difference:
                let shape = shape(of: mask, isInverted: mask.isInverted, level.time)
                shape.compositingFilter = left == nil ? nil : "xor"
                left = left.map { group([$0, shape], content) } ?? shape
            }
        }
        if let left { content.mask = left }
    }

    private func group(_ layers: [CALayer], _ content: CALayer) -> CALayer {
        let group = CALayer()
        group.bounds = content.bounds
        group.anchorPoint = .zero
        group.position = content.bounds.origin
        group.sublayers = layers
        return group
    }

    /// Masks a layer. On Apple's systems the mask of a mask layer is not drawn, but that of its sublayer is.
    private func masked(_ layer: CALayer, by mask: CALayer, _ content: CALayer) -> CALayer {
        let inner = group([layer], content)
        inner.mask = mask
        return group([inner], content)
    }

    /// Returns one mask as an opaque shape, with soft edges if it has a feather.
    private func shape(of mask: LottieMask, isInverted: Bool, _ time: LottieTime) -> CALayer {
        let shape = sharpShape(of: mask, isInverted: isInverted, time), feather = LottieTrack(mask.feather)
        guard mask.feather.isAnimated || mask.feather.value.x > 0 || mask.feather.value.y > 0 else { return shape }
        // The feather is the whole width of the soft edge: two standard deviations on either side.
        func blur(_ layer: CALayer, _ sigma: @escaping @Sendable (SIMD3<Double>) -> Double) {
            let filter = CAFilter(type: "gaussianBlur")
            filter.name = "feather"
            filter.setValue(sigma(feather.value(at: time.firstFrame)), forKey: "inputRadius")
            layer.filters = [filter]
            guard let frames = feather.times else { return }
            add("filters.feather.inputRadius", .value { .number(sigma(feather.value(at: $0))) }, frames: frames, to: layer, time)
        }
        let isEven =
            !mask.feather.isAnimated && mask.feather.value.x == mask.feather.value.y
            || mask.feather.isAnimated && mask.feather.keyframes.allSatisfy { $0.value.x == $0.value.y && $0.easings.isEmpty }
        if isEven {
            let soft = CALayer()
            soft.addSublayer(shape)
            blur(soft) { max(0, $0.x) / 4 }
            return soft
        }
        let sideways = LottieBlurAxis.horizontal.squeezed(shape), both = LottieBlurAxis.vertical.squeezed(sideways)
        blur(sideways) { max(0, $0.x) / 4 }
        blur(both) { max(0, $0.y) / 4 }
        return both
    }

    private func sharpShape(of mask: LottieMask, isInverted: Bool, _ time: LottieTime) -> CALayer {
        let shape = CAShapeLayer()
        shape.fillColor = CGColor(SIMD4(0, 0, 0, 1), opacity: 1)
        shape.anchorPoint = .zero
        let everything = isInverted ? LottieBezier.everywhere : nil
        let expansion = LottieTrack(mask.expansion), outline = LottieTrack(mask.path)
        if isInverted { shape.fillRule = .evenOdd }
        if mask.expansion.isAnimated || mask.expansion.value != 0 {
            // With an expansion the path includes a stroke on both sides of the edge.
            let path: @Sendable (Double) -> CGPath = { frame in
                let path = CGPath([outline.value(at: frame)]), amount = expansion.value(at: frame)
                if amount == 0 { return path }
                let edge = path.copy(strokingWithWidth: 2 * abs(amount), lineCap: .butt, lineJoin: .miter, miterLimit: 4)
                let moved = amount > 0 ? path.union(edge) : path.subtracting(edge)
                guard let everything else { return moved }
                return CGPath([everything] + LottieBezier.contours(of: moved))
            }
            shape.path = path(time.firstFrame)
            if let frames = union(mask.path.isAnimated ? outline.times : nil, expansion.times) {
                add("path", .value { .path(path($0)) }, frames: frames, to: shape, time)
            }
        } else {
            let path: @Sendable (LottieBezier) -> CGPath = { [isUniform = mask.path.isAnimated] bezier in
                var bezier = bezier
                // Old files contain open masks that the authoring program closed.
                bezier.isClosed = true
                return CGPath((everything.map { [$0] } ?? []) + [bezier], isUniform: isUniform)
            }
            shape.path = path(mask.path.value(at: time.firstFrame))
            animateEdge(of: shape, mask, outline, time, path)
        }
        guard mask.opacity.isAnimated || mask.opacity.value < 100 else { return shape }
        guard isInverted else {
            setOpacity(shape, mask.opacity, time)
            return shape
        }
        // A translucent inverted mask removes its area only partly: the remainder is added again.
        let rest = CAShapeLayer()
        rest.fillColor = shape.fillColor
        rest.anchorPoint = .zero
        let path: @Sendable (LottieBezier) -> CGPath = { CGPath([$0], isUniform: true) }
        rest.path = path(mask.path.value(at: time.firstFrame))
        animateEdge(of: rest, mask, outline, time, path)
        setOpacity(rest, mask.opacity.map { 100 - $0 }, time)
        let both = CALayer()
        both.anchorPoint = .zero
        both.sublayers = [shape, rest]
        return both
    }

    /// Animates a path by keyframes where these show its values, and by a function of time elsewhere.
    private func animateEdge(
        of shape: CAShapeLayer, _ mask: LottieMask, _ outline: LottieTrack<LottieBezier>, _ time: LottieTime,
        _ path: @escaping @Sendable (LottieBezier) -> CGPath
    ) {
        if mask.path.movesAsPaths {
            animate(shape, "path", mask.path, time) { .path(path($0)) }
        } else if let frames = outline.times {
            add("path", .value { .path(path(outline.value(at: $0))) }, frames: frames, to: shape, time)
        }
    }

    // MARK: Mattes

    /// Restricts a layer to the part that its matte leaves visible.
    func matted(_ content: CALayer, by layer: LottieLayer, at i: Int, _ level: LottieLevel) -> CALayer {
        if layer.matte == .none { return content }
        guard let index = level.matte(of: i) else {
            report(
                "lottie.missing-parent", layer,
                layer.matteParent.map { "its matte \($0) does not exist" } ?? "there is no layer above it to use as its matte")
            return content
        }
        if index == i {
            report("lottie.cycle", layer, "the layer is its own matte")
            return content
        }
        switch layer.matte {
        case .none: return content
        case .alpha: return matted(content, by: index, at: i, nil, isInverted: false, level)
        case .invertedAlpha: return matted(content, by: index, at: i, nil, isInverted: true, level)
        case .luma: return matted(content, by: index, at: i, LottieFilters.luma, isInverted: false, level)
        case .invertedLuma: return matted(content, by: index, at: i, LottieFilters.luma, isInverted: true, level)
        }
    }

    /// - Parameter weights: The weights of red, green and blue; nil uses opacity.
    func matted(_ content: CALayer, by index: Int, at i: Int, _ weights: SIMD3<Double>?, isInverted: Bool, _ level: LottieLevel) -> CALayer
    {
        let frame = CALayer()
        frame.anchorPoint = .zero
        frame.bounds = CGRect(origin: .zero, size: level.size)
        frame.addSublayer(content)
        guard index != i, !matteDepth.contains(index), let matte = matteLayer(index, level) else {
            // A matte that is never shown hides everything, an inverted one hides nothing.
            if !isInverted { frame.mask = CALayer() }
            return frame
        }
        let mask = CALayer()
        mask.anchorPoint = .zero
        mask.bounds = frame.bounds
        mask.addSublayer(matte)
        if let weights {
            // Composite on black, so that transparent pixels count as dark; then convert luminance to opacity.
            mask.insertSublayer(LottieFilters.everywhere(frame.bounds), at: 0)
            mask.filters = [LottieFilters.opacity(weights, isInverted: isInverted)]
        } else if isInverted {
            let full = LottieFilters.everywhere(frame.bounds)
            full.compositingFilter = "xor"
            mask.addSublayer(full)
        }
        frame.mask = mask
        return frame
    }

    private func matteLayer(_ index: Int, _ level: LottieLevel) -> CALayer? {
        guard matteDepth.count < Self.depthLimit else {
            report(
                "lottie.too-deep", level.layers[index],
                "mattes are nested more than \(Self.depthLimit) deep; deeper mattes are ignored")
            return nil
        }
        matteDepth.append(index)
        defer { matteDepth.removeLast() }
        return layer(index, level, isMatte: true)
    }
}

extension LottieBezier {
    /// A rectangle around the whole visible area.
    static let everywhere: LottieBezier = .rectangle(.zero, SIMD3(200_000, 200_000, 0), radius: 0, isReversed: false)
}
