import AgateDiagnostics
import QuartzCore

/// A symbol as lines and areas in a square of 24 units.
///
/// Apple's SF Symbols may not be used on other platforms. These are Agate's own plain drawings of the most common names. As with Apple's, a
/// name is a base with suffixes: `.fill`, `.circle`, `.square`, `.slash`.
struct SymbolDrawing {
    /// The kind of a part.
    enum Kind: Character {
        /// A line.
        case line = "l"
        /// A line that becomes an area for `.fill`.
        case outline = "o"
        /// An area.
        case area = "d"
        /// A line that is cut out for `.fill`.
        case inside = "i"
    }

    var parts: [(kind: Kind, path: CGPath)] = []
    var isFilled = false
    /// The drawing inside the frame, for a name that ends in `.circle` or `.square`.
    var enclosed: [(kind: Kind, path: CGPath)] = []
    var isStruckOut = false
    var isPlaceholder = false

    /// Creates the drawing of a name; a dashed square for a name without one. Returns nil if the name can't be that of a symbol.
    init?(_ name: String) {
        let letters = name.utf8
        guard !letters.isEmpty, letters.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: ".") }) else {
            return nil
        }
        if let whole = Self.parts(of: name) {
            parts = whole
            return
        }
        var rest = Substring(name)
        func take(_ ending: String) -> Bool {
            guard rest.hasSuffix(ending) else { return false }
            rest.removeLast(ending.count)
            return true
        }
        isFilled = take(".fill")
        isStruckOut = take(".slash")
        if !isFilled { isFilled = take(".fill") }
        if let base = Self.parts(of: String(rest)) {
            parts = base
            return
        }
        let frame = take(".circle") ? "circle" : take(".square") ? "square" : nil
        if let frame, let base = Self.parts(of: String(rest)), let around = Self.parts(of: frame) {
            (parts, enclosed) = (around, base)
            return
        }
        (isFilled, isStruckOut, isPlaceholder) = (false, false, true)
        parts = Self.parts(of: "square") ?? []
    }

    private static func parts(of name: String) -> [(kind: Kind, path: CGPath)]? {
        guard let text = SymbolTable.drawings[name] else { return nil }
        return text.split(separator: "|").compactMap { part in
            guard let kind = part.first.flatMap(Kind.init), let path = CGPath(svg: String(part.dropFirst())) else { return nil }
            return (kind, path)
        }
    }

    /// Draws the symbol in black. Its square is at the origin of the current context, with y pointing downwards.
    func draw(_ look: SymbolLook, in context: CGContext) {
        let scale = look.height / 24
        context.saveGState()
        context.scaleBy(x: scale, y: scale)
        context.setLineCap(.round)
        context.setLineJoin(.round)
        context.setLineWidth(look.lineWidth)
        context.setFillColor(UIColor.black.cgColor)
        context.setStrokeColor(UIColor.black.cgColor)
        if isPlaceholder { context.setLineDash(phase: 0, lengths: [3, 3.2]) }
        draw(parts, isCutOut: false, context)
        if !enclosed.isEmpty {
            context.translateBy(x: 12, y: 12)
            context.scaleBy(x: 0.56, y: 0.56)
            context.translateBy(x: -12, y: -12)
            context.setLineWidth(look.lineWidth / 0.62)
            draw(enclosed, isCutOut: isFilled, context)
        }
        if isStruckOut {
            let slash = CGMutablePath()
            slash.move(to: CGPoint(x: 4, y: 4))
            slash.addLine(to: CGPoint(x: 20, y: 20))
            context.setBlendMode(.clear)
            context.setLineWidth(look.lineWidth * 3)
            context.addPath(slash)
            context.strokePath()
            context.setBlendMode(.normal)
            context.setLineWidth(look.lineWidth)
            context.addPath(slash)
            context.strokePath()
        }
        context.restoreGState()
    }

    private func draw(_ parts: [(kind: Kind, path: CGPath)], isCutOut: Bool, _ context: CGContext) {
        for (kind, path) in parts {
            context.setBlendMode(isCutOut || (isFilled && kind == .inside) ? .clear : .normal)
            if kind == .area || (kind == .outline && isFilled && !isCutOut) {
                context.addPath(path)
                context.fillPath()
            }
            if kind != .area {
                context.addPath(path)
                context.strokePath()
            }
        }
        context.setBlendMode(.normal)
    }
}

extension UIImage {
    /// Returns the picture of a symbol; nil if the name can't be that of a symbol.
    static func symbol(_ name: String, _ look: SymbolLook) -> (CGImage?, Traits)? {
        guard let drawing = SymbolDrawing(name) else { return nil }
        if drawing.isPlaceholder {
            Diagnostic.reportOnce(
                "image.no-symbol", key: name,
                "UIImage(systemName: \"\(name)\"): this symbol is not available; a dashed square is drawn")
        }
        let scale = UITraitCollection.current.usableScale
        let picture = drawn(drawing, name, look, scale)
        var traits = Traits(scale: scale)
        traits.symbol = Symbol(name: name, look: look)
        guard let color = look.color else { return (picture, traits) }
        traits.renderingMode = .alwaysOriginal
        return (picture?.tinted(color.cgColor), traits)
    }

    // NSCache is thread-safe.
    nonisolated(unsafe) private static let drawnSymbols = NSCache<NSString, CGImage>()

    /// Returns a symbol in black. Cells and controls request their symbols in each layout, so each look is drawn only once.
    private static func drawn(_ drawing: SymbolDrawing, _ name: String, _ look: SymbolLook, _ scale: CGFloat) -> CGImage? {
        let key = "\(name)|\(look.height)|\(look.lineWidth)|\(scale)" as NSString
        if let known = drawnSymbols.object(forKey: key) { return known }
        let side = look.height.rounded(.up), format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let image = UIGraphicsImageRenderer(size: CGSize(width: side, height: side), format: format).image {
            drawing.draw(look, in: $0.cgContext)
        }
        guard let picture = image.cgImage else { return nil }
        drawnSymbols.setObject(picture, forKey: key)
        return picture
    }

    /// The name and look of a symbol.
    struct Symbol {
        var name: String
        var look: SymbolLook
    }

    /// True if only the image's shape is used. By default, this applies to symbols.
    var showsShapeOnly: Bool { renderingMode == .alwaysTemplate || (renderingMode == .automatic && traits.symbol != nil) }

    /// Returns the symbol with a configuration that takes precedence over its own. Other images are returned unchanged.
    final func configured(_ configuration: Configuration) -> UIImage {
        guard let symbol = traits.symbol, let look = (configuration as? SymbolConfiguration)?.look,
            let made = Self.symbol(symbol.name, look.over(symbol.look))
        else { return self }
        var traits = made.1
        if renderingMode != .automatic { traits.renderingMode = renderingMode }
        return UIImage(made.0, traits)
    }
}
