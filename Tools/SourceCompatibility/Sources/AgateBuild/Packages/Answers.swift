import Foundation

/// What SwiftPM says of a package and those that it depends on; the root package first.
struct Answers: Codable {
    struct Answer: Codable {
        let identity: String
        let folder: String
        /// The output of `swift package dump-package`.
        let manifest: String
    }

    /// What the answers depend on, as a digest.
    var key: String
    let packages: [Answer]

    var folders: [String] { packages.map(\.folder) }

    func graph() throws -> PackageGraph {
        PackageGraph(
            packages: try packages.enumerated().map { index, answer in
                PackageGraph.Package(
                    identity: answer.identity, folder: answer.folder,
                    manifest: try JSONDecoder().decode(Manifest.self, from: Data(answer.manifest.utf8)), isRoot: index == 0
                )
            })
    }

    /// Resolves the package in a folder, which fetches what it depends on, and reads the manifests.
    static func ask(_ folder: String, scratch: String, arguments: [String], key: ([String]) -> String) throws -> Answers {
        let result = try Program.capture(
            "swift",
            ["package", "--package-path", folder, "--scratch-path", scratch] + arguments + ["show-dependencies", "--format", "json"]
        )
        guard result.status == 0, let start = result.output.firstIndex(of: "{") else { throw unresolved(folder, result) }
        let tree = try JSONDecoder().decode(Node.self, from: Data(result.output[start...].utf8))
        var seen: Set<String> = [], nodes: [Node] = []
        func collect(_ node: Node) {
            guard seen.insert(node.identity).inserted else { return }
            nodes.append(node)
            node.dependencies.forEach(collect)
        }
        collect(tree)
        let packages = try nodes.enumerated().map { index, node in
            let path = index == 0 ? folder : Files.absolute(node.path)
            // A dependency is read with a scratch folder of its own, so that nothing appears in its checkout.
            let place = index == 0 ? scratch : scratch + "/agate/manifests/" + node.identity
            return Answer(identity: node.identity, folder: path, manifest: try Manifest.dump(path, scratch: place))
        }
        return Answers(key: key(packages.map(\.folder)), packages: packages)
    }

    /// A node of `swift package show-dependencies --format json`.
    private struct Node: Decodable {
        let identity: String
        let path: String
        let dependencies: [Node]
    }

    /// Says which dependency is missing, where SwiftPM does.
    private static func unresolved(_ folder: String, _ result: Program.Result) -> BuildError {
        let text = result.errors.isEmpty ? result.output : result.errors
        let signs = [
            "Failed to clone", "no versions of", "could not be resolved", "unable to access", "does not appear to be a git repository",
        ]
        let head =
            signs.contains { text.contains($0) }
            ? "a dependency of \(folder) can't be fetched; SwiftPM says:" : "\(folder) can't be read as a package; SwiftPM says:"
        return BuildError(head + "\n" + text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
