import Foundation

/// Resources that a manifest does not declare. Xcode processes asset catalogues, interfaces and tables of strings of a package all the
/// same, and makes `Bundle.module`; SwiftPM on Linux leaves them out, so that the module doesn't compile.
enum UndeclaredResources {
    private static let kinds: Set<String> = ["xib", "storyboard", "strings", "stringsdict"]

    /// The name of a target's folder of resources, as SwiftPM gives it.
    static func folderName(_ module: PackageGraph.Module) -> String {
        "\(module.package.manifest.name)_\(module.target.name).resources"
    }

    /// The files by the paths that they have in the folder, where a target declares no resources and its sources ask for its bundle.
    static func files(of module: PackageGraph.Module, texts: (String) -> String?) -> [String: String] {
        guard let folder = module.folder, module.target.resources.isEmpty, ["regular", "executable", "test"].contains(module.target.type),
            module.files.contains(where: { texts($0)?.contains(".module") ?? false })
        else { return [:] }
        var found: [String: String] = [:]
        for path in Files.below(folder) {
            guard !TargetSources.contains(module.target.exclude, path) else { continue }
            let parts = path.split(separator: "/").map(String.init)
            let home = parts.firstIndex { $0.hasSuffix(".xcassets") || $0.hasSuffix(".lproj") }
            guard home.map({ parts[$0].hasSuffix(".xcassets") }) ?? false || kinds.contains((path as NSString).pathExtension) else {
                continue
            }
            // A catalogue and a language stay folders; other files lose theirs.
            found[parts[(home ?? parts.count - 1)...].joined(separator: "/")] = folder + "/" + path
        }
        return found
    }

    /// The declaration of `Bundle.module`, to be put behind the last line of a file.
    static func accessor(_ module: PackageGraph.Module) -> String {
        """
        import class Foundation.Bundle
        extension Foundation.Bundle {
            nonisolated(unsafe) static let module: Foundation.Bundle = {
                let place = Foundation.Bundle.main.bundlePath + "/\(folderName(module))"
                guard let bundle = Foundation.Bundle(path: place) else { Swift.fatalError("could not load resource bundle: \\(place)") }
                return bundle
            }()
        }

        """
    }

    /// Copies the files beside the products, in every configuration that was built.
    static func copy(of graph: PackageGraph, scratch: String) throws {
        func names(_ folder: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
        let products = names(scratch).flatMap { triple in ["debug", "release"].map { "\(scratch)/\(triple)/\($0)" } }.filter {
            Files.isFolder($0)
        }
        for module in graph.modules {
            let files = files(of: module) { try? Files.text($0) }
            for folder in products where !files.isEmpty {
                let home = "\(folder)/\(folderName(module))"
                for name in Files.below(home) where files[name] == nil { Files.remove("\(home)/\(name)") }
                for (name, path) in files {
                    let place = "\(home)/\(name)"
                    guard try FileManager.default.contents(atPath: place) != Files.data(path) else { continue }
                    try Files.copy(path, to: place)
                }
            }
        }
    }
}
