import Foundation

/// The folders with font files, for systems without fontconfig.
enum FontFolders {
    /// The most files that are read.
    private static let mostFiles = 8192

    /// The user's folders, then those of all users.
    static var system: [String] {
        let environment = ProcessInfo.processInfo.environment
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let data = folder("XDG_DATA_HOME") ?? folder("HOME").map { $0 + "/.local/share" }
        return [data.map { $0 + "/fonts" }, folder("HOME").map { $0 + "/.fonts" }, "/usr/local/share/fonts", "/usr/share/fonts"]
            .compactMap { $0 }
    }

    /// `../share/agate/fonts` beside the folder of the program: the fonts that a release brings along.
    static var besideProgram: [String] {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return [] }
        let root = ((program as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
        return [(root as NSString).appendingPathComponent("share/agate/fonts")]
    }

    /// Returns the paths of the OpenType and TrueType files in folders and the folders in them, in a fixed order. Links to folders are not
    /// followed, so a cycle of links ends.
    static func files(in folders: [String]) -> [String] {
        var found: [String] = []
        for folder in folders {
            guard let paths = FileManager.default.enumerator(atPath: folder) else { continue }
            for case let path as String in paths where isFont(path) {
                guard found.count < mostFiles else { return found.sorted() }
                found.append(folder + "/" + path)
            }
        }
        return found.sorted()
    }

    private static func isFont(_ path: String) -> Bool {
        ["ttf", "otf", "ttc", "otc"].contains((path as NSString).pathExtension.lowercased())
    }
}
