import AgateDiagnostics
import Foundation

/// An output that would take the place of a file that is read, or of another output.
package struct FileConflict: Error, Sendable, Hashable, CustomStringConvertible {
    /// The output, as it was named.
    package let file: String
    /// What the file is already, such as "the table".
    package let role: String
    /// Whether it is read; written otherwise.
    package let isInput: Bool

    package var description: String {
        isInput ? "\(file): this is \(role), which would be overwritten" : "\(file): this is also \(role); each output needs its own name"
    }
}

/// The files that one piece of work reads and writes, so that no output takes the place of an input or of another output.
///
/// Files are known by device and inode, and by the folder (device and inode) and name that they have there once links are followed: a file
/// that is not there yet has a name, too. Devices and pipes lose nothing by being written and are never refused. Any thread.
package final class FileClaims: Sendable {
    fileprivate struct FileID: Hashable {
        let device: UInt64, inode: UInt64
    }
    /// A name in a folder; of a folder that is not there yet, its path.
    package struct Place: Hashable, Sendable {
        fileprivate var folder: FileID?
        fileprivate var name: String
    }
    private struct Output {
        let file: String, role: String
    }
    private struct State {
        var inputFiles: [FileID: String] = [:]
        var inputPlaces: [Place: String] = [:]
        var outputFiles: [FileID: Output] = [:]
        var outputPlaces: [Place: Output] = [:]
        /// An input that was found after the output was claimed.
        var late: FileConflict?
        var hasRefused = false
    }

    /// Whether outputs may take the place of inputs, though not of each other.
    package let overwritesInputs: Bool
    private let state = Locked(State())

    package init(overwritesInputs: Bool = false) { self.overwritesInputs = overwritesInputs }

    private static let shared = Locked<FileClaims?>(nil)

    /// The claims of this process, which readers and ``OutputFile`` keep to. Nil unless a program sets them: libraries refuse nothing.
    package static var current: FileClaims? {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }

    /// Whether an output was refused.
    package var hasRefused: Bool { state.withLock { $0.hasRefused } }

    // MARK: Inputs

    /// Notes a file that is read. What is no plain file loses nothing.
    /// - Parameter role: what it is to whoever reads it; readers that don't know leave it to others to say.
    package func read(_ path: String, as role: String? = nil) {
        guard !overwritesInputs, let status = Self.status(path), status.st_mode & S_IFMT == S_IFREG else { return }
        add(path, status, role)
    }

    /// The same for a package: the folder, and each file in it.
    package func read(folder path: String, as role: String) {
        guard !overwritesInputs, let status = Self.status(path), status.st_mode & S_IFMT == S_IFDIR else { return }
        add(path, status, role)
        for name in Self.contents(path) { read("\(path)/\(name)", as: "a file of \(role)") }
    }

    private func add(_ path: String, _ status: stat, _ role: String?) {
        let file = FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)), place = Self.place(path)
        state.withLock { state in
            if let output = state.outputFiles[file] ?? state.outputPlaces[place], state.late == nil {
                state.late = FileConflict(file: output.file, role: role ?? Self.unnamed, isInput: true)
            }
            state.inputFiles[file] = role ?? state.inputFiles[file] ?? Self.unnamed
            state.inputPlaces[place] = role ?? state.inputPlaces[place] ?? Self.unnamed
        }
    }

    // MARK: Outputs

    /// Claims an output, before it is opened. The same role may claim its file again.
    /// - Throws: ``FileConflict``.
    package func write(_ path: String, as role: String) throws(FileConflict) {
        try check(path, as: role)
        let status = Self.status(path), place = Self.place(path), output = Output(file: path, role: role)
        if let status, status.st_mode & S_IFMT != S_IFREG { return }
        state.withLock { state in
            state.outputPlaces[place] = output
            if let status { state.outputFiles[FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))] = output }
        }
    }

    /// The same for a file that is one of so many that they are not remembered.
    package func check(_ path: String, as role: String) throws(FileConflict) {
        if let conflict = conflict(path, as: role) {
            state.withLock { $0.hasRefused = true }
            throw conflict
        }
    }

    /// Claims a folder that is written as a whole, and replaces what is there.
    package func write(folder path: String, as role: String) throws(FileConflict) {
        try write(path, as: role)
        guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFDIR else { return }
        for name in Self.contents(path) {
            guard let inner = conflict("\(path)/\(name)", as: role) else { continue }
            state.withLock { $0.hasRefused = true }
            throw FileConflict(file: path, role: inner.role, isInput: inner.isInput)
        }
    }

    /// Whether a file is read.
    func isInput(_ path: String) -> Bool { inputRole(path) != nil }

    /// What is wrong with an output; nil where nothing is.
    private func conflict(_ path: String, as role: String) -> FileConflict? {
        if let input = inputRole(path) { return FileConflict(file: path, role: input, isInput: true) }
        let place = Self.place(path)
        return state.withLock { state in
            if let late = state.late { return late }
            guard let other = state.outputPlaces[place], other.role != role else { return nil }
            return FileConflict(file: path, role: other.role, isInput: false)
        }
    }

    private func inputRole(_ path: String) -> String? {
        guard !overwritesInputs, state.withLock({ !$0.inputFiles.isEmpty }) else { return nil }
        var file: FileID?
        if let status = Self.status(path) {
            guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return nil }
            file = FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        }
        let place = Self.place(path)
        return state.withLock { state in file.flatMap { state.inputFiles[$0] } ?? state.inputPlaces[place] }
    }

    /// What ``OutputFile`` refuses, whoever forgot to claim it.
    func refusal(_ path: String) -> String? {
        guard let role = inputRole(path) else { return nil }
        state.withLock { $0.hasRefused = true }
        return "this is \(role), which would be overwritten"
    }

    // MARK: Identity

    /// Where a path leads once links are followed.
    package static func place(_ path: String) -> Place {
        let target = OutputFile.resolved(path), slash = target.lastIndex(of: "/") ?? target.startIndex
        let folder = String(target[..<slash]), name = String(target[target.index(after: slash)...])
        guard let status = Self.status(folder.isEmpty ? "/" : folder) else {
            return Place(folder: nil, name: URL(fileURLWithPath: target).standardizedFileURL.path)
        }
        return Place(folder: FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)), name: name)
    }

    private static let unnamed = "a file that is read"

    private static func contents(_ folder: String) -> [String] {
        // Foundation lists nothing behind a link.
        (try? FileManager.default.subpathsOfDirectory(atPath: OutputFile.resolved(folder))) ?? []
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }
}
