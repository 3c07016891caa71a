import Agate
import AgateBatch
import AgateDiagnostics
import Foundation
import ImageIO

/// The cache folder of the build commands: `agate-build`, toolsets, locks.
struct BuildPlace {
    let cache: String
    /// The home folder for child processes, if the environment has none: otherwise they would write into the current folder.
    let home: String?

    /// Returns the first of these folders that is writable: `$XDG_CACHE_HOME/agate`, `$HOME/.cache/agate`, the folder `agate/cache` in the
    /// build folder of the package. Variables that are empty or not absolute paths are ignored. A folder that is not writable, for example
    /// in a container image, is also used if `isComplete` returns true for it.
    static func find(
        _ arguments: [String], environment: [String: String], isComplete: (String) -> Bool
    ) throws -> BuildPlace {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let places = [folder("XDG_CACHE_HOME").map { $0 + "/agate" }, folder("HOME").map { $0 + "/.cache/agate" }, buildFolder(arguments)]
        var reasons: [String] = []
        for place in places.compactMap({ $0 }) {
            let code = make(place)
            if code == 0 || isComplete(place) { return BuildPlace(cache: place, home: folder("HOME") == nil ? place + "/home" : nil) }
            if SystemError.isTransient(code) { throw ImageError(file: place, code: code) }
            reasons.append("\(place) (\(SystemError.text(code)))")
        }
        throw InputError(
            reasons.isEmpty
                ? "there is no folder for build products: set HOME or XDG_CACHE_HOME to a folder"
                : "no folder for build products is writable: \(reasons.joined(separator: ", ")); set XDG_CACHE_HOME to a writable folder"
        )
    }

    /// Returns the build folder of the package in the arguments, and the cache in it; nil if there is none.
    private static func buildFolder(_ arguments: [String]) -> String? {
        guard let command = arguments.first, command != "toolset" else { return nil }
        var package = ".", scratch: String?, index = 1
        while index < arguments.count, arguments[index] != "--", command != "run" || arguments[index].hasPrefix("-") {
            let parts = arguments[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let isNamed = ["--package-path", "--scratch-path", "--build-path"].contains(parts[0])
            // Skip the value of another option, which is not an option itself.
            if isNamed || ["-Xswiftc", "-Xcc", "-Xcxx", "-Xlinker"].contains(parts[0]), parts.count == 1 { index += 1 }
            if isNamed, let value = parts.count == 2 ? parts[1] : arguments.indices.contains(index) ? arguments[index] : nil {
                if parts[0] == "--package-path" { package = value } else { scratch = value }
            }
            index += 1
        }
        let folder = URL(fileURLWithPath: package).standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: folder + "/Package.swift") else { return nil }
        return URL(fileURLWithPath: scratch ?? folder + "/.build").standardizedFileURL.path + "/agate/cache"
    }

    /// Creates a folder and its parents, and checks that it is writable.
    /// - Returns: 0, or the system's error number.
    static func make(_ folder: String) -> Int32 {
        if mkdir(folder, 0o777) != 0 && errno != EEXIST {
            let parent = (folder as NSString).deletingLastPathComponent
            guard errno == ENOENT, parent != folder, !parent.isEmpty else { return errno }
            let code = make(parent)
            if code != 0 { return code }
            if mkdir(folder, 0o777) != 0 && errno != EEXIST { return errno }
        }
        return access(folder + "/.", W_OK | X_OK) == 0 ? 0 : errno
    }
}
