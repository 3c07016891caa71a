import CoreGraphics

extension CALayer {
    /// Sets a property that is stored but has no further effect.
    final func putRare<Value: Equatable>(_ key: String, _ path: ReferenceWritableKeyPath<LayerRare, Value>, _ value: Value) {
        if refusesChange(of: key) || LayerLock.withLock({ ownRare[keyPath: path] }) == value { return }
        notifying(key) { changeRare(path, value) }
    }

    /// Stores one of the rarely used properties. The old value, which may be an object of the program, is released after the lock.
    final func changeRare<Value>(_ path: ReferenceWritableKeyPath<LayerRare, Value>, _ value: Value, _ also: () -> Void = {}) {
        let old = LayerLock.withLock {
            let old = ownRare[keyPath: path]
            ownRare[keyPath: path] = value
            also()
            return old
        }
        withExtendedLifetime(old) {}
    }
}
