import AgateDiagnostics
import CText
import CoreGraphics

/// A glyph that is a picture (an emoji): its pixels, and their location at one point per em.
struct GlyphPicture: Sendable {
    let image: CGImage
    let frame: CGRect
}

/// A layer of a glyph that is made of coloured outlines, from the bottom up. A colour of nil is the text's own.
struct GlyphLayer: Sendable {
    let glyph: CGGlyph
    let color: CGColor?
}

/// The form in which a glyph of a colour font is drawn.
enum ColorGlyph: Sendable {
    case picture(GlyphPicture)
    case layers([GlyphLayer])
    case plain
}

/// A cache of recently used colour glyphs, bounded like ``OutlineCache``: 16 MiB of pixels a face.
struct PictureCache {
    private static let pixelLimit = 2 << 20
    private var young: [CGGlyph: ColorGlyph] = [:]
    private var old: [CGGlyph: ColorGlyph] = [:]
    private var pixelCount = 0

    mutating func glyph(_ glyph: CGGlyph, make: () -> ColorGlyph) -> ColorGlyph {
        if let found = young[glyph] { return found }
        let found = old[glyph] ?? make()
        if pixelCount > PictureCache.pixelLimit {
            old = young
            young = [:]
            pixelCount = 0
        }
        young[glyph] = found
        pixelCount += 64
        if case .picture(let picture) = found { pixelCount += picture.image.width * picture.image.height }
        return found
    }
}

extension FontFace {
    /// Returns the drawing of a colour font's glyph: a picture scaled from its largest strike, layers of `COLR` version 0, or the
    /// outline.
    func colorGlyph(_ glyph: CGGlyph) -> ColorGlyph {
        guard hasColorGlyphs else { return .plain }
        let found = pictures.withLock { cache in
            cache.glyph(glyph) {
                freeType.withFace { face in
                    let layers = FontFace.layers(face, glyph)
                    if !layers.isEmpty { return .layers(layers) }
                    return FontFace.picture(face, glyph).map(ColorGlyph.picture) ?? .plain
                }
            }
        }
        if case .plain = found, hasUnreadableColors {
            Diagnostic.reportOnce(
                "text.unsupported-color-glyphs", key: name(6) ?? "",
                "\(name(4) ?? "a font") has glyphs with gradients (COLR version 1) or SVG pictures, which are not supported; they are drawn in one colour"
            )
        }
        return found
    }

    private static func layers(_ face: FT_Face, _ glyph: CGGlyph) -> [GlyphLayer] {
        var iterator = FT_LayerIterator()
        iterator.p = nil
        var layerGlyph: FT_UInt = 0, colorIndex: FT_UInt = 0
        var palette: UnsafeMutablePointer<FT_Color>?
        var paletteData = FT_Palette_Data()
        guard FT_Palette_Data_Get(face, &paletteData) == 0, FT_Palette_Select(face, 0, &palette) == 0 else { return [] }
        var layers: [GlyphLayer] = []
        // A damaged file may reference a glyph thousands of times.
        while layers.count < 512, FT_Get_Color_Glyph_Layer(face, FT_UInt(glyph), &layerGlyph, &colorIndex, &iterator) != 0 {
            guard layerGlyph <= 0xFFFE else { continue }
            var color: CGColor?
            if colorIndex != 0xFFFF, let palette, colorIndex < FT_UInt(paletteData.num_palette_entries) {
                let entry = palette[Int(colorIndex)]
                color = CGColor(
                    srgbRed: CGFloat(entry.red) / 255, green: CGFloat(entry.green) / 255, blue: CGFloat(entry.blue) / 255,
                    alpha: CGFloat(entry.alpha) / 255
                )
            }
            layers.append(GlyphLayer(glyph: CGGlyph(layerGlyph), color: color))
        }
        return layers
    }

    private static func picture(_ face: FT_Face, _ glyph: CGGlyph) -> GlyphPicture? {
        let count = Int(face.pointee.num_fixed_sizes)
        guard count > 0, let sizes = face.pointee.available_sizes,
            let largest = (0..<count).max(by: { sizes[$0].y_ppem < sizes[$1].y_ppem }), sizes[largest].y_ppem > 0,
            FT_Select_Size(face, FT_Int(largest)) == 0, FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(FT_LOAD_COLOR)) == 0,
            let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_BITMAP
        else { return nil }
        let bitmap = slot.pointee.bitmap
        let width = Int(bitmap.width), height = Int(bitmap.rows), pitch = Int(bitmap.pitch)
        guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), width > 0, height > 0, pitch >= width * 4, let source = bitmap.buffer
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        for row in 0..<height {
            for column in 0..<(width * 4) { bytes[row * width * 4 + column] = source[row * pitch + column] }
        }
        guard let image = CGImage(width: width, height: height, premultipliedBGRA: bytes) else { return nil }
        let scale = 64 / Double(sizes[largest].y_ppem)
        let top = Double(slot.pointee.bitmap_top) * scale
        let frame = CGRect(
            x: Double(slot.pointee.bitmap_left) * scale, y: top - Double(height) * scale, width: Double(width) * scale,
            height: Double(height) * scale
        )
        return GlyphPicture(image: image, frame: frame)
    }
}
