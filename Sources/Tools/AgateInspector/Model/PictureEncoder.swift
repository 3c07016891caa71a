import Foundation
import RenderTree

/// The picture that a page has, and the messages that update it: for each row of the painted area, only the pixels that differ, with runs
/// of one colour combined. InspectorProtocol.md has the format.
///
/// For a picture in which flat surfaces move, messages contain a small part of its pixels; for one that changes completely they are not
/// larger than the pixels.
struct PictureEncoder {
    /// The kinds of runs in a row, in the two highest bits of a word; the other bits are the number of pixels.
    enum Run: UInt32 {
        /// Pixels that the page already has.
        case kept = 0
        /// Pixels of one colour, which follows.
        case fill = 1
        /// Pixels of individual colours, which follow.
        case copied = 2
    }

    /// The first word of a message of pixels.
    static let kind: UInt32 = 2

    private(set) var width = 0
    private(set) var height = 0
    /// The page's pixels, 0xAARRGGBB, premultiplied.
    private var known: [UInt32] = []

    private static let mostRects = 16
    /// Shorter runs of one colour, or of pixels that the page has, are written as individual colours, because each run costs a word or two.
    private static let shortest = 4
    /// The number of pixels that are compared at once.
    private static let block = 64

    /// Adds a rectangle. Rectangles inside others are merged, and if there are too many, all are replaced by their bounding box.
    static func add(_ rect: DeviceRect, to owed: inout [DeviceRect]) {
        if owed.contains(where: { $0.union(rect) == $0 }) { return }
        owed.removeAll { $0.union(rect) == rect }
        owed.append(rect)
        guard owed.count > mostRects else { return }
        owed = [owed.reduce(rect) { $0.union($1) }]
    }

    /// Starts a picture of another size, which is initially transparent.
    mutating func resize(_ width: Int, _ height: Int) {
        (self.width, self.height) = (width, height)
        known = [UInt32](repeating: 0, count: width * height)
    }

    /// Returns the message that updates the page's picture to `pixels`, rows of `stride` pixels, in the rectangles. Nil if there is no
    /// difference.
    mutating func message(
        time: Double, _ pixels: UnsafePointer<UInt32>, stride: Int, _ rects: [DeviceRect]
    ) -> [UInt32]? {
        let whole = DeviceRect(0, 0, Int32(width), Int32(height))
        let rects = rects.map { $0.intersection(whole) }.filter { !$0.isEmpty }
        // The maximum length: alternating short runs add at most a quarter to the number of pixels.
        let most = rects.reduce(5) { sum, rect in
            sum + 2 + rect.height * (rect.width + rect.width / 4 + 4)
        }
        let width = width
        let size = UInt32(width) | UInt32(height) << 16
        var differs = false
        let message = [UInt32](unsafeUninitializedCapacity: most) { buffer, used in
            guard let base = buffer.baseAddress else { return }
            base[0] = Self.kind
            base[1] = UInt32(truncatingIfNeeded: time.bitPattern)
            base[2] = UInt32(truncatingIfNeeded: time.bitPattern >> 32)
            base[3] = size
            var out = base + 5
            var count: UInt32 = 0
            known.withUnsafeMutableBufferPointer { known in
                guard let known = known.baseAddress else { return }
                for rect in rects {
                    // Rows at the top and bottom that the page has are omitted.
                    let columns = rect.width
                    func isKnown(_ y: Int32) -> Bool {
                        let at = Int(rect.x0)
                        return memcmp(pixels + Int(y) * stride + at, known + Int(y) * width + at, columns * 4) == 0
                    }
                    var y0 = rect.y0
                    var y1 = rect.y1
                    while y0 < y1, isKnown(y0) { y0 += 1 }
                    while y0 < y1, isKnown(y1 - 1) { y1 -= 1 }
                    guard y0 < y1 else { continue }
                    differs = true
                    count += 1
                    out[0] = UInt32(rect.x0) | UInt32(y0) << 16
                    out[1] = UInt32(columns) | UInt32(y1 - y0) << 16
                    out += 2
                    for y in Int(y0)..<Int(y1) {
                        Self.row(
                            pixels + y * stride + Int(rect.x0), known + y * width + Int(rect.x0), columns, &out)
                    }
                }
            }
            base[4] = count
            used = out - base
        }
        return differs ? message : nil
    }

    /// Writes the runs of a row, and records its pixels as known.
    private static func row(
        _ new: UnsafePointer<UInt32>, _ known: UnsafeMutablePointer<UInt32>, _ count: Int, _ out: inout UnsafeMutablePointer<UInt32>
    ) {
        var x = 0
        while x < count {
            // Pixels that the page has.
            var end = x
            while end + block <= count, memcmp(new + end, known + end, block * 4) == 0 { end += block }
            while end < count, new[end] == known[end] { end += 1 }
            if end - x >= shortest || end == count {
                out[0] = Run.kept.rawValue << 30 | UInt32(end - x)
                out += 1
                x = end
                continue
            }
            // Pixels of one colour.
            let color = new[x]
            end = x + 1
            while end < count, new[end] == color { end += 1 }
            if end - x >= shortest {
                out[0] = Run.fill.rawValue << 30 | UInt32(end - x)
                out[1] = rgba(color)
                out += 2
                x = end
                continue
            }
            // Individual colours, up to the start of a run of either kind.
            let head = out
            out += 1
            end = x
            var kept = 0
            var same = 0
            var last = ~new[x]
            while end < count {
                let pixel = new[end]
                kept = pixel == known[end] ? kept + 1 : 0
                same = pixel == last ? same + 1 : 1
                last = pixel
                end += 1
                out.pointee = rgba(pixel)
                out += 1
                let back = kept >= shortest ? kept : same >= shortest ? same : 0
                // The first pixel begins neither, so this run is never empty.
                if back > 0, end - back > x {
                    end -= back
                    out -= back
                    break
                }
            }
            head.pointee = Run.copied.rawValue << 30 | UInt32(end - x)
            x = end
        }
        known.update(from: new, count: count)
    }

    /// Converts 0xAARRGGBB, premultiplied, to the bytes red, green, blue and alpha, not premultiplied.
    @inline(__always)
    private static func rgba(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return ((pixel & 0xFF00_FF00) | (pixel >> 16 & 0xFF) | (pixel & 0xFF) << 16).littleEndian }
        if alpha == 0 { return 0 }
        func part(_ value: UInt32) -> UInt32 { min(255, (value * 255 + alpha / 2) / alpha) }
        return (alpha << 24 | part(pixel & 0xFF) << 16 | part(pixel >> 8 & 0xFF) << 8 | part(pixel >> 16 & 0xFF)).littleEndian
    }
}
