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
    private var stateFile: String { folder + "/state.json" }

    init(scratch: String) { self.scratch = scratch }

    /// What is shown to the compiler: the copy for an original, and a digest of its text.
    struct State: Codable, Equatable {
        struct Entry: Codable, Equatable {
            var copy: String
            var digest: String
        }
        /// A digest of all texts, the policy and this program.
        var key = ""
        var entries: [String: Entry] = [:]
        var summary = LoweringSummary()
    }

    /// Brings copies and overlay up to date.
    func update(_ graph: PackageGraph, policy: LoweringPolicy, policyName: String, toolset: Toolset) throws -> LoweringSummary {
        let old = (try? JSONDecoder().decode(State.self, from: Files.data(stateFile))) ?? State()
        let chosen = graph.modules.filter { !$0.files.isEmpty }
        var texts: [String: String] = [:], digest = Digest()
        digest.add(policyName)
        digest.add(toolset.stamp ?? toolset.folder)
        digest.add(Self.program)
        for module in chosen {
            digest.add(module.name)
            for path in module.files {
                let text = try Files.text(path)
                texts[path] = text
                digest.add(path)
                digest.add(text)
            }
        }
        if old.key == digest.text, old.entries.values.allSatisfy({ Files.exists($0.copy) }), Files.exists(overlayFile) {
            return old.summary
        }

        var policy = policy
        policy.availableModules.formUnion(toolset.modules)
        let wanted = chosen.filter { module in module.package.isRoot || module.files.contains { Self.mayNeedLowering(texts[$0]!) } }
        let sources = wanted.map { module in
            SourceModule(
                name: module.name, dependencies: module.dependencies, files: module.files.map { SourceFile(path: $0, text: texts[$0]!) })
        }
        // What is not lowered can be imported all the same.
        policy.availableModules.formUnion(graph.modules.map(\.name))
        let result = Lowering.lower(sources, policy: policy)

        var state = State(key: digest.text, summary: LoweringSummary(result, files: texts.count))
        for module in wanted {
            for path in module.files { state.entries[path] = .init(copy: copy(of: path, in: module), digest: "") }
        }
        for file in result.files {
            guard file.changed, let entry = state.entries[file.path] else {
                state.entries[file.path] = nil
                continue
            }
            try Files.write(file.text, to: entry.copy)
            state.entries[file.path]?.digest = Digest.of(file.text)
        }
        try write(state, replacing: old)
        return state.summary
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
        let relative = module.folder.map { path.hasPrefix($0 + "/") ? String(path.dropFirst($0.count + 1)) : path } ?? path
        return "\(folder)/lowered/\(module.package.identity)/\(module.name)/\(relative)"
    }

    private func write(_ state: State, replacing old: State) throws {
        // Before the new texts can be compiled, what was compiled from other ones goes. Should the run end in between, it is only made
        // again.
        let paths = Set(old.entries.keys).union(state.entries.keys).filter { old.entries[$0]?.digest != state.entries[$0]?.digest }
        if !paths.isEmpty { CompiledObjects(scratch: scratch).remove(of: paths) }
        try Files.write(VirtualOverlay(state.entries.mapValues(\.copy)).text, to: overlayFile)
        try Files.write(
            try ToolsetDescription(
                rootPath: folder, swiftCompiler: .init(extraCLIOptions: ["-vfsoverlay", overlayFile]), linker: nil
            ).text(), to: toolsetFile)
        let copies = Set(state.entries.values.map(\.copy))
        for entry in old.entries.values where !copies.contains(entry.copy) { Files.remove(entry.copy) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try Files.write(String(decoding: try encoder.encode(state), as: UTF8.self), to: stateFile)
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

    /// This very program: another one may lower otherwise.
    private static let program: String = {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "/proc/self/exe".resolvingLinks)
        return "\(attributes?[.size] ?? 0) \((attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0)"
    }()
}

extension String {
    var resolvingLinks: String { URL(fileURLWithPath: self).resolvingSymlinksInPath().path }
}
