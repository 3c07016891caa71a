import CoreGraphics
import Foundation

extension Array where Element == UInt8 {
    /// Returns a number of two bytes, most significant first. The caller must check the bounds.
    func big16(_ at: Int) -> Int { Int(self[at]) << 8 | Int(self[at + 1]) }
    func big32(_ at: Int) -> Int { big16(at) << 16 | big16(at + 2) }
    func little16(_ at: Int) -> Int { Int(self[at]) | Int(self[at + 1]) << 8 }
}

extension ImageError {
    /// Refuses a size beyond the limits of `CGImage`, before memory is allocated for it.
    static func check(width: Int, height: Int, file: String, place: String) throws(ImageError) {
        if CGImage.isAllowed(width: width, height: height) { return }
        throw ImageError.limit(
            file: file, place: place,
            reason: "\(width)x\(height) pixels; allowed are 1 to \(CGImage.maximumSide) a side and "
                + "\(CGImage.maximumPixelCount) in all")
    }
}
