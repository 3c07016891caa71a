import CoreGraphics

/// What a trim that goes over one path after another takes besides the paths of one paint: those of other groups and of later items. Its parts are
/// measured where the trim stands.
struct LottieTrimRun: Sendable {
    var before: [LottieOutline] = []
    var after: [LottieOutline] = []
    /// The groups from the paint's own outwards to the trim.
    var groups: [LottieTransformTrack] = []

    var isAlone: Bool { before.isEmpty && after.isEmpty }

    var times: ClosedRange<Double>? {
        union(LottieOutline.times(before), LottieOutline.times(after), groups.reduce(nil) { union($0, $1.times) })
    }

    func lengths(of paths: [LottieBezier], at frame: Double) -> (own: [Double], before: Double, total: Double) {
        func sum(_ outlines: [LottieOutline]) -> Double { LottieOutline.paths(outlines, at: frame).reduce(0) { $0 + $1.length } }
        let matrix = groups.reduce(CGAffineTransform.identity) { $0.concatenating($1.matrix(at: frame)) }
        let own = paths.map { $0.applying(matrix).length }, first = sum(before)
        return (own, first, first + own.reduce(0, +) + sum(after))
    }

    /// With more of what stands around the paint, in the space of its list.
    func around(_ earlier: [LottieOutline], _ later: [LottieOutline]) -> LottieTrimRun {
        var run = self
        func placed(_ outlines: [LottieOutline]) -> [LottieOutline] {
            outlines.isEmpty ? [] : groups.reduce(outlines) { [.placed($1, $0)] }
        }
        run.before += placed(earlier)
        run.after = placed(later) + run.after
        return run
    }

    /// Of a group of that list.
    func inside(_ group: LottieTransform) -> LottieTrimRun {
        var run = self
        run.groups.insert(LottieTransformTrack(group), at: 0)
        return run
    }
}

extension LottieModifier {
    /// The same for what stands between other paths.
    /// - Parameter before: what happens to paths before this.
    fileprivate func around(_ earlier: [LottieOutline], _ later: [LottieOutline]) -> LottieModifier {
        guard case .trimInRun(let start, let end, let offset, let run) = self else { return self }
        return .trimInRun(start: start, end: end, offset: offset, run.around(earlier, later))
    }

    func inside(_ group: LottieTransform) -> LottieModifier {
        guard case .trimInRun(let start, let end, let offset, let run) = self else { return self }
        return .trimInRun(start: start, end: end, offset: offset, run.inside(group))
    }

    /// A trim that takes nothing but its paint's own paths is a plain one.
    fileprivate var settled: LottieModifier {
        guard case .trimInRun(let start, let end, let offset, let run) = self, run.isAlone else { return self }
        return .trim(start: start, end: end, offset: offset, isOneByOne: true)
    }

    private var isRun: Bool { if case .trimInRun = self { true } else { false } }

    /// What happens to the paths of one item of a list.
    /// - Parameters:
    ///   - later: what changes them by the list's own items after it, with runs that know the list.
    ///   - outer: what changes all of the list.
    ///   - earlier: paths of the list that are not the item's own and come before it; `rest`: those after it.
    static func chain(_ later: [LottieModifier], _ outer: [LottieModifier], around earlier: [LottieOutline], _ rest: () -> [LottieOutline])
        -> [LottieModifier] {
        guard outer.contains(where: \.isRun) else { return (later + outer).map(\.settled) }
        let rest = rest()
        var done = later.filter { !$0.isRun }
        func changed(_ outlines: [LottieOutline]) -> [LottieOutline] { outlines.isEmpty ? [] : done.reduce(outlines) { [.changed($1, $0)] } }
        return later.map(\.settled) + outer.map { modifier in
            defer { if !modifier.isRun { done.append(modifier) } }
            return modifier.isRun ? modifier.around(changed(earlier), changed(rest)).settled : modifier
        }
    }
}

extension LottieBezier {
    var length: Double { PathMeasure(CGPath([self])).length }
}
