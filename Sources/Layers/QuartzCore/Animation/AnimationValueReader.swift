import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Reads the boxed values of one property animation, and reports the first value that the property can't have.
struct AnimationValueReader {
    private let layer: CALayer
    private let keyPath: String
    /// The kind of the values; nil, for a key without a row in the property table, accepts any kind.
    private let kind: ValueKind?
    private(set) var hasRefused = false

    init(layer: CALayer, target: AnimationSpec.Target) {
        self.layer = layer
        keyPath = target.keyPath
        switch target.valueFunction {
        case .scale?, .translate?: kind = .numbers
        case .some: kind = .number
        case nil: kind = target.path(of: layer.layerClass)?.kind
        }
    }

    /// Returns a value; nil if it is not given or was refused.
    mutating func value(_ value: Any?) -> PropertyValue? {
        guard let value, Boxing.isPlain(value) || !Boxing.isNil(value) else { return nil }
        guard let kind else { return Boxing.value(value) }
        if let read = Boxing.value(value, as: kind) { return read }
        refuse(value)
        return nil
    }

    /// Returns the values of an animation that the engine made; nil if they are objects, or not of the property's kind. A program's
    /// subclass may override the objects.
    func plain(_ animation: CAKeyframeAnimation) -> [PropertyValue]? {
        guard type(of: animation) == CAKeyframeAnimation.self, let kind, let values = animation.plainValues,
            values.allSatisfy({ $0.isPlain(kind) })
        else { return nil }
        return values
    }

    private mutating func refuse(_ value: Any) {
        guard !hasRefused else { return }
        hasRefused = true
        Diagnostic.report(
            "animation.value-type", layer: LayerReport.describe(layer), key: keyPath,
            "\(LayerReport.describe(layer)): an animation of \(keyPath) has a value of type \(Swift.type(of: value)), but the property takes a "
                + "\(kind?.name ?? "value"); the animation does not run"
        )
    }
}

extension ValueKind {
    /// True if a property's stored value of the kind is also the value of an animation, without a conversion.
    var isPlain: Bool {
        switch self {
        case .number, .bool, .point, .size, .rect, .transform, .color, .colors, .numbers: true
        case .path, .image, .insets, .string, .object: false
        }
    }
}

extension PropertyValue {
    /// Returns whether the value is of a kind that needs no conversion for a property of that kind.
    fileprivate func isPlain(_ kind: ValueKind) -> Bool {
        switch (self, kind) {
        case (.number, .number), (.bool, .bool), (.point, .point), (.size, .size), (.rect, .rect), (.transform, .transform),
            (.color, .color), (.path, .path), (.colors, .colors), (.numbers, .numbers):
            true
        default: false
        }
    }
}
