import CoreText
import Foundation

/// Shaping, layout and drawing of text, with fonts that are loaded and outlines that are cached: what a program pays for each new text.
func textBenchmarks() {
    let width = 800, height = 600
    let surface = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    defer { surface.deallocate() }
    let memset = Measure.best(of: 20) { surface.initializeMemory(as: UInt8.self, repeating: 255, count: width * height * 4) }
    Measure.line("memset 800 x 600", memset, memset)

    let sentence = "The quick brown fox jumps over the lazy dog, and AVATAR waves To it; 1234 times. "
    let thousand = String(String(repeating: sentence, count: 13).prefix(1000))
    let font = CTFontCreateWithName("Liberation Sans", 15, nil)
    let string = NSAttributedString(string: thousand, attributes: [.font: font])
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 400, height: 10_000), transform: nil)
    func frame(_ string: NSAttributedString, _ path: CGPath) -> CTFrame {
        CTFramesetterCreateFrame(CTFramesetterCreateWithAttributedString(string), CFRange(), path, nil)
    }
    Measure.line("shape and lay out 1,000 characters into a frame", Measure.median(of: 50) { _ = frame(string, path) }, memset)
    Measure.line("one line of 1,000 characters", Measure.median(of: 50) { _ = CTLineCreateWithAttributedString(string) }, memset)
    let mixed = NSAttributedString(
        string: String(String(repeating: "English עברית עם English 123 العربية. ", count: 30).prefix(1000)), attributes: [.font: font]
    )
    Measure.line("shape and lay out 1,000 characters of three scripts", Measure.median(of: 20) { _ = frame(mixed, path) }, memset)
    let long = NSAttributedString(string: String(repeating: thousand, count: 100), attributes: [.font: font])
    let tall = CGPath(rect: CGRect(x: 0, y: 0, width: 400, height: 1e7), transform: nil)
    Measure.line("shape and lay out 100,000 characters", Measure.median(of: 3) { _ = frame(long, tall) }, memset)

    guard
        let context = CGContext(
            data: surface, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
        )
    else { return print("no context") }
    context.share = .max
    let page = NSAttributedString(string: String(repeating: sentence, count: 40), attributes: [.font: font])
    let laid = frame(page, CGPath(rect: CGRect(x: 10, y: 10, width: 780, height: 580), transform: nil))
    let count = CTFrameGetVisibleStringRange(laid).length
    let again = Measure.median(of: 20) { CTFrameDraw(laid, context) }
    Measure.line("draw a page of \(count) characters at 15 points, again where it was", again, memset)
    // Each time a little further, so that no glyph was drawn there before.
    let anew = Measure.median(of: 20) {
        context.translateBy(x: 0.0137, y: 0.0071)
        CTFrameDraw(laid, context)
    }
    Measure.line("the same, at places where it was not", anew, memset)
    context.setShouldSubpixelPositionFonts(true)
    context.setShouldSubpixelQuantizeFonts(true)
    let rounded = Measure.median(of: 20) {
        context.translateBy(x: 0.0137, y: 0.0071)
        CTFrameDraw(laid, context)
    }
    Measure.line("the same, places rounded to quarters of a pixel", rounded, memset)
    let glyphs = outlines(of: laid, font)
    func fill(_ body: (PlacedOutline) -> Void) -> Double { Measure.median(of: 20) { glyphs.forEach(body) } }
    let kept = fill { glyph in _ = context.fill(glyphs: [GlyphOutline(glyph.path)], color: nil, quantizes: false) { _ in glyph.place } }
    Measure.line("fill its \(glyphs.count) outlines again, their coverage kept", kept, memset)
    let filled = fill { context.paint($0.path, placed: $0.place, mode: .fill) }
    Measure.line("the same without coverage that is kept", filled, memset)
    let moved = fill { glyph in
        // Nothing is found, and all is kept.
        context.translateBy(x: 0.0000137, y: 0.0000071)
        _ = context.fill(glyphs: [GlyphOutline(glyph.path)], color: nil, quantizes: false) { _ in glyph.place }
    }
    Measure.line("the same where coverage is kept in vain", moved, memset)
    let emoji = CTLineCreateWithAttributedString(NSAttributedString(string: "😀👍🎉", attributes: [.font: font]))
    let pictures = Measure.median(of: 20) {
        context.textPosition = CGPoint(x: 10, y: 10)
        CTLineDraw(emoji, context)
    }
    Measure.line("draw three emoji at 15 points", pictures, memset)
}

private struct PlacedOutline {
    let path: CGPath
    let place: CGAffineTransform
}

/// The outlines of the glyphs of a frame in one font, each glyph's the same object.
private func outlines(of frame: CTFrame, _ font: CTFont) -> [PlacedOutline] {
    var known: [CGGlyph: CGPath] = [:], result: [PlacedOutline] = []
    let lines = CTFrameGetLines(frame) as? [CTLine] ?? []
    var origins = [CGPoint](repeating: .zero, count: lines.count)
    CTFrameGetLineOrigins(frame, CFRange(), &origins)
    for (line, origin) in zip(lines, origins) {
        for run in CTLineGetGlyphRuns(line) as? [CTRun] ?? [] {
            let count = CTRunGetGlyphCount(run)
            var glyphs = [CGGlyph](repeating: 0, count: count), positions = [CGPoint](repeating: .zero, count: count)
            CTRunGetGlyphs(run, CFRange(), &glyphs)
            CTRunGetPositions(run, CFRange(), &positions)
            for (glyph, position) in zip(glyphs, positions) {
                guard let path = known[glyph] ?? CTFontCreatePathForGlyph(font, glyph, nil) else { continue }
                known[glyph] = path
                let place = CGAffineTransform(translationX: 10 + origin.x + position.x, y: 10 + origin.y + position.y)
                result.append(PlacedOutline(path: path, place: place))
            }
        }
    }
    return result
}
