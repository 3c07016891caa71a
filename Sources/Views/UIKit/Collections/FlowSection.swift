import QuartzCore

/// The items of a section of a flow layout, arranged in lines.
///
/// Only sizes and centers are stored. Attributes, an object for each item, are made when an item is first queried, and kept: a section may
/// have a hundred thousand items, of which a few are visible.
@MainActor struct FlowSection {
    /// The directions and spaces of the lines.
    struct Metrics {
        /// True if lines follow each other from top to bottom.
        let isDown: Bool
        /// The length of a line, in points, and the space before it.
        let room: CGFloat, before: CGFloat
        let itemGap: CGFloat, lineGap: CGFloat

        /// Returns the extent of an item along its line, and across.
        func length(_ size: CGSize) -> CGFloat { isDown ? size.width : size.height }
        func thickness(_ size: CGSize) -> CGFloat { isDown ? size.height : size.width }
    }

    private let number: Int
    private var sizes: [CGSize] = []
    private var centers: [CGPoint] = []
    /// True for items whose views measure themselves. It ends after the last such item.
    private var estimated: [Bool] = []
    /// True if all items have the same size.
    private var isUniform = true
    private var made: [UICollectionViewLayoutAttributes?] = []
    var count: Int { sizes.count }

    /// - Parameter number: The index of the section.
    init(_ number: Int) { self.number = number }

    /// Arranges the items.
    /// - Parameters:
    ///   - place: The edge at which the first line begins, in the content.
    ///   - size: Returns the size of an item, and whether it is an estimate.
    /// - Returns: the edge at which the last line ends.
    mutating func lay(
        _ count: Int, _ metrics: Metrics, from place: CGFloat, size: (Int) -> (size: CGSize, isEstimated: Bool)
    ) -> CGFloat {
        sizes.reserveCapacity(count)
        centers.reserveCapacity(count)
        var place = place, used: CGFloat = 0, start = 0
        for item in 0..<count {
            let (given, isEstimated) = size(item)
            let size = CGSize(width: Self.finite(given.width), height: Self.finite(given.height)), own = metrics.length(size)
            if start < item, used + metrics.itemGap + own > metrics.room + 0.001 {
                place += close(start..<item, metrics, place, isLast: false) + metrics.lineGap
                start = item
            }
            used = start == item ? own : used + metrics.itemGap + own
            if size != sizes.first ?? size { isUniform = false }
            sizes.append(size)
            if isEstimated {
                while estimated.count < item { estimated.append(false) }
                estimated.append(true)
            }
        }
        if start < count { place += close(start..<count, metrics, place, isLast: true) }
        made = Array(repeating: nil, count: count)
        return place
    }

    /// Places the items of a line. Full lines distribute the remaining space. The last line uses the spacing of a full line of such items.
    /// - Returns: the thickness of the line.
    private mutating func close(_ line: Range<Int>, _ metrics: Metrics, _ place: CGFloat, isLast: Bool) -> CGFloat {
        var total: CGFloat = 0, thick: CGFloat = 0
        for item in line {
            total += metrics.length(sizes[item])
            thick = max(thick, metrics.thickness(sizes[item]))
        }
        let room = metrics.room
        var gap = line.count > 1 ? (room - total) / CGFloat(line.count - 1) : 0
        var isOnlyOfItsLine = !isLast
        if isLast {
            let length = metrics.length(sizes[line.lowerBound]), perLine = Self.whole((room + metrics.itemGap) / (length + metrics.itemGap))
            gap =
                isUniform && perLine > 1 && line.lowerBound >= perLine
                ? (room - CGFloat(perLine) * length) / CGFloat(perLine - 1) : metrics.itemGap
            isOnlyOfItsLine = perLine == 1
        }
        // The only item of a line is centered: also that of the last line, if no other would fit.
        var along = metrics.before + (line.count == 1 && isOnlyOfItsLine ? max(0, (room - total) / 2) : 0)
        for item in line {
            let size = sizes[item], shift = (thick - metrics.thickness(size)) / 2
            centers.append(
                metrics.isDown
                    ? CGPoint(x: along + size.width / 2, y: place + shift + size.height / 2)
                    : CGPoint(x: place + shift + size.width / 2, y: along + size.height / 2))
            along += metrics.length(size) + gap
        }
        return thick
    }

    /// Returns a length, or zero for one that is infinite or not a number: nothing could be placed behind it.
    private static func finite(_ length: CGFloat) -> CGFloat { length.isFinite ? length : 0 }

    /// Returns a quotient as a whole number, at least 1: items without size have no quotient.
    private static func whole(_ quotient: CGFloat) -> Int { quotient >= 1 && quotient < 1e9 ? Int(quotient) : 1 }

    /// Returns the frame of an item. The program may have changed the attributes that it was given.
    func frame(_ item: Int) -> CGRect {
        if let known = made[item] { return known.frame }
        let size = sizes[item], center = centers[item]
        return CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }

    /// Returns the attributes of an item, the same object each time; nil if there is no such item.
    mutating func attributes(_ item: Int) -> UICollectionViewLayoutAttributes? {
        guard made.indices.contains(item) else { return nil }
        if let known = made[item] { return known }
        ViewCounts.attributesMade += 1
        let one = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: item, section: number))
        (one.size, one.center) = (sizes[item], centers[item])
        if item < estimated.count, estimated[item] { one.estimated = [.width, .height] }
        made[item] = one
        return one
    }
}
