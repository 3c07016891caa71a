import Foundation

/// A sound of a film: a part of its sound track.
public struct FilmSound: Sendable, Hashable {
    /// A file with sound, in any format that ffmpeg reads. The first sound of a file with several is used.
    public var file: URL
    /// The time of the film at which the sound begins, in seconds. A negative time leaves out that much of the sound's beginning.
    public var start: Double
    /// The factor of its amplitude, from 0 to 100.
    public var volume: Double
    /// The range of the film in which the sound is heard, in seconds; nil is all.
    public var range: Range<Double>?
    /// The seconds of the sound in a second of the film, from 1/32 to 32. As of a tape, the pitch changes with it.
    public var speed: Double
    /// Further factors of its amplitude, in the order of their times, between which it changes evenly.
    package var levels: [Level] = []

    /// A factor of the amplitude at a time of the film, in seconds.
    package struct Level: Sendable, Hashable {
        package var time: Double
        package var value: Double
        package init(time: Double, value: Double) { (self.time, self.value) = (time, value) }
    }

    /// Creates a sound.
    public init(_ file: URL, at start: Double = 0, volume: Double = 1, range: Range<Double>? = nil, speed: Double = 1) {
        self.file = file
        self.start = start
        self.volume = volume
        self.range = range
        self.speed = speed
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

    /// Moves the sound to another place in the film.
    package mutating func move(by seconds: Double) {
        start += seconds
        if let old = range { range = (old.lowerBound + seconds)..<(old.upperBound + seconds) }
        for index in levels.indices { levels[index].time += seconds }
    }
}
