import CKernels
import Foundation

/// Where the bytes of one file go: beside the file under another, hidden name until they are complete, or straight into a descriptor, a device
/// or a pipe that has a name.
final class FilmTarget {
    /// What the file is called in messages.
    let name: String
    /// The hidden file to write; nil for a stream.
    let path: String?
    /// The descriptor to write to, for a stream.
    let descriptor: Int32?
    /// Whether bytes that are written can't be gone back to.
    var isStream: Bool { descriptor != nil }

    /// Where the complete file goes; nil for a stream.
    private let final: String?
    private let closesDescriptor: Bool
    private var isOver = false

    init(_ destination: FilmDestination) throws(FilmError) {
        switch destination {
        case .descriptor(let number):
            guard number >= 0, fcntl(number, F_GETFL) >= 0 else { throw .unwritable(file: "descriptor \(number)", reason: "it is not open") }
            (name, path, descriptor, final, closesDescriptor) = (number == 1 ? "standard output" : "descriptor \(number)", nil, number, nil, false)
        case .file(let url):
            guard url.isFileURL else { throw .unsupported("\(url): films are written to files only") }
            name = url.relativePath
            var status = stat()
            if stat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
                guard status.st_mode & S_IFMT != S_IFDIR else { throw .unwritable(file: url.relativePath, reason: "it is a folder") }
                // Opened here, since to another program `/dev/stdout` is its own.
                let opened = open(url.path, O_WRONLY | O_CLOEXEC)
                guard opened >= 0 else { throw .unwritable(file: url.relativePath, reason: String(cString: strerror(errno))) }
                (path, descriptor, final, closesDescriptor) = (nil, opened, nil, true)
                return
            }
            (descriptor, closesDescriptor) = (nil, false)
            let resolved = url.resolvingSymlinksInPath().path
            // Made now, so that a folder that can't be written to is known before any work.
            let file = URL(fileURLWithPath: resolved)
            let hidden = file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent.prefix(100)).\(UUID().uuidString.prefix(8)).part").path
            let made = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard made >= 0 else { throw .unwritable(file: url.relativePath, reason: String(cString: strerror(errno))) }
            close(made)
            (path, final) = (hidden, resolved)
        }
    }

    deinit {
        discard()
        if closesDescriptor, let descriptor { close(descriptor) }
    }

    /// The file is complete: gives it its name.
    func commit() throws(FilmError) {
        guard !isOver else { return }
        isOver = true
        guard let path, let final else { return }
        if rename(path, final) == 0 { return }
        let reason = String(cString: strerror(errno))
        unlink(path)
        throw .unwritable(file: name, reason: reason)
    }

    /// Takes away what was written.
    func discard() {
        guard !isOver else { return }
        isOver = true
        if let path, final != nil { unlink(path) }
    }

    /// Opens the file for writing by this process, or gives the descriptor.
    func opened() throws(FilmError) -> FilmStream {
        if let descriptor { return FilmStream(descriptor, name: name, closes: false) }
        let descriptor = open(path ?? "", O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(file: name, reason: String(cString: strerror(errno))) }
        return FilmStream(descriptor, name: name, closes: true)
    }
}

/// Bytes into a descriptor; a reader that went away is an error like a full disk.
final class FilmStream: Sendable {
    private let descriptor: Int32
    private let name: String
    private let closes: Bool

    init(_ descriptor: Int32, name: String, closes: Bool) { (self.descriptor, self.name, self.closes) = (descriptor, name, closes) }

    deinit { if closes { close(descriptor) } }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FilmError) { try check(written(bytes)) }
    func write(_ data: Data) throws(FilmError) { try check(data.withUnsafeBytes { written($0) }) }
    func write(_ text: String) throws(FilmError) { try write(Data(text.utf8)) }

    private func written(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        bytes.baseAddress.map { agate_write_all(descriptor, $0, bytes.count) } ?? 0
    }

    private func check(_ code: Int32) throws(FilmError) {
        if code != 0 { throw .unwritable(file: name, reason: String(cString: strerror(code))) }
    }
}
