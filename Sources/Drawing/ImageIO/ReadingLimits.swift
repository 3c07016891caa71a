import Foundation

/// Limits of the memory and time for reading a file, so that a hostile file costs no more than the reader allows.
///
/// CAML packages, Lottie files, archives and themes are read within ``standard`` unless other limits are given. The values are far above
/// every real file seen. Image sources respect the limits with which they are created (``kCGImageSourceReadingLimits``), or otherwise
/// only those of `CGImage`. Exceeding a limit is a typed error of the reader (`CAMLError`, `LottieError`, ``ImageError``) that states
/// limit and value. Optional parts of a scene, such as one image of many, are left out with a diagnostic. This is a value type and
/// thread-safe.
public struct ReadingLimits: Sendable, Equatable {
    /// The maximum bytes of one file: an XML or JSON text, an image, or one decompressed file of an archive. 64 MiB.
    public var fileSize = 64 << 20
    /// The maximum bytes of an archive. 256 MiB.
    public var archiveSize = 256 << 20
    /// The maximum number of files in an archive. 10,000.
    public var archiveFiles = 10_000
    /// The maximum bytes of all decompressed files of an archive. 512 MiB.
    public var archiveTotal = 512 << 20
    /// The maximum pixels of one decoded image, or of one frame of an animation. 64 Mi (256 MiB in memory).
    public var imagePixels = 64 << 20
    /// The maximum number of frames of an animated image. 10,000.
    public var imageFrames = 10_000
    /// The maximum bytes of all decoded images of a document together, 4 per pixel. 1 GiB.
    public var memory = 1 << 30
    /// The maximum nesting depth of XML elements. 200, and never more than 800.
    public var depth = 200
    /// The maximum number of XML elements in one document. 200,000.
    public var elements = 200_000
    /// The maximum seconds for reading a document, and again for creating its layers. 60. The time is checked between elements, layers,
    /// images or frames, each of which the limits above bound.
    public var time = 60.0

    /// The default limits.
    public static let standard = ReadingLimits()

    /// Creates the standard limits, for modification.
    public init() {}

    /// Returns the limits with the memory reduced by a number of pixels.
    package func less(pixels: Int) -> ReadingLimits {
        var rest = self
        rest.memory = max(0, memory - pixels * 4)
        return rest
    }
}

/// The end of the time for a reading.
package struct ReadingDeadline: Sendable {
    private let end: UInt64
    package let seconds: Double

    package init(_ limits: ReadingLimits) {
        seconds = limits.time
        let now = DispatchTime.now().uptimeNanoseconds
        // Infinite and very long times have no end.
        end = seconds >= 0 && seconds < 1e9 ? now + UInt64(seconds * 1e9) : seconds >= 1e9 ? .max : now
    }

    package var hasPassed: Bool { end != .max && DispatchTime.now().uptimeNanoseconds >= end }
    package var reason: String { "reading took more than \(seconds) s" }
}
