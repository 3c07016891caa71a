import Raster

/// One quad of a frame: the device pixels that it covers, the coverage of each, and the paint. All quads of a run are drawn by one call.
/// Data that does not fit is in the frame's parameters, at the positions in `refs`.
struct Instance {
    /// x0, y0, x1, y1: whole device pixels, clipped.
    var rect: SIMD4<Int16>
    /// Coverage, paint, 1 if `refs[1]` is a clip, and the opacity, or a blend mode if the backdrop is read.
    var kinds: SIMD4<UInt8>
    /// Premultiplied, 0xAARRGGBB: the paint's colour, or a factor for the paint.
    var color: UInt32
    var box: SIMD4<Float>
    var more: SIMD4<Float>
    /// Positions in the parameters of the coverage, the first clip and the paint; and the slot of the run's texture.
    var refs: SIMD4<Int32>
}

/// The form of a quad's coverage. The shaders use the same numbers.
enum CoverageKind: UInt8 {
    /// Full coverage.
    case whole = 0
    /// `box`, exactly by area.
    case box = 1
    /// `box` with round corners: radii `more.xy`, bits of the round corners `more.z` (1 at x0 y0, 2 at x1 y0, 4 at x1 y1, 8 at x0 y1),
    /// their chords from parameter `more.w` on.
    case rounded = 2
    /// The area inside the rounded box and outside the one in the parameters (box; radii, corners).
    case ring = 3
    /// A place in the coverage atlas: `more.xy` is the offset from the device pixel to the texel, `more.z` the layer.
    case mask = 4
    /// A convex quad by area: two corners in `box`, two in the parameters.
    case quad = 5
    /// The same by the pixel's centre.
    case hardQuad = 6
    /// The antialiased sides of a particle: two lines of parameters, each a distance, its steps right and down, and the length.
    case sprite = 7
    case hardSprite = 8
}

/// The paint of a covered pixel.
enum PaintKind: UInt8 {
    case solid = 0
    /// Texels one to one; transparent outside of their rectangle.
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
    /// The nearest texel in a rectangle: repeats its edges.
    case extended = 17
    /// Weighted sums along rows, into 16 bits, and of those along columns.
    case convolvedRows = 18
    case convolvedColumns = 19

    /// The smallest shader that supports the paint.
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

/// A link of a chain of clips in the parameters: its kind, which is that of a coverage or one of its own, and the next link, or -1; then
/// two lines of numbers, as `box` and `more` of a quad.
enum ClipKind: Float {
    case rounded = 2
    case mask = 4
    case quad = 5
    /// Convex, by the pixel's centre: the number of corners, then two in each line.
    case polygon = 9
    /// The alpha of a texture: the second line has the offset from the device pixel to the texel, and the slot of the run's texture.
    case alpha = 10
}

/// The compositing of a run with the target.
enum RunMode: UInt8 {
    /// Premultiplied source over, by the device's own blending.
    case over
    /// Adds the colours.
    case add
    /// The shader reads the backdrop from a copy and writes the result.
    case replace
    /// Overwrites the target.
    case write
}

/// Consecutive quads with the same target and mode.
struct Run {
    let target: Target
    let first: Int
    let count: Int
    let textures: [Texture]
    let mode: RunMode
    /// The smallest shader that supports all of the run.
    let program: ProgramKind
}

/// The shaders. `paint` includes the features of `solid`.
enum ProgramKind: UInt8, CaseIterable {
    /// Solid colours.
    case solid
    /// Texels, gradients.
    case paint
    /// One filter per quad; no coverage.
    case filter
    case convolvedRows
    case convolvedColumns
    /// Texels one to one with a blend mode that reads the backdrop.
    case blend
}

enum Command {
    case clear(Target, IntRect, UInt32)
    case draw(Run)
    /// Copies device pixels from one target to the same place of another.
    case copy(Target, IntRect, Target)

    /// The target that the command writes to.
    var target: Target {
        switch self {
        case .clear(let target, _, _), .copy(_, _, let target): target
        case .draw(let run): run.target
        }
    }
}
