/// Display links in the order in which they were added. Adding, finding and removing one has a constant
/// cost. Accessed under the layer lock.
struct LinkList {
    /// The links; nil where one was removed.
    private var slots: [CADisplayLink?] = []
    private var places: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { places.isEmpty }
    var all: [CADisplayLink] { slots.compactMap { $0 } }
    /// The next refresh that a link waits for; infinity if there is none.
    var nextDue: Double { slots.reduce(.infinity) { min($0, $1?.due ?? .infinity) } }

    func contains(_ link: CADisplayLink) -> Bool { places[ObjectIdentifier(link)] != nil }

    /// Adds a link at the end, unless it is in the list.
    mutating func add(_ link: CADisplayLink) {
        if contains(link) { return }
        places[ObjectIdentifier(link)] = slots.count
        slots.append(link)
    }

    mutating func remove(_ link: CADisplayLink) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(link)) else { return }
        slots[place] = nil
        guard slots.count > 2 * places.count + 8 else { return }
        slots = slots.filter { $0 != nil }
        for (place, link) in slots.enumerated() { if let link { places[ObjectIdentifier(link)] = place } }
    }
}
