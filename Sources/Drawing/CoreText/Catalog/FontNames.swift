import CText
import Foundation

/// The names of a face or of a named instance, from the `name` table. For systems without fontconfig.
struct FontNames {
    let families: [String]
    let styles: [String]
    let fullNames: [String]
    let postScriptName: String?

    /// Reads the names. The typographic names (16 and 17) come before those of the families of four (1 and 2), as in fontconfig.
    init(_ face: FontFace, instance: Int) {
        families = FontNames.distinct([face.name(16), face.name(1)])
        guard instance > 0 else {
            styles = FontNames.distinct([face.name(17), face.name(2)])
            fullNames = FontNames.distinct([face.name(4)])
            postScriptName = face.name(6)
            return
        }
        let number = UInt32(instance - 1)
        let style = face.name(hb_ot_var_named_instance_get_subfamily_name_id(face.hbFace, number))
        styles = FontNames.distinct([style])
        fullNames = FontNames.distinct([families.first.flatMap { family in style.map { "\(family) \($0)" } }])
        let declared = face.name(hb_ot_var_named_instance_get_postscript_name_id(face.hbFace, number))
        postScriptName =
            declared
            ?? families.first.map { family in
                let words = [family, style ?? ""].map { $0.replacingOccurrences(of: " ", with: "") }.filter { !$0.isEmpty }
                return words.joined(separator: "-")
            }
    }

    private static func distinct(_ names: [String?]) -> [String] {
        var seen: Set<String> = []
        return names.compactMap { $0 }.filter { seen.insert($0).inserted }
    }
}

extension FontTraits {
    /// Reads the traits of a face or of a named instance from its tables. Weights and widths that the tables lack are regular.
    init(_ face: FontFace, instance: Int) {
        self = .regular
        let os2 = face.table(FontTraits.tag("OS/2")), style = face.table(FontTraits.tag("head")).uint16(44) ?? 0
        if let number = os2.uint16(4), number > 0 {
            // Some old files count from 1 to 9.
            weight = Double(min(number < 10 ? number * 100 : number, 1000))
        } else if style & 1 != 0 {
            weight = 700
        }
        let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
        if let number = os2.uint16(6), (1...9).contains(number) { width = widths[number - 1] }
        let flags = face.freeType.withFace { (style: $0.pointee.style_flags, face: $0.pointee.face_flags) }
        isItalic = flags.style & FT_Long(FT_STYLE_FLAG_ITALIC) != 0
        isMonospace = flags.face & FT_Long(FT_FACE_FLAG_FIXED_WIDTH) != 0
        for place in face.instance(instance) { apply(place) }
    }

    private mutating func apply(_ place: AxisValue) {
        guard place.value.isFinite else { return }
        switch place.tag {
        case FontTraits.tag("wght"): weight = Double(min(max(place.value, 1), 1000))
        case FontTraits.tag("wdth"): width = Double(place.value)
        case FontTraits.tag("ital"): isItalic = place.value > 0
        case FontTraits.tag("slnt"): isItalic = place.value != 0
        default: break
        }
    }

    private static func tag(_ name: StaticString) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(name.utf8Start[$1]) }
    }
}
