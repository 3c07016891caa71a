import Foundation

/// What of a package can't be built on Linux, said before SwiftPM starts.
struct Limits {
    let lines: [String]

    init(graph: PackageGraph, summary: LoweringSummary) {
        var lines: [String] = []
        let excluded = Dictionary(summary.excluded.map { ($0.path, $0.reason) }) { first, _ in first }
        for module in graph.modules {
            let name = module.package.isRoot ? module.target.name : "\(module.package.identity)/\(module.target.name)"
            let reasons = module.files.compactMap { excluded[$0] }
            if !reasons.isEmpty, reasons.count == module.files.count {
                lines.append("\(name) is left out: \(Set(reasons).sorted().joined(separator: "; "))")
            } else {
                for path in module.files {
                    if let reason = excluded[path] { lines.append("\(Self.short(path, module)) is left out: \(reason)") }
                }
            }
            lines += Self.kind(module, name) + Self.missing(module, name) + Self.conditional(module, name)
        }
        let lowered = Set(summary.lowered), shared = graph.sharedWithTools
        for module in graph.modules where shared.contains(module.name) && !lowered.isDisjoint(with: module.files) {
            lines.append(
                "\(module.target.name) is a part of a macro or a build plugin, too; for that it is compiled as it is, without Agate")
        }
        self.lines = lines
    }

    private static func short(_ path: String, _ module: PackageGraph.Module) -> String {
        path.hasPrefix(module.package.folder + "/") ? String(path.dropFirst(module.package.folder.count + 1)) : path
    }

    private static func kind(_ module: PackageGraph.Module, _ name: String) -> [String] {
        if module.target.type == "binary" { return ["\(name) is a binary made for Apple's platforms; nothing can link it on Linux"] }
        guard module.isObjectiveC else { return [] }
        let outcome = module.package.isRoot ? "it will not compile" : "it is left out, with what uses it"
        return ["\(name) is written in Objective-C, for which Linux has no runtime library; \(outcome)"]
    }

    /// Resources that the manifest names and nobody put there.
    private static func missing(_ module: PackageGraph.Module, _ name: String) -> [String] {
        guard let folder = module.folder else { return [] }
        return module.target.resources.filter { !Files.exists(folder + "/" + $0.path) }.map {
            "\(name) names the resource \($0.path), which is not there"
        }
    }

    private static func conditional(_ module: PackageGraph.Module, _ name: String) -> [String] {
        let apple = module.target.dependencies.filter { !$0.platforms.isEmpty && !$0.platforms.contains("linux") }
        return apple.map {
            "\(name) depends on \($0.name) on \($0.platforms.joined(separator: ", ")) only, so SwiftPM leaves it out on Linux"
        }
    }
}
