import FFmpeg
import Foundation

/// The track of captions of a film, which is added while the encoded segments are joined.
///
/// Captions of which the times are no numbers, or that end before they begin, are left out; those that go beyond the film are cut.
package struct FilmCaptionTrack: Sendable {
    private let captions: [FilmCaption]
    /// ffmpeg's name of the codec.
    let codec: String

    /// Returns nil if there are none, or for a format that ``FilmPlan`` refuses.
    package init?(_ options: FilmOptions, _ format: FilmFormat) throws(FilmError) {
        guard !options.captions.isEmpty else { return nil }
        switch format {
        case .mp4, .mov: codec = "mov_text"
        case .webM: codec = "webvtt"
        case .matroska: codec = "srt"
        case .gif, .png, .webP, .raw, .y4m: return nil
        }
        captions = options.captions.filter { $0.start.isFinite && !$0.end.isNaN && $0.start < $0.end && !$0.text.isEmpty }
            .sorted { $0.start < $1.start }
        do { _ = try FFmpeg.installed().first(.encoder, of: [codec]) } catch { throw FilmError(error) }
    }

    /// Returns the captions of a film as a SubRip file; nil if none shows.
    package func text(duration: Double) -> String? {
        var lines = "", number = 0
        for caption in captions where caption.start < duration && caption.end > 0 {
            number += 1
            // An empty line would end the caption.
            let text = caption.text.split(whereSeparator: \.isNewline).joined(separator: "\n").replacingOccurrences(of: "-->", with: "->")
            guard !text.isEmpty else { continue }
            lines += "\(number)\n\(Self.clock(max(0, caption.start))) --> \(Self.clock(min(caption.end, duration)))\n\(text)\n\n"
        }
        return lines.isEmpty ? nil : lines
    }

    private static func clock(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let parts = (milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60, milliseconds % 1000)
        return String(format: "%02d:%02d:%02d,%03d", parts.0, parts.1, parts.2, parts.3)
    }
}
