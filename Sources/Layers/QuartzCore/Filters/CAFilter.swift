import CRuntimeHooks
import CoreGraphics
import Foundation
import RenderTree

/// A filter for `filters`, `backgroundFilters` and `compositingFilter` of a layer.
///
/// Apple's systems have a private class of this name; on macOS `CIFilter` objects are used instead. This class replaces both and accepts
/// the names of either. Supported types: `gaussianBlur`, `boxBlur`, `pixellate`, `colorMatrix`, `colorSaturate`, `colorBrightness`,
/// `colorContrast`, `colorHueRotate`, `colorInvert`, `colorMonochrome`, `sepiaTone`, `multiplyColor`, `colorAdd`, the blend modes (as
/// compositing filters); `CIGaussianBlur`, `CIBoxBlur`, `CIPixellate`, `CIColorMatrix`, `CIColorControls`, `CIHueAdjust`, `CISepiaTone`,
/// `CIColorInvert`, `CIColorMonochrome`, `CIExposureAdjust`. A layer with another type of filter is drawn without it, and a diagnostic
/// names it.
///
/// Values are set by key: `inputRadius` (points; a Gaussian's standard deviation), `inputAmount` or `inputIntensity`, `inputAngle`
/// (radians), `inputScale` (points), `inputSaturation`, `inputBrightness`, `inputContrast`, `inputEV` (stops), `inputBias`, `inputColor`
/// (CGColor), `inputCenter` (CGPoint), `inputColorMatrix` (twenty numbers, row by row) or `inputRVector`, `inputGVector`, `inputBVector`,
/// `inputAVector` and `inputBiasVector` (four numbers each), and `inputNormalizeEdges`: true if a blur among `backgroundFilters` reads only
/// pixels inside the layer's bounds, so that what is beside the layer does not colour its edges. It has no effect in `filters`. Other keys
/// are stored and have no effect. A layer copies the values when the filter is set on it; afterwards they are changed with key paths of the
/// layer. Any thread may use a filter, one value at a time.
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
    /// The values of keys that are not inputs.
    private final var others: [String: Any] {
        get { LayerLock.withLock { storedOthers } }
        set { LayerLock.set(&storedOthers, newValue) }
    }

    /// Creates a filter of a type, whether supported or not.
    public init(type: String) { storedSpec = FilterSpec(type: type) }

    /// Creates a filter of a type; nil if the type is not supported.
    public convenience init?(name: String) {
        guard FilterSpec(type: name).kind != .unknown else { return nil }
        self.init(type: name)
    }

    package init(spec: FilterSpec) { storedSpec = spec }

    /// The type with which the filter was created.
    public var type: String { spec.type }

    /// The name by which a layer's key paths refer to the filter: `filters.NAME.inputRadius`. The type by default. It should be unique
    /// among the filters of a layer.
    open var name: String {
        get { spec.name }
        set { spec.name = newValue }
    }

    /// A Boolean value that indicates whether the filter is applied; true by default.
    open var isEnabled: Bool {
        get { spec.isEnabled }
        set { spec.isEnabled = newValue }
    }

    /// Resets all values to their defaults.
    open func setDefaults() {
        spec.inputs = FilterSpec(type: type).inputs
        others = [:]
    }

    package var filterSpec: FilterSpec { spec }

    /// Returns the value of an input, the name, the type, or whether the filter is enabled. For another key, returns the value that was
    /// set for it.
    open func value(forKey key: String) -> Any? {
        switch key {
        case "name": return name
        case "type": return type
        case "enabled", "isEnabled": return NSNumber(value: isEnabled)
        default: return FilterInput(rawValue: key).map { Boxing.any($0.get(spec)) } ?? others[key]
        }
    }

    /// Sets a value. Nil is treated as zero. A value that an input can't take is reported, and the previous value is kept.
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

    /// Returns a filter of the dynamic class with the same values, which the class's `init(type:)` creates.
    open func copy(with zone: NSZone? = nil) -> Any { copy(with: spec) }

    /// Returns a copy with other values of inputs.
    final func copy(with spec: FilterSpec) -> CAFilter {
        let copy = Self.make(Swift.type(of: self), type: spec.type)
        copy.spec = spec
        copy.others = others
        return copy
    }

    private static func make(_ class: CAFilter.Type, type: String) -> CAFilter {
        if `class` == CAFilter.self { return CAFilter(type: type) }
        return DynamicObject.make(`class`, named: type, slot: initializerOffset) ?? CAFilter(type: type)
    }

    /// The offset of `init(type:)` in the metadata of the class and its subclasses.
    static let initializerOffset = DynamicObject.offset(in: CAFilter.self, agate_filter_initializer_descriptor())

    /// Returns whether the filters have the same type, name and values.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CAFilter)?.spec == spec }
    open override var hash: Int { spec.type.hashValue }
    open override var description: String { "CAFilter(type: \"\(type)\", name: \"\(name)\")" }
}

extension OpaqueObject {
    /// The object that the program set, or a copy of it with the filter's values if they have changed since. Call without the lock: the
    /// copy is created by the program's class.
    var programObject: Any {
        guard let filter else { return ContainerDepth.unguarded(object) }
        guard let source = filter.source as? CAFilter else { return CAFilter(spec: filter.spec) }
        return filter.isChanged ? source.copy(with: filter.spec) : source
    }
}
