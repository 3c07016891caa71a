/// Classes conform to the protocols of the optional requirements that they implement.
///
///     class A: NSObject, P { func did(_ x: Int, with y: Int) -> Bool { true } }
///     ->
///     class A: NSObject, P, _P_did_with { … }
enum ConformanceRule {
    static func apply(in context: LoweringContext) {
        guard !context.optionals.isEmpty else { return }
        for type in context.index.all where type.kind == .class || type.kind == .external {
            for conformance in conformances(of: type, context) { add(conformance, to: type, context) }
        }
    }

    private struct Conformance {
        let requirement: OptionalProtocols.Requirement
        let member: Member
        /// Where the protocol is named; nil where only an ancestor names it.
        let place: TypeInfo.Inherited?
    }

    private static func conformances(of type: TypeInfo, _ context: LoweringContext) -> [Conformance] {
        let index = context.index
        let chain = index.ancestry(type.path, module: type.module)
        var result: [Conformance] = []
        var seen: Set<String> = []
        for (depth, step) in chain.enumerated() {
            // Another module's or file's extensions of the same type count as the type itself.
            for record in step.records where depth > 0 || record === type {
                for inherited in record.inherited {
                    for type_ in index.protocols([inherited.name], scope: record.path, module: record.module) {
                        for requirement in context.optionals.requirements(of: type_) where seen.insert(requirement.synthetic).inserted {
                            guard let conformance = implementation(of: requirement, type, chain, depth, depth == 0 ? inherited : nil) else {
                                continue
                            }
                            result.append(conformance)
                        }
                    }
                }
            }
        }
        return result
    }

    /// The class implements it and no ancestor conforms already; or the class conforms, and an ancestor that doesn't implements it.
    private static func implementation(
        of requirement: OptionalProtocols.Requirement, _ type: TypeInfo, _ chain: [(name: String, records: [TypeInfo])],
        _ conformingDepth: Int,
        _ place: TypeInfo.Inherited?
    ) -> Conformance? {
        func member(at depth: Int) -> Member? {
            chain[depth].records.lazy.flatMap(\.members).first {
                requirement.isImplemented(by: $0) && $0.access != "private"
                    && ($0.access != "fileprivate" || requirement.type.access == "fileprivate" || requirement.type.access == "private")
            }
        }
        if conformingDepth == 0 {
            for depth in chain.indices {
                if let found = member(at: depth) { return Conformance(requirement: requirement, member: found, place: place) }
            }
            return nil
        }
        guard let own = member(at: 0) else { return nil }
        // An ancestor that conforms and implements, or that lies below the one that conforms and implements, has it.
        for depth in 1..<chain.count where member(at: depth) != nil { return nil }
        return Conformance(requirement: requirement, member: own, place: nil)
    }

    private static func add(_ conformance: Conformance, to type: TypeInfo, _ context: LoweringContext) {
        let name = conformance.requirement.synthetic
        let file: FileContext
        if let place = conformance.place, place.conditions == conformance.member.conditions || conformance.member.conditions.isEmpty {
            file = context.files[place.file]
            file.insert(", \(place.attributes.isEmpty ? "" : place.attributes + " ")\(name)", at: place.end)
        } else if let declaration = type.declaration {
            file = context.files[declaration.file]
            file.append(
                "extension \(type.path): \(name) {}", under: declaration.conditions + conformance.member.conditions,
                from: declaration.node)
        } else {
            file = context.files[conformance.member.file]
            file.append("extension \(type.path): \(name) {}", under: conformance.member.conditions, from: conformance.member.node)
        }
        file.count(OptionalProtocolRule.name)
    }
}
