import Compositor
import CompositorScenes
import CoreGraphics
import Foundation
import Raster
import RenderTree

private let red = RGBA(0.9, 0.2, 0.15, 1), blue = RGBA(0.15, 0.35, 0.85, 1), black = RGBA(0, 0, 0, 1), half = RGBA(0.15, 0.35, 0.85, 0.5)
private func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> CGRect { CGRect(x: x, y: y, width: w, height: h) }
private let wide = box(-200, -200, 600, 600)

/// A small list whose plan is kept as text.
struct PlanScene {
    let name: String
    let list: DrawList
    var damage: [DeviceRect]

    /// - Parameter damage: all of the picture where it is empty.
    init(_ name: String, damage: [DeviceRect] = [], _ build: (inout ListBuilder) -> Void) {
        var b = ListBuilder(200, 150)
        build(&b)
        var list = b.finished()
        list.indexOps()
        self.init(name, list, damage)
    }

    private init(_ name: String, _ list: DrawList, _ damage: [DeviceRect]) {
        (self.name, self.list) = (name, list)
        self.damage = damage.isEmpty ? [DeviceRect(0, 0, list.width, list.height)] : damage
    }
}

extension ListBuilder {
    /// A group with a rectangle and flags of its own, as those that filter what is behind them and bitmaps have.
    fileprivate mutating func group(
        in rect: CGRect, radius: CGFloat = 0, flags: DrawOp.Flags, opacity: Float = 1, _ change: (inout GroupDraw) -> Void,
        content: (inout ListBuilder) -> Void, mask: ((inout ListBuilder) -> Void)? = nil
    ) {
        let begin = list.ops.count
        group(opacity: opacity, change, content: content, mask: mask)
        list.ops[begin].rect = rect
        list.ops[begin].cornerRadius = radius
        list.ops[begin].flags.formUnion(flags)
        list.ops[begin].bounds = list.ops[begin].projection.deviceBounds(of: rect, in: DeviceRect(0, 0, list.width, list.height))
    }

    fileprivate mutating func backdrop(
        _ rect: CGRect, radius: CGFloat = 0, _ filters: [FilterDraw], opacity: Float = 1, staysInside: Bool = false,
        content: (inout ListBuilder) -> Void = { _ in }
    ) {
        group(
            in: rect, radius: radius, flags: .readsBackdrop,
            { $0.backdrop = .init(filters: filters, opacity: opacity, staysInside: staysInside) }, content: content)
    }

    /// The bitmap of a layer of 40 by 30 points, whose content is in a space of its own.
    fileprivate mutating func bitmap(_ layer: UInt64, content: (inout ListBuilder) -> Void) {
        let place = projection
        group(
            in: box(0, 0, 40, 30), flags: .rasterized,
            { $0.raster = .init(layer: layer, scaleX: 1, scaleY: 1, minification: .linear, magnification: .linear) },
            content: { b in
                b.projection = .identity
                content(&b)
            })
        projection = place
    }

    fileprivate mutating func mark(_ change: (inout DrawOp) -> Void) { change(&list.ops[list.ops.count - 1]) }
}

extension PlanScene {
    static var all: [PlanScene] { ops + clips + groups + masks + backdrops + bitmaps }

    private static func moved(_ x: Double, _ y: Double) -> Projection {
        Projection(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: x, m32: y, m33: 1)
    }

    private static let ring = {
        let path = CGMutablePath()
        path.addEllipse(in: box(31, 22, 81, 77))
        path.addEllipse(in: box(52, 44, 37, 31))
        return path as CGPath
    }()

    private static func columns(_ b: inout ListBuilder, _ count: Int) {
        for i in 0..<count { b.fill(box(Double(i % 40) * 5, Double(i / 40) * 10, 4, 8), red) }
    }

    private static var ops: [PlanScene] {
        [
            PlanScene("ops-all") { b in
                columns(&b, 5)
                b.border(box(10, 10, 50, 50), black, width: 3)
                b.shape(ring, fill: red, stroke: blue)
            },
            PlanScene("ops-some", damage: [DeviceRect(0, 0, 12, 12)]) { columns(&$0, 100) },
            PlanScene("ops-chunks-passed-over", damage: [DeviceRect(100, 30, 112, 38)]) { columns(&$0, 400) },
            PlanScene("ops-two-rectangles", damage: [DeviceRect(0, 0, 12, 8), DeviceRect(100, 0, 107, 20)]) { columns(&$0, 60) },
            PlanScene("ops-under-one-fill", damage: [DeviceRect(20, 20, 90, 90)]) { b in
                columns(&b, 20)
                b.fill(box(0, 0, 200, 150), blue)
                b.mark { $0.flags.insert(.occludes) }
                b.fill(box(50, 50, 30, 30), half)
            },
            PlanScene("ops-under-several-fills") { b in
                for i in 0..<200 {
                    b.fill(box(Double(i % 3) * 60, Double(i % 2) * 72, 68, 76), red)
                    b.mark { $0.flags.insert(.occludes) }
                }
                b.fill(box(50, 50, 30, 30), half)
            },
        ]
    }

    private static var clips: [PlanScene] {
        [
            PlanScene("clip-to-pixels") { b in b.clip(box(10, 10, 50, 40)) { $0.fill(wide, red) } },
            PlanScene("clip-round") { b in
                b.clip(box(10, 10, 80, 60), radius: 12) { b in
                    b.fill(wide, red)
                    b.clip(box(20, 20, 30, 20), radius: 4) { $0.fill(wide, blue) }
                }
            },
            PlanScene("clip-round-in-the-middle", damage: [DeviceRect(40, 30, 60, 50)]) { b in
                b.clip(box(10, 10, 80, 60), radius: 12) { $0.fill(wide, red) }
            },
            PlanScene("clip-twice-the-same") { b in
                b.clip(box(10.5, 10.5, 50, 40), radius: 5) { $0.clip(box(10.5, 10.5, 50, 40), radius: 5) { $0.fill(wide, red) } }
            },
            PlanScene("clip-turned") { b in
                b.projection = .turned(20, about: 60, 60)
                b.clip(box(30, 30, 60, 60)) { $0.fill(wide, red) }
            },
            PlanScene("clip-to-a-polygon") { b in
                b.clip(box(10, 10, 80, 60)) { $0.fill(wide, red) }
                b.list.ops[0].payload = b.payload(.polygon([[10, 10], [80, 20], [40, 60]]))
            },
            PlanScene("clip-of-nothing", damage: [DeviceRect(0, 0, 30, 30)]) { b in
                b.clip(box(10, 10, 80, 60)) { $0.fill(box(60, 50, 10, 10), red) }
                b.fill(box(0, 0, 10, 10), blue)
            },
        ]
    }

    private static func two(_ b: inout ListBuilder) {
        b.fill(box(30, 30, 40, 40), red)
        b.fill(box(50, 50, 40, 40), blue)
    }

    private static func shadow(_ opacity: Float = 0.5) -> GroupDraw.Shadow {
        .init(color: black, opacity: opacity, radius: 3, offset: CGSize(width: 4, height: 6))
    }

    private static var groups: [PlanScene] {
        [
            PlanScene("group-faded") { $0.group(opacity: 0.5, content: two) },
            PlanScene("group-cut-by-damage", damage: [DeviceRect(40, 40, 60, 60)]) { $0.group(opacity: 0.5, content: two) },
            PlanScene("group-in-a-group") { b in
                b.group(opacity: 0.5) { b in
                    b.fill(box(10, 10, 20, 20), blue)
                    b.group({ $0.blendMode = .multiply }, content: two)
                }
            },
            PlanScene("group-invisible") { $0.group(opacity: 0, content: two) },
            PlanScene("group-invisible-that-clears") {
                $0.group(opacity: 0, { $0.blendMode = .copy }, content: two)
            },
            PlanScene("group-of-nothing") { b in
                b.group(opacity: 0.5) { b in
                    b.fill(box(30, 30, 40, 40), red)
                    b.mark { $0.bounds = .empty }
                }
                b.list.ops[0].bounds = DeviceRect(0, 0, 50, 50)
            },
            PlanScene("group-tinted") { $0.group({ $0.tint = RGBA(0.2, 1, 0.4, 0.8) }, content: two) },
            PlanScene("group-blurred", damage: [DeviceRect(0, 0, 40, 40)]) { $0.group({ $0.filters = [.blur(4)] }, content: two) },
            PlanScene("group-filtered-by-four", damage: [DeviceRect(40, 40, 50, 50)]) { b in
                b.group({ $0.filters = [.box(3), .color(FilterMatrix()), .pixellate(7, nil), .exposure(0.5)] }, content: two)
            },
            PlanScene("group-with-a-shadow", damage: [DeviceRect(60, 60, 70, 70)]) {
                $0.group(opacity: 0.8, { $0.shadow = shadow() }, content: two)
            },
            PlanScene("group-with-a-clear-shadow") { $0.group(opacity: 0.8, { $0.shadow = shadow(0) }, content: two) },
            PlanScene("group-with-all", damage: [DeviceRect(40, 40, 70, 70)]) { b in
                b.group(
                    opacity: 0.8,
                    {
                        $0.tint = RGBA(1, 0.5, 0.5, 1)
                        $0.filters = [.blur(2), .exposure(1)]
                        $0.shadow = shadow()
                        $0.blendMode = .screen
                    }, content: two, mask: { $0.gradient(wide, .axial, [black, half], from: .zero, to: CGPoint(x: 1, y: 1)) })
            },
        ]
    }

    private static var masks: [PlanScene] {
        func masked(_ name: String, _ content: @escaping (inout ListBuilder) -> Void, _ mask: @escaping (inout ListBuilder) -> Void)
            -> PlanScene
        {
            PlanScene(name) { $0.group(opacity: 0.8, content: content, mask: mask) }
        }
        let one: (inout ListBuilder) -> Void = { $0.fill(wide, red) }
        let shape: (inout ListBuilder) -> Void = { $0.shape(ring, fill: black) }
        let picture: (inout ListBuilder) -> Void = {
            $0.gradient(box(20, 20, 90, 90), .axial, [black, half], from: .zero, to: CGPoint(x: 1, y: 1))
        }
        return [
            masked("mask-of-a-shape-over-a-fill", one, shape),
            masked("mask-of-a-shape-over-an-edge", { $0.fill(box(50, 50, 60, 60), red) }, shape),
            masked("mask-of-a-shape-over-two", two, shape),
            masked("mask-of-shapes-over-a-fill", one) { $0.shape(ring, fill: black, stroke: half) },
            masked("mask-of-shapes-over-two", two) { $0.shape(ring, fill: black, stroke: half) },
            masked("mask-of-a-gradient", one, picture),
            masked("mask-of-a-gradient-over-two", two, picture),
            masked("mask-inside-out", two) { b in
                b.shape(ring, fill: black)
                b.group({ $0.blendMode = .xor }, content: { $0.fill(wide, black) })
            },
            masked("mask-excluding", two) { b in
                b.shape(ring, fill: black)
                b.group(opacity: 0.5, { $0.blendMode = .xor }, content: { $0.fill(box(40, 40, 40, 40), black) })
            },
            masked("mask-clipped-and-masked", two) { b in
                b.clip(box(30, 30, 60, 60), radius: 9) { b in
                    b.group(content: { $0.shape(ring, fill: black) }, mask: { $0.fill(box(40, 40, 30.5, 30.5), black) })
                }
            },
            PlanScene("mask-that-never-comes") { b in
                b.group(opacity: 0.8, content: two)
                b.list.payloads[0] = .group(
                    {
                        var draw = GroupDraw(); draw.hasMask = true; return draw
                    }())
                b.fill(box(0, 0, 10, 10), blue)
            },
            PlanScene("mask-of-nothing") { b in
                b.group(content: one) { b in
                    b.shape(ring, fill: black)
                    b.mark { $0.bounds = .empty }
                }
                b.list.ops[0].bounds = DeviceRect(0, 0, 80, 80)
            },
        ]
    }

    private static var backdrops: [PlanScene] {
        [
            PlanScene("backdrop-blurred", damage: [DeviceRect(50, 40, 60, 50)]) { b in
                b.fill(wide, red)
                b.backdrop(box(40, 30, 60, 50), radius: 10, [.blur(3)]) { $0.fill(box(40, 30, 60, 50), half) }
            },
            PlanScene("backdrop-in-a-group", damage: [DeviceRect(50, 40, 60, 50)]) { b in
                b.fill(wide, red)
                b.group(opacity: 0.5) { b in
                    b.fill(box(20, 20, 60, 60), blue)
                    b.backdrop(box(40, 30, 60, 50), [.blur(3), .exposure(1)], opacity: 0.5)
                }
            },
            PlanScene("backdrop-before-a-backdrop") { b in
                b.backdrop(box(20, 20, 60, 60), [.box(4)])
                b.backdrop(box(60, 60, 60, 60), radius: 8, [.pixellate(5, CGPoint(x: 60, y: 60))])
            },
            PlanScene("backdrop-inside", damage: [DeviceRect(50, 40, 60, 50)]) { b in
                b.fill(wide, red)
                b.backdrop(box(40.5, 30, 60, 50), radius: 10, [.blur(3)], staysInside: true)
            },
            PlanScene("backdrop-masked") { b in
                b.fill(wide, red)
                b.group(
                    in: box(20, 20, 90, 90), flags: .readsBackdrop, { $0.backdrop = .init(filters: [.blur(2)], opacity: 1) }, content: two,
                    mask: { $0.shape(ring, fill: black) })
            },
            PlanScene("backdrop-without-filters") { b in b.backdrop(box(20, 20, 60, 60), []) { $0.fill(box(20, 20, 60, 60), half) } },
        ]
    }

    private static var bitmaps: [PlanScene] {
        func content(_ b: inout ListBuilder) {
            b.fill(box(0, 0, 40, 30), red)
            b.group(opacity: 0.5) { $0.fill(box(5, 5, 10, 10), blue) }
        }
        return [
            PlanScene("bitmap", damage: [DeviceRect(60, 60, 70, 70)]) { b in
                b.projection = moved(50, 50)
                b.bitmap(7, content: content)
            },
            PlanScene("bitmap-turned-and-twice") { b in
                b.projection = .turned(30, about: 60, 60)
                b.bitmap(7, content: content)
                b.projection = moved(100, 50)
                b.bitmap(7, content: content)
            },
            PlanScene("bitmap-in-a-bitmap") { b in
                b.projection = moved(50, 50)
                b.bitmap(7) { b in
                    content(&b)
                    b.projection = moved(10, 10)
                    b.bitmap(8) { $0.fill(box(0, 0, 20, 20), blue) }
                }
            },
        ]
    }
}
