import Foundation

extension PackageGraph {
    /// As ``read(_:scratch:arguments:)``, but quick where nothing has changed that SwiftPM's answers depend on.
    static func cached(_ folder: String, scratch: String, arguments: [String], compiler: String) throws -> PackageGraph {
        let path = scratch + "/agate/graph.json", environment = ProcessInfo.processInfo.environment
        func key(_ folders: [String]) -> String {
            GraphKey(root: folder, folders: folders, scratch: scratch, arguments: arguments, compiler: compiler, environment: environment)
                .text
        }
        if let data = FileManager.default.contents(atPath: path), let saved = try? JSONDecoder().decode(Answers.self, from: data),
            saved.key == key(saved.folders), let graph = try? saved.graph()
        {
            return graph
        }
        let before = key([])
        var answers = try Answers.ask(folder, scratch: scratch, arguments: arguments, key: key)
        // A manifest that was changed meanwhile is read again by the next run.
        if key([]) != before { answers.key = "" }
        let graph = try answers.graph()
        try Files.write(String(decoding: try JSONEncoder().encode(answers), as: UTF8.self), to: path)
        return graph
    }
}

/// Everything that decides what SwiftPM says of a package: the manifests of it and of those that it depends on, the versions that were
/// resolved, options, the compiler, and what of the environment manifests ask for.
struct GraphKey {
    let text: String

    init(
        root: String, folders: [String], scratch: String, arguments: [String], compiler: String, environment: [String: String]
    ) {
        var digest = Digest(), asks = false
        for folder in folders.isEmpty ? [root] : folders {
            digest.add(folder)
            // All forms: Package.swift and Package@swift-5.9.swift, and Package.resolved.
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix("Package") }.sorted()
            for name in names + [".swift-version", ".swiftpm/configuration/mirrors.json"] {
                let data = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
                digest.add(name)
                digest.add(data)
                asks = asks || name.hasSuffix(".swift") && Self.signs.contains { data.range(of: Data($0.utf8)) != nil }
            }
        }
        // The versions and places of what was fetched; what it says depends on the answers, so that it counts with them only.
        if !folders.isEmpty { digest.add(FileManager.default.contents(atPath: scratch + "/workspace-state.json") ?? Data()) }
        arguments.forEach { digest.add($0) }
        digest.add(compiler)
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) where asks || name.hasPrefix("SWIFT") {
            if !Self.passing.contains(name) { digest.add("\(name)=\(value)") }
        }
        text = digest.text
    }

    /// How a manifest asks for the environment.
    private static let signs = ["environment", "getenv"]
    /// Variables that change from shell to shell and from call to call.
    private static let passing: Set = [
        "_", "SHLVL", "PWD", "OLDPWD", "COLUMNS", "LINES", "WINDOWID", "SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY",
    ]
}
