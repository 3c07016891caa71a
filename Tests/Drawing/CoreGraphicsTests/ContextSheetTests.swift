import CoreGraphics
import Foundation
import TestSupport
import XCTest

/// One picture a feature.
final class ContextSheetTests: XCTestCase {
    private func star(_ center: CGPoint, _ radius: CGFloat) -> CGPath {
        let path = CGMutablePath()
        for i in 0..<5 {
            let angle = CGFloat(i) * 4 * .pi / 5 + .pi / 2
            let p = CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
            if i == 0 { path.move(to: p) } else { path.addLine(to: p) }
        }
        path.closeSubpath()
        return path
    }

    /// Where outlines cross inside a pixel the rasteriser samples its coverage: a few such pixels may be off by a sixteenth of a
    /// colour's way.
    private let crossings = 8

    private func finish(_ c: CGContext, _ name: String, tolerance: Int = 2) throws {
        assertGolden(try XCTUnwrap(c.makeImage()), name, tolerance: tolerance)
    }

    func testPaths() throws {
        let c = makeSheet(240, 180)
        let zigzag = [CGPoint(x: 10, y: 15), CGPoint(x: 25, y: 45), CGPoint(x: 35, y: 15), CGPoint(x: 50, y: 40)]
        c.setFillColor(rgb(0.1, 0.4, 0.8))
        c.setStrokeColor(rgb(0.8, 0.2, 0.1))
        c.grid(
            60, 4,
            [
                {
                    $0.addPath(self.star(CGPoint(x: 30, y: 30), 27)); $0.fillPath()
                },
                {
                    $0.addPath(self.star(CGPoint(x: 30, y: 30), 27)); $0.fillPath(using: .evenOdd)
                },
                {
                    $0.addPath(self.star(CGPoint(x: 30, y: 30), 24)); $0.setLineWidth(3); $0.drawPath(using: .eoFillStroke)
                },
                {
                    $0.fillEllipse(in: CGRect(x: 5, y: 15, width: 50, height: 30)); $0.setLineWidth(4);
                    $0.strokeEllipse(in: CGRect(x: 5, y: 15, width: 50, height: 30))
                },
                {
                    $0.setLineWidth(8); $0.addLines(between: zigzag); $0.strokePath()
                },
                {
                    $0.setLineWidth(8); $0.setLineCap(.round); $0.setLineJoin(.round); $0.addLines(between: zigzag); $0.strokePath()
                },
                {
                    $0.setLineWidth(8); $0.setLineCap(.square); $0.setLineJoin(.bevel); $0.addLines(between: zigzag); $0.strokePath()
                },
                {
                    $0.setLineWidth(4); $0.setLineDash(phase: 3, lengths: [12, 4, 2, 4]);
                    $0.stroke(CGRect(x: 6.5, y: 6.5, width: 47, height: 47))
                },
                {
                    $0.move(to: CGPoint(x: 30, y: 30))
                    $0.addArc(center: CGPoint(x: 30, y: 30), radius: 25, startAngle: 0.5, endAngle: 5.5, clockwise: false)
                    $0.closePath()
                    $0.fillPath()
                },
                {
                    $0.move(to: CGPoint(x: 5, y: 5))
                    $0.addArc(tangent1End: CGPoint(x: 55, y: 5), tangent2End: CGPoint(x: 55, y: 55), radius: 25)
                    $0.addQuadCurve(to: CGPoint(x: 5, y: 30), control: CGPoint(x: 30, y: 80))
                    $0.setLineWidth(2)
                    $0.strokePath()
                },
                {
                    $0.rotate(by: 0.3)
                    $0.scaleBy(x: 1, y: 0.4)
                    $0.setLineWidth(6)
                    $0.stroke(CGRect(x: 20, y: 20, width: 30, height: 60))
                },
                {
                    $0.setShouldAntialias(false)
                    $0.fillEllipse(in: CGRect(x: 5, y: 5, width: 50, height: 50))
                    $0.strokeLineSegments(between: [
                        CGPoint(x: 5, y: 5), CGPoint(x: 55, y: 50), CGPoint(x: 5, y: 50), CGPoint(x: 55, y: 15),
                    ])
                },
            ])
        try finish(c, "context-paths", tolerance: crossings)
    }

    func testClips() throws {
        let c = makeSheet(240, 120)
        let fan = CGImage.fan(32)
        c.setFillColor(rgb(0.1, 0.5, 0.3))
        let all = CGRect(x: 0, y: 0, width: 60, height: 60)
        c.grid(
            60, 4,
            [
                {
                    $0.clip(to: CGRect(x: 5.5, y: 5.5, width: 40.25, height: 40.25)); $0.fill(all)
                },
                {
                    $0.addEllipse(in: all.insetBy(dx: 5, dy: 5)); $0.clip(); $0.clip(to: CGRect(x: 20, y: 0, width: 40, height: 60));
                    $0.fill(all)
                },
                {
                    $0.addPath(self.star(CGPoint(x: 30, y: 30), 27)); $0.clip(using: .evenOdd); $0.fill(all)
                },
                {
                    $0.translateBy(x: 30, y: 5); $0.rotate(by: 0.6); $0.clip(to: CGRect(x: 0, y: 0, width: 40, height: 30));
                    $0.fill(CGRect(x: -60, y: -60, width: 150, height: 150))
                },
                {
                    $0.clip(to: all.insetBy(dx: 5, dy: 5), mask: fan); $0.fill(all)
                },
                {
                    $0.translateBy(x: 30, y: 5); $0.rotate(by: 0.6); $0.clip(to: CGRect(x: 0, y: 0, width: 36, height: 36), mask: fan);
                    $0.fill(CGRect(x: -60, y: -60, width: 150, height: 150))
                },
                {
                    $0.clip(to: [CGRect(x: 5, y: 5, width: 30, height: 30), CGRect(x: 25, y: 25, width: 30, height: 30)]); $0.fill(all)
                },
                {
                    $0.setShouldAntialias(false); $0.addEllipse(in: all.insetBy(dx: 5, dy: 5)); $0.clip(); $0.fill(all)
                },
            ])
        try finish(c, "context-clips", tolerance: crossings)
    }

    func testShadowsAndLayers() throws {
        let c = makeSheet(240, 180)
        let box = CGRect(x: 14, y: 18, width: 30, height: 26)
        func shadow(_ c: CGContext) { c.setShadow(offset: CGSize(width: 4, height: -4), blur: 6, color: rgb(0, 0, 0, 0.6)) }
        func pair(_ c: CGContext) {
            c.setFillColor(rgb(0.9, 0.3, 0.2))
            c.fill(CGRect(x: 12, y: 24, width: 24, height: 24))
            c.setFillColor(rgb(0.2, 0.4, 0.9))
            c.fillEllipse(in: CGRect(x: 22, y: 12, width: 28, height: 28))
        }
        c.setFillColor(rgb(0.9, 0.7, 0.2))
        c.grid(
            60, 4,
            [
                {
                    shadow($0); $0.fill(box)
                },
                {
                    shadow($0); $0.setAlpha(0.5); $0.fill(box)
                },
                {
                    shadow($0); $0.scaleBy(x: 0.5, y: 0.5); $0.rotate(by: 0.4); $0.fill(CGRect(x: 50, y: 14, width: 50, height: 50))
                },
                {
                    shadow($0); $0.setLineWidth(4); $0.strokeEllipse(in: box)
                },
                {
                    shadow($0); $0.clip(to: CGRect(x: 0, y: 0, width: 42, height: 60)); $0.fill(box)
                },
                {
                    shadow($0); $0.draw(makePicture(), in: box)
                },
                {
                    shadow($0); pair($0)
                },
                {
                    shadow($0); $0.beginTransparencyLayer(auxiliaryInfo: nil); pair($0); $0.endTransparencyLayer()
                },
                {
                    $0.setAlpha(0.5); pair($0)
                },
                {
                    $0.setAlpha(0.5); $0.beginTransparencyLayer(auxiliaryInfo: nil); pair($0); $0.endTransparencyLayer()
                },
                {
                    shadow($0); $0.setAlpha(0.5);
                    $0.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 44, height: 60), auxiliaryInfo: nil); pair($0);
                    $0.endTransparencyLayer()
                },
                {
                    $0.beginTransparencyLayer(auxiliaryInfo: nil)
                    pair($0)
                    $0.setBlendMode(.destinationOut)
                    $0.beginTransparencyLayer(auxiliaryInfo: nil)
                    $0.fillEllipse(in: CGRect(x: 25, y: 25, width: 14, height: 14))
                    $0.endTransparencyLayer()
                    $0.endTransparencyLayer()
                },
            ])
        try finish(c, "context-shadows-layers")
    }

    func testImages() throws {
        let c = makeSheet(240, 180)
        let small = makePicture(), large = CGImage.rings(160)
        let box = CGRect(x: 5, y: 5, width: 50, height: 50)
        func scaled(_ image: CGImage, _ quality: CGInterpolationQuality) -> (CGContext) -> Void {
            {
                $0.interpolationQuality = quality; $0.draw(image, in: box)
            }
        }
        c.setFillColor(rgb(0.6, 0.1, 0.5))
        c.grid(
            60, 4,
            [
                scaled(small, .none), scaled(small, .low), scaled(small, .default), scaled(small, .high),
                scaled(large, .none), scaled(large, .low), scaled(large, .medium), scaled(large, .high),
                {
                    $0.translateBy(x: 30, y: 2); $0.rotate(by: 0.7); $0.draw(large, in: CGRect(x: 0, y: 0, width: 38, height: 38))
                },
                {
                    $0.translateBy(x: 0, y: 60); $0.scaleBy(x: 1, y: -1); $0.draw(small, in: box)
                },
                { $0.draw(CGImage.stencil(), in: box) },
                {
                    $0.clip(to: box); $0.draw(small, in: CGRect(x: 10, y: 10, width: 16, height: 16), byTiling: true)
                },
            ])
        try finish(c, "context-images")
    }

    func testGradients() throws {
        let c = makeSheet(240, 180)
        let space = CGColorSpaceCreateDeviceRGB()
        let colors = [rgb(1, 0, 0), rgb(1, 1, 0, 0.8), rgb(0, 0.2, 1)] as CFArray
        let g = try XCTUnwrap(CGGradient(colorsSpace: space, colors: colors, locations: [0, 0.3, 1]))
        let both: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
        let box = CGRect(x: 3, y: 3, width: 54, height: 54)
        func linear(_ options: CGGradientDrawingOptions) -> (CGContext) -> Void {
            {
                $0.clip(to: box); $0.drawLinearGradient(g, start: CGPoint(x: 15, y: 20), end: CGPoint(x: 45, y: 35), options: options)
            }
        }
        func radial(_ a: CGPoint, _ r: CGFloat, _ b: CGPoint, _ s: CGFloat, _ options: CGGradientDrawingOptions) -> (CGContext) -> Void {
            {
                $0.clip(to: box)
                $0.drawRadialGradient(g, startCenter: a, startRadius: r, endCenter: b, endRadius: s, options: options)
            }
        }
        let m = CGPoint(x: 30, y: 30)
        c.grid(
            60, 4,
            [
                linear([]), linear(.drawsBeforeStartLocation), linear(.drawsAfterEndLocation), linear(both),
                radial(m, 0, m, 22, []), radial(m, 8, m, 22, []), radial(CGPoint(x: 22, y: 36), 4, m, 22, both),
                radial(m, 8, m, 22, .drawsAfterEndLocation),
                radial(CGPoint(x: 15, y: 15), 8, CGPoint(x: 42, y: 42), 14, []),
                radial(CGPoint(x: 15, y: 15), 4, CGPoint(x: 40, y: 40), 12, both),
                {
                    $0.clip(to: box); $0.drawConicGradient(g, center: m, angle: 0.5)
                },
                {
                    $0.clip(to: box); $0.scaleBy(x: 1, y: 0.5); $0.rotate(by: 0.5);
                    $0.drawRadialGradient(
                        g, startCenter: CGPoint(x: 50, y: 35), startRadius: 0, endCenter: CGPoint(x: 50, y: 35), endRadius: 25, options: [])
                },
            ])
        try finish(c, "context-gradients")
    }

    func testPatterns() throws {
        let c = makeSheet(240, 60)
        var colored = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, c in
                c.setFillColor(rgb(0.9, 0.3, 0.3))
                c.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
                c.setFillColor(rgb(0.2, 0.3, 0.9))
                c.fillEllipse(in: CGRect(x: 5, y: 5, width: 5, height: 5))
            }, releaseInfo: nil)
        var plain = CGPatternCallbacks(
            version: 0, drawPattern: { _, c in c.fillEllipse(in: CGRect(x: 1, y: 1, width: 6, height: 6)) }, releaseInfo: nil)
        func pattern(
            _ callbacks: inout CGPatternCallbacks, _ matrix: CGAffineTransform, _ side: CGFloat, _ step: CGFloat, _ isColored: Bool
        ) -> CGPattern? {
            CGPattern(
                info: nil, bounds: CGRect(x: 0, y: 0, width: side, height: side), matrix: matrix, xStep: step, yStep: step,
                tiling: .noDistortion, isColored: isColored, callbacks: &callbacks)
        }
        let a = try XCTUnwrap(pattern(&colored, .identity, 10, 10, true))
        let b = try XCTUnwrap(pattern(&colored, CGAffineTransform(rotationAngle: 0.5), 10, 12, true))
        let d = try XCTUnwrap(pattern(&plain, .identity, 8, 6, false))
        let disc = CGRect(x: 5, y: 5, width: 50, height: 50)
        c.grid(
            60, 4,
            [
                {
                    $0.setFillPattern(a, colorComponents: [1]); $0.fillEllipse(in: disc)
                },
                {
                    $0.setFillPattern(b, colorComponents: [0.6]); $0.fill(disc)
                },
                {
                    $0.setFillColorSpace(CGColorSpaceCreateDeviceRGB()); $0.setFillPattern(d, colorComponents: [0, 0.5, 0, 0.7]);
                    $0.fill(disc)
                },
                {
                    $0.setStrokePattern(a, colorComponents: [1]); $0.setPatternPhase(CGSize(width: 3, height: 0)); $0.setLineWidth(12);
                    $0.strokeEllipse(in: disc.insetBy(dx: 6, dy: 6))
                },
            ])
        try finish(c, "context-patterns")
    }

    func testBlendModes() throws {
        let c = makeContext(280, 160)
        c.grid(
            40, 7,
            (0..<28 as Range<Int32>).map { raw in
                { c in
                    c.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 40, height: 40), auxiliaryInfo: nil)
                    c.setFillColor(rgb(0.9, 0.6, 0.1))
                    c.fill(CGRect(x: 3, y: 3, width: 22, height: 34))
                    c.setFillColor(rgb(0.2, 0.6, 0.3, 0.5))
                    c.fill(CGRect(x: 3, y: 3, width: 34, height: 10))
                    c.setBlendMode(CGBlendMode(rawValue: raw) ?? .normal)
                    c.setFillColor(rgb(0.2, 0.3, 0.9, 0.8))
                    c.fillEllipse(in: CGRect(x: 8, y: 6, width: 28, height: 28))
                    c.endTransparencyLayer()
                }
            })
        try finish(c, "context-blend-modes")
    }
}

extension CGImage {
    /// Gray spokes.
    static func fan(_ side: Int) -> CGImage {
        CGImage(width: side, height: side) { pixels in
            for y in 0..<side {
                for x in 0..<side {
                    let angle = atan2(Double(y) - Double(side) / 2 + 0.5, Double(x) - Double(side) / 2 + 0.5)
                    let gray = UInt32(127.5 + 127 * sin(angle * 4))
                    pixels[y * side + x] = 0xFF00_0000 | gray * 0x010101
                }
            }
        }!
    }

    /// Fine rings, finer outwards.
    static func rings(_ side: Int) -> CGImage {
        CGImage(width: side, height: side) { pixels in
            for y in 0..<side {
                for x in 0..<side {
                    let u = Double(x) - Double(side) / 2, v = Double(y) - Double(side) / 2
                    let gray = UInt32(127.5 + 127 * cos((u * u + v * v) / Double(side)))
                    pixels[y * side + x] = 0xFF00_0000 | gray << 16 | (255 - gray) << 8 | 0x80
                }
            }
        }!
    }

    /// An image mask of 8 x 8: a checked board with a soft column.
    static func stencil() -> CGImage {
        var bytes = [UInt8](repeating: 0, count: 64)
        for i in 0..<64 { bytes[i] = i % 8 == 3 ? 128 : ((i + i / 8) % 2 == 0 ? 0 : 255) }
        let provider = CGDataProvider(data: Data(bytes) as CFData)!
        return CGImage(
            maskWidth: 8, height: 8, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 8, provider: provider, decode: nil,
            shouldInterpolate: false)!
    }
}
