/// The substitute for a font of Apple's systems on this machine.
package struct StandInReport: Sendable {
    /// The similarity of a substitute to the original.
    package enum Kind: String, Sendable {
        /// The font itself is installed.
        case itself
        /// The substitute has the same letter widths.
        case sameWidths = "same widths"
        /// The substitute looks similar.
        case alike
        /// Any font with letters.
        case anything = "any font"
        /// No font is installed.
        case nothing
    }

    /// The family's name on Apple's systems.
    package let name: String
    /// The PostScript name of the substitute, or nil if there are no fonts.
    package let standIn: String?
    package let kind: Kind
    /// A better substitute that is not installed, and its Debian package.
    package let better: (family: String, package: String)?

    /// Returns the reports for all of Apple's families, by name.
    package static func all() -> [StandInReport] { all(FontCatalog.shared) }

    static func all(_ catalog: FontCatalog) -> [StandInReport] {
        let index = catalog.index
        var known: Set<String> = []
        return StandIn.table.values.filter { known.insert($0.name).inserted }.sorted { $0.name < $1.name }.map { standIn in
            if let own = index.face(ofFamily: standIn.name, .regular) {
                return StandInReport(name: standIn.name, standIn: own.postScriptName, kind: .itself, better: nil)
            }
            let place = standIn.families.firstIndex { index.hasFamily(key: FontName.key($0)) }
            let better = standIn.families.prefix(place ?? standIn.families.count).lazy.compactMap { name in
                AppleFamilies.package(of: name).map { (family: name, package: $0) }
            }.first
            guard let place else {
                let any = catalog.choice(family: standIn.name, .regular)?.record
                return StandInReport(
                    name: standIn.name, standIn: any?.postScriptName, kind: any == nil ? .nothing : .anything, better: better)
            }
            return StandInReport(
                name: standIn.name, standIn: index.face(ofFamily: standIn.families[place], .regular)?.postScriptName,
                kind: place < standIn.compatibleCount ? .sameWidths : .alike, better: better
            )
        }
    }
}
