import CoreGraphics
import Foundation
import ImageIO

extension FuzzTarget {
    private static func read(_ data: Data) -> Bool {
        var limits = ReadingLimits()
        limits.imagePixels = 1 << 20
        guard let source = CGImageSourceCreateWithData(data as NSData, [kCGImageSourceReadingLimits: limits] as NSDictionary) else {
            return false
        }
        _ = CGImageSourceCopyProperties(source, nil)
        var isPicture = false
        for index in 0..<min(3, CGImageSourceGetCount(source)) {
            if CGImageSourceCreateImageAtIndex(source, index, nil) != nil { isPicture = true }
            _ = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
        }
        let partial = CGImageSourceCreateIncremental([kCGImageSourceReadingLimits: limits] as NSDictionary)
        CGImageSourceUpdateData(partial, data as NSData, false)
        _ = CGImageSourceCreateImageAtIndex(partial, 0, nil)
        return isPicture
    }

    private static func picture(_ width: Int, _ height: Int, _ shade: UInt32) -> CGImage {
        CGImage(width: width, height: height) { pixels in
            for i in pixels.indices { pixels[i] = 0xFF00_0000 | (UInt32(i) &* 2_654_435 &+ shade) & 0xFF_FFFF }
        }!
    }

    private static func written(_ type: String, frames: Int) -> Data {
        let data = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(data, type as NSString, frames, nil) else { return Data() }
        for frame in 0..<frames { CGImageDestinationAddImage(destination, picture(9, 7, UInt32(frame * 77)), nil) }
        return CGImageDestinationFinalize(destination) ? data as Data : Data()
    }

    private static func seeds(_ type: String) -> [Data] { [written(type, frames: 1), written(type, frames: 3)].filter { !$0.isEmpty } }

    static let png = FuzzTarget("png", seeds: { seeds("public.png") }, read)
    static let jpeg = FuzzTarget("jpeg", seeds: { seeds("public.jpeg") }, read)
    static let gif = FuzzTarget("gif", seeds: { seeds("com.compuserve.gif") }, read)
    static let webP = FuzzTarget("webp", seeds: { seeds("org.webmproject.webp") }, read)
}
