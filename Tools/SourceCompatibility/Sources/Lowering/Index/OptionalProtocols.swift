/// The optional requirements of all `@objc` protocols, and how they will be spelled.
final class OptionalProtocols {
    struct Requirement {
        let type: TypeInfo
        let member: Member
        /// The protocol that stands for this requirement alone.
        let synthetic: String
        /// The property of the protocol that answers the method as a closure, or nil where it is not implemented.
        let accessor: String
        /// Several requirements have this name and these labels and differ in types: the accessor is a method, whose result is optional.
        let isOverloaded: Bool

        /// Whether a member of a class implements it.
        func isImplemented(by other: Member) -> Bool {
            other.kind == member.kind && other.fullName == member.fullName && other.isStatic == member.isStatic
                && (!isOverloaded || other.parameters.map(\.type) == member.parameters.map(\.type))
        }
    }

    /// By protocol.
    private var byProtocol: [ObjectIdentifier: [Requirement]] = [:]
    /// The accessor for calls with labels, by full name, and for calls without where a name says nothing.
    private(set) var accessors: [String: String] = [:]
    /// All accessors by full name, those that are the method's own name too.
    private(set) var references: [String: String] = [:]
    /// The full names that several requirements of one protocol have.
    private(set) var overloaded: Set<String> = []

    init(_ index: PackageIndex) {
        for type in index.all where type.kind == .protocol {
            let optional = type.members.filter(\.isOptional)
            guard !optional.isEmpty else { continue }
            var requirements: [Requirement] = []
            for member in optional where member.kind == .method || member.kind == .property {
                let accessor = Self.accessor(of: member, in: type)
                let isOverloaded = optional.count { $0.fullName == member.fullName } > 1
                if isOverloaded { overloaded.insert(member.fullName) }
                let suffix =
                    isOverloaded
                    ? "_"
                        + member.parameters.map { $0.type.filter { $0.isLetter || $0.isNumber } }.joined(separator: "_") : ""
                requirements.append(
                    Requirement(
                        type: type, member: member,
                        synthetic: "_\(type.path.replacingText(".", with: "_"))_\(Self.mangled(member, in: type))\(suffix)",
                        accessor: accessor, isOverloaded: isOverloaded
                    ))
                references[member.fullName] = accessor
                if isOverloaded || accessor != ObjectiveCName.plain(member.name) { accessors[member.fullName] = accessor }
            }
            byProtocol[ObjectIdentifier(type)] = requirements
        }
    }

    /// The requirement that a reference to a member of a known type means, or nil where the type's member of that name is none.
    func requirement(_ found: [(type: TypeInfo, member: Member)]) -> Requirement? {
        guard let first = found.first, first.member.isOptional else { return nil }
        return requirements(of: first.type).first {
            $0.member.node.position == first.member.node.position && $0.member.file == first.member.file
        }
    }

    func requirements(of type: TypeInfo) -> [Requirement] { byProtocol[ObjectIdentifier(type)] ?? [] }

    var isEmpty: Bool { byProtocol.isEmpty }

    func requirement(of type: TypeInfo, fullName: String) -> Requirement? {
        requirements(of: type).first { $0.member.fullName == fullName }
    }

    /// Whether `x.name` alone finds the accessor: no other requirement of the protocol has that name.
    static func isUnique(_ name: String, in type: TypeInfo) -> Bool { type.members(name).count == 1 }

    /// `tableView_didSelectRowAt`; a method without labels keeps its name where that is not taken.
    private static func accessor(of member: Member, in type: TypeInfo) -> String {
        let labels = member.labels.filter { $0 != "_" }
        if member.kind == .property || labels.isEmpty && isUnique(member.name, in: type) { return ObjectiveCName.plain(member.name) }
        return mangled(member, in: type)
    }

    private static func mangled(_ member: Member, in type: TypeInfo) -> String {
        if member.kind == .property { return ObjectiveCName.plain(member.name) }
        let labels = member.labels.filter { $0 != "_" }.map(ObjectiveCName.plain)
        let name = ([ObjectiveCName.plain(member.name)] + labels).joined(separator: "_")
        if labels.isEmpty { return isUnique(member.name, in: type) ? name : "\(name)_\(member.labels.count)" }
        return labels.count == member.labels.count - 1 ? name : "\(name)_\(member.labels.count)"
    }
}
