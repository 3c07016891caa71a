import QuartzCore

/// A keyframe animation block. It records the changes of each frame and creates one keyframe animation for each key at the end of the block
/// (UV3).
@MainActor final class KeyframeContext: AnimationContext {
    private struct Track {
        let view: UIView
        let layer: CALayer
        let key: String
        let first: LayerChange
        var frames: [(start: Double, end: Double, value: Any?)] = []
    }

    private var tracks: [Track] = []
    private var frame: (start: Double, end: Double) = (0, 1)
    private var hasFrames = false
    private let keyframeOptions: UIView.KeyframeAnimationOptions

    init(duration: Double, pace: AnimationPace, options: UIView.KeyframeAnimationOptions, inherited: UIView.AnimationOptions) {
        keyframeOptions = options
        super.init(duration: duration, pace: pace, options: inherited)
    }

    /// Runs a block as the frame between two fractions of the duration.
    func addFrame(start: Double, duration: Double, _ body: () -> Void) {
        let before = frame
        let start = start.isFinite ? min(max(start, 0), 1) : 0
        let length = duration.isFinite ? max(0, duration) : 0
        frame = (start, min(1, start + length))
        hasFrames = true
        body()
        frame = before
    }

    override func take(_ change: LayerChange, of view: UIView) {
        let index = tracks.firstIndex { $0.layer === change.layer && $0.key == change.key } ?? tracks.count
        if index == tracks.count { tracks.append(Track(view: view, layer: change.layer, key: change.key, first: change)) }
        // If a frame sets a key twice, only the last value counts.
        let old = tracks[index].frames.firstIndex { $0.start == frame.start && $0.end == frame.end }
        if let old { tracks[index].frames.remove(at: old) }
        tracks[index].frames.append((frame.start, frame.end, change.new))
    }

    /// Passes the recorded changes to a block that animates them: as keyframes, or as a plain animation if there are no frames (UK3).
    func close(into block: BlockContext) {
        (block.duration, block.pace, block.repeats, block.autoreverses) = (duration, pace, repeats, autoreverses)
        if delay > 0 { block.delay = delay }
        for track in tracks {
            if hasFrames {
                block.addAnimation(keyframes(track), to: track.layer, of: track.view, isAdditive: false)
            } else {
                let last = track.first
                block.take(
                    LayerChange(
                        layer: last.layer, key: last.key, kind: last.kind, old: last.old, new: last.layer.value(forKeyPath: last.key),
                        shown: last.shown
                    ), of: track.view
                )
            }
        }
    }

    private func keyframes(_ track: Track) -> CAKeyframeAnimation {
        let from = options.contains(.beginFromCurrentState) ? track.first.shown ?? track.first.old : track.first.old
        var times: [Double] = [0]
        var values: [Any] = [from ?? Self.nothing(track)]
        for frame in track.frames.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            let value = frame.value ?? Self.nothing(track)
            // A frame starts at the value of the previous one.
            if frame.start > times[times.count - 1] {
                times.append(frame.start)
                values.append(values[values.count - 1])
            }
            times.append(max(frame.end, times[times.count - 1]))
            values.append(value)
        }
        if times[times.count - 1] < 1 {
            times.append(1)
            values.append(values[values.count - 1])
        }
        let animation = CAKeyframeAnimation(keyPath: track.key)
        animation.values = values
        animation.keyTimes = times.map { NSNumber(value: $0) }
        animation.calculationMode = keyframeOptions.calculationMode
        animation.duration = duration
        if case .curve(let function) = pace { animation.timingFunction = function }
        animation.repeatCount = repeats
        animation.autoreverses = autoreverses
        return animation
    }

    /// Returns a transparent color in place of a missing one, derived from one of the others.
    private static func nothing(_ track: Track) -> Any {
        let color = ([track.first.old] + track.frames.map(\.value)).lazy.compactMap { $0 as? CGColor }.first
        return color?.copy(alpha: 0) ?? CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0)
    }
}

extension UIView.KeyframeAnimationOptions {
    fileprivate var calculationMode: CAAnimationCalculationMode {
        switch rawValue >> 10 & 7 {
        case 1: .discrete
        case 2: .paced
        case 3: .cubic
        case 4: .cubicPaced
        default: .linear
        }
    }

    /// The bits that both kinds of blocks have in common.
    fileprivate var common: UIView.AnimationOptions {
        // The curve bits of a plain block may be set too, although they have no names here.
        UIView.AnimationOptions(rawValue: rawValue & 0x3FF | rawValue & 0xF_0000)
    }
}

extension UIView {
    /// Animates through the frames that `animations` adds with `addKeyframe`. The whole animation has an ease-in-ease-out curve, unless the
    /// options contain another one (`AnimationOptions.curveLinear.rawValue`), as on Apple's systems (UK1). Without frames it is a plain
    /// block (UK3).
    public class func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        let common = options.common
        let (duration, pace, inherited) = AnimationContext.inherit(duration, AnimationPace(curveNumber: common.curveNumber), common)
        let block = BlockContext(duration: duration, delay: delay, pace: pace, options: inherited, completion: completion)
        let frames = KeyframeContext(duration: block.duration, pace: pace, options: options, inherited: inherited)
        frames.run(animations)
        frames.close(into: block)
        block.close()
    }

    /// Adds a frame in `animateKeyframes`. The changes of `animations` are reached at the end of the frame, whose start and length are
    /// fractions of the whole duration. Outside `animateKeyframes` the block just runs.
    public class func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double, animations: @escaping () -> Void
    ) {
        guard let context = AnimationContext.current as? KeyframeContext else { return animations() }
        context.addFrame(start: frameStartTime, duration: frameDuration, animations)
    }
}
