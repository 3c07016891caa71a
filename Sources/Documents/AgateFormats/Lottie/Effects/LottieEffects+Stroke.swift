import CoreGraphics
import QuartzCore
import RenderTree

extension LottieEffects {
    /// Adds a line along the layer's masks: over the layer, in place of it, or as its mask.
    mutating func addStroke(_ values: Values) {
        let all = values.number(1, 0).property.value != 0
        let first = Int(min(max(values.number(0, 1).property.value, 1), 1e6)) - 1
        let masks = all ? layer.masks : layer.masks.indices.contains(first) ? [layer.masks[first]] : []
        guard !masks.isEmpty else { return }
        let style = values.number(10, 1).property.value
        let holder = CALayer()
        holder.bounds = CGRect(origin: .zero, size: level.size)
        holder.anchorPoint = .zero
        // In sequence they form one line; otherwise each is trimmed separately.
        let isRow = all && values.number(2, 0).property.value != 0
        let groups = isRow ? [masks] : masks.map { [$0] }
        holder.sublayers = groups.map { line(along: $0.map { LottieTrack($0.path) }, values, isOpaque: style == 3) }
        switch style {
        case 2: top = holder
        case 3:
            wrap()
            top.bounds = holder.bounds
            top.anchorPoint = .zero
            top.mask = holder
        default:
            wrap()
            top.addSublayer(holder)
        }
        wrap()
    }

    private func line(along tracks: [LottieTrack<LottieBezier>], _ values: Values, isOpaque: Bool) -> CALayer {
        let color = values.color(3, SIMD4(1, 1, 1, 1)), size = values.number(4, 2), opacity = values.number(6, 1)
        let start = values.number(7, 0), end = values.number(8, 100)
        let line = CAShapeLayer(), frame = time.firstFrame
        let path: @Sendable (Double) -> CGPath = { frame in CGPath(tracks.map { $0.value(at: frame) }) }
        let paint: @Sendable (SIMD4<Double>) -> CGColor = { CGColor(isOpaque ? SIMD4(0, 0, 0, 1) : $0, opacity: 1) }
        line.path = path(frame)
        line.fillColor = nil
        line.strokeColor = paint(color.value(at: frame))
        line.lineWidth = max(0, size.value(at: frame))
        line.lineCap = .round
        line.lineJoin = .round
        line.strokeStart = start.value(at: frame) / 100
        line.strokeEnd = end.value(at: frame) / 100
        line.opacity = Float(min(1, max(0, opacity.value(at: frame))))
        builder.animate(line, "strokeColor", color.property, time) { .color(paint($0)) }
        builder.animate(line, "lineWidth", size.property, time) { .number(max(0, $0)) }
        builder.animate(line, "strokeStart", start.property, time) { .number($0 / 100) }
        builder.animate(line, "strokeEnd", end.property, time) { .number($0 / 100) }
        builder.animate(line, "opacity", opacity.property, time) { .number(min(1, max(0, $0))) }
        if let frames = tracks.reduce(nil, { union($0, $1.times) }) {
            builder.add("path", .value { .path(path($0)) }, frames: frames, to: line, time)
        }
        return line
    }
}
