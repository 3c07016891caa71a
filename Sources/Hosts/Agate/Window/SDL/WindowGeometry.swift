#if Windows
import CSDL2
import CoreGraphics

/// A window's measures, the same for every window system and renderer: its size in points times its scale is its size in pixels, exactly.
struct WindowGeometry: Equatable {
    /// Whole units of something.
    struct Measure: Equatable {
        var width: Int32
        var height: Int32
    }
    /// In the units that the window system counts in: pixels on X11, points on Wayland.
    let own: Measure
    /// What its picture has.
    let pixels: Measure
    /// Pixels a point.
    let scale: CGFloat

    /// - Parameter asked: pixels a point; nil is what the window system makes of its own units.
    init(own: Measure, pixels: Measure, asked: CGFloat?) {
        self.own = Measure(width: max(1, own.width), height: max(1, own.height))
        self.pixels = Measure(width: max(1, pixels.width), height: max(1, pixels.height))
        scale = asked ?? Self.density(self.own, self.pixels)
    }

    /// In points.
    var size: CGSize { CGSize(width: Self.points(pixels.width, scale), height: Self.points(pixels.height, scale)) }

    /// A place in the window's own units, in points.
    func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
        let size = self.size
        return CGPoint(x: x * size.width / CGFloat(own.width), y: y * size.height / CGFloat(own.height))
    }

    /// The window's own units for a size in points.
    func own(for size: CGSize) -> Measure {
        let unit = scale / Self.density(own, pixels)
        return Measure(width: Self.whole(size.width * unit), height: Self.whole(size.height * unit))
    }

    /// Whether a point is one of the window's own units.
    var countsInPoints: Bool { scale == Self.density(own, pixels) }

    /// A length in units of any kind that a window can have.
    static func whole(_ length: CGFloat) -> Int32 { Int32(min(max(length.rounded(.up), 1), 16_384)) }

    /// The length that covers pixels and no more: times the scale and rounded up, it is them again.
    static func points(_ pixels: Int32, _ scale: CGFloat) -> CGFloat {
        var length = CGFloat(pixels) / scale
        while (length * scale).rounded(.up) > CGFloat(pixels) { length = length.nextDown }
        return length
    }

    /// Pixels in one of the window's own units. Both are whole numbers, so that 201 units of 1.5 pixels have 302: of the scales that round
    /// to the pixels, it is the one that desktops offer.
    static func density(_ own: Measure, _ pixels: Measure) -> CGFloat {
        let sides = [(CGFloat(own.width), CGFloat(pixels.width)), (CGFloat(own.height), CGFloat(pixels.height))]
        let least = sides.map { ($0.1 - 0.5) / $0.0 }.max() ?? 1, most = sides.map { ($0.1 + 0.5) / $0.0 }.min() ?? 1
        let longer = sides[0].0 < sides[1].0 ? sides[1] : sides[0], ratio = longer.1 / longer.0
        // Halves and quarters are offered everywhere; Wayland counts in parts of 120.
        for parts in [1, 2, 4, 10, 20, 120] as [CGFloat] {
            let scale = (ratio * parts).rounded() / parts
            if scale > 0, least <= scale, scale <= most { return scale }
        }
        return ratio
    }

    /// Where a window stands in the middle of a part of the screen; from its top left corner on where it is larger.
    static func middle(of bounds: SDL_Rect, for size: Measure) -> (x: Int32, y: Int32) {
        (bounds.x + max(0, (bounds.w - size.width) / 2), bounds.y + max(0, (bounds.h - size.height) / 2))
    }
}
#endif
