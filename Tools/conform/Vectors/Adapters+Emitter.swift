import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension Adapter {
    /// Spec 7.8, asked of particles that the render tree makes.
    static let emitter: [Adapter] = [
        Adapter("emitter", ["mean", "range", "query"]) { input in
            let layer = layer {
                $0.birthRate = 50_000; $0.lifetime = 1
            }
            layer.setValue(try input.need("mean"), forKeyPath: "emitterCells.cell.scale")
            layer.setValue(try input.need("range"), forKeyPath: "emitterCells.cell.scaleRange")
            let scales = try particles(of: layer, at: 1).map(\.c)
            // The ends of the interval as 50,000 draws find them, to a hundredth.
            guard let low = scales.min(), let high = scales.max() else { throw Unsupported("no particles") }
            return .array([.number((low * 100).rounded() / 100), .number((high * 100).rounded() / 100)])
        },
        Adapter("emitter", ["shape", "emitterSize", "query"], optional: ["position"]) { input in
            let layer = layer {
                $0.birthRate = 1000; $0.lifetime = 1
            }
            layer.emitterShape = CAEmitterLayerEmitterShape(rawValue: try input.needText("shape"))
            guard let size = input["emitterSize"]?.size else { throw Unsupported("emitterSize is no size") }
            layer.emitterSize = size
            if let position = input["position"]?.point { layer.emitterPosition = position }
            switch try input.needText("query") {
            case "radius":
                layer.emitterMode = .outline
                let radii = try particles(of: layer, at: 1).map { (($0.x * $0.x + $0.y * $0.y).squareRoot() * 1e9).rounded() / 1e9 }
                guard let radius = radii.first, radii.allSatisfy({ $0 == radius }) else { throw Unsupported("no circle") }
                return .number(radius)
            case "end points", "corners":
                layer.emitterMode = .points
                let places = try particles(of: layer, at: 1).map { [$0.x, $0.y] }.sorted { $0.lexicographicallyPrecedes($1) }
                guard let first = places.first, let last = places.last else { throw Unsupported("no particles") }
                return .array([first, last].map { .array($0.map { .number($0) }) })
            case let other: throw Unsupported("there is no \(other)")
            }
        },
        Adapter("emitter", ["v", "a", "t", "p0"]) { input in
            guard let v = input["v"]?.point, let a = input["a"]?.point, let p0 = input["p0"]?.point else {
                throw Unsupported("v, a and p0 are pairs")
            }
            let layer = layer {
                $0.birthRate = 0.001
                $0.lifetime = 1000
                $0.velocity = (v.x * v.x + v.y * v.y).squareRoot()
                $0.emissionLongitude = atan2(v.y, v.x)
                $0.xAcceleration = a.x
                $0.yAcceleration = a.y
            }
            layer.emitterPosition = p0
            guard let particle = try particles(of: layer, at: input.need("t")).first else { throw Unsupported("no particle") }
            return .array([.number(particle.x), .number(particle.y)])
        },
        Adapter("emitter", ["layerBirthRate", "cellBirthRate"]) { input in
            let rate = try input.need("cellBirthRate")
            let layer = layer {
                $0.birthRate = Float(rate); $0.lifetime = .infinity
            }
            layer.birthRate = Float(try input.need("layerBirthRate"))
            return .number(Double(try particles(of: layer, at: 20.01).count - particles(of: layer, at: 10.01).count) / 10)
        },
        Adapter("emitter", ["shape", "longitude", "yUp", "query"]) { input in
            let longitude = try input.need("longitude")
            let layer = layer {
                $0.birthRate = 0.1; $0.lifetime = 9; $0.velocity = 1; $0.emissionLongitude = longitude
            }
            layer.emitterShape = CAEmitterLayerEmitterShape(rawValue: try input.needText("shape"))
            guard let particle = try particles(of: layer, at: 1).first else { throw Unsupported("no particle") }
            return .array([.number(particle.x), .number(particle.y)])
        },
    ]

    private static func layer(_ change: (CAEmitterCell) -> Void) -> CAEmitterLayer {
        let cell = CAEmitterCell()
        cell.name = "cell"
        cell.contents = CGImage(width: 1, height: 1) { $0[0] = 0xFFFF_FFFF }
        change(cell)
        let layer = CAEmitterLayer()
        layer.emitterCells = [cell]
        return layer
    }

    /// In the layer's own space.
    private static func particles(of layer: CAEmitterLayer, at time: Double) throws -> ContiguousArray<ParticleInstance> {
        var viewport = Viewport(width: 4000, height: 4000, rootGeometryFlipped: true)
        viewport.placement = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 2000, ty: 2000)
        let tree = RenderTree(viewport: viewport)
        var commit = Commit()
        commit.updates = [LayerUpdate(id: layer.id, layerClass: layer.layerClass, changed: .all, state: layer.state)]
        commit.root = .some(layer.id)
        tree.apply(commit)
        _ = tree.update(at: time)
        for case .particles(let draw) in tree.list.payloads { return draw.instances }
        throw Unsupported("nothing was emitted")
    }
}
