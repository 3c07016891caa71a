import QuartzCore

/// The rows of a `LayoutProblem` that belong to constraints and to contents, for changes of their constants.
struct LayoutRows {
    struct Source {
        /// The row, or -1 for a constraint without one.
        var row: Int32 = -1
        /// The constant of the row for a constraint whose own constant is zero.
        var base = 0.0
        /// True if the constraint's constant is measured in the opposite direction.
        var isMirrored = false

        func constant(_ constant: CGFloat) -> Double { base - Double(isMirrored ? -constant : constant) }
    }

    /// For each constraint of the scope, its row.
    var constraints: [Source]
    /// For each item and axis, the three rows of its content, or -1 for none.
    var contents: [Int32]

    init(_ constraints: Int, _ items: Int) {
        self.constraints = Array(repeating: Source(), count: constraints)
        contents = Array(repeating: -1, count: items * 6)
    }
}

/// The items of a system, which are placed according to the values of their unknowns.
@MainActor struct ConstraintPlacement {
    private struct Item {
        weak var object: AnyObject?
        /// The difference between the position in the superview and the position relative to the reference item.
        var shift: CGPoint
        /// True for the content of a scroll view, which starts at its origin.
        var isContent: Bool
    }
    private var items: [Item] = []
    /// The item to which the position of each item is relative, or -1 for the root.
    private(set) var parents: [Int32] = []
    /// The items whose positions are relative to each item, as a list: the first of them, and the next one of each. -1 ends it.
    private var firsts: [Int32] = [], nexts: [Int32] = []
    /// The search that found each item last.
    private var found: [Int] = [], search = 0

    mutating func append(_ item: AnyObject, parent: Int32, shift: CGPoint) {
        items.append(Item(object: item, shift: shift, isContent: (item as? UILayoutGuide)?.isContent ?? false))
        parents.append(parent)
    }

    var count: Int { items.count }

    /// Returns an item, or nil if it no longer exists.
    func item(_ index: Int) -> AnyObject? { items[index].object }

    /// Returns the current value of an unknown of an item.
    func current(_ unknown: Int, _ item: AnyObject) -> Double {
        let index = unknown / 4, place = ConstraintReading.place(item)
        switch unknown % 4 {
        case 0: return items[index].isContent ? 0 : Double(place.minX + items[index].shift.x)
        case 1: return items[index].isContent ? 0 : Double(place.minY + items[index].shift.y)
        case 2: return Double(place.width)
        default: return Double(place.height)
        }
    }

    /// Returns the solved left or top edge of an item, in its superview's space.
    private func place(_ index: Int, _ part: Int, _ values: [Double]) -> Double {
        if items[index].isContent { return 0 }
        let above = parents[index] < 0 ? 0 : values[Int(parents[index]) * 4 + part]
        return values[index * 4 + part] - above - Double(part == 0 ? items[index].shift.x : items[index].shift.y)
    }

    /// Returns the items whose unknowns changed, and those whose positions are relative to them, superviews first.
    mutating func items(of changed: [Int32]) -> [Int] {
        if firsts.isEmpty {
            firsts = Array(repeating: -1, count: items.count)
            nexts = firsts
            found = Array(repeating: 0, count: items.count)
            for index in parents.indices.reversed() where parents[index] >= 0 {
                nexts[index] = firsts[Int(parents[index])]
                firsts[Int(parents[index])] = Int32(index)
            }
        }
        var all: [Int] = []
        search += 1
        func add(_ index: Int) {
            guard found[index] != search else { return }
            found[index] = search
            all.append(index)
        }
        for unknown in changed {
            add(Int(unknown) / 4)
            guard !LayoutProblem.isSize(Int(unknown)) else { continue }
            var inside = firsts[Int(unknown) / 4]
            while inside >= 0 {
                add(Int(inside))
                inside = nexts[Int(inside)]
            }
        }
        all.sort()
        return all
    }

    /// Places an item. Edges are rounded to whole pixels (rule 26).
    func place(_ index: Int, _ values: [Double], _ root: UIView, scale: CGFloat) {
        guard let item = items[index].object, item !== root else { return }
        let scale = Double(scale)
        func whole(_ value: Double) -> CGFloat { CGFloat((value * scale).rounded(.toNearestOrAwayFromZero)) / CGFloat(scale) }
        let x = place(index, 0, values), y = place(index, 1, values)
        let wide = values[index * 4 + 2], high = values[index * 4 + 3]
        let left = whole(x), top = whole(y)
        let size = CGSize(width: max(0, whole(x + wide) - left), height: max(0, whole(y + high) - top))
        guard let view = item as? UIView else {
            (item as? UILayoutGuide)?.placed(CGRect(origin: CGPoint(x: left, y: top), size: size))
            return
        }
        let center = CGPoint(x: left + size.width / 2, y: top + size.height / 2)
        if view.center != center { view.center = center }
        if view.bounds.size != size { view.bounds.size = size }
        // The contents were placed for the solved size. If that isn't a whole size, they are placed again for the rounded size.
        let isWhole = abs(Double(size.width) - wide) < 1e-6 && abs(Double(size.height) - high) < 1e-6
        view.rare.placedSize = isWhole ? size : nil
    }
}

/// The place of a constraint or a view in the system that reads it, through which a changed constant or content reaches the system.
struct ConstraintPlace {
    private weak var system: ConstraintSystem?
    /// Another system that reads it as well, such as that of a view that an ancestor's system places.
    private weak var other: ConstraintSystem?
    private var pass = 0, otherPass = 0
    private var number: Int32 = 0
    /// True if more than two systems read it.
    private var isCrowded = false

    @MainActor mutating func set(_ system: ConstraintSystem, _ number: Int) {
        if self.system !== system {
            if let old = self.system, old.pass == pass {
                if let other, other !== system, other.pass == otherPass { isCrowded = true }
                (other, otherPass) = (old, pass)
            }
            self.system = system
        }
        (pass, self.number) = (system.pass, Int32(number))
    }

    /// Returns the system and the number in its last pass, if no other system reads it.
    @MainActor var only: (system: ConstraintSystem, number: Int)? {
        guard !isCrowded, let system, system.pass == pass else { return nil }
        // A system that has passed again without reading it would have replaced the other one.
        if let other, other !== system, other.pass == otherPass { return nil }
        return (system, Int(number))
    }
}
