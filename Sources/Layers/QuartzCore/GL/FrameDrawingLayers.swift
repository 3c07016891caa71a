import CoreGraphics

/// A layer that redraws each frame on its own thread, for the time at which the frame is shown.
package protocol FrameDrawingLayer: CALayer {
    /// Draws for a media time. Hosts that make frames on demand call it before each frame. Returns whether anything was drawn.
    func drawFrame(at time: Double) -> Bool
}

/// The frame-drawing layers of a context. Accessed under the layer lock.
final class FrameDrawingLayers {
    private struct Entry { weak var layer: (any FrameDrawingLayer)? }
    private var entries: [Entry] = []

    func add(_ layer: any FrameDrawingLayer) {
        if !entries.contains(where: { $0.layer === layer }) { entries.append(Entry(layer: layer)) }
    }

    /// Returns the layers that the context shows.
    func shown(in context: LayerContext) -> [any FrameDrawingLayer] {
        if entries.isEmpty { return [] }
        entries.removeAll { entry in
            guard let layer = entry.layer, layer.needs.contains(.drawsFrames) else { return true }
            return layer.live?.context !== context
        }
        return entries.compactMap(\.layer)
    }
}

extension FrameDrawingLayer {
    /// Starts or stops drawing each frame.
    package func setDrawsFrames(_ draws: Bool) {
        LayerLock.withLock {
            guard draws else {
                needs.remove(.drawsFrames)
                return
            }
            needs.insert(.drawsFrames)
            // A layer that is shown later is added by the commit that shows it.
            live?.context?.frameLayers.add(self)
        }
    }
}

extension LayerContext {
    /// Makes the layers that draw each frame draw now, on this thread. Returns whether any did.
    func drawFrameLayers(at time: Double) -> Bool {
        var hasDrawn = false
        for layer in LayerLock.withLock({ frameLayers.shown(in: self) }) where layer.drawFrame(at: time) { hasDrawn = true }
        return hasDrawn
    }
}
