import CoreGraphics

/// A value of a filter to which key paths refer.
package enum FilterInput: String, Sendable, CaseIterable {
    case radius = "inputRadius", amount = "inputAmount", intensity = "inputIntensity", angle = "inputAngle", scale = "inputScale"
    case saturation = "inputSaturation", brightness = "inputBrightness", contrast = "inputContrast", exposure = "inputEV", bias =
        "inputBias"
    case color = "inputColor", center = "inputCenter", matrix = "inputColorMatrix"
    case rVector = "inputRVector", gVector = "inputGVector", bVector = "inputBVector", aVector = "inputAVector", biasVector =
        "inputBiasVector"
    case normalizeEdges = "inputNormalizeEdges"
    case enabled

    /// The part of a filter that holds the input.
    private enum Field {
        case number(WritableKeyPath<FilterSpec.Inputs, Double>)
        case row(WritableKeyPath<FilterMatrix, SIMD4<Float>>)
        case flag(WritableKeyPath<FilterSpec.Inputs, Bool>)
        case color, center, matrix, enabled
    }

    private var field: Field {
        switch self {
        case .radius: .number(\.radius)
        // One is the name in Apple's private filters, the other in Core Image.
        case .amount, .intensity: .number(\.amount)
        case .angle: .number(\.angle)
        case .scale: .number(\.scale)
        case .saturation: .number(\.saturation)
        case .brightness: .number(\.brightness)
        case .contrast: .number(\.contrast)
        case .exposure: .number(\.exposure)
        case .bias: .number(\.bias)
        case .color: .color
        case .center: .center
        case .matrix: .matrix
        case .rVector: .row(\.r)
        case .gVector: .row(\.g)
        case .bVector: .row(\.b)
        case .aVector: .row(\.a)
        case .biasVector: .row(\.bias)
        case .normalizeEdges: .flag(\.normalizesEdges)
        case .enabled: .enabled
        }
    }

    package var kind: ValueKind {
        switch field {
        case .number: .number
        case .color: .color
        case .center: .point
        case .row, .matrix: .numbers
        case .flag, .enabled: .bool
        }
    }

    package func get(_ spec: FilterSpec) -> PropertyValue {
        switch field {
        case .number(let path): return .number(spec.inputs[keyPath: path])
        case .row(let path):
            let v = spec.inputs.matrix[keyPath: path]
            return .numbers([v.x, v.y, v.z, v.w].map(Double.init))
        case .color: return .color(CGColor(rgba: spec.inputs.color))
        case .center: return .point(spec.inputs.center ?? .zero)
        case .matrix: return .numbers(spec.inputs.matrix.list)
        case .flag(let path): return .bool(spec.inputs[keyPath: path])
        case .enabled: return .bool(spec.isEnabled)
        }
    }

    /// Sets an input. Returns false, without a change, if the value is not of the input's kind.
    package func set(_ value: PropertyValue, _ spec: inout FilterSpec) -> Bool {
        switch (field, value.coerced(to: kind)) {
        case (.number(let path), .number(let v)): spec.inputs[keyPath: path] = v
        case (.row(let path), .numbers(let list)) where list.count == 4:
            spec.inputs.matrix[keyPath: path] = SIMD4(Float(list[0]), Float(list[1]), Float(list[2]), Float(list[3]))
        case (.color, .color(let color)): spec.inputs.color = color.rgba
        case (.center, .point(let p)): spec.inputs.center = p
        case (.matrix, .numbers(let list)):
            guard let matrix = FilterMatrix(list) else { return false }
            spec.inputs.matrix = matrix
        case (.flag(let path), .bool(let on)): spec.inputs[keyPath: path] = on
        case (.enabled, .bool(let on)): spec.isEnabled = on
        default: return false
        }
        return true
    }
}

/// An object of the program that is a filter, of any class.
package protocol FilterSource: AnyObject {
    var filterSpec: FilterSpec { get }
}

/// A filter of a layer: the value at the time when the program set the object, or as changed since, and the object.
package struct LayerFilter: @unchecked Sendable, Hashable {
    // The object is only returned to the program.
    package private(set) var spec: FilterSpec
    package let source: (any FilterSource)?
    /// True if the value was changed after the program set the object.
    package private(set) var isChanged = false

    package init(_ source: any FilterSource) {
        spec = source.filterSpec
        self.source = source
    }

    package init(_ spec: FilterSpec) {
        self.spec = spec
        source = nil
    }

    mutating func change(_ body: (inout FilterSpec) -> Bool) -> Bool {
        let old = spec
        guard body(&spec) else { return false }
        if spec != old { isChanged = true }
        return true
    }

    package static func == (a: Self, b: Self) -> Bool { a.spec == b.spec }
    package func hash(into hasher: inout Hasher) { hasher.combine(spec) }
}

extension OpaqueObject {
    /// Creates an object from a filter that the program set, with its current values.
    package init(filter object: Any) {
        let object = ContainerDepth.guarded(object)
        if let source = object as? any FilterSource { self.init(LayerFilter(source)) } else { self.init(object) }
    }

    /// The filter; nil for objects that are not one of Agate's filters.
    package var filter: LayerFilter? { object as? LayerFilter }
}
