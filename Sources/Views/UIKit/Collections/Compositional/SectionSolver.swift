import AgateDiagnostics
import QuartzCore

/// A header, footer or background of a section with its computed frame.
struct PlacedBoundary {
    let kind: String
    /// The index among the views of its kind in the section.
    let index: Int
    var frame: CGRect
    let estimated: EstimatedAxes
    let zIndex: Int
    /// The visible edge at which the view stays: the one where the section begins, the one where it ends, or none.
    let pin: Pin

    enum Pin { case none, start, end }
}

/// A section with its computed layout. The frames are relative to the start of the section.
struct PlacedSection {
    /// The ranges of items and views in a group.
    struct Group {
        var cells: Range<Int>
        var upon: Range<Int>
        /// The start of the group, along the axis of the groups.
        var start: CGFloat
        var length: CGFloat
        /// `highest` is the maximum end of all groups up to this one. `lowest` is the minimum start of all groups from this one on.
        var highest: CGFloat
        var lowest: CGFloat
    }

    let section: NSCollectionLayoutSection
    let environment: CompositionalEnvironment
    var cells: [PlacedItem] = []
    var upon: [PlacedItem] = []
    var groups: [Group] = []
    /// The headers and footers.
    var boundary: [PlacedBoundary] = []
    /// The backgrounds.
    var decorations: [PlacedBoundary] = []
    /// The length along the layout's axis, in points.
    var length: CGFloat = 0
    /// The scrolling part of an orthogonally scrolling section, and the size of its content.
    var band = CGRect.zero
    var bandContent = CGSize.zero

    @MainActor var isOrthogonal: Bool { section.orthogonalScrollingBehavior != .none }

    /// Returns the groups that intersect an interval along the axis of the groups.
    func groups(from low: CGFloat, to high: CGFloat) -> Range<Int> {
        var first = 0, last = groups.count
        while first < last {
            let middle = (first + last) / 2
            if groups[middle].highest >= low { last = middle } else { first = middle + 1 }
        }
        var end = first, beyond = groups.count
        while end < beyond {
            let middle = (end + beyond) / 2
            if groups[middle].lowest <= high { end = middle + 1 } else { beyond = middle }
        }
        return first..<end
    }
}

/// Computes the layout of a section.
@MainActor struct SectionSolver {
    let axis: LayoutAxis
    /// The size of the sections' container.
    let container: CGSize
    let environment: CompositionalEnvironment
    let solver: GroupSolver
    /// Returns the measured size of a header or footer, by kind and index.
    let measured: (String, Int) -> CGSize?

    /// - Parameters:
    ///   - insets: The space at both sides to which the section's insets are relative.
    ///   - boundaryInsets: The same for headers and footers.
    func solve(
        _ section: NSCollectionLayoutSection, insets outer: NSDirectionalEdgeInsets, boundaryInsets: NSDirectionalEdgeInsets
    ) -> PlacedSection {
        var placed = PlacedSection(section: section, environment: environment)
        let insets = section.contentInsets + outer
        let sides = section.supplementariesFollowContentInsets ? section.contentInsets + boundaryInsets : .zero
        let boundary = Self.boundary(section.boundarySupplementaryItems, in: container, sides, axis, measured)
        let margins = boundary.margins
        let area = CGSize(
            width: max(0, container.width - insets.leading - insets.trailing - (axis.isDown ? margins.leading + margins.trailing : 0)),
            height: max(0, container.height - insets.top - insets.bottom - (axis.isDown ? 0 : margins.top + margins.bottom)))
        let before = axis.start(margins) + axis.start(insets), besides = axis.other.start(margins) + axis.other.start(insets)
        let reached =
            section.orthogonalScrollingBehavior == .none
            ? stack(&placed, area, before, besides) : band(&placed, area, before, axis.other.start(margins), insets)
        placed.length = reached + axis.end(insets) + axis.end(margins)
        close(&placed)
        let whole = axis.size(placed.length, axis.other.main(container))
        placed.boundary = Self.place(boundary.items, in: whole, sides, axis)
        for (index, item) in section.decorationItems.enumerated() {
            let inset = item.contentInsets
            let frame = CGRect(
                x: inset.leading, y: inset.top, width: max(0, whole.width - inset.leading - inset.trailing),
                height: max(0, whole.height - inset.top - inset.bottom))
            let number = section.decorationItems[..<index].filter { $0.elementKind == item.elementKind }.count
            placed.decorations.append(
                PlacedBoundary(kind: item.elementKind, index: number, frame: frame, estimated: [], zIndex: item.zIndex, pin: .none))
        }
        return placed
    }

    /// Lays out groups in sequence along the layout's axis.
    private func stack(_ placed: inout PlacedSection, _ area: CGSize, _ start: CGFloat, _ besides: CGFloat) -> CGFloat {
        let group = placed.section.group
        let spacing = AxisSpacing(group.edgeSpacing, axis), cross = AxisSpacing(group.edgeSpacing, axis.other)
        var position = start, next = 0
        while next < solver.count {
            var block = solver.solve(group, in: area, from: next)
            guard !block.cells.isEmpty else { return refuse(position) }
            if next > 0 { position += placed.section.interGroupSpacing }
            position += spacing.before
            block.move(by: axis.point(position, besides + cross.offset(of: axis.other.main(block.size), in: axis.other.main(area))))
            next += block.cells.count
            add(block, to: &placed, position, axis.main(block.size))
            position += axis.main(block.size) + spacing.after
        }
        return position
    }

    /// Lays out groups side by side in a band that scrolls orthogonally.
    private func band(
        _ placed: inout PlacedSection, _ area: CGSize, _ before: CGFloat, _ margin: CGFloat, _ insets: NSDirectionalEdgeInsets
    ) -> CGFloat {
        let across = axis.other, group = placed.section.group
        let spacing = AxisSpacing(group.edgeSpacing, across), cross = AxisSpacing(group.edgeSpacing, axis)
        var position = margin + across.start(insets), next = 0, thickness: CGFloat = 0
        while next < solver.count {
            var block = solver.solve(group, in: area, from: next)
            guard !block.cells.isEmpty else {
                position = refuse(position)
                break
            }
            if next > 0 { position += placed.section.interGroupSpacing }
            position += spacing.before
            block.move(by: axis.point(before + cross.before, position))
            thickness = max(thickness, cross.before + axis.main(block.size) + cross.after)
            next += block.cells.count
            add(block, to: &placed, position, across.main(block.size))
            position += across.main(block.size) + spacing.after
        }
        let visible = max(0, across.main(container) - margin)
        placed.band = CGRect(origin: axis.point(before, margin), size: axis.size(thickness, visible))
        placed.bandContent = axis.size(thickness, position - margin + across.end(insets))
        return before + thickness
    }

    private func refuse(_ position: CGFloat) -> CGFloat {
        Diagnostic.reportOnce(
            "collection.empty-group", key: "", "a group of a compositional layout has no items; the section's items are not shown")
        return position
    }

    private func add(_ block: PlacedBlock, to placed: inout PlacedSection, _ start: CGFloat, _ length: CGFloat) {
        let cells = placed.cells.count, upon = placed.upon.count
        placed.cells += block.cells
        placed.upon += block.upon
        placed.groups.append(
            PlacedSection.Group(
                cells: cells..<placed.cells.count, upon: upon..<placed.upon.count, start: start, length: length, highest: start + length,
                lowest: start))
    }

    /// Computes the extents of the groups, including views that extend beyond them.
    private func close(_ placed: inout PlacedSection) {
        let along = placed.isOrthogonal ? axis.other : axis
        var highest = -CGFloat.infinity, lowest = CGFloat.infinity
        for index in placed.groups.indices {
            let group = placed.groups[index]
            for frame in placed.cells[group.cells].lazy.map(\.frame) { highest = max(highest, along.high(frame)) }
            for frame in placed.upon[group.upon].lazy.map(\.frame) { highest = max(highest, along.high(frame)) }
            highest = max(highest, group.highest)
            placed.groups[index].highest = highest
        }
        for index in placed.groups.indices.reversed() {
            let group = placed.groups[index]
            for frame in placed.cells[group.cells].lazy.map(\.frame) { lowest = min(lowest, along.low(frame)) }
            for frame in placed.upon[group.upon].lazy.map(\.frame) { lowest = min(lowest, along.low(frame)) }
            lowest = min(lowest, group.lowest)
            placed.groups[index].lowest = lowest
        }
    }

    // MARK: Headers and footers

    /// A header or footer with its computed size.
    struct Sized {
        let item: NSCollectionLayoutBoundarySupplementaryItem
        let index: Int
        let size: CGSize
    }

    /// Returns the sizes of headers and footers, and the margins that they take.
    static func boundary(
        _ items: [NSCollectionLayoutBoundarySupplementaryItem], in container: CGSize, _ sides: NSDirectionalEdgeInsets, _ axis: LayoutAxis,
        _ measured: (String, Int) -> CGSize?
    ) -> (items: [Sized], margins: NSDirectionalEdgeInsets) {
        var room = container
        axis.other.set(&room, max(0, axis.other.main(container) - axis.other.sum(sides)))
        var made: [Sized] = [], margins = NSDirectionalEdgeInsets.zero, numbers: [String: Int] = [:]
        for item in items {
            let index = numbers[item.elementKind, default: 0]
            numbers[item.elementKind] = index + 1
            var size = item.layoutSize.points(in: room)
            if let own = measured(item.elementKind, index) {
                if item.layoutSize.widthDimension.isEstimated { size.width = own.width }
                if item.layoutSize.heightDimension.isEstimated { size.height = own.height }
            }
            made.append(Sized(item: item, index: index, size: size))
            guard item.extendsBoundary else { continue }
            let alignment = item.alignment
            if alignment.isTop { margins.top = max(margins.top, size.height) }
            if alignment.isBottom { margins.bottom = max(margins.bottom, size.height) }
            if alignment == .leading { margins.leading = max(margins.leading, size.width) }
            if alignment == .trailing { margins.trailing = max(margins.trailing, size.width) }
        }
        return (made, margins)
    }

    /// Returns the frames of headers and footers in a section or in the whole content.
    static func place(_ items: [Sized], in whole: CGSize, _ sides: NSDirectionalEdgeInsets, _ axis: LayoutAxis) -> [PlacedBoundary] {
        items.map { one in
            let alignment = one.item.alignment
            let left = axis.isDown ? sides.leading : 0, right = whole.width - (axis.isDown ? sides.trailing : 0)
            let top = axis.isDown ? 0 : sides.top, bottom = whole.height - (axis.isDown ? 0 : sides.bottom)
            let x = alignment.isLeading ? left : alignment.isTrailing ? right - one.size.width : (left + right - one.size.width) / 2
            let y = alignment.isTop ? top : alignment.isBottom ? bottom - one.size.height : (top + bottom - one.size.height) / 2
            let pin: PlacedBoundary.Pin =
                !one.item.pinToVisibleBounds ? .none : axis.isAtStart(alignment) ? .start : axis.isAtEnd(alignment) ? .end : .none
            return PlacedBoundary(
                kind: one.item.elementKind, index: one.index,
                frame: CGRect(x: x + one.item.offset.x, y: y + one.item.offset.y, width: one.size.width, height: one.size.height),
                estimated: one.item.layoutSize.estimated, zIndex: one.item.zIndex, pin: pin)
        }
    }
}

extension NSDirectionalEdgeInsets {
    static func + (one: NSDirectionalEdgeInsets, other: NSDirectionalEdgeInsets) -> NSDirectionalEdgeInsets {
        NSDirectionalEdgeInsets(
            top: one.top + other.top, leading: one.leading + other.leading, bottom: one.bottom + other.bottom,
            trailing: one.trailing + other.trailing)
    }
}
