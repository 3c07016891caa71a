import Foundation

/// Pictures and other data in the folders of test targets that the manifest does not name as resources. A project of Xcode puts them into
/// the bundle of the tests, where tests find them by `Bundle(for:)`; on Linux that is the folder of the products.
enum TestMedia {
    private static let kinds: Set<String> = [
        "png", "jpg", "jpeg", "gif", "webp", "heic", "tiff", "bmp", "svg", "pdf", "json", "txt", "csv", "xml", "html", "strings", "ttf",
        "otf", "woff", "woff2", "mp4", "mov", "m4a", "mp3", "wav", "caf", "zip", "caml", "lottie",
    ]

    /// The files by the names that they have in a bundle, which has no folders but asset catalogues.
    static func files(of graph: PackageGraph) -> [String: String] {
        var found: [String: String] = [:]
        for module in graph.modules where module.package.isRoot && module.target.type == "test" {
            guard let folder = module.folder else { continue }
            let target = module.target
            let paths = Files.below(folder) { path in
                kinds.contains((path as NSString).pathExtension.lowercased())
                    // Those of snapshots are found by their paths.
                    && !path.split(separator: "/").contains { $0.hasPrefix("__") || $0.hasSuffix(".bundle") }
                    && !TargetSources.contains(target.resources.map(\.path) + target.exclude, path)
            }
            for path in paths { found[name(path)] = folder + "/" + path }
        }
        return found
    }

    /// An asset catalogue stays a folder; other files lose theirs.
    static func name(_ path: String) -> String {
        let parts = path.split(separator: "/")
        let first = parts.firstIndex { $0.hasSuffix(".xcassets") } ?? parts.count - 1
        return parts[max(0, first)...].joined(separator: "/")
    }

    /// Puts them beside the products; what was put there before and is gone, goes. A product is never replaced.
    /// - Parameter list: a file that keeps the names.
    static func copy(of graph: PackageGraph, to products: String, list: String) throws {
        let files = files(of: graph)
        let before = Set(
            (FileManager.default.contents(atPath: list).map { String(decoding: $0, as: UTF8.self) } ?? "").split(separator: "\n").map(
                String.init))
        for name in before.subtracting(files.keys) { Files.remove(products + "/" + name) }
        let kept = files.keys.filter { before.contains($0) || !Files.exists(products + "/" + $0) }.sorted()
        // Written first: what stands there and is not in the list is a product, also to the run after one that was killed here.
        if !before.isEmpty || !kept.isEmpty { try Files.write(kept.joined(separator: "\n"), to: list) }
        for name in kept {
            let place = products + "/" + name, path = files[name]!
            guard try FileManager.default.contents(atPath: place) != Files.data(path) else { continue }
            try Files.copy(path, to: place)
        }
    }
}
