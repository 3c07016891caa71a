import Foundation
import Lowering

/// The lowered copies of a package's files, below its build folder, and the overlay that shows them to the compiler in the originals'
/// places.
///
///     SCRATCH/agate/lowered/PACKAGE/MODULE/…   the copies
///     SCRATCH/agate/overlay.yaml               for -vfsoverlay; its path never changes, so that the compiler's command lines don't either
///     SCRATCH/agate/toolset.json               passes the overlay to SwiftPM
///     SCRATCH/agate/state.json                 what was shown to the compiler last
struct LoweredSources {
    let scratch: String

    var folder: String { scratch + "/agate" }
    var toolsetFile: String { folder + "/toolset.json" }
    private var overlayFile: String { folder + "/overlay.yaml" }
    private var emptyFile: String { folder + "/empty" }
    private var stateFile: String { folder + "/state.json" }

    init(scratch: String) { self.scratch = scratch }

    /// What is shown to the compiler: the copy for an original, and a digest of its text.
    struct State: Codable, Equatable {
        struct Entry: Codable, Equatable {
            var copy: String
            var digest: String

            /// Whether the copy is as it was written.
            var isWhole: Bool { (try? Digest.of(Files.text(copy))) == digest }
        }
        /// The ``LoweringKey``.
        var key = ""
        /// ``PackageGraph/languageOptions``.
        var options: [String] = []
        var entries: [String: Entry] = [:]
        /// The files in Objective-C, and in C beside it, for which the compiler is shown an empty one.
        var emptied: [String]?
        var summary = LoweringSummary()
    }

    /// What was decided last, as far as it is known.
    var state: State? { try? JSONDecoder().decode(State.self, from: Files.data(stateFile)) }

    /// Brings copies and overlay up to date.
    @discardableResult func update(_ graph: PackageGraph, policy: LoweringPolicy, toolset: Toolset) throws -> LoweringSummary {
        let host = graph.hostModules
        var texts: [String: String] = [:], policy = policy
        for path in graph.modules.flatMap(\.sources) { texts[path] = try Files.text(path) }
        // What is not lowered can be imported all the same: Agate's modules, those in C, libraries of the system, binaries.
        let objectiveC = graph.objectiveCModules
        policy.availableModules = LoweringPolicy.toolchainModules.union(toolset.modules).union(graph.modules.map(\.name))
            .subtracting(objectiveC.map(\.name))
        let key = LoweringKey(
            graph.modules, texts: texts, policy: policy, toolset: toolset.identity, program: LoweringKey.program, host: host
        ).text
        let old = self.state
        let options = graph.languageOptions
        if let old, old.key == key, old.options == options, old.entries.values.allSatisfy(\.isWhole) {
            try show(old)
            return old.summary
        }

        AtomicFile.removeTemporaries(below: folder)
        let lost = Set(objectiveC.map(\.name))
        let wanted = graph.modules.filter { module in
            guard !module.sources.isEmpty, !host.contains(module.name) else { return false }
            return module.package.isRoot || !lost.isDisjoint(with: module.dependencies)
                || module.sources.contains { Self.mayNeedLowering(texts[$0]!) }
        }
        let sources = wanted.map { module in
            SourceModule(
                name: module.name, dependencies: module.dependencies.filter { !lost.contains($0) },
                files: module.sources.map { SourceFile(path: $0, text: texts[$0]!) })
        }
        let result = Lowering.lower(sources, policy: policy)
        var new = State(key: key, options: options, summary: LoweringSummary(result, files: texts.count))
        let emptied = objectiveC.flatMap(\.otherFiles).sorted()
        new.emptied = emptied.isEmpty ? nil : emptied
        var copies: [String: String] = [:]
        for module in wanted {
            for path in module.sources { copies[path] = copy(of: path, in: module) }
        }
        for file in result.files where file.changed {
            guard let copy = copies[file.path] else { continue }
            try Files.write(file.text, to: copy)
            new.entries[file.path] = .init(copy: copy, digest: Digest.of(file.text))
        }
        // Where it is unknown what was shown to the compiler before, anything may have been.
        if old == nil { CompiledObjects(scratch: scratch).remove(of: Set(texts.keys)) }
        try write(new, replacing: old ?? State())
        return new.summary
    }

    /// Shows other files to the compiler besides: `texts` by the path of the original. Entries of earlier calls that are not in it stay.
    /// - Returns: whether something is shown that was not before.
    func add(_ texts: [String: String]) throws -> Bool {
        let old = try JSONDecoder().decode(State.self, from: Files.data(stateFile))
        var state = old
        for (path, text) in texts {
            let copy = "\(folder)/lowered/tests/\(Digest.of(path).prefix(16))-\((path as NSString).lastPathComponent)"
            try Files.write(text, to: copy)
            state.entries[path] = .init(copy: copy, digest: Digest.of(text))
        }
        if state == old { return false }
        try write(state, replacing: old)
        return true
    }

    private func copy(of path: String, in module: PackageGraph.Module) -> String {
        let place = "\(folder)/lowered/\(module.package.identity)/\(module.name)"
        if let folder = module.folder, path.hasPrefix(folder + "/") { return "\(place)/\(path.dropFirst(folder.count + 1))" }
        return "\(place)/+generated/\(Digest.of(path).prefix(16))-\((path as NSString).lastPathComponent)"
    }

    private func write(_ state: State, replacing old: State) throws {
        // Before the new texts can be compiled, what was compiled from other ones goes. Should the run end in between, it is only made
        // again.
        let paths = Set(old.entries.keys).union(state.entries.keys).filter { old.entries[$0]?.digest != state.entries[$0]?.digest }
        if !paths.isEmpty { CompiledObjects(scratch: scratch).remove(of: paths) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try Files.write(String(decoding: try encoder.encode(state), as: UTF8.self), to: stateFile)
        try show(state)
        let copies = Set(state.entries.values.map(\.copy))
        for path in Files.below(folder + "/lowered") where !copies.contains("\(folder)/lowered/\(path)") {
            Files.remove("\(folder)/lowered/\(path)")
        }
    }

    /// Writes the overlay and the toolset that passes it on, where they are not as they should be.
    private func show(_ state: State) throws {
        var copies = state.entries.mapValues(\.copy)
        if let emptied = state.emptied {
            try Files.write("", to: emptyFile)
            for path in emptied { copies[path] = emptyFile }
        }
        try Files.write(VirtualOverlay(copies).text, to: overlayFile)
        var description = ToolsetDescription(
            rootPath: folder, swiftCompiler: .init(extraCLIOptions: ["-vfsoverlay", overlayFile] + state.options), linker: nil)
        if state.emptied != nil {
            description.cCompiler = .init(extraCLIOptions: ["-ivfsoverlay", overlayFile])
            description.cxxCompiler = description.cCompiler
        }
        try Files.write(try description.text(), to: toolsetFile)
    }

    /// Modules of other packages are read only where one of their files says something that a rule could be about.
    static func mayNeedLowering(_ text: String) -> Bool {
        signs.contains { text.contains($0) }
    }

    private static let signs = [
        "@objc", "#selector", "#keyPath", "@NSManaged", "@IB", "import UIKit", "import QuartzCore", "import CoreGraphics",
        "import CoreText",
        "import ImageIO", "import AVFoundation", "import ObjectiveC",
    ]
}
