import Agate
import AgateBatch
import AgateDiagnostics
import Foundation
import ImageIO

/// A folder that contains a program and everything that it needs besides the system's C library and graphics driver.
///
///     NAME                the program
///     lib/                the libraries
///     *.resources         the resources of its modules
///     bundle.json         the names and sizes, and the oldest C library
struct ProgramBundle {
    /// The contents of `bundle.json`.
    struct Contents: Codable {
        struct File: Codable {
            let name: String
            let bytes: Int
        }
        let program: File
        let libraries: [File]
        let resources: [File]
        let machine: String
        /// The oldest version of the C library with which it runs.
        let glibc: String
        /// The names of needed libraries that are not part of the bundle.
        let system: [String]

        var bytes: Int { program.bytes + (libraries + resources).reduce(0) { $0 + $1.bytes } }
    }

    let folder: String
    let name: String
    let contents: Contents

    /// The file that marks a folder as a bundle.
    private static let mark = "bundle.json"

    /// Makes the folder. An older bundle there is replaced as a whole; any other existing folder is an error.
    init(of path: String, named name: String, in folder: String, including included: [String], strips: Bool) throws {
        let files = FileManager.default
        guard !files.fileExists(atPath: folder) || files.fileExists(atPath: folder + "/" + Self.mark) else {
            throw InputError("\(folder) exists and is not a bundle; give another folder with --output")
        }
        let program = try ELFFile(path), search = try LibrarySearch(program, including: included)
        guard program.isProgram else { throw InputError("\(path) is a library, not a program") }
        let temporary = (folder as NSString).deletingLastPathComponent + "/.agate-new-\(getpid())-\(name)"
        try? files.removeItem(atPath: temporary)
        let code = BuildPlace.make(temporary + "/lib")
        if code != 0 { throw ImageError(file: folder, code: code) }
        defer { try? files.removeItem(atPath: temporary) }

        let writer = Writer(folder: temporary, strips: strips)
        let libraries = try search.found.sorted { $0.key < $1.key }.map { try writer.add(library: $0.value, named: $0.key) }
        let size = try writer.add(program: program, named: name)
        let resources = try Self.resources(beside: path, to: writer.programFolder(temporary, name))
        let all = [program] + search.found.values
        contents = Contents(
            program: .init(name: name, bytes: size), libraries: libraries, resources: resources,
            machine: program.machine == 183 ? "arm64" : "amd64", glibc: try Self.floor(of: all), system: try Self.system(of: all))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try Writer.write([UInt8](try encoder.encode(contents)), to: temporary + "/" + Self.mark, mode: 0o644)
        try Interruption.check()
        self.name = name
        self.folder = folder
        let old = temporary + ".old"
        if files.fileExists(atPath: folder), rename(folder, old) != 0 { throw ImageError(file: folder, code: errno) }
        guard rename(temporary, folder) == 0 else {
            let code = errno
            rename(old, folder)
            throw ImageError(file: folder, code: code)
        }
        try? files.removeItem(atPath: old)
    }

    /// Copies the folders of resources that SwiftPM made beside a program.
    private static func resources(beside path: String, to folder: String) throws -> [Contents.File] {
        let place = (path as NSString).deletingLastPathComponent, files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: place.isEmpty ? "." : place))?.sorted() ?? []
        return try names.filter { $0.hasSuffix(".resources") }.map { name in
            do { try files.copyItem(atPath: place + "/" + name, toPath: folder + "/" + name) } catch {
                throw ImageError(file: folder + "/" + name, code: SystemError.code(of: error) ?? EIO)
            }
            // The name that it has on Apple's systems, where `agate build` made one.
            let link = name.dropLast("resources".count) + "bundle"
            if (try? files.destinationOfSymbolicLink(atPath: place + "/" + link)) == name {
                try? files.createSymbolicLink(atPath: folder + "/" + link, withDestinationPath: name)
            }
            let parts = files.enumerator(atPath: folder + "/" + name)?.compactMap { $0 as? String } ?? []
            return .init(name: name, bytes: parts.reduce(0) { $0 + size(of: "\(folder)/\(name)/\($1)") })
        }
    }

    static func size(of file: String) -> Int {
        var status = stat()
        return lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    }

    /// Returns the newest version of the C library whose symbols are used.
    private static func floor(of files: [ELFFile]) throws -> String {
        var highest = [2, 0]
        for file in files {
            for version in try file.neededVersions() where version.hasPrefix("GLIBC_2.") {
                let numbers = version.dropFirst(6).split(separator: ".").compactMap { Int($0) }
                if highest.lexicographicallyPrecedes(numbers) { highest = numbers }
            }
        }
        return highest.map(String.init).joined(separator: ".")
    }

    private static func system(of files: [ELFFile]) throws -> [String] {
        try Set(files.flatMap { try $0.needed() }.filter(LibrarySearch.isOfSystem)).sorted()
    }
}

extension ProgramBundle {
    /// Writes stripped files with relative run paths.
    struct Writer {
        let folder: String
        let strips: Bool

        /// Writes a library.
        func add(library: ELFFile, named name: String) throws -> Contents.File {
            var library = try stripped(library)
            if !(try library.runPaths()).isEmpty {
                do { try library.setRunPath("$ORIGIN") } catch ELFError.noRoom { try library.removeRunPath() }
            }
            let base = (name as NSString).lastPathComponent
            try Self.write(library.bytes, to: "\(folder)/lib/\(base)", mode: 0o644)
            return .init(name: base, bytes: library.bytes.count)
        }

        /// Writes the program.
        /// - Returns: Its size.
        func add(program: ELFFile, named name: String) throws -> Int {
            var program = try stripped(program)
            // A program that needs nothing but the system's libraries stays as it is.
            if try program.needed().allSatisfy(LibrarySearch.isOfSystem), try program.runPaths().isEmpty {
                try Self.write(program.bytes, to: "\(folder)/\(name)", mode: 0o755)
                return program.bytes.count
            }
            do {
                try program.setRunPath("$ORIGIN/lib")
                try Self.write(program.bytes, to: "\(folder)/\(name)", mode: 0o755)
            } catch ELFError.noRoom {
                // A shorter run path fits: the program is beside the libraries, with a link.
                try program.setRunPath("$ORIGIN")
                try Self.write(program.bytes, to: "\(folder)/lib/\(name)", mode: 0o755)
                if symlink("lib/\(name)", "\(folder)/\(name)") != 0 { throw ImageError(file: name, code: errno) }
            }
            return program.bytes.count
        }

        /// Returns the folder that contains the program itself.
        func programFolder(_ folder: String, _ name: String) -> String {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)) == nil ? folder : folder + "/lib"
        }

        /// Returns a file without debug information and unneeded symbols.
        private func stripped(_ file: ELFFile) throws -> ELFFile {
            guard strips, let tool = Self.tool else { return file }
            try Interruption.check()
            let copy = folder + "/stripped"
            defer { unlink(copy) }
            let status = try CompilerProgram.call(tool, ["--strip-unneeded", file.file, copy])
            guard status == 0 else { throw InputError("\(tool) can't strip \(file.file)") }
            return try ELFFile(copy)
        }

        /// The program that strips: of the Swift toolchain, or of binutils.
        private static let tool: String? = ["llvm-objcopy", "objcopy"].first { !CompilerProgram.place($0).isEmpty }

        static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws {
            do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch {
                throw ImageError(file: path, code: SystemError.code(of: error) ?? EIO)
            }
            if chmod(path, mode) != 0 { throw ImageError(file: path, code: errno) }
        }
    }
}
