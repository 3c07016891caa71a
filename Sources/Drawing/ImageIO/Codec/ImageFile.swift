import CoreGraphics
import Foundation

/// A file of one of the formats, opened: its structure is read and checked, no pixel is decoded yet.
protocol ImageFile: Sendable {
    var about: ImageDescription { get }

    /// The picture that readers of stills see.
    func still(_ request: DecodeRequest) throws(ImageError) -> CGImage

    /// The pixels of one part, premultiplied, in sRGB: of the size that ``ImageDescription/parts`` says.
    func part(_ index: Int, acceptsPartial: Bool) throws(ImageError) -> CGImage
}

/// How a picture is wanted.
struct DecodeRequest: Sendable {
    /// 1, 2, 4 or 8: how many times smaller the sides may become on the way, where a format can do that for less than the whole.
    /// The picture that comes back may be larger than asked for.
    var divisor = 1
    /// Whether a file that is cut short gives what there is; the rest is transparent, of a JPEG gray.
    var acceptsPartial = false
}

/// What a file says of itself and its frames.
struct ImageDescription: Sendable {
    enum ColorModel: String, Sendable {
        case rgb = "RGB"
        case gray = "Gray"
        case cmyk = "CMYK"
    }

    /// Of the whole picture, in pixels.
    var width: Int
    var height: Int
    /// Bits a component.
    var depth = 8
    var colorModel = ColorModel.rgb
    var hasAlpha = false
    var isIndexed = false
    /// Nil where the file does not say.
    var profileName: String?
    /// 1...8 as Exif counts; nil where the file does not say.
    var orientation: Int?
    /// Dots an inch; nil where the file does not say.
    var dpi: SIMD2<Double>?
    var exif = ExifData()
    /// How often an animation is shown; 0: without end.
    var loopCount = 1
    var isAnimated = false
    /// One of a still picture.
    var parts: [FramePart]
    /// Whether the file is there to its end.
    var isComplete = true
    /// Properties that only this format has, by Apple's keys.
    var special: [String: Double] = [:]
}

/// One frame of an animation: the part of the canvas that it changes, and how.
struct FramePart: Sendable {
    enum Disposal: UInt8, Sendable {
        case keep, clear, restore
    }

    var x = 0
    var y = 0
    var width: Int
    var height: Int
    /// What becomes of the part before the next frame.
    var disposal = Disposal.keep
    /// Whether it is laid over what is there, or replaces it.
    var isBlended = false
    /// Seconds, as the file says.
    var delay = 0.0
    var isComplete = true

    /// Seconds as programs show it: what is too short to be seen is what old browsers made of it.
    var clampedDelay: Double { delay < 0.011 ? 0.1 : delay }
}
