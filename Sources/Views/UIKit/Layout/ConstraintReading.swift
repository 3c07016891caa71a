import AgateDiagnostics
import QuartzCore

/// The current constraints of a scope as rows of numbers, with the inputs that were read for them.
///
/// Positions are in the space of the root's subviews, as if no view in between were scrolled. Rows compensate for the offsets of scroll
/// views between their two sides.
@MainActor struct ConstraintReading {
    private let scope: ConstraintScope
    private let root: UIView
    private let rootIsFree: Bool
    private let rootBounds: CGRect
    private(set) var placement = ConstraintPlacement()
    /// For each item, the total scroll offset of its ancestors and the view that scrolls it.
    private var scrolls: [CGPoint] = []
    private var scrollers: [ObjectIdentifier?] = []
    /// The views that scroll the edges of the row that is being read.
    private var edgeScrollers: [ObjectIdentifier?] = []
    /// The terms of all rows.
    private var terms: [LayoutProblem.Term] = []
    private(set) var inputs: ConstraintInputs

    init(_ root: UIView, _ scope: ConstraintScope, rootIsFree: Bool, scale: CGFloat) {
        (self.root, self.scope, self.rootIsFree) = (root, scope, rootIsFree)
        rootBounds = root.bounds
        inputs = ConstraintInputs(root, scale: scale)
        scrolls.reserveCapacity(scope.items.count)
        scrollers.reserveCapacity(scope.items.count)
        for item in scope.items {
            let above = item === root ? nil : (item as? UIView)?.parent ?? NSLayoutConstraint.view(item)
            let space = space(of: above)
            placement.append(item, parent: space.parent, shift: space.shift)
            scrolls.append(space.scroll)
            scrollers.append(space.scroller)
        }
    }

    /// The reference of the positions of subviews.
    private struct Space {
        var parent: Int32 = -1
        var shift = CGPoint.zero
        var scroll = CGPoint.zero
        var scroller: ObjectIdentifier?
    }

    private mutating func space(of view: UIView?) -> Space {
        var space = Space()
        var here = view
        while let each = here, each !== root {
            let origin = each.bounds.origin
            if origin != .zero || each is UIScrollView {
                inputs.origins.add(each, origin)
                if space.scroller == nil { space.scroller = ObjectIdentifier(each) }
            }
            space.scroll.x += origin.x
            space.scroll.y += origin.y
            if let number = scope.numbers[ObjectIdentifier(each)] {
                space.parent = Int32(number)
                space.scroll.x += scrolls[number].x
                space.scroll.y += scrolls[number].y
                if space.scroller == nil { space.scroller = scrollers[number] }
                return space
            }
            let place = Self.place(each)
            inputs.places.add(each, place)
            space.shift.x += place.minX
            space.shift.y += place.minY
            here = each.parent
        }
        return space
    }

    /// Returns an item's rectangle without its transform. As on Apple's systems its center is the view's `center`, wherever the anchor
    /// point is: code that moves the anchor point of a view with constraints relies on the view moving along.
    static func place(_ item: AnyObject) -> CGRect {
        guard let view = item as? UIView else { return (item as? UILayoutGuide)?.layoutFrame ?? .zero }
        let b = view.bounds.size, c = view.center
        return CGRect(x: c.x - b.width / 2, y: c.y - b.height / 2, width: b.width, height: b.height)
    }

    // MARK: Rows

    /// A row that is being built. Its terms are the last ones in `terms`.
    struct Side {
        var start: Int
        var constant = 0.0
    }

    /// Adds a term to the last row.
    private mutating func add(_ unknown: Int, _ factor: Double, _ side: Side) {
        for place in side.start..<terms.count where terms[place].unknown == Int32(unknown) {
            terms[place].factor += factor
            return
        }
        if factor != 0 { terms.append(LayoutProblem.Term(unknown: Int32(unknown), factor: factor)) }
    }

    private mutating func margins(of view: UIView) -> UIEdgeInsets {
        if let known = inputs.margins[view] { return known }
        return inputs.margins.add(view, view.layoutMargins)
    }

    private mutating func insets(of guide: UILayoutGuide) -> UIEdgeInsets {
        if let known = inputs.insets[guide] { return known }
        return inputs.insets.add(guide, guide.currentInsets)
    }

    /// Adds a multiple of an item's attribute.
    /// - Parameter other: The item on the other side. For an item inside a scroll view, the edges of the scroll view mean those of its
    ///   content.
    /// - Returns: False if the item has no such attribute.
    private mutating func add(
        _ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute, _ isTurned: Bool, other: AnyObject?, times factor: Double,
        to side: inout Side
    ) -> Bool {
        guard attribute != .notAnAttribute, let item, var view = NSLayoutConstraint.view(item) else { return false }
        let guide = item as? UILayoutGuide
        if guide == nil, attribute == .firstBaseline { view = view.forFirstBaselineLayout }
        if guide == nil, attribute == .lastBaseline { view = view.forLastBaselineLayout }
        var inset = UIEdgeInsets.zero
        if let guide, !guide.hasOwnPlace { inset = insets(of: guide) }
        if attribute.isOfMargins { inset = inset + margins(of: view) }
        // Free guides and contents have unknowns of their own. All other guides refer to their view.
        var rectangle: AnyObject = (guide?.hasOwnPlace ?? false) ? item : view
        if guide == nil, attribute.isEdge, let scroll = view as? UIScrollView, let content = scroll.contentGuideInUse,
            let inside = NSLayoutConstraint.view(other), inside !== scroll, inside.isUnder(scroll)
        {
            rectangle = content
        }
        var (part, share) = attribute.part(isTurned: isTurned)
        if guide == nil, attribute == .firstBaseline || attribute == .lastBaseline {
            let baselines = inputs.baselines[view] ?? inputs.baselines.add(view, [view.firstBaseline, view.lastBaseline])
            let baseline = baselines[attribute == .firstBaseline ? 0 : 1]
            share = baseline.share
            side.constant += factor * Double(baseline.offset)
        }
        let before = Double(part == 0 ? inset.left : inset.top), both = before + Double(part == 0 ? inset.right : inset.bottom)
        // A nil share means a size.
        if share != nil {
            addEdge(rectangle, part, factor, &side)
            side.constant += factor * before
        }
        let size = factor * (share ?? 1)
        addSize(rectangle, part + 2, size, &side)
        side.constant -= size * both
        return true
    }

    /// Adds a size.
    private mutating func addSize(_ item: AnyObject, _ part: Int, _ factor: Double, _ side: inout Side) {
        if let number = scope.numbers[ObjectIdentifier(item)] { return add(number * 4 + part, factor, side) }
        let size = known(item).size
        side.constant += factor * Double(part == 2 ? size.width : size.height)
    }

    /// Returns the rectangle of an item that isn't placed by this system.
    private mutating func known(_ item: AnyObject) -> CGRect {
        if item === root { return CGRect(origin: .zero, size: rootBounds.size) }
        let place = Self.place(item)
        if let view = item as? UIView { inputs.places.add(view, place) }
        return place
    }

    /// Adds a left or top edge in the root's space.
    private mutating func addEdge(_ item: AnyObject, _ part: Int, _ factor: Double, _ side: inout Side) {
        func along(_ point: CGPoint) -> Double { Double(part == 0 ? point.x : point.y) }
        if item === root {
            inputs.readsRootOrigin = true
            edgeScrollers.append(nil)
            side.constant += factor * along(rootBounds.origin)
            return
        }
        let isContent = (item as? UILayoutGuide)?.isContent ?? false
        if !isContent, let number = scope.numbers[ObjectIdentifier(item)] {
            edgeScrollers.append(scrollers[number])
            add(number * 4 + part, factor, side)
            side.constant -= factor * along(scrolls[number])
            return
        }
        // A content starts at the origin of its scroll view, as if the scroll view weren't scrolled.
        let above = space(of: (item as? UIView)?.parent ?? NSLayoutConstraint.view(item))
        edgeScrollers.append(above.scroller)
        if above.parent >= 0 { add(Int(above.parent) * 4 + part, factor, side) }
        side.constant += factor * (along(above.shift) - along(above.scroll))
        if !isContent { side.constant += factor * along(known(item).origin) }
    }

    /// A row that hasn't been sorted into the problem yet.
    struct Waiting {
        var terms: Range<Int>
        var constant: Double
        var relation: LinearSystem.Relation
        var level: Float
        var deciding: Float
        var source = -1
    }

    /// Returns the rows of the constraints and of the requested size of the root.
    private mutating func rows(_ wish: ConstraintSystem.Wish?, _ rows: inout LayoutRows) -> [Waiting] {
        var all: [Waiting] = []
        all.reserveCapacity(scope.constraints.count + 6 * scope.items.count)
        terms.reserveCapacity(3 * scope.constraints.count + 6 * scope.items.count)
        for (source, constraint) in scope.constraints.enumerated() {
            let start = terms.count
            if let row = row(constraint, source, &rows) { all.append(row) } else { terms.removeSubrange(start...) }
        }
        if let wish {
            for (part, length, priority) in [(2, wish.size.width, wish.across), (3, wish.size.height, wish.down)] {
                terms.append(LayoutProblem.Term(unknown: Int32(part), factor: 1))
                all.append(
                    Waiting(
                        terms: terms.count - 1..<terms.count, constant: -Double(length), relation: .equal, level: priority.rawValue,
                        deciding: priority.rawValue))
            }
        }
        return all
    }

    /// Returns the problem, and where the rows of constraints and contents are in it.
    /// - Parameter lengths: The preferred content size of each item, with -1 for no preference.
    mutating func problem(_ wish: ConstraintSystem.Wish?, _ lengths: [CGSize]) -> (problem: LayoutProblem, rows: LayoutRows) {
        var problem = LayoutProblem(items: scope.items.count), rows = LayoutRows(scope.constraints.count, scope.items.count)
        problem.parents = placement.parents
        if rootIsFree { problem.free = 0 }
        var all = self.rows(wish, &rows)
        let constraints = all.count
        for index in scope.items.indices {
            for unknown in index * 4..<index * 4 + 4 { problem.current[unknown] = placement.current(unknown, scope.items[index]) }
            guard let view = scope.items[index] as? UIView else { continue }
            for axis in 0...1 {
                let length = Double(axis == 0 ? lengths[index].width : lengths[index].height)
                guard length != -1 else { continue }
                terms.append(LayoutProblem.Term(unknown: Int32(index * 4 + 2 + axis), factor: 1))
                let resistance = view.rare.resistance[axis].rawValue, hugging = view.rare.hugging[axis].rawValue
                func add(_ relation: LinearSystem.Relation, _ level: Float, _ deciding: Float) {
                    all.append(
                        Waiting(
                            terms: terms.count - 1..<terms.count, constant: -length, relation: relation, level: level, deciding: deciding,
                            source: index * 2 + axis))
                }
                add(.greaterThanOrEqual, resistance, resistance)
                add(.lessThanOrEqual, hugging, hugging)
                add(.equal, LayoutProblem.content, min(resistance, hugging))
            }
        }
        // The order of rows of equal level is preserved.
        for place in Self.order(all) {
            let row = all[place], number = Int32(problem.rows.count)
            let isContent = place >= constraints
            problem.add(
                terms[row.terms], row.constant, row.relation, row.level, deciding: row.deciding, source: isContent ? -1 : Int32(row.source))
            if isContent {
                rows.contents[row.source * 3 + (place - constraints) % 3] = number
            } else if row.source >= 0 {
                rows.constraints[row.source].row = number
            }
        }
        return (problem, rows)
    }

    /// Returns the places of rows by descending level.
    private static func order(_ rows: [Waiting]) -> [Int] {
        var keys = rows.indices.map { place -> UInt64 in
            // Bit patterns of positive numbers are in the order of the numbers, those of negative numbers in the opposite order.
            let bits = (rows[place].level + 0).bitPattern
            return UInt64(bits >> 31 == 0 ? ~(bits | 1 << 31) : bits) << 32 | UInt64(place)
        }
        keys.sort()
        return keys.map { Int($0 & 0xFFFF_FFFF) }
    }

    /// Adds the terms of a constraint on the distance of two anchors. Distances in the direction of reading are positive.
    private mutating func addTerms(of constraint: NSLayoutConstraint, _ isTurned: Bool, _ side: inout Side) -> Bool {
        for term in constraint.terms {
            let sign = isTurned && term.attribute.followsReading ? -1.0 : 1
            let isAdded = add(
                term.item, term.attribute, isTurned, other: constraint.firstItem, times: sign * term.factor, to: &side)
            guard isAdded else { return false }
        }
        return true
    }

    private mutating func row(_ constraint: NSLayoutConstraint, _ source: Int, _ rows: inout LayoutRows) -> Waiting? {
        let isTurned = constraint.readsFromTheRight
        var side = Side(start: terms.count)
        edgeScrollers.removeAll(keepingCapacity: true)
        let first = constraint.firstItem, second = constraint.secondItem
        if !constraint.terms.isEmpty {
            guard addTerms(of: constraint, isTurned, &side) else { return nil }
        } else {
            guard add(first, constraint.firstAttribute, isTurned, other: second, times: 1, to: &side) else { return nil }
            if !add(second, constraint.secondAttribute, isTurned, other: first, times: -Double(constraint.multiplier), to: &side),
                constraint.secondAttribute != .notAnAttribute
            {
                return nil
            }
        }
        if edgeScrollers.first != edgeScrollers.last { inputs.readsScrolls = true }
        let isMirrored = isTurned && constraint.firstAttribute.followsReading && constraint.terms.isEmpty
        rows.constraints[source] = LayoutRows.Source(base: side.constant, isMirrored: isMirrored)
        side.constant = rows.constraints[source].constant(constraint.constant)
        let own = side.start..<terms.count
        if terms[own].contains(where: { abs($0.factor) < 1e-12 }) {
            let kept = terms[own].filter { abs($0.factor) >= 1e-12 }
            terms.replaceSubrange(own, with: kept)
        }
        // The row has only views with given frames, such as the root's size. The code that set those frames is responsible for it.
        guard terms.count > side.start, side.constant.isFinite, terms[side.start...].allSatisfy(\.factor.isFinite) else { return nil }
        let relation: LinearSystem.Relation =
            switch constraint.relation {
            case .equal: .equal
            case .lessThanOrEqual: isMirrored ? .greaterThanOrEqual : .lessThanOrEqual
            case .greaterThanOrEqual: isMirrored ? .lessThanOrEqual : .greaterThanOrEqual
            }
        let level = constraint.priority.rawValue
        return Waiting(
            terms: side.start..<terms.count, constant: side.constant, relation: relation, level: level, deciding: level, source: source)
    }
}

extension NSLayoutConstraint.Attribute {
    /// Returns the axis, 0 for horizontal or 1 for vertical, and the fraction of the size before the attribute, or nil for a size.
    func part(isTurned: Bool) -> (axis: Int, share: Double?) {
        switch self {
        case .left, .leftMargin, .notAnAttribute: (0, 0)
        case .right, .rightMargin: (0, 1)
        case .leading, .leadingMargin: (0, isTurned ? 1 : 0)
        case .trailing, .trailingMargin: (0, isTurned ? 0 : 1)
        case .centerX, .centerXWithinMargins: (0, 0.5)
        case .width: (0, nil)
        case .top, .topMargin, .firstBaseline: (1, 0)
        case .bottom, .bottomMargin, .lastBaseline: (1, 1)
        case .centerY, .centerYWithinMargins: (1, 0.5)
        case .height: (1, nil)
        }
    }
}
