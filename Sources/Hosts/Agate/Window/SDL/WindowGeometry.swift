#if Windows
import CSDL2
import CoreGraphics

/// A window's dimensions, the same for every window system and renderer: its size in points times its scale is exactly its size in pixels.
struct WindowGeometry: Equatable {
    /// A size in whole units.
    struct Measure: Equatable {
        var width: Int32
        var height: Int32
    }
    /// The size in the window system's units: pixels on X11, points on Wayland.
    let own: Measure
    /// The size of its picture, in pixels.
    let pixels: Measure
    /// The scale in pixels per point.
    let scale: CGFloat

    /// - Parameter asked: The requested scale in pixels per point; nil derives it from the window system's own units.
    init(own: Measure, pixels: Measure, asked: CGFloat?) {
        self.own = Measure(width: max(1, own.width), height: max(1, own.height))
        self.pixels = Measure(width: max(1, pixels.width), height: max(1, pixels.height))
        scale = asked ?? Self.density(self.own, self.pixels)
    }

    /// The size in points.
    var size: CGSize { CGSize(width: Self.points(pixels.width, scale), height: Self.points(pixels.height, scale)) }

    /// Converts a position in the window's own units to points.
    func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
        let size = self.size
        return CGPoint(x: x * size.width / CGFloat(own.width), y: y * size.height / CGFloat(own.height))
    }

    /// Converts a size in points to the window's own units.
    func own(for size: CGSize) -> Measure {
        let unit = scale / Self.density(own, pixels)
        return Measure(width: Self.whole(size.width * unit), height: Self.whole(size.height * unit))
    }

    /// True if a point is one of the window's own units.
    var countsInPoints: Bool { scale == Self.density(own, pixels) }

    /// Returns a length that is valid for a window, in whole units of any kind.
    static func whole(_ length: CGFloat) -> Int32 { Int32(min(max(length.rounded(.up), 1), 16_384)) }

    /// Returns the length in points that, multiplied by the scale and rounded up, results in exactly these pixels.
    static func points(_ pixels: Int32, _ scale: CGFloat) -> CGFloat {
        var length = CGFloat(pixels) / scale
        while (length * scale).rounded(.up) > CGFloat(pixels) { length = length.nextDown }
        return length
    }

    /// Returns the number of pixels in one of the window's own units. Both sizes are whole numbers, so 201 units of 1.5 pixels are 302
    /// pixels: of the scales that round to the pixels, the one that desktops offer is returned.
    static func density(_ own: Measure, _ pixels: Measure) -> CGFloat {
        let sides = [(CGFloat(own.width), CGFloat(pixels.width)), (CGFloat(own.height), CGFloat(pixels.height))]
        let least = sides.map { ($0.1 - 0.5) / $0.0 }.max() ?? 1, most = sides.map { ($0.1 + 0.5) / $0.0 }.min() ?? 1
        let longer = sides[0].0 < sides[1].0 ? sides[1] : sides[0], ratio = longer.1 / longer.0
        // Halves and quarters are offered everywhere; Wayland uses multiples of 1/120.
        for parts in [1, 2, 4, 10, 20, 120] as [CGFloat] {
            let scale = (ratio * parts).rounded() / parts
            if scale > 0, least <= scale, scale <= most { return scale }
        }
        return ratio
    }

    /// Returns the position that centres a window in a part of the screen; the top left corner of that part if the window is larger.
    static func middle(of bounds: SDL_Rect, for size: Measure) -> (x: Int32, y: Int32) {
        (bounds.x + max(0, (bounds.w - size.width) / 2), bounds.y + max(0, (bounds.h - size.height) / 2))
    }
}
#endif
