import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Draws a layer's contents with its `draw(in:)` (Behaviour 4.7 D2 to D4, D9).
enum BackingStore {
    /// - Parameter dirty: the part to draw, in the layer's space; the rest keeps its last drawing. Null is everything.
    static func renew(_ layer: CALayer, _ dirty: CGRect) {
        let bounds = layer.bounds, scale = layer.contentsScale
        guard bounds.width > 0, bounds.height > 0, scale > 0 else { return }
        let isFlipped = layer.drawsDownwards, format = LayerLock.withLock { layer.state.values.contentsFormat }
        let text = longText(of: layer, scale, format)
        if let text, shows(text.look, layer) { return }
        if let text, dirty.isNull || dirty.contains(bounds), let image = text.drawing.deferredImage(text.look, bounds.size) {
            return show(image, layer, text.look)
        }
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
        // In pixel coordinates. A new context fills with black.
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
        // Whole pixels: if the size is not a whole number of pixels, the last column and row are drawn like the others.
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
        show(isPart ? image : packed(image), layer, isPart ? nil : text?.look)
    }

    /// The numbers of pixels for which a drawing of one colour, such as a label's, is packed. Packing a smaller drawing saves nothing; a
    /// larger one takes too long to expand in each frame.
    private static let packedSizes = 1 << 9...1 << 13

    private static func packed(_ image: CGImage) -> CGImage {
        packedSizes.contains(image.width * image.height) ? image.packedIfPossible() : image
    }

    /// - Parameter look: what the image shows, if it is known.
    private static func show(_ image: CGImage, _ layer: CALayer, _ look: TextLook?) {
        layer.contents = image
        let model = layer.modelLayer ?? layer
        model.changeRare(\.backing, image) { model.rare?.text?.drawn = look }
    }

    /// Returns what a text layer with a long text draws, if nothing else determines its drawing.
    private static func longText(
        of layer: CALayer, _ scale: CGFloat, _ format: ContentsFormat
    ) -> (drawing: TextDrawing, look: TextLook)? {
        guard type(of: layer) == CATextLayer.self, let layer = layer as? CATextLayer, let text = layer.string as? String,
            TextDrawing.isLong(text)
        else { return nil }
        let drawing = TextDrawing(layer)
        return drawing.look(scale: scale, isOpaque: layer.isOpaque, format: format).map { (drawing, $0) }
    }

    /// Returns whether the layer's contents are the drawing of a look.
    private static func shows(_ look: TextLook, _ layer: CALayer) -> Bool {
        let model = layer.modelLayer ?? layer
        let (drawn, backing) = LayerLock.withLock { (model.rare?.text?.drawn, model.rare?.backing) }
        guard let backing, drawn == look else { return false }
        return model.contents as? CGImage === backing
    }

    /// Returns the layer's last drawing, if it is still shown and has the size of the next one.
    private static func lastPicture(of layer: CALayer, _ context: CGContext) -> CGImage? {
        guard let old = LayerLock.withLock({ layer.rare?.backing }), old === layer.contents as? CGImage, old.width == context.width,
            old.height == context.height
        else { return nil }
        return old
    }
}

extension CGContext {
    /// Returns the smallest rectangle of whole pixels that covers all pixels a rectangle touches.
    fileprivate func wholePixels(_ rect: CGRect) -> CGRect {
        let device = rect.applying(ctm)
        // A rounding error beyond a pixel's edge does not count as touching the pixel.
        func low(_ x: CGFloat) -> CGFloat { (x + 1e-6).rounded(.down) }
        func high(_ x: CGFloat) -> CGFloat { (x - 1e-6).rounded(.up) }
        let (x, y) = (low(device.minX), low(device.minY))
        return CGRect(x: x, y: y, width: high(device.maxX) - x, height: high(device.maxY) - y).applying(ctm.inverted())
    }

    /// Returns the drawing as contents of a format. The context can't be used afterwards.
    func takeContents(_ format: ContentsFormat) -> CGImage? {
        let image = takeImage()
        return format == .gray8Uint ? image?.grayed() : image
    }
}
