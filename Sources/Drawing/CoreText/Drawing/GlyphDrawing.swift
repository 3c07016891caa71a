import CoreGraphics

extension CGContext {
    /// Draws one glyph with the current colours and line width.
    /// - Parameters:
    ///   - placement: the transform from points at the glyph's origin to user space.
    func draw(_ glyph: CGGlyph, of font: CTFont, placement: CGAffineTransform, mode: CGPathDrawingMode) {
        guard let face = font.face, glyph != ShapedRun.noGlyph else { return }
        let placed = font.glyphTransform.concatenating(placement)
        switch face.colorGlyph(glyph) {
        case .plain:
            let outline = face.outline(glyph)
            if mode == .fill {
                fill(glyph: outline, placed: placed, quantizes: textState.switches.isSuperset(of: [.subpixelPosition, .subpixelQuantize]))
            } else {
                paint(outline, placed: placed, mode: mode)
            }
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
    for i in 0..<max(0, count) where positions[i].x.isFinite && positions[i].y.isFinite {
        let placement = CGAffineTransform(translationX: positions[i].x, y: positions[i].y).concatenating(matrix)
        context.draw(glyphs[i], of: font, placement: placement, mode: mode)
    }
}
