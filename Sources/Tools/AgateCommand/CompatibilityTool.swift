import Agate
import AgateBatch
import AgateDiagnostics
import Foundation
import ImageIO

/// `agate build`, `agate test`, `agate run` and `agate toolset`: for packages written for Apple's platforms.
///
/// The work is done by `agate-build`, a program of the package Tools/SourceCompatibility in Agate's checkout. It is a separate package
/// because it needs swift-syntax, which takes minutes to compile. It is built into the cache on first use, and again when its sources or
/// the compiler have changed. Nothing is written into the checkout's sources: copies in the cache are built.
struct CompatibilityTool {
    private static let package = "Tools/SourceCompatibility"

    let checkout: String
    /// The compiler's version text.
    private let compiler: String
    /// The sources, by their paths in the package.
    private let sources: [(path: String, data: Data)]

    /// Replaces this process with `agate-build` and some arguments.
    static func run(_ arguments: [String]) throws -> Never {
        let tool = try CompatibilityTool(checkout: checkout())
        let place = try BuildPlace.find(arguments, environment: ProcessInfo.processInfo.environment) { tool.isCurrent(in: $0) }
        if let home = place.home {
            let code = BuildPlace.make(home)
            if code != 0 { throw ImageError(file: home, code: code) }
            setenv("HOME", home, 1)
        }
        setenv("AGATE_CHECKOUT", tool.checkout, 1)
        setenv("AGATE_CACHE", place.cache, 1)
        setenv("AGATE_COMPILER", tool.compiler, 1)
        let program = try tool.program(in: place.cache)
        var pointers: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        pointers.append(nil)
        execv(program, &pointers)
        throw InputError("\(program) can't be run: \(SystemError.text(errno))")
    }

    private init(checkout: String) throws {
        self.checkout = checkout
        compiler = String(decoding: try CompilerProgram.output("swift", ["--version"]), as: UTF8.self)
        let root = checkout + "/" + Self.package
        // The tests are not built, but the manifest names them.
        let paths = ["Sources", "Tests/AgateBuildTests", "Tests/LoweringTests"].flatMap { folder in
            (FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
        }.filter { $0.hasSuffix(".swift") }.sorted()
        sources = try (["Package.swift"] + paths).map { path in
            guard let data = FileManager.default.contents(atPath: root + "/" + path) else {
                throw InputError("\(root)/\(path) can't be read")
            }
            return (path, data)
        }
    }

    /// Returns the path of the `toolset.json` that `agate toolset` installs in the cache, whether it exists or not.
    static func cachedToolset() throws -> String {
        let folder: String
        do { folder = try checkout() } catch {
            throw InputError("no toolset is known here: give --toolset DIR, or --agate with the address or path of the package Agate")
        }
        let place = try BuildPlace.find(["toolset"], environment: ProcessInfo.processInfo.environment) { _ in true }
        // Checkout.cache of agate-build: the first half of its digest of the path.
        let path = realpath(folder, nil).map { path in
            defer { free(path) }
            return String(cString: path)
        }
        var sum = (path ?? folder).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        sum = (sum ^ 0xff) &* 0x100_0000_01b3
        let text = String(sum, radix: 16)
        return "\(place.cache)/\(String(repeating: "0", count: 16 - text.count) + text)/toolset/toolset.json"
    }

    /// Returns `AGATE_CHECKOUT`, the enclosing folder of this program that is a checkout, or the one that this program was compiled from.
    private static func checkout() throws -> String {
        func isCheckout(_ folder: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(package)/Package.swift") }
        if let folder = ProcessInfo.processInfo.environment["AGATE_CHECKOUT"], !folder.isEmpty {
            guard isCheckout(folder) else { throw InputError("AGATE_CHECKOUT is \(folder), which is not a checkout of Agate") }
            return URL(fileURLWithPath: folder).standardizedFileURL.path
        }
        func above(_ path: String) -> String? {
            var folder = (path as NSString).deletingLastPathComponent
            while folder.count > 1 {
                if isCheckout(folder) { return folder }
                folder = (folder as NSString).deletingLastPathComponent
            }
            return nil
        }
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        guard let folder = above(program) ?? above(#filePath) else {
            throw InputError("the checkout of Agate that this program was built from no longer exists; set AGATE_CHECKOUT to one")
        }
        return folder
    }
}

extension CompatibilityTool {
    private func folder(in cache: String) -> String {
        var place = Digest()
        place.add(Data(checkout.utf8))
        return "\(cache)/tool-\(place.text)"
    }

    /// A hash of everything that determines the build: the sources, the compiler, and its location, since the program uses its libraries.
    private var key: String {
        var digest = Digest()
        digest.add(Data(compiler.utf8))
        digest.add(Data(CompilerProgram.place("swift").utf8))
        for (path, data) in sources {
            digest.add(Data(path.utf8))
            digest.add(data)
        }
        return digest.text
    }

    /// Returns the text of the stamp file beside a complete program: its key and its size.
    private func stamp(of program: String) -> String? {
        var status = stat()
        guard access(program, X_OK) == 0, stat(program, &status) == 0 else { return nil }
        return "\(key) \(status.st_size)"
    }

    private func isCurrent(in cache: String) -> Bool {
        let folder = folder(in: cache)
        guard let kept = FileManager.default.contents(atPath: folder + "/stamp") else { return false }
        return stamp(of: folder + "/agate-build").map { Data($0.utf8) } == kept
    }

    /// Returns the path of `agate-build`, which is built if necessary.
    private func program(in cache: String) throws -> String {
        let folder = folder(in: cache), program = folder + "/agate-build"
        if isCurrent(in: cache) { return program }
        var code = BuildPlace.make(folder)
        if code != 0 { throw ImageError(file: folder, code: code) }
        // The compiler inherits the descriptor: if this program is killed, the next one waits for the running compiler.
        let lock = open(folder + "/lock", O_RDWR | O_CREAT, 0o666)
        if lock < 0 { throw ImageError(file: folder + "/lock", code: errno) }
        defer { close(lock) }
        if flock(lock, LOCK_EX | LOCK_NB) != 0 {
            StandardError.say("waiting for another process that is building agate-build in \(folder)")
            while flock(lock, LOCK_EX) != 0 { if errno != EINTR { throw ImageError(file: folder + "/lock", code: errno) } }
        }
        if isCurrent(in: cache) { return program }
        // A signal also ends the compiler.
        Interruption.watch()
        // Invalidate the old program before the new one is built.
        unlink(folder + "/stamp")
        try copySources(to: folder + "/source")
        let built = try build(folder + "/source", scratch: folder + "/build")
        code = Self.replace(program, by: built)
        guard code == 0, let stamp = stamp(of: program) else { throw ImageError(file: program, code: code) }
        try Self.write(Data(stamp.utf8), to: folder + "/stamp")
        return program
    }

    /// Makes a folder contain exactly the sources; unchanged files keep their times.
    private func copySources(to folder: String) throws {
        let files = FileManager.default, wanted = Set(sources.map(\.path))
        let old = files.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        for path in old where path.hasSuffix(".swift") && !wanted.contains(path) { unlink("\(folder)/\(path)") }
        for (path, data) in sources where files.contents(atPath: folder + "/" + path) != data {
            let parent = ("\(folder)/\(path)" as NSString).deletingLastPathComponent
            let code = BuildPlace.make(parent)
            if code != 0 { throw ImageError(file: parent, code: code) }
            try Self.write(data, to: folder + "/" + path)
        }
    }

    /// Builds the program.
    /// - Returns: Its path in the build folder.
    private func build(_ package: String, scratch: String) throws -> String {
        // The toolchain's own modules of swift-syntax, if it has them, save some minutes.
        let information = try JSONSerialization.jsonObject(with: CompilerProgram.output("swiftc", ["-print-target-info"])) as? [String: Any]
        let resources = (information?["paths"] as? [String: Any])?["runtimeResourcePath"] as? String ?? ""
        let host = resources + "/host"
        let hasHost = FileManager.default.fileExists(atPath: host + "/SwiftParser.swiftmodule")
        // For tests, which use the program for small packages only: without optimisation it is built in a third of the time.
        let flags = ProcessInfo.processInfo.environment["AGATE_TOOL_FLAGS"]?.split(separator: " ").map(String.init) ?? []
        StandardError.say("building agate-build\(hasHost ? "" : " with swift-syntax, which takes some minutes"); this happens once")
        func build(host: String) throws -> Bool {
            setenv("AGATE_HOST_MODULES", host, 1)
            defer { unsetenv("AGATE_HOST_MODULES") }
            return try CompilerProgram.call(
                "swift",
                [
                    "build", "-c", "release", "--product", "agate-build", "--package-path", package, "--scratch-path",
                    scratch + (host.isEmpty ? "" : "-host"),
                ] + (host.isEmpty ? [] : ["-Xswiftc", "-I", "-Xswiftc", host]) + flags) == 0
        }
        let isHost = hasHost ? try build(host: host) : false
        if !isHost {
            if hasHost { StandardError.say("the toolchain's swift-syntax modules are incompatible; its package is built instead") }
            guard try build(host: "") else { throw InputError("building agate-build failed; see the compiler's output above") }
        }
        return scratch + (isHost ? "-host" : "") + "/release/agate-build"
    }

    /// Replaces a file atomically with a copy of another.
    private static func replace(_ path: String, by source: String) -> Int32 {
        let temporary = path + ".new"
        unlink(temporary)
        do { try FileManager.default.copyItem(atPath: source, toPath: temporary) } catch { return SystemError.code(of: error) ?? EIO }
        return rename(temporary, path) == 0 ? 0 : errno
    }

    private static func write(_ data: Data, to path: String) throws {
        do { try data.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
            throw ImageError(file: path, code: SystemError.code(of: error) ?? EIO)
        }
    }

    /// FNV-1a in 64 bits, to detect changed sources.
    private struct Digest {
        private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(_ data: Data) {
            sum = data.withUnsafeBytes { $0.reduce(sum) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
            sum = (sum ^ UInt64(data.count)) &* 0x100_0000_01b3
        }

        var text: String { String(sum, radix: 16) }
    }
}
