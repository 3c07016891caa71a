import AgateDiagnostics
import Agate
import CoreGraphics
import FFmpeg
import Foundation

/// The frames of a track, decoded.
final class TrackFrames: SampleSource, @unchecked Sendable {
    // Unchecked: one thread reads; the reader is under a lock.
    private let format: PixelFormat
    private let timescale: CMTimeScale, frame: CMTime
    private let size: (width: Int, height: Int)
    private var parts: ArraySlice<TrackPart>
    private var pool: CVPixelBufferPool?
    private var scratch: UnsafeMutableRawPointer?
    private var tags = ColorTags()
    /// The frame that was read ahead, so that the duration of the one before is known.
    private var ahead: (buffer: CVPixelBuffer, time: CMTime)?
    private let reader = RunningProgram<FrameReader>()

    init(_ track: AVAssetTrack, _ settings: [String: Any], _ range: CMTimeRange) throws(AVError) {
        let attributes = PixelAttributes(settings)
        guard settings[AVVideoCodecKey] == nil else {
            throw AVError(.operationNotSupportedForAsset, "a reader decodes; it has no codec to write with")
        }
        guard !attributes.hasUnknownFormat, attributes.isValid else {
            throw AVError(.operationNotSupportedForAsset, "the pixel format is not supported: \(settings)")
        }
        format = attributes.format ?? .biplanar(isFull: false)
        if case .planar = format {
            throw AVError(.operationNotSupportedForAsset, "films are not read into three planes; ask for 420v or 420f")
        }
        let natural = track.naturalSize
        size = (attributes.width ?? Int(natural.width), attributes.height ?? Int(natural.height))
        guard CGImage.isAllowed(width: size.width, height: size.height) else {
            throw AVError(.operationNotSupportedForAsset, "pixel buffers can't have \(size.width) x \(size.height) pixels")
        }
        (timescale, frame) = (track.naturalTimeScale, track.minFrameDuration)
        let kept = TrackParts(track.parts).slice(range, at: range.start)
        parts = kept.filter { $0.source != nil }[...]
    }

    deinit { scratch?.deallocate() }

    func cancel() { reader.cancel() }

    func next() throws -> CMSampleBuffer? {
        guard let current = try ahead ?? read() else { return nil }
        ahead = nil
        let following = try read()
        ahead = following
        var duration = following.map { $0.time - current.time } ?? last
        if !duration.isFraction || duration <= .zero { duration = frame }
        let timing = CMSampleTimingInfo(duration: duration, presentationTimeStamp: current.time, decodeTimeStamp: .invalid)
        if format != .bgra || tags.transfer != nil { tags.attach(to: current.buffer) }
        return CMSampleBuffer(
            picture: current.buffer, data: nil, format: CMFormatDescription(current.buffer), count: 1, timing: timing)
    }

    /// The duration of the last frame that was read.
    private var last = CMTime.invalid

    private func read() throws -> (buffer: CVPixelBuffer, time: CMTime)? {
        while let part = parts.first, let source = part.source {
            let frames = try reader.current ?? begin(part, source)
            let mapping = part.mapping, pool = try pool ?? makePool(frames)
            guard let buffer = pool.make().buffer else { throw AVError(.decodeFailed, "there is no memory for a frame") }
            if let seconds = try readFrame(frames, into: buffer) {
                let unit = TrackFacts(source.stream)?.timescale ?? timescale
                let time = max(CMTime(seconds: seconds, preferredTimescale: unit), mapping.source.start)
                if time < mapping.source.end || !mapping.source.end.isNumeric {
                    let place = CMTimeMapTimeFromRangeToRange(time, fromRange: mapping.source, toRange: mapping.target)
                    last = part.end - place
                    return (buffer, place.isValid ? place : time)
                }
            }
            reader.end()
            parts.removeFirst()
        }
        return nil
    }

    private func begin(_ part: TrackPart, _ source: TrackSource) throws -> FrameReader {
        let form: FrameReader.Form =
            switch format {
            case .bgra, .argb, .rgba: .pixels
            case .biplanar(let isFull), .planar(let isFull): .biplanar(isFull: isFull)
            case .deep: .deep
            }
        let probe = try source.file.probe()
        let new = try FrameReader(
            source.file.file, from: part.mapping.source.start.seconds, size: size, probe: probe, form: form, isUpright: false)
        let isMapped = probe.isHDR && format != .deep
        tags = ColorTags(
            primaries: isMapped ? "bt709" : probe.primaries, transfer: isMapped ? "iec61966-2-1" : probe.transfer,
            matrix: isMapped
                ? (format.isPacked ? nil : "bt709")
                : format.isPacked ? nil : probe.biplanarMatrix == "bt2020" ? "bt2020nc" : probe.biplanarMatrix)
        reader.begin(new)
        return new
    }

    private func makePool(_ reader: FrameReader) throws -> CVPixelBufferPool {
        guard let new = CVPixelBufferPool(format, width: size.width, height: size.height) else {
            throw AVError(.decodeFailed, "there is no memory for frames")
        }
        scratch = .allocate(byteCount: reader.byteCount, alignment: 64)
        pool = new
        return new
    }

    private func readFrame(_ reader: FrameReader, into buffer: CVPixelBuffer) throws -> Double? {
        guard let scratch, let time = try reader.nextFrame(into: scratch) else { return nil }
        if format.isPacked {
            buffer.write(
                FramePixels(scratch.assumingMemoryBound(to: UInt32.self), width: size.width, height: size.height, stride: size.width))
        } else {
            buffer.readPlanes(scratch)
        }
        return time
    }
}

/// The frames of a video composition.
final class ComposedSamples: SampleSource, @unchecked Sendable {
    // Unchecked: one thread uses the composer.
    private let composer: FilmComposer
    private let cancelling: FilmComposer.Cancelling
    private let pool: CVPixelBufferPool
    private let range: CMTimeRange
    private let count: Int
    private var number = 0

    init(_ asset: AVAsset, _ rules: ComposingRules, _ settings: [String: Any], _ range: CMTimeRange) throws(AVError) {
        let attributes = PixelAttributes(settings), format = attributes.format ?? .bgra
        guard !attributes.hasUnknownFormat, attributes.isValid, format != .deep else {
            throw AVError(.operationNotSupportedForAsset, "compositions can't be read in the pixel format: \(settings)")
        }
        let composer = try FilmComposer(asset, rules, timeRange: range)
        guard let pool = CVPixelBufferPool(format, width: composer.width, height: composer.height) else {
            throw AVError(.operationNotSupportedForAsset, "pixel buffers can't have \(composer.width) x \(composer.height) pixels")
        }
        (self.composer, cancelling, self.pool, self.range) = (composer, composer.cancelling, pool, range)
        count = FrameCount.frames(of: range.duration, each: composer.frameDuration)
    }

    func cancel() { cancelling.cancel() }

    func next() throws -> CMSampleBuffer? {
        guard number < count else { return nil }
        let time = range.start + composer.frameDuration.multiplied(by: Int128(number), over: 1)
        number += 1
        let painted = try composer.frame(at: time)
        guard let buffer = pool.make().buffer else { throw AVError(.decodeFailed, "there is no memory for a frame") }
        painted.withPixels { buffer.write($0) }
        ColorTags(primaries: "bt709", transfer: "iec61966-2-1", matrix: buffer.format.isPacked ? nil : "bt709").attach(to: buffer)
        let timing = CMSampleTimingInfo(
            duration: composer.frameDuration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        return CMSampleBuffer(picture: buffer, data: nil, format: CMFormatDescription(buffer), count: 1, timing: timing)
    }
}

/// The mixed samples of tracks.
final class MixedSamples: SampleSource, @unchecked Sendable {
    // Unchecked: one thread uses the mixer.
    private let mixer: SoundMixer
    private let readers: SoundReaders
    private let form: SampleForm
    private let format: CMFormatDescription
    private let start: CMTime
    private var position: Int64 = 0

    init(
        _ tracks: [AVAssetTrack], _ mix: AVAudioMix?, _ algorithm: AVAudioTimePitchAlgorithm, _ settings: [String: Any],
        _ range: CMTimeRange
    ) throws(AVError) {
        let kind = (settings[AVFormatIDKey] as? NSNumber)?.uint32Value ?? settings[AVFormatIDKey] as? UInt32 ?? kAudioFormatLinearPCM
        guard kind == kAudioFormatLinearPCM else {
            throw AVError(.operationNotSupportedForAsset, "a reader decodes; samples are uncompressed (kAudioFormatLinearPCM)")
        }
        let lines = SoundMix.Track.list(tracks, mix, range, algorithm)
        form = try SampleForm(settings, rate: SoundMix.rate(of: lines), channels: SoundMix.channels(of: lines))
        guard range.duration.isFraction else {
            throw AVError(.operationNotSupportedForAsset, "the duration of the sound is not known")
        }
        mixer = SoundMixer(SoundMix(lines, range, rate: form.rate, channels: form.channels))
        (readers, format, start) = (mixer.readers, CMFormatDescription(form), range.start)
    }

    func cancel() { readers.cancel() }

    func next() throws -> CMSampleBuffer? {
        var block: CMBlockBuffer?
        let isMore = try mixer.next { samples in
            let bytes = CMBlockBuffer(count: samples.count * form.bits / 8)
            form.write(samples, to: bytes.start)
            block = bytes
        }
        guard isMore, let block else { return nil }
        let count = block.count / form.bytesPerFrame
        defer { position += Int64(count) }
        let unit = CMTimeScale(form.rate)
        return CMSampleBuffer(
            picture: nil, data: block, format: format, count: count,
            timing: CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: unit), presentationTimeStamp: start + CMTime(value: position, timescale: unit),
                decodeTimeStamp: .invalid))
    }
}
