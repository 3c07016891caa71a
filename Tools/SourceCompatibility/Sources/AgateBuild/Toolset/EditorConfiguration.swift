import Foundation

/// The configuration of SourceKit-LSP for a package that is built with a toolset: `.sourcekit-lsp/config.json` in the package's folder.
enum EditorConfiguration {
    /// Adds a toolset to the configuration of a package, and that of the package's lowered copies, if `agate build` has made some.
    static func install(_ toolset: Toolset, in package: String) throws {
        guard Files.exists(package + "/Package.swift") else { throw BuildError("no Package.swift in \(package)") }
        let file = package + "/.sourcekit-lsp/config.json"
        let old = Files.exists(file) ? try Files.data(file) : nil
        let lowered = LoweredSources(scratch: package + "/.build").toolsetFile
        let text: String
        do { text = try merged(old, toolset: toolset.file, lowered: Files.exists(lowered) ? lowered : nil) } catch let error as BuildError {
            throw BuildError("\(file) \(error.description)")
        }
        if try Files.write(text, to: file) { message("wrote \(file)") }
    }

    /// Returns a configuration with a toolset. Settings of other tools stay; other toolsets of Agate are replaced, and those that do not
    /// exist are removed.
    /// - Parameter lowered: The toolset that shows lowered copies to the compiler.
    /// - Throws: If the old configuration is not a JSON object.
    static func merged(_ old: Data?, toolset: String, lowered: String? = nil) throws -> String {
        var configuration: [String: Any] = [:]
        if let old, !old.isEmpty {
            guard let object = try? JSONSerialization.jsonObject(with: old) as? [String: Any] else {
                throw BuildError("is not a JSON object; correct or delete it")
            }
            configuration = object
        }
        guard var package = (configuration["swiftPM"] ?? [String: Any]()) as? [String: Any],
            let others = (package["toolsets"] ?? [String]()) as? [String]
        else { throw BuildError("has swiftPM settings of another form; correct or delete them") }
        let kept = others.filter { $0 != toolset && $0 != lowered && Files.exists($0) && !isAgates($0) }
        package["toolsets"] = kept + [toolset] + (lowered.map { [$0] } ?? [])
        configuration["swiftPM"] = package
        let data = try JSONSerialization.data(
            withJSONObject: configuration, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private static func isAgates(_ file: String) -> Bool {
        let folder = (file as NSString).deletingLastPathComponent
        return ["/stamp", "/contents", "/overlay.yaml"].contains { Files.exists(folder + $0) }
    }
}
