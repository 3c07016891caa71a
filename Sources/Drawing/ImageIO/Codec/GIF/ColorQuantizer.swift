import CoreGraphics

/// Chooses at most 255 colours for a set of opaque pixels, and finds the nearest one for each.
///
/// A small number of colours is kept exactly. Otherwise a histogram of 32x32x32 cells is divided into boxes. Each step cuts the box with
/// the largest error at the mean of its most varying axis. The colours are then moved to the mean of the cells nearest to them.
struct ColorQuantizer {
    static let limit = 255

    private(set) var colors: [UInt32] = []
    /// True if every pixel has its own colour.
    private(set) var isExact = true
    /// A hash table with open addressing: colour and index, used while there are few colours.
    private var table = [UInt32](repeating: 0, count: 2048)
    private var numbers = [UInt8](repeating: 0, count: 2048)
    /// The nearest colour for each of 64x64x64 cells: its index + 1, or 0 if it has not been computed.
    private var nearest: [UInt16] = []

    /// - Parameter pixels: the pixels as 0xFFRRGGBB; 0 is skipped.
    init(_ pixels: [UInt32]) {
        for pixel in pixels where pixel != 0 {
            if !insert(pixel) {
                isExact = false
                break
            }
        }
        if isExact { return }
        colors = Self.cut(Histogram(pixels))
        nearest = [UInt16](repeating: 0, count: 1 << 18)
    }

    private static func slot(_ pixel: UInt32) -> Int { Int((pixel &* 0x9E37_79B1) >> 21) }

    private mutating func insert(_ pixel: UInt32) -> Bool {
        var at = Self.slot(pixel)
        while table[at] != 0 {
            if table[at] == pixel { return true }
            at = (at + 1) & 2047
        }
        guard colors.count < Self.limit else { return false }
        table[at] = pixel
        numbers[at] = UInt8(colors.count)
        colors.append(pixel)
        return true
    }

    /// Returns the index of a colour that was among the pixels. Requires an exact choice.
    func number(exactly pixel: UInt32) -> UInt8 {
        var at = Self.slot(pixel)
        while table[at] != pixel, table[at] != 0 { at = (at + 1) & 2047 }
        return numbers[at]
    }

    /// Returns the index of the nearest colour, with perceptual weights of red, green and blue.
    mutating func number(red: Int32, green: Int32, blue: Int32) -> UInt8 {
        let cell = Int(red >> 2) << 12 | Int(green >> 2) << 6 | Int(blue >> 2)
        if nearest[cell] == 0 { nearest[cell] = UInt16(Self.nearest(to: (red | 3) - 1, (green | 3) - 1, (blue | 3) - 1, in: colors)) + 1 }
        return UInt8(nearest[cell] - 1)
    }

    private static func nearest(to red: Int32, _ green: Int32, _ blue: Int32, in colors: [UInt32]) -> Int {
        var best = Int32.max
        var found = 0
        for (index, color) in colors.enumerated() {
            let r = red - Int32(color >> 16 & 255), g = green - Int32(color >> 8 & 255), b = blue - Int32(color & 255)
            let distance = 2 * r * r + 4 * g * g + b * b
            if distance < best { (best, found) = (distance, index) }
        }
        return found
    }

    /// The sums of the pixels in each cell that is not empty.
    private struct Histogram {
        struct Cell {
            var count = 0.0
            var sum = SIMD3<Double>()
            var mean: SIMD3<Double> { sum / count }
        }

        let cells: [Cell]

        init(_ pixels: [UInt32]) {
            var counts = [UInt32](repeating: 0, count: 1 << 15)
            var sums = [SIMD4<UInt32>](repeating: SIMD4(), count: 1 << 15)
            // Sums of 32 bits hold 16 million pixels. More pixels would not improve the result.
            let step = max(1, pixels.count >> 23)
            for index in stride(from: 0, to: pixels.count, by: step) {
                let pixel = pixels[index]
                if pixel == 0 { continue }
                let (r, g, b) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
                let cell = Int((r >> 3) << 10 | (g >> 3) << 5 | b >> 3)
                counts[cell] &+= 1
                sums[cell] &+= SIMD4(r, g, b, 0)
            }
            cells = counts.indices.filter { counts[$0] > 0 }.map {
                Cell(count: Double(counts[$0]), sum: SIMD3(Double(sums[$0].x), Double(sums[$0].y), Double(sums[$0].z)))
            }
        }
    }

    private struct Box {
        var cells: [Histogram.Cell]
        var mean = SIMD3<Double>()
        var axis = 0
        /// The sum of the squared differences of the box's colours from their mean.
        var error = 0.0

        init(_ cells: [Histogram.Cell]) {
            self.cells = cells
            var count = 0.0
            var sum = SIMD3<Double>()
            for cell in cells {
                count += cell.count
                sum += cell.sum
            }
            mean = sum / count
            var spread = SIMD3<Double>()
            for cell in cells {
                let distance = cell.mean - mean
                spread += distance * distance * cell.count
            }
            spread *= SIMD3(2, 4, 1)
            axis = spread.x > spread.y ? (spread.x > spread.z ? 0 : 2) : (spread.y >= spread.z ? 1 : 2)
            error = cells.count > 1 ? spread.sum() : 0
        }
    }

    private static func cut(_ histogram: Histogram) -> [UInt32] {
        var boxes = [Box(histogram.cells)]
        while boxes.count < limit {
            guard let widest = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }), boxes[widest].error > 0 else { break }
            let box = boxes[widest]
            let low = box.cells.filter { $0.mean[box.axis] < box.mean[box.axis] }
            let high = box.cells.filter { $0.mean[box.axis] >= box.mean[box.axis] }
            guard !low.isEmpty, !high.isEmpty else {
                boxes[widest].error = 0
                continue
            }
            boxes[widest] = Box(low)
            boxes.append(Box(high))
        }
        var colors = boxes.map { pixel($0.mean) }
        // One step towards the mean of the nearest cells, because boxes have corners and neighbourhoods have none.
        var sums = [Histogram.Cell](repeating: Histogram.Cell(), count: colors.count)
        for cell in histogram.cells {
            let mean = cell.mean
            let index = nearest(to: Int32(mean.x), Int32(mean.y), Int32(mean.z), in: colors)
            sums[index].count += cell.count
            sums[index].sum += cell.sum
        }
        for index in colors.indices where sums[index].count > 0 { colors[index] = pixel(sums[index].mean) }
        return colors
    }

    private static func pixel(_ mean: SIMD3<Double>) -> UInt32 {
        func byte(_ v: Double) -> UInt32 { UInt32(min(max(v + 0.5, 0), 255)) }
        return 0xFF00_0000 | byte(mean.x) << 16 | byte(mean.y) << 8 | byte(mean.z)
    }
}
