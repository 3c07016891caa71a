import Foundation

/// The checkout of Agate that this program was built from.
struct Checkout {
    let folder: String

    /// `AGATE_CHECKOUT`, which the command `agate` sets; else the place of this file when it was compiled.
    static func find() throws -> Checkout {
        var folder = ProcessInfo.processInfo.environment["AGATE_CHECKOUT"] ?? ""
        if folder.isEmpty {
            // Tools/SourceCompatibility/Sources/AgateBuild/Toolset/Checkout.swift
            folder = (0..<6).reduce(#filePath) { path, _ in (path as NSString).deletingLastPathComponent }
        }
        guard Files.exists(folder + "/Package.swift"), Files.isFolder(folder + "/Sources/Layers/QuartzCore") else {
            throw BuildError("no checkout of Agate in \(folder); set AGATE_CHECKOUT to one")
        }
        return Checkout(folder: Files.absolute(folder))
    }

    /// The folder below the cache that belongs to this checkout.
    func cache() throws -> String { try Files.cache() + "/" + Digest.of(folder).prefix(16) }

    /// A digest of all that the toolset is built from: sources, the manifest, the versions of its dependencies and the compiler.
    func digest(compiler: String) throws -> String {
        var digest = Digest()
        for name in ["Package.swift", "Package.resolved"] {
            digest.add(FileManager.default.contents(atPath: folder + "/" + name) ?? Data())
        }
        for path in Files.below(folder + "/Sources", where: { !$0.hasPrefix("Tools/AgateCommand/") }) {
            digest.add(path)
            digest.add(try Files.data(folder + "/Sources/" + path))
        }
        digest.add(compiler)
        return digest.text
    }
}
