import CoreGraphics

/// The display links of a host with a virtual clock, which calls them on its thread. Accessed under the layer lock.
package final class DisplayLinkSchedule {
    package let timing: RefreshTiming
    private var links = LinkList()

    package init(timing: RefreshTiming) { self.timing = timing }

    func add(_ link: CADisplayLink) { links.add(link) }
    func remove(_ link: CADisplayLink) { links.remove(link) }

    /// The next refresh that a link waits for; infinity if there is none.
    package var nextRefresh: Double { LayerLock.withLock { links.nextDue } }

    /// Calls the links that are due at a time, in the order in which they were added. A link may add and remove others.
    package func fire(at time: Double) {
        for link in LayerLock.withLock({ links.all }) where link.due <= time { link.fire(at: time) }
    }
}
