import Foundation

/// What a film file says about itself.
package struct FilmProbe: Hashable, Sendable {
    /// In pixels, as shown: turned, and with square pixels.
    package var width: Int
    package var height: Int
    /// In seconds; nil where nobody can tell (streams, damaged files).
    package var duration: Double?
    /// Frames a second, on average; 0 where unknown.
    package var rate: Double
    /// How many frames, where the file says so.
    package var frameCount: Int?
    /// Short name of the codec, such as `h264`.
    package var codec: String
    /// Such as `yuv420p`.
    package var pixelFormat: String
    package var hasAlpha: Bool
    package var hasSound: Bool
    /// Colour tags, in ffmpeg's words (`bt709`, `iec61966-2-1`, `tv`); nil where the file has none.
    package var primaries: String?
    package var transfer: String?
    package var matrix: String?
    package var range: String?
    /// Short names of the container's format, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    package var container: String

    /// Asks ffprobe about a file.
    package init(_ file: URL) throws(FFmpegError) {
        let name = file.isFileURL ? file.path : file.absoluteString
        let text = try FFmpeg.output(
            of: try FFmpeg.locate("ffprobe"),
            ["-v", "error", "-show_streams", "-show_format", "-of", "json", "-i", FrameReader.input(file)])
        guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw .unreadable(file: name, reason: "ffprobe says nothing that can be understood")
        }
        let streams = root["streams"] as? [[String: Any]] ?? [], format = root["format"] as? [String: Any] ?? [:]
        // A picture that stands for a sound file is no film.
        let films = streams.filter {
            ($0["codec_type"] as? String) == "video" && ($0["disposition"] as? [String: Any])?["attached_pic"] as? Int != 1
        }
        guard let film = films.first, let codedWidth = film["width"] as? Int, let codedHeight = film["height"] as? Int, codedWidth > 0,
            codedHeight > 0
        else {
            throw .unreadable(file: name, reason: "there is no film in it")
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
        (width, height) = turns % 180 == 0 ? (shownWidth, codedHeight) : (codedHeight, shownWidth)
        duration = number(film["duration"]) ?? number(format["duration"])
        rate = ratio(word("avg_frame_rate"), "/") ?? ratio(word("r_frame_rate"), "/") ?? 0
        frameCount = (film["nb_frames"] as? String).flatMap(Int.init)
        codec = word("codec_name") ?? "unknown"
        pixelFormat = word("pix_fmt") ?? "unknown"
        // The two kinds of WebM keep alpha beside the picture, where only a tag tells of it.
        let alphaMode = tags["alpha_mode"] ?? tags["ALPHA_MODE"]
        hasAlpha = alphaMode as? String == "1" || Self.hasAlpha(pixelFormat)
        hasSound = streams.contains { ($0["codec_type"] as? String) == "audio" }
        primaries = word("color_primaries")
        transfer = word("color_transfer")
        matrix = word("color_space")
        range = word("color_range")
        container = format["format_name"] as? String ?? "unknown"
    }

    private static func hasAlpha(_ format: String) -> Bool {
        ["yuva", "rgba", "bgra", "argb", "abgr", "gbrap", "ya8", "ya16", "pal8"].contains { format.hasPrefix($0) }
    }
}
