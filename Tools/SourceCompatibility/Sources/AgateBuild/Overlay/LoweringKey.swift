import Foundation
import Lowering

/// Everything that decides what is lowered, and into what, as one digest. What is kept from an earlier run holds as long as this does.
struct LoweringKey {
    let text: String

    /// - Parameters:
    ///   - policy: with all modules that can be imported.
    ///   - program: tells this program from others, which may lower otherwise.
    init(
        _ modules: [PackageGraph.Module], texts: [String: String], policy: LoweringPolicy, toolset: String, program: String,
        host: Set<String>
    ) {
        var digest = Digest()
        func add(_ title: String, _ parts: some Sequence<String>) {
            digest.add(title)
            for part in parts { digest.add(part) }
            digest.add("")
        }
        add("tool", [program, toolset])
        add("conditions", policy.conditions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        add("linux", ["\(policy.respectsLinuxBranches)"])
        add("available", policy.availableModules.sorted())
        add("replaced", policy.replacedModules.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        add("dropped", policy.droppedModules.sorted())
        add("versions", policy.newestVersions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.components)" })
        add("host", host.sorted())
        for module in modules {
            add("module", [module.name, module.package.identity, "\(module.package.isRoot)", module.folder ?? ""])
            add("dependencies", module.dependencies)
            add("files", module.sources.flatMap { [$0, texts[$0] ?? ""] })
        }
        text = digest.text
    }

    /// This very program.
    static let program: String = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return "" }
        return "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ino)"
    }()
}
