import AgateDiagnostics
import Foundation
import Raster

/// A drawing that can be drawn repeatedly into contexts.
///
/// It holds pixels, one for each unit of its size.
public final class CGLayer {
    /// The size in units of its context.
    public let size: CGSize

    fileprivate let drawing: CGContext

    /// Creates a layer. Returns nil, with a diagnostic, unless its sides are between 0 and 16384.
    /// - Parameters:
    ///   - context: the context into which the layer will be drawn.
    ///   - size: the size in units of the layer's own context, each a pixel.
    ///   - auxiliaryInfo: ignored.
    public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
        guard let drawing = CGContext(size: size, scale: 1, isFlipped: false) else {
            Diagnostic.report("context.unsupported", "CGLayer: the size \(size) is invalid")
            return nil
        }
        self.size = size
        self.drawing = drawing
    }

    /// The context that draws into the layer.
    public var context: CGContext? { drawing }
}

extension CGContext {
    /// Draws a layer scaled to fill a rectangle.
    public func draw(_ layer: CGLayer, in rect: CGRect) {
        let drawing = layer.drawing
        // Pixels are whole, but the layer may end between them.
        let sx = rect.width / layer.size.width, sy = rect.height / layer.size.height
        let place = CGRect(x: rect.minX, y: rect.minY, width: CGFloat(drawing.width) * sx, height: CGFloat(drawing.height) * sy)
        guard isDrawable(place, "draw(_:in:)"), place.width > 0, place.height > 0, isDrawable(state.ctm, "draw(_:in:)"), !region.isEmpty
        else { return }
        if drawing === self {
            // The content must not change while it is read.
            if let image = makeImage() { draw(image, in: place) }
        } else {
            draw(PixelView(drawing.base), in: place)
        }
    }

    /// Draws a layer with its bottom left at a point. One unit of the layer is one unit of user space.
    public func draw(_ layer: CGLayer, at point: CGPoint) {
        draw(layer, in: CGRect(origin: point, size: layer.size))
    }
}
