import CWebP
import CoreGraphics
import Foundation

/// Writes WebP files, animated if there are several frames.
struct WebPWriter: AnimationWriter {
    private var check = FrameCheck("WebP")
    private let quality: Double
    private var encoder: Encoder?
    /// The time of the end of the last frame, in seconds.
    private var time = 0.0

    /// - Parameter quality: the quality, 0...1; 1 is lossless.
    init(quality: Double) {
        self.quality = quality
    }

    /// Returns a file of one picture.
    static func still(_ image: CGImage, quality: Double) throws(ImageError) -> Data {
        var config = try configuration(quality)
        var memory = WebPMemoryWriter()
        WebPMemoryWriterInit(&memory)
        defer { WebPMemoryWriterClear(&memory) }
        try withPicture(image) { picture throws(ImageError) in
            let isDone = withUnsafeMutablePointer(to: &memory) { memory in
                picture.pointee.writer = { data, size, picture in WebPMemoryWrite(data, size, picture) }
                picture.pointee.custom_ptr = UnsafeMutableRawPointer(memory)
                return WebPEncode(&config, picture) != 0
            }
            guard isDone else { throw ImageError(file: "WebP", reason: "encoding failed (\(picture.pointee.error_code.rawValue))") }
        }
        return Data(bytes: memory.mem, count: memory.size)
    }

    mutating func add(_ image: CGImage, delay: Double) throws(ImageError) {
        try check.accept(image, delay: delay)
        let encoder: Encoder
        if let made = self.encoder { encoder = made } else { encoder = try Encoder(check.width, check.height) }
        self.encoder = encoder
        var config = try Self.configuration(quality)
        let start = milliseconds
        try Self.withPicture(image) { picture throws(ImageError) in
            if WebPAnimEncoderAdd(encoder.handle, picture, start, &config) == 0 { throw encoder.failure }
        }
        time += delay
    }

    mutating func finish(loopCount: Int) throws(ImageError) -> Data {
        try check.finish()
        guard let encoder else { return Data() }
        var data = WebPData()
        defer { WebPFree(UnsafeMutableRawPointer(mutating: data.bytes)) }
        guard WebPAnimEncoderAdd(encoder.handle, nil, milliseconds, nil) != 0, WebPAnimEncoderAssemble(encoder.handle, &data) != 0,
            let start = data.bytes
        else { throw encoder.failure }
        var file = Data(bytes: start, count: data.size)
        // The number of repetitions is in the second chunk, but the library needs it before the first frame.
        if file.count > 44, file[30..<34].elementsEqual("ANIM".utf8) {
            let loops = min(max(loopCount, 0), 65_535)
            file[42] = UInt8(loops & 255)
            file[43] = UInt8(loops >> 8)
        }
        return file
    }

    private var milliseconds: Int32 { Int32(min((time * 1000).rounded(), Double(Int32.max))) }

    private static func configuration(_ quality: Double) throws(ImageError) -> WebPConfig {
        var config = WebPConfig()
        let percent = Float(min(max(quality.isFinite ? quality : 0.9, 0), 1) * 100)
        guard WebPConfigInitInternal(&config, WEBP_PRESET_DEFAULT, percent, WEBP_ENCODER_ABI_VERSION) != 0 else {
            throw ImageError(file: "WebP", reason: "incompatible version of libwebp")
        }
        if percent >= 100 {
            config.lossless = 1
            // The effort of lossless compression: the default of the library's own tools.
            config.quality = 75
        }
        return config
    }

    private static func withPicture(
        _ image: CGImage, _ body: (UnsafeMutablePointer<WebPPicture>) throws(ImageError) -> Void
    ) throws(ImageError) {
        var picture = WebPPicture()
        guard WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION) != 0 else {
            throw ImageError(file: "WebP", reason: "incompatible version of libwebp")
        }
        guard image.width <= WEBP_MAX_DIMENSION, image.height <= WEBP_MAX_DIMENSION else {
            throw ImageError(file: "WebP", reason: "the limit is \(WEBP_MAX_DIMENSION) pixels a side")
        }
        defer { WebPPictureFree(&picture) }
        picture.use_argb = 1
        picture.width = Int32(image.width)
        picture.height = Int32(image.height)
        guard WebPPictureAlloc(&picture) != 0, let start = picture.argb else { throw ImageError(file: "WebP", code: ENOMEM) }
        // The library's pixels are numbers 0xAARRGGBB, straight, as ours. They have no gaps if the library allocated the memory.
        guard picture.argb_stride == picture.width else { throw ImageError(file: "WebP", reason: "padded rows are not supported") }
        straightPixels(of: image, into: start)
        try body(&picture)
    }

    /// Owns libwebp's encoder.
    private final class Encoder {
        let handle: OpaquePointer

        init(_ width: Int, _ height: Int) throws(ImageError) {
            var options = WebPAnimEncoderOptions()
            guard WebPAnimEncoderOptionsInitInternal(&options, WEBP_MUX_ABI_VERSION) != 0,
                let handle = WebPAnimEncoderNewInternal(Int32(width), Int32(height), &options, WEBP_MUX_ABI_VERSION)
            else { throw ImageError(file: "WebP", reason: "\(width)x\(height) pixels can't be encoded") }
            self.handle = handle
        }

        deinit { WebPAnimEncoderDelete(handle) }

        var failure: ImageError {
            ImageError(file: "WebP", reason: WebPAnimEncoderGetError(handle).map { String(cString: $0) } ?? "encoding failed")
        }
    }
}
