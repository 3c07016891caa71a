import AgateDiagnostics
import Foundation

/// A sound of a Lottie file: what an audio layer plays, in seconds of the animation from its first frame on.
public struct LottieSound: Sendable {
    /// The place of a sound's bytes.
    public enum Source: Sendable, Hashable {
        /// A file beside the animation.
        case file(URL)
        /// The bytes themselves, from the animation or its archive.
        case data(Data)
    }

    /// A level from a time on, which changes evenly to the next one.
    public struct Level: Sendable, Hashable {
        /// The time of the animation, in seconds.
        public let time: Double
        /// The factor of the amplitude.
        public let value: Double
    }

    /// The layer's name.
    public let layer: String
    /// The sound's bytes.
    public let source: Source
    /// The time at which the sound begins, in seconds, also if the layer is not heard then.
    public let start: Double
    /// The range of time in which the layer is heard: from its in point to its out point.
    public let range: Range<Double>
    /// The seconds of the sound in a second of the animation: less than 1 for a layer that is stretched.
    public let speed: Double
    /// The levels; one for a level that does not change.
    public let levels: [Level]
}

extension LottieScene {
    /// Returns the sounds of the file's audio layers, and reports those that can't be heard in `diagnostics`.
    public func sounds() -> [LottieSound] {
        var walk = SoundWalk(document: document, resources: resources)
        walk.visit(
            document.layers, SoundWalk.Clock(rate: 1, offset: 0, range: document.inFrame..<max(document.inFrame, document.outFrame)), 0)
        for new in resources.diagnostics where !diagnostics.contains(new) { diagnostics.append(new) }
        return walk.sounds
    }
}

/// The search for audio layers in compositions.
private struct SoundWalk {
    /// The time of a composition: its frame at a frame of the animation, and the frames of the animation in which it shows.
    struct Clock {
        var rate: Double, offset: Double
        var range: Range<Double>

        /// Returns the frame of the animation at a frame of the composition.
        func outer(_ frame: Double) -> Double { (frame - offset) / rate }
    }

    let document: LottieDocument
    let resources: LottieResources
    var sounds: [LottieSound] = []
    private var visited = 0
    private var known: [String: LottieSound.Source?] = [:]

    /// Files of a few lines may contain themselves very often.
    private static let depthLimit = 64, layerLimit = 100_000, soundLimit = 256

    init(document: LottieDocument, resources: LottieResources) { (self.document, self.resources) = (document, resources) }

    mutating func visit(_ layers: [LottieLayer], _ clock: Clock, _ depth: Int) {
        guard depth < Self.depthLimit else { return }
        for layer in layers where !layer.isHidden {
            visited += 1
            guard visited <= Self.layerLimit, sounds.count < Self.soundLimit else { return }
            let range = clock.range.clamped(
                to: clock.outer(layer.inFrame)..<max(clock.outer(layer.inFrame), clock.outer(layer.outFrame)))
            switch layer.kind {
            case .composition(let id, _, _, let remap):
                guard case .composition(let inner)? = document.assets[id], !range.isEmpty, hasSound(inner.layers, depth + 1) else {
                    continue
                }
                guard remap == nil, layer.stretch > 0 else {
                    refuse(layer, "its composition is remapped or goes backwards")
                    continue
                }
                let own = Clock(
                    rate: clock.rate / layer.stretch, offset: (clock.offset - layer.startFrame) / layer.stretch, range: range)
                visit(inner.layers, own, depth + 1)
            case .audio(let id, let level, let isRemapped):
                guard !range.isEmpty else { continue }
                guard !isRemapped, layer.stretch > 0 else {
                    refuse(layer, "its time is remapped or goes backwards")
                    continue
                }
                guard let source = source(id, layer) else { continue }
                sounds.append(sound(layer, source, level, clock, range))
            default: break
            }
        }
    }

    /// Returns whether a composition has an audio layer, so that others may be remapped in silence.
    private func hasSound(_ layers: [LottieLayer], _ depth: Int) -> Bool {
        var waiting = layers, count = 0, met: Set<String> = []
        while let layer = waiting.popLast(), count < Self.layerLimit {
            count += 1
            switch layer.kind {
            case .audio: return true
            case .composition(let id, _, _, _):
                if met.insert(id).inserted, case .composition(let inner)? = document.assets[id] { waiting += inner.layers }
            default: break
            }
        }
        return false
    }

    private func sound(
        _ layer: LottieLayer, _ source: LottieSound.Source, _ level: LottieNumber, _ clock: Clock, _ range: Range<Double>
    ) -> LottieSound {
        func seconds(_ frame: Double) -> Double { (frame - document.inFrame) / document.frameRate }
        func gain(_ value: Double) -> Double { min(max(value / 100, 0), 100) }
        var levels = [LottieSound.Level(time: seconds(range.lowerBound), value: gain(level.value))]
        if level.isAnimated {
            // A value for each frame, up to a number that no film needs.
            let track = LottieTrack(level), count = min(100_000, Int((range.upperBound - range.lowerBound).rounded(.up)))
            levels = []
            for number in 0...count {
                let frame = min(range.lowerBound + Double(number), range.upperBound)
                let value = gain(track.value(at: frame * clock.rate + clock.offset))
                // Values that don't change need no further points.
                if levels.count > 1, levels[levels.count - 1].value == value, levels[levels.count - 2].value == value {
                    levels.removeLast()
                }
                levels.append(.init(time: seconds(frame), value: value))
            }
        }
        return LottieSound(
            layer: layer.name, source: source, start: seconds(clock.outer(layer.startFrame)),
            range: seconds(range.lowerBound)..<seconds(range.upperBound), speed: clock.rate / layer.stretch, levels: levels)
    }

    private mutating func source(_ id: String, _ layer: LottieLayer) -> LottieSound.Source? {
        if let found = known[id] { return found }
        var found: LottieSound.Source?
        if case .image(let asset)? = document.assets[id] { found = resources.sound(asset) }
        if found == nil {
            resources.report("lottie.missing-sound", "layer \"\(layer.name)\": the sound \"\(id)\" does not exist, or can't be read")
        }
        known[id] = .some(found)
        return found
    }

    private func refuse(_ layer: LottieLayer, _ reason: String) {
        resources.report("lottie.unsupported-layer", "layer \"\(layer.name)\": the sound is left out, since \(reason)")
    }
}
