import CTurboJPEG
import CoreGraphics
import Foundation

/// Decodes JPEG files: gray, YCbCr, RGB and CMYK, baseline and progressive.
struct JPEGDecoder {
    private let bytes: [UInt8]
    private let name: String

    init(_ bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
    }

    func decode() throws(ImageError) -> CGImage {
        guard let handle = tjInitDecompress() else {
            throw ImageError(file: name, reason: "out of memory")
        }
        defer { tjDestroy(handle) }
        func failure(_ place: String) -> ImageError {
            ImageError(file: name, place: place, reason: String(cString: tjGetErrorStr2(handle)))
        }

        var (width, height, sampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let length = UInt(bytes.count)
        guard tjDecompressHeader3(handle, bytes, length, &width, &height, &sampling, &colorspace) == 0 else {
            throw failure("header")
        }
        guard CGImage.isAllowed(width: Int(width), height: Int(height)) else {
            throw ImageError(
                file: name, place: "header",
                reason: "\(width)x\(height) pixels; allowed are 1 to \(CGImage.maximumSide) a side and "
                    + "\(CGImage.maximumPixelCount) in all")
        }
        let markers = JPEGFile(bytes)
        // Each block of 8x8 pixels costs a bit at least, in any Huffman code.
        guard markers.isArithmetic || Int(width) * Int(height) / 512 <= bytes.count else {
            throw ImageError(
                file: name, place: "header", reason: "\(bytes.count) bytes are too few for \(width)x\(height) pixels")
        }

        let isCMYK = colorspace == TJCS_CMYK.rawValue.signed || colorspace == TJCS_YCCK.rawValue.signed
        let format = isCMYK ? TJPF_CMYK : TJPF_BGRA
        let conversion = isCMYK ? nil : ICCProfile(markers.profile)?.conversion
        var error: ImageError?
        let image = CGImage(width: Int(width), height: Int(height)) { pixels in
            guard let start = pixels.baseAddress else { return }
            let status = tjDecompress2(
                handle, bytes, length, start, width, width * 4, height, format.rawValue,
                TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
            if status != 0, !isHarmless(handle) {
                error = failure("image data")
                return
            }
            if isCMYK { convertCMYK(pixels, isInverted: markers.isAdobe) }
            if let conversion { premultiply(pixels, conversion) }
        }
        if let error { throw error }
        guard let image else { throw ImageError(file: name, reason: "out of memory") }
        return image
    }

    /// Bytes between markers are met in files of real cameras, and every reader skips them. What else is warned of means
    /// that a part of the picture is missing.
    private func isHarmless(_ handle: tjhandle) -> Bool {
        tjGetErrorCode(handle) == TJERR_WARNING.rawValue.signed
            && String(cString: tjGetErrorStr2(handle)).contains("extraneous bytes")
    }

    private func convertCMYK(_ pixels: UnsafeMutableBufferPointer<UInt32>, isInverted: Bool) {
        let flip: UInt32 = isInverted ? 0 : 0xFFFF_FFFF
        for index in pixels.indices {
            // Bytes C, M, Y, K, now each the light that the ink lets through.
            let light = pixels[index] ^ flip
            let key = light >> 24
            let red = Pixel.multiply(light & 255, key)
            let green = Pixel.multiply(light >> 8 & 255, key)
            let blue = Pixel.multiply(light >> 16 & 255, key)
            pixels[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
        }
    }
}

extension UInt32 {
    /// The library's enumerations come as unsigned numbers, its functions take signed ones.
    var signed: Int32 { Int32(bitPattern: self) }
}
