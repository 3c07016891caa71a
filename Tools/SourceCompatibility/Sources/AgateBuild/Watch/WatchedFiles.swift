import Foundation

/// The files below some folders, compared by what the file system says of them.
///
/// The folders are read again for each comparison. Notifications (inotify) would not be sent for network and overlay file systems, have a
/// limit for each user, and need a descriptor for each folder that comes and goes; reading has none of these conditions, and finds files
/// that were replaced by a rename as well. ``interval(after:)`` bounds its cost.
struct WatchedFiles {
    /// Changes whenever a file is written or replaced.
    struct Mark: Equatable {
        let file: UInt64
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            file = UInt64(status.st_ino)
            size = Int(status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }
    typealias Snapshot = [String: Mark]

    /// Files, and folders with everything in them.
    var places: [String]

    /// The files and folders of the packages that a build reads: manifests, and the folders of all targets but the tests. Packages that
    /// SwiftPM has fetched do not change.
    init(_ graph: PackageGraph, scratch: String) {
        var places: Set<String> = []
        for package in graph.packages where !package.folder.hasPrefix(scratch + "/") {
            places.formUnion(Self.manifests(in: package.folder))
        }
        for module in graph.modules where module.target.type != "test" && !module.package.folder.hasPrefix(scratch + "/") {
            if let folder = module.folder { places.insert(folder) }
        }
        self.places = places.sorted()
    }

    init(places: [String]) { self.places = places }

    static func manifests(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return (names.filter { $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") } + ["Package.swift"]).map { folder + "/" + $0 }
    }

    /// Returns true for a file that the snapshot contains if it exists.
    func covers(_ path: String) -> Bool { places.contains { path == $0 || path.hasPrefix($0 + "/") } }

    func snapshot() -> Snapshot {
        var found: Snapshot = [:]
        var waiting = places
        while let path = waiting.popLast() {
            guard found[path] == nil, let mark = Mark(path) else { continue }
            guard let folder = opendir(path) else {
                found[path] = mark
                continue
            }
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                // Editors keep their own files beside those that they edit, with a dot or a tilde. A link to a folder could lead around it.
                if name.hasPrefix(".") || name.hasSuffix("~") || name.hasPrefix("#") { continue }
                if Self.isLink(path + "/" + name, Int(entry.pointee.d_type)), Files.isFolder(path + "/" + name) { continue }
                waiting.append(path + "/" + name)
            }
        }
        return found
    }

    private static func isLink(_ path: String, _ kind: Int) -> Bool {
        // Some file systems do not say it in the folder.
        guard kind == Int(DT_UNKNOWN) else { return kind == Int(DT_LNK) }
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the seconds to wait after a snapshot that took some: reading takes at most a twentieth of the time.
    static func interval(after duration: Double) -> Double { max(0.1, duration * 20) }
}
