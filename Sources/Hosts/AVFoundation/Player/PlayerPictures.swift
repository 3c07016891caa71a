import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Where in its film a player is at any media time.
struct PlayerTimeline: Hashable, Sendable {
    /// At this media time the film stood at `start`.
    var begin = 0.0
    var start = 0.0
    /// Seconds of film a second.
    var rate = 0.0
    /// The film's length; infinity where it is unknown.
    var end = Double.infinity

    /// In seconds of the film.
    func filmTime(at media: Double) -> Double {
        let time = rate == 0 ? start : start + (media - begin) * rate
        return time.isNaN ? start : min(max(time, 0), end)
    }

    /// When the film will be at a time; infinity where it will not.
    func mediaTime(of film: Double) -> Double {
        rate == 0 || film > end ? .infinity : begin + (film - start) / rate
    }
}

/// The pictures of a player: its layers show them wherever they are drawn.
final class PlayerPictures: PictureSource {
    private struct State {
        /// In the order of the media times at which they began: somebody may look back. The last one counts from then on.
        var timelines = [PlayerTimeline()]
        var film: FilmInfo?
        var decoder: FilmDecoder?
        /// What showed last, until the next one is there.
        var last: CGImage?
    }
    private let state = Locked(State())
    let notifier = PictureNotifier()

    var followsLayerTime: Bool { false }

    /// The last one.
    var timeline: PlayerTimeline { state.withLock { Self.last($0) } }

    /// So many changes of rate and place are remembered.
    private static let remembered = 64

    private static func last(_ state: State) -> PlayerTimeline { state.timelines.last ?? PlayerTimeline() }

    private static func timeline(_ state: State, at time: Double) -> PlayerTimeline {
        state.timelines.last { $0.begin <= time } ?? state.timelines.first ?? PlayerTimeline()
    }

    func setTimeline(_ timeline: PlayerTimeline) {
        let isNew = state.withLock { state in
            guard Self.last(state) != timeline else { return false }
            state.timelines.removeAll { $0.begin >= timeline.begin }
            if state.timelines.count >= Self.remembered { state.timelines.removeFirst() }
            state.timelines.append(timeline)
            return true
        }
        if isNew { notifier.notify() }
    }

    /// Another film, or none.
    func setFilm(_ info: FilmInfo?, _ timeline: PlayerTimeline) {
        let decoder = info.map { FilmDecoder($0) { [notifier] in notifier.notify() } }
        state.withLock { state in
            state.film = info
            state.decoder = decoder
            state.timelines = [timeline]
            state.last = nil
        }
        notifier.notify()
    }

    /// The film that plays.
    var film: FilmInfo? { state.withLock { $0.film } }

    /// Whether there is a picture for a media time.
    func isReady(at media: Double) -> Bool {
        let (timeline, decoder) = state.withLock { (Self.timeline($0, at: media), $0.decoder) }
        return decoder?.frame(at: timeline.filmTime(at: media), isBackwards: timeline.rate < 0, waits: false).image != nil
    }

    /// Why the film can't be read, once that has been tried.
    var failure: (any Error)? { state.withLock { $0.decoder }?.failure }

    func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double) {
        let (timeline, decoder) = state.withLock { (Self.timeline($0, at: time), $0.decoder) }
        guard let decoder else { return (nil, .infinity) }
        let film = timeline.filmTime(at: time)
        let answer = decoder.frame(at: film, isBackwards: timeline.rate < 0, waits: waits)
        let image: CGImage? = state.withLock { state in
            guard state.decoder === decoder else { return answer.image }
            // A late frame leaves the one before it where it is.
            if let image = answer.image { state.last = image }
            return answer.image ?? (waits ? nil : state.last)
        }
        guard answer.isSettled else { return (image, .infinity) }
        if timeline.rate < 0 { return (image, film > 0 ? time : .infinity) }
        return (image, max(time, timeline.mediaTime(of: answer.next)))
    }
}
