import Agate
import Foundation
import TestSupport
import XCTest

/// Random trees of all kinds of layers look the same on a GPU as on the processor. AGATE_GPU_TREES says how many; 10,000 take a night.
final class GPUTreesTests: XCTestCase {
    /// A picture of a tree in which groups stand in groups is rounded once more for each.
    private static let near = 3, most = 12, share = 0.98
    /// Particles whose colours add up add up their rounding, too.
    private static let mostWhereParticlesAdd = 32

    func testPicturesAreThoseOfTheProcessor() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["AGATE_GPU_TREES"].flatMap { UInt64($0) } ?? 300
        let noted = Locked<String?>(nil)
        let observation = Diagnostics.observe { diagnostic in
            if diagnostic.identifier.hasPrefix("compositor.") { noted.withLock { $0 = diagnostic.message } }
        }
        defer { observation.cancel() }
        var worst = 0, failures: [String] = []
        for seed in 0..<count {
            let script = RandomTree.script(seed: seed)
            let wanted = TreePlayer(script, .afresh).pictures, got = TreePlayer(script, .last, renderer: .gpu).pictures
            if let reason = noted.withLock({ $0 }) { throw XCTSkip("no OpenGL ES: \(reason)") }
            guard let a = wanted.last, let b = got.last else { continue }
            let d = Self.difference(a, b)
            worst = max(worst, d.most)
            let adds = "\(script)".contains("additive")
            if d.most > (adds ? Self.mostWhereParticlesAdd : Self.most) || Double(a.count - d.far) < Self.share * Double(a.count) {
                failures.append("tree \(seed): \(d.most) of 255, \(d.far) of \(a.count) pixels off")
            }
        }
        print("\(count) trees: \(failures.count) differ, \(worst) of 255 at most")
        for failure in failures.prefix(8) { XCTFail(failure) }
    }

    private static func difference(_ a: [UInt32], _ b: [UInt32]) -> (most: Int, far: Int) {
        var most = 0, far = 0
        for i in 0..<min(a.count, b.count) {
            var off = 0
            for shift in stride(from: 0, to: 32, by: 8) { off = max(off, abs(Int(a[i] >> shift & 255) - Int(b[i] >> shift & 255))) }
            most = max(most, off)
            if off > near { far += 1 }
        }
        return (most, far + abs(a.count - b.count))
    }
}
