/// Elements by time, the earliest first. Elements with equal times have no order. A binary heap: adding and removing take logarithmic
/// time.
package struct TimeQueue<Element> {
    private var items: ContiguousArray<(time: Double, element: Element)> = []

    package init() {}

    package var count: Int { items.count }
    package var first: (time: Double, element: Element)? { items.first }

    package mutating func removeAll() { items.removeAll(keepingCapacity: true) }

    /// Adds an element. A time that is NaN is sorted first, so that it causes no wait.
    package mutating func add(_ element: Element, at time: Double) {
        items.append((time.isNaN ? -.infinity : time, element))
        rise(items.count - 1)
    }

    package mutating func removeFirst() -> (time: Double, element: Element)? {
        guard let top = items.first, let last = items.popLast() else { return nil }
        if !items.isEmpty {
            items[0] = last
            sink(0)
        }
        return top
    }

    /// Keeps only the elements that satisfy `isKept`, in linear time.
    package mutating func filter(_ isKept: (Double, Element) -> Bool) {
        items.removeAll { !isKept($0.time, $0.element) }
        for i in (0..<items.count / 2).reversed() { sink(i) }
    }

    private mutating func rise(_ start: Int) {
        var i = start
        while i > 0, items[i].time < items[(i - 1) / 2].time {
            items.swapAt(i, (i - 1) / 2)
            i = (i - 1) / 2
        }
    }

    private mutating func sink(_ start: Int) {
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
