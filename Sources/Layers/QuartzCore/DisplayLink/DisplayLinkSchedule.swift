import CoreGraphics

/// The display links of a host with a virtual clock, which calls them on its thread. Accessed under the layer lock.
package final class DisplayLinkSchedule {
    package let timing: RefreshTiming
    private var links: [CADisplayLink] = []

    package init(timing: RefreshTiming) { self.timing = timing }

    func add(_ link: CADisplayLink) {
        if !links.contains(where: { $0 === link }) { links.append(link) }
    }

    func remove(_ link: CADisplayLink) { links.removeAll { $0 === link } }

    /// The next refresh that a link waits for; infinity if there is none.
    package var nextRefresh: Double { LayerLock.withLock { links.reduce(.infinity) { min($0, $1.due) } } }

    /// Calls the links that are due at a time, in the order in which they were added. A link may add and remove others.
    package func fire(at time: Double) {
        for link in LayerLock.withLock({ links }) where link.due <= time { link.fire(at: time) }
    }
}
