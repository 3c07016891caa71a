import Foundation
import XCTest

/// The folder of material to conform to, where it lies beside this checkout.
public enum Shared {
    /// The file or folder at a path under it, as `corpus/apple`. Skips the test, and says so, where it is not there.
    public static func url(_ path: String = "") throws -> URL {
        let url = Repository.root.deletingLastPathComponent().appendingPathComponent(path.isEmpty ? "shared" : "shared/\(path)")
        guard FileManager.default.fileExists(atPath: url.path) else { throw XCTSkip("there is no ../shared/\(path) beside this checkout") }
        return url
    }
}
