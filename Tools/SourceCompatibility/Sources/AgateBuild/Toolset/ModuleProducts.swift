import Foundation

/// What the build left of one module of Agate.
struct ModuleProducts {
    let module: PackageGraph.Module
    let objects: [String]
    /// Whether it can be linked into tests only.
    let needsXCTest: Bool
    private let swiftModule: String?

    init(_ module: PackageGraph.Module, in products: String) throws {
        self.module = module
        let folder = "\(products)/\(module.target.name).build"
        if !module.files.isEmpty {
            // The map has the objects of today's sources; the folder may hold those of sources that are gone.
            let map = try JSONDecoder().decode([String: [String: String]].self, from: try Files.data(folder + "/output-file-map.json"))
            objects = map.values.compactMap { $0["object"] }.filter(Files.exists).sorted()
            let path = "\(products)/Modules/\(module.name).swiftmodule"
            guard Files.exists(path), !objects.isEmpty else {
                throw BuildError("Agate's module \(module.name) was not built in \(products)")
            }
            swiftModule = path
            needsXCTest = try module.files.contains {
                try Files.text($0).split(separator: "\n").contains { $0.hasSuffix("import XCTest") || $0.hasSuffix("import Testing") }
            }
        } else {
            swiftModule = nil
            needsXCTest = false
            let prefix = (module.folder ?? "") + "/"
            objects = try module.otherFiles.map { path in
                let object = folder + "/" + path.dropFirst(prefix.count) + ".o"
                guard Files.exists(object) else { throw BuildError("Agate's file \(path) was not built") }
                return object
            }
        }
    }

    /// Copies the module, or makes the map of a C module. The system's libraries get an empty one: only Agate's own modules, which are
    /// compiled, use what is in them, and clients need no headers of theirs.
    func install(in folder: String) throws {
        if let swiftModule {
            try Files.copy(swiftModule, to: "\(folder)/modules/\(module.name).swiftmodule")
            // The documentation comments, which editors show.
            let documentation = (swiftModule as NSString).deletingPathExtension + ".swiftdoc"
            if Files.exists(documentation) { try Files.copy(documentation, to: "\(folder)/modules/\(module.name).swiftdoc") }
            return
        }
        let place = "\(folder)/include/\(module.name)"
        guard module.target.type != "system", let sources = module.folder else {
            try Files.write("module \(module.name) [system] { }\n", to: place + "/module.modulemap")
            return
        }
        for header in Files.below(sources + "/include") { try Files.copy("\(sources)/include/\(header)", to: "\(place)/\(header)") }
        try Files.write("module \(module.name) {\n    umbrella \".\"\n    export *\n}\n", to: place + "/module.modulemap")
    }
}
