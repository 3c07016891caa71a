import AgateDiagnostics
import CoreGraphics
import Foundation

/// Writes images as PNG, JPEG, GIF or WebP, and several images as an animation (not JPEG). A destination is not thread-safe.
///
/// Frames of an animation are encoded as they are added, so a long animation needs no more memory than a short one.
public final class CGImageDestination {
    enum Target {
        case file(String)
        case data(NSMutableData)
    }

    private let target: Target
    private let format: ImageCodec.Format
    private let count: Int
    private var added = 0
    private var loopCount: Int?
    private var general = Options(nil)
    private var still: Data?
    private var animation: (any AnimationWriter)?
    private var failure: ImageError?
    private var isFinished = false

    init?(_ target: Target, type: CFString, count: Int) {
        guard let format = ImageCodec.Format(rawValue: "\(type)"), count >= 1, count == 1 || format != .jpeg else { return nil }
        self.target = target
        self.format = format
        self.count = count
    }

    func set(_ properties: Options) {
        general = properties
        if let loops = animationOptions(properties).number(kCGImagePropertyGIFLoopCount) { loopCount = Int(min(max(loops, 0), 65_535)) }
    }

    func add(_ image: CGImage, _ properties: Options, orientation: Int? = nil) {
        guard failure == nil, !isFinished else { return }
        guard added < count else {
            Diagnostic.reportOnce(
                "image.too-many-images", key: "\(count)",
                "CGImageDestination: the destination was created for \(count) images; further images are ignored")
            return
        }
        added += 1
        do throws(ImageError) {
            try write(prepared(image, properties), properties, orientation)
        } catch {
            failure = error
        }
    }

    func finish() throws(ImageError) {
        guard !isFinished else { throw ImageError(file: name, reason: "the destination is finished") }
        if let failure { throw failure }
        guard added == count else { throw ImageError(file: name, reason: "\(added) images were added, expected \(count)") }
        isFinished = true
        var data = still ?? Data()
        if animation != nil { data = try animation?.finish(loopCount: loopCount ?? 1) ?? Data() }
        guard !data.isEmpty else { throw ImageError(file: name, code: ENOMEM) }
        switch target {
        case .file(let path): try ImageCodec.write(data, to: path)
        case .data(let target): target.append(data)
        }
    }

    private var name: String {
        if case .file(let path) = target { path } else { "image data" }
    }

    private func write(_ image: CGImage, _ properties: Options, _ orientation: Int?) throws(ImageError) {
        let quality = number(kCGImageDestinationLossyCompressionQuality, properties) ?? 0.9
        let orientation = number(kCGImagePropertyOrientation, properties).map { Int(min(max($0, 1), 8)) } ?? orientation
        let density = number(kCGImagePropertyDPIWidth, properties)
        let dpi = density.map { SIMD2($0, number(kCGImagePropertyDPIHeight, properties) ?? $0) }
        if let loops = animationOptions(properties).number(kCGImagePropertyGIFLoopCount), loopCount == nil {
            loopCount = Int(min(max(loops, 0), 65_535))
        }
        guard count > 1 || format == .gif else {
            switch format {
            case .jpeg: still = try JPEGEncoder.encode(image, quality: quality, orientation: orientation, dpi: dpi)
            case .webP: still = try WebPWriter.still(image, quality: quality)
            default: still = PNGEncoder.encode(image, orientation: orientation, dpi: dpi)
            }
            return
        }
        let times = animationOptions(properties)
        let delay = times.number(kCGImagePropertyGIFUnclampedDelayTime) ?? times.number(kCGImagePropertyGIFDelayTime) ?? 0.1
        if animation == nil { animation = ImageCodec.animationWriter(format, quality: quality) }
        try animation?.add(image, delay: delay)
    }

    /// Returns the image as the properties require: no larger than requested, and opaque if the format has no alpha.
    private func prepared(_ image: CGImage, _ properties: Options) -> CGImage {
        var image = image
        if let limit = number(kCGImageDestinationImageMaxPixelSize, properties), limit >= 1 {
            let scale = limit / Double(max(image.width, image.height))
            func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
            if scale < 1 { image = image.reduced(to: scaled(image.width), scaled(image.height)) ?? image }
        }
        guard format == .jpeg, !image.isOpaque else { return image }
        let key = kCGImageDestinationBackgroundColor
        let color = (properties.value(key) ?? general.value(key)) as? CGColor
        return image.onBackground(color?.rgba ?? SIMD4(repeating: 1))
    }

    /// Returns a number from the image's own properties, or from those of all images.
    private func number(_ key: CFString, _ properties: Options) -> Double? {
        properties.number(key) ?? general.number(key)
    }

    private func animationOptions(_ properties: Options) -> Options {
        switch format {
        case .gif: properties.options(kCGImagePropertyGIFDictionary)
        case .webP: properties.options(kCGImagePropertyWebPDictionary)
        default: properties.options(kCGImagePropertyPNGDictionary)
        }
    }
}

extension CGImage {
    /// Returns the image drawn over a colour.
    fileprivate func onBackground(_ color: SIMD4<Float>) -> CGImage {
        func byte(_ v: Float) -> UInt32 { UInt32(min(max(v, 0), 1) * 255 + 0.5) }
        let (red, green, blue) = (byte(color.x), byte(color.y), byte(color.z))
        let done = CGImage(width: width, height: height) { target in
            withPixels { pixels in
                for index in target.indices {
                    let p = pixels[index]
                    let rest = 255 - (p >> 24)
                    let r = min(255, (p >> 16 & 255) + Pixel.multiply(red, rest))
                    let g = min(255, (p >> 8 & 255) + Pixel.multiply(green, rest))
                    let b = min(255, (p & 255) + Pixel.multiply(blue, rest))
                    target[index] = 0xFF00_0000 | r << 16 | g << 8 | b
                }
            }
        }
        return done ?? self
    }
}
