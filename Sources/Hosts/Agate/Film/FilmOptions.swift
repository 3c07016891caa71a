import Foundation

/// What kind of file a film becomes.
public enum FilmFormat: String, Sendable, CaseIterable {
    /// `.mp4`: H.264, for everywhere.
    case mp4
    /// `.mov`: Apple ProRes 4444 with alpha, QuickTime Animation, or H.264; for editing.
    case mov
    /// `.webm`: VP9 or VP8, with alpha where asked for; for the web.
    case webM = "webm"
    /// `.mkv`: FFV1, which loses nothing; or H.264, VP9, VP8.
    case matroska = "mkv"
    /// `.gif`: at most 50 frames a second, 256 colours a frame, alpha all or nothing. Needs no ffmpeg.
    case gif
    /// `.png` and `.apng`: loses nothing. Numbered pictures when the name has a place for the number, as in `frame-%04d.png`. Needs no
    /// ffmpeg.
    case png
    /// `.webp`: animated. Needs no ffmpeg.
    case webP = "webp"
    /// Straight BGRA bytes, frame after frame without anything between, as `ffmpeg -f rawvideo -pix_fmt bgra` reads them.
    case raw
    /// `.y4m`: YUV frames with a line of text before each, which tells other programs all that they need. Needs no ffmpeg.
    case y4m

    /// The format that a file's name asks for.
    public init?(pathExtension: String) {
        switch pathExtension.lowercased() {
        case "mp4", "m4v": self = .mp4
        case "mov": self = .mov
        case "webm": self = .webM
        case "mkv": self = .matroska
        case "gif": self = .gif
        case "png", "apng": self = .png
        case "webp": self = .webP
        case "raw", "bgra": self = .raw
        case "y4m": self = .y4m
        default: return nil
        }
    }
}

/// How the pictures of a film are encoded, where its format leaves a choice.
public enum FilmCodec: String, Sendable, CaseIterable {
    /// In mp4 (its only one), mov and mkv. No alpha.
    case h264
    /// In webm (its default) and mkv.
    case vp9
    /// In webm and mkv: faster to encode than VP9, larger.
    case vp8
    /// In mov (its default). Ten bits, all of the colour.
    case proRes4444 = "prores"
    /// QuickTime Animation, in mov: loses nothing, large.
    case animation = "qtrle"
    /// In mkv (its default): loses nothing.
    case ffv1
}

/// How a film is made.
public struct FilmOptions: Sendable, Hashable {
    /// How much work goes into making a film small.
    public enum Effort: String, Sendable, CaseIterable {
        /// From the least work and the largest file to the most work and the smallest.
        case fast, medium, thorough
    }

    /// The file's format; nil takes it from the file's name.
    public var format: FilmFormat?
    /// The codec; nil takes the format's first choice.
    public var codec: FilmCodec?
    /// From 0 (small) to 1 (as good as the codec gets; a WebP of 1 loses nothing). Ignored where nothing is ever lost.
    public var quality: Double
    /// How much work goes into making the file small at the same quality. For the codecs of ffmpeg.
    public var effort: Effort
    /// Whether the film keeps what shows through. Nil keeps it where that is usual (mov, mkv with FFV1, GIF, PNG, WebP, raw) and not in
    /// webm, where players are slower with it. Without alpha, the pictures lie on black.
    public var keepsAlpha: Bool?
    /// Whether H.264 and VP9 keep colour for every pixel (4:4:4) instead of one in four: sharper coloured edges, for players on computers
    /// only.
    public var keepsFullColor: Bool
    /// How often a GIF, PNG or WebP is shown; 0 is without end.
    public var loopCount: Int
    /// The number of the first picture, where pictures are numbered.
    public var firstNumber: Int
    /// How many frames of an H.264, VP9 or VP8 file are encoded on their own (240 unless given, 0 for all of them together), beginning at
    /// multiples in the numbers of frames. A part of a film that begins with such a segment and was made apart decodes to the very frames
    /// of the whole film. Costs a key frame each, and room on the disk for the film twice while it is put together. Not for streams, nor
    /// live recordings.
    public var segmentLength: Int?

    /// Options.
    public init(
        format: FilmFormat? = nil, codec: FilmCodec? = nil, quality: Double = 0.75, effort: Effort = .medium, keepsAlpha: Bool? = nil,
        keepsFullColor: Bool = false, loopCount: Int = 0, firstNumber: Int = 0, segmentLength: Int? = nil
    ) {
        self.format = format
        self.codec = codec
        self.quality = quality
        self.effort = effort
        self.keepsAlpha = keepsAlpha
        self.keepsFullColor = keepsFullColor
        self.loopCount = loopCount
        self.firstNumber = firstNumber
        self.segmentLength = segmentLength
    }
}

/// Where a film goes.
public enum FilmDestination: Sendable, Hashable {
    /// A file, which appears when the film is complete and replaces one of that name; a name with a place for a number, such as
    /// `frame-%04d.png`, is one file a frame.
    case file(URL)
    /// An open descriptor, such as 1 for standard output, which stays open. Needs a format in the options.
    case descriptor(Int32)
}

/// How far a recording is.
public struct FilmProgress: Sendable {
    /// Frames drawn so far.
    public let frame: Int
    /// Frames in all.
    public let frameCount: Int
    /// Seconds since the beginning.
    public let elapsed: Double
    /// Seconds that are left, at the speed so far.
    public var remaining: Double { frame > 0 ? elapsed / Double(frame) * Double(frameCount - frame) : 0 }
}
