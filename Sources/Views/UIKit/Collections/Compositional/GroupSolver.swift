import QuartzCore

/// An item, or a view on an item, with its computed frame.
struct PlacedItem {
    /// The frame in points, in the group at first and later in the section.
    var frame: CGRect
    /// The axes along which the view measures its own size.
    var estimated: EstimatedAxes
    var zIndex = 0
    /// The kind of a supplementary view on an item, or nil for a cell.
    var kind: String?
    /// The index of the item in the section.
    var item: Int
}

/// A group or a single item with its computed layout.
struct PlacedBlock {
    var size = CGSize.zero
    var cells: [PlacedItem] = []
    /// The supplementary views on the cells.
    var upon: [PlacedItem] = []

    mutating func move(by offset: CGPoint) {
        guard offset != .zero else { return }
        for index in cells.indices { cells[index].frame = cells[index].frame.offsetBy(dx: offset.x, dy: offset.y) }
        for index in upon.indices { upon[index].frame = upon[index].frame.offsetBy(dx: offset.x, dy: offset.y) }
    }
}

/// Computes the layout of groups and their items.
@MainActor struct GroupSolver {
    /// The number of items in the section.
    let count: Int
    /// Returns the measured size of an item's view, or of a supplementary view of a kind on it.
    let measured: (Int, String?) -> CGSize?
    let traits: UITraitCollection

    /// Computes the layout of a group or an item, starting at an item of the section.
    /// - Parameters:
    ///   - container: The size to which fractional dimensions refer.
    ///   - size: The size to use instead of the item's own, or nil.
    func solve(_ item: NSCollectionLayoutItem, in container: CGSize, from first: Int, size: CGSize? = nil) -> PlacedBlock {
        let insets = item.contentInsets
        var block: PlacedBlock
        if let group = item as? NSCollectionLayoutGroup {
            block = fill(group, container, first, size)
        } else {
            block = PlacedBlock(size: size ?? item.layoutSize.points(in: container))
            let axes = size == nil ? item.layoutSize.estimated : item.layoutSize.estimated.subtracting(fixed(item, container, size))
            if !axes.isEmpty, let own = measured(first, nil) {
                if axes.contains(.width) { block.size.width = own.width + insets.leading + insets.trailing }
                if axes.contains(.height) { block.size.height = own.height + insets.top + insets.bottom }
            }
            block.cells = [PlacedItem(frame: Self.inset(block.size, insets), estimated: axes, item: first)]
        }
        let rectangle = Self.inset(block.size, insets)
        for badge in item.supplementaryItems {
            var size = badge.layoutSize.points(in: rectangle.size)
            let axes = badge.layoutSize.estimated
            if !axes.isEmpty, let own = measured(first, badge.elementKind) {
                if axes.contains(.width) { size.width = own.width }
                if axes.contains(.height) { size.height = own.height }
            }
            block.upon.append(
                PlacedItem(
                    frame: badge.frame(size, upon: rectangle), estimated: axes, zIndex: badge.zIndex, kind: badge.elementKind, item: first))
        }
        return block
    }

    /// Returns the axes along which a given size differs from the item's own size.
    private func fixed(_ item: NSCollectionLayoutItem, _ container: CGSize, _ size: CGSize?) -> EstimatedAxes {
        guard let size else { return [] }
        let own = item.layoutSize.points(in: container)
        return (size.width != own.width ? EstimatedAxes.width : []).union(size.height != own.height ? .height : [])
    }

    private static func inset(_ size: CGSize, _ insets: NSDirectionalEdgeInsets) -> CGRect {
        CGRect(
            x: insets.leading, y: insets.top, width: max(0, size.width - insets.leading - insets.trailing),
            height: max(0, size.height - insets.top - insets.bottom))
    }

    /// A block in the sequence of a group.
    private struct Place {
        var block: PlacedBlock
        let spacing: AxisSpacing
    }

    private func fill(_ group: NSCollectionLayoutGroup, _ container: CGSize, _ first: Int, _ given: CGSize?) -> PlacedBlock {
        let size = given ?? group.layoutSize.points(in: container)
        let own = given == nil ? group.layoutSize.estimated : group.layoutSize.estimated.subtracting(fixed(group, container, given))
        if case .custom(let provider) = group.arrangement { return custom(group, provider, size, first) }
        let block = line(group, size, own, first)
        // Fractional dimensions along an estimated axis refer to the resulting size.
        let across: EstimatedAxes = group.axis == .horizontal ? .height : .width
        guard own.contains(across), group.subitems.contains(where: { $0.layoutSize.isShare(across) }) else { return block }
        return line(
            group,
            across == .height ? CGSize(width: size.width, height: block.size.height) : CGSize(width: block.size.width, height: size.height),
            own.subtracting(across), first)
    }

    private func custom(
        _ group: NSCollectionLayoutGroup, _ provider: NSCollectionLayoutGroupCustomItemProvider, _ size: CGSize, _ first: Int
    ) -> PlacedBlock {
        let inner = Self.inset(size, group.contentInsets)
        var block = PlacedBlock(size: size)
        for (index, one) in provider(CompositionalEnvironment(inner.size, .zero, traits)).enumerated() where first + index < count {
            block.cells.append(
                PlacedItem(
                    frame: one.frame.offsetBy(dx: inner.minX, dy: inner.minY), estimated: [], zIndex: one.zIndex, item: first + index))
        }
        return block
    }

    /// Lays out the items in sequence along the group's axis.
    private func line(_ group: NSCollectionLayoutGroup, _ size: CGSize, _ estimated: EstimatedAxes, _ first: Int) -> PlacedBlock {
        let axis = LayoutAxis(group.axis), inner = Self.inset(size, group.contentInsets).size
        let isBounded = !estimated.contains(axis.own), length = axis.main(inner)
        let gap = group.interItemSpacing?.spacing ?? 0
        var places: [Place] = [], used: CGFloat = 0, next = first
        let pattern = group.subitems
        // Remaining space is distributed as in a full group, so that the items of the last group align with those above.
        let isFlexible =
            group.interItemSpacing?.isFlexibleSpacing == true || pattern.contains { AxisSpacing($0.edgeSpacing, axis).isFlexible }
        var turn = 0
        while !pattern.isEmpty {
            let item = pattern[turn % pattern.count]
            var given: CGSize?
            if isOver(group, turn, isBounded) || (next >= count && !isFlexible) { break }
            if case .share(let number) = group.arrangement, isBounded {
                var own = item.layoutSize.points(in: inner)
                axis.set(&own, max(0, length - gap * CGFloat(number - 1)) / CGFloat(max(1, number)))
                given = own
            }
            let block = solve(item, in: inner, from: next, size: given), spacing = AxisSpacing(item.edgeSpacing, axis)
            let extent = spacing.before + axis.main(block.size) + spacing.after, room = places.isEmpty ? extent : gap + extent
            if isBounded, !places.isEmpty, case .fill = group.arrangement, used + room > length + 0.01 { break }
            // Items without a size would fit without end.
            if turn >= pattern.count, case .fill = group.arrangement, room <= 0.001 { break }
            places.append(Place(block: block, spacing: spacing))
            used += room
            next += block.cells.count
            turn += 1
        }
        return arrange(group, places, size, estimated, used)
    }

    private func isOver(_ group: NSCollectionLayoutGroup, _ turn: Int, _ isBounded: Bool) -> Bool {
        switch group.arrangement {
        case .fill: turn >= group.subitems.count && !isBounded
        case .share(let number), .count(let number): turn >= number
        case .custom: true
        }
    }

    private func arrange(
        _ group: NSCollectionLayoutGroup, _ places: [Place], _ size: CGSize, _ estimated: EstimatedAxes, _ used: CGFloat
    ) -> PlacedBlock {
        let axis = LayoutAxis(group.axis), insets = group.contentInsets, inner = Self.inset(size, insets).size
        var block = PlacedBlock(size: size), thickness: CGFloat = 0
        for place in places {
            let cross = AxisSpacing(place.spacing.all, axis.other)
            if place.block.cells.contains(where: { $0.item < count }) {
                thickness = max(thickness, cross.before + axis.other.main(place.block.size) + cross.after)
            }
        }
        let isThick = estimated.contains(axis.other.own), isLong = estimated.contains(axis.own)
        if isThick { axis.other.set(&block.size, thickness + axis.other.sum(insets)) }
        if isLong { axis.set(&block.size, used + axis.sum(insets)) }
        let room = isThick ? thickness : axis.other.main(inner)
        var shares = group.interItemSpacing?.isFlexibleSpacing == true ? max(0, places.count - 1) : 0
        for place in places { shares += place.spacing.flexibleCount }
        let share = isLong || shares == 0 ? 0 : max(0, axis.main(inner) - used) / CGFloat(shares)
        var position = axis.start(insets)
        for (index, place) in places.enumerated() {
            if index > 0 {
                position += (group.interItemSpacing?.spacing ?? 0) + (group.interItemSpacing?.isFlexibleSpacing == true ? share : 0)
            }
            position += place.spacing.before + (place.spacing.isFlexibleBefore ? share : 0)
            let cross = AxisSpacing(place.spacing.all, axis.other)
            let offset = axis.other.start(insets) + cross.offset(of: axis.other.main(place.block.size), in: room)
            var moved = place.block
            moved.move(by: axis.point(position, offset))
            block.cells += moved.cells.filter { $0.item < count }
            block.upon += moved.upon.filter { $0.item < count }
            position += axis.main(place.block.size) + place.spacing.after + (place.spacing.isFlexibleAfter ? share : 0)
        }
        return block
    }
}
