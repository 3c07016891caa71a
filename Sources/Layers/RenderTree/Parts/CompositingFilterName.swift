import AgateDiagnostics

/// Converts a program's value of `compositingFilter` to a blend mode.
package enum CompositingFilterName {
    /// CGBlendMode's raw values by the names of Apple's private filters and of Core Image's.
    private static let modes: [String: Int8] = [
        "normalBlendMode": 0, "sourceOver": 0, "normal": 0,
        "multiplyBlendMode": 1, "multiply": 1, "CIMultiplyBlendMode": 1, "CIMultiplyCompositing": 1,
        "screenBlendMode": 2, "CIScreenBlendMode": 2,
        "overlayBlendMode": 3, "CIOverlayBlendMode": 3,
        "darkenBlendMode": 4, "CIDarkenBlendMode": 4,
        "lightenBlendMode": 5, "CILightenBlendMode": 5,
        "colorDodgeBlendMode": 6, "CIColorDodgeBlendMode": 6,
        "colorBurnBlendMode": 7, "CIColorBurnBlendMode": 7,
        "softLightBlendMode": 8, "CISoftLightBlendMode": 8,
        "hardLightBlendMode": 9, "CIHardLightBlendMode": 9,
        "differenceBlendMode": 10, "CIDifferenceBlendMode": 10,
        "exclusionBlendMode": 11, "CIExclusionBlendMode": 11,
        "hueBlendMode": 12, "CIHueBlendMode": 12,
        "saturationBlendMode": 13, "CISaturationBlendMode": 13,
        "colorBlendMode": 14, "CIColorBlendMode": 14,
        "luminosityBlendMode": 15, "CILuminosityBlendMode": 15,
        "clear": 16, "copy": 17, "sourceIn": 18, "sourceOut": 19, "sourceAtop": 20,
        "destOver": 21, "destIn": 22, "destOut": 23, "destAtop": 24, "xor": 25,
        "plusD": 26, "plusL": 27,
    ]

    static func isKnown(_ name: String) -> Bool { modes[name] != nil }

    /// Returns true if `render(in:)` supports the filter (rule 28); others are drawn as normal.
    package static func isDrawnInContext(_ filter: OpaqueObject) -> Bool {
        guard let mode = modes[name(of: filter)] else { return true }
        return !(12...15).contains(mode)
    }

    /// Returns true for modes that change the backdrop of a group even where the group is clear.
    static func clearsAround(_ mode: Int32) -> Bool { [16, 17, 18, 19, 22, 24].contains(mode) }

    /// Adds both layers, for cross-fades.
    static let plusLighter: Int32 = 27

    /// Returns zero, the normal mode, for nil and for unknown filters; an unknown filter is reported once for each name.
    static func blendMode(of filter: OpaqueObject?) -> Int8 {
        guard let filter else { return 0 }
        let name = name(of: filter)
        if let mode = modes[name] { return mode }
        Diagnostic.reportOnce(
            "layer.unsupported-filter", key: name, "the compositing filter \"\(name)\" is not supported; the layer is drawn without it")
        return 0
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
