import CoreGraphics
import QuartzCore
import RenderTree

extension LottieBuilder {
    /// Applies the effects of a layer.
    /// - Parameter isOwn: True if it is in its own plane, so that other layers can be put around it.
    /// - Returns: The layer, or another that contains it.
    func addEffects(of layer: LottieLayer, to content: CALayer, _ level: LottieLevel, isOwn: Bool) -> CALayer {
        var made = LottieEffects(builder: self, layer: layer, level: level, top: content, isOwn: isOwn)
        for effect in layer.effects where effect.isEnabled { made.add(effect) }
        return made.top
    }

    /// Applies the mattes that effects set.
    func matted(_ content: CALayer, byEffectsOf layer: LottieLayer, at i: Int, _ level: LottieLevel) -> CALayer {
        var top = content
        for effect in layer.effects where effect.isEnabled && effect.type == LottieEffects.setMatte {
            guard case .layer(let index)? = effect.parameters.first?.value, let matte = level.position(of: index) else {
                report("lottie.missing-parent", layer, "the layer that its effect \"\(effect.name)\" refers to does not exist")
                continue
            }
            let values = LottieEffects.Values(effect.parameters)
            let weights: SIMD3<Double>?
            switch Int(min(max(values.number(1, 4).property.value, 0), 99)) {
            case 1: weights = SIMD3(1, 0, 0)
            case 2: weights = SIMD3(0, 1, 0)
            case 3: weights = SIMD3(0, 0, 1)
            case 4: weights = nil
            case 5, 7: weights = LottieFilters.luma
            case 9: continue
            default:
                report("lottie.unsupported-effect", layer, "the effect \"\(effect.name)\" uses a matte channel that is not supported")
                continue
            }
            if values.number(4, 1).property.value == 0 {
                report(
                    "lottie.unsupported-effect", layer,
                    "the effect \"\(effect.name)\" replaces the layer's opacity with a matte, which is not supported")
            }
            top = matted(top, by: matte, at: i, weights, isInverted: values.number(2, 0).property.value != 0, level)
        }
        return top
    }
}

extension LottieLayer {
    /// True if its effects and styles consist of more than the layer itself. Then they are built before its rotation and scale.
    var needsOwnPlane: Bool {
        let isMasked = masks.contains { $0.mode != .none }
        var hasShadow = false
        for effect in effects where effect.isEnabled {
            let values = LottieEffects.Values(effect.parameters)
            switch effect.type {
            case 22: return true
            case 29: if isMasked || hasShadow || values.number(1, 1).property.value > 1 { return true }
            case 25:
                if isMasked || hasShadow || values.number(5, 0).property.value != 0 { return true }
                hasShadow = true
            case 20, 21, 23, 24: if hasShadow { return true }
            default: break
            }
        }
        let shown = styles.filter { !$0.isHidden }
        if !shown.isEmpty, isMasked || effects.contains(where: \.isEnabled) { return true }
        return shown.contains(where: \.isMadeOfCopies)
    }
}

/// The effects of one layer, as Core Animation's filters and shadows.
struct LottieEffects {
    static let setMatte = 28

    let builder: LottieBuilder
    let layer: LottieLayer
    let level: LottieLevel
    /// The result so far.
    var top: CALayer
    private let isOwn: Bool
    private var filterCount = 0
    private var hasShadow = false

    var time: LottieTime { level.time }

    init(builder: LottieBuilder, layer: LottieLayer, level: LottieLevel, top: CALayer, isOwn: Bool) {
        (self.builder, self.layer, self.level, self.top, self.isOwn) = (builder, layer, level, top, isOwn)
    }

    func refuse(_ what: String) { builder.report("lottie.unsupported-effect", layer, "\(what) is not supported") }

    mutating func add(_ effect: LottieEffect) {
        let values = Values(effect.parameters)
        switch effect.type {
        case 20:  // Tint
            let black = values.color(0, .zero), white = values.color(1, SIMD4(1, 1, 1, 1)), amount = values.number(2, 100)
            addMatrix([black.times, white.times, amount.times]) {
                .tint(black.value(at: $0), white.value(at: $0), amount.value(at: $0) / 100)
            }
        case 21:  // Fill
            let color = values.color(2, SIMD4(1, 0, 0, 1)), opacity = values.number(6, 1)
            addMatrix([color.times, opacity.times]) { .fill(color.value(at: $0), alpha: opacity.value(at: $0)) }
        case 23:  // Tritone
            let tones = [values.color(2, .zero), values.color(1, SIMD4(0.5, 0.5, 0.5, 1)), values.color(0, SIMD4(1, 1, 1, 1))],
                blend = values.number(3, 0)
            addTritone(tones, blend)
        case 24: addLevels(values)
        case 25:  // Drop shadow
            let shadow = LottieShadow(
                color: values.color(0, .zero), opacity: values.number(1, 127.5), opacityUnit: 255, radius: values.number(4, 0),
                radiusUnit: 5,
                angle: values.number(2, 135), turn: -90, distance: values.number(3, 5)
            )
            if values.number(5, 0).property.value != 0 { leaveOnlyShadow(shadow) } else { add(shadow) }
        case 29: addBlur(values)
        case 22: addStroke(values)
        case Self.setMatte: break
        // Sliders and similar controls hold values for expressions.
        case 0...4, 6, 7, 10: break
        case 5 where effect.matchName.hasPrefix("ADBE") && effect.matchName.hasSuffix("Control") || effect.matchName.hasPrefix("Pseudo"):
            break
        default: refuse("the effect \"\(effect.name)\"")
        }
    }

    /// Wraps the result in another layer, to which more effects can be applied.
    mutating func wrap() {
        let wrapper = CALayer()
        wrapper.addSublayer(top)
        top = wrapper
        (hasShadow, filterCount) = (false, 0)
    }

    // MARK: Shadows

    mutating func add(_ shadow: LottieShadow) {
        // A layer casts one shadow; the next one is cast by the layer and its first shadow. A mask would cut the shadow off.
        if hasShadow || (isOwn && top.mask != nil) { wrap() }
        hasShadow = true
        let first = time.firstFrame
        let offset = shadow.offset, opacityUnit = shadow.opacityUnit, radiusUnit = shadow.radiusUnit
        top.shadowColor = CGColor(shadow.color.value(at: first), opacity: 1)
        top.shadowOpacity = Float(min(1, max(0, shadow.opacity.value(at: first) / opacityUnit)))
        top.shadowRadius = max(0, shadow.radius.value(at: first) / radiusUnit)
        top.shadowOffset = offset(first)
        builder.animate(top, "shadowColor", shadow.color.property, time) { .color(CGColor($0, opacity: 1)) }
        builder.animate(top, "shadowOpacity", shadow.opacity.property, time) { .number(min(1, max(0, $0 / opacityUnit))) }
        builder.animate(top, "shadowRadius", shadow.radius.property, time) { .number(max(0, $0 / radiusUnit)) }
        if let frames = shadow.offsetTimes {
            builder.add("shadowOffset", .value { .size(offset($0)) }, frames: frames, to: top, time)
        }
    }

    /// Leaves only the shadow without its layer: the layer's shape in one colour, moved and blurred.
    private mutating func leaveOnlyShadow(_ shadow: LottieShadow) {
        let color = shadow.color, opacity = shadow.opacity, radius = shadow.radius
        let opacityUnit = shadow.opacityUnit, radiusUnit = shadow.radiusUnit, offset = shadow.offset
        wrap()
        addMatrix([color.times, opacity.times]) { .fill(color.value(at: $0), alpha: min(1, max(0, opacity.value(at: $0) / opacityUnit))) }
        addBlur(radius.times) { max(0, radius.value(at: $0) / radiusUnit) }
        let place: @Sendable (Double) -> CGPoint = {
            let by = offset($0); return CGPoint(x: by.width, y: by.height)
        }
        top.position = place(time.firstFrame)
        if let frames = shadow.offsetTimes { builder.add("position", .value { .point(place($0)) }, frames: frames, to: top, time) }
    }

    // MARK: Filters

    private mutating func addFilter(
        _ type: String, _ input: String, _ times: ClosedRange<Double>?, _ first: PropertyValue,
        _ value: @escaping @Sendable (Double) -> PropertyValue
    ) {
        // Filters are applied before a layer's own shadow, and before its mask, which only matters for filters that extend the layer.
        if isOwn, hasShadow || (type == "gaussianBlur" && top.mask != nil) { wrap() }
        let filter = CAFilter(type: type)
        filterCount += 1
        filter.name = "effect\(filterCount)"
        filter.setValue(Boxing.any(first), forKey: input)
        top.filters = (top.filters ?? []) + [filter]
        guard let times else { return }
        builder.add("filters.effect\(filterCount).\(input)", .value(value), frames: times, to: top, time)
    }

    mutating func addMatrix(_ times: [ClosedRange<Double>?], _ matrix: @escaping @Sendable (Double) -> LottieColorMatrix) {
        let range = times.reduce(nil) { union($0, $1) }
        addFilter("colorMatrix", "inputColorMatrix", range, .numbers(matrix(time.firstFrame).rows)) { .numbers(matrix($0).rows) }
    }

    /// - Parameter sigma: The standard deviation in points.
    mutating func addBlur(_ times: ClosedRange<Double>?, _ sigma: @escaping @Sendable (Double) -> Double) {
        addFilter("gaussianBlur", "inputRadius", times, .number(sigma(time.firstFrame))) { .number(sigma($0)) }
    }

    private mutating func addBlur(_ values: Values) {
        let amount = values.number(0, 0), direction = values.number(1, 1).property.value
        // The standard deviation is 0.3 of After Effects' blurriness.
        let sigma: @Sendable (Double) -> Double = { 0.3 * max(0, amount.value(at: $0)) }
        if values.number(2, 0).property.value != 0 { refuse("a blur that repeats edge pixels") }
        guard direction > 1 else { return addBlur(amount.times, sigma) }
        let axis: LottieBlurAxis = direction == 2 ? .horizontal : .vertical
        if !level.isUpright(layer) {
            builder.report(
                "lottie.unsupported-effect", layer,
                "a blur in one direction is not supported on a rotated layer; it blurs in both directions"
            )
        }
        top = axis.squeezed(top)
        (hasShadow, filterCount) = (false, 0)
        addBlur(amount.times, sigma)
    }

    /// Maps luminance from the dark tone over the middle one to the bright one. A matrix can express this only if the middle tone is
    /// halfway between the others.
    private mutating func addTritone(_ tones: [LottieTrack<SIMD4<Double>>], _ blend: LottieTrack<Double>) {
        let off = tones.map(\.property.value)
        let middle = (off[0] + off[2]) / 2 - off[1]
        guard !tones.contains(where: \.isAnimated), max(abs(middle.x), abs(middle.y), abs(middle.z)) < 1 / 255 else {
            return refuse("a tritone with its own midtone")
        }
        addMatrix([blend.times]) { .tint(off[0], off[2], 1 - blend.value(at: $0) / 100) }
    }

    /// Maps each channel from one range to another, then red, green and blue together.
    private mutating func addLevels(_ values: Values) {
        let ranges = [10, 17, 24, 31, 3].map { LottieLevels(values, $0) }
        if ranges.contains(where: { $0.gamma.isAnimated || $0.gamma.property.value != 1 }) {
            return refuse("a levels effect with gamma")
        }
        addMatrix(ranges.map(\.times)) { frame in
            let all = ranges[4].line(at: frame)
            var rows = LottieColorMatrix.identity.rows
            for channel in 0..<4 {
                let own = ranges[channel].line(at: frame), isColor = channel < 3
                rows[5 * channel + channel] = isColor ? own.slope * all.slope : own.slope
                rows[5 * channel + 4] = isColor ? own.offset * all.slope + all.offset : own.offset
            }
            return LottieColorMatrix(rows: rows)
        }
    }

    /// The values of an effect by their indices.
    struct Values {
        private let parameters: [LottieEffect.Parameter]
        init(_ parameters: [LottieEffect.Parameter]) { self.parameters = parameters }

        func number(_ place: Int, _ standard: Double) -> LottieTrack<Double> {
            if parameters.indices.contains(place), case .number(let number) = parameters[place].value { return LottieTrack(number) }
            return LottieTrack(LottieNumber(standard))
        }

        func color(_ place: Int, _ standard: SIMD4<Double>) -> LottieTrack<SIMD4<Double>> {
            if parameters.indices.contains(place), case .color(let color) = parameters[place].value { return LottieTrack(color) }
            return LottieTrack(LottieColor(standard))
        }
    }
}

/// A linear mapping between two ranges of brightness, from 0 to 1.
private struct LottieLevels {
    private let inBlack, inWhite, outBlack, outWhite: LottieTrack<Double>
    let gamma: LottieTrack<Double>

    init(_ values: LottieEffects.Values, _ place: Int) {
        inBlack = values.number(place, 0)
        inWhite = values.number(place + 1, 1)
        gamma = values.number(place + 2, 1)
        outBlack = values.number(place + 3, 0)
        outWhite = values.number(place + 4, 1)
    }

    var times: ClosedRange<Double>? { union(inBlack.times, inWhite.times, outBlack.times, outWhite.times) }

    func line(at frame: Double) -> (slope: Double, offset: Double) {
        let from = inBlack.value(at: frame), to = inWhite.value(at: frame), low = outBlack.value(at: frame)
        // An empty range results in a step, with a slope limited by eight bits.
        let range = abs(to - from) < 1 / 255 ? 1 / 255 : to - from, slope = (outWhite.value(at: frame) - low) / range
        return (slope, low - from * slope)
    }
}

/// A shadow in the units of its effect or style.
struct LottieShadow {
    let color: LottieTrack<SIMD4<Double>>
    let opacity: LottieTrack<Double>
    let opacityUnit: Double
    let radius: LottieTrack<Double>
    let radiusUnit: Double
    /// The angle in degrees; `turn` is added.
    let angle: LottieTrack<Double>
    let turn: Double
    let distance: LottieTrack<Double>

    var offsetTimes: ClosedRange<Double>? { union(angle.times, distance.times) }

    var offset: @Sendable (Double) -> CGSize {
        { [angle, turn, distance] frame in
            let turned = (angle.value(at: frame) + turn) * .pi / 180, far = distance.value(at: frame)
            return CGSize(width: far * SteadyMath.cos(turned), height: far * SteadyMath.sin(turned))
        }
    }
}

/// The direction of a blur along one axis.
enum LottieBlurAxis {
    case horizontal, vertical

    /// Returns a layer whose filters have almost no extent across the other direction: the layer is scaled down in it, and its content is
    /// scaled up again.
    func squeezed(_ content: CALayer) -> CALayer {
        let flat = 1e-3, layer = CALayer()
        layer.anchorPoint = .zero
        switch self {
        case .horizontal:
            layer.transform = CATransform3DMakeScale(1, flat, 1)
            layer.sublayerTransform = CATransform3DMakeScale(1, 1 / flat, 1)
        case .vertical:
            layer.transform = CATransform3DMakeScale(flat, 1, 1)
            layer.sublayerTransform = CATransform3DMakeScale(1 / flat, 1, 1)
        }
        layer.addSublayer(content)
        return layer
    }
}

extension LottieLevel {
    /// Returns true if a layer's sides are parallel to the picture's.
    fileprivate func isUpright(_ layer: LottieLayer) -> Bool {
        ([layer] + parents(of: layer).layers).allSatisfy { each in
            let t = each.transform, turn = t.rotation.value.remainder(dividingBy: 90)
            return !t.rotation.isAnimated && abs(turn) < 1e-6 && !t.skew.isAnimated && t.skew.value == 0 && !t.isTilted
                && !each.turnsAlongPath
        }
    }
}
