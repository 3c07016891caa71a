import AgateDiagnostics
import CoreGraphics
import Foundation

/// The names of a context's options.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The working space of filters. Accepted without effect: it is sRGB.
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    /// The space of the output. Accepted without effect: it is sRGB.
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    /// The choice of drawing on the processor. Accepted without effect: it always draws.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
}

/// The format of pixels in memory.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Red, green, blue and alpha, 8 bits each.
    public static let RGBA8 = CIFormat(rawValue: 264)
    /// Four 32-bit floats.
    public static let RGBAf = CIFormat(rawValue: 2056)
    /// Red alone, as a 16-bit float.
    public static let Rh = CIFormat(rawValue: 2307)
    /// Red alone, as a 32-bit float.
    public static let Rf = CIFormat(rawValue: 2309)
}

/// Writes pictures into memory. Colours are not converted: working and output spaces are sRGB.
open class CIContext: NSObject {
    /// Creates a context. The options are accepted and have no effect.
    public init(options: [CIContextOption: Any]? = nil) { super.init() }

    /// Writes the pixels of a rectangle, rows from the top; pixels outside of the picture are transparent. With formats other than those of
    /// ``CIFormat`` nothing is written, and one diagnostic, `coreimage.format`, is reported.
    open func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat, colorSpace: CGColorSpace?
    ) {
        guard [.RGBA8, .RGBAf, .Rh, .Rf].contains(format) else {
            Diagnostic.report("coreimage.format", "the Core Image pixel format \(format.rawValue) is not supported; nothing is written")
            return
        }
        guard !bounds.isNull, !bounds.isInfinite, !bounds.isEmpty else { return }
        let rect = bounds.integral, extent = image.extent
        for y in 0..<Int(rect.height) {
            let row = data + y * rowBytes
            for x in 0..<Int(rect.width) {
                let column = extent.isNull ? -1 : Int(rect.minX - extent.minX) + x,
                    line = extent.isNull ? -1 : Int(extent.maxY - rect.maxY) + y
                let isInside = column >= 0 && column < image.width && line >= 0 && line < image.height
                Self.store(isInside ? image.pixels[line * image.width + column] : .zero, format, row, x)
            }
        }
    }

    private static func store(_ pixel: SIMD4<Float>, _ format: CIFormat, _ row: UnsafeMutableRawPointer, _ x: Int) {
        switch format {
        case .Rh: row.storeBytes(of: half(pixel.x), toByteOffset: 2 * x, as: UInt16.self)
        case .Rf: row.storeBytes(of: pixel.x, toByteOffset: 4 * x, as: Float.self)
        case .RGBAf: row.storeBytes(of: pixel, toByteOffset: 16 * x, as: SIMD4<Float>.self)
        default:
            let bytes = (pixel.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrEven)
            for channel in 0..<4 { row.storeBytes(of: UInt8(bytes[channel]), toByteOffset: 4 * x + channel, as: UInt8.self) }
        }
    }

    /// Returns the nearest IEEE 754 half-precision number; too large values become infinite.
    static func half(_ value: Float) -> UInt16 {
        let sign = UInt16(value.bitPattern >> 16) & 0x8000, size = value.magnitude
        if value.isNaN { return sign | 0x7e00 }
        if size >= 65520 { return sign | 0x7c00 }
        if size < 0x1p-14 { return sign | UInt16((size * 0x1p24).rounded(.toNearestOrEven)) }
        // Rounding may carry into the exponent, which gives the correct result.
        let bits = size.bitPattern, rest = bits & 0x1fff, kept = (bits >> 13) - (112 << 10)
        let up = rest > 0x1000 || (rest == 0x1000 && kept & 1 == 1)
        return sign | UInt16(kept + (up ? 1 : 0))
    }

    /// Returns an image of the pixels in a rectangle, in sRGB; nil for an empty one.
    open func createCGImage(_ image: CIImage, from rect: CGRect) -> CGImage? {
        guard !rect.isNull, !rect.isInfinite, !rect.isEmpty else { return nil }
        let (width, height) = (Int(rect.integral.width), Int(rect.integral.height))
        guard
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpace(name: CGColorSpace.sRGB)!,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            ), let data = context.data
        else { return nil }
        render(image, toBitmap: data, rowBytes: context.bytesPerRow, bounds: rect, format: .RGBA8, colorSpace: nil)
        return context.makeImage()
    }
}
