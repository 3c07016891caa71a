import Foundation

/// What `swift package dump-package` says of a package, as far as sources and modules are concerned.
struct Manifest: Decodable {
    let name: String
    let targets: [Target]
    let products: [Product]
    /// The versions of the language that it names (`swiftLanguageVersions`); nil where it names none.
    let swiftLanguageVersions: [String]?

    struct Product: Decodable {
        let name: String
        let targets: [String]
        let isLibrary: Bool
        let isExecutable: Bool

        private enum Key: CodingKey { case name, targets, type }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            name = try container.decode(String.self, forKey: .name)
            targets = try container.decode([String].self, forKey: .targets)
            let kinds = try container.decode([String: AnyValue].self, forKey: .type).keys
            (isLibrary, isExecutable) = (kinds.contains("library"), kinds.contains("executable"))
        }
    }

    struct Target: Decodable {
        let name: String
        /// `regular`, `executable`, `test`, `system`, `binary`, `plugin` or `macro`.
        let type: String
        let path: String?
        let sources: [String]?
        let exclude: [String]
        let dependencies: [Dependency]
        let resources: [Resource]
        /// Whether build plugins work on it.
        let usesPlugins: Bool

        private enum Key: CodingKey { case name, type, path, sources, exclude, dependencies, resources, pluginUsages }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            name = try container.decode(String.self, forKey: .name)
            type = try container.decode(String.self, forKey: .type)
            path = try container.decodeIfPresent(String.self, forKey: .path)
            sources = try container.decodeIfPresent([String].self, forKey: .sources)
            exclude = try container.decodeIfPresent([String].self, forKey: .exclude) ?? []
            dependencies = try container.decodeIfPresent([Dependency].self, forKey: .dependencies) ?? []
            resources = try container.decodeIfPresent([Resource].self, forKey: .resources) ?? []
            usesPlugins = try container.decodeIfPresent(AnyValue.self, forKey: .pluginUsages)?.array?.isEmpty == false
        }

        /// The name of its module: what is no identifier becomes an underscore.
        var module: String {
            let text = String(name.unicodeScalars.map { $0 == "_" || CharacterSet.alphanumerics.contains($0) ? Character($0) : "_" })
            return text.first?.isNumber == true ? "_" + text : text
        }
    }

    struct Resource: Decodable { let path: String }

    struct Dependency: Decodable {
        let name: String
        /// The package, where the manifest names one.
        let package: String?
        /// A target of the same package or of any, a product, or whatever has the name.
        let kind: Kind
        /// The platforms that it is limited to; empty for all.
        let platforms: [String]

        enum Kind: String { case byName, target, product }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer().decode([String: [AnyValue]].self)
            guard let (form, parts) = value.first, let name = parts.first?.string else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a dependency without a name"))
            }
            self.name = name
            kind = Kind(rawValue: form) ?? .byName
            package = kind == .product && parts.count > 1 ? parts[1].string : nil
            platforms = parts.lazy.compactMap { $0.object?["platformNames"]?.array }.first?.compactMap(\.string) ?? []
        }
    }

    /// The manifest in a folder as SwiftPM's JSON.
    static func dump(_ folder: String, scratch: String) throws -> String {
        let result = try Program.capture("swift", ["package", "--package-path", folder, "--scratch-path", scratch, "dump-package"])
        guard result.status == 0, let start = result.output.firstIndex(of: "{") else {
            throw BuildError("\(folder)/Package.swift can't be read:\n\(result.errors)")
        }
        return String(result.output[start...])
    }
}

/// JSON of any form.
enum AnyValue: Decodable {
    case null, bool(Bool), number(Double), text(String), list([AnyValue]), map([String: AnyValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([AnyValue].self) {
            self = .list(value)
        } else {
            self = .map(try container.decode([String: AnyValue].self))
        }
    }

    var string: String? { if case .text(let value) = self { value } else { nil } }
    var array: [AnyValue]? { if case .list(let value) = self { value } else { nil } }
    var object: [String: AnyValue]? { if case .map(let value) = self { value } else { nil } }
}
