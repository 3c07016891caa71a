import AgateDiagnostics
import CoreGraphics

/// The paths that a sequential trim covers in addition to those of one paint: those of other groups and of later items. Lengths are
/// measured in the space of the trim.
struct LottieTrimRun: Sendable {
    /// A range of the items of one list.
    struct Part: Sendable {
        let list: LottieTrimList
        let items: Range<Int>
    }
    var before: [Part] = []
    var after: [Part] = []
    /// The groups from the paint's own outwards to the trim.
    var groups: [LottieTransformTrack] = []

    var isAlone: Bool { !(before + after).contains { $0.list.hasPaths($0.items) } }

    var times: ClosedRange<Double>? {
        (before + after).reduce(groups.reduce(nil) { union($0, $1.times) }) { union($0, $1.list.times) }
    }

    /// The transform from the paint's paths to the trim.
    func matrix(at frame: Double) -> CGAffineTransform { groups.reduce(.identity) { $0.concatenating($1.matrix(at: frame)) } }

    /// Returns the lengths of the paths before the paint's own and after them.
    func lengths(at frame: Double) -> (before: Double, after: Double) {
        func sum(_ parts: [Part]) -> Double { parts.reduce(0) { $0 + $1.list.length($1.items, at: frame) } }
        return (sum(before), sum(after))
    }
}

/// The paths of each item of a list, with the modifiers before a trim. All paths that are trimmed together use the same lengths.
final class LottieTrimList: Sendable {
    private let items: [[LottieOutline]]
    /// The cumulative lengths up to each item, for the last requested frames; for frame 0 if nothing changes. Each path that is rebuilt
    /// needs a few frames, in sequence.
    private let sums = Locked<[(frame: Double, values: [Double])]>([])
    let times: ClosedRange<Double>?

    init(_ items: [[LottieOutline]]) {
        self.items = items
        times = items.reduce(nil) { union($0, LottieOutline.times($1)) }
    }

    func hasPaths(_ range: Range<Int>) -> Bool { items[range.clamped(to: items.indices)].contains { !$0.isEmpty } }

    func length(_ range: Range<Int>, at frame: Double) -> Double {
        let range = range.clamped(to: items.indices), frame = times == nil ? 0 : frame
        return sums.withLock { sums in
            let found: [Double]
            if let known = sums.first(where: { $0.frame == frame })?.values {
                found = known
            } else {
                var values = [0.0]
                for item in items {
                    values.append(values[values.count - 1] + LottieOutline.paths(item, at: frame).reduce(0) { $0 + $1.length })
                }
                if sums.count == 16 { sums.removeFirst() }
                sums.append((frame, values))
                found = values
            }
            return found[range.upperBound] - found[range.lowerBound]
        }
    }
}

extension LottieModifier {
    /// The run, for a trim that covers more than the paths of one paint.
    var run: LottieTrimRun? {
        get { if case .trimInRun(_, let run) = self { run } else { nil } }
        set {
            guard let newValue, case .trimInRun(let trim, _) = self else { return }
            self = .trimInRun(trim, newValue)
        }
    }

    var isOneByOne: Bool { if case .trim(let trim) = self { trim.isOneByOne } else { false } }

    /// Returns the trim for a run that also covers other paths.
    func running(_ run: LottieTrimRun) -> LottieModifier {
        guard case .trim(let trim) = self else { return self }
        return .trimInRun(trim, run)
    }

    /// Returns the trim for the items of a group.
    func inside(_ group: LottieTransform) -> LottieModifier {
        var modifier = self
        modifier.run?.groups.insert(LottieTransformTrack(group), at: 0)
        return modifier
    }

    /// The same trim, simplified to a plain one if it covers only its paint's own paths.
    var settled: LottieModifier {
        guard case .trimInRun(let trim, let run) = self, run.isAlone else { return self }
        return .trim(trim)
    }
}

/// The modifiers of a list of shapes, for all of its items.
struct LottieModifierList {
    private let shapes: [LottieShape]
    private let own: [LottieModifier?]
    private let outer: [LottieModifier]
    /// The lists for each sequential trim of the list, by its index; and for each of the outer runs, by theirs.
    private var lists: [Int: LottieTrimList] = [:]
    private var outerLists: [Int: LottieTrimList] = [:]

    /// - Parameters:
    ///   - own: The modifier of each item.
    ///   - outlines: Returns the paths of one item by itself; called only if a trim needs all of them.
    init(_ shapes: [LottieShape], _ own: [LottieModifier?], outer: [LottieModifier], outlines: (LottieShape) -> [LottieOutline]?) {
        (self.shapes, self.own, self.outer) = (shapes, own, outer)
        let trims = own.indices.filter { own[$0]?.isOneByOne == true }
        let hasOuterRuns = outer.contains { $0.run != nil }
        guard !trims.isEmpty || hasOuterRuns else { return }
        var paths: [[LottieOutline]] = []
        for shape in shapes {
            // The limit is exceeded, which has been reported.
            guard let found = outlines(shape) else { return }
            paths.append(found)
        }
        func changed(_ outlines: [LottieOutline], _ modifiers: [LottieModifier]) -> [LottieOutline] {
            outlines.isEmpty ? [] : modifiers.reduce(outlines) { [.changed($1, $0)] }
        }
        for j in trims {
            lists[j] = LottieTrimList((0..<j).map { k in changed(paths[k], own[(k + 1)..<j].compactMap { $0 }) })
        }
        var before: [LottieModifier] = []
        for (r, modifier) in outer.enumerated() {
            if let run = modifier.run {
                outerLists[r] = LottieTrimList(
                    shapes.indices.map { k in
                        let outlines = changed(paths[k], own[(k + 1)...].compactMap { $0 } + before)
                        return outlines.isEmpty ? [] : run.groups.reduce(outlines) { [.placed($1, $0)] }
                    })
            } else {
                before.append(modifier)
            }
        }
    }

    /// Returns the modifiers of an item's paths: later items of the list, followed by the modifiers of the whole list.
    /// - Parameter isGroup: True if the item has its own paths; a paint uses all paths before it.
    func modifiers(of i: Int, isGroup: Bool) -> [LottieModifier] {
        var result: [LottieModifier] = []
        for j in own.indices[(i + 1)...] {
            guard let modifier = own[j] else { continue }
            guard let list = lists[j] else { result.append(modifier); continue }
            let run = LottieTrimRun(before: isGroup ? [.init(list: list, items: 0..<i)] : [], after: [.init(list: list, items: i + 1..<j)])
            result.append(modifier.running(run))
        }
        for (r, modifier) in outer.enumerated() {
            var modifier = modifier
            if let list = outerLists[r] {
                if isGroup { modifier.run?.before.append(.init(list: list, items: 0..<i)) }
                modifier.run?.after.insert(.init(list: list, items: i + 1..<shapes.count), at: 0)
            }
            result.append(modifier)
        }
        // Each paint in a group uses part of the group's paths.
        return isGroup ? result : result.map(\.settled)
    }
}

extension LottieBezier {
    var length: Double { PathMeasure(CGPath([self])).length }
}
