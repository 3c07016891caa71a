import AgateDiagnostics
import FFmpeg
import Foundation

/// The compressed samples of a track as they are in its files, one in each buffer, in the order in which they are decoded.
final class PacketSamples: SampleSource, @unchecked Sendable {
    // Unchecked: one thread reads; the reader is under a lock.
    private let track: (type: AVMediaType, format: CMFormatDescription?)
    private var parts: ArraySlice<TrackPart>
    private var format: CMFormatDescription?
    /// Packets that are decoded before the first one of the range is: those from the last key frame on.
    private var lead: [CMSampleBuffer] = []
    private var hasBegun = false
    private var ready: ArraySlice<CMSampleBuffer> = []
    private let reader = RunningProgram<PacketReader>()

    init(_ track: AVAssetTrack, _ range: CMTimeRange) throws(AVError) {
        self.track = (track.mediaType, track.formatDescriptions.first as? CMFormatDescription)
        parts = TrackParts(track.parts).slice(range, at: range.start).filter { $0.source != nil }[...]
        guard parts.allSatisfy({ $0.speed == 1 }) else {
            throw AVError(.operationNotSupportedForAsset, "compressed samples of a part with another speed can't be read")
        }
        guard let part = parts.first, let source = part.source else { return }
        do throws(FFmpegError) { try begin(part, source) } catch { throw AVError(reading: source.file.file.lastPathComponent, error) }
    }

    func cancel() { reader.cancel() }

    func next() throws -> CMSampleBuffer? {
        while true {
            if let sample = ready.popFirst() { return sample }
            guard let part = parts.first, let source = part.source else { return nil }
            if try !read(reader.current ?? begin(part, source), part, source) {
                reader.end()
                parts.removeFirst()
            }
        }
    }

    @discardableResult
    private func begin(_ part: TrackPart, _ source: TrackSource) throws(FFmpegError) -> PacketReader {
        let new = try PacketReader(source.file.file, source.stream)
        format = (TrackFacts(source.stream)?.formats.first ?? track.format)?.described(by: new.sampleEntry)
        (lead, hasBegun) = ([], part.mapping.source.start <= source.timeRange.start)
        reader.begin(new)
        return new
    }

    /// Reads one packet. Returns false at the end of a part.
    private func read(_ packets: PacketReader, _ part: TrackPart, _ source: TrackSource) throws -> Bool {
        var block = CMBlockBuffer(count: 0)
        let packet = try packets.next { count in
            block = CMBlockBuffer(count: count)
            return block.start
        }
        guard let packet else { return false }
        let unit = CMTimeScale(clamping: packets.timescale), mapping = part.mapping
        let presentation = CMTime(value: packet.presentation, timescale: unit), decoding = CMTime(value: packet.decoding, timescale: unit)
        let duration = CMTime(value: packet.duration, timescale: unit), move = mapping.target.start - mapping.source.start
        let isWhole = source.timeRange.end.isNumeric && mapping.source.end >= source.timeRange.end
        // Whatever is decoded from here on is shown later.
        if !isWhole, mapping.source.end.isNumeric, decoding >= mapping.source.end { return false }
        if track.type != .video, !isWhole, mapping.source.end.isNumeric, presentation >= mapping.source.end { return false }
        let sample = CMSampleBuffer(
            picture: nil, data: block, format: format, count: 1,
            timing: CMSampleTimingInfo(
                duration: duration, presentationTimeStamp: presentation + move, decodeTimeStamp: decoding + move))
        if track.type == .video, !packet.isKey {
            sample.attachments.setObject(true as NSNumber, forKey: kCMSampleAttachmentKey_NotSync)
        }
        guard !hasBegun else {
            ready.append(sample)
            return true
        }
        if packet.isKey { lead = [] }
        lead.append(sample)
        if presentation + duration > mapping.source.start {
            (ready, lead, hasBegun) = (lead[...], [], true)
        }
        return true
    }
}

extension AVAssetTrack {
    /// Settings by which uncompressed sound is read as it is in the file; nil for other tracks, and for samples that a mix would round.
    final var nativeSettings: [String: Any]? {
        let codec = facts.codec
        guard mediaType == .audio, codec.hasPrefix("pcm_") else { return nil }
        let isFloat = codec.hasPrefix("pcm_f32")
        guard let bits = isFloat ? 32 : [16, 24].first(where: { codec.hasPrefix("pcm_s\($0)") }) else { return nil }
        return [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMBitDepthKey: bits]
    }
}
