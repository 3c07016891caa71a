import Foundation

/// A sound of a film: a part of its sound track.
public struct FilmSound: Sendable, Hashable {
    /// A file with sound, in any format that ffmpeg reads. The first sound of a file with several is used.
    public var file: URL
    /// The time of the film at which the sound begins, in seconds. A negative time leaves out that much of the sound's beginning.
    public var start: Double
    /// The factor of its amplitude, from 0 to 100.
    public var volume: Double

    /// Creates a sound.
    public init(_ file: URL, at start: Double = 0, volume: Double = 1) {
        self.file = file
        self.start = start
        self.volume = volume
    }

    /// Creates a sound from a text as command lines and tables have it: `FILE[@SECONDS]`. Nil for an empty text.
    package init?(text: String, in folder: URL? = nil) {
        guard !text.isEmpty else { return nil }
        var (path, start) = (text, 0.0)
        if let at = text.lastIndex(of: "@"), at > text.startIndex, let seconds = Double(text[text.index(after: at)...]) {
            (path, start) = (String(text[..<at]), seconds)
        }
        self.init(URL(fileURLWithPath: path, relativeTo: folder), at: start)
    }
}
