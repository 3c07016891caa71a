import CoreGraphics

/// A value of a filter to which key paths refer.
package enum FilterInput: String, Sendable, CaseIterable {
    case radius = "inputRadius", amount = "inputAmount", intensity = "inputIntensity", angle = "inputAngle", scale = "inputScale"
    case saturation = "inputSaturation", brightness = "inputBrightness", contrast = "inputContrast", exposure = "inputEV", bias =
        "inputBias"
    case color = "inputColor", center = "inputCenter", matrix = "inputColorMatrix"
    case rVector = "inputRVector", gVector = "inputGVector", bVector = "inputBVector", aVector = "inputAVector", biasVector =
        "inputBiasVector"
    case enabled

    package var kind: ValueKind {
        switch self {
        case .color: .color
        case .center: .point
        case .matrix, .rVector, .gVector, .bVector, .aVector, .biasVector: .numbers
        case .enabled: .bool
        default: .number
        }
    }

    private var number: WritableKeyPath<FilterSpec.Inputs, Double>? {
        switch self {
        case .radius: \.radius
        // One is the name in Apple's private filters, the other in Core Image.
        case .amount, .intensity: \.amount
        case .angle: \.angle
        case .scale: \.scale
        case .saturation: \.saturation
        case .brightness: \.brightness
        case .contrast: \.contrast
        case .exposure: \.exposure
        case .bias: \.bias
        default: nil
        }
    }

    private var row: WritableKeyPath<FilterMatrix, SIMD4<Float>>? {
        switch self {
        case .rVector: \.r
        case .gVector: \.g
        case .bVector: \.b
        case .aVector: \.a
        case .biasVector: \.bias
        default: nil
        }
    }

    package func get(_ spec: FilterSpec) -> PropertyValue {
        if let number { return .number(spec.inputs[keyPath: number]) }
        if let row {
            let v = spec.inputs.matrix[keyPath: row]
            return .numbers([v.x, v.y, v.z, v.w].map(Double.init))
        }
        switch self {
        case .color: return .color(CGColor(rgba: spec.inputs.color))
        case .center: return .point(spec.inputs.center ?? .zero)
        case .matrix: return .numbers(spec.inputs.matrix.list)
        default: return .bool(spec.isEnabled)
        }
    }

    /// Sets an input. Returns false, without a change, if the value is not of the input's kind.
    package func set(_ value: PropertyValue, _ spec: inout FilterSpec) -> Bool {
        guard let value = value.coerced(to: kind) else { return false }
        switch value {
        case .number(let v):
            guard let number else { return false }
            spec.inputs[keyPath: number] = v
        case .bool(let on): spec.isEnabled = on
        case .color(let color): spec.inputs.color = color.rgba
        case .point(let p): spec.inputs.center = p
        case .numbers(let list):
            if let row {
                guard list.count == 4 else { return false }
                spec.inputs.matrix[keyPath: row] = SIMD4(Float(list[0]), Float(list[1]), Float(list[2]), Float(list[3]))
            } else {
                guard let matrix = FilterMatrix(list) else { return false }
                spec.inputs.matrix = matrix
            }
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
