import CoreGraphics
import Foundation
import RenderTree

/// A subclass's own animatable property, in place of Apple's `@NSManaged`, which does not exist on Linux.
///
///     class DialLayer: CALayer {
///         @CAAnimatable("angle") var angle: CGFloat = 0
///         override class func needsDisplay(forKey key: String) -> Bool { key == "angle" || super.needsDisplay(forKey: key) }
///     }
///
/// The value is stored in the layer under the key, as if it had been set by `setValue(_:forKey:)`. Key-value access, animations of that
/// key path, the action search, `needsDisplay(forKey:)` and presentation copies all support it. Numbers, points, sizes, rectangles,
/// transforms and colours are interpolated; values of other types are stored and change without interpolation. As thread-safe as the
/// layer's properties.
@propertyWrapper
public struct CAAnimatable<Value> {
    let key: String
    let initial: Value

    /// Creates the property.
    /// - Parameters:
    ///   - wrappedValue: the value of the property until it is set.
    ///   - key: the name for animations and key-value access.
    public init(wrappedValue: Value, _ key: String) {
        self.key = key
        initial = wrappedValue
    }

    /// Not available: the property reads and writes its layer, so it can be used in subclasses of `CALayer` only.
    @available(*, unavailable, message: "@CAAnimatable belongs on properties of CALayer subclasses")
    public var wrappedValue: Value {
        get { initial }
        set {}
    }

    /// Accesses the property of the enclosing layer. Setting it animates according to the layer's actions for its key.
    public static subscript<Layer: CALayer>(
        _enclosingInstance layer: Layer,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Layer, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Layer, CAAnimatable<Value>>
    ) -> Value {
        get {
            let own = layer[keyPath: storageKeyPath]
            if Watch.isOn { Watch.didRead(own.key) }
            guard let stored = layer.customValue(own.key) else { return own.initial }
            return Boxing.value(stored, as: Value.self) ?? own.initial
        }
        set {
            let own = layer[keyPath: storageKeyPath]
            layer.changeCustom(own.key, Boxing.value(newValue), initial: Boxing.value(own.initial))
        }
    }
}
