import Foundation

/// Builds Agate and installs it as a ``Toolset``.
struct ToolsetInstaller {
    let checkout: Checkout
    var isStatic = false
    var configuration = "release"
    /// The build folder; nil for the checkout's own, which `make build` fills too, or one in the cache where that can't be written.
    var scratch: String?
    /// More arguments for `swift build`.
    var arguments: [String] = []
    /// Takes the build products as they are.
    var skipBuild = false

    /// The toolset of this checkout in the cache, made or renewed when the checkout is another than it was made from.
    func cached() throws -> Toolset {
        let folder = try checkout.cache() + (isStatic ? "/toolset-static" : "/toolset")
        func current() throws -> Toolset? {
            guard let toolset = try? Toolset(folder: folder), toolset.isWhole else { return nil }
            return try toolset.stamp == stamp() ? toolset : nil
        }
        // A cache that can't be written, of an image for instance, may hold what is wanted.
        guard try Files.canWrite(in: Files.cache() + "/locks") else {
            if let toolset = try current() { return toolset }
            throw BuildError("the toolset in \(folder) does not match \(checkout.folder) and is not writable; set XDG_CACHE_HOME")
        }
        // Others may use it at the same time, but nobody replaces it meanwhile.
        let lock = try FileLock(Toolset.lockFile(folder), .shared)
        for _ in 0..<3 {
            if var toolset = try current() {
                toolset.lock = lock
                return toolset
            }
            try lock.change(to: .exclusive)
            if try current() == nil { try replace(folder) }
            try lock.change(to: .shared)
        }
        throw BuildError("\(checkout.folder) changed while Agate was being built from it; try again", status: ExitStatus.transient)
    }

    /// Builds what is out of date and installs it in a folder.
    func install(in folder: String) throws -> Toolset {
        let lock = try FileLock(Toolset.lockFile(folder))
        defer { lock.release() }
        try replace(folder)
        return try Toolset(folder: folder)
    }

    /// What it is made from, and how.
    private func stamp() throws -> String {
        var digest = Digest()
        digest.add(try checkout.digest(compiler: Compiler.identity()))
        // The form of what is installed: another one is installed again.
        for text in ["form 2", configuration, isStatic ? "static" : "shared", skipBuild ? "as it is" : ""] + arguments { digest.add(text) }
        return digest.text
    }

    /// Makes a new one beside it, which takes its place at the end.
    private func replace(_ folder: String) throws {
        let left = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard left.isEmpty || left.contains("toolset.json") else {
            throw BuildError("\(folder) is not empty and not a toolset; use an empty or new folder")
        }
        let before = try stamp(), scratch = try self.scratch ?? defaultScratch()
        let graph = try PackageGraph.read(checkout.folder, scratch: scratch)
        let modules = try Self.libraryModules(of: graph)
        if !skipBuild { try build(modules, scratch: scratch) }
        let place = try Program.capture("swift", buildArguments(scratch) + ["--show-bin-path"])
        let products = place.output.trimmingCharacters(in: .whitespacesAndNewlines)
        guard place.status == 0, Files.isFolder(products) else {
            throw BuildError("no build products of Agate were found: \(place.errors)")
        }

        let temporary = folder + ".new", old = folder + ".old"
        Files.remove(temporary)
        try Files.makeFolder(temporary + "/lib")
        try Files.makeFolder(temporary + "/modules")
        do {
            let parts = try modules.map { try ModuleProducts($0, in: products) }
            for part in parts { try part.install(in: temporary) }
            let native = try link(parts, in: temporary)
            let hasPrelude = modules.contains { $0.name == "Prelude" }
            let identity = try Toolset.writeContents(of: temporary)
            try describe(folder, hasPrelude: hasPrelude, native: native, identity: identity, to: temporary + "/toolset.json")
            try Files.write(EditorConfiguration.merged(nil, toolset: folder + "/toolset.json"), to: temporary + "/sourcekit-lsp.json")
            try Files.write(try Compiler.version(), to: temporary + "/compiler")
            // Sources that changed while they were built may be in it or not: the next run builds again.
            try Files.write((try stamp() == before ? before : "changed while it was built") + "\n", to: temporary + "/stamp")
        } catch {
            Files.remove(temporary)
            throw error
        }
        Files.remove(old)
        if Files.exists(folder), rename(folder, old) != 0 { throw BuildError("\(folder) can't be replaced", code: errno) }
        guard rename(temporary, folder) == 0 else { throw BuildError("\(folder) can't be created", code: errno) }
        Files.remove(old)
    }

    /// `make build` and this build the same objects, so they share them.
    private func defaultScratch() throws -> String {
        let own = checkout.folder + "/.build"
        return try Files.canWrite(in: own) ? own : checkout.cache() + "/build"
    }

    private func buildArguments(_ scratch: String) -> [String] {
        ["build", "--package-path", checkout.folder, "--scratch-path", scratch, "-c", configuration] + arguments
    }

    /// The targets of all library products and what they depend on, dependencies first.
    static func libraryModules(of graph: PackageGraph) throws -> [PackageGraph.Module] {
        let wanted = graph.root.manifest.products.filter(\.isLibrary).flatMap(\.targets)
        let byName = Dictionary(graph.modules.map { ($0.name, $0) }) { first, _ in first }
        var reached: Set<String> = []
        func visit(_ name: String) {
            guard let module = byName[name], reached.insert(name).inserted else { return }
            module.dependencies.forEach(visit)
        }
        wanted.forEach(visit)
        return graph.modules.filter { reached.contains($0.name) }
    }

    /// Builds those that no other of them depends on; the rest comes with them.
    private func build(_ modules: [PackageGraph.Module], scratch: String) throws {
        let below = Set(modules.flatMap(\.dependencies))
        let tops = modules.filter { !below.contains($0.name) && $0.package.isRoot }.map(\.target.name)
        message("building Agate (\(configuration)) for the toolset; the first time takes some minutes")
        for target in tops {
            let status = try Program.run("swift", buildArguments(scratch) + ["--target", target])
            guard status == 0 else { throw BuildError("building Agate's target \(target) failed; see the compiler's output above") }
        }
    }

    /// Makes the libraries.
    /// - Returns: what clients of a static one must link as well.
    private func link(_ parts: [ModuleProducts], in folder: String) throws -> [String] {
        let engine = parts.filter { !$0.needsXCTest }, testing = parts.filter(\.needsXCTest)
        if isStatic {
            try archive(engine, to: folder + "/lib/libAgate.a")
            try archive(testing, to: folder + "/lib/libAgateTesting.a")
            return try nativeLibraries(engine, folder)
        }
        let rpath = ["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN"]
        try emit(engine, to: folder + "/lib/libAgate.so", ["-Xlinker", "-soname=libAgate.so"] + rpath)
        try emit(
            testing, to: folder + "/lib/libAgateTesting.so",
            [
                "-Xlinker", "-soname=libAgateTesting.so", "-L", folder + "/lib", "-lAgate", "-lXCTest",
            ] + rpath)
        return []
    }

    private func emit(_ parts: [ModuleProducts], to library: String, _ options: [String]) throws {
        let list = library + ".objects"
        // A response file: there are more objects than a command line takes.
        try Files.write(parts.flatMap(\.objects).map { "\"\($0)\"" }.joined(separator: "\n") + "\n", to: list)
        defer { Files.remove(list) }
        let result = try Program.capture("swiftc", ["-emit-library", "-o", library, "@" + list] + options)
        guard result.status == 0 else { throw BuildError("linking \(library) failed:\n\(result.output)\(result.errors)") }
    }

    private func archive(_ parts: [ModuleProducts], to library: String) throws {
        let list = library + ".objects"
        try Files.write(parts.flatMap(\.objects).map { "\"\($0)\"" }.joined(separator: "\n") + "\n", to: list)
        defer { Files.remove(list) }
        let result = try Program.capture("llvm-ar", ["crs", library, "@" + list])
        guard result.status == 0 else { throw BuildError("\(library) can't be created:\n\(result.output)\(result.errors)") }
    }

    /// The libraries that the objects ask for, as the compiler wrote them down.
    private func nativeLibraries(_ parts: [ModuleProducts], _ folder: String) throws -> [String] {
        let list = folder + "/lib/autolink"
        defer { Files.remove(list) }
        let result = try Program.capture("swift-autolink-extract", parts.flatMap(\.objects) + ["-o", list])
        guard result.status == 0 else { throw BuildError("the libraries that Agate links can't be read:\n\(result.errors)") }
        var seen: Set<String> = []
        return try Files.text(list).split(whereSeparator: \.isWhitespace).map(String.init).filter {
            $0.hasPrefix("-l") && seen.insert($0).inserted
        }
    }

    private func describe(_ folder: String, hasPrelude: Bool, native: [String], identity: String, to path: String) throws {
        var swift = ["-I", folder + "/modules", "-Xcc", "-I\(folder)/include", "-Xcc", "-D_GNU_SOURCE"]
        if hasPrelude { swift += ["-Xfrontend", "-import-module", "-Xfrontend", "Prelude"] }
        // Another toolset is another command line, so that everything is compiled anew.
        swift.append("-DAGATE_TOOLSET_\(identity.prefix(12))")
        let linker =
            isStatic
            // Whole: nothing refers to conformances by name, so that a linker would leave them out.
            ? ["-L\(folder)/lib", "--whole-archive", "-lAgate", "--no-whole-archive", "-lAgateTesting"] + native
            : ["-L\(folder)/lib", "--as-needed", "-lAgate", "-lAgateTesting", "--no-as-needed", "-rpath", folder + "/lib"]
        let description = ToolsetDescription(
            rootPath: folder, swiftCompiler: .init(extraCLIOptions: swift), linker: .init(extraCLIOptions: linker))
        try Files.write(try description.text(), to: path)
    }
}
