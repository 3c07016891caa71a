import CoreGraphics
import RenderTree

// The changes that CALayer's setters record in the transaction, under the layer lock and in the same critical section as the store.

extension TransactionThread {
    /// The calling thread, with a transaction open. Use it before taking the lock: opening the implicit transaction may report a
    /// diagnostic.
    @inline(__always)
    static var opened: TransactionThread {
        let thread = current
        thread.ensureTransaction()
        return thread
    }

    /// True if a property change searches for an action.
    var asksForActions: Bool {
        for scope in scopes.reversed() {
            if let disables = scope.disablesActions { return !disables }
        }
        return true
    }

    /// Records that a property is about to change.
    @inline(__always)
    func willChange(_ layer: CALayer, _ property: LayerProperty) {
        guard let record = layer.live else { return }
        touch(layer, record) { $0.properties.rawValue |= PropertySet(property).rawValue }
    }

    /// Records that the value of a key without a row in the property table is about to change.
    func willChangeCustom(_ layer: CALayer) {
        guard let record = layer.live else { return }
        touch(layer, record) { $0.properties.insert(.ownKeys) }
    }

    /// Records that the sublayers or the mask are about to change.
    func willChangeTree(_ layer: CALayer) {
        guard let record = layer.live else { return }
        touch(layer, record) { $0.hasLinks = true }
        if record.committedLinks == nil {
            record.committedLinks = LiveRecord.Links(children: layer.children, mask: layer.maskLayer)
        }
    }

    /// Records that the layer needs layout, which the commit performs.
    func willLayOut(_ layer: CALayer) {
        guard let record = layer.live else { return }
        record.layoutThread = number
        touch(layer, record) { _ in }
    }

    /// Records that the layer needs display, which the commit performs.
    func willDisplay(_ layer: CALayer) {
        guard let record = layer.live else { return }
        record.displayThread = number
        touch(layer, record) { _ in }
    }

    /// Lists a live layer for the commit, and keeps its committed state.
    @inline(__always)
    func touch(_ layer: CALayer, _ record: LiveRecord, _ note: (inout LiveRecord.Changes) -> Void) {
        LayerLock.assertHeld()
        if record.committed == nil, record.isCommitted { record.committed = Box(layer.state) }
        if record.note(number, note) { work.touched.append(layer) }
    }
}
