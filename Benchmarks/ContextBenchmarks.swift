import CoreGraphics
import Foundation
import Raster

/// What drawing through a CGContext costs over the rasteriser that it draws with.
func contextBenchmarks() {
    guard let context = CGContext(width: 1920, height: 1080, ctm: .identity) else { return }
    context.share = .max
    let surface = Surface(width: 1920, height: 1080)
    let clip = Clip(surface.bounds)
    let raster = Rasterizer()
    let clear = Measure.best(of: 40) { memset(surface.pixels, 0x55, surface.stride * surface.height * 4) }
    Measure.line("memset of 1920x1080", clear, clear)

    var random = SteadyRandom(state: 5)
    let boxes = (0..<10_000).map { _ in CGRect(x: random.next() * 1870, y: random.next() * 1030, width: 40, height: 40) }
    let color = CGColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 0.5)
    context.setFillColor(color)
    let pixel = PixelMath.premultiplied(color.rgba)
    Measure.line("10,000 boxes of 40x40, context", Measure.best(of: 7) { for b in boxes { context.fill(b) } }, clear)
    let direct = Measure.best(of: 7) {
        for b in boxes { raster.fillRoundedRect(surface, clip, RoundedRect(b.minX, 1080 - b.maxY, b.maxX, 1080 - b.minY), color: pixel) }
    }
    Measure.line("10,000 boxes of 40x40, rasteriser", direct, clear)

    let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 90, height: 90), transform: nil)
    Measure.line(
        "1000 circles of 90 px, context",
        Measure.best(of: 5) {
            for i in 0..<1000 { context.fillEllipse(in: CGRect(x: Double(i % 40) * 45.3, y: Double(i / 40) * 38.7, width: 90, height: 90)) }
        }, clear)
    Measure.line(
        "1000 circles of 90 px, rasteriser",
        Measure.best(of: 5) {
            for i in 0..<1000 {
                circle.withView {
                    raster.fillPath(
                        surface, clip, $0, transform: Affine(1, 0, 0, 1, Double(i % 40) * 45.3, Double(i / 40) * 38.7), paint: .solid(pixel)
                    )
                }
            }
        }, clear)
    context.setLineWidth(4)
    Measure.line(
        "1000 stroked circles, context",
        Measure.best(of: 5) {
            for i in 0..<1000 {
                context.strokeEllipse(in: CGRect(x: Double(i % 40) * 45.3, y: Double(i / 40) * 38.7, width: 90, height: 90))
            }
        }, clear)
    Measure.line(
        "1000 stroked circles, rasteriser",
        Measure.best(of: 5) {
            for i in 0..<1000 {
                circle.withView {
                    raster.strokePath(
                        surface, clip, $0, transform: Affine(1, 0, 0, 1, Double(i % 40) * 45.3, Double(i / 40) * 38.7),
                        style: StrokeStyle(width: 4), paint: .solid(0xff00_0000))
                }
            }
        }, clear)
    pictures(context, clear)
}

private func pictures(_ context: CGContext, _ clear: Double) {
    let colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)] as CFArray
    let all = CGRect(x: 0, y: 0, width: 1920, height: 1080)
    if let gradient = CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors, locations: nil) {
        Measure.line(
            "1080p linear gradient",
            Measure.best(of: 5) {
                context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 1920, y: 500), options: [])
            }, clear)
        Measure.line(
            "1080p radial gradient",
            Measure.best(of: 5) {
                context.drawRadialGradient(
                    gradient, startCenter: CGPoint(x: 900, y: 500), startRadius: 0, endCenter: CGPoint(x: 900, y: 500), endRadius: 800,
                    options: .drawsAfterEndLocation)
            }, clear)
    }
    guard let image = context.makeImage() else { return }
    let mask = context.makeImage() ?? image
    let opaque = CGContext(width: 1920, height: 1080, ctm: .identity)
    opaque?.share = .max
    opaque?.setFillColor(CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.7))
    Measure.line(
        "1080p fill through clip(to:mask:)",
        Measure.best(of: 9) {
            opaque?.saveGState()
            opaque?.clip(to: all, mask: mask)
            opaque?.fill(all)
            opaque?.restoreGState()
        }, clear)
    let target = Surface(width: 1920, height: 1080), coverage = MaskBuffer(alphaOf: target), raster = Rasterizer()
    coverage.fill(120)
    Measure.line(
        "  the bound: that fill through coverage that is there",
        Measure.best(of: 9) {
            raster.fill(target, Clip(target.bounds, mask: coverage), target.bounds, paint: .solid(0xb222_4466))
        }, clear)
    Measure.line("makeImage of 1080p", Measure.best(of: 5) { _ = context.makeImage() }, clear)
    Measure.line("1080p image, 1:1", Measure.best(of: 5) { context.draw(image, in: all) }, clear)
    Measure.line(
        "1080p image into 960x540, default (cubic)",
        Measure.best(of: 3) {
            context.draw(image, in: CGRect(x: 0, y: 0, width: 960, height: 540))
        }, clear)
    context.interpolationQuality = .low
    Measure.line(
        "1080p image into 960x540, low", Measure.best(of: 3) { context.draw(image, in: CGRect(x: 0, y: 0, width: 960, height: 540)) }, clear
    )
    Measure.line(
        "1080p transparency layer",
        Measure.best(of: 3) {
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            context.endTransparencyLayer()
        }, clear)
    context.setShadow(offset: CGSize(width: 4, height: -4), blur: 10)
    Measure.line(
        "100 boxes of 200x200 with a shadow of blur 10",
        Measure.best(of: 3) {
            for i in 0..<100 { context.fill(CGRect(x: i % 10 * 170, y: i / 10 * 80, width: 200, height: 200)) }
        }, clear)
}
