import AgateDiagnostics
import Agate
import FFmpeg
import Foundation

/// Sound that plays from a media time on, decoded ahead on a thread of its own.
final class SoundRun: Sendable {
    /// The identity of a run: what plays, and its place in media time.
    struct Place: Hashable, Sendable {
        let item: ObjectIdentifier
        let timeline: PlayerTimeline
    }

    private struct State {
        /// Samples of two channels, interleaved, at their index modulo the capacity.
        var ring: [Float]
        /// The samples that are there.
        var held: Range<Int64> = 0..<0
        /// The first sample that may still be wanted.
        var wanted: Int64 = 0
        var isOver = false
        /// The media sample at which the run ends.
        var end: Int64
    }
    let place: Place
    /// The media sample at which the run begins.
    let begin: Int64
    private let state: Locked<State>
    private let readers: SoundReaders

    private static let capacity = 1 << 17

    /// Begins to decode.
    init?(_ place: Place, _ tracks: [SoundMix.Track]) {
        let timeline = place.timeline, rate = timeline.rate
        guard !tracks.isEmpty, rate >= 1.0 / 32, rate <= 32, timeline.begin.isFinite else { return nil }
        func scaled(_ seconds: Double) -> CMTime { CMTime(seconds: seconds / rate, preferredTimescale: 1_000_000) }
        // Tracks of which the end is not known play to the end of their parts.
        let ends = tracks.flatMap(\.parts).map(\.end.seconds).filter(\.isFinite)
        let end = timeline.end.isFinite ? timeline.end : ends.max() ?? 0
        guard end > timeline.start else { return nil }
        let range = CMTimeRange(start: scaled(timeline.start), end: scaled(end))
        let mixer = SoundMixer(SoundMix(tracks.map { $0.scaled(by: rate) }, range, rate: SoundDevice.rate, channels: 2))
        self.place = place
        begin = Int64((timeline.begin * Double(SoundDevice.rate)).rounded())
        let length = Int64(((end - timeline.start) / rate * Double(SoundDevice.rate)).rounded())
        state = Locked(State(ring: [Float](repeating: 0, count: Self.capacity * 2), end: begin + length))
        readers = mixer.readers
        let source = Source(mixer: mixer)
        let thread = Thread { [weak self] in Self.feed(source) { self } }
        thread.name = "agate.sound"
        thread.start()
    }

    deinit { cancel() }

    /// The mixer, used by the thread that decodes.
    private struct Source: @unchecked Sendable {
        // Unchecked: used by one thread.
        let mixer: SoundMixer
    }

    private static func feed(_ source: Source, _ run: () -> SoundRun?) {
        do {
            while true {
                // Nothing is retained while the thread sleeps.
                guard let space = run()?.space else { return }
                guard space else {
                    usleep(10_000)
                    continue
                }
                guard try source.mixer.next({ samples in run()?.push(samples) }) else { return }
            }
        } catch {
            guard let run = run(), !run.state.withLock({ $0.isOver }) else { return }
            Diagnostic.reportOnce("av.sound-failed", key: "\(error)", "the sound of a film can't be played: \(error)")
        }
    }

    /// True if a block of samples fits; nil if the run is over.
    private var space: Bool? {
        state.withLock { state in
            state.isOver ? nil : state.held.upperBound - max(state.held.lowerBound, state.wanted) + 8192 < Int64(Self.capacity)
        }
    }

    private func push(_ samples: UnsafeBufferPointer<Float>) {
        state.withLock { state in
            let first = state.held.upperBound, count = Int64(samples.count / 2)
            // Samples that come too late are left out.
            for index in max(first, state.wanted)..<max(first + count, max(first, state.wanted)) {
                let from = Int(index - first) * 2, to = Int(index & Int64(Self.capacity - 1)) * 2
                state.ring[to] = samples[from]
                state.ring[to + 1] = samples[from + 1]
            }
            let lower = max(state.held.lowerBound, min(state.wanted, first + count))
            state.held = min(lower, first + count)..<(first + count)
        }
    }

    /// Adds samples of a range of media time, times a volume that changes evenly from one value to another. Called on the device's thread.
    func add(to target: UnsafeMutableBufferPointer<Float>, from media: Int64, gain: (from: Float, to: Float)) {
        state.withLock { state in
            let count = target.count / 2, step = (gain.to - gain.from) / Float(max(1, count))
            state.wanted = max(state.wanted, media - begin)
            for frame in 0..<count {
                let at = media + Int64(frame), index = at - begin
                guard at < state.end, state.held.contains(index) else { continue }
                let from = Int(index & Int64(Self.capacity - 1)) * 2, volume = gain.from + step * Float(frame)
                target[frame * 2] += state.ring[from] * volume
                target[frame * 2 + 1] += state.ring[from + 1] * volume
            }
        }
    }

    /// The range of media samples in which the run is heard.
    var span: Range<Int64> { state.withLock { begin..<max(begin, $0.end) } }

    /// Returns true if a number of samples from the begin on is decoded.
    func holds(_ count: Int) -> Bool { state.withLock { $0.held.upperBound >= Int64(count) } }

    /// Ends the run at a media time.
    func end(at media: Double) {
        let sample = Int64((media * Double(SoundDevice.rate)).rounded())
        state.withLock { $0.end = min($0.end, sample) }
    }

    /// Returns true if nothing is heard from a media sample on.
    func isOver(at media: Int64) -> Bool { state.withLock { $0.isOver || $0.end <= media } }

    /// Ends decoding.
    func cancel() {
        state.withLock { $0.isOver = true }
        readers.cancel()
    }
}

extension SoundMix.Track {
    /// Returns the track at another speed.
    func scaled(by rate: Double) -> Self {
        guard rate != 1 else { return self }
        func scale(_ range: CMTimeRange) -> CMTimeRange {
            CMTimeRange(
                start: CMTime(seconds: range.start.seconds / rate, preferredTimescale: 1_000_000),
                duration: CMTime(seconds: range.duration.seconds / rate, preferredTimescale: 1_000_000))
        }
        var scaled = Ramps<Float>()
        for ramp in volumes.list { scaled.add(ramp.from, ramp.to, scale(ramp.range)) }
        return Self(
            parts: parts.map { part in
                TrackPart(mapping: CMTimeMapping(source: part.mapping.source, target: scale(part.target)), source: part.source)
            }, volumes: scaled, volume: volume, keepsPitch: keepsPitch)
    }
}
