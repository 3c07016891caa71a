import AgateRecording
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import RenderTree

/// The data that an inspector shows for one time: the picture, the layers and the ops that paint them. As JSON it is a message of
/// Documentation/InspectorProtocol.md.
package struct SceneLook: Sendable {
    /// A layer; positions are in pixels of the picture.
    package struct Layer: Sendable, Equatable {
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
        /// For its own ops, without the sublayers: their number, the pixels in their boxes, and the number of those that are drawn
        /// offscreen first.
        package var ops: Int
        package var pixels: Int
        package var passes: Int
        /// The values; nil if they are requested separately.
        package var values: LayerValuesText?
    }

    /// An op of the draw list.
    package struct Op: Sendable {
        package var kind: String
        /// The index in `layers`; -1 for an op that belongs to none.
        package var layer: Int
        package var box: [Int]
        /// True if content below it is visible through it.
        package var isBlended: Bool
        /// True if it is drawn offscreen and then composited.
        package var isOffscreen: Bool
        /// The number of image pixels per pixel of the picture, horizontally and vertically; nil if no image is drawn.
        package var sampling: [Double]?
        /// True if the image's pixels are not aligned with those of the picture.
        package var isMisaligned: Bool
        package var isRasterized: Bool
        /// For a rasterised layer: true if its cached bitmap was used. Nil if the last painting did not draw it.
        package var isCacheHit: Bool?
    }

    package var time: Double
    package var picture: String?
    package var size: [Int]
    package var layers: [Layer]
    package var ops: [Op]
    /// For each of `ops`, its index in the draw list.
    var places: [Int] = []
}

extension SceneLook {
    /// - Parameters:
    ///   - picture: The picture, sent as PNG to a page; nil omits it.
    ///   - hasValues: True to include the values of all layers, as a report needs them.
    ///   - hits: The rasterised layers that were drawn last, and whether they used cached bitmaps.
    package init(_ tree: RenderTree, at time: Double, picture: CGImage?, hasValues: Bool = true, hits: [UInt64: Bool] = [:]) {
        let reports = tree.inspect()
        let list = tree.list
        var owner = [Int](repeating: -1, count: list.ops.count)
        // Superlayers come first, so that an op of a sublayer is finally assigned to the sublayer.
        for (index, report) in reports.enumerated() { for at in report.ops where at < owner.count { owner[at] = index } }
        self.time = time
        self.picture = picture.map { "data:image/png;base64," + ImageCodec.encodePNG($0, isFast: true).base64EncodedString() }
        size = [Int(list.width), Int(list.height)]
        var bitmaps = BitmapSpaces(list)
        layers = reports.map {
            var layer = Layer($0, hasValues: hasValues)
            bitmaps.place(&layer)
            return layer
        }
        ops = []
        for (index, op) in list.ops.enumerated()
        where !op.bounds.isEmpty && op.kind != .endGroup && op.kind != .endClip && op.kind != .beginMask {
            var shown = Op(op, owner[index], list)
            if !bitmaps.isEmpty, let plane = bitmaps.plane(ofOp: index) { shown.move(by: plane) }
            if shown.layer >= 0 {
                layers[shown.layer].ops += 1
                if op.kind != .beginClip { layers[shown.layer].pixels += shown.area }
                if shown.isOffscreen { layers[shown.layer].passes += 1 }
                if shown.isRasterized { shown.isCacheHit = hits[layers[shown.layer].id] }
            }
            ops.append(shown)
            places.append(index)
        }
    }

    /// Returns the JSON text.
    package func json() -> String {
        var out = JSONText(capacity: layers.count * 256 + ops.count * 96 + (picture?.utf8.count ?? 0) + 256)
        out.object { out in
            out.key("type")
            out.string("look")
            out.key("time")
            out.number(time)
            if let picture {
                out.key("picture")
                out.string(picture)
            }
            out.key("size")
            out.array { out in for side in size { out.number(side) } }
            out.key("layers")
            out.array { out in for layer in layers { layer.write(to: &out) } }
            out.key("ops")
            out.array { out in for op in ops { op.write(to: &out) } }
        }
        return out.text
    }
}

extension SceneLook.Layer {
    func write(to out: inout JSONText) {
        out.object { out in
            out.key("id")
            out.number(Int(clamping: id))
            if let parent {
                out.key("parent")
                out.number(Int(clamping: parent))
            }
            out.key("depth")
            out.number(depth)
            out.key("class")
            out.string(self.class)
            if let name {
                out.key("name")
                out.string(name)
            }
            if isMask {
                out.key("isMask")
                out.bool(true)
            }
            if isHidden {
                out.key("isHidden")
                out.bool(true)
            }
            out.key("animations")
            out.number(animations)
            out.key("quad")
            out.array { out in for number in quad { out.number(number) } }
            out.key("zPosition")
            out.number(zPosition)
            out.key("ops")
            out.number(ops)
            out.key("pixels")
            out.number(pixels)
            out.key("passes")
            out.number(passes)
            if let values {
                out.key("values")
                out.strings(values.model)
                out.key("presentation")
                out.strings(values.presentation)
            }
        }
    }
}

extension SceneLook.Op {
    func write(to out: inout JSONText) {
        out.object { out in
            out.key("kind")
            out.string(kind)
            out.key("layer")
            out.number(layer)
            out.key("box")
            out.array { out in for number in box { out.number(number) } }
            for (name, flag) in [
                ("isBlended" as StaticString, isBlended), ("isOffscreen", isOffscreen), ("isMisaligned", isMisaligned),
                ("isRasterized", isRasterized),
            ] where flag {
                out.key(name)
                out.bool(true)
            }
            if let sampling {
                out.key("sampling")
                out.array { out in for number in sampling { out.number(number) } }
            }
            if let isCacheHit {
                out.key("isCacheHit")
                out.bool(isCacheHit)
            }
        }
    }
}

extension SceneLook.Layer {
    init(_ report: NodeReport, hasValues: Bool = true) {
        let state = report.state
        let committed = report.committed
        id = report.id.rawValue
        parent = report.parent?.rawValue
        depth = report.depth
        `class` = report.layerClass.name
        name = committed.objectsBox == nil ? nil : committed.objects.name.map(ForeignText.line)
        isMask = report.isMask
        isHidden = state.values.flags.contains(.hidden)
        animations = report.animations
        quad = Self.corners(state.values.bounds, report.matrix)
        zPosition = state.values.zPosition
        (ops, pixels, passes) = (0, 0, 0)
        values =
            hasValues
            ? LayerValuesText(report.layerClass, model: committed, presentation: report.animations > 0 ? state : nil) : nil
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

    /// The bounding box of the corners.
    package var box: CGRect {
        let xs = stride(from: 0, to: 8, by: 2).map { quad[$0] }
        let ys = stride(from: 1, to: 8, by: 2).map { quad[$0] }
        let left = xs.min() ?? 0
        let top = ys.min() ?? 0
        return CGRect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }
}

extension SceneLook.Op {
    init(_ op: DrawOp, _ layer: Int, _ list: DrawList) {
        self.layer = layer
        kind = op.kind.name
        box = [op.bounds.x0, op.bounds.y0, op.bounds.x1, op.bounds.y1].map(Int.init)
        isOffscreen = op.isOffscreen
        isRasterized = op.isRasterized
        isBlended = op.isBlended(in: list)
        sampling = op.sampling(in: list).map { [$0.across, $0.down] }
        isMisaligned = op.isMisaligned(in: list)
    }

    /// Maps an op in a bitmap to the picture.
    mutating func move(by plane: BitmapSpaces.Plane) {
        let places = [(0, 1), (2, 1), (2, 3), (0, 3)].map { plane.place(Double(box[$0.0]), Double(box[$0.1])) }
        func number(_ value: Double?) -> Int { Int(max(-1e6, min(1e6, value ?? 0))) }
        box = [
            number(places.map(\.x).min()?.rounded(.down)), number(places.map(\.y).min()?.rounded(.down)),
            number(places.map(\.x).max()?.rounded(.up)), number(places.map(\.y).max()?.rounded(.up)),
        ]
    }

    /// The number of pixels; sides are clamped, so that the sum of millions fits.
    var area: Int { min(max(0, box[2] - box[0]), 1 << 20) * min(max(0, box[3] - box[1]), 1 << 20) }
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
