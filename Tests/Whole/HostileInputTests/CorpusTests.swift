import Foundation
import FuzzTargets
import TestSupport
import XCTest

/// What `make fuzz` starts from and what it found: each input is run once, and must be answered.
final class CorpusTests: XCTestCase {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Corpus")
    private static let root = Repository.root

    func testEverySeed() {
        FuzzTarget.silenceDiagnostics()
        for target in FuzzTarget.all {
            for seed in target.seeds() { _ = target.run(seed) }
        }
    }

    /// libFuzzer cuts what it starts from, and from inputs that are refused at the door it finds next to nothing.
    func testEveryTargetTakesASeedAsLibFuzzerGetsIt() throws {
        FuzzTarget.silenceDiagnostics()
        for target in FuzzTarget.all {
            XCTAssertTrue(target.cutSeeds.contains(where: target.run), "\(target.name) takes none of its seeds")
            XCTAssertFalse(target.run(Data("no \(target.name)".utf8)) && !Self.takesAnything.contains(target.name), target.name)
        }
        let script = try String(contentsOf: Self.root.appendingPathComponent("Tools/run-fuzz"), encoding: .utf8)
        XCTAssertTrue(script.contains(" -max_len=\(FuzzTarget.longest) "))
    }

    /// Programs out of bytes, and languages in which most words mean something.
    private static let takesAnything = ["api", "archive", "expression"]

    /// A folder a target, a file an input, made by us: `reach-…` are small ones that together reach most of what fuzzing reached; the
    /// others were once a crash, a hang or much memory, and are minimised.
    func testEveryInputThatWasFound() throws {
        FuzzTarget.silenceDiagnostics()
        var covered: Set<String> = []
        for folder in try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        where folder.hasDirectoryPath {
            let target = try XCTUnwrap(FuzzTarget.named(folder.lastPathComponent), "\(folder.lastPathComponent) is no target")
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                _ = target.run(try Data(contentsOf: file))
                covered.insert(target.name)
            }
        }
        XCTAssertEqual(covered, Set(FuzzTarget.all.map(\.name)))
    }

    /// The seeds with random changes, as far as a test has time.
    func testSeedsWithChanges() {
        FuzzTarget.silenceDiagnostics()
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(max(1, limit)))
        }
        for target in FuzzTarget.all {
            for seed in target.seeds() where !seed.isEmpty && seed.count < 1 << 20 {
                for _ in 0..<40 {
                    var bytes = [UInt8](seed)
                    for _ in 0...random(6) {
                        switch random(4) {
                        case 0: bytes[random(bytes.count)] = UInt8(random(256))
                        case 1: bytes.insert(UInt8(random(256)), at: random(bytes.count))
                        case 2 where bytes.count > 2: bytes.remove(at: random(bytes.count))
                        default: bytes[random(bytes.count)] ^= 1 << UInt8(random(8))
                        }
                    }
                    _ = target.run(Data(bytes))
                }
            }
        }
    }
}
