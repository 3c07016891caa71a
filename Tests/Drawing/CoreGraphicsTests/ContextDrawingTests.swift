@testable import CoreGraphics
import Foundation
import XCTest

final class ContextDrawingTests: XCTestCase {
    private let all = CGRect(x: 0, y: 0, width: 8, height: 8)

    func testImageLiesUprightPixelForPixel() throws {
        let picture = makePicture()
        for quality in [CGInterpolationQuality.none, .low, .medium, .default, .high] {
            let c = makeContext(8, 8)
            c.interpolationQuality = quality
            c.draw(picture, in: all)
            XCTAssertTrue(try XCTUnwrap(c.makeImage()).hasEqualPixels(to: picture), "\(quality)")
        }
        // In a flipped space it stands on its head.
        let c = makeContext(8, 8)
        c.translateBy(x: 0, y: 8)
        c.scaleBy(x: 1, y: -1)
        c.draw(picture, in: all)
        XCTAssertEqual(c.pixel(0, 0), picture.pixel(0, 7))
        XCTAssertEqual(c.pixel(7, 7), picture.pixel(7, 0))
    }

    func testResamplingKeepsEvenColoursAndSlopes() throws {
        let even = try XCTUnwrap(CGImage(width: 97, height: 61) { p in for i in p.indices { p[i] = 0x8040_2010 } })
        for (w, h) in [(13, 7), (96, 60), (200, 130), (1, 1)] {
            let c = makeContext(w, h)
            c.interpolationQuality = .high
            c.draw(even, in: CGRect(x: 0, y: 0, width: w, height: h))
            XCTAssertEqual(c.pixel(0, 0), 0x8040_2010)
            XCTAssertEqual(c.pixel(w / 2, h / 2), 0x8040_2010)
        }
        let slope = try XCTUnwrap(
            CGImage(width: 256, height: 4) { p in
                for i in p.indices { p[i] = 0xFF00_0000 | UInt32(i % 256) * 0x010101 }
            })
        for quality in [CGInterpolationQuality.high, .default] {
            let c = makeContext(32, 4)
            c.interpolationQuality = quality
            c.draw(slope, in: CGRect(x: 0, y: 0, width: 32, height: 4))
            for x in 4..<28 {
                // By default the middles of the first and the last of 64 blocks of four lie on those of the first and the last pixel.
                let wanted = quality == .high ? Double(x) * 8 + 3.5 : Double(x) * 63 / 31 * 4 + 1.5
                XCTAssertEqual(Double(c.pixel(x, 1) & 255), wanted, accuracy: 1)
            }
        }
    }

    func testDrawingIntoItself() throws {
        let c = makeContext(8, 8)
        c.setFillColor(rgb(1, 0, 0))
        c.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        c.draw(try XCTUnwrap(c.makeImage()), in: all.offsetBy(dx: 4, dy: 4))
        XCTAssertEqual(c.pixel(4, 3), 0xFFFF_0000)
        XCTAssertEqual(c.pixel(4, 7), 0)
        let layer = try XCTUnwrap(CGLayer(c, size: CGSize(width: 4, height: 4), auxiliaryInfo: nil))
        let inner = try XCTUnwrap(layer.context)
        inner.setFillColor(rgb(0, 1, 0))
        inner.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        inner.draw(layer, at: CGPoint(x: 2, y: 2))
        c.draw(layer, at: .zero)
        XCTAssertEqual(c.pixel(0, 7), 0xFF00_FF00)
        XCTAssertEqual(c.pixel(3, 4), 0xFF00_FF00)
        XCTAssertEqual(c.pixel(3, 7), 0xFFFF_0000)
        c.draw(layer, in: all)
        XCTAssertEqual(c.pixel(1, 5), 0xFF00_FF00)
    }

    func testClipToNothing() {
        let c = makeContext(8, 8)
        c.clip(to: CGRect(x: 20, y: 20, width: 5, height: 5))
        XCTAssertTrue(c.boundingBoxOfClipPath.isNull)
        c.fill(all)
        c.draw(makePicture(), in: all)
        c.beginTransparencyLayer(auxiliaryInfo: nil)
        c.fill(all)
        c.endTransparencyLayer()
        c.setShadow(offset: CGSize(width: 3, height: 3), blur: 3)
        c.fill(all)
        c.clip(to: all)
        c.fill(all)
        XCTAssertEqual(c.pixel(4, 4), 0)
        c.resetClip()
        c.fill(all)
        XCTAssertEqual(c.pixel(4, 4) >> 24, 255)
        // Without a path, clip() changes nothing.
        c.clip()
        XCTAssertEqual(c.boundingBoxOfClipPath, all)
        c.clip(to: [CGRect]())
        XCTAssertTrue(c.boundingBoxOfClipPath.isNull)
    }

    func testClipBox() {
        let c = makeContext(20, 20)
        c.scaleBy(x: 2, y: 2)
        c.clip(to: CGRect(x: 1.25, y: 2, width: 5, height: 30))
        XCTAssertEqual(c.boundingBoxOfClipPath, CGRect(x: 1.25, y: 2, width: 5, height: 8))
        c.addEllipse(in: CGRect(x: 2, y: 3, width: 3, height: 3))
        c.clip()
        let box = c.boundingBoxOfClipPath
        XCTAssertEqual(box.minX, 2, accuracy: 1e-9)
        XCTAssertEqual(box.maxY, 6, accuracy: 1e-9)
    }

    func testUnfinishedAndUnmatchedLayers() {
        let c = makeContext(8, 8)
        c.endTransparencyLayer()
        c.beginTransparencyLayer(auxiliaryInfo: nil)
        c.saveGState()
        c.saveGState()
        c.fill(all)
        XCTAssertEqual(c.pixel(0, 0), 0)
        c.restoreGState()
        c.restoreGState()
        // The layer's own state is not for the program to restore.
        c.restoreGState()
        c.saveGState()
        c.endTransparencyLayer()
        XCTAssertEqual(c.pixel(0, 0), 0xFF00_0000)
        XCTAssertEqual(c.saved.count, 0)
    }

    func testLayerStateIsFreshAndComesBack() {
        let c = makeContext(8, 8)
        c.setAlpha(0.5)
        c.setBlendMode(.copy)
        c.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 4, height: 8), auxiliaryInfo: nil)
        XCTAssertEqual(c.boundingBoxOfClipPath, CGRect(x: 0, y: 0, width: 4, height: 8))
        c.fill(CGRect(x: 0, y: 0, width: 8, height: 2))
        XCTAssertEqual(c.state.blendMode, .normal)
        c.endTransparencyLayer()
        XCTAssertEqual(c.state.alpha, 0.5)
        XCTAssertEqual(c.state.blendMode, .copy)
        XCTAssertEqual(c.pixel(3, 7), 0x8000_0000)
        XCTAssertEqual(c.pixel(4, 7), 0)
    }

    func testClearIgnoresTheState() {
        let c = makeContext(8, 8)
        c.fill(all)
        c.setAlpha(0.1)
        c.setShadow(offset: CGSize(width: 2, height: 2), blur: 0, color: rgb(1, 0, 0))
        c.clear(CGRect(x: 0, y: 0, width: 2.5, height: 2))
        XCTAssertEqual(c.pixel(0, 7), 0)
        XCTAssertEqual(c.pixel(2, 7) >> 24, 127)
        XCTAssertEqual(c.pixel(4, 4), 0xFF00_0000)
        let gray = makeContext(2, 2, space: CGColorSpaceCreateDeviceGray(), info: 0)
        gray.setFillColor(.white)
        gray.fill(all)
        gray.clear(all)
        XCTAssertEqual(gray.pixel(0, 0), 0xFF00_0000)
    }

    func testMasks() throws {
        // One bit a sample: 0 paints.
        let provider = try XCTUnwrap(CGDataProvider(data: Data([0b0111_1111, 0b1011_1111]) as CFData))
        let mask = try XCTUnwrap(
            CGImage(
                maskWidth: 2, height: 2, bitsPerComponent: 1, bitsPerPixel: 1, bytesPerRow: 1, provider: provider, decode: nil,
                shouldInterpolate: false))
        XCTAssertTrue(mask.isMask)
        let c = makeContext(2, 2)
        c.interpolationQuality = .none
        c.setFillColor(rgb(0, 0, 1))
        c.draw(mask, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        XCTAssertEqual(c.pixel(0, 0), 0xFF00_00FF)
        XCTAssertEqual(c.pixel(1, 0), 0)
        XCTAssertEqual(c.pixel(1, 1), 0xFF00_00FF)
        let inverted = try XCTUnwrap(
            CGImage(
                maskWidth: 2, height: 2, bitsPerComponent: 1, bitsPerPixel: 1, bytesPerRow: 1, provider: provider, decode: [1, 0],
                shouldInterpolate: false))
        let d = makeContext(2, 2)
        d.clip(to: CGRect(x: 0, y: 0, width: 2, height: 2), mask: inverted)
        d.fill(all)
        XCTAssertEqual(d.pixel(0, 0), 0)
        XCTAssertEqual(d.pixel(1, 0), 0xFF00_0000)
        // A picture's white lets through.
        let gray = makeContext(2, 1, space: CGColorSpaceCreateDeviceGray(), info: 0)
        gray.setFillColor(gray: 1, alpha: 1)
        gray.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        let e = makeContext(2, 1)
        e.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1), mask: try XCTUnwrap(gray.makeImage()))
        e.fill(all)
        XCTAssertEqual(e.pixel(0, 0), 0)
        XCTAssertEqual(e.pixel(1, 0), 0xFF00_0000)

        let red = try XCTUnwrap(CGImage(width: 2, height: 2) { p in for i in p.indices { p[i] = 0xFFFF_0000 } })
        XCTAssertEqual(red.masking(mask)?.pixel(0, 0), 0xFFFF_0000)
        XCTAssertEqual(red.masking(mask)?.pixel(1, 0), 0)
        XCTAssertNil(mask.masking(mask))
        XCTAssertEqual(red.copy(maskingColorComponents: [200, 255, 0, 0, 0, 10])?.pixel(0, 0), 0)
        XCTAssertEqual(red.copy(maskingColorComponents: [200, 254, 0, 0, 0, 10])?.pixel(0, 0), 0xFFFF_0000)
        XCTAssertNil(red.copy(maskingColorComponents: [200, 254]))
        XCTAssertNil(
            CGImage(
                maskWidth: 2, height: 3, bitsPerComponent: 1, bitsPerPixel: 1, bytesPerRow: 1, provider: provider, decode: nil,
                shouldInterpolate: false))
    }

    func testGradientStops() throws {
        let space = CGColorSpaceCreateDeviceRGB()
        func row(_ colors: [CGColor], _ locations: [CGFloat]?) throws -> [UInt32] {
            let g: CGGradient?
            if let locations {
                g = CGGradient(colorsSpace: space, colors: colors as CFArray, locations: locations)
            } else {
                g = CGGradient(colorsSpace: space, colors: colors as CFArray, locations: nil)
            }
            let c = makeContext(100, 1)
            c.drawLinearGradient(try XCTUnwrap(g), start: .zero, end: CGPoint(x: 100, y: 0), options: [])
            return (0..<100).map { c.pixel($0, 0) }
        }
        // Two stops in one place: an edge. Before the first and after the last: their colours.
        let edge = try row([rgb(1, 0, 0), rgb(0, 0, 1)], [0.5, 0.5])
        XCTAssertEqual(edge[10], 0xFFFF_0000)
        XCTAssertEqual(edge[90], 0xFF00_00FF)
        // One that falls stands where the one before stands; not a number likewise.
        let fallen = try row([rgb(1, 0, 0), rgb(0, 1, 0), rgb(0, 0, 1)], [0, 0.8, 0.2])
        XCTAssertEqual(fallen[90], 0xFF00_00FF)
        let broken = try row([rgb(1, 0, 0), rgb(0, 1, 0), rgb(0, 0, 1)], [0, .nan, 1])
        XCTAssertEqual(broken[0] >> 8 & 255, 254)
        XCTAssertEqual(try row([rgb(1, 0, 0)], nil)[50], 0xFFFF_0000)
        // Straight components are mixed: a colour that fades does not darken.
        let fading = try row([rgb(1, 1, 1), rgb(1, 1, 1, 0)], nil)[50]
        XCTAssertEqual(fading >> 24, fading & 255)
        XCTAssertNil(CGGradient(colorsSpace: space, colors: [] as CFArray, locations: nil))
        XCTAssertNil(CGGradient(colorsSpace: space, colors: ["red"] as CFArray, locations: nil))
        let c = makeContext(4, 4)
        let g = try XCTUnwrap(CGGradient(colorSpace: space, colorComponents: [1, 0, 0, 1, 0, 0, 1, 1], locations: nil, count: 2))
        c.drawLinearGradient(g, start: .zero, end: .zero, options: [.drawsAfterEndLocation])
        c.drawLinearGradient(g, start: .zero, end: CGPoint(x: CGFloat.nan, y: 1), options: [.drawsAfterEndLocation])
        c.drawRadialGradient(g, startCenter: .zero, startRadius: 2, endCenter: .zero, endRadius: 2, options: [.drawsAfterEndLocation])
        c.drawConicGradient(g, center: CGPoint(x: CGFloat.infinity, y: 0), angle: 0)
        XCTAssertEqual(c.pixel(1, 1), 0)
    }

    func testPatternColours() throws {
        final class Log: @unchecked Sendable { var released = 0 }
        let log = Log()
        var callbacks = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, c in
                // Ignored: the pattern has no colours.
                c.setFillColor(rgb(1, 0, 0))
                c.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
            }, releaseInfo: { _ in log.released += 1 })
        var pattern = CGPattern(
            info: nil, bounds: CGRect(x: 0, y: 0, width: 2, height: 2), matrix: .identity, xStep: 2, yStep: 2, tiling: .constantSpacing,
            isColored: false, callbacks: &callbacks)
        do {
            let c = makeContext(8, 8)
            // What the CTM does moves the shape, not the pattern.
            c.translateBy(x: 1, y: 0)
            let space = try XCTUnwrap(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
            c.setFillColorSpace(space)
            c.setFillPattern(try XCTUnwrap(pattern), colorComponents: [0, 1, 0, 1])
            c.fill(all)
            XCTAssertEqual(c.pixel(1, 4), 0)
            XCTAssertEqual(c.pixel(2, 4), 0xFF00_FF00)
            XCTAssertEqual(c.pixel(3, 4), 0)
            // The same as a colour.
            let d = makeContext(8, 8)
            d.setFillColor(try XCTUnwrap(CGColor(patternSpace: space, pattern: try XCTUnwrap(pattern), components: [0, 0, 1, 0.5])))
            d.fill(all)
            XCTAssertEqual(d.pixel(2, 4), 0x8000_0080)
            XCTAssertEqual(d.pixel(3, 4), 0)
        }
        pattern = nil
        XCTAssertEqual(log.released, 1)
        var none = CGPatternCallbacks(version: 0, drawPattern: nil, releaseInfo: nil)
        XCTAssertNil(
            CGPattern(
                info: nil, bounds: all, matrix: .identity, xStep: 2, yStep: 2, tiling: .noDistortion, isColored: true, callbacks: &none))
    }

    func testStrokedPathFillsAsTheStroke() throws {
        func draw(_ isOutline: Bool) -> [UInt32] {
            let c = makeContext(40, 40)
            c.scaleBy(x: 2, y: 1)
            c.setLineWidth(3)
            c.setLineJoin(.round)
            c.setLineDash(phase: 2, lengths: [9, 3])
            c.move(to: CGPoint(x: 3, y: 5))
            c.addCurve(to: CGPoint(x: 16, y: 30), control1: CGPoint(x: 3, y: 35), control2: CGPoint(x: 16, y: 5))
            c.addLine(to: CGPoint(x: 5, y: 33))
            if isOutline {
                c.replacePathWithStrokedPath()
                c.fillPath()
            } else {
                c.strokePath()
            }
            return c.makeImage()!.withPixels { Array(UnsafeBufferPointer(start: $0, count: 1600)) }
        }
        let a = draw(true), b = draw(false)
        let apart = a.indices.map { abs(Int(a[$0] >> 24) - Int(b[$0] >> 24)) }
        // The stroke is drawn from pieces, with the sides that Apple draws, the outline as one path with the true sides: they are apart in
        // few pixels.
        XCTAssertLessThanOrEqual(apart.max() ?? 0, 12)
        XCTAssertLessThanOrEqual(apart.count { $0 > 2 }, 40)
        XCTAssertGreaterThan(b.filter { $0 != 0 }.count, 100)
    }

    func testShading() throws {
        final class Log: @unchecked Sendable { var asked = 0; var released = 0 }
        let log = Log()
        var callbacks = CGFunctionCallbacks(
            version: 0,
            evaluate: { _, x, out in
                log.asked += 1
                (out[0], out[1], out[2]) = (x[0] < 0.5 ? 1 : 0, 2, .nan)
            }, releaseInfo: { _ in log.released += 1 })
        let space = CGColorSpaceCreateDeviceRGB()
        do {
            let function = try XCTUnwrap(
                CGFunction(
                    info: nil, domainDimension: 1, domain: [0, 1], rangeDimension: 3, range: [0, 1, 0, 1, 0, 1], callbacks: &callbacks))
            let shading = try XCTUnwrap(
                CGShading(
                    axialSpace: space, start: CGPoint(x: 2, y: 0), end: CGPoint(x: 6, y: 0), function: function, extendStart: false,
                    extendEnd: true))
            let c = makeContext(8, 2)
            c.drawShading(shading)
            XCTAssertEqual(
                (0..<8).map { c.pixel($0, 0) }, [0, 0, 0xFFFF_FF00, 0xFFFF_FF00, 0xFF00_FF00, 0xFF00_FF00, 0xFF00_FF00, 0xFF00_FF00])
            XCTAssertNil(
                CGShading(
                    axialSpace: CGColorSpaceCreateDeviceGray(), start: .zero, end: .zero, function: function, extendStart: false,
                    extendEnd: false))
            let round = try XCTUnwrap(
                CGShading(
                    radialSpace: space, start: CGPoint(x: 4, y: 1), startRadius: 0, end: CGPoint(x: 4, y: 1), endRadius: 2,
                    function: function,
                    extendStart: false, extendEnd: false))
            let d = makeContext(8, 2)
            d.drawShading(round)
            XCTAssertEqual(d.pixel(4, 0), 0xFFFF_FF00)
            XCTAssertEqual(d.pixel(5, 0), 0xFF00_FF00)
            XCTAssertEqual(d.pixel(7, 0), 0)
        }
        XCTAssertEqual(log.asked, 2048)
        XCTAssertEqual(log.released, 1)
        XCTAssertNil(CGFunction(info: nil, domainDimension: 0, domain: nil, rangeDimension: 3, range: nil, callbacks: &callbacks))
        XCTAssertNil(CGFunction(info: nil, domainDimension: 1, domain: [.nan, 1], rangeDimension: 3, range: nil, callbacks: &callbacks))
    }
}
