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

/// The fields of an instance as the attributes of the vertex shader, by location.
enum InstanceField: UInt32, CaseIterable {
    case rect, kinds, color, box, more, refs

    /// The attributes of the vertex shader, one declaration a line.
    static var declarations: String {
        allCases.map { "layout(location = \($0.rawValue)) in \($0.type) \($0);" }.joined(separator: "\n")
    }

    private var type: String {
        switch self {
        case .rect, .refs: "ivec4"
        case .kinds: "uvec4"
        case .color, .box, .more: "vec4"
        }
    }
}

/// The form of a quad's coverage, or of a clip's.
enum CoverageKind: UInt8, CaseIterable {
    /// Full coverage.
    case whole
    /// `box`, exactly by area.
    case box
    /// `box` with round corners: radii `more.xy`, bits of the round corners `more.z` (1 at x0 y0, 2 at x1 y0, 4 at x1 y1, 8 at x0 y1),
    /// their chords from parameter `more.w` on.
    case rounded
    /// The area inside the rounded box and outside the one in the parameters (box; radii, corners).
    case ring
    /// A place in the coverage atlas: `more.xy` is the offset from the device pixel to the texel, `more.z` the layer.
    case mask
    /// A convex quad by area: two corners in `box`, two in the parameters.
    case quad
    /// The same by the pixel's centre.
    case hardQuad
    /// The antialiased sides of a particle: two lines of parameters, each a distance, its steps right and down, and the length.
    case sprite, hardSprite
    /// Convex, by the pixel's centre: the number of corners, then two in each line. For clips only.
    case polygon
    /// The alpha of a texture: the second line has the offset from the device pixel to the texel, and the slot of the run's texture. For
    /// clips only.
    case alpha

    /// True if the coverage is known to be full off the edges and round corners of `box`.
    var isUpright: Bool {
        switch self {
        case .whole, .box, .rounded: true
        case .ring, .mask, .quad, .hardQuad, .sprite, .hardSprite, .polygon, .alpha: false
        }
    }
}

/// The paint of a covered pixel.
enum PaintKind: UInt8, CaseIterable {
    case solid
    /// Texels one to one; transparent outside of their rectangle.
    case texels
    /// The alpha of texels one to one, in the quad's colour.
    case alpha
    // Images.
    case nearest, bilinear, trilinear
    // Gradients.
    case axial, radial, conic, circles
    // Filters.
    case shrink, grow, matrix, exposure, mean, blocks
    /// The nearest texel in a rectangle: repeats its edges.
    case extended
    /// The texels of a rectangle, and beyond its edges the same in reverse order.
    case mirrored
    /// Weighted sums along rows, into 16 bits, and of those along columns.
    case convolvedRows, convolvedColumns

    enum Source { case color, texels, image, gradient, filter, rows, columns }

    /// The part of the shaders that computes the paint.
    @inline(__always)
    var source: Source {
        switch self {
        case .solid: .color
        case .texels, .alpha: .texels
        case .nearest, .bilinear, .trilinear: .image
        case .axial, .radial, .conic, .circles: .gradient
        case .shrink, .grow, .matrix, .exposure, .mean, .blocks, .extended, .mirrored: .filter
        case .convolvedRows: .rows
        case .convolvedColumns: .columns
        }
    }

    /// The smallest shader that supports the paint.
    @inline(__always)
    var program: ProgramKind {
        switch source {
        case .color: .solid
        case .texels, .image, .gradient: .paint
        case .filter: .filter
        case .rows: .convolvedRows
        case .columns: .convolvedColumns
        }
    }
}

/// A link of a chain of clips in the parameters: the number of its coverage and the next link, or -1; then two lines of numbers, as `box`
/// and `more` of a quad.
enum ClipKind {
    case rounded, mask, quad, polygon, alpha

    var coverage: CoverageKind {
        switch self {
        case .rounded: .rounded
        case .mask: .mask
        case .quad: .quad
        case .polygon: .polygon
        case .alpha: .alpha
        }
    }
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
