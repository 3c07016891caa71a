import AgateDiagnostics
import Agate
import Foundation
import QuartzCore

/// The sound of a player. Thread-safe.
final class PlayerVoice: Sendable {
    private struct State {
        /// The runs in the order of media time: the current one, and perhaps the next.
        var runs: [SoundRun] = []
        var gain: Float = 1
        /// The gain at the end of the last block; nil before the first.
        var last: Float?
    }
    private let state = Locked(State())

    deinit { for run in state.withLock({ $0.runs }) { run.cancel() } }

    /// The factor of the amplitude; changes take a block, so that they don't click.
    var gain: Float {
        get { state.withLock { $0.gain } }
        set { state.withLock { $0.gain = newValue } }
    }

    /// The ranges of media samples that are planned, in their order.
    var spans: [Range<Int64>] { state.withLock { $0.runs.map(\.span) } }

    /// Plays an item from a timeline's begin on, in place of what plays then.
    /// - Parameter isNext: True if the time is later than the current one, so that the current run goes on until then.
    func play(_ place: SoundRun.Place, _ tracks: [SoundMix.Track], isNext: Bool = false) {
        if state.withLock({ $0.runs.contains { $0.place == place } }) { return }
        guard SoundStage.shared.open(), let run = SoundRun(place, tracks) else {
            if !isNext { stop(at: place.timeline.begin) }
            return
        }
        let begin = place.timeline.begin
        let old = state.withLock { state -> [SoundRun] in
            for one in state.runs { one.end(at: begin) }
            // Runs that were to begin later are of no use.
            let late = state.runs.filter { $0.begin >= run.begin }
            state.runs.removeAll { $0.begin >= run.begin }
            state.runs.append(run)
            return late
        }
        for one in old { one.cancel() }
        SoundStage.shared.add(self)
    }

    /// Ends the sound at a media time.
    func stop(at media: Double) {
        guard media.isFinite else { return }
        let old = state.withLock { state -> [SoundRun] in
            for one in state.runs { one.end(at: media) }
            let sample = Int64((media * Double(SoundDevice.rate)).rounded())
            let late = state.runs.filter { $0.begin >= sample }
            state.runs.removeAll { $0.begin >= sample }
            return late
        }
        for one in old { one.cancel() }
    }

    /// Adds the samples from a media sample on. Returns false if there is nothing more to play. On the device's thread.
    func add(to target: UnsafeMutableBufferPointer<Float>, from media: Int64) -> Bool {
        let (runs, gain, over) = state.withLock { state -> ([SoundRun], (Float, Float), [SoundRun]) in
            let over = state.runs.filter { $0.isOver(at: media) }
            if !over.isEmpty { state.runs.removeAll { $0.isOver(at: media) } }
            defer { state.last = state.gain }
            return (state.runs, (state.last ?? state.gain, state.gain), over)
        }
        for run in runs { run.add(to: target, from: media, gain: gain) }
        if !over.isEmpty { Background.run { for run in over { run.cancel() } } }
        return !runs.isEmpty
    }
}

/// The device on which all players are heard, opened when the first one plays. Thread-safe.
final class SoundStage: Sendable {
    static let shared = SoundStage()

    private struct Weak: @unchecked Sendable {
        // Unchecked: a weak reference to a Sendable object.
        weak var voice: PlayerVoice?
    }
    private struct State {
        var device: SoundDevice?
        var voices: [Weak] = []
        var clock = MixClock()
        /// Samples at media times, before they are resampled to the device's.
        var scratch = [Float](repeating: 0, count: 2 * (SoundDevice.block * 2 + 8))
        /// The number of blocks without sound.
        var quiet = 0
        /// The media time before which the device is not tried again.
        var retry = -Double.infinity
        /// The samples that were made for the device, in order, if they are kept for a test: each of the left channel with its media time.
        var made: [(time: Double, value: Float)]?
    }
    private let state = Locked(State())
    /// One thread at a time opens or closes.
    private let turn = NSLock()

    /// Opens the device if it is closed. Returns false if the machine has no device.
    func open() -> Bool {
        turn.lock()
        defer { turn.unlock() }
        let now = MonotonicClock.shared.now
        let (isOpen, mayTry) = state.withLock { state in
            state.quiet = 0
            return (state.device != nil, now >= state.retry)
        }
        guard !isOpen else { return true }
        guard mayTry else { return false }
        do throws(SoundDevice.Failure) {
            let new = try SoundDevice { [unowned self] samples in render(samples, at: MonotonicClock.shared.now) }
            state.withLock { ($0.device, $0.clock, $0.quiet) = (new, MixClock(), 0) }
            return true
        } catch {
            state.withLock { $0.retry = now + 10 }
            Diagnostic.reportOnce("av.no-sound-device", key: "", "films are played without sound: \(error)")
            return false
        }
    }

    /// The samples of the left channel that were made since this was set, with their media times; nil if they are not kept. For tests: a
    /// device that is held up, or that plays silence of its own before it is asked to begin, changes nothing here.
    var made: [(time: Double, value: Float)]? {
        get { state.withLock { $0.made } }
        set { state.withLock { $0.made = newValue } }
    }

    /// Closes the device; it is opened again when something plays.
    func close(ifQuiet: Bool = false) {
        turn.lock()
        defer { turn.unlock() }
        let device = state.withLock { state -> SoundDevice? in
            if ifQuiet, state.quiet == 0 { return nil }
            defer { (state.device, state.retry) = (nil, -.infinity) }
            return state.device
        }
        device?.close()
    }

    func add(_ voice: PlayerVoice) {
        state.withLock { state in
            state.voices.removeAll { $0.voice == nil || $0.voice === voice }
            state.voices.append(Weak(voice: voice))
        }
    }

    /// Writes a block of samples for the device.
    func render(_ samples: UnsafeMutableBufferPointer<Float>, at now: Double) {
        let count = samples.count / 2, rate = Double(SoundDevice.rate)
        var (place, voices, scratch) = state.withLock { state in
            let place = state.clock.next(now: now, seconds: Double(count) / rate)
            // Taken, so that it is not copied.
            let scratch = state.scratch
            state.scratch = []
            return (place, state.voices, scratch)
        }
        let start = place.start * rate, first = Int64(start.rounded(.down)) - 1
        let last = Int64((start + Double(count) * place.speed).rounded(.down)) + 2
        let needed = Int(last - first + 1) * 2
        if scratch.count < needed { scratch = [Float](repeating: 0, count: needed) }
        var isHeard = false
        scratch.withUnsafeMutableBufferPointer { all in
            let part = UnsafeMutableBufferPointer(rebasing: all[..<needed])
            part.update(repeating: 0)
            for one in voices { if let voice = one.voice, voice.add(to: part, from: first) { isHeard = true } }
            Self.resample(part, to: samples, from: start - Double(first), speed: place.speed)
        }
        let isIdle = state.withLock { state in
            state.scratch = scratch
            state.made?.append(contentsOf: (0..<count).map { (place.start + Double($0) / rate * place.speed, samples[$0 * 2]) })
            state.quiet = isHeard ? 0 : state.quiet + 1
            return state.quiet == 200
        }
        if isIdle { Background.run { self.close(ifQuiet: true) } }
    }

    /// Writes samples at other places by cubic interpolation, clamped to full scale.
    /// - Parameter from: The place of the first sample; at least 1.
    static func resample(
        _ source: UnsafeMutableBufferPointer<Float>, to target: UnsafeMutableBufferPointer<Float>, from: Double, speed: Double
    ) {
        for frame in 0..<(target.count / 2) {
            let place = from + Double(frame) * speed, whole = Int(place), part = Float(place - Double(whole))
            for channel in 0..<2 {
                let at = whole * 2 + channel
                let a = source[at - 2], b = source[at], c = source[at + 2], d = source[min(at + 4, source.count - 2 + channel)]
                let value = b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)))
                target[frame * 2 + channel] = min(max(value, -1), 1)
            }
        }
    }
}
