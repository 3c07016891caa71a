import AgateDiagnostics
import CTurboJPEG
import CoreGraphics
import Foundation

/// Decodes JPEG files: gray, YCbCr, RGB and CMYK, baseline and progressive.
struct JPEGDecoder: ImageFile {
    private let bytes: [UInt8]
    private let name: String
    private let markers: JPEGFile
    private let isCMYK: Bool
    private let space: CGColorSpace?
    let about: ImageDescription

    init(_ bytes: [UInt8], name: String) throws(ImageError) {
        self.bytes = bytes
        self.name = name
        guard let handle = tjInitDecompress() else { throw ImageError(file: name, code: ENOMEM) }
        defer { tjDestroy(handle) }
        var (width, height, sampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &sampling, &colorspace) == 0 else {
            throw ImageError(file: name, place: "header", reason: String(cString: tjGetErrorStr2(handle)))
        }
        try ImageError.check(width: Int(width), height: Int(height), file: name, place: "header")
        markers = JPEGFile(bytes)
        isCMYK = colorspace == TJCS_CMYK.rawValue.signed || colorspace == TJCS_YCCK.rawValue.signed
        var about = ImageDescription(
            width: Int(width), height: Int(height),
            parts: [FramePart(width: Int(width), height: Int(height), isComplete: markers.isComplete)])
        about.colorModel = isCMYK ? .cmyk : colorspace == TJCS_GRAY.rawValue.signed ? .gray : .rgb
        about.exif = markers.exif
        about.orientation = markers.exif.orientation
        about.dpi = markers.dpi ?? markers.exif.dpi
        about.isComplete = markers.isComplete
        about.special["IsProgressive"] = markers.isProgressive ? 1 : 0
        space = markers.profile.isEmpty ? nil : CGColorSpace(profile: Data(markers.profile), origin: name)
        about.profileName = space?.profileName
        self.about = about
    }

    func part(_ index: Int, acceptsPartial: Bool) throws(ImageError) -> CGImage {
        try still(DecodeRequest(acceptsPartial: acceptsPartial))
    }

    func still(_ request: DecodeRequest) throws(ImageError) -> CGImage {
        guard let handle = tjInitDecompress() else { throw ImageError(file: name, code: ENOMEM) }
        defer { tjDestroy(handle) }
        let isPartial = request.acceptsPartial && !markers.isComplete
        // Each block of 8x8 pixels takes at least a bit in any Huffman code.
        guard markers.isArithmetic || isPartial || about.width * about.height / 512 <= bytes.count else {
            throw ImageError(
                file: name, place: "header",
                reason: "\(bytes.count) bytes are not enough for \(about.width)x\(about.height) pixels")
        }
        // The cosine transform can be truncated to a half, a quarter or an eighth of each block's frequencies.
        func scaled(_ side: Int) -> Int { (side + request.divisor - 1) / request.divisor }
        let (width, height) = (scaled(about.width), scaled(about.height))
        let format = isCMYK ? TJPF_CMYK : TJPF_BGRA
        var error: ImageError?
        let image = CGImage(width: width, height: height) { pixels in
            guard let start = pixels.baseAddress else { return }
            // The accurate transform is nearest to Apple's pixels (mean 0.14 of 255; the fast one: 1.9).
            let status = tjDecompress2(
                handle, bytes, UInt(bytes.count), start, Int32(width), Int32(width * 4), Int32(height), format.rawValue,
                TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
            if status != 0, !isHarmless(handle), !(isPartial && tjGetErrorCode(handle) == TJERR_WARNING.rawValue.signed) {
                error = ImageError(file: name, place: "image data", reason: String(cString: tjGetErrorStr2(handle)))
                return
            }
            if isCMYK {
                convertCMYK(pixels, space)
            } else if let space, space.model == (about.colorModel == .gray ? .monochrome : .rgb) {
                PixelConversion(space.definition)?.convert(pixels)
            }
        }
        if let error { throw error }
        guard let image else { throw ImageError(file: name, code: ENOMEM) }
        return image
    }

    /// Returns whether a warning is harmless. Bytes between markers occur in files of real cameras, and every reader skips them. Other
    /// warnings mean that a part of the picture is missing.
    private func isHarmless(_ handle: tjhandle) -> Bool {
        tjGetErrorCode(handle) == TJERR_WARNING.rawValue.signed
            && String(cString: tjGetErrorStr2(handle)).contains("extraneous bytes")
    }

    private func convertCMYK(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ space: CGColorSpace?) {
        // Bytes C, M, Y, K: in Adobe's files the light that the ink transmits, in other files the ink.
        if let transform = space?.definition.profile?.pixelTransform, space?.model == .cmyk {
            if markers.isAdobe { for index in pixels.indices { pixels[index] = ~pixels[index] } }
            transform.convert(pixels)
            for index in pixels.indices { pixels[index] |= 0xFF00_0000 }
            return
        }
        let flip: UInt32 = markers.isAdobe ? 0 : 0xFFFF_FFFF
        for index in pixels.indices {
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
    /// The library's enumerations are imported as unsigned numbers, but its functions take signed ones.
    var signed: Int32 { Int32(bitPattern: self) }
}
