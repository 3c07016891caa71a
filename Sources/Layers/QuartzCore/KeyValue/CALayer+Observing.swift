import ObjectiveCRuntime

/// Key-value observing of layers. The setters notify observers, and cost one test of a flag if there are none.
extension CALayer: KeyValueCoding, ObservationSource, KeyPathNaming {
    /// Returns the keys that affect a key: the frame depends on other properties.
    package func keysAffecting(_ key: String) -> [(object: NSObject, key: String)] {
        key == "frame" ? ["position", "bounds", "anchorPoint", "anchorPointZ", "transform"].map { (self, $0) } : []
    }

    package func observationChanged() {
        // Checked again under the lock, so that the last of two concurrent threads stores the current state.
        LayerLock.withLock { if KeyValueChanges.isObserved(self) { needs.insert(.isObserved) } else { needs.remove(.isObserved) } }
    }

    /// Returns the key of a property that `LayerKeyPaths` lists, or of the one `@CAAnimatable` property that a subclass's property reads.
    package func name(of keyPath: AnyKeyPath) -> String? {
        if let key = LayerKeyPaths.key(of: keyPath) { return key }
        let read = Set(Watch.keys { _ = (self as Any)[keyPath: keyPath] })
        return read.count == 1 ? read.first : nil
    }

    /// True if the layer's properties have observers.
    final var isObserved: Bool { KeyValueChanges.isAnyObserved && LayerLock.withLock { needs.contains(.isObserved) } }

    /// Changes a property that has no row in the table, and notifies its observers.
    final func notifying(_ key: String, _ change: () -> Void) {
        guard isObserved else { return change() }
        KeyValueChanges.will(self, key)
        change()
        KeyValueChanges.did(self, key)
    }
}
