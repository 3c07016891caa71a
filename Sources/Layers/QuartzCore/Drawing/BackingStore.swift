import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Makes a layer's contents with its `draw(in:)` (Behaviour 4.7 D2 to D4, D9).
enum BackingStore {
    /// - Parameter dirty: what is to be drawn, in the layer's space; the rest stays as it was drawn last. Null is everything.
    static func renew(_ layer: CALayer, _ dirty: CGRect) {
        let bounds = layer.bounds, scale = layer.contentsScale
        guard bounds.width > 0, bounds.height > 0, scale > 0 else { return }
        let isFlipped = layer.drawsDownwards, format = LayerLock.withLock { layer.state.values.contentsFormat }
        guard let context = CGContext(size: bounds.size, scale: scale, isFlipped: isFlipped, hasHalfFloats: format == .rgba16Float) else {
            return Diagnostic.report(
                "layer.backing-size",
                "\(LayerReport.describe(layer)): \(bounds.width)x\(bounds.height) points at \(scale) pixels per point exceed the size limit of images; nothing is drawn"
            )
        }
        let pixels = CGRect(x: 0, y: 0, width: context.width, height: context.height)
        let asked = dirty.isNull ? bounds : dirty.intersection(bounds)
        let isPart = asked != bounds && !asked.isNull
        let old = isPart ? lastPicture(of: layer, context) : nil
        // Pixel for pixel. A new context fills with black.
        context.saveGState()
        context.concatenate(context.ctm.inverted())
        if let old {
            context.setBlendMode(.copy)
            context.draw(old, in: pixels)
        } else if layer.isOpaque {
            context.fill(pixels)
        }
        context.restoreGState()
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        // Whole pixels: the last column and row of a size that is no whole number of them are drawn like the others.
        if isPart {
            let drawn = context.wholePixels(asked)
            context.clip(to: drawn)
            if old != nil {
                if layer.isOpaque { context.fill(drawn) } else { context.clear(drawn) }
            }
        }
        let thread = TransactionThread.current
        thread.declined = nil
        layer.draw(in: context)
        // Neither the class nor the delegate draws.
        if thread.declined == layer.id, !context.hasDrawn { return }
        guard let image = context.takeContents(format) else { return }
        layer.contents = image
        (layer.modelLayer ?? layer).changeRare(\.backing, image)
    }

    /// What the layer drew last, where it still shows and is as large as the next picture.
    private static func lastPicture(of layer: CALayer, _ context: CGContext) -> CGImage? {
        guard let old = LayerLock.withLock({ layer.rare?.backing }), old === layer.contents as? CGImage, old.width == context.width,
            old.height == context.height
        else { return nil }
        return old
    }
}

extension CGContext {
    /// A rectangle with all of every pixel that it touches.
    fileprivate func wholePixels(_ rect: CGRect) -> CGRect {
        let device = rect.applying(ctm)
        // What rounding has left beyond a pixel's edge touches none.
        func low(_ x: CGFloat) -> CGFloat { (x + 1e-6).rounded(.down) }
        func high(_ x: CGFloat) -> CGFloat { (x - 1e-6).rounded(.up) }
        let (x, y) = (low(device.minX), low(device.minY))
        return CGRect(x: x, y: y, width: high(device.maxX) - x, height: high(device.maxY) - y).applying(ctm.inverted())
    }

    /// What was drawn, as contents of a format. The context can't be used afterwards.
    func takeContents(_ format: ContentsFormat) -> CGImage? {
        let image = takeImage()
        return format == .gray8Uint ? image?.grayed() : image
    }
}
