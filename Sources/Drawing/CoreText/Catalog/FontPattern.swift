import CText

/// Reads fontconfig's descriptions of faces.
enum FontPattern {
    static func strings(_ pattern: OpaquePointer, _ key: String) -> [String] {
        var all: [String] = []
        var text: UnsafeMutablePointer<FcChar8>?
        while all.count < 64, FcPatternGetString(pattern, key, Int32(all.count), &text) == FcResultMatch, let found = text {
            all.append(String(cString: found))
        }
        return all.filter { !$0.isEmpty }
    }

    static func integer(_ pattern: OpaquePointer, _ key: String) -> Int? {
        var value: Int32 = 0
        return FcPatternGetInteger(pattern, key, 0, &value) == FcResultMatch ? Int(value) : nil
    }

    static func double(_ pattern: OpaquePointer, _ key: String) -> Double? {
        var value = 0.0
        return FcPatternGetDouble(pattern, key, 0, &value) == FcResultMatch ? value : nil
    }

    static func flag(_ pattern: OpaquePointer, _ key: String) -> Bool {
        var value: FcBool = 0
        return FcPatternGetBool(pattern, key, 0, &value) == FcResultMatch && value != 0
    }

    static func traits(_ pattern: OpaquePointer) -> FontTraits {
        FontTraits(
            weight: double(pattern, FC_WEIGHT).map(FcWeightToOpenTypeDouble) ?? 400,
            width: double(pattern, FC_WIDTH) ?? 100,
            isItalic: (integer(pattern, FC_SLANT) ?? 0) > 0,
            isMonospace: (integer(pattern, FC_SPACING) ?? 0) >= Int(FC_MONO)
        )
    }
}
