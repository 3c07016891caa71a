/// All available faces at one time, by their names. It is a value, so lookups need no lock.
struct FontIndex: Sendable {
    /// The registered faces, followed by the installed ones, each in the order of their names.
    let records: [FontRecord]
    private var byName: [String: FontRecord] = [:]
    private var families: [String: [FontRecord]] = [:]

    init(registered: [FontRecord], installed: [FontRecord]) {
        records = registered.sorted { $0.sortKey < $1.sortKey } + installed.sorted { $0.sortKey < $1.sortKey }
        for record in records {
            for name in [record.postScriptName] + record.fullNames {
                let key = FontName.key(name)
                if byName[key] == nil { byName[key] = record }
            }
            for family in Set(record.families.map(FontName.key)) { families[family, default: []].append(record) }
        }
    }

    /// Returns the face with a PostScript or full name.
    func face(named name: String) -> FontRecord? { byName[FontName.key(name)] }

    /// Returns whether there are faces of a family.
    func hasFamily(key: String) -> Bool { families[key] != nil }

    /// Returns the face of a family nearest to the traits.
    func face(ofFamily family: String, _ traits: FontTraits) -> FontRecord? {
        families[FontName.key(family)].flatMap { FontIndex.nearest($0, traits) }
    }

    func faces(ofFamily family: String) -> [FontRecord] { families[FontName.key(family)] ?? [] }

    static func nearest(_ records: some Sequence<FontRecord>, _ traits: FontTraits) -> FontRecord? {
        var best: (record: FontRecord, distance: Double)?
        for record in records {
            var wanted = traits
            // A family requested by name is monospaced or not, so the trait must not affect the choice of a face.
            wanted.isMonospace = record.traits.isMonospace
            let distance = record.traits.distance(from: wanted)
            if distance < best?.distance ?? .infinity { best = (record, distance) }
        }
        return best?.record
    }
}
