import AgateDiagnostics
import Foundation
import Raster

extension CGImage {
    /// The meaning of an image's samples.
    package enum Kind: UInt8, Sendable {
        /// Colours.
        case picture
        /// Alpha only, from a bitmap of that format.
        case alphaOnly
        /// An image mask, stored as black whose alpha is the amount of paint.
        case stencil
    }

    /// Creates an image mask. Its samples say how much of the paint is kept out.
    ///
    /// Returns nil, with a diagnostic, for samples of other than 1, 2, 4 or 8 bits, too few bytes, and sizes beyond 1...16384 pixels a
    /// side.
    /// - Parameters:
    ///   - maskWidth: the width in pixels.
    ///   - height: the height in pixels.
    ///   - bitsPerComponent: 1, 2, 4 or 8.
    ///   - bitsPerPixel: the same number.
    ///   - bytesPerRow: the distance between rows in bytes.
    ///   - provider: the samples, first row first, highest bits of a byte first.
    ///   - decode: the values of the smallest and the largest sample; nil for 0 and 1. A value of 0 paints fully, a value of 1 not at
    ///     all.
    ///   - shouldInterpolate: ignored.
    public convenience init?(
        maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, provider: CGDataProvider,
        decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
    ) {
        func refuse(_ reason: String) {
            Diagnostic.report("image.unsupported-format", "CGImage mask \(width)x\(height): \(reason)")
        }
        guard CGImage.isAllowed(width: width, height: height) else {
            refuse("a side must be 1...\(CGImage.maximumSide) pixels")
            return nil
        }
        guard [1, 2, 4, 8].contains(bitsPerComponent), bitsPerPixel == bitsPerComponent else {
            refuse("\(bitsPerComponent) bits per component and \(bitsPerPixel) bits per pixel are not supported")
            return nil
        }
        let bytes = provider.contents
        let shortest = (width * bitsPerPixel + 7) / 8
        guard bytesPerRow >= shortest, bytesPerRow <= Int.max / (2 * CGImage.maximumSide),
            bytes.count >= bytesPerRow * (height - 1) + shortest
        else {
            refuse("\(bytes.count) bytes, in rows of \(bytesPerRow), are not enough")
            return nil
        }
        let largest = 1 << bitsPerComponent - 1
        let (low, high) = decode.map { (Double($0[0]), Double($0[1])) } ?? (0, 1)
        // The pixel of each sample value, computed once.
        let pixels = (0...largest).map { sample -> UInt32 in
            let kept = low + (high - low) * Double(sample) / Double(largest)
            let share: Double = kept.isNaN ? 0 : max(0, min(1, kept))
            return UInt32((1 - share) * 255 + 0.5) << 24
        }
        self.init(width: width, height: height, kind: .stencil) { target in
            bytes.withUnsafeBytes { source in
                for row in 0..<height {
                    for column in 0..<width {
                        let bit = column * bitsPerPixel
                        let byte = Int(source[row * bytesPerRow + bit / 8])
                        target[row * width + column] = pixels[byte >> (8 - bitsPerPixel - bit % 8) & largest]
                    }
                }
            }
        }
    }

    /// An image whose alpha is this image's coverage as a mask. It is the alpha of masks, of alpha-only images and of images that are
    /// transparent somewhere (measured on Apple's: colours do not count there), and the gray of opaque images, as documented.
    var asCoverage: CGImage {
        guard kind == .picture, isOpaque else { return self }
        let made = CGImage(width: width, height: height, kind: .alphaOnly) { target in
            withPixels { pixels in
                for i in target.indices {
                    let p = pixels[i]
                    let (r, g, b) = (p >> 16 & 255, p >> 8 & 255, p & 255)
                    // Gray pixels are taken as they are, and colours by their luma.
                    target[i] = (r == g && g == b ? g : (r * 54 + g * 183 + b * 19 + 128) >> 8) << 24
                }
            }
        }
        return made ?? self
    }

    /// Returns the image with part of it masked out.
    ///
    /// The result has this image's size: a mask of another size is scaled to it.
    /// - Parameter mask: an image mask (samples of 0 keep, those of 1 remove), or a gray image, whose white keeps.
    /// - Returns: the masked image, or nil if this image is itself an image mask.
    public func masking(_ mask: CGImage) -> CGImage? {
        guard kind != .stencil else { return nil }
        let place = CGRect(x: 0, y: 0, width: width, height: height)
        let coverage: CGImage
        if mask.width == width, mask.height == height {
            coverage = mask.asCoverage
        } else {
            guard let context = CGContext(width: width, height: height, ctm: .identity) else { return nil }
            context.draw(mask.asCoverage.asAlphaOnly, in: place)
            guard let scaled = context.takeImage() else { return nil }
            coverage = scaled
        }
        return CGImage(width: width, height: height, kind: kind) { target in
            withPixels { pixels in
                coverage.withPixels { alpha in
                    for i in target.indices { target[i] = PixelMath.scale(pixels[i], alpha[i] >> 24) }
                }
            }
        }
    }

    /// The same pixels, treated as alpha only.
    private var asAlphaOnly: CGImage {
        guard kind == .stencil else { return self }
        let made = CGImage(width: width, height: height, kind: .alphaOnly) { target in
            withPixels { target.baseAddress?.update(from: $0, count: target.count) }
        }
        return made ?? self
    }

    /// Returns the image with a range of colours removed.
    /// - Parameter components: the smallest and largest red, green and blue, 0...255.
    /// - Returns: the image, or nil if there are not six components, and for images that have an alpha.
    public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
        guard components.count == 6, kind == .picture, isOpaque else { return nil }
        func isInside(_ value: UInt32, _ i: Int) -> Bool { CGFloat(value) >= components[i] && CGFloat(value) <= components[i + 1] }
        return CGImage(width: width, height: height) { target in
            withPixels { pixels in
                for i in target.indices {
                    let p = pixels[i]
                    let isTaken = isInside(p >> 16 & 255, 0) && isInside(p >> 8 & 255, 2) && isInside(p & 255, 4)
                    target[i] = isTaken ? 0 : p
                }
            }
        }
    }
}
