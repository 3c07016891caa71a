import Foundation
import QuartzCore
import RenderTree

/// The clock of a scene: three nested layers whose timing moves all of its content. No code of the program runs during playback; it is only
/// notified of the end.
///
/// `outer` has the time of its superlayer. `cycle` maps it to the seconds of the range that is played, with reversal and repetition.
/// `content` shifts them to the position of the range in the animation, whose first frame is at 0.
final class LottiePlayer {
    let outer = CALayer()
    let cycle = CALayer()
    let content: CALayer

    /// The duration in seconds of the animation.
    let duration: Double
    private(set) var state = State()
    private var listener: Listener?
    /// A counter of plays, so that the end of an earlier one is not reported.
    private var generation = 0

    struct State {
        var isPlaying = false
        /// The range that is played, in seconds of the animation.
        var start = 0.0, end = 0.0
        var loopMode = LottieLoopMode.playOnce
        var speed = 1.0
        /// The position at which it is stopped when it does not play.
        var position = 0.0
    }

    init(content: CALayer, duration: Double) {
        self.content = content
        self.duration = duration.isFinite ? max(duration, 0) : 0
        state.end = self.duration
        for layer in [outer, cycle] { layer.keepsAnimations = true }
        outer.name = "Lottie"
        cycle.name = "Lottie clock"
        cycle.addSublayer(content)
        outer.addSublayer(cycle)
        stand(at: 0)
    }

    // MARK: Position

    /// The position that is shown now, in seconds of the animation, by the layers' clock.
    var position: Double {
        guard state.isPlaying else { return state.position }
        if cycle.waitsToBegin { return state.start + seconds(ran: -cycle.beginTime) }
        let now = outer.convertTime(CACurrentMediaTime(), from: nil)
        return state.start + cycle.currentState.extra.timing.localTime(atParentTime: now)
    }

    /// Moves to a time. If it is playing, playback continues from there.
    func seek(to time: Double) {
        let wasPlaying = state.isPlaying
        state.position = min(max(time.isFinite ? time : 0, 0), duration)
        if wasPlaying {
            // Continue from there, clamped to the range.
            begin(elapsed(at: min(max(state.position, state.start), state.end)))
        } else {
            stand(at: state.position)
        }
    }

    // MARK: Playing

    /// Plays a range from the current position, if the range contains it and it is not at the end, or else from the beginning (the end, if
    /// backwards).
    /// - Parameter completion: Called once: with true when playback reached the end, with false if it was interrupted.
    func play(
        from start: Double, to end: Double, loopMode: LottieLoopMode, speed: Double, at position: Double? = nil,
        completion: ((Bool) -> Void)?
    ) {
        // The interrupted playback ends after this one has begun, so that its completion may play another range.
        let interrupted = listener?.takeCompletion()
        state.start = min(max(start, 0), duration)
        state.end = min(max(end, state.start), duration)
        state.loopMode = loopMode
        state.speed = speed
        var from = position ?? state.position
        if position == nil {
            let last = speed < 0 ? state.start : state.end
            if !(state.start...state.end).contains(from) || from == last { from = speed < 0 ? state.end : state.start }
        }
        state.isPlaying = true
        listener = Listener(player: self, completion: completion)
        begin(elapsed(at: min(max(from, state.start), state.end)))
        interrupted?(false)
    }

    func pause() {
        guard state.isPlaying else { return }
        state.position = position
        stop(finished: false)
    }

    /// Sets the speed from now on; 0 stops the motion, but counts as playing.
    func setSpeed(_ speed: Double) {
        guard state.isPlaying, speed != state.speed else { return state.speed = speed }
        let now = position
        // During a reversed cycle the sign of the speed still refers to the whole playback.
        state.speed = speed
        begin(elapsed(at: now))
    }

    // MARK: Layers

    private var length: Double { state.end - state.start }
    private var timing: (count: Double, returns: Bool) {
        switch state.loopMode {
        case .playOnce: (1, false)
        case .loop: (.infinity, false)
        case .autoReverse: (.infinity, true)
        case .repeat(let count): (count > 0 ? count : 1, false)
        case .repeatBackwards(let count): (count > 0 ? count : 1, true)
        }
    }

    /// Returns the playing time, in seconds of the animation, at which it first reaches a position.
    private func elapsed(at place: Double) -> Double { state.speed < 0 ? state.end - place : place - state.start }

    /// Returns the position in the range after a number of seconds of the layers' time.
    private func seconds(ran: Double) -> Double {
        var timing = cycle.currentState.extra.timing
        timing.beginTime = 0
        return timing.localTime(atParentTime: ran)
    }

    /// - Parameter elapsed: The number of seconds of the range that have already been played.
    private func begin(_ elapsed: Double) {
        generation += 1
        let (count, returns) = timing
        let isStill = state.speed == 0 || length <= 0
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        content.timeOffset = state.start
        cycle.duration = max(length, .leastNormalMagnitude)
        cycle.repeatCount = count == .infinity ? .infinity : Float(count)
        cycle.autoreverses = returns
        outer.removeAnimation(forKey: Self.endKey)
        if isStill {
            cycle.wrapsTime = false
            cycle.speed = 0
            cycle.timeOffset = elapsed
            cycle.beginWhenCommitted(ago: 0)
        } else {
            let rate = abs(state.speed)
            cycle.wrapsTime = true
            cycle.speed = Float(state.speed)
            cycle.timeOffset = 0
            // At the exact beginning of a reversed range Core Animation shows the cycle's first time, not its last.
            cycle.beginWhenCommitted(ago: elapsed / rate + (state.speed < 0 ? 1e-9 : 0))
        }
        if count != .infinity, state.speed != 0 {
            let whole = length * count * (returns ? 2 : 1)
            let animation = CAAnimationGroup()
            animation.duration = max((whole - elapsed) / abs(state.speed), 1e-9)
            listener?.generation = generation
            animation.delegate = listener
            animation.setValue(generation, forKey: Self.endKey)
            outer.add(animation, forKey: Self.endKey)
        }
        CATransaction.commit()
    }

    private func stand(at time: Double) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        outer.removeAnimation(forKey: Self.endKey)
        content.timeOffset = 0
        cycle.wrapsTime = false
        cycle.speed = 0
        cycle.timeOffset = time
        CATransaction.commit()
    }

    private func stop(finished: Bool) {
        generation += 1
        state.isPlaying = false
        stand(at: state.position)
        finish(finished)
    }

    private func finish(_ finished: Bool) {
        let completion = listener?.takeCompletion()
        listener = nil
        completion?(finished)
    }

    fileprivate func ended(generation: Int) {
        guard state.isPlaying, generation == self.generation else { return }
        let (count, returns) = timing
        let whole = length * count * (returns ? 2 : 1)
        state.position = state.start + seconds(ran: whole / max(abs(state.speed), .leastNormalMagnitude))
        stop(finished: true)
    }

    private static let endKey = "lottie.end"

    /// Receives the end of the animation, without retaining the scene.
    private final class Listener: NSObject, CAAnimationDelegate {
        weak var player: LottiePlayer?
        var generation = 0
        private var completion: ((Bool) -> Void)?

        init(player: LottiePlayer, completion: ((Bool) -> Void)?) {
            self.player = player
            self.completion = completion
        }

        /// Returns the completion, which is called once.
        func takeCompletion() -> ((Bool) -> Void)? {
            defer { completion = nil }
            return completion
        }

        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
            guard let generation = anim.value(forKey: LottiePlayer.endKey) as? Int else { return }
            if let player {
                if flag { player.ended(generation: generation) }
            } else if generation == self.generation {
                // The program has released the scene, and its layers have played on without it.
                takeCompletion()?(flag)
            }
        }
    }
}
