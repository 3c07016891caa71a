import CoreGraphics

extension CGImage {
    /// Returns the image at a smaller size. Each pixel is the average of the area that it covers.
    func reduced(to newWidth: Int, _ newHeight: Int) -> CGImage? {
        if newWidth == width, newHeight == height { return self }
        let columns = AreaWeights(from: width, to: newWidth)
        let rows = AreaWeights(from: height, to: newHeight)
        return CGImage(width: newWidth, height: newHeight) { target in
            // One row of sums, in the order of the source rows.
            var line = [SIMD4<Float>](repeating: SIMD4(), count: newWidth)
            var sums = line
            withPixels { pixels in
                for y in 0..<newHeight {
                    for x in 0..<newWidth { sums[x] = SIMD4() }
                    for (row, weight) in rows.parts(y) {
                        columns.average(pixels + row * width, into: &line)
                        for x in 0..<newWidth { sums[x] += line[x] * weight }
                    }
                    for x in 0..<newWidth {
                        let v = sums[x] + 0.5
                        target[y * newWidth + x] =
                            UInt32(v.w) << 24 | UInt32(min(v.z, v.w)) << 16 | UInt32(min(v.y, v.w)) << 8 | UInt32(min(v.x, v.w))
                    }
                }
            }
        }
    }

    /// Returns the image in its upright orientation. As in Exif, `orientation` specifies the display position of its first row and
    /// column.
    func oriented(_ orientation: Int) -> CGImage? {
        guard (2...8).contains(orientation) else { return self }
        let isTurned = orientation >= 5
        let (w, h) = isTurned ? (height, width) : (width, height)
        return CGImage(width: w, height: h) { target in
            withPixels { pixels in
                for y in 0..<h {
                    for x in 0..<w {
                        let (column, row) =
                            switch orientation {
                            case 2: (w - 1 - x, y)
                            case 3: (w - 1 - x, h - 1 - y)
                            case 4: (x, h - 1 - y)
                            case 5: (y, x)
                            case 6: (y, w - 1 - x)
                            case 7: (h - 1 - y, w - 1 - x)
                            default: (h - 1 - y, x)
                            }
                        target[y * w + x] = pixels[row * width + column]
                    }
                }
            }
        }
    }
}

/// The source pixels that a target pixel covers, and the fraction that each contributes.
private struct AreaWeights {
    private let ratio: Double
    private let oldCount: Int

    init(from oldCount: Int, to newCount: Int) {
        ratio = Double(oldCount) / Double(newCount)
        self.oldCount = oldCount
    }

    func parts(_ index: Int) -> [(Int, Float)] {
        let start = Double(index) * ratio, end = min(Double(index + 1) * ratio, Double(oldCount))
        var parts: [(Int, Float)] = []
        var at = Int(start)
        while Double(at) < end - 1e-9, at < oldCount {
            let covered = min(end, Double(at + 1)) - max(start, Double(at))
            parts.append((at, Float(covered / (end - start))))
            at += 1
        }
        return parts
    }

    func average(_ pixels: UnsafePointer<UInt32>, into line: inout [SIMD4<Float>]) {
        for x in line.indices {
            let start = Double(x) * ratio, end = min(Double(x + 1) * ratio, Double(oldCount))
            let scale = 1 / (end - start)
            var sum = SIMD4<Float>()
            var at = Int(start)
            while Double(at) < end - 1e-9, at < oldCount {
                let covered = Float((min(end, Double(at + 1)) - max(start, Double(at))) * scale)
                let p = pixels[at]
                sum += SIMD4(Float(p & 255), Float(p >> 8 & 255), Float(p >> 16 & 255), Float(p >> 24)) * covered
                at += 1
            }
            line[x] = sum
        }
    }
}
