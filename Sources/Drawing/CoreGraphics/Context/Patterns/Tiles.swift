import Foundation
import Raster

/// A picture repeated in both directions.
struct Tiles {
    let cell: Surface
    /// The transform from device pixels to pixels of the cell.
    let map: Affine

    /// Returns a paint. Upright cells keep their sharp edges: they are drawn at their final size.
    func paint(opacity: UInt8) -> Paint? {
        let isUpright = map.b == 0 && map.c == 0
        return ImageSampler(cell, map: Homography(map), filter: isUpright ? .nearest : .bilinear, tiles: true, opacity: opacity)
            .map { .image($0) }
    }

    /// Returns the number of pixels of a cell that is `length` pixels long.
    static func side(_ length: Double) -> Int { length > 1 ? Int(min(4096, length).rounded()) : 1 }
}

extension CGContext {
    /// Draws copies of an image, each the size of a rectangle of user space, over the whole clip.
    func tile(_ image: CGImage, in rect: CGRect) {
        let t = toPixels
        guard let back = t.inverse else { return }
        let w = Tiles.side(rect.width * (t.a * t.a + t.b * t.b).squareRoot())
        let h = Tiles.side(rect.height * (t.c * t.c + t.d * t.d).squareRoot())
        let cell = CGContext(surface: Surface(width: w, height: h))
        cell.interpolationQuality = state.interpolationQuality
        cell.draw(image, in: CGRect(x: 0, y: 0, width: w, height: h))
        let sx = Double(w) / rect.width, sy = Double(h) / rect.height
        let tiles = Tiles(cell: cell.base, map: back.then(Affine(sx, 0, 0, -sy, -rect.minX * sx, rect.maxY * sy)))
        if let paint = tiles.paint(opacity: PixelMath.byte(Float(state.alpha))) { self.paint(.pixels(region), paint) }
    }
}
