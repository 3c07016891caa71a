/// A caption of a film: a part of its track of captions.
public struct FilmCaption: Sendable, Hashable {
    /// The text, in lines.
    public var text: String
    /// The time of the film at which it appears, and at which it disappears, in seconds.
    public var start: Double, end: Double

    /// Creates a caption.
    public init(_ text: String, from start: Double, to end: Double) {
        self.text = text
        self.start = start
        self.end = end
    }
}
