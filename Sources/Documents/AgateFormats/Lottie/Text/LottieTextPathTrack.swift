import CoreGraphics

/// The path that a text follows, at any frame.
struct LottieTextPathTrack: Sendable {
    private let outline: LottieTrack<LottieBezier>
    private let firstMargin, lastMargin, isPerpendicular, isReversed, forcesAlignment: LottieTrack<Double>

    /// Nil if the layer does not have the mask.
    init?(_ path: LottieTextPath, _ masks: [LottieMask]) {
        guard masks.indices.contains(path.mask) else { return nil }
        outline = LottieTrack(masks[path.mask].path)
        firstMargin = LottieTrack(path.firstMargin)
        lastMargin = LottieTrack(path.lastMargin)
        isPerpendicular = LottieTrack(path.isPerpendicular)
        isReversed = LottieTrack(path.isReversed)
        forcesAlignment = LottieTrack(path.forcesAlignment)
    }

    var times: ClosedRange<Double>? {
        union(outline.times, firstMargin.times, lastMargin.times, isPerpendicular.times, isReversed.times, forcesAlignment.times)
    }

    /// Returns the path at a frame; nil for one of zero length, which text can't follow.
    func line(at frame: Double) -> LottieTextLine? {
        let path = outline.value(at: frame), isReversed = isReversed.value(at: frame) != 0
        let measure = PathMeasure(CGPath([isReversed ? path.reversed : path]))
        guard measure.length > 1e-6, measure.length.isFinite else { return nil }
        return LottieTextLine(
            measure: measure, isClosed: path.isClosed, start: firstMargin.value(at: frame),
            end: measure.length + lastMargin.value(at: frame),
            turns: isPerpendicular.value(at: frame) != 0, isForced: forcesAlignment.value(at: frame) != 0
        )
    }
}

/// A path with a text on it, at one time.
struct LottieTextLine: Sendable {
    let measure: PathMeasure
    let isClosed: Bool
    /// The start and end of the range for the text, measured along the path.
    let start, end: Double
    /// True if letters are perpendicular to the path, false if they are upright.
    let turns: Bool
    /// True if letters are distributed from the start to the end.
    let isForced: Bool

    /// Returns the position at a distance, and the direction of the path there. Beyond its ends an open path continues straight; a closed
    /// one repeats.
    func place(at given: Double) -> (point: SIMD2<Double>, way: SIMD2<Double>) {
        let length = measure.length
        var at = given.isFinite ? min(max(given, -1e7), 1e7) : 0
        if isClosed { at -= (at / length).rounded(.down) * length }
        guard let found = measure.position(at: at) else { return (.zero, SIMD2(1, 0)) }
        let way = SIMD2<Double>(found.tangent.dx, found.tangent.dy)
        let beyond = at - min(max(at, 0), length)
        return (SIMD2(found.point.x, found.point.y) + way * beyond, way)
    }
}
