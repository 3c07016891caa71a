import Foundation

/// The metadata of a media file: its streams, and what is known of its film.
package struct MediaProbe: Sendable {
    /// A time in units of a stream, in seconds `ticks * numerator / denominator`.
    package struct Time: Hashable, Sendable {
        package let ticks: Int64
        package let numerator: Int64, denominator: Int64
        package var seconds: Double { Double(ticks) * Double(numerator) / Double(denominator) }
    }

    /// A stream of pictures or of sound, or another one.
    package struct Stream: Hashable, Sendable {
        package enum Kind: String, Sendable { case video, audio, subtitle, other }
        package let kind: Kind
        /// The number among all streams of the file, from 0.
        package let index: Int
        /// The number among the streams of its kind, from 0.
        package let number: Int
        /// The short name of the codec, such as `h264`, and its four-character tag, if the container has one.
        package let codec: String, tag: String?
        /// The unit of its times.
        package let unit: (numerator: Int64, denominator: Int64)
        /// The time at which it begins, in the file's time, which begins at 0.
        package let start: Time
        /// The file's time 0, in units of the stream's own times.
        package let shift: Int64
        /// The duration; nil if the file does not specify it.
        package let duration: Time?
        /// The size of coded pictures, with square pixels and before any rotation.
        package let width: Int, height: Int
        /// The six numbers of the affine transform for display; nil for the identity.
        package let matrix: [Double]?
        /// The average frame rate as a fraction; nil if unknown.
        package let rate: (numerator: Int64, denominator: Int64)?
        /// True if frames are decoded in another order than they are shown.
        package let reorders: Bool
        package let sampleRate: Int, channels: Int
        /// The bits in a sample of uncompressed sound, or 0.
        package let sampleBits: Int
        /// The bit rate in bits per second; 0 if unknown.
        package let bitRate: Double
        package let language: String?
        /// The time of the file's first media, in seconds, where it is not taken for 0; see ``FilmProbe/origin``.
        package let origin: Double

        package static func == (a: Self, b: Self) -> Bool { a.index == b.index && a.codec == b.codec && a.start == b.start }
        package func hash(into hasher: inout Hasher) { hasher.combine(index) }
    }

    /// The streams, except for covers of sound files.
    package let streams: [Stream]
    /// The tags of the file, such as `title`, with keys in lower case.
    package let tags: [String: String]
    /// The duration of the file in seconds; nil if unknown.
    package let duration: Double?
    /// The short names of the container's format, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    package let container: String
    /// The film, or the reason for which there is none.
    package let film: Result<FilmProbe, FFmpegError>

    /// Probes a file with ffprobe.
    package init(_ file: URL) throws(FFmpegError) {
        let name = file.isFileURL ? file.path : file.absoluteString
        let text = try FFmpeg.output(
            of: try FFmpeg.locate("ffprobe"),
            ["-v", "error", "-show_streams", "-show_format", "-of", "json", "-i", FrameReader.input(file)])
        guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw .unreadable(file: name, reason: "the output of ffprobe can't be parsed")
        }
        let format = root["format"] as? [String: Any] ?? [:], all = root["streams"] as? [[String: Any]] ?? []
        var counts: [Stream.Kind: Int] = [:]
        let start = Self.number(format["start_time"]) ?? 0, origin = Self.origin(root)
        var streams: [Stream] = []
        for values in all {
            let kind = Stream.Kind(rawValue: values["codec_type"] as? String ?? "") ?? .other, number = counts[kind, default: 0]
            counts[kind] = number + 1
            guard (values["disposition"] as? [String: Any])?["attached_pic"] as? Int != 1 else { continue }
            streams.append(Stream(values, kind, number, fileStart: start - origin, origin: origin))
        }
        self.streams = streams
        let named = (format["tags"] as? [String: Any] ?? [:]).compactMap { key, value in
            (value as? String).map { (key.lowercased(), $0) }
        }
        tags = Dictionary(named) { first, _ in first }
        duration = Self.number(format["duration"])
        container = format["format_name"] as? String ?? "unknown"
        do { film = .success(try FilmProbe(root, name)) } catch { film = .failure(error) }
    }

    /// Returns the time of the first media of a file whose times begin at 0 (QuickTime, MPEG-4); 0 for files whose times begin anywhere.
    static func origin(_ root: [String: Any]) -> Double {
        let format = root["format"] as? [String: Any] ?? [:], start = number(format["start_time"]) ?? 0
        guard start > 0, (format["format_name"] as? String)?.contains("mp4") == true else { return 0 }
        // Files without an edit list begin as much later as frames are decoded before they are shown.
        for stream in root["streams"] as? [[String: Any]] ?? [] where stream["codec_type"] as? String == "video" {
            guard let rate = ratio(stream["avg_frame_rate"], "/") ?? ratio(stream["r_frame_rate"], "/") else { continue }
            let delay = (stream["has_b_frames"] as? NSNumber)?.doubleValue ?? 0
            if start <= (delay + 0.5) * Double(rate.denominator) / Double(rate.numerator) { return 0 }
        }
        return start
    }

    static func number(_ text: Any?) -> Double? { (text as? String).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }

    /// Returns the two numbers of a text as `16:9` or `30000/1001`.
    static func ratio(_ text: Any?, _ separator: Character) -> (numerator: Int64, denominator: Int64)? {
        let parts = (text as? String ?? "").split(separator: separator).compactMap { Int64($0) }
        return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? (parts[0], parts[1]) : nil
    }
}

extension MediaProbe.Stream {
    fileprivate init(_ values: [String: Any], _ kind: Kind, _ number: Int, fileStart: Double, origin: Double) {
        func word(_ key: String) -> String? { (values[key] as? String).flatMap { $0 == "unknown" ? nil : $0 } }
        func integer(_ key: String) -> Int64? { (values[key] as? NSNumber)?.int64Value ?? word(key).flatMap { Int64($0) } }
        let tags = values["tags"] as? [String: Any] ?? [:], unit = MediaProbe.ratio(values["time_base"], "/") ?? (1, 1_000_000)
        func ticks(_ seconds: Double) -> Int64 {
            Int64(exactly: (seconds * Double(unit.denominator) / Double(unit.numerator)).rounded()) ?? 0
        }
        func time(_ ticks: Int64) -> MediaProbe.Time {
            MediaProbe.Time(ticks: ticks, numerator: unit.numerator, denominator: unit.denominator)
        }
        self.kind = kind
        self.number = number
        self.unit = unit
        self.origin = origin
        index = Int(integer("index") ?? 0)
        codec = word("codec_name") ?? "unknown"
        tag = word("codec_tag_string").flatMap { $0.hasPrefix("[") ? nil : $0 }
        shift = ticks(fileStart)
        start = time(max(0, (integer("start_pts") ?? shift) - shift))
        // Matroska has the duration in a tag, as 00:00:02.000000000.
        let clock = (tags["DURATION"] as? String ?? "").split(separator: ":").compactMap { Double($0) }
        let tagged = clock.count == 3 ? ticks(clock[0] * 3600 + clock[1] * 60 + clock[2]) - start.ticks : nil
        duration = (integer("duration_ts") ?? tagged).flatMap { $0 > 0 ? time($0) : nil }
        let pixel = MediaProbe.ratio(values["sample_aspect_ratio"], ":") ?? (1, 1)
        width = max(kind == .video ? 1 : 0, Int((Double(integer("width") ?? 0) * Double(pixel.0) / Double(pixel.1)).rounded()))
        height = Int(integer("height") ?? 0)
        let sides = values["side_data_list"] as? [[String: Any]] ?? []
        matrix = sides.lazy.compactMap { $0["displaymatrix"] as? String }.first.flatMap(Self.matrix)
        rate = MediaProbe.ratio(values["avg_frame_rate"], "/") ?? MediaProbe.ratio(values["r_frame_rate"], "/")
        reorders = (integer("has_b_frames") ?? 0) > 0
        sampleRate = Int(integer("sample_rate") ?? 0)
        channels = Int(integer("channels") ?? 0)
        sampleBits = Int(integer("bits_per_sample") ?? 0)
        bitRate = Double(integer("bit_rate") ?? 0)
        language = (tags["language"] as? String).flatMap { $0 == "und" ? nil : $0 }
    }

    /// Returns the numbers of a matrix that is printed as three rows of 32-bit numbers, `00000000: 0 65536 0`.
    private static func matrix(_ text: String) -> [Double]? {
        let rows = text.split(separator: "\n").map { line in
            line.drop { $0 != ":" }.dropFirst().split(separator: " ").compactMap { Double($0) }
        }.filter { $0.count == 3 }
        guard rows.count == 3 else { return nil }
        let numbers = rows.flatMap { [$0[0] / 65536, $0[1] / 65536] }
        return numbers == [1, 0, 0, 1, 0, 0] ? nil : numbers
    }
}
