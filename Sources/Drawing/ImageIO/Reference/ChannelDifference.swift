import CoreGraphics

/// The numeric difference between the bytes of two pictures, for tests of exact values. (AgateFormats' `PictureDifference` measures the
/// visible difference.)
package struct ChannelDifference {
    /// The largest difference of a channel, premultiplied, 0…255. 255 for pictures of different sizes.
    package private(set) var largest = 0
    /// The fraction of pixels with a channel that differs by more than the level, 0…1.
    package private(set) var share = 0.0
    /// The differences of the channels, times 8, on black. Nil for pictures of different sizes.
    package private(set) var picture: CGImage?
    /// The width and height of both pictures.
    package let sizes: (got: (Int, Int), wanted: (Int, Int))

    /// - Parameter level: the largest difference of a channel at which the pixel does not count.
    package init(_ got: CGImage, _ wanted: CGImage, over level: Int = 0) {
        sizes = ((got.width, got.height), (wanted.width, wanted.height))
        guard got.width == wanted.width, got.height == wanted.height else {
            largest = 255
            share = 1
            return
        }
        var largest = 0, count = 0
        let total = got.width * got.height
        picture = CGImage(width: got.width, height: got.height) { out in
            got.withPixels { a in
                wanted.withPixels { b in
                    for index in 0..<total {
                        var pixel: UInt32 = 0xFF00_0000, worst = 0
                        if a[index] != b[index] {
                            for shift: UInt32 in [0, 8, 16, 24] {
                                let distance = abs(Int(a[index] >> shift & 255) - Int(b[index] >> shift & 255))
                                worst = max(worst, distance)
                                if shift < 24 { pixel |= UInt32(min(255, distance * 8)) << shift }
                            }
                        }
                        largest = max(largest, worst)
                        if worst > level { count += 1 }
                        out[index] = pixel
                    }
                }
            }
        }
        self.largest = largest
        share = Double(count) / Double(max(total, 1))
    }
}
