import CoreGraphics

/// A layer that draws each frame anew on its own thread, for the time that the frame shows.
package protocol FrameDrawingLayer: CALayer {
    /// Draws for a media time; hosts that make frames on demand call it before each of them. Answers whether anything was drawn.
    func drawFrame(at time: Double) -> Bool
}

/// Those of a context. Under the layers' lock.
final class FrameDrawingLayers {
    private struct Entry { weak var layer: (any FrameDrawingLayer)? }
    private var entries: [Entry] = []

    func add(_ layer: any FrameDrawingLayer) {
        if !entries.contains(where: { $0.layer === layer }) { entries.append(Entry(layer: layer)) }
    }

    /// Those that the context shows.
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
    /// Begins or ends to draw each frame.
    package func setDrawsFrames(_ draws: Bool) {
        LayerLock.withLock {
            guard draws else {
                needs.remove(.drawsFrames)
                return
            }
            needs.insert(.drawsFrames)
            // One that is shown later is noted by the commit that shows it.
            live?.context?.frameLayers.add(self)
        }
    }
}

extension LayerContext {
    /// Has the layers that draw each frame do so, here and now. Answers whether any did.
    func drawFrameLayers(at time: Double) -> Bool {
        var hasDrawn = false
        for layer in LayerLock.withLock({ frameLayers.shown(in: self) }) where layer.drawFrame(at: time) { hasDrawn = true }
        return hasDrawn
    }
}
