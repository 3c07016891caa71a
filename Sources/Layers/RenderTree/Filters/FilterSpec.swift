import CoreGraphics

/// A filter as a value: the contents of a CAFilter.
package struct FilterSpec: Hashable, Sendable {
    package enum Kind: Sendable, CaseIterable {
        case gaussianBlur, boxBlur, pixellate, exposure
        case colorMatrix, saturation, brightness, contrast, colorControls, hueRotation, inversion, sepia, monochrome, multiplication,
            addition
        /// A blend mode: for `compositingFilter` only.
        case compositing
        case unknown
    }

    /// The type with which it was created, of Apple's private filters or of Core Image's.
    package let type: String
    package let kind: Kind
    /// The name in key paths; the type if the program set none.
    package var name: String
    package var isEnabled = true
    package var inputs: Inputs

    package init(type: String) {
        self.type = type
        name = type
        kind = Self.kinds[type] ?? (CompositingFilterName.isKnown(type) ? .compositing : .unknown)
        inputs = Inputs(kind)
    }

    /// The numbers of filters. Each kind uses its own.
    package struct Inputs: Hashable, Sendable {
        /// The radius in points; for a blur, its standard deviation.
        package var radius = 10.0
        package var amount = 1.0
        /// The angle in radians.
        package var angle = 0.0
        /// The side of a block, in points.
        package var scale = 8.0
        package var saturation = 1.0
        package var brightness = 0.0
        package var contrast = 1.0
        /// The exposure in stops.
        package var exposure = 0.0
        package var bias = 0.0
        package var color = RGBA(1, 1, 1, 1)
        /// The corner of a block, in the layer's space; nil for the corner of its bounds.
        package var center: CGPoint?
        package var matrix = FilterMatrix.identity
        /// True if a blur of the content behind a layer reads only pixels inside the layer's bounds.
        package var normalizesEdges = false

        init(_ kind: Kind) {
            if kind == .monochrome { color = RGBA(0.6, 0.45, 0.3, 1) }
            if kind == .brightness { amount = 0 }
            if kind == .addition { color = RGBA(0, 0, 0, 1) }
        }
    }

    private static let kinds: [String: Kind] = {
        var kinds: [String: Kind] = [:]
        for kind in Kind.allCases { for name in kind.names { kinds[name] = kind } }
        return kinds
    }()

    /// The effect on a picture; nil if there is none.
    package var draw: FilterDraw? {
        guard isEnabled else { return nil }
        func finite(_ v: Double) -> Double { v.isFinite ? v : 0 }
        let amount = Float(finite(inputs.amount))
        let matrix: FilterMatrix
        switch kind {
        case .gaussianBlur: return finite(inputs.radius) > 0 ? .blur(inputs.radius) : nil
        case .boxBlur: return finite(inputs.radius) > 0 ? .box(inputs.radius) : nil
        case .pixellate: return finite(inputs.scale) > 0 ? .pixellate(inputs.scale, inputs.center) : nil
        case .exposure: return finite(inputs.exposure) != 0 ? .exposure(max(-16, min(16, inputs.exposure))) : nil
        case .colorMatrix: matrix = inputs.matrix
        case .saturation: matrix = .saturation(amount)
        case .brightness: matrix = .brightness(amount)
        case .contrast: matrix = .contrast(amount)
        case .colorControls:
            matrix = FilterMatrix.saturation(Float(finite(inputs.saturation))).then(.brightness(Float(finite(inputs.brightness))))
                .then(.contrast(Float(finite(inputs.contrast))))
        case .hueRotation: matrix = .hueRotation(finite(inputs.angle))
        case .inversion: matrix = .inverted
        case .sepia: matrix = FilterMatrix.sepia.faded(amount)
        case .monochrome: matrix = FilterMatrix.monochrome(inputs.color, bias: Float(finite(inputs.bias))).faded(amount)
        case .multiplication: matrix = .multiply(inputs.color)
        case .addition: matrix = .add(inputs.color)
        case .compositing, .unknown: return nil
        }
        return matrix == .identity ? nil : .color(matrix)
    }

    /// True if the filter is a blur that reads no pixels outside of the layer's bounds.
    package var staysInside: Bool { isEnabled && inputs.normalizesEdges && (kind == .gaussianBlur || kind == .boxBlur) }

    /// True if the filter is valid in `filters` and `backgroundFilters`.
    package var isDrawn: Bool { kind != .unknown && kind != .compositing }
}

extension FilterSpec.Kind {
    /// The names among Apple's private filters and Core Image's. Those of blend modes are in `CompositingFilterName`.
    package var names: [String] {
        switch self {
        case .gaussianBlur: ["gaussianBlur", "CIGaussianBlur"]
        case .boxBlur: ["boxBlur", "CIBoxBlur"]
        case .pixellate: ["pixellate", "CIPixellate"]
        case .exposure: ["CIExposureAdjust"]
        case .colorMatrix: ["colorMatrix", "CIColorMatrix"]
        case .saturation: ["colorSaturate"]
        case .brightness: ["colorBrightness"]
        case .contrast: ["colorContrast"]
        case .colorControls: ["CIColorControls"]
        case .hueRotation: ["colorHueRotate", "CIHueAdjust"]
        case .inversion: ["colorInvert", "CIColorInvert"]
        case .sepia: ["sepiaTone", "CISepiaTone"]
        case .monochrome: ["colorMonochrome", "CIColorMonochrome"]
        case .multiplication: ["multiplyColor"]
        case .addition: ["colorAdd"]
        case .compositing, .unknown: []
        }
    }
}

/// A pass over the picture of a group.
package enum FilterDraw: Hashable, Sendable {
    /// A Gaussian blur, with the standard deviation in the layer's points.
    case blur(CGFloat)
    /// The mean of a square with a side of twice the radius, in points.
    case box(CGFloat)
    /// Blocks with a side in points, aligned to a point of the layer.
    case pixellate(CGFloat, CGPoint?)
    case color(FilterMatrix)
    /// A multiplication by two to the power of this value, in linear light.
    case exposure(Double)

    /// The standard deviation, in points, of a Gaussian blur that spreads a pixel's value at least as far, which is three times this; nil
    /// if a pixel depends on no other.
    package var spread: CGFloat? {
        switch self {
        case .blur(let radius): radius
        case .box(let radius): radius * 0.5
        case .pixellate(let scale, _): scale * 0.5
        case .color, .exposure: nil
        }
    }

    /// Returns the distance over which a pixel's value spreads, in pixels.
    func reach(_ projection: Projection, around r: CGRect) -> (x: Int32, y: Int32) {
        guard let spread else { return (0, 0) }
        let reach = projection.shadowReach(radius: min(spread, 1e5), offset: .zero, around: r)
        return (min(reach.growX, 10_000), min(reach.growY, 10_000))
    }
}
