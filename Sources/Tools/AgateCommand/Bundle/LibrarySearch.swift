import AgateBatch
import AgateDiagnostics
import Foundation

/// Finds the libraries that a program needs, as the loader does: in run paths, in `LD_LIBRARY_PATH`, in the folders of `/etc/ld.so.conf`,
/// and in the system's.
struct LibrarySearch {
    /// Libraries that stay the system's: the C library with its loader, the C++ library and the graphics driver with what it shares with
    /// the program. Each must be as new as the driver, or as the kernel, of the machine that runs the program.
    static func isOfSystem(_ name: String) -> Bool {
        let base = name.prefix { $0 != "." }
        return base.hasPrefix("ld-linux") || base.hasPrefix("libGLX") || base.hasPrefix("libEGL") || base.hasPrefix("libGLES")
            || system.contains(String(base))
    }

    private static let system: Set = [
        "libc", "libm", "libmvec", "libpthread", "libdl", "librt", "libresolv", "libutil", "libanl", "libnsl", "libthread_db",
        "libBrokenLocale", "libnss_files", "libnss_dns", "linux-vdso", "libstdc++", "libgcc_s", "libGL", "libGLdispatch", "libOpenGL",
        "libdrm", "libgbm", "libvulkan", "libglapi",
    ]

    private let machine: Int
    private let folders: [String]
    /// The libraries by name.
    private(set) var found: [String: ELFFile] = [:]

    /// Finds all libraries that a program needs, directly or not.
    /// - Parameter included: The names of more libraries, which are loaded while the program runs.
    init(_ program: ELFFile, including included: [String]) throws {
        machine = program.machine
        let variable = (ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "").split(separator: ":").map(String.init)
        let triple = program.machine == 183 ? "aarch64-linux-gnu" : "x86_64-linux-gnu"
        folders =
            variable + Self.configured("/etc/ld.so.conf", depth: 0) + [
                "/lib/\(triple)", "/usr/lib/\(triple)", "/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib",
            ]
        let own = try Self.folders(of: program)
        var waiting: [(name: String, by: ELFFile, places: [String])] = []
        func add(_ names: [String], of file: ELFFile) throws {
            let places = try Self.folders(of: file) + own
            for name in names where !Self.isOfSystem(name) { waiting.append((name, file, places)) }
        }
        try add(try program.needed() + included, of: program)
        while let (name, file, places) = waiting.popLast() {
            guard found[name] == nil else { continue }
            guard let library = try library(name, places) else {
                throw InputError("\(file.file) needs \(name), which is in no folder of libraries")
            }
            found[name] = library
            try add(try library.needed(), of: library)
        }
    }

    private func library(_ name: String, _ places: [String]) throws -> ELFFile? {
        if name.contains("/") { return try ELFFile(name) }
        for folder in places + folders {
            let path = folder + "/" + name
            guard access(path, R_OK) == 0 else { continue }
            // A library of another machine is passed over, as the loader does.
            if let library = try? ELFFile(path), library.machine == machine { return library }
        }
        return nil
    }

    /// Returns the folders of a file's run path.
    private static func folders(of file: ELFFile) throws -> [String] {
        let origin = (URL(fileURLWithPath: file.file).resolvingSymlinksInPath().path as NSString).deletingLastPathComponent
        return try file.runPaths().map {
            $0.replacingOccurrences(of: "${ORIGIN}", with: origin).replacingOccurrences(of: "$ORIGIN", with: origin)
        }
    }

    /// Returns the folders that a configuration of the loader names; it may include others.
    private static func configured(_ file: String, depth: Int) -> [String] {
        guard depth < 4, let data = FileManager.default.contents(atPath: file) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").flatMap { line -> [String] in
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard words.first == "include" else { return words.map(String.init) }
            return words.dropFirst().flatMap { pattern -> [String] in
                let folder = (String(pattern) as NSString).deletingLastPathComponent
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
                return names.filter { $0.hasSuffix(".conf") }.flatMap { configured(folder + "/" + $0, depth: depth + 1) }
            }
        }
    }
}
