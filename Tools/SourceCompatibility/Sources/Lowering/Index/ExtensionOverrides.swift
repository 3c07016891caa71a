/// Overrides that Objective-C allows and Swift alone does not: those that stand in an extension, and those of what an extension declares.
final class ExtensionOverrides {
    struct Place {
        let type: TypeInfo
        let member: Member
    }

    /// What an extension declares of a type from elsewhere, with all that overrides it.
    struct Dispatched {
        let origin: Place
        /// The deepest class first.
        var overrides: [Place]
    }

    /// Members of extensions that go into the body of their class, which the package declares.
    private(set) var moved: [Place] = []
    private(set) var dispatched: [Dispatched] = []
    /// Overrides that nothing can be done about.
    private(set) var impossible: [(place: Place, message: String)] = []
    /// The members of ``dispatched``, by type: for calls of `super`.
    private var implementations: [ObjectIdentifier: Set<String>] = [:]
    private(set) var dispatchedNames: Set<String> = []

    private let index: PackageIndex

    init(_ index: PackageIndex) {
        self.index = index
        var movedKeys: Set<String> = [], groups: [String: Int] = [:]
        func move(_ place: Place) {
            if movedKeys.insert(Self.key(place)).inserted { moved.append(place) }
        }
        for type in index.all where type.kind == .class || type.kind == .external {
            for member in type.members where member.isOverride && (member.kind == .method || member.kind == .property) {
                let place = Place(type: type, member: member)
                let origin = origin(of: place)
                let isDeclared = origin.map { $0.type.kind == .class && $0.type.declaration != nil } ?? false
                if let origin, origin.member.container != nil, !isDeclared {
                    let key = Self.key(origin)
                    if groups[key] == nil {
                        groups[key] = dispatched.count
                        dispatched.append(Dispatched(origin: origin, overrides: []))
                    }
                    dispatched[groups[key]!].overrides.append(place)
                    continue
                }
                if let origin, origin.member.container != nil { move(origin) }
                guard member.container != nil else { continue }
                if type.kind == .class, type.declaration != nil {
                    move(place)
                } else {
                    impossible.append(
                        (
                            place,
                            "an extension of \(type.path) can't replace what that class has or inherits: "
                                + "nothing will call this \(member.name)"
                        ))
                }
            }
        }
        for number in dispatched.indices {
            dispatched[number].overrides.sort { depth($0) > depth($1) }
            for place in dispatched[number].overrides + [dispatched[number].origin] {
                implementations[ObjectIdentifier(place.type), default: []].insert(place.member.fullName)
                dispatchedNames.insert(place.member.name)
            }
        }
    }

    /// The declaration that is overridden: the one that overrides nothing itself.
    private func origin(of place: Place) -> Place? {
        for step in index.ancestry(place.type.path, module: place.type.module).dropFirst() {
            for record in step.records {
                let all = record.members.filter {
                    $0.fullName == place.member.fullName && $0.kind == place.member.kind && $0.isStatic == place.member.isStatic
                        && !$0.isOverride
                        && $0.access != "private"
                }
                // Of several with the same labels the one with the same types.
                let types = place.member.parameters.map { $0.type + ($0.isVariadic ? "..." : "") }
                let found = all.first { $0.parameters.map { $0.type + ($0.isVariadic ? "..." : "") } == types } ?? all.first
                if let found { return Place(type: record, member: found) }
            }
        }
        return nil
    }

    private func depth(_ place: Place) -> Int { index.ancestry(place.type.path, module: place.type.module).count }

    private static func key(_ place: Place) -> String {
        "\(place.type.module) \(place.type.path) \(place.member.isStatic) \(place.member.fullName) \(place.member.file) "
            + place.member.parameters.map { $0.type + ($0.isVariadic ? "..." : "") }.joined(separator: ",")
    }

    /// The name that a member gets where its own is the way in.
    static func implementationName(_ type: TypeInfo, _ name: String) -> String {
        "_\(type.path.replacingText(".", with: "_"))_\(ObjectiveCName.plain(name))"
    }

    /// That of a member. One with a variadic parameter takes an array under its own name, so it is no overload of one that does already.
    static func implementationName(_ type: TypeInfo, _ member: Member) -> String {
        implementationName(type, member.name) + (member.parameters.contains(where: \.isVariadic) ? "_list" : "")
    }

    /// What `super.name` of a class means, where its own name would lead back to the class.
    /// - Parameter labels: of the call, with as many closures behind the parentheses as `trailing` says; nil for a property.
    func superName(_ name: String, labels: [String]?, trailing: Int, in path: String, module: String) -> String? {
        guard dispatchedNames.contains(name) else { return nil }
        func matches(_ fullName: String) -> Bool {
            guard let labels else { return fullName == name }
            guard fullName.hasPrefix(name + "("), fullName.hasSuffix(")") else { return false }
            // Parameters with defaults may be missing in the call.
            var rest = fullName.dropFirst(name.count + 1).dropLast().split(separator: ":")[...]
            for label in labels {
                guard let found = rest.firstIndex(where: { $0 == label }) else { return false }
                rest = rest[(found + 1)...]
            }
            return rest.count >= trailing
        }
        for step in index.ancestry(path, module: module).dropFirst() {
            for record in step.records where implementations[ObjectIdentifier(record)]?.contains(where: matches) ?? false {
                return Self.implementationName(record, name)
            }
        }
        return nil
    }
}
