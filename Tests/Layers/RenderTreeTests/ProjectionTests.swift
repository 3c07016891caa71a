import CoreGraphics
import XCTest

@testable import RenderTree

/// What a projection makes of lengths, against differences of what it makes of points.
final class ProjectionTests: XCTestCase {
    private let plane = Projection(m11: 1.2, m12: 0.3, m13: 0.0011, m21: -0.2, m22: 0.9, m23: -0.0007, m31: 14, m32: 9, m33: 1)

    private func image(_ p: Projection, _ x: Double, _ y: Double) -> SIMD2<Double> {
        SIMD2(x * p.m11 + y * p.m21 + p.m31, x * p.m12 + y * p.m22 + p.m32) / (x * p.m13 + y * p.m23 + p.m33)
    }

    func testAShadowReachesAsFarAsItsLengthsBecomeAtTheCorners() {
        let r = CGRect(x: 20, y: 30, width: 260, height: 190), radius = 40.0, offset = CGSize(width: 5, height: -3)
        var x = 0.0, y = 0.0
        for (px, py) in [(r.minX, r.minY), (r.maxX, r.minY), (r.maxX, r.maxY), (r.minX, r.maxY)] {
            let e = 1e-5, here = image(plane, px, py)
            let dx = (image(plane, px + e, py) - here) / e, dy = (image(plane, px, py + e) - here) / e
            x = max(x, abs(dx.x) * (3 * radius + 5) + abs(dy.x) * (3 * radius + 3))
            y = max(y, abs(dx.y) * (3 * radius + 5) + abs(dy.y) * (3 * radius + 3))
        }
        let reach = plane.shadowReach(radius: radius, offset: offset, around: r)
        // Whole pixels, and two of slack.
        XCTAssertEqual(Double(reach.growX), x + 2, accuracy: 1.001)
        XCTAssertEqual(Double(reach.growY), y + 2, accuracy: 1.001)
    }

    func testViewportsHaveAScale() {
        for scale in [0, -2, .nan, .infinity] as [Double] {
            XCTAssertEqual(Viewport(width: 4, height: 4, scale: scale).scale, 1)
        }
        XCTAssertEqual(Viewport(width: 4, height: 4, scale: 0.5).scale, 0.5)
    }

    func testDeterminants() {
        XCTAssertEqual(CATransform3DMakeScale(2, 3, -4).determinant, -24)
        // All sixteen count: rows with no zero.
        let full = CATransform3D(
            m11: 1, m12: 2, m13: 3, m14: 4, m21: 2, m22: 1, m23: 5, m24: 3, m31: 3, m32: 4, m33: 1, m34: 2, m41: 4, m42: 3, m43: 2, m44: 6)
        XCTAssertEqual(full.determinant, 130, accuracy: 1e-12)
        let turned = CATransform3DMakeRotation(0.7, 1, 2, 3).concat(CATransform3DMakeScale(2, 1, 0.5))
        XCTAssertEqual(turned.concat(full).determinant, full.determinant, accuracy: 1e-9)
        XCTAssertTrue(CATransform3DIdentity.isIdentity)
        XCTAssertFalse(full.isIdentity)
    }

    func testAColourMatrixIsReadRowByRow() throws {
        let matrix = try XCTUnwrap(FilterMatrix((0..<20).map(Double.init)))
        XCTAssertEqual(matrix.r, [0, 1, 2, 3])
        XCTAssertEqual(matrix.g, [5, 6, 7, 8])
        XCTAssertEqual(matrix.b, [10, 11, 12, 13])
        XCTAssertEqual(matrix.a, [15, 16, 17, 18])
        XCTAssertEqual(matrix.bias, [4, 9, 14, 19])
        XCTAssertNil(FilterMatrix([1, 2, 3]))
    }

    func testSmallBlursAreDrawn() {
        var blur = FilterSpec(type: "gaussianBlur")
        blur.inputs.radius = 0.5
        XCTAssertEqual(blur.draw, .blur(0.5))
        blur.inputs.radius = 0
        XCTAssertNil(blur.draw)
        var box = FilterSpec(type: "boxBlur"), blocks = FilterSpec(type: "pixellate")
        (box.inputs.radius, blocks.inputs.scale) = (0.5, 0.5)
        XCTAssertEqual(box.draw, .box(0.5))
        XCTAssertEqual(blocks.draw, .pixellate(0.5, nil))
    }

    private final class Inverter: FilterSource { var filterSpec: FilterSpec { FilterSpec(type: "colorInvert") } }

    func testAnObjectThatIsAFilterBecomesOne() throws {
        let property = try XCTUnwrap(PropertyTable.row(forKey: "compositingFilter", of: .layer)).property
        var state = LayerState()
        state.setValue(.object(OpaqueObject(Inverter())), of: property)
        XCTAssertEqual(state.objects.compositingFilter?.filter?.spec.type, "colorInvert")
        let kept = state.objects.compositingFilter
        state.setValue(kept.map { .object($0) }, of: property)
        XCTAssertEqual(state.objects.compositingFilter?.filter, kept?.filter)
    }
}
