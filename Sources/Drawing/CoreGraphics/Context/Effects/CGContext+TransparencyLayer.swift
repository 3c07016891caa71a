import AgateDiagnostics
import Foundation
import Raster

/// An open transparency layer, with the state under it.
struct OpenLayer {
    let target: Surface
    /// The number of states that were saved before it began. Its own is the next.
    let depth: Int
    /// The pixels that it may change.
    let visible: IntRect
}

extension CGContext {
    /// Begins a group. Drawing until ``endTransparencyLayer()`` is composited as one, with the current alpha, blend mode, shadow and
    /// clip. Inside the group, alpha is 1, the mode is normal, and there is no shadow.
    /// - Parameter auxiliaryInfo: ignored.
    public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) { beginLayer(region) }

    /// Begins a group that keeps nothing outside a rectangle.
    /// - Parameters:
    ///   - rect: the rectangle in user space, extended to whole pixels.
    ///   - auxiliaryInfo: ignored.
    public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
        guard isDrawable(rect, "beginTransparencyLayer"), isDrawable(state.ctm, "beginTransparencyLayer") else {
            return beginLayer(.empty)
        }
        beginLayer(figure(rect).bounds)
    }

    private func beginLayer(_ bounds: IntRect) {
        var source = bounds.intersection(region)
        var visible = source
        if let shadow = state.shadow {
            // Content outside the clip may cast a shadow into it, and content inside may cast one out of the rectangle.
            visible = region
            source = bounds == region ? shadowSource(shadow, of: region) : bounds.intersection(shadowSource(shadow, of: region))
        }
        layers.append(OpenLayer(target: target, depth: saved.count + 1, visible: visible))
        saved.append(state)
        target = Surface(bounds: source)
        state.clip = ClipState(limits: source)
        (state.alpha, state.blendMode, state.shadow) = (1, .normal, nil)
    }

    /// Ends the innermost group and draws it. States saved since it began and not restored are dropped. Reports a diagnostic if there is
    /// no group.
    public func endTransparencyLayer() {
        guard let layer = layers.popLast() else {
            Diagnostic.reportOnce(
                "context.unbalanced", key: "endTransparencyLayer", "CGContext.endTransparencyLayer: no transparency layer has been begun")
            return
        }
        if saved.count > layer.depth {
            Diagnostic.reportOnce(
                "context.unbalanced", key: "saveGState",
                "CGContext.endTransparencyLayer: \(saved.count - layer.depth) graphics states were not restored")
            saved.removeLast(saved.count - layer.depth)
        }
        var content = target
        target = layer.target
        if let outer = saved.popLast() { state = outer }
        var opacity = PixelMath.byte(Float(state.alpha))
        if let shadow = state.shadow {
            content = shadowed(content, shadow, opacity: opacity, visible: layer.visible)
            opacity = 255
        }
        let mode = pixelMode
        touching({ layer.visible }) {
            raster.composite(content, onto: target, state.clip.clip, rect: layer.visible, opacity: opacity, mode: mode)
        }
    }
}
