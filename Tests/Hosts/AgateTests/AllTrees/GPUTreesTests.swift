import Agate
import Foundation
import TestSupport
import XCTest

/// Random trees of all kinds of layers look the same on a GPU as on the processor. AGATE_GPU_TREES says how many (10000 take two minutes),
/// or which (2125-2130).
final class GPUTreesTests: XCTestCase {
    private struct Bound {
        /// So many of 255 on this share of the pixels, and nowhere more than `most`.
        let near, most: Int
        let share: Double
        func holds(_ d: Difference) -> Bool { d.largest <= most && Double(d.count(over: near)) <= (1 - share) * Double(d.pixels) }
    }
    /// What is asked of every tree.
    private static let asked = Bound(near: 2, most: 8, share: 0.999)
    /// What no tree may miss. Mesa's llvmpipe rounds what shaders give before it blends, and again then: groups in groups and soft
    /// particles one over another add that up.
    private static let worst = Bound(near: 3, most: 12, share: 0.995)
    /// Hue and saturation of colours that are nearly grey make much of a difference of one.
    private static let worstOfHues = Bound(near: 6, most: 64, share: 0.995)
    /// Of so many trees one may miss what is asked.
    private static let rarity = 200

    func testPicturesAreThoseOfTheProcessor() throws {
        let numbers = (ProcessInfo.processInfo.environment["AGATE_GPU_TREES"] ?? "300").split(separator: "-").compactMap { UInt64($0) }
        let seeds = numbers.count == 2 ? numbers[0]..<numbers[1] + 1 : 0..<(numbers.first ?? 300)
        let noted = Locked<String?>(nil)
        let observation = Diagnostics.observe { diagnostic in
            if diagnostic.identifier.hasPrefix("compositor.") { noted.withLock { $0 = diagnostic.message } }
        }
        defer { observation.cancel() }
        var missing: [String] = []
        for seed in seeds {
            let script = RandomTree.script(seed: seed)
            let wanted = TreePlayer(script, .afresh).pictures, got = TreePlayer(script, .last, renderer: .gpu).pictures
            if let reason = noted.withLock({ $0 }) { throw XCTSkip("no OpenGL ES: \(reason)") }
            guard let a = wanted.last, let b = got.last else { continue }
            let d = Difference(a, b)
            if Self.asked.holds(d) { continue }
            missing.append("tree \(seed): \(d)")
            if numbers.count == 2 { print(script) }
            let hasHues = ["hueBlend", "saturationBlend"].contains { "\(script)".contains($0) }
            XCTAssertTrue((hasHues ? Self.worstOfHues : Self.worst).holds(d), missing.last ?? "")
        }
        print(
            "\(seeds.count) trees, \(missing.count) of them not within \(Self.asked.near) of 255 on \(Self.asked.share * 100) % of the pixels"
        )
        for each in missing { print("  " + each) }
        XCTAssertLessThanOrEqual(missing.count, seeds.count / Self.rarity + 1)
    }

    /// How many pixels differ by how much, and where the largest difference is.
    private struct Difference: CustomStringConvertible {
        private var counts = [Int](repeating: 0, count: 256)
        private(set) var largest = 0, at = 0
        let pixels: Int

        init(_ a: [UInt32], _ b: [UInt32]) {
            pixels = a.count
            for i in 0..<min(a.count, b.count) {
                var off = 0
                for shift in stride(from: 0, to: 32, by: 8) { off = max(off, abs(Int(a[i] >> shift & 255) - Int(b[i] >> shift & 255))) }
                counts[off] += 1
                if off > largest { (largest, at) = (off, i) }
            }
            if a.count != b.count { (largest, counts[255]) = (255, counts[255] + abs(a.count - b.count)) }
        }

        func count(over level: Int) -> Int { counts[(level + 1)...].reduce(0, +) }

        var description: String { "\(largest) of 255 at (\(at % 64), \(at / 64)), \(count(over: 2)) of \(pixels) pixels by more than 2" }
    }
}
