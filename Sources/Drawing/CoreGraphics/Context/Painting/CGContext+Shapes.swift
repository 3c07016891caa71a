import Foundation
import Raster

// As on Apple's systems, these methods empty the current path.
extension CGContext {
    /// Fills a rectangle.
    public func fill(_ rect: CGRect) {
        current.removeAll()
        guard isDrawable(rect, "fill"), isDrawable(state.ctm, "fill"), !region.isEmpty else { return }
        paint(figure(rect), with: state.fill)
    }

    /// Fills rectangles as one shape: overlapping areas are covered once.
    public func fill(_ rects: [CGRect]) {
        if rects.count == 1 { return fill(rects[0]) }
        current.removeAll()
        withScratch({ for rect in rects where isDrawable(rect, "fill") { $0.addRect(rect) } }) { fill($0, state.ctm, .winding) }
    }

    /// Strokes a rectangle with the current line.
    public func stroke(_ rect: CGRect) {
        current.removeAll()
        guard isDrawable(rect, "stroke") else { return }
        withScratch({ $0.addRect(rect) }) { stroke($0, state.ctm) }
    }

    /// Strokes a rectangle with a line of another width.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        let own = state.line.width
        state.line.width = width
        stroke(rect)
        state.line.width = own
    }

    /// Fills the ellipse inscribed in a rectangle.
    public func fillEllipse(in rect: CGRect) {
        current.removeAll()
        guard isDrawable(rect, "fillEllipse") else { return }
        withScratch({ $0.addEllipse(in: rect) }) { fill($0, state.ctm, .winding) }
    }

    /// Strokes the ellipse inscribed in a rectangle.
    public func strokeEllipse(in rect: CGRect) {
        current.removeAll()
        guard isDrawable(rect, "strokeEllipse") else { return }
        withScratch({ $0.addEllipse(in: rect) }) { stroke($0, state.ctm) }
    }

    /// Strokes lines between the first and second point, the third and fourth, and so on, as one shape.
    public func strokeLineSegments(between points: [CGPoint]) {
        current.removeAll()
        withScratch({ path in
            for i in stride(from: 0, to: points.count - 1, by: 2) {
                path.move(to: points[i])
                path.addLine(to: points[i + 1])
            }
        }) { stroke($0, state.ctm) }
    }

    /// Makes a rectangle transparent (black, in a bitmap without alpha) inside the clip, whatever the alpha, blend mode and shadow.
    public func clear(_ rect: CGRect) {
        current.removeAll()
        guard isDrawable(rect, "clear"), isDrawable(state.ctm, "clear"), !region.isEmpty else { return }
        let own = (state.blendMode, state.shadow, state.alpha, state.fill)
        (state.blendMode, state.shadow, state.alpha, state.fill) = (.clear, nil, 1, .black)
        paint(figure(rect), with: state.fill)
        (state.blendMode, state.shadow, state.alpha, state.fill) = own
    }

    private func withScratch(_ build: (CGMutablePath) -> Void, _ body: (CGPath) -> Void) {
        build(scratch)
        body(scratch)
        scratch.verbs.removeAll(keepingCapacity: true)
        scratch.points.removeAll(keepingCapacity: true)
    }
}
