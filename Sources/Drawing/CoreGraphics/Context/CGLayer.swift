import AgateDiagnostics
import Foundation
import Raster

/// A drawing kept to be drawn again and again into contexts.
///
/// It holds pixels: one a unit of its size.
public final class CGLayer {
    /// The size in units of its context.
    public let size: CGSize

    fileprivate let drawing: CGContext

    /// A layer. Nil, with a diagnostic, unless its sides are between 0 and 16384.
    /// - Parameters:
    ///   - context: what it will be drawn into.
    ///   - size: in units of its own context, each a pixel.
    ///   - auxiliaryInfo: ignored.
    public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
        guard let drawing = CGContext(size: size, scale: 1, isFlipped: false) else {
            Diagnostic.report("context.unsupported", "CGLayer: the size \(size) is invalid")
            return nil
        }
        self.size = size
        self.drawing = drawing
    }

    /// What draws into the layer.
    public var context: CGContext? { drawing }
}

extension CGContext {
    /// Draws a layer scaled to fill a rectangle.
    public func draw(_ layer: CGLayer, in rect: CGRect) {
        let drawing = layer.drawing
        // Pixels are whole; the layer may end between them.
        let sx = rect.width / layer.size.width, sy = rect.height / layer.size.height
        let place = CGRect(x: rect.minX, y: rect.minY, width: CGFloat(drawing.width) * sx, height: CGFloat(drawing.height) * sy)
        guard isDrawable(place, "draw(_:in:)"), place.width > 0, place.height > 0, isDrawable(state.ctm, "draw(_:in:)"), !region.isEmpty
        else { return }
        if drawing === self {
            // What is drawn must not change while it is read.
            if let image = makeImage() { draw(image, in: place) }
        } else {
            draw(PixelView(drawing.base), in: place)
        }
    }

    /// Draws a layer with its bottom left at a point, one unit of it a unit of user space.
    public func draw(_ layer: CGLayer, at point: CGPoint) {
        draw(layer, in: CGRect(origin: point, size: layer.size))
    }
}
