import Agate
import Foundation
import AgateDiagnostics

/// Draws each tile with its colour, its edge and the numbers of its level and place, in pixels of the tile.
final class MapLayer: CATiledLayer {
    let drawn = Locked<[CGRect]>([])
    /// Reported for each tile, on the thread that draws.
    nonisolated(unsafe) var onDraw: (() -> Void)?  // Set before the layer is shown.

    override class func fadeDuration() -> CFTimeInterval { 0 }

    override func draw(in ctx: CGContext) {
        onDraw?()
        let box = ctx.boundingBoxOfClipPath
        drawn.withLock { $0.append(box) }
        drawMap(in: ctx, box)
    }

    var count: Int { drawn.withLock { $0.count } }
}

/// What a map shows of a tile; the scale is read from the CTM.
func drawMap(in ctx: CGContext, _ box: CGRect) {
    let scale = abs(ctx.ctm.a), pixel = 1 / scale
    // The same formula in every tile: a seam would show.
    let step = 16.0
    for i in Int((box.minX / step).rounded(.down))..<Int((box.maxX / step).rounded(.up)) {
        for j in Int((box.minY / step).rounded(.down))..<Int((box.maxY / step).rounded(.up)) {
            let shade = CGFloat((i * 7 + j * 13) & 15) / 15
            ctx.setFillColor(CGColor(srgbRed: 0.55 + 0.3 * shade, green: 0.7 + 0.2 * shade, blue: 0.9 - 0.3 * shade, alpha: 1))
            ctx.fill(CGRect(x: CGFloat(i) * step, y: CGFloat(j) * step, width: step, height: step))
        }
    }
    ctx.setFillColor(CGColor(srgbRed: 0.8, green: 0.1, blue: 0.1, alpha: 1))
    ctx.fill(CGRect(x: box.minX, y: box.minY, width: box.width, height: pixel))
    ctx.fill(CGRect(x: box.minX, y: box.minY, width: pixel, height: box.height))
    ctx.setFillColor(.black)
    var x = box.minX + 4 * pixel
    for text in ["\(Int((scale * 8).rounded()))", "\(Int((box.minX * scale / 64).rounded()))", "\(Int((box.minY * scale / 64).rounded()))"]
    {
        for digit in text.compactMap(\.wholeNumberValue) {
            for row in 0..<5 {
                for column in 0..<3 where digits[digit][row] >> (2 - column) & 1 == 1 {
                    ctx.fill(
                        CGRect(
                            x: x + CGFloat(column * 2) * pixel, y: box.minY + CGFloat(4 + row * 2) * pixel, width: 2 * pixel,
                            height: 2 * pixel))
                }
            }
            x += 8 * pixel
        }
        x += 6 * pixel
    }
}

/// 0 to 9, five rows of three pixels.
private let digits: [[Int]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 3, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 2, 2], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
]

/// Pictures beside each other.
func sheet(_ images: [CGImage]) -> CGImage {
    let width = images.map(\.width).max()!, height = images[0].height
    return CGImage(width: (width + 4) * images.count, height: height) { out in
        for (index, image) in images.enumerated() {
            image.withPixels { pixels in
                for y in 0..<image.height {
                    for x in 0..<image.width { out[y * (width + 4) * images.count + index * (width + 4) + x] = pixels[y * image.width + x] }
                }
            }
        }
    }!
}
