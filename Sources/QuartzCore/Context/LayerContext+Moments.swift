import CoreGraphics
import RenderTree

/// A moment at which animations begin, or at which their last one shows.
package struct AnimationMoment {
    package let time: Double
    package let isEnd: Bool
}

extension LayerContext {
    /// The first moment that a host has not passed on its way to a time. What begins at the very time counts; what ends there does not,
    /// since the end of an animation still shows at its last moment.
    package func nextMoment(upTo limit: Double) -> AnimationMoment? {
        var best: AnimationMoment?
        for entry in inbox.entries where !entry.isOver {
            guard let moment = moment(of: entry), moment.isEnd ? moment.time < limit : moment.time <= limit else { continue }
            if let known = best, known.time < moment.time || known.time == moment.time && !known.isEnd { continue }
            best = moment
        }
        return best
    }

    /// Marks what begins or ends there as passed.
    package func pass(_ passed: AnimationMoment) {
        for entry in inbox.entries where !entry.isOver {
            guard let moment = moment(of: entry), moment.isEnd == passed.isEnd, moment.time <= passed.time else { continue }
            if moment.isEnd { entry.passedEnd = true } else { entry.passedBegin = true }
        }
    }

    /// Displays the layers that draw their animated values themselves.
    package func redraw() { inbox.redraw() }

    private func moment(of entry: AnimationEntry) -> AnimationMoment? {
        guard let layer = entry.layer, !entry.passedEnd else { return nil }
        let interval = AnimationClock(entry.spec.timing).interval
        let time = LayerContext.mediaTime(ofLocal: entry.passedBegin ? interval.end : interval.begin, on: layer)
        return time.isFinite ? AnimationMoment(time: time, isEnd: entry.passedBegin) : nil
    }
}
