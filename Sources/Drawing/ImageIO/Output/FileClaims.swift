import AgateDiagnostics
import Foundation

/// An error for an output that would replace a file that is read, or another output.
package struct FileConflict: Error, Sendable, Hashable, CustomStringConvertible {
    /// The output's path, as the caller passed it.
    package let file: String
    /// The existing role of the file, such as "the table".
    package let role: String
    /// True if the file is read, false if it is written.
    package let isInput: Bool

    package var description: String {
        isInput ? "\(file): this is \(role), which would be overwritten" : "\(file): this is also \(role); each output needs its own name"
    }
}

/// The files that one operation reads and writes. The claims prevent an output from replacing an input or another output, in whatever order
/// they are made: an input that is found after the output was claimed is reported by the next claim of an output.
///
/// Files are identified by device and inode, and by the folder (device and inode) and name after links are followed. A file that does not
/// exist yet is identified by its name. Devices and pipes are never refused, because writing to them loses no data. Any thread.
package final class FileClaims: Sendable {
    fileprivate struct FileID: Hashable {
        let device: UInt64, inode: UInt64
    }
    /// A name in a folder. If the folder does not exist yet, the name is a path.
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
        /// The outputs that are folders: everything in them is replaced.
        var outputFolders: [Place: Output] = [:]
        /// An input that was found after the output was claimed.
        var late: FileConflict?
        var hasRefused = false
    }

    /// True if outputs may replace inputs, but not each other.
    package let overwritesInputs: Bool
    private let state = Locked(State())

    package init(overwritesInputs: Bool = false) { self.overwritesInputs = overwritesInputs }

    private static let shared = Locked<FileClaims?>(nil)

    /// The claims of this process, which readers and ``OutputFile`` respect. Nil unless a program sets them: libraries refuse nothing.
    package static var current: FileClaims? {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }

    /// True if an output was refused.
    package var hasRefused: Bool { state.withLock { $0.hasRefused } }

    // MARK: Inputs

    /// Records a file that is read. Only regular files are recorded, because writing to others loses no data.
    /// - Parameter role: the role of the file for its reader; nil if the reader leaves the role to others.
    package func read(_ path: String, as role: String? = nil) {
        guard !overwritesInputs, let status = Self.status(path), status.st_mode & S_IFMT == S_IFREG else { return }
        add(path, status, role)
    }

    /// Records a package that is read: the folder, and each file in it.
    package func read(folder path: String, as role: String) {
        guard !overwritesInputs, let status = Self.status(path), status.st_mode & S_IFMT == S_IFDIR else { return }
        add(path, status, role)
        for name in Self.contents(path) { read("\(path)/\(name)", as: "a file of \(role)") }
    }

    private func add(_ path: String, _ status: stat, _ role: String?) {
        let file = FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)), place = Self.place(path)
        let around = foldersAround(path)
        state.withLock { state in
            let output = state.outputFiles[file] ?? state.outputPlaces[place] ?? around.compactMap { state.outputFolders[$0] }.first
            if let output, state.late == nil {
                state.late = FileConflict(file: output.file, role: role ?? Self.unnamed, isInput: true)
            }
            state.inputFiles[file] = role ?? state.inputFiles[file] ?? Self.unnamed
            state.inputPlaces[place] = role ?? state.inputPlaces[place] ?? Self.unnamed
        }
    }

    // MARK: Outputs

    /// Claims an output before it is opened. The same role may claim its file again.
    /// - Throws: ``FileConflict``.
    package func write(_ path: String, as role: String) throws(FileConflict) {
        try check(path, as: role)
        let status = Self.status(path), place = Self.place(path), output = Output(file: path, role: role)
        if let status, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return }
        state.withLock { state in
            state.outputPlaces[place] = output
            if let status { state.outputFiles[FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))] = output }
        }
    }

    /// Checks an output without recording it, for one of a large number of files.
    /// - Throws: ``FileConflict``.
    package func check(_ path: String, as role: String) throws(FileConflict) {
        if let conflict = conflict(path, as: role) {
            state.withLock { $0.hasRefused = true }
            throw conflict
        }
    }

    /// Claims a folder that is written as a whole and replaces the existing one.
    package func write(folder path: String, as role: String) throws(FileConflict) {
        try write(path, as: role)
        let place = Self.place(path)
        let inside = state.withLock { Array($0.outputPlaces.values) }.first {
            $0.role != role && Self.foldersAround($0.file).contains(place)
        }
        if let inside {
            state.withLock { $0.hasRefused = true }
            throw FileConflict(file: path, role: inside.role, isInput: false)
        }
        state.withLock { $0.outputFolders[place] = Output(file: path, role: role) }
        guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFDIR else { return }
        for name in Self.contents(path) {
            guard let inner = conflict("\(path)/\(name)", as: role) else { continue }
            state.withLock { $0.hasRefused = true }
            throw FileConflict(file: path, role: inner.role, isInput: inner.isInput)
        }
    }

    /// Returns whether a file is read.
    func isInput(_ path: String) -> Bool { inputRole(path) != nil }

    /// Returns the conflict of an output, or nil if there is none.
    private func conflict(_ path: String, as role: String) -> FileConflict? {
        if let input = inputRole(path) { return FileConflict(file: path, role: input, isInput: true) }
        let place = Self.place(path), around = foldersAround(path)
        return state.withLock { state in
            if let late = state.late { return late }
            let others = [state.outputPlaces[place]] + around.map { state.outputFolders[$0] }
            guard let other = others.lazy.compactMap({ $0 }).first(where: { $0.role != role }) else { return nil }
            return FileConflict(file: path, role: other.role, isInput: false)
        }
    }

    /// Returns the places of the folders that contain a path, if any output is a folder.
    private func foldersAround(_ path: String) -> [Place] {
        state.withLock { $0.outputFolders.isEmpty } ? [] : Self.foldersAround(path)
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

    /// Returns the reason for which ``OutputFile`` must refuse a path, even if the output was not claimed, or nil if there is none.
    func refusal(_ path: String) -> String? {
        guard let role = inputRole(path) else { return nil }
        state.withLock { $0.hasRefused = true }
        return "this is \(role), which would be overwritten"
    }

    // MARK: Identity

    /// Returns the place of a path after links are followed.
    package static func place(_ path: String) -> Place {
        let target = OutputFile.resolved(path), slash = target.lastIndex(of: "/") ?? target.startIndex
        let folder = String(target[..<slash]), name = String(target[target.index(after: slash)...])
        guard let status = Self.status(folder.isEmpty ? "/" : folder) else {
            return Place(folder: nil, name: URL(fileURLWithPath: target).standardizedFileURL.path)
        }
        return Place(folder: FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)), name: name)
    }

    /// Returns the places of the folders that contain a path after links are followed, the nearest first.
    private static func foldersAround(_ path: String) -> [Place] {
        var folder = URL(fileURLWithPath: OutputFile.resolved(path)).deletingLastPathComponent().path
        // The real path has no links and no "..", so that each folder's name is its own.
        if let real = realpath(folder, nil) {
            folder = String(cString: real)
            free(real)
        } else {
            folder = URL(fileURLWithPath: folder).standardizedFileURL.path
        }
        var places: [Place] = []
        while folder != "/", !folder.isEmpty {
            places.append(place(folder))
            folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        }
        return places
    }

    private static let unnamed = "a file that is read"

    private static func contents(_ folder: String) -> [String] {
        // Foundation lists no contents for a link.
        (try? FileManager.default.subpathsOfDirectory(atPath: OutputFile.resolved(folder))) ?? []
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }
}
