import Foundation

/// A package and those that it depends on, with the files of their targets.
struct PackageGraph {
    /// One package.
    struct Package {
        let identity: String
        let folder: String
        let manifest: Manifest
        let isRoot: Bool
    }

    /// One target with its files.
    struct Module {
        let name: String
        let target: Manifest.Target
        let package: Package
        /// The folder of its sources; nil where there is none.
        let folder: String?
        /// Its Swift files, whole paths, sorted.
        let files: [String]
        /// Its files in C, C++, Objective-C and assembler.
        let otherFiles: [String]
        /// The modules that it depends on, of any package.
        let dependencies: [String]
        /// Files that build plugins wrote for it, as the last build listed them.
        var generated: [String] = []

        /// True if it has files in Objective-C, for which Linux has no runtime library.
        var isObjectiveC: Bool { otherFiles.contains { $0.hasSuffix(".m") || $0.hasSuffix(".mm") } }

        /// All of its Swift files.
        var sources: [String] { files + generated }
    }

    let packages: [Package]
    /// Those that the root package's targets reach, dependencies first.
    private(set) var modules: [Module]

    var root: Package { packages[0] }
    /// True if another package of the graph provides Agate's modules, as sources or compiled.
    var dependsOnAgate: Bool {
        packages.dropFirst().contains { package in
            let names = Set(package.manifest.products.map(\.name))
            return names.isSuperset(of: ["Agate", "QuartzCore", "UIKit"])
        }
    }

    /// Options for the compiler, after SwiftPM's: a language mode that it supports, where a manifest names only others (`"5.0"`).
    ///
    /// SwiftPM passes on what a manifest says, and the compiler supports 4, 4.2, 5 and 6.
    var languageOptions: [String] {
        let known: Set = ["4", "4.2", "5", "6"]
        let isUnknown = packages.contains { package in
            guard let versions = package.manifest.swiftLanguageVersions, !versions.isEmpty else { return false }
            return versions.allSatisfy { !known.contains($0) }
        }
        return isUnknown ? ["-swift-version", "5"] : []
    }

    /// The modules of other packages that are written in Objective-C. Nothing is compiled of them, and what uses them is left out.
    var objectiveCModules: [Module] { modules.filter { $0.isObjectiveC && !$0.package.isRoot } }

    /// The targets to build one by one, where others of the root package can't be built: those that are written in Objective-C, and those
    /// over them. Nil where all or none can be built.
    var targetsWithoutObjectiveC: [String]? {
        var lost = Set(modules.filter { $0.isObjectiveC && $0.package.isRoot }.map(\.name))
        for module in modules where !lost.isDisjoint(with: module.dependencies) { lost.insert(module.name) }
        let own = modules.filter { $0.package.isRoot && ["regular", "executable"].contains($0.target.type) }
        let rest = own.filter { !lost.contains($0.name) }
        guard !rest.isEmpty, rest.count < own.count else { return nil }
        let used = Set(rest.flatMap(\.dependencies))
        return rest.filter { !used.contains($0.name) }.map(\.target.name)
    }

    init(packages: [Package]) {
        self.packages = packages
        modules = Self.modules(of: packages)
    }

    /// The same with the files that build plugins wrote, by module.
    func adding(generated: [String: [String]]) -> PackageGraph {
        var graph = self
        for index in modules.indices { graph.modules[index].generated = generated[modules[index].name] ?? [] }
        return graph
    }
}

extension PackageGraph {
    /// Resolves the package in a folder as SwiftPM does, and reads all manifests.
    static func read(_ folder: String, scratch: String, arguments: [String] = []) throws -> PackageGraph {
        try Answers.ask(folder, scratch: scratch, arguments: arguments) { _ in "" }.graph()
    }

    /// All modules in the order of their dependencies.
    private static func modules(of packages: [Package]) -> [Module] {
        var owners: [String: (Package, Manifest.Target)] = [:]
        for package in packages {
            for target in package.manifest.targets where owners[target.name] == nil || package.isRoot {
                owners[target.name] = (package, target)
            }
        }
        func targets(of dependency: Manifest.Dependency, in package: Package) -> [String] {
            let own = package.manifest.targets.contains { $0.name == dependency.name }
            if dependency.kind != .product, own { return [dependency.name] }
            for other in packages where dependency.package == nil || matches(other, dependency.package!) {
                if let product = other.manifest.products.first(where: { $0.name == dependency.name }) { return product.targets }
            }
            return []
        }
        var done: Set<String> = [], order: [Module] = []
        func visit(_ name: String) {
            guard let (package, target) = owners[name], done.insert(name).inserted else { return }
            let dependencies = target.dependencies.flatMap { targets(of: $0, in: package) }
            dependencies.forEach(visit)
            let folder = TargetSources.folder(of: target, in: package.folder)
            let files = folder.map { TargetSources.files(of: target, in: $0) } ?? []
            order.append(
                Module(
                    name: target.module, target: target, package: package, folder: folder, files: files.filter { $0.hasSuffix(".swift") },
                    otherFiles: files.filter { !$0.hasSuffix(".swift") }, dependencies: dependencies.compactMap { owners[$0]?.1.module }
                ))
        }
        if let root = packages.first { root.manifest.targets.map(\.name).forEach(visit) }
        return order
    }

    private static func matches(_ package: Package, _ name: String) -> Bool {
        package.identity == name.lowercased() || package.manifest.name == name || (package.folder as NSString).lastPathComponent == name
    }
}
