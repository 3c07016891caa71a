import CompositorScenes
import CoreGraphics
import Foundation
import TestSupport
import XCTest

@testable import Compositor
@testable import RenderTree

/// A few of Apple's own pictures, drawn from lists made by hand (the whole collection goes through the `conform` tool).
final class ApplePictureTests: XCTestCase {
    private func check(_ name: String, _ got: CGImage, within tolerance: Int = 2, share: Double = 0.999, line: UInt = #line) throws {
        let url = try Shared.url("corpus/apple/\(name)/expected.png")
        let wanted = try XCTUnwrap(readPNG(url))
        guard got.width == wanted.width, got.height == wanted.height else { return XCTFail("size", line: line) }
        var wrong = 0, largest = 0
        for y in 0..<got.height {
            for x in 0..<got.width {
                let a = got.pixel(x, y), b = wanted.pixel(x, y)
                let d = ([0, 8, 16, 24] as [UInt32]).map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
                largest = max(largest, d)
                if d > tolerance { wrong += 1 }
            }
        }
        let right = 1 - Double(wrong) / Double(got.width * got.height)
        if right < share {
            assertPicturesEqual(got, wanted, tolerance: tolerance, name, line: line)
            XCTFail("\(name): \(wrong) pixels differ by more than \(tolerance) (largest \(largest))", line: line)
        }
        print("\(name): \(wrong) pixels over \(tolerance), largest \(largest)")
    }

    private func canvas(_ w: Int32, _ h: Int32, scale: Double) -> ListBuilder {
        var b = ListBuilder(Int32(Double(w) * scale), Int32(Double(h) * scale), background: RGBA(0, 0, 0, 0))
        b.projection = Projection(m11: scale, m12: 0, m13: 0, m21: 0, m22: scale, m23: 0, m31: 0, m32: 0, m33: 1)
        return b
    }

    private var newer: CompositorOptions {
        var o = CompositorOptions.renderInContext
        o.cornerOutline = .continuousUnclamped
        return o
    }

    func testCornersOfNewerSystems() throws {
        var b = canvas(200, 200, scale: 3)
        b.fill(CGRect(x: 0, y: 0, width: 200, height: 200), RGBA(0, 0, 1, 1), radius: 40)
        try check("af-corner-40", b.render(newer))
        var c = canvas(200, 200, scale: 3)
        c.fill(CGRect(x: 0, y: 0, width: 200, height: 200), RGBA(1, 0, 0, 1), radius: 30)
        c.border(CGRect(x: 0, y: 0, width: 200, height: 200), RGBA(0, 0, 0, 1), width: 5, radius: 30)
        try check("af-corner-30-border-5", c.render(newer))
    }

    func testShadowPath() throws {
        let path = CGMutablePath()
        let p = { (x: Double, y: Double) in CGPoint(x: x + 20, y: y + 20) }
        path.move(to: p(30, 0))
        path.addLine(to: p(50, 0))
        path.addCurve(to: p(80, 30), control1: p(66.56854249, 0), control2: p(80, 13.43145751))
        path.addCurve(to: p(50, 60), control1: p(80, 46.56854249), control2: p(66.56854249, 60))
        path.addLine(to: p(30, 60))
        path.addCurve(to: p(0, 30), control1: p(13.43145751, 60), control2: p(0, 46.56854249))
        path.addCurve(to: p(30, 0), control1: p(0, 13.43145751), control2: p(13.43145751, 0))
        path.closeSubpath()
        var b = canvas(120, 100, scale: 1)
        b.fill(CGRect(x: 0, y: 0, width: 120, height: 100), RGBA(1, 1, 1, 1))
        b.shadow(CGRect(x: 20, y: 20, width: 80, height: 60), RGBA(1, 0, 0, 1), blur: 2, path: path)
        b.fill(CGRect(x: 20, y: 20, width: 80, height: 60), RGBA(0, 0, 1, 1), radius: 30)
        try check("blueprint-large-radius-ios15", b.render(.renderInContext))
    }

    func testShadowOfALayer() throws {
        var b = canvas(200, 200, scale: 3)
        b.group(
            { $0.shadow = .init(color: RGBA(0, 0, 0, 1), opacity: 0.5, radius: 10, offset: CGSize(width: 5, height: 5)) },
            content: { $0.fill(CGRect(x: 0, y: 0, width: 200, height: 200), RGBA(1, 1, 1, 1), radius: 20) })
        // A group has the layer's projection.
        b.list.ops[0].projection = b.projection
        try check("af-shadow-root", b.render(newer))
    }

    func testGradient() throws {
        var b = canvas(200, 200, scale: 3)
        b.gradient(
            CGRect(x: 0, y: 0, width: 200, height: 200), .axial, [RGBA(1, 0, 0, 1), RGBA(0, 0, 1, 1)], from: .zero, to: CGPoint(x: 1, y: 1))
        // Apple dithers by one.
        try check("af-gradient-diagonal", b.render(newer), within: 3)
    }
}
