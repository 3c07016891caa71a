import Foundation

/// Macros, build plugins, the programs that they run, and the files that those write.
extension PackageGraph {
    var usesPlugins: Bool { modules.contains(where: \.target.usesPlugins) }

    private func isTool(_ module: Module) -> Bool { module.target.type == "macro" || module.target.type == "plugin" }

    /// The modules that run on the machine that builds: macros, plugins, and what only they are made of. They are no part of a program for
    /// Apple's platforms, so that their sources stay as they are.
    var hostModules: Set<String> {
        let tools = modules.filter(isTool), programs = Set(tools.flatMap(\.dependencies))
        // A program that a plugin runs is a product by itself, and tests look into a macro; neither makes it a part of the package's
        // programs.
        let starts = modules.filter { $0.package.isRoot && !isTool($0) && !programs.contains($0.name) && $0.target.type != "test" }
        let outside = reached(from: starts) { !isTool($0) }
        return reached(from: tools) { _ in true }.subtracting(outside)
    }

    /// What macros, plugins and other modules share: it is compiled twice, and for the former as it is.
    var sharedWithTools: Set<String> { reached(from: modules.filter(isTool)) { _ in true }.subtracting(hostModules) }

    private func reached(from starts: [Module], _ enters: (Module) -> Bool) -> Set<String> {
        let byName = Dictionary(modules.map { ($0.name, $0) }) { first, _ in first }
        var found: Set<String> = [], rest = starts
        while let module = rest.popLast() {
            guard enters(module), found.insert(module.name).inserted else { continue }
            rest += module.dependencies.compactMap { byName[$0] }
        }
        return found
    }

    /// With the files that build plugins wrote. What belongs to a module is what SwiftPM gave the compiler last; a file that an earlier
    /// plugin left lies in the same folder and is none.
    func withGenerated(scratch: String, configuration: String) -> PackageGraph {
        guard usesPlugins else { return self }
        var generated: [String: [String]] = [:]
        let maps = CompiledObjects(scratch: scratch).maps(configuration)
        for module in modules where module.target.usesPlugins {
            let own = Set(module.files), outputs = maps.filter { $0.module == module.name }.flatMap(\.outputs.keys)
            generated[module.name] = Set(outputs).filter { path in
                path.hasSuffix(".swift") && !own.contains(path) && path.hasPrefix(scratch + "/plugins/outputs/") && Files.exists(path)
            }.sorted()
        }
        return adding(generated: generated)
    }
}
