import ArgumentParser
import Foundation

/// `agate build`, `agate test`, `agate run` and `agate toolset`: for packages written for Apple's platforms.
///
/// The work is done by `agate-build`, a program of the package Tools/SourceCompatibility in Agate's checkout. It stands apart since it
/// needs swift-syntax, which takes minutes to compile; it is built when first asked for, into the cache, and again when its sources have
/// changed.
enum CompatibilityTool {
    /// Becomes `agate-build` with some arguments.
    static func run(_ arguments: [String]) throws -> Never {
        let checkout = try self.checkout()
        setenv("AGATE_CHECKOUT", checkout, 1)
        let program = try program(in: checkout)
        var pointers: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        pointers.append(nil)
        execv(program, &pointers)
        throw InputError("\(program) can't be run: \(String(cString: strerror(errno)))")
    }

    private static let package = "Tools/SourceCompatibility"

    /// `AGATE_CHECKOUT`, the folder above this program that is a checkout, or the one that this program was compiled from.
    private static func checkout() throws -> String {
        func isCheckout(_ folder: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(package)/Package.swift") }
        if let folder = ProcessInfo.processInfo.environment["AGATE_CHECKOUT"], !folder.isEmpty {
            guard isCheckout(folder) else { throw InputError("AGATE_CHECKOUT is \(folder), which is no checkout of Agate") }
            return folder
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
            throw InputError("the checkout of Agate that this program is from is not there any more; set AGATE_CHECKOUT to one")
        }
        return folder
    }

    /// The path of `agate-build`, built if need be.
    private static func program(in checkout: String) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let cache =
            environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.cache"
        let swift = try output("swift", ["--version"])
        let sources = try files(below: checkout + "/" + package + "/Sources") + [checkout + "/" + package + "/Package.swift"]
        var digest = Digest(), place = Digest()
        place.add(Data(checkout.utf8))
        digest.add(swift)
        for path in sources {
            digest.add(Data(path.utf8))
            digest.add(FileManager.default.contents(atPath: path) ?? Data())
        }
        let folder = "\(cache)/agate/tool-\(place.text)"
        let program = folder + "/agate-build", stamp = folder + "/stamp"
        func isCurrent() -> Bool {
            FileManager.default.contents(atPath: stamp) == Data(digest.text.utf8) && FileManager.default.isExecutableFile(atPath: program)
        }
        if isCurrent() { return program }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let lock = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(lock) }
        while lock >= 0, flock(lock, LOCK_EX) != 0, errno == EINTR {}
        if isCurrent() { return program }
        try build(checkout + "/" + package, scratch: folder + "/build", to: program)
        try Data(digest.text.utf8).write(to: URL(fileURLWithPath: stamp), options: .atomic)
        return program
    }

    private static func build(_ package: String, scratch: String, to program: String) throws {
        // The toolchain's own modules of swift-syntax, where it has them, spare some minutes.
        let information = try JSONSerialization.jsonObject(with: output("swiftc", ["-print-target-info"])) as? [String: Any]
        let resources = (information?["paths"] as? [String: Any])?["runtimeResourcePath"] as? String ?? ""
        let host = resources + "/host"
        let hasHost = FileManager.default.fileExists(atPath: host + "/SwiftParser.swiftmodule")
        StandardError.write(
            "agate: building agate-build\(hasHost ? "" : " with swift-syntax, which takes some minutes"); this happens once\n")
        func build(host: String) throws -> Bool {
            setenv("AGATE_HOST_MODULES", host, 1)
            defer { unsetenv("AGATE_HOST_MODULES") }
            return try call(
                "swift",
                [
                    "build", "-c", "release", "--product", "agate-build", "--package-path", package, "--scratch-path",
                    scratch + (host.isEmpty ? "" : "-host"),
                ] + (host.isEmpty ? [] : ["-Xswiftc", "-I", "-Xswiftc", host])) == 0
        }
        let isHost = hasHost ? try build(host: host) : false
        if !isHost {
            if hasHost { StandardError.write("agate: the toolchain's modules of swift-syntax don't fit; its package is built instead\n") }
            guard try build(host: "") else { throw InputError("agate-build does not build; the compiler says why above") }
        }
        let built = scratch + (isHost ? "-host" : "") + "/release/agate-build"
        try? FileManager.default.removeItem(atPath: program)
        try FileManager.default.copyItem(atPath: built, toPath: program)
    }

    private static func files(below folder: String) throws -> [String] {
        guard let all = FileManager.default.enumerator(atPath: folder) else { throw InputError("\(folder) can't be read") }
        return all.compactMap { ($0 as? String).map { folder + "/" + $0 } }.filter { $0.hasSuffix(".swift") }.sorted()
    }

    private static func output(_ name: String, _ arguments: [String]) throws -> Data {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw InputError("\(name) does not run; Agate needs Swift 6.1 or newer in PATH") }
        return data
    }

    /// Runs a program; what it prints is shown as messages, so that standard output holds what the command itself answers.
    private static func call(_ name: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = FileHandle.standardError
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// FNV-1a in 64 bits: tells whether sources changed.
    private struct Digest {
        private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(_ data: Data) {
            sum = data.withUnsafeBytes { $0.reduce(sum) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
            sum = (sum ^ UInt64(data.count)) &* 0x100_0000_01b3
        }

        var text: String { String(sum, radix: 16) }
    }
}

/// A command whose arguments are all for `agate-build`.
protocol CompatibilityCommand: ParsableCommand {
    var arguments: [String] { get }
}

extension CompatibilityCommand {
    func run() throws { try CompatibilityTool.run([Self.configuration.commandName!] + arguments) }
}

/// `agate build`.
struct BuildCommand: CompatibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Builds a package written for Apple's platforms, unmodified (agate build --help)."
    )

    @Argument(parsing: .captureForPassthrough, help: "Options, and those of swift build.") var arguments: [String] = []
}

/// `agate test`.
struct TestCommand: CompatibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Runs the tests of a package written for Apple's platforms, unmodified (agate test --help)."
    )

    @Argument(parsing: .captureForPassthrough, help: "Options, and those of swift test.") var arguments: [String] = []
}

/// `agate run`.
struct RunCommand: CompatibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a program of a package written for Apple's platforms, unmodified (agate run --help)."
    )

    @Argument(parsing: .captureForPassthrough, help: "Options, those of swift run, and the program with its arguments.") var arguments:
        [String] = []
}

/// `agate toolset`.
struct ToolsetCommand: CompatibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "toolset", abstract: "Installs libraries and modules for swift build --toolset (agate toolset --help)."
    )

    @Argument(parsing: .captureForPassthrough, help: "Options.") var arguments: [String] = []
}
