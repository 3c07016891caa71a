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

    /// The folder of a module or of a test target, on whichever floor it stands, from the root.
    public static func folder(of target: String) -> String? {
        for base in ["Sources", "Tests"] {
            let floors = (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(base).path)) ?? []
            for floor in floors.sorted() {
                let path = "\(base)/\(floor)/\(target)"
                if FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path) { return path }
            }
        }
        return nil
    }

    /// A file's path from the root, as a message names it.
    public static func path(_ url: URL) -> String { String(url.path.dropFirst(root.path.count + 1)) }
}
