import AgateDiagnostics
import CoreGraphics
import RenderTree

/// A mapping from media time to a player's time in its film.
struct PlayerTimeline: Hashable, Sendable {
    /// The media time at which the film was at `start`.
    var begin = 0.0
    var start = 0.0
    /// The rate, in seconds of film per second.
    var rate = 0.0
    /// The film's duration; infinity if it is unknown.
    var end = Double.infinity

    /// Returns the time of the film, in seconds; before the timeline's begin that of its begin.
    func filmTime(at media: Double) -> Double {
        let time = rate == 0 ? start : start + max(0, media - begin) * rate
        return time.isNaN ? start : min(max(time, 0), end)
    }

    /// Returns the media time at which the film reaches a time; infinity if it does not.
    func mediaTime(of film: Double) -> Double {
        rate == 0 || film > end ? .infinity : begin + (film - start) / rate
    }
}

/// The pictures that an item has.
struct PlayedFilm: Sendable {
    let frames: any FrameSequence
    /// The display size, in pixels.
    let presentationSize: CGSize
}

/// The pictures of a player, used by its layers wherever they are drawn.
final class PlayerPictures: PictureSource {
    private struct State {
        /// The timelines in the order of the media times at which they began, because a host may look back. The last one applies from its
        /// beginning on.
        var timelines = [PlayerTimeline()]
        var film: PlayedFilm?
        var decoder: FilmDecoder?
        /// The picture that was shown last, until the next one is available.
        var last: CGImage?
    }
    private let state = Locked(State())
    let notifier = PictureNotifier()

    var followsLayerTime: Bool { false }

    /// The last timeline.
    var timeline: PlayerTimeline { state.withLock { Self.last($0) } }

    /// The number of changes of rate and position that are kept.
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

    /// Sets the film; nil removes it.
    func setFilm(_ film: PlayedFilm?, _ timeline: PlayerTimeline) {
        let decoder = film.map { FilmDecoder($0.frames) { [notifier] in notifier.notify() } }
        state.withLock { state in
            state.film = film
            state.decoder = decoder
            state.timelines = [timeline]
            state.last = nil
        }
        notifier.notify()
    }

    /// The current film.
    var film: PlayedFilm? { state.withLock { $0.film } }

    /// Returns true if there is a picture for a media time.
    func isReady(at media: Double) -> Bool {
        let (timeline, decoder) = state.withLock { (Self.timeline($0, at: media), $0.decoder) }
        return decoder?.frame(at: timeline.filmTime(at: media), isBackwards: timeline.rate < 0, waits: false).image != nil
    }

    /// Returns the frame of a time of the film, in seconds.
    /// - Parameter waits: True to wait until it is decoded.
    func frame(ofFilm time: Double, waits: Bool) -> CGImage? {
        let (timeline, decoder) = state.withLock { (Self.last($0), $0.decoder) }
        return decoder?.frame(at: time, isBackwards: timeline.rate < 0, waits: waits).image
    }

    /// The error for which the film can't be read, once that was tried.
    var failure: (any Error)? { state.withLock { $0.decoder }?.failure }

    func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double) {
        let (timeline, decoder) = state.withLock { (Self.timeline($0, at: time), $0.decoder) }
        guard let decoder else { return (nil, .infinity) }
        let film = timeline.filmTime(at: time)
        let answer = decoder.frame(at: film, isBackwards: timeline.rate < 0, waits: waits)
        let image: CGImage? = state.withLock { state in
            guard state.decoder === decoder else { return answer.image }
            // If a frame is late, the previous one remains.
            if let image = answer.image { state.last = image }
            return answer.image ?? (waits ? nil : state.last)
        }
        guard answer.isSettled else { return (image, .infinity) }
        if timeline.rate < 0 { return (image, film > 0 ? time : .infinity) }
        return (image, max(time, timeline.mediaTime(of: answer.next)))
    }
}
