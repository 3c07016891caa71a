import CPNG
import CTurboJPEG
import CWebP
import CoreGraphics
import Foundation
import ImageIO

/// Pictures of 1920x1080 read and written, each beside what the library alone takes for the same bytes in the same run.
func imageBenchmarks() {
    let (width, height) = (1920, 1080)
    guard let picture = scene(width, height) else { return }
    let clearing = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    defer { clearing.deallocate() }
    let memset = Measure.best(of: 20) { Foundation.memset(clearing, 1, width * height * 4) }
    func pair(_ name: String, _ ours: Double, _ library: Double) {
        print(Measure.padded(name) + String(format: "%9.3f ms, the library alone %9.3f ms: %5.2f", ours, library, ours / library))
    }
    Measure.line("memset of 1920x1080", memset, memset)

    let png = [UInt8](ImageCodec.encodePNG(picture))
    pair("PNG decode", decode(png), Measure.best(of: 7) { pngDecode(png) })
    let bytes = picture.withPixels { Array(UnsafeBufferPointer(start: $0, count: width * height)) }
    pair(
        "PNG encode", Measure.best(of: 3) { _ = ImageCodec.encodePNG(picture) },
        Measure.best(of: 3) { pngEncode(bytes, width, height) })

    if let data = try? ImageCodec.encodeJPEG(picture, quality: 0.9) {
        let jpeg = [UInt8](data)
        pair("JPEG decode", decode(jpeg), Measure.best(of: 7) { jpegDecode(jpeg) })
        pair(
            "JPEG encode (q 0.9, 4:4:4)", Measure.best(of: 7) { _ = try? ImageCodec.encodeJPEG(picture, quality: 0.9) },
            Measure.best(of: 7) { jpegEncode(bytes, width, height) })
        let source = CGImageSourceCreateWithData(data as NSData, nil)
        let options = [kCGImageSourceThumbnailMaxPixelSize: 240, kCGImageSourceCreateThumbnailFromImageAlways: true] as CFDictionary
        let small = Measure.best(of: 7) { _ = source.flatMap { CGImageSourceCreateThumbnailAtIndex($0, 0, options) } }
        Measure.line("JPEG thumbnail of 240", small, memset)
    }

    let webP = encode(picture, "org.webmproject.webp")
    pair("WebP decode (q 0.8)", decode([UInt8](webP)), Measure.best(of: 7) { webPDecode([UInt8](webP)) })
    pair(
        "WebP encode (q 0.8)", Measure.best(of: 3) { _ = encode(picture, "org.webmproject.webp") },
        Measure.best(of: 3) { webPEncode(bytes, width, height) })

    let frames = (0..<4).compactMap { scene(width, height, shift: $0 * 40) }
    if frames.count == 4 {
        let whole = Measure.best(of: 2) { _ = animation(.gif, frames) }
        Measure.line("GIF encode, a frame, all new, dithered", whole / 4, memset)
        let gif = animation(.gif, frames)
        Measure.line("GIF decode, a frame", Measure.best(of: 3) { _ = try? ImageCodec.decodeFrames(gif) } / 4, memset)
    }
    let still = (0..<4).map { _ in picture }
    Measure.line("GIF encode, a frame where nothing moves (three of four)", Measure.best(of: 2) { _ = animation(.gif, still) } / 4, memset)
}

/// Smooth colours, edges and some noise: neither the best nor the worst that codecs meet.
private func scene(_ width: Int, _ height: Int, shift: Int = 0) -> CGImage? {
    var random = SteadyRandom(state: 7)
    return CGImage(width: width, height: height) { pixels in
        for index in pixels.indices {
            let (x, y) = (index % width + shift, index / width)
            let noise = y % 4 == 0 ? UInt32(random.next() * 8) : 0
            let isIn = (x / 120 + y / 90) % 3 == 0
            let red = UInt32(x * 200 / (width + shift)) + noise, green = UInt32(y * 200 / height) + noise
            pixels[index] = 0xFF00_0000 | red << 16 | green << 8 | (isIn ? 200 : 40)
        }
    }
}

private func decode(_ bytes: [UInt8]) -> Double {
    let data = Data(bytes)
    return Measure.best(of: 7) { _ = try? ImageCodec.decode(data, name: "bench") }
}

private func encode(_ image: CGImage, _ type: String) -> Data {
    let data = NSMutableData()
    if let target = CGImageDestinationCreateWithData(data, type as CFString, 1, nil) {
        CGImageDestinationAddImage(target, image, [kCGImageDestinationLossyCompressionQuality: 0.8] as CFDictionary)
        _ = CGImageDestinationFinalize(target)
    }
    return Data(bytes: data.bytes, count: data.length)
}

private func animation(_ format: ImageCodec.Format, _ frames: [CGImage]) -> Data {
    var writer = ImageCodec.animationWriter(format)
    for frame in frames { try? writer?.add(frame, delay: 0.1) }
    return (try? writer?.finish(loopCount: 0)) ?? Data()
}

func pngDecode(_ file: [UInt8]) {
    var control = png_image()
    control.version = UInt32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_memory(&control, file, file.count) != 0 else { return }
    control.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
    var pixels = [UInt32](repeating: 0, count: Int(control.width * control.height))
    png_image_finish_read(&control, nil, &pixels, Int32(control.width * 4), nil)
}

private func pngEncode(_ pixels: [UInt32], _ width: Int, _ height: Int) {
    var control = png_image()
    control.version = UInt32(PNG_IMAGE_VERSION)
    control.width = UInt32(width)
    control.height = UInt32(height)
    control.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
    var size = width * height * 5
    var file = [UInt8](repeating: 0, count: size)
    png_image_write_to_memory(&control, &file, &size, 0, pixels, Int32(width * 4), nil)
}

private func jpegDecode(_ file: [UInt8]) {
    guard let handle = tjInitDecompress() else { return }
    var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
    tjDecompressHeader3(handle, file, UInt(file.count), &width, &height, &sampling, &space)
    var pixels = [UInt8](repeating: 0, count: Int(width * height) * 4)
    tjDecompress2(handle, file, UInt(file.count), &pixels, width, width * 4, height, Int32(TJPF_BGRA.rawValue), TJFLAG_ACCURATEDCT)
    tjDestroy(handle)
}

private func jpegEncode(_ pixels: [UInt32], _ width: Int, _ height: Int) {
    guard let handle = tjInitCompress() else { return }
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    pixels.withUnsafeBytes { bytes in
        _ = tjCompress2(
            handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(width), Int32(width * 4), Int32(height),
            Int32(TJPF_BGRX.rawValue), &file, &size, Int32(TJSAMP_444.rawValue), 90, TJFLAG_ACCURATEDCT)
    }
    tjFree(file)
    tjDestroy(handle)
}

private func webPDecode(_ file: [UInt8]) {
    var (width, height) = (Int32(0), Int32(0))
    WebPFree(WebPDecodeBGRA(file, file.count, &width, &height))
}

private func webPEncode(_ pixels: [UInt32], _ width: Int, _ height: Int) {
    var file: UnsafeMutablePointer<UInt8>?
    pixels.withUnsafeBytes { bytes in
        _ = WebPEncodeBGRA(
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(width), Int32(height), Int32(width * 4), 80, &file)
    }
    WebPFree(file)
}
