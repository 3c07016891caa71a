import Foundation
import Raster

/// A picture repeated in both directions.
struct Tiles {
    let cell: Surface
    /// Device pixels to pixels of the cell.
    let map: Affine

    /// The repeated picture over device pixels.
    func surface(_ rect: IntRect) -> Surface {
        let result = Surface(bounds: rect, cleared: false)
        let w = cell.width, h = cell.height
        guard !result.bounds.isEmpty, w > 0, h > 0 else { return result }
        let isUpright = map.b == 0 && map.c == 0
        for y in Int(rect.y0)..<Int(rect.y0) + result.height {
            let out = result.pointer(x: Int(rect.x0), y: y)
            for i in 0..<result.width {
                let p = map.apply(Double(Int(rect.x0) + i) + 0.5, Double(y) + 0.5)
                out[i] = isUpright ? nearest(p) : bilinear(p - 0.5)
            }
        }
        return result
    }

    /// An index, from 0 up to `n`, of a position.
    @inline(__always)
    private static func wrap(_ v: Double, _ n: Int) -> Int {
        let m = v - (v / Double(n)).rounded(.down) * Double(n)
        return min(n - 1, max(0, Int(m)))
    }

    private func nearest(_ p: SIMD2<Double>) -> UInt32 {
        cell.pixels[Tiles.wrap(p.y, cell.height) * cell.stride + Tiles.wrap(p.x, cell.width)]
    }

    private func bilinear(_ p: SIMD2<Double>) -> UInt32 {
        let low = p.rounded(.down)
        let f = (p - low) * 255
        let x0 = Tiles.wrap(low.x, cell.width), x1 = x0 + 1 == cell.width ? 0 : x0 + 1
        let y0 = Tiles.wrap(low.y, cell.height), y1 = y0 + 1 == cell.height ? 0 : y0 + 1
        let fx = UInt32(f.x + 0.5), fy = UInt32(f.y + 0.5)
        let top = PixelMath.mix(cell.pixels[y0 * cell.stride + x0], cell.pixels[y0 * cell.stride + x1], fx)
        let bottom = PixelMath.mix(cell.pixels[y1 * cell.stride + x0], cell.pixels[y1 * cell.stride + x1], fx)
        return PixelMath.mix(top, bottom, fy)
    }
}

extension Surface {
    /// The surface as a paint: each pixel where it lies.
    func paint(opacity: UInt8 = 255) -> Paint? {
        ImageSampler(self, map: Homography(Affine(1, 0, 0, 1, -Double(originX), -Double(originY))), filter: .nearest, opacity: opacity)
            .map { .image($0) }
    }
}

extension CGContext {
    /// Copies of an image, each the size of a rectangle of user space, over all of the clip.
    func tile(_ image: CGImage, in rect: CGRect, alpha: UInt8) {
        let t = toPixels
        guard let back = t.inverse else { return }
        // A cell has whole pixels, about as many as it covers.
        func pixels(_ length: Double, _ most: Int) -> Int { max(1, min(most, Int(length.rounded()))) }
        let w = pixels(rect.width * (t.a * t.a + t.b * t.b).squareRoot(), 4096)
        let h = pixels(rect.height * (t.c * t.c + t.d * t.d).squareRoot(), 4096)
        let cell = CGContext(surface: Surface(width: w, height: h))
        cell.interpolationQuality = state.interpolationQuality
        cell.draw(image, in: CGRect(x: 0, y: 0, width: w, height: h))
        let sx = Double(w) / rect.width, sy = Double(h) / rect.height
        let tiles = Tiles(cell: cell.base, map: back.then(Affine(sx, 0, 0, -sy, -rect.minX * sx, rect.maxY * sy)))
        let surface = tiles.surface(region)
        if let paint = surface.paint(opacity: alpha) { self.paint(.pixels(region), paint) }
        withExtendedLifetime(surface) {}
    }
}
