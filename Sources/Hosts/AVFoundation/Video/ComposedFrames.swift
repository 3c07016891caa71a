import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore

/// The frames of a composition in order, as a player shows them. Layers of an animation tool are left out, since they belong to exports.
final class ComposedFrames: FrameSequence {
    private struct State {
        var composer: FilmComposer
        var number = 0
    }
    private let state: Locked<Unchecked>
    private let cancelling: FilmComposer.Cancelling
    private let duration: CMTime, frameDuration: CMTime
    let size: CGSize

    private struct Unchecked: @unchecked Sendable {
        // Unchecked: the composer is used under the lock.
        var state: State
    }

    init(_ asset: AVAsset, _ composition: AVVideoComposition?) throws(AVError) {
        let range = CMTimeRange(start: .zero, duration: asset.duration)
        let composer = try FilmComposer(asset, composition, timeRange: range, drawsTool: false)
        size = CGSize(width: composer.width, height: composer.height)
        frameDuration = composer.frameDuration
        duration = asset.duration
        cancelling = composer.cancelling
        state = Locked(Unchecked(state: State(composer: composer)))
    }

    func measure() throws -> (bytes: Int, rate: Double) { (Int(size.width * size.height) * 4, 1 / frameDuration.seconds) }

    func begin(at time: Double) throws {
        let last = max(0, FrameCount.frames(of: duration, each: frameDuration) - 1)
        let number = Int(((time + 1e-6) / frameDuration.seconds).rounded(.down))
        state.withLock { $0.state.number = min(max(0, number), last) }
    }

    func next() throws -> (image: CGImage, time: Double)? {
        try state.withLock { unchecked in
            let number = unchecked.state.number
            guard number < FrameCount.frames(of: duration, each: frameDuration) else { return nil }
            unchecked.state.number += 1
            let time = frameDuration.multiplied(by: Int128(number), over: 1)
            return (try unchecked.state.composer.frame(at: time).image, time.seconds)
        }
    }

    func cancel() { cancelling.cancel() }
}

/// The number of frames of a duration.
enum FrameCount {
    /// Returns the number of frames that begin within a duration. Durations are rounded in files, so a frame of which less than a fiftieth
    /// would show does not count.
    static func frames(of duration: CMTime, each frame: CMTime) -> Int {
        let count = duration.seconds / frame.seconds
        return count.isFinite && count > 0 && count < 1e9 ? max(1, Int((count - 0.02).rounded(.up))) : 0
    }
}
