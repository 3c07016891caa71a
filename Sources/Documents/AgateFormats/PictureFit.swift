import CoreGraphics

/// A measure of how exactly a picture matches another renderer's, which also detects a missing border or a shadow that is too wide:
/// differing pixels are counted relative to those that either picture paints differently from the background, and the largest difference is
/// limited.
package struct PictureFit: Sendable {
    /// The tolerance of a channel, of 255.
    package static let tolerance = 2
    /// The fraction of painted pixels that may exceed the tolerance.
    package static let mayFail = 0.01
    /// The largest allowed difference of any channel of any pixel.
    package static let mayDiffer = 48
    /// The fraction of all pixels that must agree by the older, weaker measure.
    package static let wholeShare = 0.999

    /// The number of pixels that were compared, of those that either picture paints, and of those in which a channel differs by more than
    /// the tolerance.
    package let compared: Int, painted: Int, failing: Int
    /// The largest difference of a channel.
    package let largest: Int
    /// The mean difference of all channels of all pixels.
    package let mean: Double

    /// The fraction of painted pixels that differ.
    package var paintedShare: Double { painted > 0 ? Double(failing) / Double(painted) : failing > 0 ? 1 : 0 }
    /// The fraction of all pixels that agree.
    package var share: Double { 1 - Double(failing) / Double(max(compared, 1)) }
    /// True if the pictures agree by the older measure: the fraction of the whole canvas, however little of it is painted.
    package var agreesAsWhole: Bool { share >= Self.wholeShare }
    /// True if the pictures agree where something is painted.
    package var agrees: Bool { paintedShare <= Self.mayFail && largest <= Self.mayDiffer }

    /// Compares two pictures. The background is the most frequent colour of `wanted`.
    /// - Parameter ignoring: Rectangles in pixels, origin top left, that are excluded.
    /// - Throws: ``PictureDifference/SizeMismatch``.
    package init(_ picture: CGImage, _ wanted: CGImage, ignoring: [CGRect] = []) throws {
        guard picture.width == wanted.width, picture.height == wanted.height else {
            throw PictureDifference.SizeMismatch(
                description: "the pictures have \(picture.width)x\(picture.height) and \(wanted.width)x\(wanted.height) pixels"
            )
        }
        let width = wanted.width, count = wanted.width * wanted.height
        func isLeftOut(_ i: Int) -> Bool {
            guard !ignoring.isEmpty else { return false }
            let point = CGPoint(x: CGFloat(i % width) + 0.5, y: CGFloat(i / width) + 0.5)
            return ignoring.contains { $0.contains(point) }
        }
        let background = wanted.withPixels { Self.commonest($0, count) }
        var compared = 0, painted = 0, failing = 0, largest = 0, sum = 0
        picture.withPixels { p in
            wanted.withPixels { q in
                for i in 0..<count where !isLeftOut(i) {
                    compared += 1
                    if Self.difference(p[i], background).largest > Self.tolerance
                        || Self.difference(q[i], background).largest > Self.tolerance
                    {
                        painted += 1
                    }
                    let off = Self.difference(p[i], q[i])
                    sum += off.sum
                    largest = max(largest, off.largest)
                    if off.largest > Self.tolerance { failing += 1 }
                }
            }
        }
        (self.compared, self.painted, self.failing, self.largest) = (compared, painted, failing, largest)
        mean = Double(sum) / Double(max(compared, 1) * 4)
    }

    private static func difference(_ x: UInt32, _ y: UInt32) -> (largest: Int, sum: Int) {
        if x == y { return (0, 0) }
        var largest = 0, sum = 0
        for shift: UInt32 in [0, 8, 16, 24] {
            let d = abs(Int(x >> shift & 255) - Int(y >> shift & 255))
            largest = max(largest, d)
            sum += d
        }
        return (largest, sum)
    }

    private static func commonest(_ pixels: UnsafePointer<UInt32>, _ count: Int) -> UInt32 {
        var counts: [UInt32: Int] = [:]
        // Count in runs, since most pixels equal the previous one.
        var i = 0
        while i < count {
            let pixel = pixels[i]
            var end = i + 1
            while end < count, pixels[end] == pixel { end += 1 }
            counts[pixel, default: 0] += end - i
            i = end
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    }
}
