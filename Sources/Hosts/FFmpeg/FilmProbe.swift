import Foundation

/// The metadata of a film file.
package struct FilmProbe: Hashable, Sendable {
    /// The display size in pixels, after rotation, with square pixels.
    package var width: Int
    package var height: Int
    /// True if width and height are exchanged by a rotation for display.
    package var isTurned: Bool
    /// The duration in seconds; nil if it can't be determined (streams, damaged files).
    package var duration: Double?
    /// The average frame rate in frames per second; 0 if unknown.
    package var rate: Double
    /// True if every frame is shown for equally long, as far as the file says.
    package var hasConstantRate: Bool
    /// The number of frames, if the file specifies it.
    package var frameCount: Int?
    /// The short name of the codec, such as `h264`.
    package var codec: String
    /// The pixel format, such as `yuv420p`.
    package var pixelFormat: String
    package var hasAlpha: Bool
    package var hasSound: Bool
    /// The colour tags, in ffmpeg's terms (`bt709`, `iec61966-2-1`, `tv`); nil if the file has none.
    package var primaries: String?
    package var transfer: String?
    package var matrix: String?
    package var range: String?
    /// The position of chroma samples, in ffmpeg's terms (`left`, `center`); nil if the file doesn't specify it.
    package var siting: String?
    /// The time of the file's first media, in seconds, if that is not taken for the time 0: in QuickTime and MPEG-4 files, a film may begin
    /// later. 0 in other files, whose times may begin anywhere.
    package var origin: Double
    /// The short names of the container's format, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    package var container: String

    /// Probes a file with ffprobe.
    package init(_ file: URL) throws(FFmpegError) { self = try MediaProbe(file).film.get() }

    /// Reads the output of ffprobe.
    init(_ root: [String: Any], _ name: String) throws(FFmpegError) {
        let streams = root["streams"] as? [[String: Any]] ?? [], format = root["format"] as? [String: Any] ?? [:]
        // The cover picture of a sound file is not a film.
        let films = streams.filter {
            ($0["codec_type"] as? String) == "video" && ($0["disposition"] as? [String: Any])?["attached_pic"] as? Int != 1
        }
        guard let film = films.first, let codedWidth = film["width"] as? Int, let codedHeight = film["height"] as? Int, codedWidth > 0,
            codedHeight > 0
        else {
            throw .unreadable(file: name, reason: "the file contains no film")
        }
        func word(_ key: String) -> String? { (film[key] as? String).flatMap { $0 == "unknown" || $0 == "unspecified" ? nil : $0 } }
        func number(_ text: Any?) -> Double? { (text as? String).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }
        func ratio(_ text: String?, _ separator: Character) -> Double? {
            let parts = (text ?? "").split(separator: separator).compactMap { Double($0) }
            return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? parts[0] / parts[1] : nil
        }
        let tags = film["tags"] as? [String: Any] ?? [:]
        let turns = (film["side_data_list"] as? [[String: Any]])?.compactMap { ($0["rotation"] as? NSNumber)?.intValue }.first ?? 0
        let shownWidth = max(1, Int((Double(codedWidth) * (ratio(word("sample_aspect_ratio"), ":") ?? 1)).rounded()))
        isTurned = turns % 180 != 0
        (width, height) = isTurned ? (codedHeight, shownWidth) : (shownWidth, codedHeight)
        duration = number(film["duration"]) ?? number(format["duration"])
        let average = ratio(word("avg_frame_rate"), "/"), nominal = ratio(word("r_frame_rate"), "/")
        rate = average ?? nominal ?? 0
        hasConstantRate = average == nominal && rate > 0
        frameCount = (film["nb_frames"] as? String).flatMap(Int.init)
        codec = word("codec_name") ?? "unknown"
        pixelFormat = word("pix_fmt") ?? "unknown"
        // Both codecs of WebM store alpha separately from the picture; only a tag indicates it.
        let alphaMode = tags["alpha_mode"] ?? tags["ALPHA_MODE"]
        hasAlpha = alphaMode as? String == "1" || Self.hasAlpha(pixelFormat)
        hasSound = streams.contains { ($0["codec_type"] as? String) == "audio" }
        primaries = word("color_primaries")
        transfer = word("color_transfer")
        matrix = word("color_space")
        range = word("color_range")
        siting = word("chroma_location")
        origin = MediaProbe.origin(root)
        container = format["format_name"] as? String ?? "unknown"
    }

    private static func hasAlpha(_ format: String) -> Bool {
        ["yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya8", "ya16", "pal8"].contains { format.hasPrefix($0) }
    }

    /// The interpretation of luma and chroma if the pictures are three planes of eight bits, 4:2:0; nil for all other films.
    package struct Planes: Hashable, Sendable {
        /// The weights of red and blue in luma.
        package let kr: Double, kb: Double
        /// True if luma ranges from 0 to 255, rather than from 16 to 235.
        package let isFull: Bool
        /// True if chroma samples are in the middle of their four pixels, rather than between the two on the left.
        package let isCentered: Bool
    }

    /// The matrix, in ffmpeg's terms, of frames that are read as luma and differences: the film's own, where that is one.
    package var biplanarMatrix: String {
        switch matrix {
        case "bt709": "bt709"
        case "smpte170m", "bt470bg": "smpte170m"
        case "bt2020nc", "bt2020ncl": "bt2020"
        case nil where pixelFormat.hasPrefix("yuv") && height < 720: "smpte170m"
        default: "bt709"
        }
    }

    /// True if the film has a high dynamic range: the transfer function PQ or HLG.
    package var isHDR: Bool { transfer == "smpte2084" || transfer == "arib-std-b67" }

    /// The planes; nil if the film has others.
    package var planes: Planes? {
        guard pixelFormat == "yuv420p" || pixelFormat == "yuvj420p", !hasAlpha, siting.map({ $0 == "left" || $0 == "center" }) ?? true
        else { return nil }
        let shares: (kr: Double, kb: Double)
        switch matrix {
        case "bt709": shares = (0.2126, 0.0722)
        case "smpte170m", "bt470bg": shares = (0.299, 0.114)
        // If a file doesn't specify its matrix, the size determines it, as in every player.
        case nil: shares = height >= 720 ? (0.2126, 0.0722) : (0.299, 0.114)
        default: return nil
        }
        return Planes(
            kr: shares.kr, kb: shares.kb, isFull: range == "pc" || pixelFormat == "yuvj420p", isCentered: siting == "center")
    }
}
