import Foundation
import RenderTree

/// A star or polygon at any frame.
struct LottieStarTrack: Sendable {
    private let star: LottieStar
    private let center: LottieTrack<SIMD3<Double>>
    private let points, rotation, outerRadius, innerRadius, outerRoundness, innerRoundness: LottieTrack<Double>

    init(_ star: LottieStar) {
        self.star = star
        center = LottieTrack(star.center)
        points = LottieTrack(star.points)
        rotation = LottieTrack(star.rotation)
        outerRadius = LottieTrack(star.outerRadius)
        innerRadius = LottieTrack(star.innerRadius)
        outerRoundness = LottieTrack(star.outerRoundness)
        innerRoundness = LottieTrack(star.innerRoundness)
    }

    var times: ClosedRange<Double>? {
        union(center.times, points.times, rotation.times, outerRadius.times, innerRadius.times, outerRoundness.times, innerRoundness.times)
    }

    /// Returns the path, starting at its topmost corner. Nil without corners.
    func path(at frame: Double) -> LottieBezier? {
        let corners = Int(min(1000, max(0, points.value(at: frame).rounded(.down))))
        guard corners > 0 else { return nil }
        let count = star.isPolygon ? corners : 2 * corners
        let middle = center.value(at: frame)
        let outer = outerRadius.value(at: frame), inner = innerRadius.value(at: frame)
        let outerRound = outerRoundness.value(at: frame) / 100, innerRound = innerRoundness.value(at: frame) / 100
        let direction = star.isReversed ? -1.0 : 1.0
        let start = rotation.value(at: frame) * .pi / 180 - .pi / 2
        var path = LottieBezier()
        path.isClosed = true
        for i in 0..<count {
            let isOuter = star.isPolygon || i % 2 == 0
            let radius = isOuter ? outer : inner
            let angle = start + direction * 2 * .pi * Double(i) / Double(count)
            let x = SteadyMath.cos(angle), y = SteadyMath.sin(angle)
            // Handles are tangential to the circle; at full roundness their length is a quarter of the arc to the next corner of the same
            // kind.
            let reach = direction * 2 * .pi * radius / Double(count * (star.isPolygon ? 4 : 2)) * (isOuter ? outerRound : innerRound)
            let handle = SIMD2(-y, x) * reach
            path.add(SIMD2(middle.x + radius * x, middle.y + radius * y), in: -handle, out: handle)
        }
        return path
    }
}
