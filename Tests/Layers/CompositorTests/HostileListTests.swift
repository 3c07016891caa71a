import CompositorScenes
import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import RenderTree

/// No list, however broken, may crash or write outside the surface.
final class HostileListTests: XCTestCase {
    func testRandomNumbersEverywhere() {
        var random = RandomScene.Random(state: 99)
        let odd: [Double] = [0, -0.0, 1, -1, 0.5, 40, 1e-300, 1e9, -1e9, 1e300, -1e300, .infinity, -.infinity, .nan, 2147483648, 1e-9]
        func number(_ r: inout RandomScene.Random) -> Double { r.next() % 3 == 0 ? odd.randomElement(using: &r)! : r.number(-100, 100) }
        func float(_ r: inout RandomScene.Random) -> Float { Float(number(&r)) }
        let image = CGImage(width: 3, height: 3) { p in for i in 0..<9 { p[i] = 0xFF00_FF00 } }!
        let kinds: [DrawOp.Kind] = [
            .fill, .border, .image, .shapeFill, .shapeStroke, .gradient, .shadow, .beginGroup, .beginMask, .endGroup, .beginClip, .endClip,
        ]
        let compositor = Compositor()
        for round in 0..<400 {
            var list = DrawList()
            list.width = 64
            list.height = 48
            func point() -> CGPoint { CGPoint(x: number(&random), y: number(&random)) }
            func rect() -> CGRect { CGRect(x: number(&random), y: number(&random), width: number(&random), height: number(&random)) }
            let path = CGMutablePath()
            // Paths refuse what is not finite by themselves.
            func finite() -> CGPoint {
                let p = point()
                return CGPoint(x: p.x.isFinite ? p.x : 7e8, y: p.y.isFinite ? p.y : -3e5)
            }
            path.move(to: finite())
            path.addCurve(to: finite(), control1: finite(), control2: finite())
            path.addQuadCurve(to: finite(), control: finite())
            path.closeSubpath()
            path.addLine(to: finite())
            var extra = LayerExtra()
            extra.lineWidth = number(&random)
            extra.strokeStart = number(&random)
            extra.strokeEnd = number(&random)
            extra.miterLimit = number(&random)
            extra.lineDashPhase = number(&random)
            extra.lineCap = LineCap.allCases.randomElement(using: &random)!
            extra.lineJoin = LineJoin.allCases.randomElement(using: &random)!
            list.payloads.append(
                .image(
                    ImageDraw(
                        image: image, source: rect(), center: round % 2 == 0 ? rect() : nil, pointsPerPixel: number(&random),
                        minification: .trilinear,
                        magnification: .linear)))
            // A dash of tiny lengths on a long path is a matter of time, not of safety: the rasteriser limits it.
            list.payloads.append(
                .shape(ShapeDraw(path: path, extra: extra, dash: round % 3 == 0 ? [number(&random), number(&random)] : nil)))
            list.payloads.append(
                .gradient(
                    GradientDraw(
                        kind: GradientKind.allCases.randomElement(using: &random)!,
                        colors: [RGBA(1, 0, 0, 1), RGBA(float(&random), 0, 1, float(&random))],
                        locations: round % 2 == 0 ? [number(&random), number(&random)] : [], start: point(), end: point())))
            list.payloads.append(.path(path))
            var group = GroupDraw()
            group.blendMode = PixelBlendMode.allCases.randomElement(using: &random)!
            group.hasMask = round % 4 == 0
            group.tint = RGBA(float(&random), 1, 1, float(&random))
            if round % 2 == 0 {
                group.shadow = .init(
                    color: RGBA(0, 0, 0, 1), opacity: float(&random), radius: number(&random),
                    offset: CGSize(width: number(&random), height: number(&random)))
            }
            list.payloads.append(.group(group))
            for _ in 0..<12 {
                var op = DrawOp(kind: kinds.randomElement(using: &random)!)
                op.flags = DrawOp.Flags(rawValue: UInt8.random(in: 0...15, using: &random))
                op.maskedCorners = UInt8.random(in: 0...255, using: &random)
                op.edgeMask = UInt8.random(in: 0...255, using: &random)
                op.opacity = float(&random)
                op.color = RGBA(float(&random), float(&random), float(&random), 1)
                op.rect = rect()
                op.cornerRadius = number(&random)
                op.width = number(&random)
                op.offset = CGSize(width: number(&random), height: number(&random))
                op.payload = Int32.random(in: -2..<7, using: &random)
                op.end = Int32.random(in: -3..<20, using: &random)
                op.bounds = random.next() % 4 == 0 ? DeviceRect(.min, .min, .max, .max) : DeviceRect(0, 0, 64, 48)
                if random.next() % 2 == 0 {
                    op.projection = Projection(
                        m11: number(&random), m12: number(&random), m13: number(&random) / 100, m21: number(&random), m22: number(&random),
                        m23: number(&random) / 100, m31: number(&random), m32: number(&random), m33: number(&random))
                }
                list.ops.append(op)
            }
            XCTAssertNotNil(compositor.render(list))
        }
    }
}
