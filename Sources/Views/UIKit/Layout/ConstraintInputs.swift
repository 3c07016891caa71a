import QuartzCore

/// What a pass of a system read besides constraints, to see whether it is still so.
@MainActor struct ConstraintInputs {
    /// Objects, kept weakly, and what was read of each.
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
    /// Views with margins, guides with insets, views that were not placed, and views that scroll what is in them.
    var margins = Readings<UIView, UIEdgeInsets>()
    var insets = Readings<UILayoutGuide, UIEdgeInsets>()
    var places = Readings<UIView, CGRect>()
    var origins = Readings<UIView, CGPoint>()
    /// Whether a row speaks of an edge of the root, or of edges that are not scrolled alike.
    var readsRootOrigin = false
    var readsScrolls = false

    init(_ root: UIView, scale: CGFloat) { (size, origin, self.scale) = (root.bounds.size, root.bounds.origin, scale) }

    func areCurrent(_ root: UIView, scale: CGFloat) -> Bool {
        root.bounds.size == size && scale == self.scale && (!readsRootOrigin || root.bounds.origin == origin)
            && (!readsScrolls || origins.allSatisfy { $0.bounds.origin == $1 })
            && places.allSatisfy { ConstraintReading.place($0) == $1 } && margins.allSatisfy { $0.layoutMargins == $1 }
            && insets.allSatisfy { $0.currentInsets == $1 }
    }

    func haveOtherInsets(_ view: UIView) -> Bool {
        for guide in [view.rare.safeAreaGuide, view.rare.keyboardGuide] {
            if let guide, let old = insets[guide], guide.currentInsets != old { return true }
        }
        return false
    }
}
