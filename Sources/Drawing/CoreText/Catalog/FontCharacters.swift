import CText

/// The characters of a face: a set of fontconfig's, which counts its references, or one of HarfBuzz's. Reading is thread-safe.
final class FontCharacters: @unchecked Sendable {
    private let set: OpaquePointer
    private let isFontconfig: Bool

    /// Creates the set that fontconfig describes. Returns nil if the description has none.
    init?(fontconfig pattern: OpaquePointer) {
        var found: OpaquePointer?
        guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &found) == FcResultMatch, let copy = FcCharSetCopy(found) else { return nil }
        set = copy
        isFontconfig = true
    }

    /// Creates the set from a face's character map.
    init?(_ face: FontFace) {
        guard let set = hb_set_create() else { return nil }
        hb_face_collect_unicodes(face.hbFace, set)
        self.set = set
        isFontconfig = false
    }

    deinit {
        if isFontconfig { FcCharSetDestroy(set) } else { hb_set_destroy(set) }
    }

    func contains(_ scalar: UInt32) -> Bool {
        isFontconfig ? FcCharSetHasChar(set, scalar) != 0 : hb_set_has(set, scalar) != 0
    }

    /// Calls `body` with each character, in ascending order.
    func forEach(_ body: (UInt32) -> Void) {
        guard isFontconfig else {
            var scalar = hb_codepoint_t.max
            while hb_set_next(set, &scalar) != 0 { body(scalar) }
            return
        }
        // Pages of 256 characters, with a bit for each.
        var page = [FcChar32](repeating: 0, count: 8)
        var next: FcChar32 = 0
        var base = FcCharSetFirstPage(set, &page, &next)
        while base != FcChar32.max {
            for bit in 0..<256 where page[bit >> 5] >> UInt32(bit & 31) & 1 != 0 { body(base + UInt32(bit)) }
            base = FcCharSetNextPage(set, &page, &next)
        }
    }
}
