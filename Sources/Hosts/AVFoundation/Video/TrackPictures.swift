import AgateDiagnostics
import CoreGraphics
import FFmpeg

/// The pictures of a track at any time, each exactly that of its time. Used by one thread; any thread may cancel.
final class TrackPictures: Sendable {
    private let parts: [TrackPart]
    private let isUpright: Bool, isDeep: Bool
    private struct State {
        /// The decoders of the parts that were shown last, the current one at the end.
        var decoders: [(part: Int, decoder: FilmDecoder)] = []
        var isCancelled = false
    }
    private let state = Locked(State())

    /// - Parameters:
    ///   - isUpright: True to rotate frames as files ask for, false for their natural size.
    ///   - isDeep: True for planes of ten bits, which are not drawn.
    init(_ track: AVAssetTrack, isUpright: Bool, isDeep: Bool = false) {
        parts = track.parts
        (self.isUpright, self.isDeep) = (isUpright, isDeep)
    }

    /// Returns the picture of a time; nil where the track has none.
    func image(at time: CMTime) throws(AVError) -> CGImage? {
        // The picture of the last frame holds to the end of the track, which files round.
        guard let index = index(of: time), let source = parts[index].source else { return nil }
        let mapping = parts[index].mapping
        let film = CMTimeMapTimeFromRangeToRange(time, fromRange: mapping.target, toRange: mapping.source).seconds
        let decoder = decoder(index, source)
        let answer = decoder.frame(at: film, isBackwards: false, waits: true)
        if let failure = decoder.failure, answer.image == nil {
            throw AVError(playing: source.file.file.lastPathComponent, failure)
        }
        if state.withLock({ $0.isCancelled }) { throw AVError(.operationCancelled, "the operation was cancelled") }
        return answer.image
    }

    /// Returns the part of a time. Compositions may have thousands of parts.
    private func index(of time: CMTime) -> Int? {
        let index = parts.partitionPoint { $0.end <= time }
        return index < parts.count && parts[index].target.start <= time ? index : nil
    }

    private func decoder(_ part: Int, _ source: TrackSource) -> FilmDecoder {
        state.withLock { state in
            if let index = state.decoders.firstIndex(where: { $0.part == part }) {
                let known = state.decoders.remove(at: index)
                state.decoders.append(known)
                return known.decoder
            }
            let decoder = FilmDecoder(FileFrames(source.file, isUpright: isUpright, isDeep: isDeep)) {}
            if state.decoders.count >= 2 { state.decoders.removeFirst() }
            state.decoders.append((part, decoder))
            if state.isCancelled { decoder.cancel() }
            return decoder
        }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            return state.decoders.map(\.decoder)
        }.forEach { $0.cancel() }
    }
}
