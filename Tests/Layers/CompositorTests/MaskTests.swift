import CompositorScenes
import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import RenderTree

/// Masks that are drawn as coverage look like pictures of them.
final class MaskTests: XCTestCase {
    private static let star = {
        let path = CGMutablePath()
        for i in 0..<10 {
            let r = i % 2 == 0 ? 52.0 : 21.0, a = Double(i) * .pi / 5 + 0.2
            let p = CGPoint(x: 70 + r * cos(a), y: 60 + r * sin(a))
            if i == 0 { path.move(to: p) } else { path.addLine(to: p) }
        }
        path.closeSubpath()
        return path as CGPath
    }()

    private static let ring = {
        let path = CGMutablePath()
        path.addEllipse(in: CGRect(x: 31, y: 22, width: 81, height: 77))
        path.addEllipse(in: CGRect(x: 52, y: 44, width: 37, height: 31))
        return path as CGPath
    }()

    private static let picture = CGImage(width: 16, height: 16) { p in
        for i in 0..<256 { p[i] = UInt32(255) << 24 | UInt32(i) << 16 | UInt32(255 - i) << 8 | UInt32(i * 7 & 255) }
    }!

    private typealias Part = @Sendable (inout ListBuilder) -> Void
    private static let colors = [RGBA(1, 0.2, 0.1, 1), RGBA(0.1, 0.9, 0.3, 0.7), RGBA(0.2, 0.1, 1, 1)]
    private static let wide = CGRect(x: -200, y: -200, width: 500, height: 500)

    private static let contents: [(String, Part)] = [
        ("axial", { $0.gradient(wide, .axial, colors, from: CGPoint(x: 0.4, y: 0.45), to: CGPoint(x: 0.63, y: 0.5)) }),
        ("radial", { $0.gradient(wide, .radial, colors, from: CGPoint(x: 0.52, y: 0.51), to: CGPoint(x: 0.6, y: 0.63)) }),
        ("conic", { $0.gradient(wide, .conic, colors, from: CGPoint(x: 0.52, y: 0.51), to: CGPoint(x: 0.6, y: 0.63)) }),
        (
            "narrow",
            {
                $0.gradient(
                    CGRect(x: 40.3, y: 20.6, width: 60, height: 70), .axial, colors, from: .zero, to: CGPoint(x: 1, y: 1), radius: 9)
            }
        ),
        ("solid", { $0.fill(wide, RGBA(0.3, 0.4, 0.9, 0.8)) }),
        ("picture", { $0.image(picture, CGRect(x: 20.4, y: 11.2, width: 90, height: 95)) }),
        ("shape", { $0.shape(ring, fill: RGBA(0.9, 0.5, 0.1, 1), stroke: nil, { $0.fillRule = .evenOdd }) }),
        (
            "beside",
            { b in
                b.fill(CGRect(x: 20, y: 30, width: 40, height: 20), RGBA(1, 0, 0, 0.9))
                b.fill(CGRect(x: 50, y: 40, width: 20, height: 30), RGBA(0, 0, 1, 1))
            }
        ),
        (
            "several",
            { b in
                b.fill(CGRect(x: 20.3, y: 30, width: 60, height: 60), RGBA(1, 0, 0, 0.9), radius: 12)
                b.shape(ring, fill: RGBA(0.1, 0.5, 0.9, 0.6))
            }
        ),
    ]

    private static let masks: [(String, Part)] = [
        ("filled", { $0.shape(star, fill: RGBA(0, 0, 0, 1)) }),
        (
            "stroked",
            {
                $0.shape(
                    star, fill: nil, stroke: RGBA(0, 0, 0, 1),
                    {
                        $0.lineWidth = 6.5; $0.lineJoin = .round
                    })
            }
        ),
        ("faint", { $0.shape(star, fill: RGBA(0, 0, 0, 0.6)) }),
        ("rounded", { $0.fill(CGRect(x: 30.4, y: 25.7, width: 71.5, height: 60), RGBA(0, 0, 0, 1), radius: 20) }),
        (
            "two",
            { b in
                b.shape(star, fill: RGBA(0, 0, 0, 1), stroke: RGBA(0, 0, 0, 0.5), { $0.lineWidth = 8 })
                b.fill(CGRect(x: 10, y: 10.5, width: 50, height: 30), RGBA(0, 0, 0, 1))
            }
        ),
        (
            "inside out",
            { b in
                b.shape(star, fill: RGBA(0, 0, 0, 1))
                b.group({ $0.blendMode = .xor }, content: { $0.fill(wide, RGBA(0, 0, 0, 1)) })
            }
        ),
        (
            "either",
            { b in
                b.shape(star, fill: RGBA(0, 0, 0, 1))
                b.group(opacity: 0.7, { $0.blendMode = .xor }, content: { $0.shape(ring, fill: RGBA(0, 0, 0, 1)) })
            }
        ),
        (
            "clipped",
            { b in
                b.clip(CGRect(x: 40.5, y: 20.25, width: 50, height: 70), radius: 11) { b in
                    b.shape(star, fill: RGBA(0, 0, 0, 1))
                    b.clip(CGRect(x: 40.5, y: 20.25, width: 50, height: 70), radius: 11) {
                        $0.fill(CGRect(x: 30, y: 70, width: 80, height: 10.5), RGBA(0, 0, 0, 1))
                    }
                }
            }
        ),
        (
            "masked",
            { b in
                b.group(
                    opacity: 0.9, content: { $0.shape(star, fill: RGBA(0, 0, 0, 1)) },
                    mask: { $0.shape(ring, fill: RGBA(0, 0, 0, 1), stroke: nil, { $0.fillRule = .evenOdd }) })
            }
        ),
        ("empty", { $0.shape(star, fill: RGBA(0, 0, 0, 0)) }),
        ("a picture", { $0.image(picture, CGRect(x: 30, y: 30, width: 60, height: 50)) }),
    ]

    private static let places = [
        Projection.identity,
        Projection(m11: 0.83, m12: 0.31, m13: 0, m21: -0.27, m22: 0.91, m23: 0, m31: 19.3, m32: -7.7, m33: 1),
        Projection(m11: 1, m12: 0, m13: 0.0005, m21: 0, m22: 1, m23: 0.0003, m31: 3.5, m32: 2.25, m33: 1),
    ]

    private func each(_ body: (String, DrawList) -> Void) {
        for (i, place) in Self.places.enumerated() {
            for (content, draw) in Self.contents {
                for (mask, cut) in Self.masks {
                    var b = ListBuilder(160, 120, background: RGBA(0.9, 0.9, 0.8, 1))
                    b.projection = place
                    let opacity: Float = (content.count + mask.count) % 3 == 0 ? 0.63 : 1
                    let part: Part = { $0.group(opacity: opacity, content: draw, mask: cut) }
                    if content.count % 2 == 0 {
                        b.clip(CGRect(x: 4.4, y: 6.7, width: 120.3, height: 99.1), radius: 13, content: part)
                    } else {
                        part(&b)
                    }
                    body("\(content) through \(mask) at \(i)", b.finished())
                }
            }
        }
    }

    private func pixels(_ list: DrawList, _ compositor: Compositor) -> [UInt32] {
        compositor.render(list)!.withPixels { p in (0..<Int(list.width * list.height)).map { p[$0] } }
    }

    /// How many channels differ by more than one, and by how much at most.
    private func difference(_ a: [UInt32], _ b: [UInt32]) -> (count: Int, most: Int) {
        var count = 0, most = 0
        for (p, q) in zip(a, b) where p != q {
            for shift: UInt32 in [0, 8, 16, 24] {
                let d = abs(Int(p >> shift & 255) - Int(q >> shift & 255))
                if d > 1 { count += 1 }
                most = max(most, d)
            }
        }
        return (count, most)
    }

    func testCoverageLooksLikeAPicture() {
        let alone = Compositor(), group = Compositor(masks: .pictures)
        var changed = 0, differing = 0, drawings = 0
        each { name, list in
            let expected = pixels(list, group)
            if Set(expected).count > 1 { changed += 1 }
            // Twice and more, so that what is kept is seen too.
            for _ in 0..<3 {
                let d = difference(pixels(list, alone), expected)
                // Both ways round several times, each time by half a step: where the one goes up and the other down, two steps are between
                // them.
                XCTAssertLessThanOrEqual(d.most, 2, name)
                differing += d.count
                drawings += 1
            }
        }
        XCTAssertGreaterThan(changed, 200)
        XCTAssertLessThan(differing, drawings * 40, "of \(160 * 120) pixels each")
    }

    func testAStepThatVanishedMasksAllOfIt() {
        for shape in [true, false] {
            var b = ListBuilder(80, 80)
            b.group(
                content: { $0.fill(Self.wide, RGBA(1, 0, 0, 1)) },
                mask: { b in
                    if shape { b.shape(Self.star, fill: RGBA(0, 0, 0, 1)) } else { b.fill(Self.wide, RGBA(0, 0, 0, 1)) }
                    b.list.ops[b.list.ops.count - 1].bounds = .empty
                })
            b.list.ops[0].bounds = DeviceRect(0, 0, 80, 80)
            XCTAssertEqual(Set(pixels(b.finished(), Compositor())), [0xFFFF_FFFF])
        }
    }

    func testPartsAndBandsAreTheWhole() {
        let one = Compositor(), bands = Compositor(threads: 3)
        bands.share = 100
        each { name, list in
            let whole = pixels(list, one)
            XCTAssertEqual(pixels(list, bands), whole, name)
            let surface = Surface(width: 160, height: 120)
            let parts = [DeviceRect(0, 0, 51, 120), DeviceRect(51, 0, 160, 37), DeviceRect(51, 37, 77, 120), DeviceRect(77, 37, 160, 120)]
            for part in parts { Compositor().draw(list, damage: [part], into: surface) }
            var seen: [UInt32] = []
            for y in 0..<120 { seen.append(contentsOf: UnsafeBufferPointer(start: surface.pixels + y * surface.stride, count: 160)) }
            XCTAssertEqual(seen, whole, name)
        }
    }
}
