import AgateDiagnostics
import Agate
import FFmpeg
import Foundation

/// A sample that a track is given.
enum WriterSample: Sendable {
    case picture(CVPixelBuffer, CMTime, duration: CMTime)
    case sound(CMSampleBuffer)
}

/// A track that was encoded into a file of its own.
struct EncodedTrack: Sendable {
    let path: String
    let isPicture: Bool
    /// The time at which it begins, in seconds.
    var start = 0.0
    /// The timescale of a film; 0 for sound.
    var timescale = 0
    /// The time and duration of the last frame or packet, and their number; nil where the track's own file has the duration.
    var last: (ticks: Int64, duration: Int64, count: Int)?
    /// The encoder's arguments and the duration in seconds, if samples after the session's end must be cut.
    var cut: (arguments: [String], duration: Double)?
}

/// Encodes the samples of a track. One thread writes, and then finishes; any thread may cancel.
protocol TrackEncoder: Sendable {
    func write(_ sample: WriterSample, from start: CMTime) throws
    /// Ends the track; nil if it has no samples.
    func finish(from start: CMTime, to end: CMTime?) throws -> EncodedTrack?
    func cancel()
}

extension RunningProgram where Program == FrameWriter {
    /// Starts the program that a track is written to.
    func start(_ arguments: [String]) throws -> FrameWriter {
        let new = try FrameWriter(FFmpeg.installed(), arguments)
        begin(new)
        return new
    }
}

/// Encodes pictures at their own times.
final class PictureEncoder: TrackEncoder, @unchecked Sendable {
    // Unchecked: one thread writes.
    private let settings: PictureSettings
    private let path: String, encoder: String
    private let mediaTimeScale: CMTimeScale
    private let program = RunningProgram<FrameWriter>()

    /// The state since the first picture.
    private struct Feed {
        let first: CVPixelBuffer
        let frames: RawFrames
        let converter: FrameConverter?
        let timescale: Int
        let arguments: [String]
        let memory: UnsafeMutableRawPointer
        let byteCount: Int
    }
    private var feed: Feed?
    /// The last picture before the session's start.
    private var early: (buffer: CVPixelBuffer, time: CMTime, duration: CMTime)?
    /// The times of the frames, in ticks.
    private var times: ContiguousArray<Int64> = []
    private var lastDuration = CMTime.invalid

    init(_ settings: PictureSettings, _ mediaTimeScale: CMTimeScale, _ path: String) throws(AVError) {
        (self.settings, self.mediaTimeScale, self.path) = (settings, mediaTimeScale, path)
        do throws(FFmpegError) { encoder = try FFmpeg.installed().first(.encoder, of: settings.encoders) } catch {
            throw AVError(writing: error)
        }
    }

    deinit { feed?.memory.deallocate() }

    func cancel() { program.cancel() }

    func write(_ sample: WriterSample, from start: CMTime) throws {
        guard case .picture(let buffer, let time, let duration) = sample else { return }
        let place = time - start
        if place < .zero {
            early = (buffer, time, duration)
            return
        }
        if let early, place > .zero {
            try put(early.buffer, .zero, early.duration.isFraction ? early.time + early.duration - start : .invalid)
        }
        early = nil
        try put(buffer, place, duration)
    }

    private func put(_ buffer: CVPixelBuffer, _ time: CMTime, _ duration: CMTime) throws {
        let feed = try feed ?? begin(buffer, time)
        guard (buffer.width, buffer.height, buffer.format) == (feed.first.width, feed.first.height, feed.first.format) else {
            throw AVError(.unknown, "a pixel buffer has another size or format than the first one of its track")
        }
        let unit = CMTimeScale(feed.timescale)
        var ticks = time.convertScale(unit, method: .default).value
        // Times that the timescale can't tell apart.
        if let last = times.last { ticks = max(ticks, last + 1) }
        times.append(ticks)
        lastDuration = duration
        guard let writer = program.current else { throw AVError(.unknown, "the encoder did not start") }
        let micros = Int64((Double(ticks - times[0]) * 1e6 / Double(feed.timescale)).rounded())
        try RawFrames.frameHeader(microseconds: micros, byteCount: feed.byteCount).withUnsafeBytes { try writer.write($0) }
        if let converter = feed.converter {
            _ = buffer.withPackedPixels { converter.convert($0, rows: 0..<converter.height, into: feed.memory) }
        } else if buffer.format.isPacked {
            _ = buffer.withPackedPixels { pixels in
                for y in 0..<buffer.height {
                    (feed.memory + y * buffer.width * 4).copyMemory(from: pixels.pixels + y * pixels.stride, byteCount: buffer.width * 4)
                }
            }
        } else if buffer.format == .deep {
            buffer.writeDeepPlanes(to: feed.memory)
        } else {
            buffer.writePlanes(to: feed.memory)
        }
        try writer.write(UnsafeRawBufferPointer(start: feed.memory, count: feed.byteCount))
    }

    /// Starts the encoder for pictures as the first one.
    private func begin(_ buffer: CVPixelBuffer, _ time: CMTime) throws -> Feed {
        let isDeep = buffer.format == .deep
        var tags = settings.tags ?? ColorTags(buffer)
        tags.primaries = tags.primaries ?? "bt709"
        tags.transfer = tags.transfer ?? (buffer.format.isPacked ? "iec61966-2-1" : "bt709")
        tags.matrix = tags.matrix ?? "bt709"
        // Agate converts to the film's usual matrix; ffmpeg to others.
        var converter: FrameConverter?, code: [UInt8], width = buffer.width, height = buffer.height
        var filters: [String] = []
        switch buffer.format {
        case .bgra, .argb, .rgba:
            if tags.matrix == "bt709", settings.codec != .jpeg {
                let isHalved = !settings.isProRes && !settings.isDeep && !settings.keepsAlpha
                if isHalved { (width, height) = (width + width & 1, height + height & 1) }
                converter = FrameConverter(
                    isHalved ? .yuv420p : settings.keepsAlpha ? .yuva444p10 : .yuv444p10, width: width, height: height)
                code = isHalved ? Array("I420".utf8) : [UInt8(ascii: "Y"), UInt8(ascii: settings.keepsAlpha ? "4" : "3"), 0, 10]
            } else {
                code = [UInt8(ascii: "B"), UInt8(ascii: "G"), UInt8(ascii: "R"), 0]
                let matrix = tags.matrix == "bt2020nc" ? "bt2020" : tags.matrix ?? "bt709"
                filters.append("scale=out_color_matrix=\(matrix):out_range=\(settings.codec == .jpeg ? "pc" : "tv"):flags=accurate_rnd")
            }
        case .biplanar: code = Array("NV12".utf8)
        case .planar: code = Array("I420".utf8)
        case .deep: code = [UInt8(ascii: "Y"), UInt8(ascii: "3"), 11, 10]
        }
        filters += settings.filters(width, height)
        let frames = RawFrames(code: code, width: width, height: height, rate: settings.rate)
        let byteCount = converter?.byteCount ?? buffer.packedByteCount
        let timescale = Self.timescale(mediaTimeScale > 0 ? mediaTimeScale : time.timescale)
        let isRGB = buffer.format.isPacked && converter == nil
        let range = buffer.format.isFull || settings.codec == .jpeg ? "pc" : "tv"
        let colors = ["-color_primaries", tags.primaries ?? "", "-color_trc", tags.transfer ?? ""]
        var input = ["-xerror", "-f", "matroska"]
        if !isRGB { input += colors + ["-colorspace", tags.matrix ?? "", "-color_range", buffer.format.isFull ? "pc" : "tv"] }
        input += ["-i", "pipe:0", "-map", "0:v"]
        if !filters.isEmpty { input += ["-vf", filters.joined(separator: ",")] }
        var output = settings.arguments(encoder, isDeep: isDeep)
        output += colors + ["-colorspace", tags.matrix ?? "", "-color_range", range, "-enc_time_base", "1/\(timescale)"]
        output += ["-fflags", "+bitexact", "-flags:v", "+bitexact"]
        let pass = try FFmpeg.installed().isAtLeast(5, 1) ? "-fps_mode" : "-vsync"
        // Without an edit list times are read back as they are, so that the last step can place them.
        let writer = try program.start(
            input + output + [
                pass, "passthrough", "-video_track_timescale", "\(timescale)", "-use_editlist", "0", "-movflags", "+write_colr", "-f",
                "mov", "-y", "file:\(path)",
            ])
        try frames.header.withUnsafeBytes { try writer.write($0) }
        let new = Feed(
            first: buffer, frames: frames, converter: converter, timescale: timescale, arguments: output,
            memory: .allocate(byteCount: byteCount, alignment: 64), byteCount: byteCount)
        feed = new
        return new
    }

    /// Returns a multiple of a timescale that is at least 600, so that times of frames in it are exact.
    static func timescale(_ own: CMTimeScale) -> Int {
        let own = min(max(1, Int(own)), 240_000)
        return own * ((600 + own - 1) / own)
    }

    func finish(from start: CMTime, to end: CMTime?) throws -> EncodedTrack? {
        if let early, feed == nil, end.map({ $0 > start }) ?? true { try put(early.buffer, .zero, early.duration) }
        early = nil
        guard let feed, let writer = program.current, let first = times.first, var last = times.last else { return nil }
        try writer.finish()
        let unit = CMTimeScale(feed.timescale)
        var track = EncodedTrack(path: path, isPicture: true)
        track.start = Double(first) / Double(feed.timescale)
        track.timescale = feed.timescale
        func ticks(_ time: CMTime) -> Int64 { time.convertScale(unit, method: .default).value }
        var count = times.count
        var duration = lastDuration.isFraction && lastDuration > .zero ? ticks(lastDuration) : count > 1 ? last - times[count - 2] : 1
        if let end, end.isFraction {
            let stop = ticks(end - start)
            if stop <= last {
                guard stop > first else { return nil }
                count = times.partitionPoint { $0 < stop }
                last = times[count - 1]
                track.cut = (feed.arguments, Double(stop - first) / Double(feed.timescale))
            }
            duration = stop - last
        }
        track.last = (last, max(1, duration), count)
        return track
    }
}

extension CVBuffer {
    /// Copies the planes of a format of ten bits as three planes of numbers from 0 to 1023.
    func writeDeepPlanes(to bytes: UnsafeMutableRawPointer) {
        let words = bytes.assumingMemoryBound(to: UInt16.self), halfWidth = (width + 1) / 2, halfHeight = (height + 1) / 2
        for y in 0..<height {
            let row = (planes[0].start + y * planes[0].bytesPerRow).assumingMemoryBound(to: UInt16.self)
            for x in 0..<width { words[y * width + x] = row[x] >> 6 }
        }
        let blue = words + width * height, red = blue + halfWidth * halfHeight
        for y in 0..<halfHeight {
            let row = (planes[1].start + y * planes[1].bytesPerRow).assumingMemoryBound(to: UInt16.self)
            for x in 0..<halfWidth {
                blue[y * halfWidth + x] = row[2 * x] >> 6
                red[y * halfWidth + x] = row[2 * x + 1] >> 6
            }
        }
    }
}

/// Encodes samples of sound. Gaps in their times are silence.
final class SoundEncoder: TrackEncoder, @unchecked Sendable {
    // Unchecked: one thread writes.
    private let settings: SoundSettings
    private let path: String, encoder: String
    private let program = RunningProgram<FrameWriter>()
    private var form: SampleForm?
    private var arguments: [String] = []
    /// The number of samples of each channel that were written.
    private var position: Int64 = 0

    init(_ settings: SoundSettings, _ path: String) throws(AVError) {
        (self.settings, self.path) = (settings, path)
        do throws(FFmpegError) { encoder = try FFmpeg.installed().first(.encoder, of: settings.encoders) } catch {
            throw AVError(writing: error)
        }
    }

    func cancel() { program.cancel() }

    func write(_ sample: WriterSample, from start: CMTime) throws {
        guard case .sound(let buffer) = sample, let data = buffer.dataBuffer,
            let own = buffer.formatDescription?.audioStreamBasicDescription
        else { return }
        guard let wanted = SampleForm(own), form == nil || form == wanted else {
            throw AVError(
                .operationNotSupportedForAsset,
                "samples of sound must be interleaved, of 16, 24 or 32 bits, and of one form throughout a track")
        }
        let writer = try program.current ?? begin(wanted)
        form = wanted
        let size = wanted.bytesPerFrame, rate = Double(wanted.rate)
        let first = Int64(((buffer.presentationTimeStamp - start).seconds * rate).rounded())
        // Most files round times by less than a sample, so a difference of one sample is ignored.
        if first > position + 1 { try silence(first - position, size, writer) }
        let skipped = first < position - 1 ? Int(min(position - first, Int64(buffer.numSamples))) : 0
        let count = buffer.numSamples - skipped
        guard count > 0, data.count >= buffer.numSamples * size else { return }
        try writer.write(UnsafeRawBufferPointer(start: data.start + skipped * size, count: count * size))
        position += Int64(count)
    }

    private func silence(_ count: Int64, _ size: Int, _ writer: FrameWriter) throws {
        let block = [UInt8](repeating: 0, count: 4096 * size)
        var left = count
        while left > 0 {
            let now = min(left, 4096)
            try block.withUnsafeBytes { try writer.write(UnsafeRawBufferPointer(rebasing: $0[..<(Int(now) * size)])) }
            left -= now
        }
        position += count
    }

    private func begin(_ form: SampleForm) throws -> FrameWriter {
        arguments = settings.arguments(encoder, form) + ["-fflags", "+bitexact", "-flags:a", "+bitexact"]
        return try program.start(
            ["-xerror", "-f", form.name, "-ar", "\(form.rate)", "-ac", "\(form.channels)", "-i", "pipe:0"] + arguments
                + ["-f", "mov", "-y", "file:\(path)"])
    }

    func finish(from start: CMTime, to end: CMTime?) throws -> EncodedTrack? {
        guard let form, let writer = program.current else { return nil }
        try writer.finish()
        guard position > 0 else { return nil }
        var track = EncodedTrack(path: path, isPicture: false)
        if let end, end.isFraction {
            let stop = (end - start).seconds
            if stop <= 0 { return nil }
            if stop < Double(position) / Double(form.rate) - 1e-6 { track.cut = (arguments, stop) }
        }
        return track
    }
}
