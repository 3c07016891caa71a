import Foundation

/// The folders of resources that SwiftPM makes beside the products: `PACKAGE_TARGET.resources` on Linux, `PACKAGE_TARGET.bundle` on Apple's
/// systems. Packages that search for it themselves, because they are built by other tools too, look for the latter: a link has that name.
enum ResourceBundles {
    /// Makes the links beside the products of a build folder, in every configuration, and removes those whose folder is gone.
    static func link(scratch: String) {
        let manager = FileManager.default
        func names(_ folder: String) -> [String] { ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
        for folder in names(scratch).flatMap({ triple in ["debug", "release"].map { "\(scratch)/\(triple)/\($0)" } }) {
            let found = names(folder), folders = Set(found.filter { $0.hasSuffix(".resources") })
            for name in found where name.hasSuffix(".bundle") {
                guard let target = try? manager.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"), target == folderName(name),
                    !folders.contains(target)
                else { continue }
                Files.remove("\(folder)/\(name)")
            }
            for name in folders where !found.contains(linkName(name)) {
                try? manager.createSymbolicLink(atPath: "\(folder)/\(linkName(name))", withDestinationPath: name)
            }
        }
    }

    private static func linkName(_ folder: String) -> String { folder.dropLast("resources".count) + "bundle" }
    private static func folderName(_ link: String) -> String { link.dropLast("bundle".count) + "resources" }
}
