import Compositor
import CoreGraphics
import Foundation
import Raster
import RenderTree

/// Makes draw lists by hand, with the bounds and indices that the render tree would give them.
package struct ListBuilder {
    package var list = DrawList()
    private var open: [Int] = []
    package var projection = Projection.identity
    package var flags: DrawOp.Flags = [.antialiased]

    package init(_ width: Int32, _ height: Int32, background: RGBA = RGBA(1, 1, 1, 1)) {
        list.width = width
        list.height = height
        list.background = background
    }

    private var frame: DeviceRect { DeviceRect(0, 0, list.width, list.height) }

    package func op(_ kind: DrawOp.Kind, _ rect: CGRect, radius: CGFloat = 0) -> DrawOp {
        var op = DrawOp(kind: kind)
        op.rect = rect
        op.cornerRadius = radius
        op.projection = projection
        op.flags = flags
        op.bounds = projection.deviceBounds(of: rect, in: frame)
        return op
    }
    package mutating func payload(_ p: DrawPayload) -> Int32 {
        list.payloads.append(p)
        return Int32(list.payloads.count - 1)
    }
    package mutating func add(_ op: DrawOp) { list.ops.append(op) }

    package mutating func fill(_ rect: CGRect, _ color: RGBA, radius: CGFloat = 0, opacity: Float = 1, corners: UInt8 = 15) {
        var o = op(.fill, rect, radius: radius)
        o.color = color
        o.opacity = opacity
        o.maskedCorners = corners
        add(o)
    }
    package mutating func border(_ rect: CGRect, _ color: RGBA, width: CGFloat, radius: CGFloat = 0) {
        var o = op(.border, rect, radius: radius)
        o.color = color
        o.width = width
        add(o)
    }
    package mutating func image(
        _ image: CGImage, _ rect: CGRect, source: CGRect? = nil, center: CGRect? = nil, filter: ContentsFilter = .linear, layer: UInt64 = 0
    ) {
        var o = op(.image, rect)
        var draw = ImageDraw(
            image: image, source: source ?? CGRect(x: 0, y: 0, width: image.width, height: image.height), center: center,
            pointsPerPixel: 1, minification: filter, magnification: filter)
        draw.layer = layer
        o.payload = payload(.image(draw))
        add(o)
    }
    package mutating func gradient(
        _ rect: CGRect, _ kind: GradientKind, _ colors: [RGBA], from: CGPoint, to: CGPoint, locations: [Double] = [], radius: CGFloat = 0
    ) {
        var o = op(.gradient, rect, radius: radius)
        o.payload = payload(.gradient(GradientDraw(kind: kind, colors: colors, locations: locations, start: from, end: to)))
        add(o)
    }
    package mutating func shape(
        _ path: CGPath, fill: RGBA?, stroke: RGBA? = nil, _ change: (inout LayerExtra) -> Void = { _ in }, dash: [Double]? = nil
    ) {
        var extra = LayerExtra()
        change(&extra)
        let p = payload(.shape(ShapeDraw(path: path, extra: extra, dash: dash)))
        let box = path.boundingBox.insetBy(dx: -extra.lineWidth * 5, dy: -extra.lineWidth * 5)
        for (kind, color) in [(DrawOp.Kind.shapeFill, fill), (.shapeStroke, stroke)] {
            guard let color else { continue }
            var o = op(kind, box)
            o.color = color
            o.payload = p
            add(o)
        }
    }
    package mutating func shadow(
        _ rect: CGRect, _ color: RGBA, blur: CGFloat, offset: CGSize = .zero, radius: CGFloat = 0, path: CGPath? = nil
    ) {
        var o = op(.shadow, rect, radius: radius)
        o.color = color
        o.width = blur
        o.offset = offset
        if let path { o.payload = payload(.path(path)) }
        let reach = projection.shadowReach(radius: blur, offset: offset, around: path?.boundingBox ?? rect)
        o.bounds = reach.shadow(of: projection.deviceBounds(of: path?.boundingBox ?? rect, in: DeviceRect(-5000, -5000, 5000, 5000)))
            .intersection(frame)
        add(o)
    }
    package mutating func group(
        opacity: Float = 1, _ change: (inout GroupDraw) -> Void = { _ in }, content: (inout ListBuilder) -> Void,
        mask: ((inout ListBuilder) -> Void)? = nil
    ) {
        var draw = GroupDraw()
        change(&draw)
        draw.hasMask = mask != nil
        var o = op(.beginGroup, .zero)
        o.opacity = opacity
        o.payload = payload(.group(draw))
        o.bounds = .empty
        let begin = list.ops.count
        add(o)
        content(&self)
        var bounds = union(from: begin + 1)
        if let s = draw.shadow {
            let reach = projection.shadowReach(radius: s.radius, offset: s.offset, around: .zero)
            bounds = bounds.union(reach.shadow(of: bounds)).intersection(frame)
        }
        if let mask {
            add(DrawOp(kind: .beginMask))
            let at = list.ops.count
            mask(&self)
            bounds = bounds.intersection(union(from: at))
        }
        close(begin, .endGroup)
        list.ops[begin].bounds = bounds
    }
    package mutating func clip(_ rect: CGRect, radius: CGFloat = 0, content: (inout ListBuilder) -> Void) {
        let begin = list.ops.count
        add(op(.beginClip, rect, radius: radius))
        content(&self)
        close(begin, .endClip)
    }
    private mutating func close(_ begin: Int, _ kind: DrawOp.Kind) {
        list.ops[begin].end = Int32(list.ops.count)
        add(DrawOp(kind: kind))
    }
    private func union(from start: Int) -> DeviceRect {
        list.ops[start...].reduce(DeviceRect.empty) { $0.union($1.bounds) }
    }

    package func finished() -> DrawList {
        var out = list
        let chunks = (out.ops.count + DrawList.chunkSize - 1) / DrawList.chunkSize
        for c in 0..<chunks {
            let s = c * DrawList.chunkSize
            out.chunkBounds.append(out.ops[s..<min(s + DrawList.chunkSize, out.ops.count)].reduce(.empty) { $0.union($1.bounds) })
            out.chunkSpans.append(out.span(ofChunk: c))
        }
        return out
    }
    package func render(_ options: CompositorOptions = .onScreen) -> CGImage { Compositor(options).render(finished())! }
}

extension Projection {
    /// About a centre: scaled, turned by degrees, moved.
    package static func turned(_ degrees: Double, about x: Double, _ y: Double, scale: Double = 1) -> Projection {
        let c = cos(degrees * .pi / 180) * scale, s = sin(degrees * .pi / 180) * scale
        return Projection(m11: c, m12: s, m13: 0, m21: -s, m22: c, m23: 0, m31: x - c * x + s * y, m32: y - s * x - c * y, m33: 1)
    }
    /// Turned about the vertical axis through x, y, seen from `eye` points away.
    package static func swung(_ degrees: Double, about x: Double, _ y: Double, eye: Double) -> Projection {
        let c = cos(degrees * .pi / 180), s = sin(degrees * .pi / 180) / eye
        // (X, Y) about the centre -> (cX, Y) / (1 + sX), moved back.
        let w0 = 1 - s * x
        return Projection(m11: c + x * s, m12: y * s, m13: s, m21: 0, m22: 1, m23: 0, m31: -c * x + x * w0, m32: -y + y * w0, m33: w0)
    }
}

extension CGImage {
    package func pixel(_ x: Int, _ y: Int) -> UInt32 { withPixels { $0[y * width + x] } }
}
