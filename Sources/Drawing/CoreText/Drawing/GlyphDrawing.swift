import CoreGraphics

extension CGContext {
    /// True if glyphs are placed at quarters of a pixel.
    var quantizesGlyphs: Bool { textState.switches.isSuperset(of: [.subpixelPosition, .subpixelQuantize]) }

    /// Draws one glyph with the current colours and line width.
    /// - Parameters:
    ///   - placement: the transform from points at the glyph's origin to user space.
    func draw(_ glyph: CGGlyph, of font: CTFont, placement: CGAffineTransform, mode: CGPathDrawingMode) {
        guard let face = font.face, glyph != ShapedRun.noGlyph else { return }
        let placed = font.glyphTransform.concatenating(placement)
        switch face.colorGlyph(glyph) {
        case .plain:
            let outlines = face.outlines(of: CollectionOfOne(glyph))
            if mode == .fill, fill(glyphs: outlines, color: nil, quantizes: quantizesGlyphs, placed: { _ in placed }) { return }
            if let outline = outlines[0] { paint(outline.path, placed: placed, mode: mode) }
        case .layers(let layers):
            for layer in layers {
                guard let color = layer.color else {
                    paint(face.outline(layer.glyph), placed: placed, mode: .fill)
                    continue
                }
                saveGState()
                setFillColor(color)
                paint(face.outline(layer.glyph), placed: placed, mode: .fill)
                restoreGState()
            }
        case .picture(let picture):
            saveGState()
            concatenate(CGAffineTransform(scaleX: font.size, y: font.size).concatenating(font.matrix).concatenating(placement))
            interpolationQuality = .high
            draw(picture.image, in: picture.frame)
            restoreGState()
        }
    }
}

/// Draws glyphs with the context's colours and text matrix.
/// - Parameters:
///   - glyphs: `count` glyphs.
///   - positions: the glyphs' positions in text space.
public func CTFontDrawGlyphs(
    _ font: CTFont, _ glyphs: UnsafePointer<CGGlyph>, _ positions: UnsafePointer<CGPoint>, _ count: Int, _ context: CGContext
) {
    guard let mode = context.textState.drawingMode.painting else { return }
    let matrix = context.textMatrix
    let areFinite = (0..<max(0, count)).allSatisfy { positions[$0].x.isFinite && positions[$0].y.isFinite }
    if mode == .fill, areFinite, let face = font.face, !face.hasColorGlyphs {
        let outlines = face.outlines(of: UnsafeBufferPointer(start: glyphs, count: max(0, count))), scaling = font.glyphTransform
        let isDone = context.fill(glyphs: outlines, color: nil, quantizes: context.quantizesGlyphs) { i in
            scaling.concatenating(CGAffineTransform(translationX: positions[i].x, y: positions[i].y).concatenating(matrix))
        }
        if isDone { return }
    }
    for i in 0..<max(0, count) where positions[i].x.isFinite && positions[i].y.isFinite {
        let placement = CGAffineTransform(translationX: positions[i].x, y: positions[i].y).concatenating(matrix)
        context.draw(glyphs[i], of: font, placement: placement, mode: mode)
    }
}
