import CoreGraphics
import QuartzCore
import RenderTree

extension LottieBuilder {
    /// Applies layer styles to a layer with its effects, the innermost first, independent of the file's order.
    func addStyles(of layer: LottieLayer, to content: CALayer, _ level: LottieLevel) -> CALayer {
        let styles = layer.styles.filter { !$0.isHidden }
        if styles.isEmpty { return content }
        var made = LottieStyles(LottieEffects(builder: self, layer: layer, level: level, top: content, isOwn: layer.needsOwnPlane))
        if content.shadowOpacity > 0 || content.animation(forKey: "shadowOpacity") != nil || content.filters != nil { made.effects.wrap() }
        for kind in LottieStyle.order { for style in styles where style.type == kind { made.add(style) } }
        for style in styles where !LottieStyle.order.contains(style.type) { made.effects.refuse("the layer style \"\(style.name)\"") }
        return made.effects.top
    }
}

extension LottieStyle {
    /// The order from the layer outwards: colour, inner glow, inner shadow, stroke, outer glow, shadow.
    fileprivate static let order = [7, 4, 2, 0, 3, 1]

    fileprivate func number(_ key: String, _ standard: Double) -> LottieTrack<Double> {
        LottieTrack(numbers[key] ?? LottieNumber(standard))
    }

    fileprivate var spread: LottieTrack<Double> { number("ch", 0) }

    /// True if it needs another copy of the layer.
    var isMadeOfCopies: Bool {
        type == 0 || type == 2 || type == 4 || ((type == 1 || type == 3) && (spread.isAnimated || spread.property.value > 0))
    }
}

/// The styles of one layer. Sizes are twice the standard deviation of a blur.
private struct LottieStyles {
    var effects: LottieEffects
    private let time: LottieTime

    init(_ effects: LottieEffects) {
        self.effects = effects
        time = effects.level.time
    }

    mutating func add(_ style: LottieStyle) {
        let color = LottieTrack(style.color)
        // 1 is normal; for a black shadow, multiply gives the same result.
        let isBlack = !style.color.isAnimated && max(style.color.value.x, style.color.value.y, style.color.value.z) == 0
        if let mode = style.numbers["bm"], mode.value > 1, !(isBlack && (style.type == 1 || style.type == 2)) {
            effects.builder.report(
                "lottie.blend-mode", effects.layer,
                "the blend mode of the layer style \"\(style.name)\" is not supported; it is drawn as normal")
        }
        switch style.type {
        case 7:
            let opacity = style.number("o", 100)
            effects.addMatrix([color.times, opacity.times]) { .overlay(color.value(at: $0), opacity.value(at: $0) / 100) }
        case 4:
            let isFromEdge = style.number("sr", 1).property.value != 2
            addInside(style, color, shadow(style, color, angle: 0, isOffset: false), isInverted: isFromEdge)
        case 2: addInside(style, color, shadow(style, color, angle: 120, isOffset: true), isInverted: true)
        case 0: addStroke(style, color)
        default:
            let shadow = shadow(style, color, angle: style.type == 1 ? 90 : 0, isOffset: style.type == 1)
            if style.isMadeOfCopies { addBehind(style, shadow) } else { effects.add(shadow) }
        }
    }

    private func shadow(_ style: LottieStyle, _ color: LottieTrack<SIMD4<Double>>, angle: Double, isOffset: Bool) -> LottieShadow {
        LottieShadow(
            color: color, opacity: style.number("o", 100), opacityUnit: 100, radius: style.number("s", 0), radiusUnit: 2,
            angle: isOffset ? style.number("a", angle) : LottieTrack(LottieNumber(0)), turn: 0,
            distance: isOffset ? style.number("d", 0) : LottieTrack(LottieNumber(0))
        )
    }

    private func copy() -> CALayer? { effects.builder.plainCopy(of: effects.layer, effects.level) }

    /// Returns a layer moved by a shadow's offset.
    private func moved(_ content: [CALayer], _ shadow: LottieShadow) -> CALayer {
        let layer = CALayer(), offset = shadow.offset
        let place: @Sendable (Double) -> CGPoint = {
            let by = offset($0); return CGPoint(x: by.width, y: by.height)
        }
        layer.sublayers = content
        layer.position = place(time.firstFrame)
        if let frames = shadow.offsetTimes {
            effects.builder.add("position", .value { .point(place($0)) }, frames: frames, to: layer, time)
        }
        return layer
    }

    /// Returns a shape that consists of copies: in one colour, widened by a part of its size, blurred by the rest of it.
    private func blurred(_ content: CALayer, _ style: LottieStyle, _ shadow: LottieShadow) -> LottieEffects {
        var made = LottieEffects(builder: effects.builder, layer: effects.layer, level: effects.level, top: content, isOwn: false)
        let size = shadow.radius, spread = style.spread, unit = shadow.radiusUnit, color = shadow.color
        made.addMatrix([color.times]) { .fill(color.value(at: $0), alpha: 1) }
        let part: @Sendable (Double) -> Double = { min(1, max(0, spread.value(at: $0) / 100)) }
        let times = union(size.times, spread.times)
        if spread.isAnimated || spread.property.value > 0 { made.widen(times) { max(0, size.value(at: $0)) * part($0) } }
        made.addBlur(times) { max(0, size.value(at: $0) / unit) * (1 - part($0)) }
        return made
    }

    private func fade(_ layer: CALayer, _ opacity: LottieTrack<Double>) { effects.builder.setOpacity(layer, opacity.property, time) }

    /// Adds a style inside the layer's shape: from its edge inwards, or from its centre outwards.
    private mutating func addInside(_ style: LottieStyle, _ color: LottieTrack<SIMD4<Double>>, _ shadow: LottieShadow, isInverted: Bool) {
        guard let copy = copy() else { return }
        var shape = [moved([copy], shadow)]
        if isInverted {
            let full = LottieFilters.everywhere(CGRect(origin: .zero, size: effects.level.size))
            full.compositingFilter = "xor"
            shape.append(full)
        }
        let holder = CALayer()
        holder.sublayers = shape
        let shade = blurred(holder, style, shadow).top
        fade(shade, shadow.opacity)
        shade.compositingFilter = "sourceAtop"
        effects.wrap()
        effects.top.addSublayer(shade)
        LottieFilters.setApart(effects.top)
        effects.wrap()
    }

    /// Adds a style behind the layer.
    private mutating func addBehind(_ style: LottieStyle, _ shadow: LottieShadow) {
        guard let copy = copy() else { return }
        let holder = CALayer()
        holder.sublayers = [moved([copy], shadow)]
        let shade = blurred(holder, style, shadow).top
        fade(shade, shadow.opacity)
        effects.wrap()
        effects.top.insertSublayer(shade, at: 0)
        effects.wrap()
    }

    /// Adds a stroke around the layer, behind it, with its size as the width.
    private mutating func addStroke(_ style: LottieStyle, _ color: LottieTrack<SIMD4<Double>>) {
        guard let copy = copy() else { return }
        let holder = CALayer(), size = style.number("s", 3)
        holder.addSublayer(copy)
        var made = LottieEffects(builder: effects.builder, layer: effects.layer, level: effects.level, top: holder, isOwn: false)
        made.addMatrix([color.times]) { .fill(color.value(at: $0), alpha: 1) }
        made.widen(size.times) { max(0, size.value(at: $0)) }
        fade(made.top, style.number("o", 100))
        effects.wrap()
        effects.top.insertSublayer(made.top, at: 0)
        effects.wrap()
    }
}

extension LottieEffects {
    /// Widens a shape: blurs it, and keeps every pixel above a small threshold. This is done in two steps, which round corners better than
    /// one.
    fileprivate mutating func widen(_ times: ClosedRange<Double>?, _ width: @escaping @Sendable (Double) -> Double) {
        for _ in 0..<2 {
            let sigma: @Sendable (Double) -> Double = { width($0) / 4 }
            addBlur(times, sigma)
            addMatrix([times]) { frame in
                let s = sigma(frame)
                if s < 0.1 { return .identity }
                // Two standard deviations away from a straight edge 2.28 % remain, and the slope there is 5.4 % per standard deviation.
                return .gain(max(1, s / 0.054), about: 0.0228)
            }
        }
    }
}
