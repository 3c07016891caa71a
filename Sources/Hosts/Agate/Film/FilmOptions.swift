import Foundation

/// The file format of a film.
public enum FilmFormat: String, Sendable, CaseIterable {
    /// `.mp4`: H.264, the most widely supported; HEVC or AV1.
    case mp4
    /// `.mov`: Apple ProRes 4444 with alpha, QuickTime Animation, or H.264; for editing.
    case mov
    /// `.webm`: VP9 or VP8, with alpha if requested; or AV1; for the web.
    case webM = "webm"
    /// `.mkv`: FFV1, which is lossless; or H.264, HEVC, VP9, VP8, AV1.
    case matroska = "mkv"
    /// `.gif`: at most 50 frames a second, 256 colours a frame, one bit of alpha. Needs no ffmpeg.
    case gif
    /// `.png` and `.apng`: lossless. Numbered pictures if the name has a placeholder for the number, as in `frame-%04d.png`. Needs no
    /// ffmpeg.
    case png
    /// `.webp`: animated. Needs no ffmpeg.
    case webP = "webp"
    /// Straight BGRA bytes, consecutive frames without separators, as `ffmpeg -f rawvideo -pix_fmt bgra` reads them.
    case raw
    /// `.y4m`: YUV frames with a line of text before each, which contains all the parameters that other programs need. Needs no ffmpeg.
    case y4m

    /// Creates the format for a file extension.
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

/// The codec of a film, for formats that allow several.
public enum FilmCodec: String, Sendable, CaseIterable {
    /// In mp4 (its default), mov and mkv. No alpha.
    case h264
    /// In mp4, mov and mkv: ten bits, half the size of H.264. No alpha.
    case hevc
    /// In webm (its default) and mkv.
    case vp9
    /// In webm and mkv: faster to encode than VP9, larger.
    case vp8
    /// In mov (its default). Ten bits, full chroma.
    case proRes4444 = "prores"
    /// QuickTime Animation, in mov: lossless, large.
    case animation = "qtrle"
    /// In mkv (its default): lossless.
    case ffv1
    /// In mp4, webm and mkv, if ffmpeg has an encoder (SVT-AV1 or libaom): ten bits, smaller than HEVC. No alpha.
    case av1
}

/// The range of light in a film.
public enum FilmDynamicRange: String, Sendable, CaseIterable {
    /// sRGB, with the primaries of BT.709.
    case standard
    /// The transfer function PQ (SMPTE ST 2084), with the primaries of BT.2020.
    case pq
    /// The transfer function HLG (ITU-R BT.2100), with the primaries of BT.2020.
    case hlg
}

/// The options for making a film.
public struct FilmOptions: Sendable, Hashable {
    /// The amount of work to make a film small.
    public enum Effort: String, Sendable, CaseIterable {
        /// From the least work and the largest file to the most work and the smallest.
        case fast, medium, thorough
    }

    /// The file's format; nil derives it from the file's name.
    public var format: FilmFormat?
    /// The codec; nil uses the format's default.
    public var codec: FilmCodec?
    /// The quality from 0 (small) to 1 (the best of the codec; a WebP of 1 is lossless). Ignored for lossless codecs.
    public var quality: Double
    /// The amount of work to make the file small at the same quality. For the codecs of ffmpeg.
    public var effort: Effort
    /// A Boolean value that indicates whether the film keeps transparency. Nil keeps it in formats where that is usual (mov, mkv with FFV1,
    /// GIF, PNG, WebP, raw) and not in webm, where players are slower with it. Without alpha, the pictures are composited on black.
    public var keepsAlpha: Bool?
    /// A Boolean value that indicates whether H.264 and VP9 keep chroma for every pixel (4:4:4) instead of one in four: coloured edges are
    /// sharper, but only players on computers support it.
    public var keepsFullColor: Bool
    /// The number of times that a GIF, PNG or WebP is played; 0 is infinite.
    public var loopCount: Int
    /// The number of the first picture, if pictures are numbered.
    public var firstNumber: Int
    /// The number of frames in each independently encoded segment of an H.264, VP9 or VP8 file (240 by default, 0 for a single segment).
    /// Segments begin at multiples of it in the numbers of frames. A part of a film that begins with such a segment and was made separately
    /// decodes to exactly the frames of the whole film. Each segment costs a key frame, and the film needs twice its size on disk while it
    /// is joined. Not for streams, nor live recordings.
    public var segmentLength: Int?
    /// The sounds, which are mixed into one track by adding them. The track is exactly as long as the film: it ends with silence, or is
    /// cut. For mp4 (AAC), mov (24-bit PCM; AAC with H.264), webm (Opus) and mkv (FLAC), in files.
    public var sounds: [FilmSound]
    /// The loudness to which the mix is normalised, from -70 to -5 LUFS (EBU R 128), by one gain for the whole, as far as peaks
    /// stay below -1.5 dB. Nil leaves it as it is.
    public var loudness: Double?
    /// The captions, which become a track that players show on request (mp4, mov, webm and mkv, in files). Those that go beyond the film
    /// are cut. To draw captions into the frames, see `Captions.layer` of AgateFormats.
    public var captions: [FilmCaption]
    /// The range of light, for HEVC and AV1. Pictures of layers have the standard range: in a film of another, their white is 203 cd/m2
    /// (ITU-R BT.2408), and their colours are the same. Exports of AVFoundation keep the range of films that have a high one.
    public var dynamicRange: FilmDynamicRange
    /// The contents of the file besides its frames; for formats that ffmpeg makes.
    package var extras = FilmExtras()

    /// Creates options.
    public init(
        format: FilmFormat? = nil, codec: FilmCodec? = nil, quality: Double = 0.75, effort: Effort = .medium, keepsAlpha: Bool? = nil,
        keepsFullColor: Bool = false, loopCount: Int = 0, firstNumber: Int = 0, segmentLength: Int? = nil, sounds: [FilmSound] = [],
        loudness: Double? = nil, captions: [FilmCaption] = [], dynamicRange: FilmDynamicRange = .standard
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
        self.sounds = sounds
        self.loudness = loudness
        self.captions = captions
        self.dynamicRange = dynamicRange
    }
}

/// The contents of a film's file besides its frames.
package struct FilmExtras: Sendable, Hashable {
    /// A sound track of another file, and ffmpeg's arguments for its codec.
    package struct Sound: Sendable, Hashable {
        package let file: URL
        /// The number of the stream among those of its kind.
        package let number: Int
        package let codec: [String]

        package init(_ file: URL, number: Int = 0, codec: [String] = ["-c:a", "copy"]) {
            (self.file, self.number, self.codec) = (file, number, codec)
        }
    }

    /// The sound, which must begin at the film's first frame.
    package var sound: Sound?
    /// Tags, such as `title`.
    package var tags: [String: String] = [:]
    /// True if the index of an mp4 or mov is at its end, which saves copying the file.
    package var hasIndexAtEnd = false

    package init() {}
}

/// The destination of a film.
public enum FilmDestination: Sendable, Hashable {
    /// A file, which appears when the film is complete and replaces an existing one of that name; with a placeholder for a number, such as
    /// `frame-%04d.png`, one file per frame.
    case file(URL)
    /// An open descriptor, such as 1 for standard output, which stays open. Needs a format in the options.
    case descriptor(Int32)
}

/// The progress of a recording.
public struct FilmProgress: Sendable {
    /// The number of frames drawn so far.
    public let frame: Int
    /// The total number of frames.
    public let frameCount: Int
    /// The time since the beginning, in seconds.
    public let elapsed: Double
    /// The estimated remaining time in seconds, at the average speed so far.
    public var remaining: Double { frame > 0 ? elapsed / Double(frame) * Double(frameCount - frame) : 0 }
}
