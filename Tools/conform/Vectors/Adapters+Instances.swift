import Agate
import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import Raster
import RenderTree

/// Replicators by the ops that they are drawn with; gradients and blend modes by what the compositor makes of them.
extension Adapter {
    static let instances: [Adapter] = [
        Adapter("replicator", ["instanceTransform", "k", "query"], optional: ["bounds", "child"]) { input in
            let replicator = try replicator(input), k = Int(try input.need("k"))
            replicator.instanceTransform = try Expression.transform(input["instanceTransform"] ?? .null)
            let fills = try fills(of: replicator, at: input["child"]?.point ?? .zero, k)
            switch try input.needText("query") {
            case "m41": return .number(fills.instance.projection.m31 - fills.first.projection.m31)
            case "point": return .point(CGPoint(x: fills.instance.projection.m31, y: fills.instance.projection.m32))
            case let other: throw Unsupported("there is no \(other)")
            }
        },
        Adapter("replicator", ["instanceColor", "k"], optional: ["redOffset", "greenOffset", "blueOffset", "alphaOffset"]) { input in
            let replicator = try replicator(input)
            replicator.instanceColor = input["instanceColor"].flatMap { LayerMaking.color($0) }
            replicator.instanceRedOffset = Float(input["redOffset"]?.number ?? 0)
            replicator.instanceGreenOffset = Float(input["greenOffset"]?.number ?? 0)
            replicator.instanceBlueOffset = Float(input["blueOffset"]?.number ?? 0)
            replicator.instanceAlphaOffset = Float(input["alphaOffset"]?.number ?? 0)
            let instance = try fills(of: replicator, at: .zero, Int(try input.need("k")))
            let c = instance.tint ?? instance.instance.color
            return .array([c.x, c.y, c.z, c.w].map { .number(Double($0)) })
        },
        Adapter("replicator", ["instanceDelay", "t", "k", "query"]) { input in
            guard try input.needText("query") == "instance time" else { throw Unsupported("there is no \(try input.needText("query"))") }
            let replicator = try replicator(input)
            replicator.instanceDelay = try input.need("instanceDelay")
            // Its place is its time.
            let clock = CABasicAnimation(keyPath: "position.x")
            (clock.fromValue, clock.toValue, clock.duration) = (0, 100, 100)
            clock.timingFunction = CAMediaTimingFunction(name: .linear)
            clock.fillMode = .both
            let fills = try fills(of: replicator, at: .zero, Int(try input.need("k")), clock: clock, time: try input.need("t"))
            return .number(fills.instance.projection.m31)
        },
        Adapter("gradient", ["colors", "bounds", "at", "query"], optional: ["yUp"]) { input in
            guard try input.needText("query") == "color", let bounds = input["bounds"]?.rect, let at = input["at"]?.point else {
                throw Unsupported("no such query")
            }
            let names = input["colors"]?.array?.compactMap(\.text) ?? []
            let known: [String: [CGFloat]] = [
                "red": [1, 0, 0], "green": [0, 1, 0], "blue": [0, 0, 1], "black": [0, 0, 0], "white": [1, 1, 1],
            ]
            let isUp = input["yUp"]?.flag ?? false, layer = CAGradientLayer()
            layer.colors = try names.map { name in
                guard let c = known[name] else { throw Unsupported("there is no colour \(name)") }
                return CGColor(srgbRed: c[0], green: c[1], blue: c[2], alpha: 1)
            }
            layer.frame = bounds
            let image = OffscreenHost(size: bounds.size, geometryFlipped: !isUp, layer: layer).image()
            let row = min(image.height - 1, max(0, Int(isUp ? Double(image.height) - at.y : at.y))),
                column = min(image.width - 1, max(0, Int(at.x)))
            let pixel = image.withPixels { $0[row * image.width + column] }
            func distance(_ name: String) -> Int {
                (0..<3).reduce(0) { $0 + abs(Int(pixel >> UInt32(16 - 8 * $1) & 255) - Int((known[name] ?? [0, 0, 0])[$1] * 255)) }
            }
            let nearest = names.min { distance($0) < distance($1) } ?? "nothing"
            return .string("\(nearest) at \(abs(at.y - bounds.minY) <= abs(at.y - bounds.maxY) ? "minY" : "maxY") end")
        },
        Adapter("gradient", ["colors", "t"], optional: ["start", "end", "locations"]) { input in
            let colors = (input["colors"]?.array ?? []).compactMap { $0.numbers }.map {
                RGBA(Float($0[0]), Float($0[1]), Float($0[2]), Float($0[3]))
            }
            let draw = GradientDraw(
                kind: .axial, colors: colors, locations: input["locations"]?.numbers ?? [], start: .zero, end: CGPoint(x: 1, y: 0))
            guard let c = GradientColors(draw, space: .output)?.color(at: try input.need("t")) else {
                throw Unsupported("the gradient draws nothing")
            }
            return .array([c.x, c.y, c.z, c.w].map { .number(Double($0)) })
        },
        Adapter("gradient", ["colors", "query"]) { input in
            guard try input.needText("query") == "locations" else { throw Unsupported("no such query") }
            let colors = [RGBA](repeating: RGBA(0, 0, 0, 1), count: Int(try input.need("colors")))
            let draw = GradientDraw(kind: .axial, colors: colors, locations: [], start: .zero, end: CGPoint(x: 1, y: 0))
            return .array((GradientColors(draw, space: .output)?.places ?? []).map { .number($0) })
        },
        Adapter("gradient", ["type", "start", "end", "bounds", "at", "query"]) { input in
            guard try input.needText("query") == "t", let bounds = input["bounds"]?.rect, let at = input["at"]?.point,
                let start = input["start"]?.point,
                let end = input["end"]?.point,
                let kind = [GradientKind.axial, .radial, .conic].first(where: { "\($0)" == input["type"]?.text })
            else { throw Unsupported("no such query") }
            let draw = GradientDraw(kind: kind, colors: [], locations: [], start: start, end: end)
            guard let (shape, map) = draw.map(bounds) else { throw Unsupported("the gradient draws nothing") }
            let p = map.apply(at.x, at.y)
            switch shape {
            case .axial: return .number(p.x)
            case .radial: return .number((p.x * p.x + p.y * p.y).squareRoot())
            default:
                let turn = atan2(p.y, p.x) / (2 * .pi)
                return .number(turn < 0 ? turn + 1 : turn)
            }
        },
        Adapter("blend", ["sourcePremultiplied", "destPremultiplied", "mode"]) { input in
            let name = try input.needText("mode")
            guard let mode = PixelBlendMode.allCases.first(where: { "\($0)" == name }), let s = input["sourcePremultiplied"]?.numbers,
                let d = input["destPremultiplied"]?.numbers, s.count == 4, d.count == 4
            else { throw Unsupported("there is no blend mode \(name)") }
            let c = mode.blend(source: SIMD4(s.map { Float($0) }), dest: SIMD4(d.map { Float($0) }))
            return .array((0..<4).map { .number(Double(c[$0])) })
        },
    ]

    private static func replicator(_ input: JSON) throws -> CAReplicatorLayer {
        let replicator = CAReplicatorLayer()
        replicator.bounds = input["bounds"]?.rect ?? CGRect(x: 0, y: 0, width: 100, height: 100)
        replicator.position = CGPoint(x: replicator.bounds.midX, y: replicator.bounds.midY)
        replicator.instanceCount = Int(try input.need("k")) + 1
        return replicator
    }

    /// The ops that a layer in a replicator is drawn with, the first instance's and another's, and that one's tint.
    private static func fills(
        of replicator: CAReplicatorLayer, at place: CGPoint, _ k: Int, clock: CAAnimation? = nil, time: Double = 0
    ) throws -> (first: DrawOp, instance: DrawOp, tint: RGBA?) {
        CATransaction.flush()
        let driver = ManualDriver(renderer: Renderer(viewport: Viewport(width: 4000, height: 4000, rootGeometryFlipped: true)))
        let context = LayerContext(clock: VirtualClock(), driver: driver, geometryFlipped: true)
        let child = CALayer()
        child.anchorPoint = .zero
        child.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
        child.position = place
        child.backgroundColor = CGColor(gray: 1, alpha: 1)
        if let clock { child.add(clock, forKey: "clock") }
        replicator.addSublayer(child)
        context.layer = replicator
        CATransaction.flush()
        // What began when it was shown began at the clock's 0.
        driver.update(at: time)
        let list = driver.renderer.tree.list
        let fills = list.ops.indices.filter { list.ops[$0].kind == .fill }
        guard k < fills.count else { throw Unsupported("\(fills.count) instances are drawn") }
        var tint: RGBA?
        for i in list.ops.indices where list.ops[i].kind == .beginGroup && i < fills[k] && Int(list.ops[i].end) > fills[k] {
            if list.ops[i].payload >= 0, case .group(let group) = list.payloads[Int(list.ops[i].payload)], group.tint != RGBA(1, 1, 1, 1) {
                tint = group.tint
            }
        }
        return (list.ops[fills[0]], list.ops[fills[k]], tint)
    }
}
