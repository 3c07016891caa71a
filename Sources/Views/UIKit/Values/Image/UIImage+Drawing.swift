import QuartzCore

extension UIImage {
    final func drawWhole(in rect: CGRect, _ blendMode: CGBlendMode, _ alpha: CGFloat) {
        guard let cgImage, let context = UIGraphicsGetCurrentContext() else { return }
        let rect = rect.standardized
        guard rect.width > 0, rect.height > 0 else { return }
        context.inState {
            $0.setBlendMode(blendMode)
            $0.setAlpha(alpha)
            if traits.capInsets != nil, rect.size != size {
                drawResized(in: rect, $0)
            } else {
                Self.draw(cgImage, imageOrientation, in: rect, $0)
            }
        }
    }

    final func drawPattern(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.inState {
            $0.clip(to: rect)
            tile(rect, $0)
        }
    }

    static func draw(_ image: CGImage, _ orientation: Orientation, in rect: CGRect, _ context: CGContext) {
        context.saveGState()
        // CoreGraphics draws the first row at the largest y.
        if orientation == .up {
            context.translateBy(x: rect.minX, y: rect.maxY)
            context.scaleBy(x: 1, y: -1)
            context.draw(image, in: CGRect(origin: .zero, size: rect.size))
        } else {
            context.translateBy(x: rect.minX, y: rect.minY)
            context.scaleBy(x: rect.width, y: rect.height)
            context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1).concatenating(orientation.transform))
            context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        context.restoreGState()
    }

    /// Draws copies side by side. The copies are complete; the caller clips them.
    private func tile(_ rect: CGRect, _ context: CGContext) {
        guard let cgImage = upright().cgImage, size.width > 0, size.height > 0, rect.width / size.width * (rect.height / size.height) < 1e6
        else { return }
        var y = rect.minY
        while y < rect.maxY {
            var x = rect.minX
            while x < rect.maxX {
                Self.draw(cgImage, .up, in: CGRect(origin: CGPoint(x: x, y: y), size: size), context)
                x += size.width
            }
            y += size.height
        }
    }

    private func drawResized(in rect: CGRect, _ context: CGContext) {
        let image = upright()
        guard let pixels = image.cgImage else { return }
        let slices = ImageSlices(size: size, insets: capInsets, target: rect)
        for slice in slices.all where slice.source.width > 0 && slice.source.height > 0 && slice.target.width > 0 && slice.target.height > 0
        {
            let cut = slice.source.applying(CGAffineTransform(scaleX: scale, y: scale))
            guard let part = pixels.cropping(to: cut) else { continue }
            if traits.resizingMode == .tile, slice.target.size != slice.source.size {
                context.inState {
                    $0.clip(to: slice.target)
                    UIImage(cgImage: part, scale: scale, orientation: .up).tile(slice.target, $0)
                }
            } else {
                Self.draw(part, .up, in: slice.target, context)
            }
        }
    }

    /// A pattern color that repeats the image; nil for an empty image.
    var patternColor: CGColor? {
        let image = upright()
        guard let pixels = image.cgImage, let space = CGColorSpace(patternBaseSpace: nil) else { return nil }
        let cell = CGRect(origin: .zero, size: image.size)
        var callbacks = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, context in
                context.draw(pixels, in: cell)
            }, releaseInfo: nil)
        // The space of a view's context has y pointing downwards, which the rows of cells follow. Each cell is upright by itself.
        let flipped = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: cell.height)
        guard
            let pattern = CGPattern(
                info: nil, bounds: cell, matrix: flipped, xStep: cell.width, yStep: cell.height, tiling: .constantSpacing, isColored: true,
                callbacks: &callbacks
            )
        else { return nil }
        return CGColor(patternSpace: space, pattern: pattern, components: [1])
    }
}

extension UIColor {
    /// Creates a color that repeats an image from the origin of the filled area, with its first row on top. The color is clear for an image
    /// without pixels.
    public convenience init(patternImage image: UIImage) {
        self.init(cgColor: image.patternColor ?? CGColor(gray: 0, alpha: 0))
    }
}
