import Foundation

/// Files and folders by path; folders never end in a slash.
enum Files {
    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    static func isFolder(_ path: String) -> Bool {
        var folder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &folder) && folder.boolValue
    }

    static func data(_ path: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: path) else { throw BuildError("\(path) can't be read") }
        return data
    }

    /// The text of a source file. Bytes that are no UTF-8 are repaired, as the compiler does after complaining.
    static func text(_ path: String) throws -> String { String(decoding: try data(path), as: UTF8.self) }

    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Writes a file when its contents differ, so that unchanged ones keep their time.
    /// - Returns: whether it was written.
    @discardableResult static func write(_ text: String, to path: String) throws -> Bool {
        let data = Data(text.utf8)
        if FileManager.default.contents(atPath: path) == data { return false }
        try makeFolder((path as NSString).deletingLastPathComponent)
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        return true
    }

    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    static func copy(_ path: String, to target: String) throws {
        remove(target)
        try makeFolder((target as NSString).deletingLastPathComponent)
        try FileManager.default.copyItem(atPath: path, toPath: target)
    }

    /// An absolute path without `.`, `..` and links in its folders.
    static func absolute(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        if let resolved = realpath(whole, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        return URL(fileURLWithPath: whole).standardizedFileURL.path
    }

    /// The files below a folder, sorted, as paths relative to it; nothing that starts with a dot.
    static func below(_ folder: String, where wanted: (String) -> Bool = { _ in true }) -> [String] {
        var found: [String] = []
        func walk(_ path: String, _ prefix: String) {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
            for name in names.sorted() where !name.hasPrefix(".") {
                let whole = path + "/" + name, relative = prefix.isEmpty ? name : prefix + "/" + name
                if isFolder(whole) { walk(whole, relative) } else if wanted(relative) { found.append(relative) }
            }
        }
        walk(folder, "")
        return found
    }

    /// Where builds that can be made again are kept: `$XDG_CACHE_HOME/agate` or `~/.cache/agate`.
    static var cache: String {
        let environment = ProcessInfo.processInfo.environment
        if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder + "/agate" }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/.cache/agate"
    }
}

/// A lock between processes, held until it goes away.
final class FileLock {
    private let descriptor: Int32

    init(_ path: String) throws {
        try Files.makeFolder((path as NSString).deletingLastPathComponent)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw BuildError("\(path) can't be opened: \(String(cString: strerror(errno)))") }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            message("waiting for another run that holds \(path)")
            while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
        }
    }

    deinit { close(descriptor) }
}
