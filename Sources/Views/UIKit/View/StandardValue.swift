/// Properties of views that both UIKit and the program set.
extension UIView {
    /// Sets a property for UIKit, unless the program has set it.
    ///
    /// The property is written only if it still has the value of UIKit's last write, so that a value that the program has set remains.
    /// - Parameter last: The result of the last call for the property; its initial value before the first one.
    /// - Returns: The value to pass as `last` to the next call.
    final func setStandard<Value: Equatable>(
        _ value: Value, _ property: ReferenceWritableKeyPath<UIView, Value>, last: Value
    ) -> Value {
        guard self[keyPath: property] == last else { return last }
        if value != last { self[keyPath: property] = value }
        // Read the value back: layers store some numbers with less precision.
        return self[keyPath: property]
    }
}
