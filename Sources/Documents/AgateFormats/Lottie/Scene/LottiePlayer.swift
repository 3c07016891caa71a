import Foundation
import QuartzCore
import RenderTree

/// The clock of a scene: three layers inside one another, by whose times everything in it moves. Nothing runs on the program's side while
/// it plays; it only hears when it is over.
///
/// `outer` has the time of whoever shows it. `cycle` makes of it the seconds of the stretch that is played, there and back and repeated.
/// `content` shifts them to where the stretch lies in the animation, whose first frame is at 0.
final class LottiePlayer {
    let outer = CALayer()
    let cycle = CALayer()
    let content: CALayer

    /// Seconds of the animation.
    let duration: Double
    private(set) var state = State()
    private var listener: Listener?
    /// Counts plays, so that the end of an older one is not reported.
    private var generation = 0

    struct State {
        var isPlaying = false
        /// What is played, in seconds of the animation.
        var start = 0.0, end = 0.0
        var loopMode = LottieLoopMode.playOnce
        var speed = 1.0
        /// Where it stands still when it does not play.
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

    // MARK: Where it is

    /// Seconds of the animation that show now, by the layers' clock.
    var position: Double {
        guard state.isPlaying else { return state.position }
        if cycle.waitsToBegin { return state.start + seconds(ran: -cycle.beginTime) }
        let now = outer.convertTime(CACurrentMediaTime(), from: nil)
        return state.start + cycle.currentState.extra.timing.localTime(atParentTime: now)
    }

    /// Stands still at a time.
    func seek(to time: Double) {
        let wasPlaying = state.isPlaying
        state.position = min(max(time.isFinite ? time : 0, 0), duration)
        if wasPlaying {
            // Goes on from there, inside of what is played.
            begin(elapsed(at: min(max(state.position, state.start), state.end)))
        } else {
            stand(at: state.position)
        }
    }

    // MARK: Playing

    /// Plays a stretch from where it stands, if that lies in it and not at its end, or else from its beginning (its end, if backwards).
    /// - Parameter completion: called once: true when it was played to its end, false when something else came before.
    func play(
        from start: Double, to end: Double, loopMode: LottieLoopMode, speed: Double, at position: Double? = nil,
        completion: ((Bool) -> Void)?
    ) {
        finish(false)
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
    }

    func pause() {
        guard state.isPlaying else { return }
        state.position = position
        stop(finished: false)
    }

    /// Another speed from now on; 0 stands still, but counts as playing.
    func setSpeed(_ speed: Double) {
        guard state.isPlaying, speed != state.speed else { return state.speed = speed }
        let now = position
        // On the way back of a return the speed keeps its direction.
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

    /// How long, in seconds of the animation, it has played when it comes to a place the first time.
    private func elapsed(at place: Double) -> Double { state.speed < 0 ? state.end - place : place - state.start }

    /// The place in the stretch after so many seconds of the layers' time.
    private func seconds(ran: Double) -> Double {
        var timing = cycle.currentState.extra.timing
        timing.beginTime = 0
        return timing.localTime(atParentTime: ran)
    }

    /// - Parameter elapsed: seconds of the stretch that lie behind.
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
            // At the very beginning of what runs backwards Core Animation shows the cycle's first time, not its last.
            cycle.beginWhenCommitted(ago: elapsed / rate + (state.speed < 0 ? 1e-9 : 0))
        }
        if count != .infinity, state.speed != 0 {
            let whole = length * count * (returns ? 2 : 1)
            let animation = CAAnimationGroup()
            animation.duration = max((whole - elapsed) / abs(state.speed), 1e-9)
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
        let completion = listener?.completion
        listener?.completion = nil
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

    /// Hears of the end; holds no scene that nobody else wants.
    private final class Listener: NSObject, CAAnimationDelegate {
        weak var player: LottiePlayer?
        var completion: ((Bool) -> Void)?

        init(player: LottiePlayer, completion: ((Bool) -> Void)?) {
            self.player = player
            self.completion = completion
        }

        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
            guard flag, let generation = anim.value(forKey: LottiePlayer.endKey) as? Int else { return }
            player?.ended(generation: generation)
        }
    }
}
