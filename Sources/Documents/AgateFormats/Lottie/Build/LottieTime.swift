/// A mapping from the frames of one composition to seconds of the root layer's clock.
struct LottieTime: Sendable {
    /// seconds = offset + frame * scale; if the composition's clock runs by a curve, or backwards, `map` is used in addition.
    let offset: Double
    let scale: Double
    let map: Map?
    let frameRate: Double
    /// The visible frames, as far as they are known.
    let shown: ClosedRange<Double>

    /// The clock of a nested composition.
    final class Map: Sendable {
        let outer: LottieTime
        /// The frame of the inner clock for a frame of the outer one.
        private let track: LottieTrack<Double>?
        private let start, stretch: Double

        init(outer: LottieTime, track: LottieTrack<Double>?, start: Double = 0, stretch: Double = 1) {
            self.outer = outer
            self.track = track
            self.start = start
            self.stretch = stretch
        }

        func frame(at seconds: Double) -> Double {
            let frame = outer.frame(at: seconds)
            return track?.value(at: frame) ?? (frame - start) / stretch
        }

        /// The range of seconds in which it changes.
        var range: ClosedRange<Double> {
            if let outer = outer.map { return outer.range }
            let frames = track?.times ?? self.outer.shown
            return self.outer.seconds(frames.lowerBound)...self.outer.seconds(frames.upperBound)
        }
    }

    init(document: LottieDocument) {
        frameRate = document.frameRate
        scale = 1 / document.frameRate
        offset = -document.inFrame / document.frameRate
        shown = document.inFrame...document.outFrame
        map = nil
    }

    private init(offset: Double, scale: Double, map: Map?, frameRate: Double, shown: ClosedRange<Double>) {
        (self.offset, self.scale, self.map, self.frameRate, self.shown) = (offset, scale, map, frameRate, shown)
    }

    func seconds(_ frame: Double) -> Double { offset + frame * scale }

    func frame(at seconds: Double) -> Double { map?.frame(at: seconds) ?? (seconds - offset) / scale }

    /// Returns the clock of the composition that a layer shows.
    func inside(_ layer: LottieLayer, remap: LottieNumber?) -> LottieTime {
        if let remap {
            let track = LottieTrack(remap.map { $0 * frameRate })
            let map = Map(outer: self, track: track)
            let values = track.property.keyframes.map(\.value) + [track.property.value]
            return LottieTime(offset: 0, scale: scale, map: map, frameRate: frameRate, shown: values.min()!...values.max()!)
        }
        let first = (max(shown.lowerBound, layer.inFrame) - layer.startFrame) / layer.stretch
        let last = (min(shown.upperBound, layer.outFrame) - layer.startFrame) / layer.stretch
        let inner = min(first, last)...max(first, last)
        if map == nil, layer.stretch > 0 {
            return LottieTime(offset: seconds(layer.startFrame), scale: scale * layer.stretch, map: nil, frameRate: frameRate, shown: inner)
        }
        return LottieTime(
            offset: 0, scale: scale, map: Map(outer: self, track: nil, start: layer.startFrame, stretch: layer.stretch),
            frameRate: frameRate, shown: inner
        )
    }
}
