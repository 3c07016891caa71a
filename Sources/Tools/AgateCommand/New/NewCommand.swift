import AgateBatch
import AgateDiagnostics
import ArgumentParser
import Foundation
import ImageIO

/// `agate new`: writes a small package from a template.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Writes a small package from a template, to begin with: agate new window Hello.",
        discussion: """
            \(ProjectTemplate.table.joined(separator: "\n"))

            The package is built against a toolset, without a dependency: --toolset names one that agate toolset --prefix installed; \
            without it, the one that agate toolset installs in the cache. With --agate it depends on the package Agate instead. \
            The folder must not exist.
            """
    )

    @Argument(help: "The template; list prints all.") var template: String?
    @Argument(help: "The name of the package, and of the new folder for it.") var name: String?
    @Flag(help: "Print the templates.") var list = false
    @Option(help: "The folder of a toolset, or its toolset.json.") var toolset: String?
    @Option(help: "Agate as a dependency: the address or path of its package, perhaps with a version, such as 0.1.0, after an @.")
    var agate: String?

    private var isList: Bool { list || (template == "list" && name == nil) }

    func validate() throws {
        if isList {
            guard name == nil, toolset == nil, agate == nil else { throw ValidationError("--list takes no name and no other option") }
            return
        }
        do {
            guard let template else { throw ProjectError.noTemplate }
            guard ProjectTemplate(rawValue: template) != nil else { throw ProjectError.unknownTemplate(template) }
            _ = try ProjectName(name ?? "")
            if toolset != nil, agate != nil { throw ProjectError.twoSources }
            if let agate { _ = try AgateSource.Package(agate) }
        } catch let error as ProjectError {
            throw ValidationError("\(error)")
        }
    }

    func run() throws {
        if isList { return try StandardOutput.say(ProjectTemplate.table) }
        guard let template = ProjectTemplate(rawValue: template ?? "") else { return }
        let name = try ProjectName(name ?? ""), source = try source()
        let project = Project(name: name, source: source)
        try project.write(template.files(project), to: name.text)
        let commands = template.isLibrary ? "swift test" : "swift run"
        var lines = ["wrote \(name.text): cd \(name.text) && \(commands)\(project.options)"]
        if case .toolset(let file) = source, access(file, R_OK) != 0 {
            lines.append("there is no toolset in \((file as NSString).deletingLastPathComponent) yet; agate toolset installs it")
        }
        for line in lines { StandardError.say(line) }
    }

    private func source() throws -> AgateSource {
        if let agate {
            let package = try AgateSource.Package(agate)
            if let path = package.path, !FileManager.default.fileExists(atPath: path + "/Package.swift") {
                throw InputError("\(path) is not a package: it has no Package.swift")
            }
            return .package(package)
        }
        if let toolset {
            let place = URL(fileURLWithPath: toolset).standardizedFileURL.path
            let file = place.hasSuffix(".json") ? place : place + "/toolset.json"
            guard access(file, R_OK) == 0 else {
                throw InputError("there is no toolset in \(place); agate toolset --prefix \(toolset) installs one")
            }
            return .toolset(file)
        }
        if let place = ProcessInfo.processInfo.environment["AGATE_TOOLSET"], !place.isEmpty {
            return .toolset(URL(fileURLWithPath: place).standardizedFileURL.path + "/toolset.json")
        }
        return .toolset(try CompatibilityTool.cachedToolset())
    }
}
