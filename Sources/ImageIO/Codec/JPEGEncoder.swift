import CTurboJPEG
import CoreGraphics
import Foundation

/// Writes baseline JPEG files, 4:4:4.
enum JPEGEncoder {
    static func encode(_ image: CGImage, quality: Double) throws(ImageError) -> Data {
        guard let handle = tjInitCompress() else { throw ImageError(file: "JPEG", reason: "out of memory") }
        defer { tjDestroy(handle) }
        var output: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(output) }
        let percent = Int32(min(max(quality.isFinite ? quality : 0.9, 0.01), 1) * 100)
        let status = image.withPixels { pixels in
            // Premultiplied colours are those on black, so alpha can just be skipped.
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
