import AgateDiagnostics
import Foundation
import Raster

// The common path of all drawing calls: a figure and a paint. Shadow, clip, blend mode and the bitmap's format are handled here.
extension CGContext {
    var antialiases: Bool { allowsAntialiasing && state.shouldAntialias }

    var pixelMode: PixelBlendMode { state.blendMode.pixelMode }

    /// Returns the transform from user space to the pixels of the surfaces, whose y grows downwards.
    func pixels(from t: CGAffineTransform) -> Affine {
        Affine(t.a, -t.b, t.c, -t.d, t.tx + Double(base.originX), Double(base.originY + base.height) - t.ty)
    }

    var toPixels: Affine { pixels(from: state.ctm) }

    /// The device pixels that drawing can reach.
    var region: IntRect { state.clip.clip.region(in: target.bounds) }

    func paint(_ figure: Figure, _ paint: Paint) {
        if state.shadow != nil { castShadow(of: figure, paint) }
        let mode = pixelMode
        touching({ figure.bounds }) { draw(figure, paint, mode) }
    }

    /// Draws a figure, on several threads if it covers enough pixels.
    private func draw(_ figure: Figure, _ paint: Paint, _ mode: PixelBlendMode) {
        let clip = state.clip.clip, target = target, antialias = antialiases
        var rows = region
        if rows.area / 2 >= share { rows = mode.affectsUntouched ? rows : rows.intersection(figure.bounds) }
        let threads = min(Processors.count, rows.area / share)
        guard threads > 1 else { return figure.draw(raster, target, clip, paint, mode, antialias: antialias) }
        RasterizerPool.shared.inBands(of: rows, threads) { raster, band in
            figure.draw(raster, target, Clip(band, mask: clip.mask), paint, mode, antialias: antialias)
        }
    }

    /// Draws with the base surface updated before and the bitmap after. The bounds are requested only if the two are not the same memory.
    @inline(__always)
    func touching(_ bounds: () -> IntRect, _ body: () -> Void) {
        hasDrawn = true
        guard layers.isEmpty, base.buffer != nil, bitmap.isSeparate else { return body() }
        let rect = bounds().intersection(region)
        guard !rect.isEmpty else { return }
        readBase(rect)
        body()
        makeOpaque(rect)
        writeBase(rect)
    }

    /// Makes pixels without coverage black if the bitmap has no alpha.
    private func makeOpaque(_ rect: IntRect) {
        guard format.isOpaque else { return }
        for y in Int(rect.y0)..<Int(rect.y1) {
            let row = base.pointer(x: Int(rect.x0), y: y)
            for x in 0..<rect.width { row[x] |= 0xFF00_0000 }
        }
    }

    /// Returns whether a transform can be drawn with. A singular transform draws nothing. A transform that is not finite reports a
    /// diagnostic once.
    func isDrawable(_ t: CGAffineTransform, _ call: StaticString) -> Bool {
        let sum = t.a + t.b + t.c + t.d + t.tx + t.ty
        if sum.isFinite { return t.a * t.d - t.b * t.c != 0 }
        Diagnostic.reportOnce("context.invalid-geometry", key: "ctm", "CGContext.\(call): the CTM \(t) is not finite; nothing is drawn")
        return false
    }

    func isDrawable(_ r: CGRect, _ call: StaticString) -> Bool {
        if r.isNull { return false }
        if (r.origin.x + r.origin.y + r.size.width + r.size.height).isFinite || r.isInfinite { return true }
        Diagnostic.reportOnce("context.invalid-geometry", key: "\(call)", "CGContext.\(call): \(r) is not finite; nothing is drawn")
        return false
    }

    /// Returns a rectangle as a figure. An infinite rectangle covers the entire drawable area.
    func figure(_ r: CGRect) -> Figure {
        r.isInfinite ? .pixels(region) : .rect(r.standardized, toPixels)
    }

    func fill(_ path: CGPath, _ t: CGAffineTransform, _ rule: CGPathFillRule) {
        guard !path.isEmpty, isDrawable(t, "fillPath"), !region.isEmpty else { return }
        paint(.path(path, pixels(from: t), rule == .evenOdd ? .evenOdd : .winding, tolerance: state.line.tolerance), with: state.fill)
    }

    func stroke(_ path: CGPath, _ t: CGAffineTransform) {
        guard !path.isEmpty, state.line.width > 0, isDrawable(t, "strokePath"), !region.isEmpty else { return }
        paint(.stroke(path, pixels(from: t), state.line), with: state.stroke)
    }

    func paint(_ figure: Figure, with ink: Ink) {
        if let pattern = ink.pattern {
            paint(figure, with: pattern, ink.color)
        } else {
            let pixel = ink.pixel(alpha: state.alpha)
            if case .rect(let r, let t) = figure, setWhole(r, t, pixel) { return }
            paint(figure, .solid(pixel))
        }
    }

    /// Replaces whole pixels, which need no blending.
    private func setWhole(_ r: CGRect, _ t: Affine, _ pixel: UInt32) -> Bool {
        let mode = state.blendMode
        guard mode == .copy || mode == .clear, state.shadow == nil, state.clip.clip.mask == nil, t.b == 0, t.c == 0 else { return false }
        let u = Figure.upright(r, t)
        guard u.x0 == u.x0.rounded(), u.y0 == u.y0.rounded(), u.x1 == u.x1.rounded(), u.y1 == u.y1.rounded() else { return false }
        let rect = u.bounds.intersection(region)
        touching({ rect }) { target.clear(rect, to: mode == .clear ? 0 : pixel) }
        return true
    }
}
