import AgateDiagnostics
import Foundation

extension CGImage {
    /// Creates an image from bytes of 8 bits a component.
    ///
    /// Supported pixels are those of 32 bits (RGB with alpha first, last or skipped, straight or premultiplied, either byte order), of 24
    /// bits (RGB), of 8 bits (gray, or alpha alone) and of 16 bits (gray and alpha). Colours of other spaces are converted to sRGB.
    /// Returns nil, with a diagnostic, for other formats, a `decode` array, fewer bytes than the size requires, and sizes beyond
    /// 1...16384 pixels a side.
    /// - Parameters:
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    ///   - bitsPerComponent: 8.
    ///   - bitsPerPixel: 8, 16, 24 or 32.
    ///   - bytesPerRow: the distance between rows in bytes.
    ///   - space: an RGB or gray space.
    ///   - bitmapInfo: the position of alpha, and the byte order.
    ///   - provider: the bytes, first row first.
    ///   - decode: nil.
    ///   - shouldInterpolate: ignored.
    ///   - intent: ignored.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        func refuse(_ reason: String) {
            Diagnostic.report("image.unsupported-format", "CGImage \(width)x\(height): \(reason)")
        }
        guard CGImage.isAllowed(width: width, height: height) else {
            refuse("a side must be 1...\(CGImage.maximumSide) pixels")
            return nil
        }
        guard bitsPerComponent == 8, decode == nil, bitmapInfo.isDisjoint(with: .floatInfoMask),
            let layout = PixelLayout(bitsPerPixel: bitsPerPixel, model: space.model, info: bitmapInfo)
        else {
            refuse(
                "\(bitsPerComponent) bits per component, \(bitsPerPixel) per pixel, bitmapInfo \(bitmapInfo.rawValue), "
                    + (decode == nil ? "no decode array" : "a decode array"))
            return nil
        }
        let bytes = provider.contents
        let lastRow = width * layout.stride
        guard bytesPerRow >= lastRow, bytesPerRow <= Int.max / (2 * CGImage.maximumSide),
            bytes.count >= bytesPerRow * (height - 1) + lastRow
        else {
            refuse("\(bytes.count) bytes, in rows of \(bytesPerRow), are not enough")
            return nil
        }

        let needsConversion = !space.definition.isEncodedSRGB && space.definition != .deviceGray
        let converter = needsConversion ? PixelConverter(from: space.definition) : nil
        self.init(width: width, height: height) { target in
            bytes.withUnsafeBytes { source in
                for row in 0..<height {
                    for column in 0..<width {
                        let start = row * bytesPerRow + column * layout.stride
                        target[row * width + column] = layout.pixel(in: source, at: start, converter)
                    }
                }
            }
        }
    }
}

extension ColorSpaceDefinition: Equatable {
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
}

/// The index of each component's byte in a pixel.
private struct PixelLayout {
    enum Alpha {
        case none, straight, premultiplied
    }

    let stride: Int
    let red: Int
    let green: Int
    let blue: Int
    let alphaOffset: Int
    let alpha: Alpha
    let isAlphaOnly: Bool

    init?(bitsPerPixel: Int, model: CGColorSpaceModel, info: CGBitmapInfo) {
        guard let place = CGImageAlphaInfo(rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) else {
            return nil
        }
        let order = info.rawValue & CGBitmapInfo.byteOrderMask.rawValue
        stride = bitsPerPixel / 8
        alpha =
            switch place {
            case .premultipliedFirst, .premultipliedLast: .premultiplied
            case .first, .last, .alphaOnly: .straight
            case .none, .noneSkipFirst, .noneSkipLast: .none
            }
        isAlphaOnly = place == .alphaOnly
        let isFirst = place == .premultipliedFirst || place == .first || place == .noneSkipFirst
        switch (bitsPerPixel, model) {
        case (8, _) where isAlphaOnly:
            (red, green, blue, alphaOffset) = (0, 0, 0, 0)
        case (8, .monochrome) where place == .none:
            (red, green, blue, alphaOffset) = (0, 0, 0, 0)
        case (16, .monochrome) where place != .none && order == 0:
            let gray = isFirst ? 1 : 0
            (red, green, blue, alphaOffset) = (gray, gray, gray, 1 - gray)
        case (24, .rgb) where place == .none && order == 0:
            (red, green, blue, alphaOffset) = (0, 1, 2, 0)
        case (32, .rgb) where place != .none && !isAlphaOnly:
            let isLittle = order == CGBitmapInfo.byteOrder32Little.rawValue
            guard isLittle || order == 0 || order == CGBitmapInfo.byteOrder32Big.rawValue else { return nil }
            let colour = isFirst ? 1 : 0
            let big = (colour, colour + 1, colour + 2, isFirst ? 0 : 3)
            (red, green, blue, alphaOffset) = isLittle ? (3 - big.0, 3 - big.1, 3 - big.2, 3 - big.3) : big
        default:
            return nil
        }
    }

    func pixel(in bytes: UnsafeRawBufferPointer, at start: Int, _ converter: PixelConverter?) -> UInt32 {
        let a = alpha == .none ? 255 : UInt32(bytes[start + alphaOffset])
        if isAlphaOnly { return a << 24 }
        var r = UInt32(bytes[start + red])
        var g = UInt32(bytes[start + green])
        var b = UInt32(bytes[start + blue])
        if alpha == .premultiplied {
            // A colour brighter than its alpha is invalid and would overflow when blended.
            (r, g, b) = (min(r, a), min(g, a), min(b, a))
            let pixel = a << 24 | r << 16 | g << 8 | b
            return converter?.convert(premultiplied: pixel) ?? pixel
        }
        return converter?.convert(red: r, green: g, blue: b, alpha: a)
            ?? Pixel.premultiplied(red: r, green: g, blue: b, alpha: a)
    }
}
