import CoreGraphics
import Foundation

/// An open file of one of the formats. Its structure is read and validated, but no pixel is decoded.
protocol ImageFile: Sendable {
    var about: ImageDescription { get }

    /// Returns the picture that readers of still images show.
    func still(_ request: DecodeRequest) throws(ImageError) -> CGImage

    /// Returns the pixels of one part, premultiplied, in sRGB, with the size in ``ImageDescription/parts``.
    func part(_ index: Int, acceptsPartial: Bool) throws(ImageError) -> CGImage
}

/// The options for decoding a picture.
struct DecodeRequest: Sendable {
    /// 1, 2, 4 or 8: the divisor of the sides during decoding, if a format supports it at a lower cost than decoding the whole. The
    /// resulting picture may be larger than requested.
    var divisor = 1
    /// True if a truncated file gives the available part. The rest is transparent, or gray for a JPEG.
    var acceptsPartial = false
}

/// The properties of a file and its frames.
struct ImageDescription: Sendable {
    enum ColorModel: String, Sendable {
        case rgb = "RGB"
        case gray = "Gray"
        case cmyk = "CMYK"
    }

    /// The width of the whole picture, in pixels.
    var width: Int
    var height: Int
    /// The number of bits of a component.
    var depth = 8
    var colorModel = ColorModel.rgb
    var hasAlpha = false
    var isIndexed = false
    /// The profile's name, or nil if the file does not specify it.
    var profileName: String?
    /// The orientation, 1...8 as in Exif, or nil if the file does not specify it.
    var orientation: Int?
    /// The dots per inch, or nil if the file does not specify them.
    var dpi: SIMD2<Double>?
    var exif = ExifData()
    /// The number of repetitions of an animation, 0 for endless repetition.
    var loopCount = 1
    var isAnimated = false
    /// The frames. A still picture has one.
    var parts: [FramePart]
    /// True if the file is present up to its end.
    var isComplete = true
    /// Properties that only this format has, by Apple's keys.
    var special: [String: Double] = [:]
}

/// One frame of an animation: the part of the canvas that it changes, and the kind of change.
struct FramePart: Sendable {
    enum Disposal: UInt8, Sendable {
        case keep, clear, restore
    }

    var x = 0
    var y = 0
    var width: Int
    var height: Int
    /// The treatment of the part before the next frame.
    var disposal = Disposal.keep
    /// True if the part is blended over the canvas, false if it replaces it.
    var isBlended = false
    /// The duration in seconds, as stored in the file.
    var delay = 0.0
    var isComplete = true

    /// The duration in seconds that programs use. Very short durations are replaced as old browsers did.
    var clampedDelay: Double { delay < 0.011 ? 0.1 : delay }
}
