import AgateRecording
import Foundation
import XCTest

/// Random trees of all kinds of layers, recorded, written, read and replayed: the pictures are those that the host showed.
///
/// `AGATE_RECORDED_TREES=COUNT` plays more of them, `AGATE_TREE=SEED` one.
final class RecordedTreesTests: XCTestCase {
    static func complaint(_ script: TreeScript) -> String? {
        let player = TreePlayer(script, .sequence, records: true)
        guard let recorded = player.recorder?.recording() else { return "nothing was recorded" }
        let bytes = recorded.encoded()
        guard let recording = try? Recording(bytes) else { return "what was written can't be read" }
        if recording.encoded() != bytes { return "written again it has other bytes" }
        let replay = Replay(recording)
        for (i, frame) in player.shownFrames.enumerated() {
            let picture = TreePlayer.pixels(replay.image(frame: frame))
            if picture != player.pictures[i] { return "picture \(i): \(TreePlayer.difference(picture, player.pictures[i]))" }
        }
        // From the end back to the beginning.
        if let first = player.shownFrames.first, TreePlayer.pixels(replay.image(frame: first)) != player.pictures[0] {
            return "the first picture, asked again"
        }
        return nil
    }

    func testReplaysAreTheHostsPictures() {
        let environment = ProcessInfo.processInfo.environment
        let one = environment["AGATE_TREE"].flatMap { UInt64($0) }
        let count = environment["AGATE_RECORDED_TREES"].flatMap { UInt64($0) } ?? 1000
        var failures = 0
        for seed in one.map({ $0...$0 }) ?? 0...(count - 1) where failures < 3 {
            guard let first = Self.complaint(RandomTree.script(seed: seed)) else { continue }
            failures += 1
            let small = TreeShrinker.shrink(RandomTree.script(seed: seed)) { Self.complaint($0) != nil }
            XCTFail("tree \(seed): \(Self.complaint(small) ?? first)\n\(small)")
        }
    }
}
