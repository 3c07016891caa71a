/// All declarations of all modules.
final class PackageIndex {
    /// By module, then by path.
    private var types: [String: [String: TypeInfo]] = [:]
    private var aliases: [String: [String: String]] = [:]
    /// What each module declares at the top level of its files, beside types: the type is a stand-in without a path.
    private var globals: [String: [String: [(type: TypeInfo, member: Member)]]] = [:]
    /// What each module sees, itself first.
    private let visible: [String: [String]]
    /// In the order of modules, files and lines.
    private(set) var all: [TypeInfo] = []

    init(_ modules: [SourceModule], _ collected: [Collector]) {
        let direct = Dictionary(modules.map { ($0.name, $0.dependencies) }) { first, _ in first }
        visible = direct.keys.reduce(into: [:]) { result, module in
            var order = [module], seen: Set = [module], next = 0
            while next < order.count {
                for name in direct[order[next]] ?? [] where seen.insert(name).inserted { order.append(name) }
                next += 1
            }
            result[module] = order
        }
        for collector in collected {
            let module = collector.file.module
            aliases[module, default: [:]].merge(collector.aliases) { first, _ in first }
            let topLevel = TypeInfo(module: module, path: "")
            for member in collector.globals { globals[module, default: [:]][member.name, default: []].append((topLevel, member)) }
        }
        let names = Set(direct.keys)
        for collector in collected {
            for part in collector.types { merge(part, collector.file.module, names: names) }
        }
    }

    /// What an alias stands for: `extension Image` of `typealias Image = UIImage` extends UIImage.
    private func withoutAlias(_ path: String, _ module: String) -> String {
        var path = path
        for _ in 0..<4 {
            let alias = (visible[module] ?? [module]).lazy.compactMap { self.aliases[$0]?[path] }.first
            guard let alias, alias != path, let plain = TypeText.plainName(alias), plain == alias else { return path }
            path = plain
        }
        return path
    }

    private func merge(_ part: TypeInfo, _ module: String, names: Set<String>) {
        // `extension UIKit.UIView` extends UIView.
        var path = part.path
        if let dot = path.firstIndex(of: "."), part.kind == .external {
            let first = String(path[..<dot])
            if names.contains(first) || LoweringPolicy.agateModules.contains(first) || first == "Foundation" || first == "Swift" {
                path = String(path[path.index(after: dot)...])
            }
        }
        if part.kind == .external { path = withoutAlias(path, module) }
        let type: TypeInfo
        if let known = types[module]?[path] {
            type = known
        } else {
            type = TypeInfo(module: module, path: path)
            types[module, default: [:]][path] = type
            all.append(type)
        }
        if part.kind != .external {
            type.kind = part.kind
            type.isObjC = type.isObjC || part.isObjC
            type.isGeneric = type.isGeneric || part.isGeneric
            type.access = type.access ?? part.access
            type.declaration = type.declaration ?? part.declaration
            // The superclass stands first in the declaration.
            type.inherited = part.inherited + type.inherited
        } else {
            type.inherited += part.inherited
        }
        type.members += part.members
        type.cases += part.cases
    }

    /// What is known about a type by a name that is used in `scope` of `module`: its own record first, then what other modules'
    /// extensions add.
    func records(_ name: String, scope: String? = nil, module: String) -> [TypeInfo] {
        var result: [TypeInfo] = []
        let modules = visible[module] ?? [module]
        var candidates: [String] = []
        var around = scope?.split(separator: ".").map(String.init) ?? []
        while !around.isEmpty {
            candidates.append(around.joined(separator: ".") + "." + name)
            around.removeLast()
        }
        candidates.append(name)
        if let scope, name == "Self" || name == "self" { candidates = [scope] }
        // `Module.Type`
        if let dot = name.firstIndex(of: "."),
            types[String(name[..<dot])] != nil
                || LoweringPolicy.agateModules.contains(String(name[..<dot]))
        {
            candidates.append(String(name[name.index(after: dot)...]))
        }
        for path in candidates {
            for module in modules {
                if let type = types[module]?[path] {
                    // A nested type that only an extension of this module makes up is none.
                    result.append(type)
                }
            }
            if !result.isEmpty { break }
            for module in modules {
                if let alias = aliases[module]?[path], let plain = TypeText.plainName(alias), plain != name {
                    return records(plain, scope: scope, module: module)
                }
            }
        }
        return result.sorted { ($0.kind != .external ? 0 : 1) < ($1.kind != .external ? 0 : 1) }
    }

    /// The declared type of a name, or nil where it comes from elsewhere.
    func type(_ name: String, scope: String? = nil, module: String) -> TypeInfo? {
        records(name, scope: scope, module: module).first { $0.kind != .external }
    }

    /// Whether a name of the top level is the package's: a type or an alias that the module sees.
    func declares(_ name: String, module: String) -> Bool {
        (visible[module] ?? [module]).contains { declared(name, in: $0) != nil || aliases[$0]?[name] != nil }
    }

    /// The functions and variables of that name at the top level of the modules that a module sees: the nearest module's.
    func globals(_ name: String, module: String) -> [(type: TypeInfo, member: Member)] {
        for module in visible[module] ?? [module] {
            if let found = globals[module]?[name] { return found }
        }
        return []
    }

    /// Whether a module sees another one, or is it.
    func sees(_ other: String, from module: String) -> Bool { (visible[module] ?? [module]).contains(other) }

    /// What a module itself declares under a path.
    func declared(_ path: String, in module: String) -> TypeInfo? {
        types[module]?[path].flatMap { $0.kind == .external ? nil : $0 }
    }

    /// The names of the protocols in `A & B`, with aliases resolved.
    func parts(_ name: String, scope: String?, module: String) -> [String] {
        if name.contains("&") {
            return name.split(separator: "&").flatMap { parts($0.filter { !$0.isWhitespace }, scope: scope, module: module) }
        }
        var plain = name
        if plain.hasPrefix("any ") { plain.removeFirst(4) }
        for module in visible[module] ?? [module] {
            for path in [scope.map { $0 + "." + plain } ?? plain, plain] {
                if let alias = aliases[module]?[path], alias != name { return parts(alias, scope: scope, module: module) }
            }
        }
        return [plain]
    }

    /// The superclass's name: nil for a class that has none, or whose superclass can't be distinguished from a protocol.
    func superclassName(of type: TypeInfo) -> String? {
        guard type.kind != .protocol, type.kind != .value else { return nil }
        guard type.kind == .class else { return AppleClasses.superclass[type.path] }
        guard let first = type.inherited.first(where: { !$0.isInExtension }) else { return nil }
        for name in parts(first.name, scope: type.scope.isEmpty ? type.path : type.path, module: type.module) {
            let plain = TypeText.plainName(name) ?? name
            if let known = self.type(plain, scope: type.path, module: type.module) {
                if known.kind == .class { return plain }
            } else if !AppleClasses.isProtocol(plain) {
                return plain
            }
        }
        return nil
    }

    /// The class and its ancestors, nearest first: by name, with what is known of each.
    func ancestry(_ name: String, scope: String? = nil, module: String) -> [(name: String, records: [TypeInfo])] {
        var result: [(name: String, records: [TypeInfo])] = []
        var next: (name: String, scope: String?, module: String)? = (name, scope, module)
        while let current = next, result.count < 40 {
            let found = records(current.name, scope: current.scope, module: current.module)
            // An alias of a class of Apple's that the package doesn't extend has no record.
            let name = found.first?.path ?? withoutAlias(current.name, current.module)
            result.append((name, found))
            if let type = found.first(where: { $0.kind == .class }) {
                next = superclassName(of: type).map { ($0, type.path, type.module) }
            } else {
                // Extensions are seen from where the search started.
                let plain = name.split(separator: ".").last.map(String.init) ?? name
                next = AppleClasses.superclass[plain].map { ($0, nil, current.module) }
            }
        }
        return result
    }

    /// All protocols that the names stand for, and what those inherit.
    func protocols(_ names: [String], scope: String?, module: String) -> [TypeInfo] {
        var result: [TypeInfo] = [], seen: Set<ObjectIdentifier> = []
        func add(_ name: String, _ scope: String?, _ module: String) {
            for part in parts(name, scope: scope, module: module) {
                guard let plain = TypeText.plainName(part), let type = self.type(plain, scope: scope, module: module),
                    type.kind == .protocol,
                    seen.insert(ObjectIdentifier(type)).inserted
                else { continue }
                result.append(type)
                for inherited in type.inherited { add(inherited.name, type.path, type.module) }
            }
        }
        for name in names { add(name, scope, module) }
        return result
    }

    /// The members of that name that a type has: its own first, then its ancestors', then its protocols'.
    func members(
        _ name: String, labels: [String]? = nil, of typeName: String, scope: String? = nil,
        module: String
    ) -> [(type: TypeInfo, member: Member)] {
        var result: [(type: TypeInfo, member: Member)] = []
        var protocolNames: [(String, String?, String)] = []
        for step in ancestry(typeName, scope: scope, module: module) {
            for record in step.records {
                result += record.members(name, labels).map { (record, $0) }
                protocolNames += record.inherited.map { ($0.name, record.path, record.module) }
                if record.kind == .protocol { protocolNames.append((record.path, nil, record.module)) }
            }
        }
        for (name_, scope, module) in protocolNames {
            for type in protocols([name_], scope: scope, module: module) { result += type.members(name, labels).map { (type, $0) } }
        }
        return result
    }
}
