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

    /// Makes a folder and those around it.
    static func makeFolder(_ path: String) throws {
        if path.isEmpty || isFolder(path) { return }
        try makeFolder((path as NSString).deletingLastPathComponent)
        guard mkdir(path, 0o777) != 0 else { return }
        let code = errno
        if !isFolder(path) { throw BuildError("\(path) can't be created", code: code) }
    }

    /// Writes a file as a whole when its contents differ, so that unchanged ones keep their time.
    /// - Returns: whether it was written.
    @discardableResult static func write(_ text: String, to path: String) throws -> Bool {
        let data = Data(text.utf8)
        if FileManager.default.contents(atPath: path) == data { return false }
        try makeFolder((path as NSString).deletingLastPathComponent)
        try AtomicFile.write(data, to: path)
        return true
    }

    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    /// Copies a file or a folder as a whole.
    static func copy(_ path: String, to target: String) throws {
        try makeFolder((target as NSString).deletingLastPathComponent)
        let temporary = AtomicFile.temporary(beside: target)
        remove(temporary)
        do {
            try FileManager.default.copyItem(atPath: path, toPath: temporary)
            if isFolder(target) { remove(target) }
            guard rename(temporary, target) == 0 else { throw BuildError("\(target) can't be written", code: errno) }
        } catch {
            remove(temporary)
            throw error is BuildError ? error : BuildError("\(target): \(BuildError.text(of: error))", status: ExitStatus.of(error))
        }
    }

    /// Whether files can be made in a folder, which is made where it is not there.
    static func canWrite(in folder: String) throws -> Bool {
        do { try makeFolder(folder) } catch let error as BuildError where error.status == ExitStatus.badInput { return false }
        return access(folder, W_OK | X_OK) == 0
    }

    /// An absolute path without `.`, `..` and links in its folders, which need not all be there.
    static func absolute(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        if let resolved = realpath(whole, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        let standard = URL(fileURLWithPath: whole).standardizedFileURL.path as NSString
        let parent = standard.deletingLastPathComponent
        guard parent != standard as String, !standard.lastPathComponent.isEmpty else { return standard as String }
        return (absolute(parent) as NSString).appendingPathComponent(standard.lastPathComponent)
    }

    /// The files below a folder, sorted, as paths relative to it; nothing that starts with a dot. A link to a folder around it is not
    /// followed.
    static func below(_ folder: String, where wanted: (String) -> Bool = { _ in true }) -> [String] {
        var found: [String] = [], around: [String] = []
        func walk(_ path: String, _ prefix: String) {
            let place = absolute(path)
            guard !around.contains(place), let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
            around.append(place)
            for name in names.sorted() where !name.hasPrefix(".") {
                let whole = path + "/" + name, relative = prefix.isEmpty ? name : prefix + "/" + name
                if isFolder(whole) { walk(whole, relative) } else if wanted(relative) { found.append(relative) }
            }
            around.removeLast()
        }
        walk(folder, "")
        return found
    }

    /// Where builds that can be made again are kept. `agate` decides it and passes it on.
    static func cache() throws -> String {
        guard let folder = ProcessInfo.processInfo.environment["AGATE_CACHE"], folder.hasPrefix("/") else {
            throw BuildError("AGATE_CACHE is not a folder; start agate-build with agate, which sets it")
        }
        return folder
    }
}
