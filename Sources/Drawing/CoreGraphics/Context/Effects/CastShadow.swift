import AgateDiagnostics
import Foundation
import Raster

/// A shadow under the drawing, measured in base space. Changes of the CTM don't move it.
struct CastShadow {
    let offset: CGSize
    let blur: CGFloat
    let color: SIMD4<Float>
}

/// The location of a shadow, in pixels.
private struct ShadowPlace {
    let sigma: Double
    let dx: Int32, dy: Int32
    let reach: Int32

    init(_ shadow: CastShadow, _ base: CGAffineTransform) {
        let d = shadow.offset.applying(base)
        // The blur's radius is twice sigma.
        sigma = max(0, shadow.blur / 2) * (abs(base.a * base.d - base.b * base.c)).squareRoot()
        dx = IntRect.clamped(d.width.rounded())
        dy = IntRect.clamped((-d.height).rounded())
        reach = GaussianKernel.reach(sigma: sigma)
    }

    /// Returns the pixels that cast a shadow on `r`.
    func source(of r: IntRect) -> IntRect { r.offset(0 &- dx, 0 &- dy).outset(reach, reach) }

    /// Returns the pixels on which `r` casts a shadow.
    func target(of r: IntRect) -> IntRect { r.outset(reach, reach).offset(dx, dy) }
}

extension CGContext {
    /// Adds a shadow to all following drawing.
    /// - Parameters:
    ///   - offset: the offset in units of base space, whatever the CTM; y points up in a bitmap.
    ///   - blur: the blur of the edge: twice the standard deviation of the Gaussian. Negative values count as 0.
    ///   - color: the colour, or nil for no shadow.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
        guard let color, color.alpha > 0, (offset.width + offset.height + blur).isFinite else {
            state.shadow = nil
            return
        }
        state.shadow = CastShadow(offset: offset, blur: blur, color: color.rgba)
    }

    /// Adds a shadow of black at a third of its opacity to all following drawing.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0, 1.0 / 3]))
    }

    /// Returns the pixels that must be drawn to show an object and its shadow in `r`. If there are too many, because the shadow is far
    /// from the object, returns only `r` and reports a diagnostic.
    func shadowSource(_ shadow: CastShadow, of r: IntRect) -> IntRect {
        let all = ShadowPlace(shadow, baseTransform).source(of: r).union(r)
        if all.width <= PixelBuffer.maxSide, all.height <= PixelBuffer.maxSide, all.area <= 1 << 26 { return all }
        Diagnostic.reportOnce(
            "context.far-shadow", key: "\(shadow.offset)",
            "CGContext: the shadow offset \(shadow.offset) is too large; only visible content casts a shadow")
        return r
    }

    /// Draws the shadow of a figure. The figure itself is drawn afterwards.
    func castShadow(of figure: Figure, _ paint: Paint) {
        let mode = pixelMode
        // A mode that replaces pixels would leave no visible shadow.
        guard let shadow = state.shadow, !mode.affectsUntouched else { return }
        let place = ShadowPlace(shadow, baseTransform)
        let source = figure.bounds.intersection(place.source(of: region))
        guard !source.isEmpty else { return }
        let drawn = Surface(bounds: source)
        figure.draw(raster, drawn, Clip(source), paint, .normal, antialias: antialiases)
        let visible = place.target(of: source).intersection(region)
        guard let under = shadowSurface(of: MaskBuffer(alphaOf: drawn), shadow, place, visible) else { return }
        touching({ visible }) { raster.composite(under, onto: target, state.clip.clip, rect: visible, mode: mode) }
    }

    /// Returns a group's content, faded, over the shadow of the faded content.
    func shadowed(_ content: Surface, _ shadow: CastShadow, opacity: UInt8, visible: IntRect) -> Surface {
        let place = ShadowPlace(shadow, baseTransform)
        let alpha = MaskBuffer(alphaOf: content)
        alpha.scale(by: opacity)
        let result = shadowSurface(of: alpha, shadow, place, visible) ?? Surface(bounds: visible)
        raster.composite(content, onto: result, Clip(visible), opacity: opacity)
        return result
    }

    private func shadowSurface(of alpha: MaskBuffer, _ shadow: CastShadow, _ place: ShadowPlace, _ visible: IntRect) -> Surface? {
        guard !visible.isEmpty else { return nil }
        let blurred = alpha.blurred(sigma: place.sigma, rect: visible.offset(0 &- place.dx, 0 &- place.dy))
        let result = Surface(bounds: visible)
        // The same pixels in the coordinates of the shadow's caster.
        let moved = Surface(
            wrapping: result.pixels, width: result.width, height: result.height, stride: result.stride,
            originX: result.originX - Int(place.dx), originY: result.originY - Int(place.dy))
        raster.fill(moved, Clip(moved.bounds), through: blurred, paint: .solid(PixelMath.premultiplied(shadow.color)))
        return result
    }
}
