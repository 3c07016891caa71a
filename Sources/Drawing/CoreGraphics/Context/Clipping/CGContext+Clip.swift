import Foundation
import Raster

extension CGContext {
    /// Clips to the current path, and empties it. Has no effect without a path, as on Apple's systems.
    public func clip(using rule: CGPathFillRule = .winding) {
        if !current.isEmpty { clip(current.path, current.space, rule) }
        current.removeAll()
    }

    /// Clips to a rectangle, and empties the current path.
    public func clip(to rect: CGRect) {
        current.removeAll()
        clip(to: rect, "clip(to:)")
    }

    /// Clips to the union of rectangles, and empties the current path.
    public func clip(to rects: [CGRect]) {
        if rects.count == 1 { return clip(to: rects[0]) }
        current.removeAll()
        let path = CGMutablePath()
        for rect in rects where isDrawable(rect, "clip(to:)") { path.addRect(rect) }
        if path.isEmpty { state.clip.close() } else { clip(path, state.ctm, .winding) }
    }

    /// Clips to a rectangle and to a mask that fills it, and empties the current path.
    /// - Parameters:
    ///   - rect: the location of the mask.
    ///   - mask: an image mask, whose coverage is one minus the sample, or an image. The coverage of an opaque image is its gray. The
    ///     coverage of an image with alpha is its alpha, whatever its colours.
    public func clip(to rect: CGRect, mask: CGImage) {
        current.removeAll()
        clip(to: rect, "clip(to:mask:)")
        guard !state.clip.isEmpty else { return }
        let bounds = figure(rect).bounds.intersection(state.clip.clip.bounds)
        let coverage = mask.asCoverage
        let through = coverage.withPixels { pixels in
            let view = PixelView(pixels: pixels, width: mask.width, height: mask.height, stride: mask.width)
            if let whole = wholeCoverage(of: view, in: rect.standardized, bounds) { return whole }
            let drawn = Surface(bounds: bounds)
            withPaint(view, in: rect.standardized, alpha: 255, region: bounds) { paint in
                // The mask extends beyond the rectangle's edges too: only the rectangle antialiases those edges.
                raster.fill(drawn, Clip(bounds), bounds, paint: paint)
            }
            return MaskBuffer(alphaOf: drawn)
        }
        state.clip.multiply(through, raster)
    }

    /// Removes all clips. Inside a transparency layer, removes those made since the layer began.
    public func resetClip() { state.clip = ClipState(limits: state.clip.limits) }

    /// The smallest rectangle that contains the clip, in user space. Null if the clip is empty.
    public var boundingBoxOfClipPath: CGRect {
        guard !state.clip.isEmpty, CurrentPath.isInvertible(state.ctm), let back = toPixels.inverse else { return .null }
        let b = state.clip.box
        let user = Figure.box(CGRect(x: b.x, y: b.y, width: b.z - b.x, height: b.w - b.y), back)
        return CGRect(x: user.x, y: user.y, width: user.z - user.x, height: user.w - user.y)
    }

    private func clip(to rect: CGRect, _ call: StaticString) {
        if rect.isInfinite { return }
        guard isDrawable(rect, call), isDrawable(state.ctm, call) else { return state.clip.close() }
        let t = toPixels
        if (t.b == 0 && t.c == 0) || (t.a == 0 && t.d == 0) {
            state.clip.add(Figure.box(rect, t), antialias: antialiases, raster)
        } else {
            clip(CGPath(rect: rect, transform: nil), state.ctm, .winding)
        }
    }

    func clip(_ path: CGPath, _ transform: CGAffineTransform, _ rule: CGPathFillRule) {
        guard isDrawable(transform, "clip") else { return state.clip.close() }
        let t = pixels(from: transform)
        var rect = CGRect.zero
        if (t.b == 0 && t.c == 0) || (t.a == 0 && t.d == 0), path.isRect(&rect) {
            state.clip.add(Figure.box(rect, t), antialias: antialiases, raster)
        } else {
            state.clip.add(path, t, rule == .evenOdd ? .evenOdd : .winding, antialias: antialiases, raster)
        }
    }
}
