import CoreGraphics
import Foundation

/// Writes an animation frame by frame. A frame is encoded when the next one is added, so no more than two are kept, however long the
/// animation is.
package protocol AnimationWriter {
    /// Adds a frame, which must have the size of the first one.
    /// - Parameter delay: the duration of the frame in seconds.
    mutating func add(_ image: CGImage, delay: Double) throws(ImageError)

    /// Returns the file.
    /// - Parameter loopCount: the number of repetitions of the animation; 0 for endless repetition.
    mutating func finish(loopCount: Int) throws(ImageError) -> Data
}

extension ImageCodec {
    /// Returns a writer of animations of a format, or nil for JPEG, which has none.
    /// - Parameter quality: the quality of WebP, 0...1; 1 is lossless.
    package static func animationWriter(_ format: Format, quality: Double = 0.9) -> (any AnimationWriter)? {
        switch format {
        case .png: APNGWriter()
        case .gif: GIFWriter()
        case .webP: WebPWriter(quality: quality)
        case .jpeg: nil
        }
    }
}

/// The check that the writers share: all frames have the same size, and there are frames.
struct FrameCheck {
    let format: String
    private(set) var width = 0
    private(set) var height = 0
    private(set) var count = 0

    init(_ format: String) {
        self.format = format
    }

    mutating func accept(_ image: CGImage, delay: Double) throws(ImageError) {
        if count == 0 { (width, height) = (image.width, image.height) }
        guard image.width == width, image.height == height else {
            throw ImageError(
                file: format, place: "frame \(count)",
                reason: "\(image.width)x\(image.height) pixels; all frames must be of the first one's \(width)x\(height)")
        }
        guard delay >= 0, delay < 600 else {
            throw ImageError(file: format, place: "frame \(count)", reason: "the delay of \(delay) seconds is not in 0 to 600")
        }
        count += 1
    }

    func finish() throws(ImageError) {
        guard count > 0 else { throw ImageError(file: format, reason: "there are no frames") }
    }
}

/// The smallest rectangle that contains some pixels.
struct PixelBounds {
    private(set) var left = Int.max, top = Int.max, right = 0, bottom = 0

    var isEmpty: Bool { left >= right }
    var width: Int { right - left }
    var height: Int { bottom - top }

    mutating func add(_ x: Int, _ y: Int) {
        left = min(left, x)
        right = max(right, x + 1)
        top = min(top, y)
        bottom = max(bottom, y + 1)
    }

    static func whole(_ width: Int, _ height: Int) -> PixelBounds {
        var bounds = PixelBounds()
        bounds.add(0, 0)
        bounds.add(width - 1, height - 1)
        return bounds
    }
}
