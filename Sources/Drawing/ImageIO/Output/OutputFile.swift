import AgateDiagnostics
import CPOSIX
import Foundation

/// The destination of one file's bytes. They are written beside the file, under a hidden name, until they are complete. If the
/// destination is not a regular file (a device, a named pipe), they are written directly into it.
///
/// Links are followed: the link's target is replaced, and the link remains. The hidden file is locked for the lifetime of this process.
/// The next process that writes the same file can therefore detect hidden files without a writer, and removes them.
package final class OutputFile {
    /// The name of the file in messages.
    package let name: String
    /// The hidden file to write, or nil for a stream.
    package let path: String?
    /// The descriptor to write to: that of the hidden file, or of the stream.
    package private(set) var descriptor: Int32
    /// True if written bytes can't be changed.
    package var isStream: Bool { path == nil }

    /// The final path of the complete file, or nil for a stream.
    private let final: String?
    private let closes: Bool
    private var isOver = false
    /// Further hidden files, which are removed together with this one.
    private var parts: [String] = []

    /// Opens an output.
    /// - Parameters:
    ///   - path: the file.
    ///   - name: the name in messages; the path by default.
    ///   - sweeps: true if hidden files that a killed process left for the same file are removed.
    /// - Throws: ``ImageError`` for a folder, for a file that can't be written to, and for a disk that is already full.
    package init(_ path: String, name: String? = nil, sweeps: Bool = true) throws(ImageError) {
        let name = name ?? path
        self.name = name
        func failure(_ code: Int32) -> ImageError { ImageError(file: name, code: code) }
        guard !path.isEmpty else { throw ImageError(file: "", reason: "the file name is empty") }
        if let refusal = FileClaims.current?.refusal(path) { throw ImageError(file: name, reason: refusal, code: ECANCELED) }
        let target = Self.resolved(path)
        var status = stat()
        if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            if status.st_mode & S_IFMT == S_IFDIR { throw ImageError(file: name, reason: "this is a folder", code: EISDIR) }
            // Opened under the given name: in another process, /dev/stdout is that process's own.
            let opened = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard opened >= 0 else { throw failure(errno) }
            (self.path, final, descriptor, closes) = (nil, nil, opened, true)
            return
        }
        guard !target.hasSuffix("/") else { throw ImageError(file: name, reason: "this is a folder", code: EISDIR) }
        let url = URL(fileURLWithPath: target), folder = url.deletingLastPathComponent().path
        let shortened = url.lastPathComponent.prefix(100)
        if sweeps { Self.sweep(folder) { $0 == shortened } }
        while true {
            let hidden = "\(folder == "/" ? "" : folder)/.\(shortened).\(UUID().uuidString.prefix(8)).part"
            let made = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard made >= 0 else {
                if errno == EEXIST { continue }
                throw failure(errno)
            }
            TemporaryFiles.add(hidden)
            // Another process's sweep may have removed the file before it was locked.
            if flock(made, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, fstat(made, &status) == 0, status.st_nlink > 0 {
                // A full disk is detected before any work.
                if agate_try_space(made, 4096) == 0 {
                    (self.path, final, descriptor, closes) = (hidden, target, made, true)
                    return
                }
                let code = errno
                close(made)
                unlink(hidden)
                TemporaryFiles.remove(hidden)
                throw failure(code)
            }
            close(made)
            unlink(hidden)
            TemporaryFiles.remove(hidden)
        }
    }

    /// Writes to an open descriptor of another owner, which stays open.
    package init(descriptor: Int32, name: String) throws(ImageError) {
        let flags = descriptor < 0 ? -1 : fcntl(descriptor, F_GETFL)
        guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
            throw ImageError(file: name, reason: "the file is not open for writing", code: EBADF)
        }
        (self.name, path, final, self.descriptor, closes) = (name, nil, nil, descriptor, false)
    }

    deinit {
        discard()
        if closes { close(descriptor) }
    }

    /// Returns the path of a further hidden file, for a file that is assembled from parts.
    package func part(_ number: Int) -> String {
        let part = "\(path ?? "")-\(number)"
        parts.append(part)
        TemporaryFiles.add(part)
        return part
    }

    /// Removes a part.
    package func remove(part: String) {
        unlink(part)
        TemporaryFiles.remove(part)
        parts.removeAll { $0 == part }
    }

    /// Makes a part the contents of the file.
    package func adopt(part: String) throws(ImageError) {
        guard let path else { return }
        let opened = open(part, O_RDWR | O_CLOEXEC)
        guard opened >= 0 else { throw ImageError(file: name, code: errno) }
        _ = flock(opened, LOCK_EX | LOCK_NB)
        guard rename(part, path) == 0 else {
            let code = errno
            close(opened)
            throw ImageError(file: name, code: code)
        }
        close(descriptor)
        descriptor = opened
        TemporaryFiles.remove(part)
        parts.removeAll { $0 == part }
    }

    /// Appends bytes. A full disk and a closed reader are errors.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        guard let start = bytes.baseAddress else { return }
        let code = agate_write_all(descriptor, start, bytes.count)
        if code != 0 { throw ImageError(file: name, code: code) }
    }

    /// Appends bytes.
    package func write(_ data: Data) throws(ImageError) {
        let code = data.withUnsafeBytes { bytes in bytes.baseAddress.map { agate_write_all(descriptor, $0, bytes.count) } ?? 0 }
        if code != 0 { throw ImageError(file: name, code: code) }
    }

    /// True if this is a pipe that no longer has a reader.
    package var isReaderGone: Bool {
        var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return isStream && poll(&question, 1, 0) > 0 && question.revents & Int16(POLLERR) != 0
    }

    /// Completes the file and gives it its name.
    /// - Parameter syncs: true if the bytes must be on the disk before the name is. For many small files that can be recreated the cost
    ///   exceeds the benefit.
    package func commit(syncs: Bool = true) throws(ImageError) {
        guard !isOver else { return }
        guard let path, let final else {
            isOver = true
            return
        }
        var code: Int32 = 0
        // Some file systems report a lack of space only here.
        if syncs, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { code = errno }
        // Files that were read since this file was opened count too.
        let refusal = FileClaims.current?.refusal(final)
        if refusal != nil { code = ECANCELED }
        if code == 0, rename(path, final) != 0 { code = errno }
        guard code == 0 else {
            discard()
            throw ImageError(file: name, reason: refusal, code: code)
        }
        isOver = true
        TemporaryFiles.remove(path)
        removeParts()
    }

    /// Removes the written bytes.
    package func discard() {
        guard !isOver else { return }
        isOver = true
        if let path {
            unlink(path)
            TemporaryFiles.remove(path)
        }
        removeParts()
    }

    private func removeParts() {
        for part in parts { remove(part: part) }
    }

    /// Writes the whole file at once.
    package static func write(_ data: Data, to path: String, syncs: Bool = true, sweeps: Bool = true) throws(ImageError) {
        let output = try OutputFile(path, sweeps: sweeps)
        do {
            try output.write(data)
            try output.commit(syncs: syncs)
        } catch {
            output.discard()
            throw error
        }
    }

    // MARK: Names

    /// Returns the final target of a link, whether the target exists or not.
    static func resolved(_ path: String) -> String {
        var path = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        for _ in 0..<40 {
            let count = readlink(path, &room, room.count)
            guard count > 0, count < room.count else { break }
            let target = String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // Entries that the system shows as links but are none: an open pipe, or a file without a name.
            if path.hasPrefix("/proc/"), !target.hasPrefix("/") || target.hasSuffix(" (deleted)") { break }
            path = target.hasPrefix("/") ? target : "\(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])/\(target)"
        }
        return path
    }

    /// Removes hidden files of a folder that no longer have a writer.
    /// - Parameter isMeant: returns true for the name (its first hundred characters) of a file whose hidden file may be removed.
    package static func sweep(_ folder: String, _ isMeant: (Substring) -> Bool) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        for name in names where name.hasPrefix(".") && name.hasSuffix(".part") && name.count > 15 {
            // A period, the name, a period, eight digits, and the extension.
            let inner = name.dropFirst().dropLast(5)
            guard inner.suffix(8).allSatisfy(\.isHexDigit), inner.dropLast(8).hasSuffix("."), isMeant(inner.dropLast(9)) else { continue }
            let path = "\(folder)/\(name)"
            if FileClaims.current?.isInput(path) == true { continue }
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                for part in names where part.hasPrefix("\(name)-") { unlink("\(folder)/\(part)") }
                unlink(path)
            }
            close(descriptor)
        }
    }
}

extension SystemError {
    /// Returns the system's number in an error of Agate's or of Foundation's, or nil if the system did not report it.
    package static func code(of error: any Error) -> Int32? {
        if let error = error as? ImageError { return error.code == 0 ? nil : error.code }
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
        if let inner = error.userInfo[NSUnderlyingErrorKey] as? any Error, let code = code(of: inner) { return code }
        return error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileWriteOutOfSpace.rawValue ? ENOSPC : nil
    }
}
