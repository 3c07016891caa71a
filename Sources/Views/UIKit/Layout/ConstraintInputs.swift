import QuartzCore

/// The inputs of a system's pass other than constraints, to detect changes.
@MainActor struct ConstraintInputs {
    /// Weakly held objects with the value that was read from each.
    struct Readings<Object: AnyObject, Value> {
        private struct Entry {
            weak var object: Object?
            var value: Value
        }
        private var entries: [ObjectIdentifier: Entry] = [:]

        subscript(_ object: Object) -> Value? { entries.isEmpty ? nil : entries[ObjectIdentifier(object)]?.value }

        @discardableResult mutating func add(_ object: Object, _ value: Value) -> Value {
            entries[ObjectIdentifier(object)] = Entry(object: object, value: value)
            return value
        }

        @MainActor func allSatisfy(_ isTrue: @MainActor (Object, Value) -> Bool) -> Bool {
            for entry in entries.values {
                guard let object = entry.object, isTrue(object, entry.value) else { return false }
            }
            return true
        }
    }

    private let size: CGSize
    private let origin: CGPoint
    private let scale: CGFloat
    /// Views with margins, guides with insets, views that aren't placed by the system, and views that scroll their contents.
    var margins = Readings<UIView, UIEdgeInsets>()
    var insets = Readings<UILayoutGuide, UIEdgeInsets>()
    var places = Readings<UIView, CGRect>()
    var origins = Readings<UIView, CGPoint>()
    /// The first and last baselines of views whose baselines are constrained.
    var baselines = Readings<UIView, [Baseline]>()
    /// True if a row refers to an edge of the root, or to edges that scroll differently.
    var readsRootOrigin = false
    var readsScrolls = false

    init(_ root: UIView, scale: CGFloat) { (size, origin, self.scale) = (root.bounds.size, root.bounds.origin, scale) }

    func areCurrent(_ root: UIView, scale: CGFloat) -> Bool {
        root.bounds.size == size && scale == self.scale && (!readsRootOrigin || root.bounds.origin == origin)
            && (!readsScrolls || origins.allSatisfy { $0.bounds.origin == $1 })
            && places.allSatisfy { ConstraintReading.place($0) == $1 } && margins.allSatisfy { $0.layoutMargins == $1 }
            && insets.allSatisfy { $0.currentInsets == $1 } && baselines.allSatisfy { [$0.firstBaseline, $0.lastBaseline] == $1 }
    }

    func haveOtherInsets(_ view: UIView) -> Bool {
        for guide in [view.rare.safeAreaGuide, view.rare.marginsGuide, view.rare.keyboardGuide] {
            if let guide, let old = insets[guide], guide.currentInsets != old { return true }
        }
        return false
    }
}
