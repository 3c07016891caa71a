import Agate
import AgateDiagnostics
import Foundation
import TestSupport
import XCTest

@testable import RenderTree

/// Random trees of all kinds of layers, changed step by step. A picture is the same whether only the damage is drawn or all of it, from a
/// list that was patched or made anew, after other pictures or alone, and on whatever thread; it changes no layer, and nothing is reported.
///
/// `AGATE_TREES=COUNT` plays more of them, `AGATE_TREE=SEED` one, `AGATE_TREES_THREADS=N` many at a time.
final class AllTreesTests: XCTestCase {
    /// The first thing wrong with a script; nil where all holds.
    private static let deserved: Set = ["animation.not-shown", "animation.snap-back", "animation.stale-fill"]

    static func complaint(_ script: TreeScript) -> String? {
        let noted = Locked<[String]>([])
        let thread = pthread_self()
        let observation = Diagnostics.observe { diagnostic in
            // Random animations leave their layers elsewhere. Other threads play other scripts.
            if Self.deserved.contains(diagnostic.identifier) { return }
            if pthread_equal(pthread_self(), thread) != 0 {
                noted.withLock { $0.append("\(diagnostic.identifier): \(diagnostic.message)") }
            }
        }
        defer { observation.cancel() }
        let sequence = TreePlayer(script, .sequence), afresh = TreePlayer(script, .afresh), last = TreePlayer(script, .last)
        if let first = noted.withLock({ $0.first }) { return "reported \(first)" }
        if let complaint = sequence.complaint ?? afresh.complaint { return complaint }
        for (i, (a, b)) in zip(sequence.pictures, afresh.pictures).enumerated() where a != b {
            return "picture \(i) drawn afresh: \(TreePlayer.difference(a, b))"
        }
        if let a = sequence.pictures.last, let b = last.pictures.last, a != b {
            return "the last picture alone: \(TreePlayer.difference(a, b))"
        }
        let shown = sequence.presentations(), alone = last.presentations()
        for id in shown.keys.sorted() where shown[id] != alone[id] {
            let rows = PropertyTable.rows.filter { shown[id]?.value(of: $0.property) != alone[id]?.value(of: $0.property) }
            return "the presentation of layer \(id) depends on the pictures before: \(rows.map(\.key))"
        }
        return nil
    }

    func testPicturesDependOnStateAndTimeAlone() {
        let environment = ProcessInfo.processInfo.environment
        let one = environment["AGATE_TREE"].flatMap { UInt64($0) }, count = environment["AGATE_TREES"].flatMap { Int($0) } ?? 10_000
        let from = environment["AGATE_TREES_FROM"].flatMap { UInt64($0) } ?? 0
        let failures = Locked<[UInt64: String]>([:]), threads = environment["AGATE_TREES_THREADS"].flatMap { Int($0) } ?? 1
        if let one {
            let script = RandomTree.script(seed: one)
            if environment["AGATE_TREE_PRINTED"] != nil { print(script) }
            // Some fail now and then.
            for _ in 0..<(environment["AGATE_TREE_TIMES"].flatMap { Int($0) } ?? 1) {
                if Self.complaint(script) != nil { failures.withLock { $0[one] = "" } }
            }
        } else {
            let next = Locked<Int>(0)
            DispatchQueue.concurrentPerform(iterations: threads) { _ in
                while true {
                    let n = next.withLock { n in
                        n += 1; return n - 1
                    }
                    if n >= count || failures.withLock({ $0.count }) >= 12 { return }
                    let seed = from + UInt64(n)
                    if let complaint = Self.complaint(RandomTree.script(seed: seed)) { failures.withLock { $0[seed] = complaint } }
                }
            }
        }
        for (seed, first) in failures.withLock({ $0.sorted { $0.key < $1.key } }).prefix(
            environment["AGATE_TREES_SHOWN"].flatMap { Int($0) } ?? 3)
        {
            let small = TreeShrinker.shrink(RandomTree.script(seed: seed)) { Self.complaint($0) != nil }
            guard let complaint = Self.complaint(small) ?? Self.complaint(RandomTree.script(seed: seed)) else {
                if one == nil { XCTFail("tree \(seed) failed beside others and not alone: \(first)") }
                continue
            }
            XCTFail("tree \(seed): \(complaint)\n\(small)")
        }
    }
}
