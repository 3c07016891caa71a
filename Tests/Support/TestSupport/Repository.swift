import Foundation

/// Files of this checkout that tests read.
public enum Repository {
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The numeric facts about Core Animation: an array of `{id, area, input, expected, tolerance, source}`.
    public static let vectors = root.appendingPathComponent("Tests/Whole/ConformanceTests/vectors.json")

    /// The files below a folder of the checkout that end in one of the extensions, in a stable order. Build products are left out.
    public static func files(below folder: String, _ extensions: Set<String>) -> [URL] {
        let start = root.appendingPathComponent(folder)
        guard let walk = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil, options: .skipsHiddenFiles) else {
            return []
        }
        return walk.compactMap { $0 as? URL }.filter { extensions.contains($0.pathExtension) }.sorted { $0.path < $1.path }
    }

    /// The folders directly in a folder of the checkout, as paths from the root, sorted.
    public static func folders(in folder: String) throws -> [String] {
        let place = root.appendingPathComponent(folder)
        return try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: [.isDirectoryKey])
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
            .map { "\(folder)/\($0.lastPathComponent)" }.sorted()
    }

    /// The folders of all modules and test targets, as paths from the root: `Sources/FLOOR/MODULE` and `Tests/FLOOR/TARGET`.
    public static func targetFolders() throws -> [String] {
        try ["Sources", "Tests"].flatMap(folders).flatMap(folders)
    }

    /// A file's path from the root, as a message names it.
    public static func path(_ url: URL) -> String { String(url.path.dropFirst(root.path.count + 1)) }
}
