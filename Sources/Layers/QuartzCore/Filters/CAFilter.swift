import CoreGraphics
import Foundation
import RenderTree

/// A filter for `filters`, `backgroundFilters` and `compositingFilter` of a layer.
///
/// Apple's systems have this class under the same name, but not in public; on macOS `CIFilter` objects take its place. Here it stands for
/// both: it is made by the names of either. Those that are drawn: `gaussianBlur`, `boxBlur`, `pixellate`, `colorMatrix`, `colorSaturate`,
/// `colorBrightness`, `colorContrast`, `colorHueRotate`, `colorInvert`, `colorMonochrome`, `sepiaTone`, `multiplyColor`, `colorAdd`, the
/// blend modes (as compositing filters); `CIGaussianBlur`, `CIBoxBlur`, `CIPixellate`, `CIColorMatrix`, `CIColorControls`, `CIHueAdjust`,
/// `CISepiaTone`, `CIColorInvert`, `CIColorMonochrome`, `CIExposureAdjust`. A layer with another one is drawn without it, and a diagnostic
/// names it.
///
/// Values are set by key: `inputRadius` (points; a Gaussian's standard deviation), `inputAmount` or `inputIntensity`, `inputAngle`
/// (radians), `inputScale` (points), `inputSaturation`, `inputBrightness`, `inputContrast`, `inputEV` (stops), `inputBias`, `inputColor`
/// (CGColor), `inputCenter` (CGPoint), `inputColorMatrix` (twenty numbers, row by row) or `inputRVector`, `inputGVector`, `inputBVector`,
/// `inputAVector` and `inputBiasVector` (four numbers each). Other keys are kept and have no effect. A layer takes the values as they are
/// when the filter is set on it; afterwards they are changed by key paths of the layer. Any thread may use one, a value at a
/// time.
open class CAFilter: NSObject, NSCopying, FilterSource {
    private final var storedSpec: FilterSpec
    private final var storedOthers: [String: Any] = [:]

    package final var spec: FilterSpec {
        get { LayerLock.withLock { storedSpec } }
        _modify {
            LayerLock.lock()
            defer { LayerLock.unlock() }
            yield &storedSpec
        }
    }
    /// Values under keys that are no inputs.
    private final var others: [String: Any] {
        get { LayerLock.withLock { storedOthers } }
        set { LayerLock.set(&storedOthers, newValue) }
    }

    /// A filter of a type, known or not.
    public init(type: String) { storedSpec = FilterSpec(type: type) }

    /// A filter of a type; nil for one that is not drawn.
    public convenience init?(name: String) {
        guard FilterSpec(type: name).kind != .unknown else { return nil }
        self.init(type: name)
    }

    package init(spec: FilterSpec) { storedSpec = spec }

    /// The name that it was made with.
    public var type: String { spec.type }

    /// By which key paths of a layer find it: `filters.NAME.inputRadius`. At first the type. Should hold no other filter's of the same
    /// layer.
    open var name: String {
        get { spec.name }
        set { spec.name = newValue }
    }

    /// Whether it does anything. At first true.
    open var isEnabled: Bool {
        get { spec.isEnabled }
        set { spec.isEnabled = newValue }
    }

    /// Gives all values their defaults.
    open func setDefaults() {
        spec.inputs = FilterSpec(type: type).inputs
        others = [:]
    }

    package var filterSpec: FilterSpec { spec }

    /// The value of an input, the name, the type, or whether it is enabled; of another key what was set for it.
    open func value(forKey key: String) -> Any? {
        switch key {
        case "name": return name
        case "type": return type
        case "enabled", "isEnabled": return NSNumber(value: isEnabled)
        default: return FilterInput(rawValue: key).map { Boxing.any($0.get(spec)) } ?? others[key]
        }
    }

    /// Nil stands for zero. What an input can't take is reported, and the last value stays.
    open func setValue(_ value: Any?, forKey key: String) {
        if key == "name", let text = value as? String { name = text; return }
        guard let input = FilterInput(rawValue: key == "isEnabled" ? "enabled" : key) else {
            LayerLock.set(&storedOthers, key, value)
            return
        }
        let boxed = value.map { Boxing.value($0, as: input.kind) } ?? input.kind.zero
        guard let boxed, boxed.components?.allSatisfy(\.isFinite) ?? true, input.set(boxed, &spec) else {
            return FilterReport.wrongValue(self, key, value)
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CAFilter(spec: spec)
        copy.others = others
        return copy
    }

    /// Filters of the same type, name and values are equal.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CAFilter)?.spec == spec }
    open override var hash: Int { spec.type.hashValue }
    open override var description: String { "CAFilter(type: \"\(type)\", name: \"\(name)\")" }
}

extension OpaqueObject {
    /// As the program set it; a filter whose values have changed since as a new object.
    var programObject: Any {
        guard let filter else { return ContainerDepth.unguarded(object) }
        return filter.source ?? CAFilter(spec: filter.spec)
    }
}
