import Foundation

/// The way in which a new package finds Agate.
enum AgateSource: Hashable {
    /// A toolset's `toolset.json`, as an absolute path.
    case toolset(String)
    /// A dependency of the package.
    case package(Package)

    /// A dependency on the package Agate: a checkout, or a package that contains compiled libraries. Both have the same products.
    struct Package: Hashable {
        /// The folder, relative to the current folder or absolute; nil for an address.
        let path: String?
        /// The line of a manifest in the new folder.
        let dependency: String
        /// The name by which SwiftPM refers to it in dependencies of targets.
        let identity: String

        /// Parses `URL`, `URL@VERSION` or `PATH`.
        init(_ text: String) throws(ProjectError) {
            let at = text.lastIndex(of: "@")
            let version = at.map { String(text[text.index(after: $0)...]) }.flatMap { Self.isVersion($0) ? $0 : nil }
            let place = version == nil ? text : String(text[..<at!])
            var name = place.split(separator: "/").last.map(String.init) ?? ""
            if name.hasSuffix(".git") { name.removeLast(4) }
            // They are put into a string of the manifest.
            guard !name.isEmpty, !place.contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) else {
                throw .packageAddress(text)
            }
            // git@host:folder/name, or scheme://host/folder/name.
            let isAddress = place.contains("://") || (place.contains("@") && place.contains(":") && !place.hasPrefix("/"))
            if isAddress {
                path = nil
                dependency = ".package(url: \"\(place)\", " + (version.map { "from: \"\($0)\")" } ?? "branch: \"main\")")
            } else {
                guard version == nil else { throw .packageVersion(text) }
                let folder = URL(fileURLWithPath: place).standardizedFileURL
                path = folder.path
                // A relative path stays one, so that both folders can be moved together.
                let isAbsolute = place.hasPrefix("/")
                var relative = place
                while relative.hasPrefix("./") { relative.removeFirst(2) }
                let shown = isAbsolute ? folder.path : relative == "." || relative.isEmpty ? ".." : "../" + relative
                dependency = ".package(path: \"\(shown)\")"
                if name.allSatisfy({ $0 == "." }) { name = folder.lastPathComponent }
            }
            identity = name.lowercased()
        }

        /// Returns true for one to three numbers with dots between, and perhaps a word for a prerelease.
        private static func isVersion(_ text: String) -> Bool {
            let numbers = (text.split(separator: "-", maxSplits: 1).first ?? "").split(separator: ".", omittingEmptySubsequences: false)
            return numbers.count == 3 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
        }
    }
}
