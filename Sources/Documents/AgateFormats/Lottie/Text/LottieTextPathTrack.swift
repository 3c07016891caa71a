import CoreGraphics

/// The path that a text goes along, at any frame.
struct LottieTextPathTrack: Sendable {
    private let outline: LottieTrack<LottieBezier>
    private let firstMargin, lastMargin, isPerpendicular, isReversed, forcesAlignment: LottieTrack<Double>

    /// Nil where the layer does not have the mask.
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

    /// The path as it is at a frame; nil for one without length, along which nothing can go.
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
    /// Where the text may begin and where it ends, measured along the path.
    let start, end: Double
    /// Whether letters stand across the path, or upright.
    let turns: Bool
    /// Whether letters are spread from the start to the end.
    let isForced: Bool

    /// A place so far along, and the direction of the path there. Beyond its ends an open path goes on straight, a closed one round again.
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
