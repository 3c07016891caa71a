import AgateRecording
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import RenderTree

/// What an inspector shows of one time: the picture, the layers and the steps that paint them. As JSON it is a message of
/// Documentation/InspectorProtocol.md.
package struct SceneLook: Encodable, Sendable {
    /// A layer; places are in pixels of the picture.
    package struct Layer: Encodable, Sendable {
        package var id: UInt64
        package var parent: UInt64?
        package var depth: Int
        package var `class`: String
        package var name: String?
        package var isMask: Bool
        package var isHidden: Bool
        package var animations: Int
        /// Four corners: x and y of each.
        package var quad: [Double]
        package var zPosition: Double
        /// Of its own steps, without the sublayers: how many, the pixels in their boxes, and how many are drawn apart first.
        package var steps: Int
        package var pixels: Int
        package var passes: Int
        /// Properties that differ from their defaults, as committed, and as they show where an animation changes them.
        package var values: [String: String]
        package var shown: [String: String]
    }

    /// A step of painting.
    package struct Step: Encodable, Sendable {
        package var kind: String
        /// Index among `layers`; -1 for what belongs to none.
        package var layer: Int
        package var box: [Int]
        /// What is under it shows through.
        package var isBlended: Bool
        /// Drawn apart and then composited.
        package var isOffscreen: Bool
        /// Pixels of the image for one of the picture, across and down; 1 and 1 where none is made from others.
        package var sampling: [Double]?
        /// The image's pixels do not lie on those of the picture.
        package var isMisaligned: Bool
        package var isRasterized: Bool
    }

    package var type = "look"
    package var time: Double
    package var picture: String?
    package var size: [Int]
    package var layers: [Layer]
    package var steps: [Step]
}

extension SceneLook {
    /// - Parameter picture: as PNG, for a page; nil leaves it out.
    package init(_ tree: RenderTree, at time: Double, picture: CGImage?) {
        let reports = tree.inspect()
        let list = tree.list
        var owner = [Int](repeating: -1, count: list.ops.count)
        // Superlayers come first, so that what is inside is the sublayer's in the end.
        for (index, report) in reports.enumerated() { for at in report.ops where at < owner.count { owner[at] = index } }
        self.time = time
        self.picture = picture.map { "data:image/png;base64," + ImageCodec.encodePNG($0, isFast: true).base64EncodedString() }
        size = [Int(list.width), Int(list.height)]
        layers = reports.map(Layer.init)
        steps = []
        for (index, op) in list.ops.enumerated()
        where !op.bounds.isEmpty && op.kind != .endGroup && op.kind != .endClip && op.kind != .beginMask {
            let step = Step(op, owner[index], list)
            if step.layer >= 0 {
                layers[step.layer].steps += 1
                if op.kind != .beginClip { layers[step.layer].pixels += step.area }
                if step.isOffscreen { layers[step.layer].passes += 1 }
            }
            steps.append(step)
        }
    }

    /// The JSON text.
    package func json() -> String { InspectorJSON.text(self) }
}

extension SceneLook.Layer {
    init(_ report: NodeReport) {
        let state = report.state
        let committed = report.committed
        id = report.id.rawValue
        parent = report.parent?.rawValue
        depth = report.depth
        `class` = report.layerClass.name
        name = committed.objectsBox == nil ? nil : committed.objects.name
        isMask = report.isMask
        isHidden = state.values.flags.contains(.hidden)
        animations = report.animations
        quad = Self.corners(state.values.bounds, report.matrix)
        zPosition = state.values.zPosition
        (steps, pixels, passes) = (0, 0, 0)
        values = [:]
        shown = [:]
        let usual = LayerState()
        for row in PropertyTable.rows where row.owner == .layer || row.owner == report.layerClass {
            let value = committed.value(of: row.property)
            if let value, value != usual.value(of: row.property) { values[row.key] = PropertyText.of(value) }
            if report.animations > 0 {
                let now = state.value(of: row.property)
                if now != value { shown[row.key] = now.map(PropertyText.of) ?? "nil" }
            }
        }
    }

    static func corners(_ r: CGRect, _ m: CATransform3D) -> [Double] {
        [(r.minX, r.minY), (r.maxX, r.minY), (r.maxX, r.maxY), (r.minX, r.maxY)].flatMap { x, y -> [Double] in
            let w = x * m.m14 + y * m.m24 + m.m44
            let scale = w > 1e-6 ? 1 / w : 1
            return [(x * m.m11 + y * m.m21 + m.m41) * scale, (x * m.m12 + y * m.m22 + m.m42) * scale].map {
                $0.isFinite ? ($0 * 100).rounded() / 100 : 0
            }
        }
    }

    /// The rectangle round the corners.
    package var box: CGRect {
        let xs = stride(from: 0, to: 8, by: 2).map { quad[$0] }
        let ys = stride(from: 1, to: 8, by: 2).map { quad[$0] }
        let left = xs.min() ?? 0
        let top = ys.min() ?? 0
        return CGRect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }
}

extension SceneLook.Step {
    init(_ op: DrawOp, _ layer: Int, _ list: DrawList) {
        self.layer = layer
        kind = op.kind.name
        box = [op.bounds.x0, op.bounds.y0, op.bounds.x1, op.bounds.y1].map(Int.init)
        isOffscreen = op.kind == .beginGroup || op.kind == .shadow
        isRasterized = op.kind == .beginGroup && op.flags.contains(.rasterized)
        isMisaligned = false
        let isSolid = op.kind == .fill && op.color.w >= 1 && op.opacity >= 1 && op.cornerRadius == 0
        isBlended = !isSolid
        guard op.kind == .image, op.payload >= 0, case .image(let draw) = list.payloads[Int(op.payload)] else { return }
        isBlended = op.opacity < 1 || op.cornerRadius > 0 || !draw.image.isOpaque
        let p = op.projection
        let across = (p.m11 * p.m11 + p.m12 * p.m12).squareRoot() * op.rect.width
        let down = (p.m21 * p.m21 + p.m22 * p.m22).squareRoot() * op.rect.height
        guard across > 0, down > 0 else { return }
        let ratio = [draw.source.width / across, draw.source.height / down].map { ($0 * 1000).rounded() / 1000 }
        sampling = ratio
        let left = p.m11 * op.rect.minX + p.m31
        let top = p.m22 * op.rect.minY + p.m32
        isMisaligned = ratio == [1, 1] && (p.kind != .axisAligned || abs(left - left.rounded()) > 0.01 || abs(top - top.rounded()) > 0.01)
    }

    var area: Int { max(0, box[2] - box[0]) * max(0, box[3] - box[1]) }
}

extension DrawOp.Kind {
    var name: String {
        switch self {
        case .fill: "fill"
        case .border: "border"
        case .image: "image"
        case .shapeFill: "shape fill"
        case .shapeStroke: "shape stroke"
        case .gradient: "gradient"
        case .particles: "particles"
        case .shadow: "shadow"
        case .beginGroup: "group"
        case .beginMask: "mask"
        case .endGroup: "end of group"
        case .beginClip: "clip"
        case .endClip: "end of clip"
        }
    }
}

extension LayerClass {
    var name: String {
        switch self {
        case .layer: "CALayer"
        case .shape: "CAShapeLayer"
        case .gradient: "CAGradientLayer"
        case .transform: "CATransformLayer"
        case .replicator: "CAReplicatorLayer"
        case .scroll: "CAScrollLayer"
        case .text: "CATextLayer"
        case .emitter: "CAEmitterLayer"
        case .tiled: "CATiledLayer"
        }
    }
}
