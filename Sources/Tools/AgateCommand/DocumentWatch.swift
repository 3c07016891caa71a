import Foundation

/// Finds changes of a document: a file, or a package with all of its files.
///
/// A change counts once the document has been at rest for a fifth of a second, so that an editor's two steps (a shortened file that is then
/// filled, or a file that is deleted and written again) are one change. A document that is missing has not changed.
struct DocumentWatch {
    /// The file system's description of the files.
    struct Mark: Equatable {
        fileprivate var files: [String: [Int]] = [:]
        var isEmpty: Bool { files.isEmpty }

        init(_ path: String) {
            add(path, path)
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
            for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] { add(name, path + "/" + name) }
        }

        private mutating func add(_ name: String, _ path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
            files[name] = [Int(status.st_ino), Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
        }
    }

    private static let quiet = 0.2

    private let path: String
    private var shown: Mark
    private var seen: Mark
    private var lastChange = -Double.infinity

    init(_ path: String) {
        self.path = path
        shown = Mark(path)
        seen = shown
    }

    /// Returns true if the document is to be read again.
    mutating func hasChanged(at time: Double) -> Bool { look(Mark(path), at: time) }

    /// Takes the description of the files at a time.
    mutating func look(_ mark: Mark, at time: Double) -> Bool {
        if mark != seen { lastChange = time }
        seen = mark
        guard mark != shown, !mark.isEmpty, time - lastChange >= Self.quiet else { return false }
        shown = mark
        return true
    }
}
