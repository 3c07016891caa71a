import AgateDiagnostics
import Raster

/// Converts a program's value of `compositingFilter` to a blend mode.
package enum CompositingFilterName {
    private static let modes: [String: PixelBlendMode] = {
        var modes: [String: PixelBlendMode] = [:]
        for mode in PixelBlendMode.allCases { for name in names(of: mode) { modes[name] = mode } }
        return modes
    }()

    /// Returns the names of a mode among Apple's private filters and Core Image's.
    static func names(of mode: PixelBlendMode) -> [String] {
        switch mode {
        case .normal: ["normalBlendMode", "sourceOver", "normal"]
        case .multiply: ["multiplyBlendMode", "multiply", "CIMultiplyBlendMode", "CIMultiplyCompositing"]
        case .screen: ["screenBlendMode", "CIScreenBlendMode"]
        case .overlay: ["overlayBlendMode", "CIOverlayBlendMode"]
        case .darken: ["darkenBlendMode", "CIDarkenBlendMode"]
        case .lighten: ["lightenBlendMode", "CILightenBlendMode"]
        case .colorDodge: ["colorDodgeBlendMode", "CIColorDodgeBlendMode"]
        case .colorBurn: ["colorBurnBlendMode", "CIColorBurnBlendMode"]
        case .softLight: ["softLightBlendMode", "CISoftLightBlendMode"]
        case .hardLight: ["hardLightBlendMode", "CIHardLightBlendMode"]
        case .difference: ["differenceBlendMode", "CIDifferenceBlendMode"]
        case .exclusion: ["exclusionBlendMode", "CIExclusionBlendMode"]
        case .hue: ["hueBlendMode", "CIHueBlendMode"]
        case .saturation: ["saturationBlendMode", "CISaturationBlendMode"]
        case .color: ["colorBlendMode", "CIColorBlendMode"]
        case .luminosity: ["luminosityBlendMode", "CILuminosityBlendMode"]
        case .clear: ["clear"]
        case .copy: ["copy"]
        case .sourceIn: ["sourceIn"]
        case .sourceOut: ["sourceOut"]
        case .sourceAtop: ["sourceAtop"]
        case .destinationOver: ["destOver"]
        case .destinationIn: ["destIn"]
        case .destinationOut: ["destOut"]
        case .destinationAtop: ["destAtop"]
        case .xor: ["xor"]
        case .plusDarker: ["plusD"]
        case .plusLighter: ["plusL"]
        }
    }

    static func isKnown(_ name: String) -> Bool { modes[name] != nil }

    /// Returns true if `render(in:)` supports the filter (rule 28); others are drawn as normal.
    package static func isDrawnInContext(_ filter: OpaqueObject) -> Bool {
        switch modes[name(of: filter)] {
        case .hue, .saturation, .color, .luminosity: false
        default: true
        }
    }

    /// Returns the normal mode for nil and for unknown filters; an unknown filter is reported once for each name.
    static func blendMode(of filter: OpaqueObject?) -> PixelBlendMode {
        guard let filter else { return .normal }
        let name = name(of: filter)
        if let mode = modes[name] { return mode }
        Diagnostic.reportOnce(
            "layer.unsupported-filter", key: name, "the compositing filter \"\(name)\" is not supported; the layer is drawn without it")
        return .normal
    }

    static func reportUnsupported(_ filters: [OpaqueObject]?) {
        guard let filters else { return }
        for filter in filters where filter.filter?.spec.isDrawn != true {
            let name = name(of: filter)
            Diagnostic.reportOnce(
                "layer.unsupported-filter", key: name, "the filter \"\(name)\" is not supported; the layer is drawn without it")
        }
    }

    /// Returns the filter's name: a string, or the `name` of an object.
    private static func name(of filter: OpaqueObject) -> String {
        if let name = filter.object as? String { return name }
        if let filter = filter.filter { return filter.spec.type }
        var mirror: Mirror? = Mirror(reflecting: filter.object)
        while let each = mirror {
            for child in each.children where child.label == "name" || child.label == "_name" {
                if let name = child.value as? String { return name }
                if let name = child.value as? String?, let name { return name }
            }
            mirror = each.superclassMirror
        }
        return String(describing: type(of: filter.object))
    }
}
