import AgateDiagnostics
import Foundation
import Raster

/// A shadow under what is drawn, measured in base space: no change of the CTM moves it.
struct CastShadow {
    let offset: CGSize
    let blur: CGFloat
    let color: SIMD4<Float>
}

/// Where a shadow falls, in pixels.
private struct ShadowPlace {
    let sigma: Double
    let dx: Int32, dy: Int32
    let reach: Int32

    init(_ shadow: CastShadow, _ base: CGAffineTransform) {
        let d = shadow.offset.applying(base)
        // The blur's radius is two sigmas.
        sigma = max(0, shadow.blur / 2) * (abs(base.a * base.d - base.b * base.c)).squareRoot()
        dx = IntRect.clamped(d.width.rounded())
        dy = IntRect.clamped((-d.height).rounded())
        reach = GaussianKernel.reach(sigma: sigma)
    }

    /// Which pixels cast on `r`.
    func source(of r: IntRect) -> IntRect { r.offset(0 &- dx, 0 &- dy).outset(reach, reach) }

    /// Which pixels `r` casts on.
    func target(of r: IntRect) -> IntRect { r.outset(reach, reach).offset(dx, dy) }
}

extension CGContext {
    /// Puts a shadow under everything that is drawn from now on.
    /// - Parameters:
    ///   - offset: in units of base space, whatever the CTM; y points up in a bitmap.
    ///   - blur: how far the edge is blurred: twice the deviation of the Gaussian. Negative ones count as 0.
    ///   - color: nil for no shadow.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
        guard let color, color.alpha > 0, (offset.width + offset.height + blur).isFinite else {
            state.shadow = nil
            return
        }
        state.shadow = CastShadow(offset: offset, blur: blur, color: color.rgba)
    }

    /// Puts a shadow of black at a third of its opacity under everything that is drawn from now on.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0, 1.0 / 3]))
    }

    /// Which pixels must be drawn for what `r` shows of a thing and its shadow. Where that is too much, because the shadow falls
    /// far from the thing, only `r`, and a diagnostic.
    func shadowSource(_ shadow: CastShadow, of r: IntRect) -> IntRect {
        let all = ShadowPlace(shadow, baseTransform).source(of: r).union(r)
        if all.width <= PixelBuffer.maxSide, all.height <= PixelBuffer.maxSide, all.area <= 1 << 26 { return all }
        Diagnostic.reportOnce(
            "context.far-shadow", key: "\(shadow.offset)",
            "CGContext: the shadow offset \(shadow.offset) is too large; only visible content casts a shadow")
        return r
    }

    /// Draws the shadow of a figure; the figure itself is drawn after it.
    func castShadow(of figure: Figure, _ paint: Paint) {
        let mode = pixelMode
        // A mode that replaces leaves no shadow to be seen.
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

    /// A group's content, faded, over the shadow of what that leaves.
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
        // The same pixels seen from where the shadow was made.
        let moved = Surface(
            wrapping: result.pixels, width: result.width, height: result.height, stride: result.stride,
            originX: result.originX - Int(place.dx), originY: result.originY - Int(place.dy))
        raster.fill(moved, Clip(moved.bounds), through: blurred, paint: .solid(PixelMath.premultiplied(shadow.color)))
        return result
    }
}
