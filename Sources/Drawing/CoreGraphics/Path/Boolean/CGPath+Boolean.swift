import Foundation

// Results are simple: no outline crosses another or itself. Holes wind against their surroundings, so both fill rules produce the same
// shape. Curves remain curves, cut at the crossings of outlines. Open subpaths count as closed. A path with NaN coordinates, and outlines
// that cross each other more than four million times, give an empty result and a diagnostic. The time is n log n in the points and linear
// in the crossings. Outlines of a hundred thousand points that cross as typical drawn outlines do take a second.

extension CGPath {
    /// Returns the points inside this path or the other. The result is empty, with `path.too-complex`, beyond four million crossings.
    /// - Parameter rule: the rule for the inside of both paths.
    public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(.union, other, rule, "union")
    }

    /// Returns the points inside both this path and the other. The result is empty, with `path.too-complex`, beyond four million
    /// crossings.
    /// - Parameter rule: the rule for the inside of both paths.
    public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(.intersection, other, rule, "intersection")
    }

    /// Returns the points inside this path but not inside the other. The result is empty, with `path.too-complex`, beyond four million
    /// crossings.
    /// - Parameter rule: the rule for the inside of both paths.
    public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(.difference, other, rule, "subtracting")
    }

    /// Returns the points inside one of the two paths but not inside both. The result is empty, with `path.too-complex`, beyond four
    /// million crossings.
    /// - Parameter rule: the rule for the inside of both paths.
    public func symmetricDifference(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(.symmetricDifference, other, rule, "symmetricDifference")
    }

    /// Returns the same area as simple outlines, which both rules fill alike. The result is empty, with `path.too-complex`, beyond four
    /// million crossings.
    /// - Parameter rule: the rule for the inside of this path.
    public func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
        combined(.union, nil, rule, "normalized")
    }

    /// Returns whether some area is inside both paths. Touching outlines share no area. The result is false, with `path.too-complex`,
    /// beyond four million crossings.
    /// - Parameter rule: the rule for the inside of both paths.
    public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
        let a = boundingBox, b = other.boundingBox
        // Compared here because Foundation's own comparison traps for boxes with NaN coordinates. Such paths continue below, where they
        // are reported.
        if isEmpty || other.isEmpty || a.minX >= b.maxX || b.minX >= a.maxX || a.minY >= b.maxY || b.minY >= a.maxY { return false }
        return Arrangement(self, other, call: "intersects")?.sharesArea(rule) ?? false
    }

    /// Returns the separate pieces of the area inside. Each is an outline with its holes, simple as those of ``normalized(using:)``.
    /// There are none, with `path.too-complex`, beyond four million crossings.
    /// - Parameter rule: the rule for the inside of the path.
    public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
        guard let arrangement = Arrangement(self, call: "componentsSeparated") else { return [] }
        return arrangement.components(rule)
    }

    private final func combined(_ operation: BooleanOperation, _ other: CGPath?, _ rule: CGPathFillRule, _ call: StaticString) -> CGPath {
        guard let arrangement = Arrangement(self, other, call: call) else { return CGPath() }
        var builder = PathBuilder()
        for outline in arrangement.outlines(arrangement.boundary(operation, rule)) { arrangement.append(outline, into: &builder) }
        return builder.path(.identity, call)
    }
}

extension Arrangement {
    fileprivate func components(_ rule: CGPathFillRule) -> [CGPath] {
        let boundary = self.boundary(.union, rule)
        let outlines = self.outlines(boundary)
        // The edge to the left of a hole's lowest corner belongs to the outline that contains the hole.
        let indices = boundary.map(\.edge).sorted()
        var place = Array(repeating: Int32(-1), count: edges.count)
        for (index, edge) in indices.enumerated() { place[Int(edge)] = Int32(index) }
        let sweep = WindingSweep(indices.map { edges[Int($0)] })
        var outlineOf = Array(repeating: Int32(-1), count: indices.count)
        var first: [Int] = []
        for (number, outline) in outlines.enumerated() {
            var lowest = Int(place[Int(outline.edges[0].edge)])
            for e in outline.edges {
                let at = Int(place[Int(e.edge)])
                outlineOf[at] = Int32(number)
                if sweep.order[at] < sweep.order[lowest] { lowest = at }
            }
            first.append(lowest)
        }
        var componentOf = Array(repeating: -1, count: outlines.count)
        var builders: [PathBuilder] = []
        for number in outlines.indices.sorted(by: { sweep.order[first[$0]] < sweep.order[first[$1]] }) {
            let neighbor = sweep.neighbor[first[number]]
            let around = neighbor >= 0 ? outlineOf[Int(neighbor)] : -1
            if outlines[number].area > 0 || around < 0 || componentOf[Int(around)] < 0 {
                componentOf[number] = builders.count
                builders.append(PathBuilder())
            } else {
                componentOf[number] = componentOf[Int(around)]
            }
            append(outlines[number], into: &builders[componentOf[number]])
        }
        return builders.filter { !$0.isEmpty }.map { $0.path(.identity, "componentsSeparated") }
    }
}
