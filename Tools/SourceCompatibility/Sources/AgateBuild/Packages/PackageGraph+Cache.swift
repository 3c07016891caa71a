import Foundation

extension PackageGraph {
    /// As ``read(_:scratch:arguments:)``, but quick where no manifest and no resolved version has changed.
    static func cached(_ folder: String, scratch: String, arguments: [String]) throws -> PackageGraph {
        let path = scratch + "/agate/graph.json"
        if let data = FileManager.default.contents(atPath: path), let saved = try? JSONDecoder().decode(Answers.self, from: data),
            saved.key == key(of: saved.folders, folder, scratch, arguments), let graph = try? saved.graph()
        {
            return graph
        }
        let answers = try Answers.ask(folder, scratch: scratch, arguments: arguments) { folders in
            key(of: folders, folder, scratch, arguments)
        }
        let graph = try answers.graph()
        try Files.write(String(decoding: try JSONEncoder().encode(answers), as: UTF8.self), to: path)
        return graph
    }

    private static func key(of folders: [String], _ root: String, _ scratch: String, _ arguments: [String]) -> String {
        var digest = Digest()
        for folder in folders.isEmpty ? [root] : folders {
            digest.add(folder)
            // All forms: Package.swift and Package@swift-5.9.swift.
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix("Package") }.sorted()
            for name in names {
                digest.add(name)
                digest.add(FileManager.default.contents(atPath: folder + "/" + name) ?? Data())
            }
        }
        digest.add(FileManager.default.contents(atPath: scratch + "/workspace-state.json") ?? Data())
        arguments.forEach { digest.add($0) }
        return digest.text
    }
}
