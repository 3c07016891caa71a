import Foundation

/// Which files belong to a target, by SwiftPM's rules.
enum TargetSources {
    private static let languages: Set<String> = ["swift", "c", "m", "mm", "cc", "cpp", "cxx", "S", "s"]

    /// The folder of a target: what the manifest says, else the first of the usual places that has it.
    static func folder(of target: Manifest.Target, in package: String) -> String? {
        guard ["regular", "executable", "test", "macro", "system", "plugin"].contains(target.type) else { return nil }
        if let path = target.path {
            let whole =
                path == "." || path == "./" || path.isEmpty ? package : URL(fileURLWithPath: package + "/" + path).standardizedFileURL.path
            return Files.isFolder(whole) ? whole : nil
        }
        let places =
            switch target.type {
            case "test": ["Tests", "Sources", "Source", "src", "srcs"]
            case "plugin": ["Plugins"]
            default: ["Sources", "Source", "src", "srcs"]
            }
        if let found = places.map({ "\(package)/\($0)/\(target.name)" }).first(where: Files.isFolder) { return found }
        // From tools version 5.9 on, a package's only target may have its files in Sources itself.
        return places.prefix(1).map { "\(package)/\($0)" }.first(where: Files.isFolder)
    }

    /// The source files, whole paths, sorted: below the folder, in `sources` if there are any, and in nothing excluded.
    static func files(of target: Manifest.Target, in folder: String) -> [String] {
        let excluded = target.exclude.map(clean), wanted = target.sources?.map(clean)
        return Files.below(folder) { path in
            guard languages.contains((path as NSString).pathExtension) else { return false }
            // Before Swift looks at it, such a folder is a resource as a whole.
            if path.contains(".xcassets/") || path.contains(".docc/") || path.contains(".xcdatamodeld/") { return false }
            if excluded.contains(where: { isInside(path, $0) }) { return false }
            return wanted.map { $0.contains { isInside(path, $0) } } ?? true
        }.map { folder + "/" + $0 }
    }

    /// Whether a path is one of some places, or below one.
    static func contains(_ places: [String], _ path: String) -> Bool { places.contains { isInside(path, clean($0)) } }

    private static func clean(_ path: String) -> String {
        var path = path
        while path.hasPrefix("./") { path.removeFirst(2) }
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private static func isInside(_ path: String, _ place: String) -> Bool {
        place.isEmpty || place == "." || path == place || path.hasPrefix(place + "/")
    }
}
