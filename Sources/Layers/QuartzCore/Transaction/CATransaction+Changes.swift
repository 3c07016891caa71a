import CoreGraphics
import RenderTree

// What the setters of CALayer tell the transaction, under the layers' lock and in one section with what they store.

extension TransactionThread {
    /// The calling thread, with a transaction open. Before the lock is taken: opening the implicit one may report something.
    @inline(__always)
    static var opened: TransactionThread {
        let thread = current
        thread.ensureTransaction()
        return thread
    }

    /// Whether a property change asks the layer for an action.
    var asksForActions: Bool {
        for scope in scopes.reversed() {
            if let disables = scope.disablesActions { return !disables }
        }
        return true
    }

    /// A property is about to change.
    @inline(__always)
    func willChange(_ layer: CALayer, _ property: LayerProperty) {
        guard let record = layer.live else { return }
        touch(layer, record) { $0.properties.rawValue |= PropertySet(property).rawValue }
    }

    /// The value of a key that no row stands for is about to change.
    func willChangeCustom(_ layer: CALayer) {
        guard let record = layer.live else { return }
        touch(layer, record) { $0.properties.insert(.ownKeys) }
    }

    /// The sublayers or the mask are about to change.
    func willChangeTree(_ layer: CALayer) {
        guard let record = layer.live else { return }
        touch(layer, record) { $0.hasLinks = true }
        if record.committedLinks == nil {
            record.committedLinks = LiveRecord.Links(children: layer.children, mask: layer.maskLayer)
        }
    }

    /// The layer needs layout, which the commit sees to.
    func willLayOut(_ layer: CALayer) {
        guard let record = layer.live else { return }
        record.layoutThread = number
        touch(layer, record) { _ in }
    }

    /// The layer needs display, which the commit sees to.
    func willDisplay(_ layer: CALayer) {
        guard let record = layer.live else { return }
        record.displayThread = number
        touch(layer, record) { _ in }
    }

    /// Lists a live layer for the commit and keeps what it committed last.
    @inline(__always)
    func touch(_ layer: CALayer, _ record: LiveRecord, _ note: (inout LiveRecord.Changes) -> Void) {
        LayerLock.assertHeld()
        if record.committedState == nil, record.isCommitted { record.committedState = layer.state }
        if record.note(number, note) { work.touched.append(layer) }
    }
}
