import CoreGraphics
import Foundation
import QuartzCore

/// The frames of a composition in order, as a player shows them. Layers of an animation tool are left out, since they belong to exports.
///
/// Unchecked: one thread uses the composer and the number, as ``FrameSequence`` asks; only `cancelling` is for others.
final class ComposedFrames: FrameSequence, @unchecked Sendable {
    private let composer: FilmComposer
    private var number = 0
    private let cancelling: FilmComposer.Cancelling
    private let duration: CMTime, frameDuration: CMTime
    let size: CGSize

    init(_ asset: AVAsset, _ rules: ComposingRules) throws(AVError) {
        let range = CMTimeRange(start: .zero, duration: asset.duration)
        composer = try FilmComposer(asset, rules, timeRange: range, drawsTool: false)
        size = CGSize(width: composer.width, height: composer.height)
        frameDuration = composer.frameDuration
        duration = asset.duration
        cancelling = composer.cancelling
    }

    func measure() throws -> (bytes: Int, rate: Double) { (Int(size.width * size.height) * 4, 1 / frameDuration.seconds) }

    func begin(at time: Double) throws {
        let last = max(0, FrameCount.frames(of: duration, each: frameDuration) - 1)
        let first = Int(((time + 1e-6) / frameDuration.seconds).rounded(.down))
        number = min(max(0, first), last)
    }

    func next() throws -> (image: CGImage, time: Double)? {
        guard number < FrameCount.frames(of: duration, each: frameDuration) else { return nil }
        let time = frameDuration.multiplied(by: Int128(number), over: 1)
        number += 1
        return (try composer.frame(at: time).image, time.seconds)
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
