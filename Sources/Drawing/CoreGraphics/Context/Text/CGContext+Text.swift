import Foundation

// Apple's text matrix is not part of the graphics state: it belongs to the context and survives restoreGState().
extension CGContext {
    /// The transform from text space to user space. Not saved by ``saveGState()``.
    public var textMatrix: CGAffineTransform {
        get { textTransform }
        set { textTransform = newValue }
    }

    /// The position of the next glyph, in text space: the translation of ``textMatrix``.
    public var textPosition: CGPoint {
        get { CGPoint(x: textTransform.tx, y: textTransform.ty) }
        set { (textTransform.tx, textTransform.ty) = (newValue.x, newValue.y) }
    }

    /// Sets whether glyphs are filled, stroked, added to the clip, or not drawn.
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.text.drawingMode = mode }

    /// Sets the extra space after each glyph, in text space units.
    public func setCharacterSpacing(_ spacing: CGFloat) { state.text.characterSpacing = spacing }

    /// Sets the size of the font, in text space units. The value is only stored.
    public func setFontSize(_ size: CGFloat) { state.text.fontSize = size }

    /// Sets whether fonts may be smoothed at all. The value is only stored.
    public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) { allow(.smooth, allowsFontSmoothing) }

    /// Sets whether fonts are smoothed. The value is only stored.
    public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) { want(.smooth, shouldSmoothFonts) }

    /// Sets whether glyphs may be positioned between pixels at all. The value is only stored.
    public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {
        allow(.subpixelPosition, allowsFontSubpixelPositioning)
    }

    /// Sets whether glyphs are positioned between pixels. They always are, but the switch is one of the conditions for rounding their
    /// positions.
    public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {
        want(.subpixelPosition, shouldSubpixelPositionFonts)
    }

    /// Sets whether positions between pixels may be rounded at all. See ``setShouldSubpixelQuantizeFonts(_:)``. Initially true.
    public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {
        allow(.subpixelQuantize, allowsFontSubpixelQuantization)
    }

    /// Sets whether positions between pixels are rounded: to quarters along the row, and to whole rows if text is upright. Initially
    /// false. Rounding allows drawn glyphs to be reused, so that text is drawn several times as fast.
    public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {
        want(.subpixelQuantize, shouldSubpixelQuantizeFonts)
    }

    private func allow(_ option: FontSwitches, _ isOn: Bool) {
        if isOn { allowedFontSwitches.insert(option) } else { allowedFontSwitches.remove(option) }
    }

    private func want(_ option: FontSwitches, _ isOn: Bool) {
        if isOn { state.text.switches.insert(option) } else { state.text.switches.remove(option) }
    }

    /// The state for text, with only those switches on that the context allows.
    package var textState: TextState {
        var text = state.text
        text.switches.formIntersection(allowedFontSwitches)
        return text
    }

    /// Paints a path with the current state and does not change the current path.
    ///
    /// Fills are transformed by `placed` and the CTM. The pen of a stroke is in user space, as for any path.
    /// - Parameters:
    ///   - path: the path.
    ///   - placed: the transform from the path's own space to user space.
    ///   - mode: the parts to paint.
    package func paint(_ path: CGPath, placed: CGAffineTransform, mode: CGPathDrawingMode) {
        guard !path.isEmpty else { return }
        if let rule = mode.fillRule { fill(path, placed.concatenating(state.ctm), rule) }
        if mode.strokes {
            guard let moved = placed.isIdentity ? path : path.transformed(by: placed) else { return }
            stroke(moved, state.ctm)
        }
    }

    /// Clips to a path and does not change the current path.
    package func clip(to path: CGPath, placed: CGAffineTransform, rule: CGPathFillRule) {
        clip(path, placed.concatenating(state.ctm), rule)
    }
}
