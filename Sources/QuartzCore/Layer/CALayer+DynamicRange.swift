import CoreGraphics

extension CALayer {
    /// Sets a value that is only kept.
    final func putRare<Value>(_ key: String, _ path: ReferenceWritableKeyPath<LayerRare, Value>, _ value: Value) {
        if refusesChange(of: key) { return }
        ownRare[keyPath: path] = value
    }
}
