import AgateDiagnostics
@_exported import CoreGraphics
import Foundation
import ImageIO

/// The key of the rectangle that an area filter examines.
public let kCIInputExtentKey = "inputExtent"
/// The key of a filter's input picture.
public let kCIInputImageKey = "inputImage"

/// A picture for Core Image's filters. Agate supports only those that compare pictures: `CILabDeltaE`, `CIAreaAverage`, `CIAreaMaximum`.
///
/// Apple's class draws nothing until a context requests it; here pixels are computed immediately, in 32-bit floats, premultiplied. The
/// origin is the lower left corner. May be used on any thread.
open class CIImage: NSObject, @unchecked Sendable {
    /// Rows from the top, red, green, blue and alpha from 0 to 1.
    let pixels: [SIMD4<Float>]
    let width: Int, height: Int
    private let origin: CGPoint

    /// The rectangle in which the picture has pixels, in pixels.
    open var extent: CGRect { width == 0 ? .null : CGRect(origin: origin, size: CGSize(width: width, height: height)) }

    init(pixels: [SIMD4<Float>], width: Int, height: Int, origin: CGPoint = .zero) {
        (self.pixels, self.width, self.height, self.origin) = (pixels, width, height, origin)
        super.init()
    }

    /// Creates a picture from the pixels of an image, converted to sRGB.
    public init(cgImage: CGImage) {
        let (width, height) = (cgImage.width, cgImage.height)
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        bytes.withUnsafeMutableBytes { memory in
            let context = CGContext(
                data: memory.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
                space: CGColorSpace(name: CGColorSpace.sRGB)!, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            )
            context?.draw(cgImage, in: CGRect(x: 0, y: 0, width: width, height: height))
        }
        (self.width, self.height, origin) = (width, height, .zero)
        pixels = (0..<width * height).map { index -> SIMD4<Float> in
            let first = 4 * index
            let pixel = SIMD4<UInt8>(bytes[first], bytes[first + 1], bytes[first + 2], bytes[first + 3])
            return SIMD4<Float>(pixel) / 255
        }
        super.init()
    }

    /// Returns the picture turned and mirrored, so that what was stored in an orientation is upright. Its origin is that of the extent.
    open func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        guard width > 0, orientation != .up else { return self }
        let swaps = orientation.rawValue > 4
        let (wide, high) = swaps ? (height, width) : (width, height)
        var result: [SIMD4<Float>] = []
        result.reserveCapacity(pixels.count)
        for y in 0..<high {
            for x in 0..<wide {
                // The stored pixel that is shown here.
                let (column, row) =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (width - 1 - x, y)
                    case .down: (width - 1 - x, height - 1 - y)
                    case .downMirrored: (x, height - 1 - y)
                    case .leftMirrored: (y, x)
                    case .right: (y, height - 1 - x)
                    case .rightMirrored: (width - 1 - y, height - 1 - x)
                    case .left: (width - 1 - y, x)
                    }
                result.append(pixels[row * width + column])
            }
        }
        return CIImage(pixels: result, width: wide, height: high, origin: origin)
    }

    /// Returns the picture turned and mirrored, by the number of an orientation as files have it; others are 1.
    open func oriented(forExifOrientation orientation: Int32) -> CIImage {
        oriented(CGImagePropertyOrientation(rawValue: UInt32(clamping: orientation)) ?? .up)
    }

    /// Returns a picture without pixels.
    open class func empty() -> CIImage { CIImage(pixels: [], width: 0, height: 0) }

    /// Returns the result of a filter. An unsupported filter results in an empty picture, like an unknown name on Apple's systems, and one
    /// diagnostic, `coreimage.filter`.
    open func applyingFilter(_ filterName: String, parameters: [String: Any]) -> CIImage {
        switch filterName {
        case "CILabDeltaE":
            guard let other = parameters["inputImage2"] as? CIImage else { return .empty() }
            return labDeltaE(other)
        case "CIAreaAverage": return area(parameters) { pixels in pixels.reduce(.zero, +) / Float(max(pixels.count, 1)) }
        case "CIAreaMaximum":
            return area(parameters) { pixels in pixels.reduce(.zero) { $0.replacing(with: $1, where: $1 .> $0) } }
        default:
            Diagnostic.report("coreimage.filter", "the Core Image filter \(filterName) is not supported; its result is empty")
            return .empty()
        }
    }

    /// Returns the result of a filter without parameters; empty, with one diagnostic, if Agate does not support the filter.
    open func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }

    /// Returns one pixel that combines those in the rectangle of the parameters.
    private func area(_ parameters: [String: Any], _ combine: (ArraySlice<SIMD4<Float>>) -> SIMD4<Float>) -> CIImage {
        let rect = (parameters[kCIInputExtentKey] as? CGRect ?? extent).intersection(extent).integral
        guard !rect.isNull, !rect.isEmpty else { return .empty() }
        if rect == extent { return CIImage(pixels: [combine(pixels[...])], width: 1, height: 1) }
        let left = Int(rect.minX - origin.x), top = height - Int(rect.maxY - origin.y)
        var chosen: [SIMD4<Float>] = []
        for y in top..<top + Int(rect.height) {
            let first = y * width + left
            chosen += pixels[first..<first + Int(rect.width)]
        }
        return CIImage(pixels: [combine(chosen[...])], width: 1, height: 1)
    }

    /// Returns the CIE94 difference of each pixel, 0 to 100, in all channels.
    private func labDeltaE(_ other: CIImage) -> CIImage {
        let (width, height) = (min(self.width, other.width), min(self.height, other.height))
        var result: [SIMD4<Float>] = []
        result.reserveCapacity(width * height)
        for y in 0..<height {
            // Pictures of different heights are aligned at their lower left corners.
            let first = (self.height - height + y) * self.width, second = (other.height - height + y) * other.width
            for x in 0..<width {
                let (a, b) = (pixels[first + x], other.pixels[second + x])
                let difference = a == b ? 0 : Lab(a).difference(Lab(b))
                result.append(SIMD4(difference, difference, difference, 1))
            }
        }
        return CIImage(pixels: result, width: width, height: height)
    }
}

/// A colour in CIE L*a*b*, white D65.
struct Lab {
    let l: Float, a: Float, b: Float

    /// - Parameter pixel: A premultiplied sRGB pixel.
    init(_ pixel: SIMD4<Float>) {
        func linear(_ value: Float) -> Float {
            let value = pixel.w > 0 ? min(value / pixel.w, 1) : 0
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        func curve(_ value: Float) -> Float { value > 0.008856 ? cbrt(value) : 7.787 * value + 16 / 116 }
        let (red, green, blue) = (linear(pixel.x) * pixel.w, linear(pixel.y) * pixel.w, linear(pixel.z) * pixel.w)
        let x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
        let y = curve(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
        let z = curve((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
        (l, a, b) = (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    /// Returns the CIE94 difference for graphic arts.
    func difference(_ other: Lab) -> Float {
        let c1 = (a * a + b * b).squareRoot(), c2 = (other.a * other.a + other.b * other.b).squareRoot()
        let dl = l - other.l, dc = c1 - c2, da = a - other.a, db = b - other.b
        let dh = max(da * da + db * db - dc * dc, 0), sc = 1 + 0.045 * c1, sh = 1 + 0.015 * c1
        return min((dl * dl + dc * dc / (sc * sc) + dh / (sh * sh)).squareRoot(), 100)
    }
}
