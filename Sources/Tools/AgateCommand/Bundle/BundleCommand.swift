import Agate
import AgateBatch
import AgateDiagnostics
import ArgumentParser
import Foundation
import ImageIO

/// `agate bundle`: a program with everything that it needs, for systems without Swift.
struct BundleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Makes a folder, a .deb or a single file of a program, which run on systems without Swift.",
        discussion: """
            The program is built with agate build -c release; a path to a program that exists is taken as it is. The folder contains the \
            program without debug information, the libraries that it needs, with Swift's, and its resources. The C library, the C++ library \
            and the graphics driver stay the system's; so does SDL2, which windows load, unless --include libSDL2-2.0.so.0 is given. \
            Without an output the folder is NAME.bundle.
            """
    )

    @Argument(help: "The program: its name in the package, or the path of a built one. The package's only program if it is not given.")
    var program: String?
    @Option(help: "The package; the current folder by default.") var packagePath = "."
    @Option(name: [.customShort("o"), .long], help: "The folder.") var output: String?
    @Flag(help: "Also write NAME_VERSION_ARCHITECTURE.deb.") var deb = false
    @Flag(help: "Also write NAME.run, one file that extracts itself when it is run first.") var single = false
    // Not --version, which prints that of agate.
    @Option(help: "The version of the .deb.") var packageVersion = "1.0.0"
    @Option(help: "The maintainer of the .deb: Name <address>.") var maintainer = "Unknown <unknown@localhost>"
    @Option(help: "The description of the .deb.") var summary: String?
    @Option(help: "A library that is loaded while the program runs, with those that it needs; as often as needed.") var include: [String] =
        []
    @Flag(help: "Keep debug information and symbols.") var noStrip = false

    func validate() throws {
        if program == "" || packagePath == "" || output == "" { throw ValidationError("a name is empty") }
        let isVersion =
            packageVersion.first?.isNumber == true
            && packageVersion.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".+~-".contains($0)) }
        if !isVersion { throw ValidationError("--package-version must begin with a digit and consist of letters, digits and .+~-") }
        for text in [maintainer, summary ?? ""] where text.contains(where: \.isNewline) { throw ValidationError("a field has one line") }
    }

    func run() throws {
        Interruption.watch()
        let path = try self.path()
        let name = (path as NSString).lastPathComponent
        // The name becomes part of scripts and of a Debian package.
        guard name.first != "-", name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._+-".contains($0)) }) else {
            throw InputError("\(name) can't be bundled: its name must consist of letters, digits and ._+-")
        }
        let folder = URL(fileURLWithPath: output ?? name + ".bundle").standardizedFileURL.path
        let bundle: ProgramBundle
        do {
            bundle = try ProgramBundle(of: path, named: name, in: folder, including: include, strips: !noStrip)
        } catch let error as ELFError {
            throw InputError("\(error)")
        }
        let contents = bundle.contents
        func sum(_ files: [ProgramBundle.Contents.File]) -> Int { files.reduce(0) { $0 + $1.bytes } }
        try StandardOutput.say(
            "\(output ?? name + ".bundle"): \(Self.size(contents.bytes)): program \(Self.size(contents.program.bytes)), "
                + "\(contents.libraries.count) libraries \(Self.size(sum(contents.libraries))), resources \(Self.size(sum(contents.resources)))"
        )
        let beside = (folder as NSString).deletingLastPathComponent
        func say(_ file: String) throws { try StandardOutput.say("\(file): \(Self.size(ProgramBundle.size(of: beside + "/" + file)))") }
        if deb {
            let file = "\(ProgramBundle.packageName(name))_\(packageVersion)_\(contents.machine).deb"
            let fields = ProgramBundle.DebianFields(version: packageVersion, maintainer: maintainer, summary: summary ?? name)
            try bundle.writeDebianPackage(fields, to: beside + "/" + file)
            try say(file)
        }
        if single {
            try bundle.writeSingleFile(to: "\(beside)/\(name).run")
            try say("\(name).run")
        }
        try StandardOutput.say("runs on \(contents.machine) with glibc \(contents.glibc) or newer")
    }

    /// The path of the program, which is built if it is a package's.
    private func path() throws -> String {
        if let program, program.contains("/") { return program }
        guard FileManager.default.fileExists(atPath: packagePath + "/Package.swift") else {
            throw InputError("no Package.swift in \(packagePath); give the path of a program")
        }
        let name = try program ?? onlyProgram()
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "agate"
        let arguments = ["build", "-c", "release", "--package-path", packagePath]
        guard try CompilerProgram.call(own, arguments + ["--product", name]) == 0 else {
            throw InputError("\(name) can't be built; see the compiler's output above")
        }
        let folder = String(decoding: try CompilerProgram.output(own, arguments + ["--show-bin-path"]), as: UTF8.self)
        return folder.trimmingCharacters(in: .whitespacesAndNewlines) + "/" + name
    }

    private func onlyProgram() throws -> String {
        let data = try CompilerProgram.output("swift", ["package", "--package-path", packagePath, "dump-package"])
        let manifest = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        let products = (manifest["products"] as? [[String: Any]] ?? []).filter { ($0["type"] as? [String: Any])?["executable"] != nil }
        let named = Set(products.flatMap { $0["targets"] as? [String] ?? [] })
        let targets = (manifest["targets"] as? [[String: Any]] ?? []).filter { $0["type"] as? String == "executable" }
        let names =
            products.compactMap { $0["name"] as? String } + targets.compactMap { $0["name"] as? String }.filter { !named.contains($0) }
        guard names.count == 1 else {
            throw InputError(
                names.isEmpty
                    ? "\(packagePath) has no program" : "\(packagePath) has the programs \(names.joined(separator: ", ")); name one")
        }
        return names[0]
    }

    private static func size(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }
}
