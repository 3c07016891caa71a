import Foundation

// Apple's text matrix is no part of the graphics state: it is the context's own and survives restoreGState().
extension CGContext {
    /// From text space to user space. Not saved by ``saveGState()``.
    public var textMatrix: CGAffineTransform {
        get { textTransform }
        set { textTransform = newValue }
    }

    /// Where the next glyph is placed, in text space: the translation of ``textMatrix``.
    public var textPosition: CGPoint {
        get { CGPoint(x: textTransform.tx, y: textTransform.ty) }
        set { (textTransform.tx, textTransform.ty) = (newValue.x, newValue.y) }
    }

    /// Whether glyphs are filled, stroked, added to the clip, or nothing.
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.text.drawingMode = mode }

    /// Extra room after each glyph, in text space units.
    public func setCharacterSpacing(_ spacing: CGFloat) { state.text.characterSpacing = spacing }

    /// The size of the font, in text space units. Kept.
    public func setFontSize(_ size: CGFloat) { state.text.fontSize = size }

    /// Whether fonts may be smoothed at all. Kept.
    public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) { allow(.smooth, allowsFontSmoothing) }

    /// Whether fonts are smoothed. Kept.
    public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) { want(.smooth, shouldSmoothFonts) }

    /// Whether glyphs may be placed between pixels at all. Kept.
    public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {
        allow(.subpixelPosition, allowsFontSubpixelPositioning)
    }

    /// Whether glyphs are placed between pixels: they always are; it is one of the conditions for rounding their places.
    public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {
        want(.subpixelPosition, shouldSubpixelPositionFonts)
    }

    /// Whether places between pixels may be rounded at all; see ``setShouldSubpixelQuantizeFonts(_:)``. On at first.
    public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {
        allow(.subpixelQuantize, allowsFontSubpixelQuantization)
    }

    /// Whether places between pixels are rounded: to quarters along the row, and to whole rows where text stands upright. Off at first. It
    /// lets glyphs that were drawn before be used again, so that text is drawn several times as fast.
    public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {
        want(.subpixelQuantize, shouldSubpixelQuantizeFonts)
    }

    private func allow(_ option: FontSwitches, _ isOn: Bool) {
        if isOn { allowedFontSwitches.insert(option) } else { allowedFontSwitches.remove(option) }
    }

    private func want(_ option: FontSwitches, _ isOn: Bool) {
        if isOn { state.text.switches.insert(option) } else { state.text.switches.remove(option) }
    }

    /// What the state says about text, with only those switches on that the context allows.
    package var textState: TextState {
        var text = state.text
        text.switches.formIntersection(allowedFontSwitches)
        return text
    }

    /// Paints a path with the current state and leaves the current path alone.
    ///
    /// Fills go through `placed` and the CTM; the pen of a stroke is that of user space, as for any path.
    /// - Parameters:
    ///   - path: the path.
    ///   - placed: from the path's own space to user space.
    ///   - mode: what to paint of it.
    package func paint(_ path: CGPath, placed: CGAffineTransform, mode: CGPathDrawingMode) {
        guard !path.isEmpty else { return }
        if let rule = mode.fillRule { fill(path, placed.concatenating(state.ctm), rule) }
        if mode.strokes {
            guard let moved = placed.isIdentity ? path : path.transformed(by: placed) else { return }
            stroke(moved, state.ctm)
        }
    }

    /// Clips to a path, which leaves the current path alone.
    package func clip(to path: CGPath, placed: CGAffineTransform, rule: CGPathFillRule) {
        clip(path, placed.concatenating(state.ctm), rule)
    }
}
