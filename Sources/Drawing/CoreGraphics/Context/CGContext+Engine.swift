import Foundation
import Raster

extension CGContext {
    /// Lets another engine draw onto the surface with the current state. The body receives the surface, the transform from user space to
    /// its pixels (y down), the size of the whole bitmap, and the clip. Alpha, blend mode and shadow are applied to the whole drawing, as
    /// one group.
    package func drawThrough(_ body: (Surface, CGAffineTransform, _ width: Int, _ height: Int, Clip) -> Void) {
        guard isDrawable(state.ctm, "drawThrough") else { return }
        let isPlain = state.alpha == 1 && state.blendMode == .normal && state.shadow == nil
        if !isPlain { beginTransparencyLayer(auxiliaryInfo: nil) }
        let region = region
        if !region.isEmpty {
            let t = toPixels, placement = CGAffineTransform(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty)
            touching({ region }) { body(target, placement, width, height, Clip(region, mask: state.clip.clip.mask)) }
        }
        if !isPlain { endTransparencyLayer() }
    }
}
