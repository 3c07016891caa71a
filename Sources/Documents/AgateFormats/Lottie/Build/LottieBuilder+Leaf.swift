import CoreGraphics
import QuartzCore
import RenderTree

extension LottieBuilder {
    /// Returns the layer of one path and its paint, and the area that it covers.
    func leaf(_ leaf: LottieLeaf, _ time: LottieTime) -> (CALayer, CGRect) {
        let shape = CAShapeLayer()
        shape.name = leaf.name
        let box = addPath(leaf, to: shape, time)
        let area = box.insetBy(dx: -max(1e-2, leaf.reach), dy: -max(1e-2, leaf.reach))
        let opaque = CGColor(SIMD4(0, 0, 0, 1), opacity: 1)
        let strokes = leaf.stroke != nil
        if let stroke = leaf.stroke { addStroke(stroke, leaf.trim, to: shape, time) }
        shape.fillRule = leaf.isEvenOdd ? .evenOdd : .nonZero
        switch leaf.paint.source {
        case .color(let color):
            let opacity = leaf.paint.opacity
            let constant = opacity.isAnimated ? 1 : opacity.value / 100
            let first = CGColor(color.value(at: time.firstFrame), opacity: constant)
            shape.fillColor = strokes ? nil : first
            shape.strokeColor = strokes ? first : nil
            animate(shape, strokes ? "strokeColor" : "fillColor", color, time) { .color(CGColor($0, opacity: constant)) }
            if opacity.isAnimated { setOpacity(shape, opacity, time) }
            return (shape, area)
        case .gradient(let gradient):
            shape.fillColor = strokes ? nil : opaque
            shape.strokeColor = strokes ? opaque : nil
            let made = CAGradientLayer()
            made.name = leaf.name
            // A square, since Core Animation measures gradients by width and height. It is much larger than the path, so that none of its
            // edges falls into the edge pixels of the path, which both would antialias, and so that the two are painted in one operation.
            let side = 2 * max(area.width, area.height) + 64
            let square = CGRect(x: area.midX - side / 2, y: area.midY - side / 2, width: side, height: side)
            addGradient(gradient, to: made, square, time)
            shape.anchorPoint = .zero
            shape.bounds = square
            shape.position = square.origin
            made.mask = shape
            let opacity = leaf.paint.opacity
            if opacity.isAnimated || opacity.value < 100 { setOpacity(made, opacity, time) }
            return (made, square)
        }
    }

    // MARK: Paths

    /// Sets the layer's path for all times, and returns its bounding box.
    private func addPath(_ leaf: LottieLeaf, to shape: CAShapeLayer, _ time: LottieTime) -> CGRect {
        let outlines = leaf.outlines, turns = leaf.trim.map { Int($0.turns) } ?? 1
        let path: @Sendable (Double, Bool) -> CGPath = { frame, isUniform in
            let contours = LottieOutline.paths(outlines, at: frame)
            return CGPath(turns > 1 ? contours.flatMap { $0.wound(turns) } : contours, isUniform: isUniform)
        }
        guard let frames = LottieOutline.times(outlines) else {
            let still = path(0, false)
            shape.path = still
            let box = still.extent
            return box.isNull ? .zero : box
        }
        var box = CGRect.null
        if time.map == nil, case .straight(let pacing) = LottieOutline.pacing(outlines) {
            let paths = pacing.keys.map { path($0.time, true) }
            for each in paths { box = box.union(each.extent) }
            shape.path = time.firstFrame <= pacing.keys[0].time ? paths[0] : path(time.firstFrame, true)
            add("path", paths.map { .path($0) }, pacing, to: shape, time)
            return box.isNull ? .zero : box
        }
        shape.path = path(time.firstFrame, false)
        for step in 0...8 {
            box = box.union(path(frames.lowerBound + (frames.upperBound - frames.lowerBound) * Double(step) / 8, false).extent)
        }
        add("path", .value { .path(path($0, false)) }, frames: frames, to: shape, time)
        return box.isNull ? .zero : box
    }

    // MARK: Strokes

    private func addStroke(_ stroke: LottieStroke, _ trim: LottieLeaf.Trim?, to shape: CAShapeLayer, _ time: LottieTime) {
        let frame = time.firstFrame
        shape.lineWidth = stroke.width.value(at: frame)
        animate(shape, "lineWidth", stroke.width, time) { .number($0) }
        shape.lineCap =
            switch stroke.cap {
            case .butt: .butt
            case .round: .round
            case .square: .square
            }
        shape.lineJoin =
            switch stroke.join {
            case .miter: .miter
            case .round: .round
            case .bevel: .bevel
            }
        shape.miterLimit = stroke.miterLimit.value(at: frame)
        animate(shape, "miterLimit", stroke.miterLimit, time) { .number($0) }
        addDashes(stroke, to: shape, time)
        if let trim { addTrim(trim, to: shape, time) }
    }

    private func addDashes(_ stroke: LottieStroke, to shape: CAShapeLayer, _ time: LottieTime) {
        let tracks = stroke.dashes.map { LottieTrack($0) }
        // Dashes of zero length are dots, which are drawn with a length of 0.01, since Core Animation draws none of zero length. The gap
        // after a dot is shortened by the same amount, except for the player that made the reference pictures, whose dots drift.
        let keepsPeriods = !resources.dotsWander && tracks.count % 2 == 0
        let pattern: @Sendable (Double) -> [Double] = { frame in
            var lengths = tracks.map { max(0, $0.value(at: frame)) }
            guard lengths.contains(where: { $0 > 0 }) else { return lengths }
            if keepsPeriods {
                for i in stride(from: 0, to: lengths.count, by: 2) where lengths[i] < 0.01 && lengths[i + 1] > 0.02 {
                    lengths[i + 1] -= 0.01 - lengths[i]
                }
            }
            return lengths.map { max(0.01, $0) }
        }
        let first = pattern(time.firstFrame)
        guard first.contains(where: { $0 > 0 }) || tracks.contains(where: \.isAnimated) else { return }
        shape.lineDashPattern = first.map { NSNumber(value: $0) }
        if let frames = tracks.reduce(nil, { union($0, $1.times) }) {
            add("lineDashPattern", .value { .numbers(pattern($0)) }, frames: frames, to: shape, time)
        }
        guard let offset = stroke.dashOffset else { return }
        shape.lineDashPhase = offset.value(at: time.firstFrame)
        animate(shape, "lineDashPhase", offset, time) { .number($0) }
    }

    private func addTrim(_ trim: LottieLeaf.Trim, to shape: CAShapeLayer, _ time: LottieTime) {
        let turns = trim.turns, shift = trim.shift, frame = time.firstFrame
        let start = LottieTrack(trim.start), end = LottieTrack(trim.end), offset = LottieTrack(trim.offset)
        let ends: @Sendable (Double) -> (Double, Double) = { frame in
            let a = start.value(at: frame) / 100, b = end.value(at: frame) / 100, o = offset.value(at: frame) / 360 + shift
            return ((min(a, b) + o) / turns, (max(a, b) + o) / turns)
        }
        (shape.strokeStart, shape.strokeEnd) = { (CGFloat($0.0), CGFloat($0.1)) }(ends(frame))
        func add(_ keyPath: String, _ of: LottieNumber?, _ body: @escaping @Sendable (Double) -> Double) {
            let still = (of ?? trim.start).value / 100, moving = trim.offset.value / 360 + shift
            if let of, !trim.offset.isAnimated {
                animate(shape, keyPath, of, time) { .number(($0 / 100 + moving) / turns) }
            } else if let of, !of.isAnimated {
                animate(shape, keyPath, trim.offset, time) { .number((still + $0 / 360 + shift) / turns) }
            } else if let frames = union(start.times, end.times, offset.times) {
                self.add(keyPath, .numbers({ SIMD4(body($0), 0, 0, 0) }, boxed: { .number($0.x) }), frames: frames, to: shape, time)
            }
        }
        add("strokeStart", trim.order?.start) { ends($0).0 }
        add("strokeEnd", trim.order?.end) { ends($0).1 }
    }

    // MARK: Gradients

    private func addGradient(_ gradient: LottieGradient, to layer: CAGradientLayer, _ square: CGRect, _ time: LottieTime) {
        let frame = time.firstFrame
        let unit: @Sendable (SIMD3<Double>) -> CGPoint = {
            CGPoint(x: ($0.x - square.minX) / square.width, y: ($0.y - square.minY) / square.height)
        }
        layer.type = gradient.isRadial ? .radial : .axial
        layer.startPoint = unit(gradient.start.value(at: frame))
        animate(layer, "startPoint", gradient.start, time) { .point(unit($0)) }
        if gradient.isRadial {
            // Core Animation's end point is a corner of the box around the ellipse.
            let start = LottieTrack(gradient.start), end = LottieTrack(gradient.end)
            let corner: @Sendable (Double) -> CGPoint = { frame in
                let a = start.value(at: frame), way = end.value(at: frame) - a
                let radius = (way.x * way.x + way.y * way.y).squareRoot()
                return unit(a + SIMD3(radius, radius, 0))
            }
            layer.endPoint = corner(frame)
            if let frames = union(start.times, end.times) {
                add("endPoint", .point(corner), frames: frames, to: layer, time)
            }
            addHighlight(gradient, to: layer, time)
        } else {
            layer.endPoint = unit(gradient.end.value(at: frame))
            animate(layer, "endPoint", gradient.end, time) { .point(unit($0)) }
        }
        let count = gradient.colorCount
        let first = gradient.stops.value(at: frame).merged(count)
        layer.colors = first.colors
        layer.locations = first.locations.map { NSNumber(value: $0) }
        animate(layer, "colors", gradient.stops, time) { .colors($0.merged(count).colors) }
        animate(layer, "locations", gradient.stops, time) { .numbers($0.merged(count).locations) }
    }
}

extension LottieBuilder {
    /// Adds the highlight of a radial gradient: its centre is displaced towards the end point, rotated by the angle.
    private func addHighlight(_ gradient: LottieGradient, to layer: CAGradientLayer, _ time: LottieTime) {
        let length = gradient.highlightLength, angle = gradient.highlightAngle
        guard length.isAnimated || length.value != 0 else { return }
        guard resources.drawsHighlights else {
            leavesOutHighlights = true
            return
        }
        let start = LottieTrack(gradient.start), end = LottieTrack(gradient.end), lengths = LottieTrack(length), angles = LottieTrack(angle)
        let focus: @Sendable (Double) -> CGPoint = { frame in
            let way = end.value(at: frame) - start.value(at: frame)
            let turn = atan2(way.y, way.x) + angles.value(at: frame) * .pi / 180
            let distance = lengths.value(at: frame) / 100
            return CGPoint(x: cos(turn) * distance, y: sin(turn) * distance)
        }
        layer.focalPoint = focus(time.firstFrame)
        if let frames = union(start.times, end.times, lengths.times, angles.times) {
            add("focalPoint", .point(focus), frames: frames, to: layer, time)
        }
    }
}

extension LottieStops {
    /// Returns colours with their opacity, at the locations of both lists; both are linear between two adjacent locations.
    func merged(_ count: Int) -> (colors: [CGColor], locations: [Double]) {
        var colors: [(Double, SIMD3<Double>)] = [], alphas: [(Double, Double)] = []
        for i in 0..<count { colors.append((numbers[4 * i], SIMD3(numbers[4 * i + 1], numbers[4 * i + 2], numbers[4 * i + 3]))) }
        var i = 4 * count
        while i + 1 < numbers.count { alphas.append((numbers[i], numbers[i + 1])); i += 2 }
        guard !colors.isEmpty else { return ([], []) }
        // Core Animation draws no gradient of one colour.
        if colors.count == 1 { colors = [(min(0, colors[0].0), colors[0].1), (max(1, colors[0].0), colors[0].1)] }
        func at<Value>(_ place: Double, _ list: [(Double, Value)], _ mix: (Value, Value, Double) -> Value) -> Value {
            guard let next = list.firstIndex(where: { $0.0 >= place }) else { return list[list.count - 1].1 }
            guard next > 0, list[next].0 > place else { return list[next].1 }
            let a = list[next - 1], b = list[next]
            return mix(a.1, b.1, (place - a.0) / (b.0 - a.0))
        }
        if alphas.isEmpty { return (colors.map { CGColor(SIMD4($0.1, 1), opacity: 1) }, colors.map(\.0)) }
        let places = (colors.map(\.0) + alphas.map(\.0)).sorted()
        return (
            places.map { place in
                CGColor(SIMD4(at(place, colors) { $0 + ($1 - $0) * $2 }, at(place, alphas) { $0 + ($1 - $0) * $2 }), opacity: 1)
            },
            places
        )
    }
}

extension LottieLeaf {
    /// The largest distance of its stroke from the path.
    fileprivate var reach: Double {
        guard let stroke else { return 0 }
        let width = stroke.width.keyframes.reduce(stroke.width.value) { max($0, $1.value) }
        return width / 2 * (stroke.join == .miter ? max(1, min(10, stroke.miterLimit.value)) : stroke.cap == .square ? 1.5 : 1)
    }
}

extension LottieBezier {
    /// Returns the path repeated several times, for a part that extends beyond the start; if it is closed, the result is continuous.
    func wound(_ turns: Int) -> [LottieBezier] {
        guard isClosed, !points.isEmpty else { return Array(repeating: self, count: turns) }
        var path = LottieBezier()
        for _ in 0..<turns {
            for i in points.indices { path.add(points[i], in: ins[i], out: outs[i]) }
        }
        path.add(points[0], in: ins[0])
        return [path]
    }
}

extension CGPath {
    /// The bounding box; null if it is empty or not finite.
    fileprivate var extent: CGRect {
        let box = boundingBoxOfPath
        return box.isNull || !box.minX.isFinite || !box.width.isFinite || !box.minY.isFinite || !box.height.isFinite ? .null : box
    }
}
