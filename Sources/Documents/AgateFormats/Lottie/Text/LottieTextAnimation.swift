import AgateDiagnostics
import CoreGraphics
import QuartzCore
import RenderTree

/// The state of a text's letters at a frame, as the animators determine it.
final class LottieTextAnimation: Sendable {
    /// The appearance of a letter with all animators applied.
    struct Look {
        /// The transform from the letter's own space, whose origin is the left end of its baseline, to that of the text.
        var transform = CATransform3DIdentity
        var opacity = 1.0
        var fill: SIMD4<Double>?
        var stroke: SIMD4<Double>?
        var strokeWidth = 0.0
        /// The horizontal and vertical standard deviations, in points of the letter.
        var blur = SIMD2<Double>.zero
    }

    private struct Animator: Sendable {
        let selector: LottieSelectorTrack?
        let transform: LottieTransformTrack
        let anchor, place, scale: LottieTrack<SIMD3<Double>>
        let x, y: LottieTrack<Double>?
        let rotation, rotationX, rotationY, skew, skewAxis: LottieTrack<Double>
        let opacity, fillOpacity, strokeOpacity, strokeWidth, tracking: LottieTrack<Double>?
        let fillHue, fillSaturation, fillBrightness: LottieTrack<Double>?
        let fill, stroke: LottieTrack<SIMD4<Double>>?
        let lineSpacing, blur: LottieTrack<SIMD3<Double>>?

        init(_ animator: LottieTextAnimator, counts: SIMD4<Int>) {
            selector = animator.selector.map { LottieSelectorTrack($0, counts: counts) }
            let t = animator.transform
            transform = LottieTransformTrack(t)
            (anchor, scale) = (LottieTrack(t.anchor), LottieTrack(t.scale))
            switch t.position {
            case .whole(let position): (place, x, y) = (LottieTrack(position), nil, nil)
            case .parts(let first, let second, _):
                (place, x, y) = (LottieTrack(LottieVector(.zero)), LottieTrack(first), LottieTrack(second))
            }
            (rotation, rotationX, rotationY) = (LottieTrack(t.rotation), LottieTrack(t.rotationX), LottieTrack(t.rotationY))
            (skew, skewAxis) = (LottieTrack(t.skew), LottieTrack(t.skewAxis))
            func track(_ number: LottieNumber?) -> LottieTrack<Double>? { number.map { LottieTrack($0) } }
            opacity = track(animator.opacity)
            fillOpacity = track(animator.fillOpacity)
            strokeOpacity = track(animator.strokeOpacity)
            strokeWidth = track(animator.strokeWidth)
            tracking = track(animator.tracking)
            (fillHue, fillSaturation, fillBrightness) = (
                track(animator.fillHue), track(animator.fillSaturation), track(animator.fillBrightness)
            )
            fill = animator.fillColor.map { LottieTrack($0) }
            stroke = animator.strokeColor.map { LottieTrack($0) }
            lineSpacing = animator.lineSpacing.map { LottieTrack($0) }
            blur = animator.blur.map { LottieTrack($0) }
        }

        var times: ClosedRange<Double>? {
            union(
                selector?.times, transform.times, x?.times, y?.times, opacity?.times, fillOpacity?.times, strokeOpacity?.times,
                strokeWidth?.times,
                tracking?.times, fillHue?.times, fillSaturation?.times, fillBrightness?.times, fill?.times, stroke?.times,
                lineSpacing?.times, blur?.times
            )
        }

        var movesOthers: Bool { tracking != nil || lineSpacing != nil }

        func amount(_ numbers: SIMD4<Int>, at frame: Double) -> Double {
            selector?.amount(numbers, at: frame) ?? 1
        }
    }

    private let animators: [Animator]
    private let origins: [SIMD2<Double>]
    private let advances: [Double]
    private let numbers: [SIMD4<Int>]
    private let flush: Double
    private let size: Double
    private let base: Look
    private let grouping: Int
    private let alignment: LottieTrack<SIMD3<Double>>
    private let movesOthers: Bool
    private let path: LottieTextPathTrack?
    /// The range of letters in the line of each letter.
    private let lines: [Range<Int>]
    private let moved = Locked<(frame: Double, origins: [SIMD2<Double>], line: LottieTextLine?)>((.nan, [], nil))
    /// The frames in which a property changes; nil if all are constant.
    let times: ClosedRange<Double>?
    let hasFill, hasStroke: Bool
    let changesOpacity, changesFill, changesStroke, changesBlur: Bool
    /// True if all blurs are equal horizontally and vertically.
    let blursEvenly: Bool

    init(_ text: LottieText, _ document: LottieTextDocument, _ layout: LottieTextLayout, path: LottieTextPathTrack?) {
        self.path = path
        var lines: [Range<Int>] = [], start = 0
        for i in layout.letters.indices {
            let isLast = i + 1 == layout.letters.count || layout.letters[i + 1].numbers.w != layout.letters[i].numbers.w
            if isLast {
                lines += Array(repeating: start..<i + 1, count: i + 1 - start)
                start = i + 1
            }
        }
        self.lines = lines
        animators = text.animators.map { Animator($0, counts: layout.counts) }
        origins = layout.letters.map(\.origin)
        advances = layout.letters.map(\.advance)
        numbers = layout.letters.map(\.numbers)
        (flush, size) = (layout.flush, document.size)
        base = Look(
            fill: document.fillColor, stroke: document.strokeWidth > 0 ? document.strokeColor : nil, strokeWidth: document.strokeWidth)
        grouping = min(max(text.grouping, 1), 4)
        alignment = LottieTrack(text.groupingAlignment)
        movesOthers = animators.contains(where: \.movesOthers)
        times = animators.reduce(union(alignment.times, path?.times)) { union($0, $1.times) }
        hasFill = base.fill != nil || animators.contains { $0.fill != nil }
        hasStroke = base.stroke != nil || animators.contains { $0.stroke != nil }
        changesOpacity = animators.contains { $0.opacity != nil }
        changesFill = animators.contains {
            $0.fill != nil || $0.fillOpacity != nil || $0.fillHue != nil || $0.fillSaturation != nil || $0.fillBrightness != nil
        }
        changesBlur = animators.contains { $0.blur != nil }
        blursEvenly = animators.allSatisfy { animator in
            guard let blur = animator.blur?.property else { return true }
            return blur.keyframes.allSatisfy { $0.value.x == $0.value.y && $0.easings.isEmpty }
                && (blur.isAnimated || blur.value.x == blur.value.y)
        }
        changesStroke = animators.contains { $0.stroke != nil || $0.strokeOpacity != nil || $0.strokeWidth != nil }
    }

    /// Returns the appearance of a letter at a frame.
    func look(_ i: Int, at frame: Double) -> Look {
        var look = base
        var anchor = SIMD3<Double>.zero, place = SIMD3<Double>.zero, scale = SIMD3<Double>(1, 1, 1), turn = SIMD3<Double>.zero
        var skew = 0.0, skewAxis = 0.0
        for animator in animators {
            let f = animator.amount(numbers[i], at: frame)
            if f == 0 { continue }
            anchor += animator.anchor.value(at: frame) * f
            if let x = animator.x, let y = animator.y {
                place += SIMD3(x.value(at: frame), y.value(at: frame), 0) * f
            } else {
                place += animator.place.value(at: frame) * f
            }
            scale *= SIMD3(1, 1, 1) + (animator.scale.value(at: frame) / 100 - SIMD3(1, 1, 1)) * f
            turn += SIMD3(animator.rotationX.value(at: frame), animator.rotationY.value(at: frame), animator.rotation.value(at: frame)) * f
            skew += animator.skew.value(at: frame) * f
            skewAxis += animator.skewAxis.value(at: frame) * f
            if let opacity = animator.opacity { look.opacity *= 1 + (opacity.value(at: frame) / 100 - 1) * f }
            if let fill = animator.fill?.value(at: frame) {
                look.fill = look.fill.map { $0 + (fill - $0) * f } ?? SIMD4(fill.x, fill.y, fill.z, fill.w * f)
            }
            if let stroke = animator.stroke?.value(at: frame) {
                look.stroke = look.stroke.map { $0 + (stroke - $0) * f } ?? SIMD4(stroke.x, stroke.y, stroke.z, stroke.w * f)
            }
            if let width = animator.strokeWidth { look.strokeWidth += width.value(at: frame) * f }
            // The same factor as for the blur effect.
            if let blur = animator.blur?.value(at: frame) { look.blur += SIMD2(max(0, blur.x), max(0, blur.y)) * (0.3 * f) }
            if let opacity = animator.fillOpacity { look.fill?.w *= 1 + (opacity.value(at: frame) / 100 - 1) * f }
            if let opacity = animator.strokeOpacity { look.stroke?.w *= 1 + (opacity.value(at: frame) / 100 - 1) * f }
            if let fill = look.fill, animator.fillHue != nil || animator.fillSaturation != nil || animator.fillBrightness != nil {
                look.fill = fill.shifted(
                    hue: (animator.fillHue?.value(at: frame) ?? 0) * f,
                    saturation: (animator.fillSaturation?.value(at: frame) ?? 0) / 100 * f,
                    brightness: (animator.fillBrightness?.value(at: frame) ?? 0) / 100 * f
                )
            }
        }
        look.opacity = min(1, max(0, look.opacity))
        look.strokeWidth = max(0, look.strokeWidth)
        let (origin, line) = origin(i, at: frame)
        // It rotates and scales about the middle of its own advance, or of the unit of its grouping.
        let middle = pivot(i, at: frame)
        var m = CATransform3DMakeTranslation(-middle.x - anchor.x, -middle.y - anchor.y, 0)
        if scale != SIMD3(1, 1, 1) { m = m.concat(CATransform3DMakeScale(scale.x, scale.y, 1)) }
        if skew != 0 { m = m.concat(.lottieSkew(skew, along: skewAxis)) }
        if turn.z != 0 { m = m.concat(CATransform3DMakeRotation(turn.z * .pi / 180, 0, 0, 1)) }
        if turn.y != 0 { m = m.concat(CATransform3DMakeRotation(-turn.y * .pi / 180, 0, 1, 0)) }
        if turn.x != 0 { m = m.concat(CATransform3DMakeRotation(-turn.x * .pi / 180, 1, 0, 0)) }
        guard let line else {
            look.transform = m.concat(CATransform3DMakeTranslation(origin.x + middle.x + place.x, origin.y + middle.y + place.y, 0))
            return look
        }
        // The middle of the letter is on the path; a horizontal displacement moves it along the path.
        m = m.concat(CATransform3DMakeTranslation(middle.x - advances[i] / 2, middle.y + origin.y + place.y, 0))
        let (point, way) = line.place(at: along(line, i, origin.x) + place.x)
        if line.turns {
            var turn = CATransform3DIdentity
            (turn.m11, turn.m12, turn.m21, turn.m22) = (way.x, way.y, -way.y, way.x)
            m = m.concat(turn)
        }
        look.transform = m.concat(CATransform3DMakeTranslation(point.x, point.y, 0))
        return look
    }

    /// Returns the distance along a path of the middle of a letter.
    private func along(_ line: LottieTextLine, _ i: Int, _ x: Double) -> Double {
        let letters = lines[i]
        guard line.isForced, letters.count > 1 else {
            return line.start + (line.end - line.start) * flush + x + advances[i] / 2
        }
        let first = line.start + advances[letters.lowerBound] / 2, last = line.end - advances[letters.upperBound - 1] / 2
        return first + (last - first) * Double(i - letters.lowerBound) / Double(letters.count - 1)
    }

    /// Returns the centre of rotation and scaling, in the letter's own space.
    private func pivot(_ i: Int, at frame: Double) -> SIMD2<Double> {
        let shift = alignment.value(at: frame)
        guard grouping > 1 else { return SIMD2(advances[i] / 2 * (1 + shift.x / 100), shift.y / 100 * size) }
        // Words, lines or the whole text.
        var low = origins[i], high = origins[i]
        for k in origins.indices where grouping == 4 || numbers[k][grouping] == numbers[i][grouping] {
            low = SIMD2(min(low.x, origins[k].x), min(low.y, origins[k].y))
            high = SIMD2(max(high.x, origins[k].x + advances[k]), max(high.y, origins[k].y))
        }
        let size = high - low
        return (low + high) / 2 - origins[i] + SIMD2(size.x / 2 * shift.x / 100, shift.y / 100 * self.size)
    }

    /// Returns the start of a letter's baseline, displaced by changes of the letters before it, and the path that it follows.
    private func origin(_ i: Int, at frame: Double) -> (SIMD2<Double>, LottieTextLine?) {
        guard movesOthers || path != nil else { return (origins[i], nil) }
        // All letters of a text are requested for the same frame in sequence, so one frame is cached.
        return moved.withLock { moved in
            if moved.frame != frame { moved = (frame, movesOthers ? movedOrigins(at: frame) : origins, path?.line(at: frame)) }
            return (moved.origins[i], moved.line)
        }
    }

    private func movedOrigins(at frame: Double) -> [SIMD2<Double>] {
        var result = origins, start = 0, shift = SIMD2<Double>.zero
        while start < origins.count {
            var end = start, wide = 0.0
            while end < origins.count, numbers[end].w == numbers[start].w {
                var tracking = 0.0, spacing = SIMD3<Double>.zero
                for animator in animators where animator.movesOthers {
                    let f = animator.amount(numbers[end], at: frame)
                    tracking += (animator.tracking?.value(at: frame) ?? 0) * f
                    spacing += (animator.lineSpacing?.value(at: frame) ?? .zero) * f
                }
                if end == start, start > 0 { shift += SIMD2(spacing.x, spacing.y) }
                result[end] += shift + SIMD2(wide, 0)
                wide += tracking / 1000 * size
                end += 1
            }
            for k in start..<end { result[k].x -= wide * flush }
            start = end
        }
        return result
    }
}

extension SIMD4<Double> {
    /// Returns the colour with its hue (degrees), saturation and brightness (fractions of 1) changed by these amounts.
    fileprivate func shifted(hue: Double, saturation: Double, brightness: Double) -> Self {
        let high = Swift.max(x, y, z), low = Swift.min(x, y, z), chroma = high - low
        var h = 0.0
        if chroma > 0 {
            h = high == x ? (y - z) / chroma : high == y ? 2 + (z - x) / chroma : 4 + (x - y) / chroma
        }
        h += hue / 60
        h -= (h / 6).rounded(.down) * 6
        func unit(_ value: Double) -> Double { Swift.min(1, Swift.max(0, value)) }
        let s = unit((high > 0 ? chroma / high : 0) + saturation), v = unit(high + brightness)
        func part(_ n: Double) -> Double {
            var k = n + h
            k -= (k / 6).rounded(.down) * 6
            return v - v * s * unit(Swift.min(k, 4 - k))
        }
        return SIMD4(part(5), part(3), part(1), w)
    }
}
