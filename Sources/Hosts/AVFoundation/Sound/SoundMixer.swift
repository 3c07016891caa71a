import AgateDiagnostics
import FFmpeg
import Foundation

/// Mixes tracks sample by sample. Used by one thread.
final class SoundMixer {
    private let mix: SoundMix
    private let lines: [Line]
    let readers = SoundReaders()
    private var position: Int64 = 0
    private var samples: [Float], voice: [Float]

    private static let block = 4096

    /// A track that is being read.
    private final class Line {
        let track: SoundMix.Track
        /// The parts that have not ended yet, as samples of the mix.
        var parts: ArraySlice<(part: TrackPart, range: Range<Int64>)>
        var reader: (reader: SoundReader, channels: Int)?

        init(_ track: SoundMix.Track, _ parts: [(part: TrackPart, range: Range<Int64>)]) {
            self.track = track
            self.parts = parts[...]
        }
    }

    init(_ mix: SoundMix) {
        self.mix = mix
        samples = [Float](repeating: 0, count: Self.block * mix.channels)
        voice = samples
        lines = mix.tracks.map { track in
            Line(
                track,
                track.parts.map { part in
                    let start = SoundMix.samples(part.target.start - mix.range.start, mix.rate)
                    let end = SoundMix.samples(part.end - mix.range.start, mix.rate)
                    return (part, max(start, 0)..<max(start, 0, min(end, mix.count)))
                })
        }
    }

    /// The part that is mixed, 0...1.
    var progress: Double { mix.count == 0 ? 1 : Double(position) / Double(mix.count) }

    /// Mixes the next samples, at most a block, and passes them to `body`, interleaved. Returns false at the end.
    func next(_ body: (UnsafeBufferPointer<Float>) throws -> Void) throws -> Bool {
        let count = Int(min(Int64(Self.block), mix.count - position))
        guard count > 0 else { return false }
        for index in 0..<count * mix.channels { samples[index] = 0 }
        for line in lines { try add(line, position..<position + Int64(count)) }
        for index in 0..<count * mix.channels { samples[index] = min(max(samples[index], -1), 1) }
        try samples.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[..<(count * mix.channels)])) }
        position += Int64(count)
        return true
    }

    /// Adds a track's samples of a block.
    private func add(_ line: Line, _ block: Range<Int64>) throws {
        while let (part, range) = line.parts.first, range.lowerBound < block.upperBound {
            let here = range.clamped(to: block)
            if !here.isEmpty {
                let reader = try line.reader ?? open(line, part, range)
                line.reader = reader
                let count = here.count
                try voice.withUnsafeMutableBufferPointer {
                    do throws(FFmpegError) {
                        try reader.reader.read(into: UnsafeMutableBufferPointer(rebasing: $0[..<(count * reader.channels)]))
                    } catch {
                        throw AVError(reading: part.source?.file.file.lastPathComponent ?? "", error)
                    }
                }
                add(count, at: Int(here.lowerBound - block.lowerBound), line.track, here.lowerBound, channels: reader.channels)
            }
            guard range.upperBound <= block.upperBound else { return }
            line.parts.removeFirst()
            if let reader = line.reader?.reader {
                readers.remove(reader)
            }
            line.reader = nil
        }
    }

    private func open(_ line: Line, _ part: TrackPart, _ range: Range<Int64>) throws -> (SoundReader, Int) {
        guard let source = part.source else { throw AVError(.invalidSourceMedia, "a part of a track has no source") }
        let stream = source.stream, channels = min(2, max(1, stream.channels))
        // A part that begins before the range is read from the middle.
        let first = mix.range.start > part.target.start ? mix.range.start : part.target.start
        let from = CMTimeMapTimeFromRangeToRange(first, fromRange: part.target, toRange: part.mapping.source)
        let start = SoundMix.samples(from, stream.sampleRate), end = SoundMix.samples(part.mapping.source.end, stream.sampleRate)
        var read = SoundReader.Part(
            file: source.file.file, stream: stream, container: source.container, range: max(0, start)..<max(0, start, end), rate: mix.rate,
            channels: channels)
        read.speed = part.speed
        read.keepsPitch = line.track.keepsPitch
        do {
            let reader = try SoundReader(read)
            readers.add(reader)
            return (reader, channels)
        } catch { throw AVError(reading: source.file.file.lastPathComponent, error) }
    }

    /// Adds samples of a track with its volume.
    private func add(_ count: Int, at offset: Int, _ track: SoundMix.Track, _ position: Int64, channels: Int) {
        var index = 0
        while index < count {
            // The samples of one ramp, or of one constant volume.
            let time = mix.range.start + CMTime(value: position + Int64(index), timescale: CMTimeScale(mix.rate))
            let ramp = track.volumes.ramp(at: time, otherwise: 1)
            var end = count, from = track.volume, slope: Float = 0, phase = 0.0, step = 0.0
            if let ramp {
                // The first sample that is not in the range.
                let stop = (ramp.range.end - mix.range.start).convertScale(CMTimeScale(mix.rate), method: .roundTowardPositiveInfinity)
                if stop.isNumeric { end = Int(max(Int64(index) + 1, min(Int64(count), stop.value - position))) }
                from = ramp.from * track.volume
                slope = (ramp.to - ramp.from) * track.volume
                if slope != 0 {
                    phase = (time - ramp.range.start).seconds / ramp.range.duration.seconds
                    step = 1 / (ramp.range.duration.seconds * Double(mix.rate))
                }
            }
            for sample in index..<end {
                let volume = slope == 0 ? from : from + slope * Float(phase + Double(sample - index) * step)
                for channel in 0..<mix.channels {
                    let value = voice[sample * channels + min(channel, channels - 1)]
                    samples[(offset + sample) * mix.channels + channel] += value * volume
                }
            }
            index = end
        }
    }
}

/// The streams that a mixer reads, so that another thread can end them.
final class SoundReaders: Sendable {
    private let state = Locked<(list: [ObjectIdentifier: SoundReader], isCancelled: Bool)>(([:], false))

    func add(_ reader: SoundReader) {
        let isCancelled = state.withLock { state in
            state.list[ObjectIdentifier(reader)] = reader
            return state.isCancelled
        }
        if isCancelled { reader.cancel() }
    }

    func remove(_ reader: SoundReader) {
        reader.cancel()
        state.withLock { _ = $0.list.removeValue(forKey: ObjectIdentifier(reader)) }
    }

    /// Ends all streams, also those that are added later. Reads in progress end.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            return Array(state.list.values)
        }.forEach { $0.cancel() }
    }
}
