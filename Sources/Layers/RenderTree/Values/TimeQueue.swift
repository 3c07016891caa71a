/// Elements by time, the earliest first. Elements with equal times have no order. A binary heap: adding and removing take logarithmic
/// time. Inlinable, since a queue of another module's elements would else be generic code at run time.
@usableFromInline
package struct TimeQueue<Element> {
    @usableFromInline var items: ContiguousArray<(time: Double, element: Element)> = []

    @inlinable package init() {}

    @inlinable package var count: Int { items.count }
    @inlinable package var first: (time: Double, element: Element)? { items.first }

    @inlinable package mutating func removeAll() { items.removeAll(keepingCapacity: true) }

    /// Adds an element. A time that is NaN is sorted first, so that it causes no wait.
    @inlinable package mutating func add(_ element: Element, at time: Double) {
        items.append((time.isNaN ? -.infinity : time, element))
        rise(items.count - 1)
    }

    @inlinable package mutating func removeFirst() -> (time: Double, element: Element)? {
        guard let top = items.first, let last = items.popLast() else { return nil }
        if !items.isEmpty {
            items[0] = last
            sink(0)
        }
        return top
    }

    /// Keeps only the elements that satisfy `isKept`, in linear time.
    @inlinable package mutating func filter(_ isKept: (Double, Element) -> Bool) {
        items.removeAll { !isKept($0.time, $0.element) }
        for i in (0..<items.count / 2).reversed() { sink(i) }
    }

    @inlinable mutating func rise(_ start: Int) {
        var i = start
        while i > 0, items[i].time < items[(i - 1) / 2].time {
            items.swapAt(i, (i - 1) / 2)
            i = (i - 1) / 2
        }
    }

    @inlinable mutating func sink(_ start: Int) {
        var i = start
        while true {
            var child = 2 * i + 1
            if child >= items.count { return }
            if child + 1 < items.count, items[child + 1].time < items[child].time { child += 1 }
            if items[i].time <= items[child].time { return }
            items.swapAt(i, child)
            i = child
        }
    }
}
