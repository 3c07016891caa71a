import AgateDiagnostics
import QuartzCore

/// A symbol as lines and areas in a square of 24 units.
///
/// Apple's SF Symbols may not be used elsewhere, so these are drawn anew: the names that programs ask for most, in a plain hand. A name is
/// a base with endings, as Apple's are: `.fill`, `.circle`, `.square`, `.slash`.
struct SymbolDrawing {
    /// What a part does.
    enum Kind: Character {
        /// A line.
        case line = "l"
        /// A line that becomes an area with `.fill`.
        case outline = "o"
        /// An area.
        case area = "d"
        /// A line that is cut out with `.fill`.
        case inside = "i"
    }

    var parts: [(kind: Kind, path: CGPath)] = []
    var isFilled = false
    /// The base of a name that ends in `.circle` or `.square`, which stands inside.
    var enclosed: [(kind: Kind, path: CGPath)] = []
    var isStruckOut = false
    var isPlaceholder = false

    /// The drawing of a name; of names that there is no drawing for, a dashed square. Nil where it can't be the name of a symbol.
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

    /// Draws it in black, the square at the origin of the current context, y downwards.
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
    /// The picture of a symbol; nil where it can't be a symbol's name.
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

    // NSCache is safe on any thread.
    nonisolated(unsafe) private static let drawnSymbols = NSCache<NSString, CGImage>()

    /// A symbol in black. Cells and controls ask for theirs each time they are laid out, so it is drawn once for each look.
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

    /// Of which symbol an image is, and how it was drawn.
    struct Symbol {
        var name: String
        var look: SymbolLook
    }

    /// Whether only the shape counts: a symbol's does unless the program says otherwise.
    var showsShapeOnly: Bool { renderingMode == .alwaysTemplate || (renderingMode == .automatic && traits.symbol != nil) }

    /// The symbol drawn with a configuration over the one it has; an image that is none stays as it is.
    final func configured(_ configuration: Configuration) -> UIImage {
        guard let symbol = traits.symbol, let look = (configuration as? SymbolConfiguration)?.look,
            let made = Self.symbol(symbol.name, look.over(symbol.look))
        else { return self }
        var traits = made.1
        if renderingMode != .automatic { traits.renderingMode = renderingMode }
        return UIImage(made.0, traits)
    }
}
