import AgateDiagnostics
import Agate
import Foundation

/// Writes samples as they are: compressed ones, or uncompressed sound.
final class PacketEncoder: TrackEncoder, @unchecked Sendable {
    // Unchecked: one thread writes.
    private let mediaType: AVMediaType, type: AVFileType
    private let mediaTimeScale: CMTimeScale
    private let path: String
    private let isCancelled = Locked(false)
    /// Encodes uncompressed sound, which has gaps and a form of its own.
    private let sound = Locked<SoundEncoder?>(nil)

    /// The file, since the first sample.
    private struct Feed {
        let file: FileHandle
        let format: CMFormatDescription
        let timescale: CMTimeScale
        /// The decoding time of the first sample, in ticks, and its presentation time.
        let first: Int64
        let start: CMTime
    }
    private var feed: Feed?
    /// The presentation times of the samples, and the size of the file after each.
    private var times: ContiguousArray<Int64> = [], ends: ContiguousArray<UInt64> = []
    private var lastDecoding: Int64?
    private var lastDuration: Int64 = 0
    /// A time in ticks that no packet has.
    private static let noTime: Int64 = -(1 << 52)
    private var size: UInt64 = 0

    init(_ mediaType: AVMediaType, _ type: AVFileType, _ mediaTimeScale: CMTimeScale, _ path: String) {
        (self.mediaType, self.type, self.mediaTimeScale, self.path) = (mediaType, type, mediaTimeScale, path)
    }

    deinit { try? feed?.file.close() }

    /// Checks whether compressed samples can be written to a type of file.
    /// - Parameter hint: The format of the samples; QuickTime films need none.
    static func check(_ mediaType: AVMediaType, _ type: AVFileType, _ hint: CMFormatDescription?) throws(AVError) {
        func refuse(_ text: String) -> AVError { AVError(.operationNotSupportedForAsset, text) }
        if mediaType == .audio, hint?.mediaSubType ?? .linearPCM == .linearPCM, type == .mov || type == .wav {
            _ = try SoundSettings(nil, type)
            return
        }
        guard let hint else {
            if type == .mov { return }
            throw refuse(
                "an input of a file of the type \(type.rawValue) that has no settings needs the format of its samples (sourceFormatHint)")
        }
        guard hint.mediaType.rawValue == FourCharCode(mediaType.rawValue) else {
            throw refuse("the format of an input's samples is not of the kind \(mediaType.rawValue)")
        }
        let known: [String]? =
            switch type {
            case .mov: nil
            case .wav: ["lpcm"]
            case .m4a: ["aac ", "alac"]
            default: mediaType == .video ? ["avc1", "avc3", "hvc1", "hev1", "av01", "vp09", "mp4v"] : ["aac ", "alac", ".mp3", "ac-3"]
            }
        guard known.map({ $0.contains { FourCharCode($0) == hint.mediaSubType.rawValue } }) ?? true else {
            throw refuse("files of the type \(type.rawValue) can't have samples of the format \(hint.mediaSubType)")
        }
    }

    func cancel() {
        isCancelled.withLock { $0 = true }
        sound.withLock { $0 }?.cancel()
    }

    func write(_ sample: WriterSample, from start: CMTime) throws {
        guard case .sound(let buffer) = sample, let data = buffer.dataBuffer else { return }
        if mediaType == .audio, buffer.formatDescription?.mediaSubType == .linearPCM {
            guard feed == nil else { throw AVError(.unknown, "a track has compressed samples and uncompressed ones") }
            return try uncompressed(buffer).write(sample, from: start)
        }
        guard !isCancelled.withLock({ $0 }) else { throw AVError(.operationCancelled, "writing was cancelled") }
        let feed = try feed ?? begin(buffer)
        guard buffer.formatDescription === feed.format || buffer.formatDescription?.sampleEntry == feed.format.sampleEntry else {
            throw AVError(.unknown, "a compressed sample has another format than the first one of its track")
        }
        let decoding = Self.decodingTime(buffer).convertScale(feed.timescale, method: .default).value
        let presentation = buffer.presentationTimeStamp.convertScale(feed.timescale, method: .default).value
        if let lastDecoding, decoding <= lastDecoding {
            throw AVError(.unknown, "a compressed sample is decoded at \(Self.decodingTime(buffer)), which is not after the one before")
        }
        lastDecoding = decoding
        let duration = buffer.duration.isFraction ? max(0, buffer.duration.convertScale(feed.timescale, method: .default).value) : 0
        let header = PacketFragments.header(
            .init(
                decoding: decoding - feed.first, offset: presentation - decoding, duration: duration,
                isKey: !buffer.hasFlag(kCMSampleAttachmentKey_NotSync), byteCount: data.count), number: times.count + 1)
        try put(Data(header), feed.file)
        try put(Data(bytesNoCopy: data.start, count: data.count, deallocator: .none), feed.file)
        lastDuration = duration
        times.append(presentation)
        ends.append(size)
    }

    private func put(_ data: Data, _ file: FileHandle) throws {
        do { try file.write(contentsOf: data) } catch {
            let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
            throw AVError(isFull ? .diskFull : .exportFailed, "compressed samples can't be written: \(error)")
        }
        size += UInt64(data.count)
    }

    private static func decodingTime(_ buffer: CMSampleBuffer) -> CMTime {
        buffer.decodeTimeStamp.isFraction ? buffer.decodeTimeStamp : buffer.presentationTimeStamp
    }

    private func uncompressed(_ buffer: CMSampleBuffer) throws -> SoundEncoder {
        if let made = sound.withLock({ $0 }) { return made }
        let form = buffer.formatDescription?.audioStreamBasicDescription
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: Int(form?.mBitsPerChannel ?? 16),
            AVLinearPCMIsFloatKey: (form?.mFormatFlags ?? 0) & kAudioFormatFlagIsFloat != 0,
        ]
        let made = try SoundEncoder(SoundSettings(settings, type), path)
        sound.withLock { $0 = made }
        return made
    }

    private func begin(_ buffer: CMSampleBuffer) throws -> Feed {
        guard let format = buffer.formatDescription, let entry = format.sampleEntry else {
            throw AVError(
                .operationNotSupportedForAsset,
                "a sample has no description of its codec; an input without settings takes samples that an AVAssetReader read without settings"
            )
        }
        try PacketEncoder.check(mediaType, type, format)
        let isPicture = mediaType == .video, own = Self.decodingTime(buffer).timescale
        let timescale = isPicture && mediaTimeScale > 0 ? mediaTimeScale : own
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
            throw AVError(.exportFailed, "a temporary file can't be made beside the film")
        }
        let new = Feed(
            file: file, format: format, timescale: timescale,
            first: Self.decodingTime(buffer).convertScale(timescale, method: .default).value, start: buffer.presentationTimeStamp)
        feed = new
        let size = format.dimensions
        try put(
            Data(
                PacketFragments.header(
                    isPicture: isPicture, width: Int(size.width), height: Int(size.height), timescale: Int(timescale), entry: entry)), file)
        return new
    }

    func finish(from start: CMTime, to end: CMTime?) throws -> EncodedTrack? {
        if let sound = sound.withLock({ $0 }) { return try sound.finish(from: start, to: end) }
        guard let feed, !times.isEmpty else { return nil }
        var count = times.count
        if let end, end.isFraction {
            // Samples after the last one that is presented before the end; those before may need others that are presented later.
            let stop = end.convertScale(feed.timescale, method: .default).value
            guard let last = times.lastIndex(where: { $0 < stop }) else { return nil }
            try feed.file.truncate(atOffset: ends[last])
            count = last + 1
        }
        try feed.file.close()
        var track = EncodedTrack(path: path, isPicture: mediaType == .video)
        track.start = (feed.start - start).seconds
        track.timescale = track.isPicture ? Int(feed.timescale) : 0
        // The last packet of sound lasts as long as its samples are heard; ffmpeg takes those of a whole packet.
        if !track.isPicture, count == times.count { track.last = (Self.noTime, max(1, lastDuration), count) }
        return track
    }
}
