import CTurboJPEG
import CoreGraphics
import Foundation

/// Writes baseline JPEG files, 4:4:4.
enum JPEGEncoder {
    /// Returns the file with an orientation and a density, if given.
    static func encode(_ image: CGImage, quality: Double, orientation: Int?, dpi: SIMD2<Double>?) throws(ImageError) -> Data {
        var data = try encode(image, quality: quality)
        // The library begins with a JFIF marker of 18 bytes. Unit and density are its bytes 11 to 15.
        guard data.count > 20, data[2...10].elementsEqual([0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8)) else { return data }
        if let dpi {
            let (x, y) = (Int(min(max(dpi.x, 1), 65_535).rounded()), Int(min(max(dpi.y, 1), 65_535).rounded()))
            data.replaceSubrange(13..<18, with: [1, UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 8), UInt8(y & 255)])
        }
        if let orientation {
            let body = Array("Exif\0\0".utf8) + ExifData.orientationOnly(orientation)
            data.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body, at: 20)
        }
        return data
    }

    static func encode(_ image: CGImage, quality: Double) throws(ImageError) -> Data {
        guard let handle = tjInitCompress() else { throw ImageError(file: "JPEG", code: ENOMEM) }
        defer { tjDestroy(handle) }
        var output: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(output) }
        let percent = Int32(min(max(quality.isFinite ? quality : 0.9, 0.01), 1) * 100)
        let status = image.withPixels { pixels in
            // Premultiplied colours equal colours on black, so alpha can be ignored.
            pixels.withMemoryRebound(to: UInt8.self, capacity: image.width * image.height * 4) { bytes in
                tjCompress2(
                    handle, bytes, Int32(image.width), Int32(image.width * 4), Int32(image.height),
                    TJPF_BGRX.rawValue, &output, &size, TJSAMP_444.rawValue.signed, percent, TJFLAG_ACCURATEDCT)
            }
        }
        guard status == 0, let output else {
            throw ImageError(file: "JPEG", reason: String(cString: tjGetErrorStr2(handle)))
        }
        return Data(bytes: output, count: Int(size))
    }
}
