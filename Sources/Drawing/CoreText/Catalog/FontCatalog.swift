import AgateDiagnostics

/// The fonts of this process: the installed ones, read on first use, and those that the program has registered since.
///
/// fontconfig lists the files. The choice among them is made here, by names and traits alone, so that two machines with the same fonts
/// choose alike whatever their settings are.
final class FontCatalog: Sendable {
    static let shared = FontCatalog()

    private struct State {
        var installed: [FontRecord]?
        var registered: [FontRecord] = []
        var index: FontIndex?
        var fallbacks: [FallbackKey: FontRecord?] = [:]
        var fonts: [FontWish: CTFont] = [:]
    }
    private static let mostFonts = 256

    private let state: Locked<State>

    /// Creates a catalogue of the given fonts, or of the installed ones for nil.
    init(installed: [FontRecord]? = nil) {
        state = Locked(State(installed: installed))
    }

    /// The current faces.
    var index: FontIndex {
        state.withLock { state in
            if let index = state.index { return index }
            let installed = state.installed ?? FontRecord.installed()
            let index = FontIndex(registered: state.registered, installed: installed)
            (state.installed, state.index) = (installed, index)
            return index
        }
    }

    /// Adds faces. Returns false, without a change, if a face with the same file and number is already present.
    func register(_ records: [FontRecord]) -> Bool {
        state.withLock { state in
            let known = Set(state.registered.compactMap(\.url))
            guard !records.contains(where: { $0.url.map(known.contains) ?? false }) else { return false }
            state.registered += records
            FontCatalog.forget(&state)
            return true
        }
    }

    /// Removes faces. Returns false if none was registered. Fonts created from them remain valid.
    func unregister(where matches: @Sendable (FontRecord) -> Bool) -> Bool {
        state.withLock { state in
            let kept = state.registered.filter { !matches($0) }
            guard kept.count < state.registered.count else { return false }
            state.registered = kept
            FontCatalog.forget(&state)
            return true
        }
    }

    private static func forget(_ state: inout State) {
        state.index = nil
        state.fallbacks = [:]
        state.fonts = [:]
    }

    /// Returns the font for a wish. The font is cached until fonts are registered or unregistered.
    func font(for wish: FontWish, _ make: () -> CTFont) -> CTFont {
        if let known = state.withLock({ $0.fonts[wish] }) { return known }
        let made = make()
        state.withLock { state in
            if state.fonts.count >= Self.mostFonts { state.fonts = [:] }
            state.fonts[wish] = made
        }
        return made
    }

    // MARK: Names

    /// The result of looking up a name.
    struct Choice: Sendable {
        let record: FontRecord?
        /// The vertical measures of the requested font, if another font replaces it.
        let vertical: VerticalMetrics?
    }

    /// Returns the face with a PostScript, full or family name, or the substitute for a font of Apple's. Returns nil if the name is
    /// unknown.
    func choice(named name: String) -> Choice? {
        let index = index
        if let record = index.face(named: name) { return Choice(record: record, vertical: nil) }
        guard
            let parsed = FontName(
                name, isFamily: { index.hasFamily(key: $0) || StandIn.table[$0] != nil }
            )
        else { return nil }
        return choice(family: parsed.family, parsed.traits)
    }

    /// Returns the face of a family nearest to the traits, or nil if the family is unknown.
    func choice(family: String, _ traits: FontTraits) -> Choice? {
        let index = index
        if let record = index.face(ofFamily: family, traits) { return Choice(record: record, vertical: nil) }
        return StandIn.table[FontName.key(family)].map { choice($0, traits, index) }
    }

    /// Returns the choice for an unknown name, which is the substitute for Helvetica, and reports one diagnostic.
    func fallbackChoice(for name: String, _ traits: FontTraits) -> Choice {
        let choice = choice(StandIn.fallback, traits, index)
        Diagnostic.reportOnce(
            "text.missing-font", key: name,
            "the font \"\(name)\" is not installed; \(choice.record?.postScriptName ?? "nothing") is used instead"
        )
        return choice
    }

    private func choice(_ standIn: StandIn, _ traits: FontTraits, _ index: FontIndex) -> Choice {
        for family in standIn.families {
            if let record = index.face(ofFamily: family, traits) {
                report(standIn, family)
                return Choice(record: record, vertical: standIn.vertical)
            }
        }
        for family in Self.broad {
            if let record = index.face(ofFamily: family, traits) {
                report(standIn, family)
                return Choice(record: record, vertical: standIn.vertical)
            }
        }
        // If none of the similar fonts is installed, uses any font with letters.
        if let record = FontIndex.nearest(index.records.lazy.filter { $0.covers(0x41) && !$0.isColor }, traits) ?? index.records.first {
            report(standIn, record.families[0])
            return Choice(record: record, vertical: standIn.vertical)
        }
        Diagnostic.reportOnce("text.no-fonts", key: "", "no fonts are installed; text has no glyphs and no size")
        return Choice(record: nil, vertical: nil)
    }

    /// Reports a substitute with other widths, once for each of Apple's fonts. Fonts that every program uses are not reported.
    private func report(_ standIn: StandIn, _ family: String) {
        guard !standIn.isCommon, !standIn.families.prefix(standIn.compatibleCount).contains(family) else { return }
        let better = standIn.families.prefix { $0 != family }.lazy.compactMap { name in AppleFamilies.package(of: name).map { (name, $0) } }
            .first
        Diagnostic.reportOnce(
            "text.stand-in", key: standIn.name,
            "\(family) is used instead of Apple's font \"\(standIn.name)\""
                + (better.map { "; \($0.0) would be a closer match (Debian package \($0.1))" } ?? "")
        )
    }

    // MARK: Fallback

    private struct FallbackKey: Hashable {
        let scalar: UInt32
        let wantsEmoji: Bool
        let traits: FontTraits
    }

    /// Returns a face that has the character, for text in a font that lacks it. Returns nil if there is none.
    ///
    /// Registered fonts come first, then the families with wide coverage, then all others in the order of their names. Within a family
    /// the face with the nearest traits is chosen. Colour fonts are chosen for emoji, and for other characters only if no other font has
    /// them.
    func fallback(for scalar: UInt32, wantsEmoji: Bool, like traits: FontTraits) -> FontRecord? {
        let key = FallbackKey(scalar: scalar, wantsEmoji: wantsEmoji, traits: traits)
        if let known = state.withLock({ $0.fallbacks[key] }) { return known }
        let index = index
        var best: (record: FontRecord, rank: Double)?
        for record in index.records where record.covers(scalar) {
            var rank = record.traits.distance(from: traits)
            if record.isColor != wantsEmoji { rank += 1e6 }
            if case .installed = record.source { rank += Double(FontCatalog.rank(record.families[0])) * 1e4 }
            if rank < best?.rank ?? .infinity { best = (record, rank) }
        }
        let found = best?.record
        state.withLock { state in
            if state.fallbacks.count > 4096 { state.fallbacks = [:] }
            state.fallbacks[key] = .some(found)
        }
        return found
    }

    private static let broad = ["Liberation Sans", "DejaVu Sans", "Noto Sans"]

    private static func rank(_ family: String) -> Int {
        if let place = broad.firstIndex(of: family) { return place + 1 }
        return family.hasPrefix("Noto Sans") ? broad.count + 1 : broad.count + 2
    }
}
