import CoreGraphics
import RenderTree

// What the setters of CALayer tell the transaction, before they store.

extension CATransaction {
    /// A property is about to change.
    static func willChange(_ layer: CALayer, _ property: LayerProperty) {
        let thread = TransactionThread.current
        thread.ensureTransaction()
        guard let record = layer.live else { return }
        thread.touch(layer, record) { $0.changed.insert(PropertySet(property)) }
    }

    /// The value of a key that no row stands for is about to change.
    static func willChangeCustom(_ layer: CALayer, _ key: String) {
        let thread = TransactionThread.current
        thread.ensureTransaction()
        guard let record = layer.live else { return }
        thread.touch(layer, record) { $0.ownKeyChanged = true }
    }

    /// The sublayers or the mask are about to change.
    static func willChangeTree(_ layer: CALayer) {
        let thread = TransactionThread.current
        thread.ensureTransaction()
        guard let record = layer.live else { return }
        thread.touch(layer, record) { record in
            if record.committedLinks == nil {
                record.committedLinks = LiveRecord.Links(children: layer.children, mask: layer.maskLayer)
            }
        }
    }

    /// The layer needs layout or display, which the commit sees to.
    static func willUpdate(_ layer: CALayer) {
        let thread = TransactionThread.current
        thread.ensureTransaction()
        guard let record = layer.live else { return }
        thread.touch(layer, record) { _ in }
    }
}

extension TransactionThread {
    /// Lists a live layer for the commit and keeps what it committed last.
    func touch(_ layer: CALayer, _ record: LiveRecord, _ note: (LiveRecord) -> Void) {
        LayerLock.withLock {
            if record.committedState == nil, record.isCommitted { record.committedState = layer.state }
            let me = ObjectIdentifier(self)
            if record.toucher != me {
                record.toucher = me
                work.touched.append(layer)
            }
            note(record)
        }
    }
}
