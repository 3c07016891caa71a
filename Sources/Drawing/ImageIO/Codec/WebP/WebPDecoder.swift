import CWebP
import CoreGraphics
import Foundation

/// Decodes WebP files: lossy, lossless, animated.
struct WebPDecoder: ImageFile {
    private let container: WebPContainer
    private let name: String
    private let conversion: PixelConversion?
    let about: ImageDescription

    init(_ bytes: [UInt8], name: String, acceptsPartial: Bool) throws(ImageError) {
        guard let container = WebPContainer(bytes, acceptsPartial: acceptsPartial) else {
            throw ImageError(file: name, place: "header", reason: "the container (RIFF) is damaged or truncated")
        }
        self.container = container
        self.name = name
        try ImageError.check(width: container.width, height: container.height, file: name, place: "header")
        // A single colour can fill any size at no cost, so there is no exact limit. This limit only stops attacks on memory.
        guard container.width * container.height <= max(1 << 25, bytes.count * 8192) else {
            throw ImageError(
                file: name, place: "header",
                reason: "\(bytes.count) bytes are not enough for \(container.width)x\(container.height) pixels")
        }
        var about = ImageDescription(width: container.width, height: container.height, parts: container.parts)
        guard !about.parts.isEmpty else {
            throw ImageError(file: name, place: "header", reason: "the file contains no image")
        }
        about.hasAlpha = container.flags & ALPHA_FLAG.rawValue != 0 || container.hasAlpha
        about.isAnimated = container.flags & ANIMATION_FLAG.rawValue != 0
        about.loopCount = about.isAnimated ? container.loopCount : 1
        about.isComplete = container.isComplete
        if let exif = container.chunk("EXIF") {
            about.exif = ExifData(tiff: exif.starts(with: "Exif\0\0".utf8) ? Array(exif.dropFirst(6)) : exif)
            about.orientation = about.exif.orientation
        }
        let space = container.chunk("ICCP").flatMap { CGColorSpace(profile: Data($0), origin: name) }
        about.profileName = space?.profileName
        conversion = space.flatMap { $0.model == .rgb ? PixelConversion($0.definition) : nil }
        self.about = about
    }

    func still(_ request: DecodeRequest) throws(ImageError) -> CGImage {
        let part = about.parts[0]
        guard about.isAnimated || (part.width, part.height) != (about.width, about.height) else {
            return try picture(0, request)
        }
        var player = FramePlayer(self, name: name, acceptsPartial: request.acceptsPartial)
        return try player.frame(0)
    }

    func part(_ index: Int, acceptsPartial: Bool) throws(ImageError) -> CGImage {
        try picture(index, DecodeRequest(acceptsPartial: acceptsPartial))
    }

    private func picture(_ index: Int, _ request: DecodeRequest) throws(ImageError) -> CGImage {
        let part = about.parts[index]
        let place = about.parts.count > 1 ? "frame \(index)" : "image data"
        func scaled(_ side: Int) -> Int { (side + request.divisor - 1) / request.divisor }
        let (width, height) = (scaled(part.width), scaled(part.height))
        var reason: String?
        let image = CGImage(width: width, height: height) { pixels in
            let isThere = container.withFrame(index) { data, size, hasAlpha in
                reason = WebPDecoder.decode(
                    data, size, width, height, isScaled: request.divisor > 1,
                    acceptsPartial: request.acceptsPartial && !part.isComplete, into: pixels)
                // Rows that are not available yet are and remain transparent.
                premultiply(pixels, conversion, isOpaque: !hasAlpha && part.isComplete)
            }
            if !isThere { reason = "the frame is missing" }
        }
        if let reason { throw ImageError(file: name, place: place, reason: reason) }
        guard let image else { throw ImageError(file: name, place: place, reason: "out of memory") }
        return image
    }

    /// - Returns: the error, if any.
    private static func decode(
        _ data: UnsafePointer<UInt8>, _ size: Int, _ width: Int, _ height: Int, isScaled: Bool, acceptsPartial: Bool,
        into pixels: UnsafeMutableBufferPointer<UInt32>
    ) -> String? {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION) != 0 else { return "incompatible version of libwebp" }
        let features = WebPGetFeaturesInternal(data, size, &config.input, WEBP_DECODER_ABI_VERSION)
        guard features == VP8_STATUS_OK else { return text(features) }
        // The container and the data both state a size. The memory is allocated for the container's.
        guard isScaled || (Int(config.input.width) == width && Int(config.input.height) == height) else {
            return "the data are of \(config.input.width)x\(config.input.height) pixels, the frame of \(width)x\(height)"
        }
        config.output.colorspace = MODE_BGRA
        config.output.is_external_memory = 1
        config.output.u.RGBA.rgba = UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self)
        config.output.u.RGBA.stride = Int32(width * 4)
        config.output.u.RGBA.size = width * height * 4
        if isScaled {
            config.options.use_scaling = 1
            config.options.scaled_width = Int32(width)
            config.options.scaled_height = Int32(height)
        }
        defer { WebPFreeDecBuffer(&config.output) }
        guard acceptsPartial else {
            let status = WebPDecode(data, size, &config)
            return status == VP8_STATUS_OK ? nil : text(status)
        }
        guard let decoder = WebPINewDecoder(&config.output) else { return "out of memory" }
        defer { WebPIDelete(decoder) }
        let status = WebPIUpdate(decoder, data, size)
        return status == VP8_STATUS_OK || status == VP8_STATUS_SUSPENDED ? nil : text(status)
    }

    private static func text(_ status: VP8StatusCode) -> String {
        switch status {
        case VP8_STATUS_OUT_OF_MEMORY: "out of memory"
        case VP8_STATUS_UNSUPPORTED_FEATURE: "a feature that is not supported"
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: "the data end too early"
        default: "the data are damaged"
        }
    }
}

/// A WebP file's bytes with libwebp's view of them. A container is immutable and thread-safe.
final class WebPContainer: @unchecked Sendable {
    // The view points into the bytes, so both have the same lifetime.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let demuxer: OpaquePointer
    let isComplete: Bool
    let parts: [FramePart]
    let hasAlpha: Bool

    init?(_ file: [UInt8], acceptsPartial: Bool) {
        bytes = .allocate(capacity: file.count)
        _ = bytes.initialize(from: file)
        var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
        var state = WEBP_DEMUX_PARSING_HEADER
        guard let demuxer = WebPDemuxInternal(&data, acceptsPartial ? 1 : 0, &state, WEBP_DEMUX_ABI_VERSION) else {
            bytes.deallocate()
            return nil
        }
        self.demuxer = demuxer
        isComplete = state == WEBP_DEMUX_DONE
        var parts: [FramePart] = []
        var hasAlpha = false
        var iterator = WebPIterator()
        if WebPDemuxGetFrame(demuxer, 1, &iterator) != 0 {
            repeat {
                parts.append(
                    FramePart(
                        x: Int(iterator.x_offset), y: Int(iterator.y_offset), width: Int(iterator.width), height: Int(iterator.height),
                        disposal: iterator.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND ? .clear : .keep,
                        isBlended: iterator.blend_method == WEBP_MUX_BLEND, delay: Double(iterator.duration) / 1000,
                        isComplete: iterator.complete != 0))
                if iterator.has_alpha != 0 { hasAlpha = true }
            } while WebPDemuxNextFrame(&iterator) != 0
        }
        WebPDemuxReleaseIterator(&iterator)
        self.parts = parts
        self.hasAlpha = hasAlpha
    }

    deinit {
        WebPDemuxDelete(demuxer)
        bytes.deallocate()
    }

    var width: Int { Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)) }
    var height: Int { Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)) }
    var flags: UInt32 { WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) }
    var loopCount: Int { Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT)) }

    func chunk(_ name: String) -> [UInt8]? {
        var iterator = WebPChunkIterator()
        defer { WebPDemuxReleaseChunkIterator(&iterator) }
        guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0, let start = iterator.chunk.bytes else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: iterator.chunk.size))
    }

    /// Calls a closure with a frame's data and whether the frame has alpha.
    /// - Returns: true if there is such a frame.
    func withFrame(_ index: Int, _ body: (UnsafePointer<UInt8>, Int, Bool) -> Void) -> Bool {
        var iterator = WebPIterator()
        defer { WebPDemuxReleaseIterator(&iterator) }
        guard WebPDemuxGetFrame(demuxer, Int32(index + 1), &iterator) != 0, let start = iterator.fragment.bytes else { return false }
        body(start, iterator.fragment.size, iterator.has_alpha != 0)
        return true
    }
}
