import CoreGraphics
import CoreText
import Raster
import Synchronization

/// The drawing of a large text layer, of which only the rows of pixels are drawn that are read. A frame in which the layer has another
/// colour then costs as much as is visible of the text.
final class TextPicture: DeferredRowSource {
    /// The number of pixels of a layer from which its drawing is deferred: 4 MB. Fewer are drawn at once: most of them are visible.
    static let leastPixelCount = 1 << 20
    /// The number of rows of pixels that were drawn, for tests.
    static let drawnRows = Atomic(0)

    private let look: TextLook
    private let rows: [TextRow]
    /// The vertical extent of each row's ink, in the space of the rows; nil without ink.
    private let ink: [ClosedRange<CGFloat>?]

    init(_ look: TextLook, _ rows: [TextRow]) {
        (self.look, self.rows) = (look, rows)
        var extents = LineExtents()
        ink = rows.map { row in
            extents.ink(of: row.line).map { $0.lowerBound + row.origin.y...$0.upperBound + row.origin.y }
        }
    }

    func write(_ part: Range<Int>, of pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) {
        Self.drawnRows.wrappingAdd(part.count, ordering: .relaxed)
        (pixels + part.lowerBound * width).initialize(repeating: look.isOpaque ? 0xFF00_0000 : 0, count: part.count * width)
        // The context is that of the whole image, so that the same numbers are rounded as if it was drawn at once.
        let bounds = look.layout.bounds, surface = Surface(wrapping: pixels, width: width, height: height, stride: width)
        let ctm = CGContext.ctm(look.scale, height: height, isFlipped: look.isDownwards)
        let context = CGContext(surface: surface, ctm: ctm)
        // In pixel coordinates, which grow upwards.
        let band = CGRect(x: 0, y: height - part.upperBound, width: width, height: part.count)
        context.clip(to: band.applying(ctm.inverted()))
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        TextDrawing.prepare(context, bounds, isDownwards: look.isDownwards, quantizes: look.quantizes)
        context.setFillColor(look.color ?? .black)
        // Antialiasing and glyphs at whole parts of a pixel reach one pixel further.
        let seen = band.insetBy(dx: 0, dy: -2).applying(context.ctm.inverted())
        for (row, ink) in zip(rows, ink) {
            guard let ink, ink.upperBound >= seen.minY, ink.lowerBound <= seen.maxY else { continue }
            context.textPosition = row.origin
            CTLineDraw(row.line, context)
        }
    }
}
