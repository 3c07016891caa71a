import CoreGraphics
import Foundation

/// The difference of two pictures of the same size, both perceptual and numeric.
///
/// A pixel differs if the colour difference CIE94 (graphic arts weights, D65) between the pictures is over ``visibleDifference`` on a white
/// or on a black ground, so that a difference of transparency is included.
///
///     let difference = try PictureDifference(a, b)
///     if difference.share > 0.001 { … }
public struct PictureDifference: Sendable {
    /// The CIE94 difference above which a pixel counts as different: 3, which is visible on close inspection.
    public static let visibleDifference = 3.0

    /// The reason for which two pictures can't be compared.
    public struct SizeMismatch: Error, Sendable, Equatable, CustomStringConvertible {
        /// The sizes in pixels, as in `200x100 and 100x100`.
        public let description: String
    }

    /// The width and height of the pictures in pixels.
    public let width: Int, height: Int
    /// The pixels that differ, row by row.
    public let differs: [Bool]
    /// The number of pixels that differ.
    public let count: Int
    /// The fraction of pixels that differ, 0…1.
    public let share: Double
    /// The fraction of differing pixels among those that either picture paints, 0…1, so that empty space does not hide a difference.
    public let paintedShare: Double
    /// The largest and the mean difference of a channel, premultiplied, 0…255.
    public let largest: Int, mean: Double

    /// Compares two pictures.
    /// - Parameter ignoring: Rectangles in pixels, origin top left, that are excluded.
    /// - Throws: ``SizeMismatch``.
    public init(_ a: CGImage, _ b: CGImage, ignoring: [CGRect] = []) throws {
        guard a.width == b.width, a.height == b.height else {
            throw SizeMismatch(description: "the pictures have \(a.width)x\(a.height) and \(b.width)x\(b.height) pixels")
        }
        width = a.width
        height = a.height
        let left = width, pixelCount = width * height
        var differs = [Bool](repeating: false, count: pixelCount)
        var count = 0, painted = 0, compared = 0, largest = 0, sum = 0
        a.withPixels { p in
            b.withPixels { q in
                for i in 0..<pixelCount {
                    if !ignoring.isEmpty {
                        let point = CGPoint(x: CGFloat(i % left) + 0.5, y: CGFloat(i / left) + 0.5)
                        if ignoring.contains(where: { $0.contains(point) }) { continue }
                    }
                    compared += 1
                    let x = p[i], y = q[i]
                    if x | y != 0 { painted += 1 }
                    if x == y { continue }
                    for shift: UInt32 in [0, 8, 16, 24] {
                        let d = abs(Int(x >> shift & 255) - Int(y >> shift & 255))
                        largest = max(largest, d)
                        sum += d
                    }
                    if Self.colorDifference(x, y) > Self.visibleDifference {
                        differs[i] = true
                        count += 1
                    }
                }
            }
        }
        self.differs = differs
        self.count = count
        self.largest = largest
        share = Double(count) / Double(max(compared, 1))
        paintedShare = Double(count) / Double(max(painted, 1))
        mean = Double(sum) / Double(max(compared, 1) * 4)
    }

    /// Returns the first picture in pale gray, with the differing pixels in red.
    public func picture(over image: CGImage) -> CGImage? {
        guard image.width == width, image.height == height else { return nil }
        return CGImage(width: width, height: height) { out in
            image.withPixels { p in
                for i in 0..<out.count {
                    if differs[i] { out[i] = 0xFFFF_0000; continue }
                    let x = p[i], white = 255 - (x >> 24)
                    let gray = ((x & 255) + (x >> 8 & 255) * 5 + (x >> 16 & 255) * 2) / 8 + white
                    let pale = min(191 + gray / 4, 255)
                    out[i] = 0xFF00_0000 | pale << 16 | pale << 8 | pale
                }
            }
        }
    }

    // MARK: Colour

    /// Returns the larger of the CIE94 differences on white and on black, of two pixels 0xAARRGGBB, premultiplied.
    static func colorDifference(_ x: UInt32, _ y: UInt32) -> Double {
        max(cie94(lab(x, ground: 255), lab(y, ground: 255)), cie94(lab(x, ground: 0), lab(y, ground: 0)))
    }

    static func cie94(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        let c1 = (a.y * a.y + a.z * a.z).squareRoot(), c2 = (b.y * b.y + b.z * b.z).squareRoot()
        let d = a - b
        let dc = c1 - c2
        let dh2 = max(d.y * d.y + d.z * d.z - dc * dc, 0)
        let sc = 1 + 0.045 * c1, sh = 1 + 0.015 * c1
        return (d.x * d.x + dc * dc / (sc * sc) + dh2 / (sh * sh)).squareRoot()
    }

    static func lab(_ pixel: UInt32, ground: UInt32) -> SIMD3<Double> {
        let rest = ground * (255 - (pixel >> 24)) / 255
        let r = linear[Int(min((pixel >> 16 & 255) + rest, 255))]
        let g = linear[Int(min((pixel >> 8 & 255) + rest, 255))]
        let b = linear[Int(min((pixel & 255) + rest, 255))]
        func f(_ t: Double) -> Double { t > 0.008856451679 ? cbrt(t) : t / 0.128418549346 + 4.0 / 29 }
        let x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
        let y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
        let z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
        return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    /// The conversion from sRGB to linear light.
    private static let linear: [Double] = (0...255).map { value in
        let c = Double(value) / 255
        return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
    }
}
