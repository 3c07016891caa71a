/// The sublayers of a layer, or the subviews of a view, back to front.
///
/// The list is an array. Edits at its front do not move the other elements: they wait in `front` until the elements are read as an array,
/// or until an edit elsewhere needs them in place. Together, waiting edits then cost one move, so that no sequence of edits and reads costs
/// more than with an array alone. An object is in the list at most once.
///
/// Public for UIKit alone, so that its lists of views are specialised there.
@_spi(Views) public struct SiblingList<Element: AnyObject>: ~Copyable {
    /// The elements without the waiting edits.
    @usableFromInline var array: [Element] = []
    /// The waiting edits; nil if there are none.
    @usableFromInline var front: FrontEdits<Element>?

    /// Creates an empty list.
    @inlinable public init() {}

    /// The number of elements.
    @inlinable public var count: Int {
        guard let front else { return array.count }
        return array.count + front.added.count - front.removed
    }
    /// True if there are no elements.
    @inlinable public var isEmpty: Bool { count == 0 }

    /// All elements.
    @inlinable public var all: [Element] {
        mutating get {
            settle()
            return array
        }
    }

    /// The element at an index.
    @inlinable public subscript(index: Int) -> Element {
        guard let front else { return array[index] }
        let added = front.added.count
        return index < added ? front.added[added - 1 - index] : array[index - added + front.removed]
    }

    /// Replaces all elements.
    @inlinable public mutating func set(_ elements: [Element]) {
        front = nil
        array = elements
    }

    /// Replaces one element.
    @inlinable public mutating func replace(at index: Int, with element: Element) {
        settle()
        array[index] = element
    }

    /// Inserts an element. The index is at most the count.
    @inlinable public mutating func insert(_ element: Element, at index: Int) {
        if index == count {
            array.append(element)
        } else if index == 0 {
            insertFirst(element)
        } else {
            settle()
            array.insert(element, at: index)
        }
    }

    /// Removes an element and returns it: the list may have had the last reference to it.
    @inlinable @discardableResult public mutating func remove(at index: Int) -> Element {
        if index == 0, count > 1 { return removeFirst() }
        // An empty array has its only elements in `front`; removed slots of an array hold one of its elements.
        if index < count - 1 || front?.removed ?? 0 > 0 || array.isEmpty { settle() }
        return array.remove(at: index - (front?.added.count ?? 0))
    }

    /// Returns the index of an object, compared by identity; nil if the list does not contain it. Searches from both ends, because edits
    /// are most frequent there, and retains no element.
    @inlinable public func firstIndex(identicalTo object: Element) -> Int? {
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        let removed = front?.removed ?? 0
        return Self.withAddresses(of: front?.added ?? []) { added in
            Self.withAddresses(of: array) { old in
                let total = added.count + old.count - removed
                var low = 0, high = total - 1
                while low <= high {
                    if (low < added.count ? added[added.count - 1 - low] : old[low - added.count + removed]) == address { return low }
                    if (high < added.count ? added[added.count - 1 - high] : old[high - added.count + removed]) == address { return high }
                    low += 1
                    high -= 1
                }
                return nil
            }
        }
    }

    /// Returns whether the list contains an object.
    @inlinable public func contains(identicalTo object: Element) -> Bool { firstIndex(identicalTo: object) != nil }

    @inlinable static func withAddresses<Result>(of elements: [Element], _ body: (UnsafeBufferPointer<UInt>) -> Result) -> Result {
        elements.withUnsafeBytes { body($0.assumingMemoryBound(to: UInt.self)) }
    }

    @inlinable mutating func insertFirst(_ element: Element) {
        let front = front ?? FrontEdits()
        self.front = front
        if front.removed > 0 {
            front.removed -= 1
            array[front.removed] = element
        } else {
            front.added.append(element)
        }
    }

    /// Removes the first of several elements.
    @inlinable mutating func removeFirst() -> Element {
        // The slots of removed elements hold the last element, or the one that was the last at the time. If that is to be removed as well,
        // no slot may keep it.
        if let front, front.removed > 0, array[0] === array[front.removed] { settle() }
        let front = front ?? FrontEdits()
        self.front = front
        if let element = front.added.popLast() { return element }
        let element = array[front.removed]
        array[front.removed] = front.removed > 0 ? array[0] : array[array.count - 1]
        front.removed += 1
        // At most half of a long array is unused.
        if front.removed >= 32, front.removed > array.count / 2 { settle() }
        return element
    }

    /// Performs the waiting edits.
    @inlinable mutating func settle() { if front != nil { performEdits() } }

    @inlinable mutating func performEdits() {
        guard let edits = front else { return }
        front = nil
        array.replaceSubrange(0..<edits.removed, with: edits.added.reversed())
    }
}

// Unchecked: a list has its waiting edits for itself.
extension SiblingList: @unchecked Sendable where Element: Sendable {}

/// The edits at the front of a list that wait. Elements were only added, or only removed. They are accessed only by the list that has them,
/// in whose methods no other code runs, so that the run-time checks of exclusive access are left out.
@usableFromInline final class FrontEdits<Element: AnyObject> {
    /// The elements in front of the array, the first one last.
    @exclusivity(unchecked) @usableFromInline var added: [Element] = []
    /// The number of elements at the array's start that are removed.
    @exclusivity(unchecked) @usableFromInline var removed = 0

    @inlinable init() {}
}
