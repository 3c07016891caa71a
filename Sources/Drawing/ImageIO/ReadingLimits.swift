import Foundation

/// How much memory and time the reading of a file may take, so that a hostile one costs no more than the reader chose.
///
/// CAML packages, Lottie files, archives and themes are read within ``standard`` unless something else is given; the values are far above
/// every real file seen. Image sources hold to limits that they are made with (``kCGImageSourceReadingLimits``); without, to those of
/// `CGImage` alone. What goes beyond a limit is a typed error of the reader (`CAMLError`, `LottieError`, ``ImageError``) that names limit
/// and value; what a scene can do without, such as one image of many, is left out with a diagnostic. A value; safe on any thread.
public struct ReadingLimits: Sendable, Equatable {
    /// Bytes of one file: an XML or JSON text, an image, or one file of an archive unpacked; 64 MiB.
    public var fileSize = 64 << 20
    /// Bytes of an archive; 256 MiB.
    public var archiveSize = 256 << 20
    /// Files in an archive; 10,000.
    public var archiveFiles = 10_000
    /// Bytes of all files of an archive, unpacked; 512 MiB.
    public var archiveTotal = 512 << 20
    /// Pixels of one decoded image, of an animation of one frame; 64 Mi (256 MiB in memory).
    public var imagePixels = 64 << 20
    /// Frames of one animated image; 10,000.
    public var imageFrames = 10_000
    /// Bytes of all decoded images of a document together, 4 a pixel; 1 GiB.
    public var memory = 1 << 30
    /// XML elements inside one another; 200, and never more than 800.
    public var depth = 200
    /// XML elements in one document; 200,000.
    public var elements = 200_000
    /// Seconds that reading a document may take, and again making its layers; 60. Looked at between one element, layer, image or frame and
    /// the next, each of which the limits above bound.
    public var time = 60.0

    /// The limits that apply when none are given.
    public static let standard = ReadingLimits()

    /// The standard limits, to change one of.
    public init() {}

    /// What is left of the memory after so many pixels.
    package func less(pixels: Int) -> ReadingLimits {
        var rest = self
        rest.memory = max(0, memory - pixels * 4)
        return rest
    }
}

/// When the time of a reading is over.
package struct ReadingDeadline: Sendable {
    private let end: UInt64
    package let seconds: Double

    package init(_ limits: ReadingLimits) {
        seconds = limits.time
        let now = DispatchTime.now().uptimeNanoseconds
        // Infinite and very long times never end.
        end = seconds >= 0 && seconds < 1e9 ? now + UInt64(seconds * 1e9) : seconds >= 1e9 ? .max : now
    }

    package var hasPassed: Bool { end != .max && DispatchTime.now().uptimeNanoseconds >= end }
    package var reason: String { "reading took more than \(seconds) s" }
}
