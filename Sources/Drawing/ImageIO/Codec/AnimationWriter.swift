import CoreGraphics
import Foundation

/// Writes an animation frame by frame. A frame is encoded when the next one comes, so no more than two are kept, however long
/// the animation is.
package protocol AnimationWriter {
    /// Adds a frame, which must be of the first one's size.
    /// - Parameter delay: seconds that it is shown.
    mutating func add(_ image: CGImage, delay: Double) throws(ImageError)

    /// The file.
    /// - Parameter loopCount: how often the animation is shown; 0: without end.
    mutating func finish(loopCount: Int) throws(ImageError) -> Data
}

extension ImageCodec {
    /// A writer of animations of a format; nil for JPEG, which has none.
    /// - Parameter quality: 0...1, of WebP; 1 loses nothing.
    package static func animationWriter(_ format: Format, quality: Double = 0.9) -> (any AnimationWriter)? {
        switch format {
        case .png: APNGWriter()
        case .gif: GIFWriter()
        case .webP: WebPWriter(quality: quality)
        case .jpeg: nil
        }
    }
}

/// What is common to the writers: the size of all frames, and that there are frames.
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

/// The smallest rectangle around some pixels.
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
