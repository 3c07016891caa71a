import Foundation
import XCTest

/// The folder of material that lies beside the repository.
enum Shared {
    static func folder(file: String = #filePath) throws -> URL {
        let root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.deletingLastPathComponent().appendingPathComponent("shared")
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw XCTSkip("there is no folder ../shared beside the repository")
        }
        return folder
    }
}
