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
/// The value lives in the layer under the key, as if it had been set by `setValue(_:forKey:)`: key-value access, animations of
/// that key path, the action search, `needsDisplay(forKey:)` and presentation copies know it. Numbers, points, sizes, rectangles,
/// transforms and colours interpolate; other types can be kept and jump. Any thread, as the layer's properties.
@propertyWrapper
public struct CAAnimatable<Value> {
    let key: String
    let initial: Value

    /// - Parameters:
    ///   - wrappedValue: what the property reads until it is set.
    ///   - key: the name under which animations and key-value access know it.
    public init(wrappedValue: Value, _ key: String) {
        self.key = key
        initial = wrappedValue
    }

    /// Not available: the property reads and writes the layer that has it, so that it can stand in subclasses of `CALayer` alone.
    @available(*, unavailable, message: "@CAAnimatable belongs on properties of CALayer subclasses")
    public var wrappedValue: Value {
        get { initial }
        set {}
    }

    /// Reads and sets the property of the layer that has it: setting it animates as the layer's actions for its key say.
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
