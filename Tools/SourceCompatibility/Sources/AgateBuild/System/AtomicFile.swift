import Foundation
import Synchronization

/// Writing by a temporary file in the same folder and a rename: who reads the file finds the old contents or the new ones, and a full disk
/// or the end of this program in the middle leaves the old ones.
enum AtomicFile {
    private static let number = Atomic<Int>(0)
    /// What the names of temporary files begin with. Those of runs that were killed are left over.
    static let prefix = ".agate-new-"

    static func write(_ data: Data, to path: String) throws {
        let resolved = Files.absolute(path)
        if Files.exists(resolved), !isRegular(resolved) { return try write(data, into: resolved, O_WRONLY) }
        let temporary = temporary(beside: resolved)
        do {
            try write(data, into: temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
            guard rename(temporary, resolved) == 0 else { throw BuildError("\(path) can't be written", code: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// A name for what will get the name `path`.
    static func temporary(beside path: String) -> String {
        let count = number.wrappingAdd(1, ordering: .relaxed).newValue
        return "\((path as NSString).deletingLastPathComponent)/\(prefix)\(getpid())-\(count)"
    }

    /// Removes what killed runs left below a folder. Nobody else may write there meanwhile.
    static func removeTemporaries(below folder: String) {
        guard let all = FileManager.default.enumerator(atPath: folder) else { return }
        let left = all.compactMap { $0 as? String }.filter { ($0 as NSString).lastPathComponent.hasPrefix(prefix) }
        for path in left { Files.remove(folder + "/" + path) }
    }

    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func write(_ data: Data, into path: String, _ flags: Int32) throws {
        let descriptor = open(path, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw BuildError("\(path) can't be written", code: errno) }
        var failure: Int32 = 0
        data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count, failure == 0 {
                let count = Foundation.write(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
                if count >= 0 { offset += count } else if errno != EINTR { failure = errno }
            }
        }
        // Some file systems say at the end alone that there was no room.
        if close(descriptor) != 0, failure == 0, errno != EINTR { failure = errno }
        if failure != 0 { throw BuildError("\(path) can't be written", code: failure) }
    }
}
