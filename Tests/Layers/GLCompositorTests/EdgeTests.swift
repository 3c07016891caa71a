#if GPU
import Compositor
import CompositorScenes
import CoreGraphics
import GLCompositor
import OpenGLES
import RenderTree
import XCTest

/// Hard edges that go through the middles of pixels: which of those belong to the shape is one rule.
final class EdgeTests: XCTestCase {
    /// A square of 20 by 20, its corner in the middle of a pixel, turned about it by so many eighths of a turn, and as wide as its first
    /// side says.
    private func list(_ eighths: Int, width: Double, mirrored: Bool) -> DrawList {
        var b = ListBuilder(80, 80)
        b.flags = []
        let angle = Double(eighths) * .pi / 4, c = cos(angle) * (mirrored ? -1 : 1), s = sin(angle)
        b.projection = Projection(
            m11: c * width, m12: s * width * (mirrored ? -1 : 1), m13: 0, m21: -s, m22: cos(angle), m23: 0, m31: 40.5, m32: 40.5, m33: 1)
        b.fill(CGRect(x: 0, y: 0, width: 20, height: 20), RGBA(0.2, 0.4, 0.8, 0.5))
        return b.finished()
    }

    func testTiesAreDecidedAsOnTheProcessor() throws {
        let comparison = try Comparison(share: 1)
        let gl = try GLCompositor(comparison.context)
        gl.resize(width: 80, height: 80)
        for eighths in 0..<8 {
            for mirrored in [false, true] {
                try comparison.check(
                    list(eighths, width: 1, mirrored: mirrored), "turned-\(eighths)-\(mirrored)", on: gl)
                try comparison.check(list(eighths, width: 0, mirrored: mirrored), "edge-on-\(eighths)-\(mirrored)", on: gl)
            }
        }
    }

    /// Four squares around a point, each drawn by itself: every pixel of the whole belongs to one of them.
    func testNeighboursMeet() throws {
        let comparison = try Comparison(share: 1), gl = try GLCompositor(comparison.context)
        gl.resize(width: 80, height: 80)
        var b = ListBuilder(80, 80, background: RGBA(0, 0, 0, 1))
        b.flags = []
        let c = cos(Double.pi / 4), s = sin(Double.pi / 4)
        b.projection = Projection(m11: c, m12: s, m13: 0, m21: -s, m22: c, m23: 0, m31: 40.5, m32: 40.5, m33: 1)
        for corner in [(0.0, 0.0), (-60, 0), (0, -60), (-60, -60)] {
            b.fill(CGRect(x: corner.0, y: corner.1, width: 60, height: 60), RGBA(1, 1, 1, 0.5))
        }
        let pixels = try comparison.pixels(of: b.finished(), on: gl)
        XCTAssertEqual(Set(pixels[(20 * 80)...].prefix(40 * 80).map { $0 & 0xFF }).count, 1)
        try comparison.check(b.finished(), "neighbours", on: gl)
    }
}
#endif
