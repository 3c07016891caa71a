import AgateDiagnostics

/// The fonts of this process: what is installed, read at the first use, and what the program registered since.
///
/// fontconfig lists the files; which of them answers to a name is decided here, by the names and traits alone, so that two machines with
/// the same fonts choose alike whatever their settings say.
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

    /// A catalogue of the fonts given; nil for what is installed.
    init(installed: [FontRecord]? = nil) {
        state = Locked(State(installed: installed))
    }

    /// What there is now.
    var index: FontIndex {
        state.withLock { state in
            if let index = state.index { return index }
            let installed = state.installed ?? FontRecord.installed()
            let index = FontIndex(registered: state.registered, installed: installed)
            (state.installed, state.index) = (installed, index)
            return index
        }
    }

    /// Adds faces; false, and nothing changes, where one of the same file and number is there already.
    func register(_ records: [FontRecord]) -> Bool {
        state.withLock { state in
            let known = Set(state.registered.compactMap(\.url))
            guard !records.contains(where: { $0.url.map(known.contains) ?? false }) else { return false }
            state.registered += records
            FontCatalog.forget(&state)
            return true
        }
    }

    /// Takes faces away; false where none was registered. Fonts made of them go on working.
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

    /// The font for a wish, made once until fonts are registered or forgotten.
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

    /// What a name stands for.
    struct Choice: Sendable {
        let record: FontRecord?
        /// The vertical measures of the font asked for, where another one stands in.
        let vertical: VerticalMetrics?
    }

    /// The face that a PostScript, full or family name means, or the stand-in for a font of Apple's; nil where it is unknown.
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

    /// The face of a family nearest to the traits; nil where the family is unknown.
    func choice(family: String, _ traits: FontTraits) -> Choice? {
        let index = index
        if let record = index.face(ofFamily: family, traits) { return Choice(record: record, vertical: nil) }
        return StandIn.table[FontName.key(family)].map { choice($0, traits, index) }
    }

    /// What an unknown name gets: Helvetica's stand-in, and one diagnostic.
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
        // None of the fonts that look alike: any that has letters.
        if let record = FontIndex.nearest(index.records.lazy.filter { $0.covers(0x41) && !$0.isColor }, traits) ?? index.records.first {
            report(standIn, record.families[0])
            return Choice(record: record, vertical: standIn.vertical)
        }
        Diagnostic.reportOnce("text.no-fonts", key: "", "no fonts are installed; text has no glyphs and no size")
        return Choice(record: nil, vertical: nil)
    }

    /// Once for each of Apple's fonts that a font of other widths stands in for; not for those that every program uses.
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

    /// A face that has the character, for text in a font that has not; nil where there is none.
    ///
    /// Registered fonts come first, then the families that cover much, then all others in the order of their names; among the faces of one
    /// family the one with the nearest traits. Pictures are chosen for emoji, and for other characters only where nothing else has them.
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
