@testable import CoreGraphics
import Foundation
import TestSupport
import XCTest

/// Anything may be asked for, with any numbers: nothing breaks, and what is drawn are colours.
final class ContextFuzzTests: XCTestCase {
    private var random = SeededGenerator(seed: 1)

    private func number() -> CGFloat {
        let odd: [CGFloat] = [0, -0.0, .nan, .infinity, -.infinity, 1e-300, 1e300, -1e9, 1e12, 1e-9, .greatestFiniteMagnitude, 0.5, -1]
        if Int.random(in: 0..<14, using: &random) == 0 { return odd.randomElement(using: &random) ?? 0 }
        return CGFloat.random(in: -10...50, using: &random)
    }
    private func point() -> CGPoint { CGPoint(x: number(), y: number()) }
    private func rect() -> CGRect { CGRect(x: number(), y: number(), width: number(), height: number()) }
    private func color() -> CGColor { CGColor(red: number() / 40, green: number() / 40, blue: number() / 40, alpha: number() / 40) }

    func testAnyCallWithAnyNumber() throws {
        let space = CGColorSpaceCreateDeviceRGB()
        let picture = makePicture(), stencil = CGImage.stencil()
        let gradient = try XCTUnwrap(CGGradient(colorsSpace: nil, colors: [rgb(1, 0, 0), rgb(0, 1, 0, 0.2)] as CFArray, locations: nil))
        var callbacks = CGPatternCallbacks(
            version: 0, drawPattern: { _, c in c.fillEllipse(in: CGRect(x: 0, y: 0, width: 3, height: 2)) }, releaseInfo: nil)
        for (space, bits, info) in [(space, 8, 8194 as UInt32), (space, 8, 5), (CGColorSpaceCreateDeviceGray(), 8, 0), (space, 32, 0x101)] {
            let c = makeContext(40, 30, bits: bits, space: space, info: info)
            // From a fresh state again and again: a transform that is not a number draws nothing for good.
            let fresh = c.state
            for i in 0..<3000 {
                step(c, picture, stencil, gradient, &callbacks)
                guard i % 25 == 24 else { continue }
                while !c.layers.isEmpty { c.endTransparencyLayer() }
                c.saved = []
                c.state = fresh
            }
            let image = try XCTUnwrap(c.makeImage())
            for y in 0..<30 {
                for x in 0..<40 {
                    let p = image.pixel(x, y), a = p >> 24
                    XCTAssertTrue(p >> 16 & 255 <= a && p >> 8 & 255 <= a && p & 255 <= a, String(p, radix: 16))
                }
            }
        }
    }

    private func step(_ c: CGContext, _ picture: CGImage, _ stencil: CGImage, _ gradient: CGGradient, _ callbacks: inout CGPatternCallbacks)
    {
        switch Int.random(in: 0..<46, using: &random) {
        case 0: c.saveGState()
        case 1, 2: c.restoreGState()
        case 3: c.concatenate(CGAffineTransform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number()))
        case 4: c.scaleBy(x: number() / 20, y: number() / 20)
        case 5: c.rotate(by: number())
        case 6: c.translateBy(x: number(), y: number())
        case 7: c.move(to: point())
        case 8: c.addLine(to: point())
        case 9: c.addCurve(to: point(), control1: point(), control2: point())
        case 10: c.addArc(center: point(), radius: number(), startAngle: number(), endAngle: number(), clockwise: true)
        case 11: c.addArc(tangent1End: point(), tangent2End: point(), radius: number())
        case 12: c.addRect(rect())
        case 13: c.closePath()
        case 14: c.fillPath()
        case 15: c.strokePath()
        case 16: c.drawPath(using: .eoFillStroke)
        case 17: c.clip(using: .evenOdd)
        case 18: c.clip(to: rect())
        case 19: c.clip(to: rect(), mask: stencil)
        case 20: c.resetClip()
        case 21: c.fill(rect())
        case 22: c.stroke(rect(), width: number())
        case 23: c.fillEllipse(in: rect())
        case 24: c.clear(rect())
        case 25: c.setFillColor(color())
        case 26: c.setStrokeColor(color())
        case 27: c.setAlpha(number() / 20)
        case 28: c.setBlendMode(CGBlendMode(rawValue: Int32.random(in: 0..<28, using: &random)) ?? .normal)
        case 29: c.setShadow(offset: CGSize(width: number(), height: number()), blur: number(), color: color())
        case 30: c.setShadow(offset: .zero, blur: 0, color: nil)
        case 31: if c.layers.count < 4 { c.beginTransparencyLayer(auxiliaryInfo: nil) }
        case 32: if c.layers.count < 4 { c.beginTransparencyLayer(in: rect(), auxiliaryInfo: nil) }
        case 33, 34: c.endTransparencyLayer()
        case 35: c.draw(picture, in: rect())
        case 36: c.draw(stencil, in: rect(), byTiling: true)
        case 37: c.interpolationQuality = [.default, .none, .low, .medium, .high].randomElement(using: &random) ?? .default
        case 38: c.drawLinearGradient(gradient, start: point(), end: point(), options: .drawsAfterEndLocation)
        case 39:
            c.drawRadialGradient(
                gradient, startCenter: point(), startRadius: number(), endCenter: point(), endRadius: number(),
                options: .drawsBeforeStartLocation)
        case 40: c.drawConicGradient(gradient, center: point(), angle: number())
        case 41: c.setLineDash(phase: number(), lengths: [number(), number()])
        case 42:
            c.setLineWidth(number())
            c.setMiterLimit(number())
        case 43:
            if let p = CGPattern(
                info: nil, bounds: rect(), matrix: CGAffineTransform(rotationAngle: number()), xStep: number(), yStep: number(),
                tiling: .noDistortion,
                isColored: true, callbacks: &callbacks)
            {
                c.setFillPattern(p, colorComponents: [number()])
            }
        case 44: c.replacePathWithStrokedPath()
        default: c.setShouldAntialias(Bool.random(using: &random))
        }
    }
}
