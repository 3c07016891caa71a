import Raster

/// One quad of a frame: the device pixels that it covers, what share of each, and with what paint. All quads of a run go to the device in
/// one call. What does not fit in here stands in the frame's parameters, and `refs` says where.
struct Instance {
    /// x0, y0, x1, y1: whole device pixels, cut to the clip.
    var rect: SIMD4<Int16>
    /// Coverage, paint, 1 where `refs[1]` is a clip, and the opacity, or a blend mode where the backdrop is read.
    var kinds: SIMD4<UInt8>
    /// Premultiplied, 0xAARRGGBB: the paint, or what multiplies it.
    var color: UInt32
    var box: SIMD4<Float>
    var more: SIMD4<Float>
    /// In the parameters: of the coverage, the first clip, the paint; and which of the run's textures.
    var refs: SIMD4<Int32>
}

/// How much of a pixel a quad covers. The numbers stand in the shaders, too.
enum CoverageKind: UInt8 {
    /// All of it.
    case whole = 0
    /// `box`, exactly by area.
    case box = 1
    /// `box` with round corners: radii `more.xy`, which corners `more.z` (1 at x0 y0, 2 at x1 y0, 4 at x1 y1, 8 at x0 y1), their chords
    /// from parameter `more.w` on.
    case rounded = 2
    /// What lies in the rounded box and not in the one in the parameters (box; radii, corners).
    case ring = 3
    /// A place in the coverage atlas: `more.xy` from the device pixel to the texel, `more.z` the layer.
    case mask = 4
    /// A convex quad by area: two corners in `box`, two in the parameters.
    case quad = 5
    /// The same by the pixel's centre.
    case hardQuad = 6
    /// The soft sides of a particle: two lines of parameters, each a distance, its steps right and down, and the length.
    case sprite = 7
    case hardSprite = 8
}

/// What a covered pixel gets.
enum PaintKind: UInt8 {
    case solid = 0
    /// Texels one to one; nothing outside of their rectangle.
    case texels = 1
    case nearest = 2
    case bilinear = 3
    case trilinear = 4
    case axial = 5
    case radial = 6
    case conic = 7
    case circles = 8
    /// The alpha of texels one to one, in the quad's colour.
    case alpha = 9
    // Filters.
    case shrink = 11
    case grow = 12
    case matrix = 13
    case exposure = 14
    case mean = 15
    case blocks = 16
    /// The texel nearest in a rectangle: what goes on beyond its edges.
    case extended = 17
    /// Weighted sums along rows, into 16 bits, and of those along columns.
    case convolvedRows = 18
    case convolvedColumns = 19

    /// Of the shaders, the smallest that paints it.
    @inline(__always)
    var program: ProgramKind {
        switch self {
        case .solid: .solid
        case .convolvedRows: .convolvedRows
        case .convolvedColumns: .convolvedColumns
        default: rawValue < PaintKind.shrink.rawValue ? .paint : .filter
        }
    }
}

/// A link of a chain of clips in the parameters: its kind, which is that of a coverage or one of its own, and the next one, or -1; then two
/// lines of numbers, as `box` and `more` are of a quad.
enum ClipKind: Float {
    case rounded = 2
    case mask = 4
    case quad = 5
    /// Convex, by the pixel's centre: how many corners, then two in each line.
    case polygon = 9
    /// The alpha of a texture: in the second line from the device pixel to the texel, and which texture of the run.
    case alpha = 10
}

/// How a run meets what is there.
enum RunMode: UInt8 {
    /// Premultiplied source over, by the device's own blending.
    case over
    /// Colours add up.
    case add
    /// The shader reads what is behind from a copy and writes the result.
    case replace
    /// Writes, whatever is there.
    case write
}

/// Quads in a row that go to one target in one way.
struct Run {
    let target: Target
    let first: Int
    let count: Int
    let textures: [Texture]
    let mode: RunMode
    /// Of the shaders, the smallest that does all of the run.
    let program: ProgramKind
}

/// The shaders. `paint` does what `solid` does.
enum ProgramKind: UInt8, CaseIterable {
    /// Solid colours.
    case solid
    /// Texels, gradients.
    case paint
    /// One filter a quad; no coverage.
    case filter
    case convolvedRows
    case convolvedColumns
    /// Texels one to one with a blend mode that reads what is behind.
    case blend
}

enum Command {
    case clear(Target, IntRect, UInt32)
    case draw(Run)
    /// Copies device pixels from one target to the same place of another.
    case copy(Target, IntRect, Target)

    /// What it writes to.
    var target: Target {
        switch self {
        case .clear(let target, _, _), .copy(_, _, let target): target
        case .draw(let run): run.target
        }
    }
}
