import CoreGraphics
import QuartzCore
import RenderTree

extension LottieBuilder {
    /// What effects and styles make of a layer.
    /// - Returns: the layer, or another that holds it.
    func addEffects(of layer: LottieLayer, to content: CALayer, _ level: LottieLevel) -> CALayer {
        var made = LottieEffects(builder: self, layer: layer, time: level.time, top: content)
        for effect in layer.effects where effect.isEnabled { made.add(effect, level) }
        for style in layer.styles where !style.isHidden { made.add(style) }
        return made.top
    }
}

/// The effects and styles of one layer, as Core Animation's filters and shadows.
struct LottieEffects {
    private let builder: LottieBuilder
    private let layer: LottieLayer
    private let time: LottieTime
    /// What there is so far.
    private(set) var top: CALayer
    private var filterCount = 0
    private var hasShadow = false

    init(builder: LottieBuilder, layer: LottieLayer, time: LottieTime, top: CALayer) {
        (self.builder, self.layer, self.time, self.top) = (builder, layer, time, top)
    }

    private func refuse(_ what: String) { builder.report("lottie.unsupported-effect", layer, "\(what) is not supported") }

    // MARK: Effects

    mutating func add(_ effect: LottieEffect, _ level: LottieLevel) {
        let values = Values(effect.parameters)
        switch effect.type {
        case 20: // Tint
            let black = values.color(0, .zero), white = values.color(1, SIMD4(1, 1, 1, 1)), amount = values.number(2, 100)
            addMatrix([black.times, white.times, amount.times]) { .tint(black.value(at: $0), white.value(at: $0), amount.value(at: $0) / 100) }
        case 21: // Fill
            let color = values.color(2, SIMD4(1, 0, 0, 1)), opacity = values.number(6, 1)
            addMatrix([color.times, opacity.times]) { .fill(color.value(at: $0), alpha: opacity.value(at: $0)) }
        case 23: // Tritone
            let tones = [values.color(2, .zero), values.color(1, SIMD4(0.5, 0.5, 0.5, 1)), values.color(0, SIMD4(1, 1, 1, 1))], blend = values.number(3, 0)
            addTritone(tones, blend)
        case 25: // Drop shadow
            let direction = values.number(2, 135), distance = values.number(3, 5)
            if values.number(5, 0).property.value != 0 { refuse("a shadow without what throws it") }
            addShadow(
                color: values.color(0, .zero), opacity: values.number(1, 127.5), opacityUnit: 255, radius: values.number(4, 0), radiusUnit: 5,
                angle: direction, turn: -90, distance: distance
            )
        case 29: // Gaussian blur
            if ![0, 1].contains(values.number(1, 1).property.value) { refuse("a blur in one direction") }
            let amount = values.number(0, 0)
            // 0.3 of what After Effects calls blurriness is the standard deviation.
            addFilter("gaussianBlur", "inputRadius", amount.times, .number(0.3 * amount.value(at: time.firstFrame))) { .number(0.3 * amount.value(at: $0)) }
        case 22: addStroke(values, level)
        default: refuse("the effect \"\(effect.name)\"")
        }
    }

    mutating func add(_ style: LottieStyle) {
        func number(_ key: String, _ standard: Double) -> LottieTrack<Double> { LottieTrack(style.numbers[key] ?? LottieNumber(standard)) }
        let color = LottieTrack(style.color)
        switch style.type {
        case 1:
            addShadow(
                color: color, opacity: number("o", 100), opacityUnit: 100, radius: number("s", 0), radiusUnit: 2, angle: number("a", 90), turn: 0,
                distance: number("d", 0)
            )
        case 3:
            addShadow(
                color: color, opacity: number("o", 100), opacityUnit: 100, radius: number("s", 0), radiusUnit: 2, angle: number("a", 0), turn: 0,
                distance: LottieTrack(LottieNumber(0))
            )
        case 7:
            let opacity = number("o", 100)
            addMatrix([color.times, opacity.times]) { .overlay(color.value(at: $0), opacity.value(at: $0) / 100) }
        default: refuse("the layer style \"\(style.name)\"")
        }
    }

    // MARK: Shadows

    private mutating func addShadow(
        color: LottieTrack<SIMD4<Double>>, opacity: LottieTrack<Double>, opacityUnit: Double, radius: LottieTrack<Double>, radiusUnit: Double,
        angle: LottieTrack<Double>, turn: Double, distance: LottieTrack<Double>
    ) {
        // A layer throws one shadow; the next one is thrown by both.
        if hasShadow {
            let wrapper = CALayer()
            wrapper.addSublayer(top)
            top = wrapper
        }
        hasShadow = true
        let first = time.firstFrame
        let offset: @Sendable (Double) -> CGSize = { frame in
            let turned = (angle.value(at: frame) + turn) * .pi / 180, far = distance.value(at: frame)
            return CGSize(width: far * SteadyMath.cos(turned), height: far * SteadyMath.sin(turned))
        }
        top.shadowColor = CGColor(color.value(at: first), opacity: 1)
        top.shadowOpacity = Float(min(1, max(0, opacity.value(at: first) / opacityUnit)))
        top.shadowRadius = max(0, radius.value(at: first) / radiusUnit)
        top.shadowOffset = offset(first)
        builder.animate(top, "shadowColor", color.property, time) { .color(CGColor($0, opacity: 1)) }
        builder.animate(top, "shadowOpacity", opacity.property, time) { .number(min(1, max(0, $0 / opacityUnit))) }
        builder.animate(top, "shadowRadius", radius.property, time) { .number(max(0, $0 / radiusUnit)) }
        if let frames = union(angle.times, distance.times) {
            builder.add("shadowOffset", .value { .size(offset($0)) }, frames: frames, to: top, time)
        }
    }

    // MARK: Filters

    private mutating func addFilter(
        _ type: String, _ input: String, _ times: ClosedRange<Double>?, _ first: PropertyValue, _ value: @escaping @Sendable (Double) -> PropertyValue
    ) {
        let filter = CAFilter(type: type)
        filterCount += 1
        filter.name = "effect\(filterCount)"
        filter.setValue(Boxing.any(first), forKey: input)
        top.filters = (top.filters ?? []) + [filter]
        guard let times else { return }
        builder.add("filters.effect\(filterCount).\(input)", .value(value), frames: times, to: top, time)
    }

    private mutating func addMatrix(_ times: [ClosedRange<Double>?], _ matrix: @escaping @Sendable (Double) -> LottieColorMatrix) {
        let range = times.reduce(nil) { union($0, $1) }
        addFilter("colorMatrix", "inputColorMatrix", range, .numbers(matrix(time.firstFrame).rows)) { .numbers(matrix($0).rows) }
    }

    /// Brightness goes from the dark tone by the middle one to the bright one. Only where the middle one lies in the middle a matrix can say so.
    private mutating func addTritone(_ tones: [LottieTrack<SIMD4<Double>>], _ blend: LottieTrack<Double>) {
        let off = tones.map(\.property.value)
        let middle = (off[0] + off[2]) / 2 - off[1]
        guard !tones.contains(where: \.isAnimated), max(abs(middle.x), abs(middle.y), abs(middle.z)) < 1 / 255 else {
            return refuse("a tritone with a middle tone of its own")
        }
        addMatrix([blend.times]) { .tint(off[0], off[2], 1 - blend.value(at: $0) / 100) }
    }

    // MARK: Stroke

    /// A line along the layer's masks, over the layer or instead of it.
    private mutating func addStroke(_ values: Values, _ level: LottieLevel) {
        let all = values.number(1, 0).property.value != 0
        let first = Int(min(max(values.number(0, 1).property.value, 1), 1e6)) - 1
        let masks = all ? layer.masks : layer.masks.indices.contains(first) ? [layer.masks[first]] : []
        guard !masks.isEmpty else { return }
        let style = values.number(10, 1).property.value
        if style >= 3 { return refuse("a stroke that reveals the layer") }
        let holder = CALayer()
        builder.place(holder, CGRect(origin: .zero, size: level.size), layer.transform, time, turnsAlongPath: layer.turnsAlongPath)
        let color = values.color(3, SIMD4(1, 1, 1, 1)), size = values.number(4, 2), opacity = values.number(6, 1)
        let start = values.number(7, 0), end = values.number(8, 100)
        for mask in masks {
            let line = CAShapeLayer(), track = LottieTrack(mask.path), frame = time.firstFrame
            line.path = CGPath([track.value(at: frame)])
            line.fillColor = nil
            line.strokeColor = CGColor(color.value(at: frame), opacity: 1)
            line.lineWidth = max(0, size.value(at: frame))
            line.lineCap = .round
            line.lineJoin = .round
            line.strokeStart = start.value(at: frame) / 100
            line.strokeEnd = end.value(at: frame) / 100
            line.opacity = Float(min(1, max(0, opacity.value(at: frame))))
            builder.animate(line, "strokeColor", color.property, time) { .color(CGColor($0, opacity: 1)) }
            builder.animate(line, "lineWidth", size.property, time) { .number(max(0, $0)) }
            builder.animate(line, "strokeStart", start.property, time) { .number($0 / 100) }
            builder.animate(line, "strokeEnd", end.property, time) { .number($0 / 100) }
            builder.animate(line, "opacity", opacity.property, time) { .number(min(1, max(0, $0))) }
            if let frames = track.times { builder.add("path", .value { .path(CGPath([track.value(at: $0)])) }, frames: frames, to: line, time) }
            holder.addSublayer(line)
        }
        let wrapper = CALayer()
        wrapper.name = layer.name
        wrapper.sublayers = style == 2 ? [holder] : [top, holder]
        top = wrapper
    }

    /// The values of an effect by their places.
    private struct Values {
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

/// Five numbers for each of red, green, blue and opacity, of straight colours: four factors and what is added.
struct LottieColorMatrix: Sendable {
    let rows: [Double]

    private static let luma = SIMD3(0.2126, 0.7152, 0.0722)

    /// Brightness as a colour between two, mixed with what was there.
    static func tint(_ black: SIMD4<Double>, _ white: SIMD4<Double>, _ amount: Double) -> Self {
        var rows: [Double] = []
        for i in 0..<3 {
            let slope = (white[i] - black[i]) * amount
            var row = [luma.x * slope, luma.y * slope, luma.z * slope, 0, black[i] * amount]
            row[i] += 1 - amount
            rows += row
        }
        return Self(rows: rows + [0, 0, 0, 1, 0])
    }

    /// One colour where there is something, as opaque as that times `alpha`.
    static func fill(_ color: SIMD4<Double>, alpha: Double) -> Self {
        Self(rows: [0, 0, 0, 0, color.x, 0, 0, 0, 0, color.y, 0, 0, 0, 0, color.z, 0, 0, 0, alpha, 0])
    }

    /// One colour mixed in.
    static func overlay(_ color: SIMD4<Double>, _ amount: Double) -> Self {
        let rest = 1 - amount
        return Self(rows: [rest, 0, 0, 0, color.x * amount, 0, rest, 0, 0, color.y * amount, 0, 0, rest, 0, color.z * amount, 0, 0, 0, 1, 0])
    }
}
