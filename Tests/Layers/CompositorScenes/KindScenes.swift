import CoreGraphics
import Foundation
import Raster
import RenderTree

private func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> CGRect { CGRect(x: x, y: y, width: w, height: h) }

/// One small list for each filter, blend mode, gradient and filter of images, which are all cases of their enums, and for particles: both
/// compositors draw them, and a new case is compared, too.
package enum KindScenes {
    package static var all: [(name: String, list: DrawList)] { blendModes + filters + backdrops + gradients + images + particles }

    /// Every blend mode, flat colours over flat colours, opaque and not.
    package static var blendModes: [(name: String, list: DrawList)] {
        PixelBlendMode.allCases.enumerated().map { i, mode in
            var b = ListBuilder(140, 120, background: RGBA(0.2, 0.5, 0.7, i % 2 == 0 ? 1 : 0.5))
            b.fill(box(0, 0, 70, 120), RGBA(0.9, 0.3, 0.1, 0.8))
            b.group(opacity: 0.9, { $0.blendMode = mode }) {
                $0.fill(box(20, 10, 90, 50), RGBA(0.3, 0.8, 0.4, 1))
                $0.fill(box(20, 60, 90, 50), RGBA(0.7, 0.2, 0.9, 0.6))
            }
            return ("mode-\(mode)", b.finished())
        }
    }

    /// Every filter, over a group in the middle of the picture.
    package static var filters: [(name: String, list: DrawList)] {
        samples.map { kind, filter in
            var b = ListBuilder(140, 120, background: RGBA(0.2, 0.5, 0.7, 0.5))
            b.group({ $0.filters = [filter] }, content: colors)
            // Wherever the filter reaches.
            b.list.ops[0].bounds = DeviceRect(0, 0, 140, 120)
            return ("filter-\(kind)", b.finished())
        }
    }

    /// Every filter, over what is behind a group, and beyond the picture's edges.
    package static var backdrops: [(name: String, list: DrawList)] {
        samples.map { ("backdrop-\($0)", backdrop($1)) }
            + samples.prefix(2).map { ("backdrop-inside-\($0)", backdrop($1, staysInside: true)) }
            + [("backdrop-inside-narrow", backdrop(.blur(14), box(20.5, 30, 6, 60), staysInside: true))]
    }

    private static func backdrop(_ filter: FilterDraw, _ rect: CGRect = box(-10, 20, 90, 120), staysInside: Bool = false) -> DrawList {
        var b = ListBuilder(140, 120)
        colors(&b)
        let begin = b.list.ops.count
        b.group({ $0.backdrop = .init(filters: [filter], opacity: 0.8, staysInside: staysInside) }, content: { _ in })
        b.list.ops[begin].rect = rect
        b.list.ops[begin].cornerRadius = 12
        b.list.ops[begin].flags.insert(.readsBackdrop)
        b.list.ops[begin].bounds = DeviceRect(
            max(0, Int32(rect.minX)), Int32(rect.minY), Int32(rect.maxX.rounded(.up)), min(120, Int32(rect.maxY)))
        var list = b.finished()
        list.indexOps()
        return list
    }

    package static var gradients: [(name: String, list: DrawList)] {
        GradientKind.allCases.flatMap { kind in
            [CGPoint.zero, CGPoint(x: 0.3, y: -0.4)].map { focus in
                var b = ListBuilder(140, 120)
                b.gradient(
                    box(20, 10, 90, 80), kind, [RGBA(0.9, 0.2, 0.15, 1), RGBA(1, 0.8, 0.1, 0.6), RGBA(0.15, 0.35, 0.85, 1)],
                    from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 0.9, y: 0.8), radius: 12)
                if case .gradient(var draw) = b.list.payloads[0] {
                    draw.focus = focus
                    b.list.payloads[0] = .gradient(draw)
                }
                return ("gradient-\(kind)\(focus == .zero ? "" : "-focus")", b.finished())
            }
        }
    }

    package static var images: [(name: String, list: DrawList)] {
        ContentsFilter.allCases.map { filter in
            var b = ListBuilder(140, 120)
            if let checks {
                b.image(checks, box(8, 8, 7, 7), filter: filter)
                b.projection = .turned(20, about: 70, 60)
                b.image(checks, box(30, 20, 70, 60), filter: filter)
            }
            return ("image-\(filter)", b.finished())
        }
    }

    /// Particles, covering and added, with soft and with hard edges.
    package static var particles: [(name: String, list: DrawList)] {
        [("", [DrawOp.Flags.antialiased], false), ("-hard", [], false), ("-added", [.antialiased], true)].map { name, flags, adds in
            var b = ListBuilder(140, 120, background: RGBA(0.2, 0.5, 0.7, 1))
            var draw = ParticleDraw()
            draw.adds = adds
            if let checks {
                draw.sprites = [
                    ParticleSprite(
                        image: checks, contentsRect: box(0, 0, 1, 1), size: CGSize(width: 30, height: 24), minification: .linear,
                        magnification: .linear)
                ]
            }
            draw.instances = [
                ParticleInstance(x: 40, y: 50, z: 0, c: 0.8, s: 0.6, tint: 0xFFFF_FFFF, sprite: 0),
                ParticleInstance(x: 55.3, y: 61.7, z: 0, c: 1.2, s: -0.3, tint: 0x8040_6080, sprite: 0),
            ]
            b.flags = DrawOp.Flags(flags)
            var op = b.op(.particles, box(0, 0, 140, 120))
            op.payload = b.payload(.particles(draw))
            b.add(op)
            return ("particles\(name)", b.finished())
        }
    }

    private static let checks = CGImage(width: 16, height: 16) { p in
        for i in 0..<256 { p[i] = (i / 4 + i / 64) % 2 == 0 ? UInt32(0xFF00_0050 | (i % 16 * 16) << 16 | (i / 16 * 16) << 8) : 0xFFF0_F0F0 }
    }

    private static func colors(_ b: inout ListBuilder) {
        b.fill(box(50, 40, 30, 30), RGBA(0.9, 0.3, 0.1, 0.8))
        b.fill(box(65, 50, 30, 30), RGBA(0.3, 0.8, 0.4, 1), radius: 9)
        b.fill(box(45, 62, 22, 20), RGBA(0.7, 0.2, 0.9, 0.6))
    }

    /// The filters of all kinds that change a picture. A blur is there twice: wide ones are drawn on coarse pixels.
    private static var samples: [(name: String, draw: FilterDraw)] {
        FilterSpec.Kind.allCases.compactMap { kind in FilterSpec.sample(kind)?.draw.map { ("\(kind)", $0) } } + [("wide", .blur(14))]
    }
}

extension FilterSpec {
    /// Returns a filter with inputs that change most pictures; nil for kinds that don't filter a picture.
    package static func sample(_ kind: Kind) -> FilterSpec? {
        guard let type = kind.names.first else { return nil }
        var spec = FilterSpec(type: type)
        switch kind {
        case .gaussianBlur, .boxBlur: spec.inputs.radius = 3
        case .pixellate: spec.inputs.scale = 7.5
        case .exposure: spec.inputs.exposure = -0.7
        case .colorMatrix:
            spec.inputs.matrix = FilterMatrix(
                [0.2, 0.7, 0, 0], [0, 0.5, 0.4, 0], [0.8, 0, 0.1, 0], [0, 0, 0, 0.9], bias: [0, 0.1, 0, 0])
        case .saturation: spec.inputs.amount = 0.2
        case .brightness: spec.inputs.amount = 0.3
        case .contrast: spec.inputs.amount = 0.4
        case .colorControls: (spec.inputs.saturation, spec.inputs.brightness, spec.inputs.contrast) = (0.5, 0.1, 1.4)
        case .hueRotation: spec.inputs.angle = 1
        case .inversion, .sepia, .monochrome: break
        case .multiplication: spec.inputs.color = RGBA(0.9, 0.5, 0.2, 0.8)
        case .addition: spec.inputs.color = RGBA(0.1, 0.3, 0.2, 1)
        case .compositing, .unknown: return nil
        }
        return spec
    }
}
