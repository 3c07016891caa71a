import CoreText
import Raster
import TestSupport
import XCTest

@testable import CoreGraphics

/// Text whose glyphs were drawn before is drawn from kept coverage, which must not be seen.
final class GlyphCoverageTests: XCTestCase {
    private func picture(_ draw: (CGContext) throws -> Void) throws -> CGImage {
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: 240, height: 60, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.setFillColor(.white)
        context.fill(CGRect(x: 0, y: 0, width: 240, height: 60))
        try draw(context)
        return try XCTUnwrap(context.makeImage())
    }

    private func draw(_ font: CTFont, at p: CGPoint, in context: CGContext) {
        context.textPosition = p
        CTLineDraw(
            line("Kept glyphs, 0123456789 äß", font, [.foregroundColor: CGColor(red: 0.1, green: 0, blue: 0.4, alpha: 0.8)]), context)
    }

    func testDrawnAgainIsTheSame() throws {
        let font = try TestFont.liberation("LiberationSerif", 17)
        let once = try picture { draw(font, at: CGPoint(x: 3.3, y: 20.7), in: $0) }
        for _ in 0..<3 { assertPicturesEqual(try picture { draw(font, at: CGPoint(x: 3.3, y: 20.7), in: $0) }, once, tolerance: 0) }
        // Clipped, over the edge, and turned.
        for turn in [0, 0.1] as [CGFloat] {
            func part(_ context: CGContext) {
                context.clip(to: CGRect(x: 20.5, y: 10, width: 100, height: 30))
                context.rotate(by: turn)
                draw(font, at: CGPoint(x: -20.25, y: 20), in: context)
            }
            let first = try picture(part)
            assertPicturesEqual(try picture(part), first, tolerance: 0)
        }
    }

    func testKeptCoverageIsThatOfTheOutline() throws {
        let font = try TestFont.liberation("LiberationSerif", 31)
        let kept = try picture { draw(font, at: CGPoint(x: 3.3, y: 20.7), in: $0) }
        // A shadow that does not show sends glyphs the long way.
        let filled = try picture { context in
            context.setShadow(offset: CGSize(width: 10_000, height: 0), blur: 0, color: .black)
            draw(font, at: CGPoint(x: 3.3, y: 20.7), in: context)
        }
        assertPicturesEqual(kept, filled, tolerance: 1)
    }

    func testQuantisedPlaces() throws {
        let font = try TestFont.liberation("LiberationSans", 17)
        func quantised(_ p: CGPoint, allowed: Bool = true) throws -> CGImage {
            try picture { context in
                context.setFillColor(.black)
                context.setAllowsFontSubpixelQuantization(allowed)
                context.setShouldSubpixelPositionFonts(true)
                context.setShouldSubpixelQuantizeFonts(true)
                let glyph = CTFontGetGlyphWithName(font, "K" as CFString)
                withUnsafePointer(to: glyph) { glyph in withUnsafePointer(to: p) { CTFontDrawGlyphs(font, glyph, $0, 1, context) } }
            }
        }
        // Within an eighth of a pixel of a quarter, and half a pixel of a row.
        let at = try quantised(CGPoint(x: 10.25, y: 20))
        for p in [CGPoint(x: 10.14, y: 20.4), CGPoint(x: 10.36, y: 19.6)] { assertPicturesEqual(try quantised(p), at, tolerance: 0) }
        XCTAssertGreaterThan(difference(try quantised(CGPoint(x: 10.14, y: 20.4), allowed: false), at).max, 20)
        XCTAssertGreaterThan(difference(try quantised(CGPoint(x: 10.5, y: 20)), at).max, 20)
        XCTAssertGreaterThan(difference(try quantised(CGPoint(x: 10.25, y: 21)), at).max, 20)
    }

    func testKeptWhenSeenTwice() throws {
        let raster = Rasterizer(), cache = GlyphCoverage()
        let path = CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 11, height: 17), transform: nil)
        let masks = try (0..<4).map { _ in try XCTUnwrap(cache.mask(of: path, Affine(1, 0, 0, 1, 0.3, 0.6), raster)) }
        XCTAssertFalse(masks[0] === masks[1])
        XCTAssertTrue(masks[2] === masks[3], "kept")
        XCTAssertLessThan(masks[2].stride * masks[2].bounds.height, 400, "no page for a small glyph")
        for mask in masks {
            XCTAssertEqual(mask.bounds, masks[0].bounds)
            for y in Int(mask.bounds.y0) - 1...Int(mask.bounds.y1) {
                for x in Int(mask.bounds.x0) - 1...Int(mask.bounds.x1) {
                    XCTAssertEqual(mask.coverage(x: x, y: y), masks[0].coverage(x: x, y: y))
                }
            }
        }
    }

    func testMemoryHasAnEnd() throws {
        let raster = Rasterizer()
        let cache = GlyphCoverage()
        let path = CGPath(ellipseIn: CGRect(x: 0, y: -60, width: 50, height: 60), transform: nil)
        for i in 0..<10_000 {
            let t = Affine(1, 0, 0, 1, Double(i % 4096) / 4096, Double(i / 4096) / 8)
            for _ in 0..<2 { XCTAssertNotNil(cache.mask(of: path, t, raster)) }
        }
        XCTAssertGreaterThan(cache.bytes, 4 << 20)
        XCTAssertLessThan(cache.bytes, 18 << 20)
        XCTAssertNil(cache.mask(of: path, Affine(3, 0, 0, 3, 0, 0), raster), "too large to keep")
    }

    /// A glyph outside the clip is neither filled nor kept; once it is visible, it is.
    func testGlyphsOutsideTheClipAreNotFilled() throws {
        let path = CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 11, height: 17), transform: nil)
        let context = try XCTUnwrap(CGContext(size: CGSize(width: 40, height: 40), scale: 1, isFlipped: false))
        func fill() -> Bool {
            context.fill(glyphs: [GlyphOutline(path)], color: .black, quantizes: false) { _ in
                CGAffineTransform(translationX: 0.123456, y: 0)
            }
        }
        let before = GlyphCoverage.shared.bytes
        context.saveGState()
        context.clip(to: CGRect(x: 20, y: 20, width: 10, height: 10))
        for _ in 0..<3 { XCTAssertTrue(fill()) }
        XCTAssertEqual(GlyphCoverage.shared.bytes, before)
        context.restoreGState()
        for _ in 0..<3 { XCTAssertTrue(fill()) }
        XCTAssertGreaterThan(GlyphCoverage.shared.bytes, before)
    }
}

extension GlyphCoverage {
    /// Returns the coverage of one glyph; nil if it is too large.
    fileprivate func mask(of path: CGPath, _ t: Affine, _ raster: Rasterizer) -> MaskBuffer? {
        var glyphs = [Wanted(path, t, Figure.bounds(path.boundingBox, t), 0, 0, index: 0)]
        find(&glyphs)
        return glyphs[0].isLarge ? nil : mask(of: glyphs[0], raster)
    }
}
