import CoreGraphics
import Compositor
import Foundation
import Raster
import RenderTree

extension Encoder {
    func encode(_ draw: ImageDraw, _ op: UnsafePointer<DrawOp>, _ list: ListView) {
        let rect = op.pointee.rect
        guard op.pointee.opacity > 0, rect.size.width > 0, rect.size.height > 0, draw.source.size.width > 0, draw.source.size.height > 0
        else { return }
        var draw = draw
        let isTrilinear = draw.minification == .trilinear
        let isThere = draw.image.deferredSource != nil && !isTrilinear && importing(draw.image) != nil
        switch isThere ? .there : images.arrival(of: draw.image, levels: isTrilinear, layer: draw.layer) {
        case .there: break
        case .awaited: return
        case .after(let image):
            // With nine pieces, the substitute would be a different picture.
            guard draw.center == nil else { return }
            draw.stand(image)
        }
        let axes = ImageAxes(draw, rect, op.pointee.flags)
        if axes.isWhole {
            piece(draw, op, axes.x.piece(0), axes.y.piece(0), soft: op.pointee.softEdges, over: rect, list)
            return
        }
        // Nine pieces: their common edges are not antialiased, so that no seam shows; the outer edges are a clip.
        guard op.pointee.projection.kind == .axisAligned else { return drawByProcessor(op, list) }
        let saved = (clip, region)
        if op.pointee.flags.contains(.antialiased) {
            let inside = region.intersection(IntRect(op.pointee.bounds))
            guard !inside.isEmpty, let edge = edgeClip(op, inside) else { return }
            clip = edge
            region = region.intersection(inside)
        }
        for row in 0..<axes.y.count {
            for column in 0..<axes.x.count {
                piece(draw, op, axes.x.piece(column), axes.y.piece(row), soft: .none, over: axes.grown(column, row, op.pointee), list)
            }
        }
        (clip, region) = saved
    }

    /// Draws a part of the image over a part of the rectangle.
    private func piece(
        _ draw: ImageDraw, _ op: UnsafePointer<DrawOp>, _ x: ImageAxes.Piece, _ y: ImageAxes.Piece, soft: EdgeSet, over area: CGRect,
        _ list: ListView
    ) {
        guard x.length > 0, y.length > 0, area.size.width > 0, area.size.height > 0 else { return }
        let p = op.pointee.projection
        guard let map = ImageAxes.map(x, y, p) else { return }
        let isSmaller = ImageAxes.isSmaller(x, y, op)
        let wanted = isSmaller ? draw.minification : draw.magnification
        let isMipped = wanted == .trilinear && isSmaller
        let image = draw.image
        guard
            let paint = paint(
                image, map, wanted == .nearest ? .nearest : isMipped ? .trilinear : .bilinear, bias: draw.mipBias,
                opacity: PixelMath.byte(op.pointee.opacity), at: IntRect(op.pointee.bounds))
        else { return drawByProcessor(op, list) }
        if p.kind == .axisAligned {
            var placed = op.pointee
            if soft == .none { placed.flags.remove(.antialiased) }
            withUnsafePointer(to: placed) { box($0.pointee.upright(area, radius: 0), paint) }
        } else {
            quad(area, op, soft, paint, list)
        }
    }

    /// Returns an image as paint; nil if there is no room for it on the device.
    /// - Parameters:
    ///   - map: the map from device pixels to those of the image.
    ///   - r: a rectangle near the place where it is drawn: coordinates are relative to it, since the device's numbers have a low
    ///     precision.
    func paint(_ image: CGImage, _ map: Homography, _ kind: PaintKind, bias: Double, opacity: UInt8, at r: IntRect) -> EncodedPaint? {
        guard map.isFinite, opacity > 0 else { return nil }
        // Imported textures have no mip levels: if mip levels are needed, the pixels are read.
        if image.deferredSource != nil, kind != .trilinear, let picture = importing(image) {
            return paint(
                picture.texture, map, kind, bias: bias, opacity: opacity, at: r,
                IntRect(x: 0, y: 0, width: image.width, height: image.height),
                offset: (0, picture.layout == .own ? 0 : Int32(image.height) - 1), picture.layout)
        }
        guard let place = images.place(of: image, levels: kind == .trilinear ? { [painter] in painter.mipLevels(of: image) } : nil) else {
            return nil
        }
        return paint(
            place.texture, map, kind, bias: bias, opacity: opacity, at: r,
            IntRect(x: 0, y: 0, width: image.width, height: image.height), offset: (place.x, place.y))
    }

    /// Returns texels as paint.
    func paint(
        _ texture: Texture, _ map: Homography, _ kind: PaintKind, bias: Double = 0, color: UInt32 = 0xFFFF_FFFF, opacity: UInt8 = 255,
        at r: IntRect, _ bounds: IntRect,
        offset: (x: Int32, y: Int32), _ layout: TexelLayout = .own
    ) -> EncodedPaint {
        let bx = Double(r.x0), by = Double(r.y0), m = map
        let at = commands.parameter(SIMD4(Float(m.m0), Float(m.m1), Float(m.m2 + m.m0 * bx + m.m1 * by), Float(m.m6)))
        _ = commands.parameter(SIMD4(Float(m.m3), Float(m.m4), Float(m.m5 + m.m3 * bx + m.m4 * by), Float(m.m7)))
        _ = commands.parameter(SIMD4(Float(m.m8 + m.m6 * bx + m.m7 * by), Float(r.x0), Float(r.y0), Float(bias)))
        _ = commands.parameter(SIMD4(bounds))
        _ = commands.parameter(
            SIMD4(Float(offset.x), Float(offset.y), m.isAffine ? Float(Self.level(m, bias)) : -1, Float(layout.rawValue)))
        return EncodedPaint(kind: kind, color: color, opacity: opacity, params: at, texture: texture)
    }

    /// Returns the level of detail of an affine map, from its texels per pixel.
    private static func level(_ m: Homography, _ bias: Double) -> Double {
        guard let t = m.affine else { return 0 }
        let s = max(t.a * t.a + t.b * t.b, t.c * t.c + t.d * t.d)
        return s > 1 ? max(0, 0.5 * Foundation.log2(s) + bias) : 0
    }

    // MARK: Gradients

    func encode(_ gradient: GradientDraw, _ op: UnsafePointer<DrawOp>, _ list: ListView) {
        guard op.pointee.projection.kind != .projective else { return drawByProcessor(op, list) }
        if let paint = paint(of: gradient, op, opacity: op.pointee.opacity) { fillShape(op, paint, list) }
    }

    /// Returns the paint of a gradient that is not in perspective; nil if it draws nothing.
    func paint(of gradient: GradientDraw, _ op: UnsafePointer<DrawOp>, opacity: Float) -> EncodedPaint? {
        let opacity = PixelMath.byte(opacity), rect = op.pointee.rect
        guard opacity > 0, rect.size.width > 0, rect.size.height > 0, let back = op.pointee.projection.affine.inverse,
            let colors = GradientColors(gradient, space: coverage.options.gradientSpace),
            let (shape, local) = gradient.map(rect)
        else { return nil }
        let map = back.then(local)
        guard map.isFinite else { return nil }
        var row = ramps.row(of: colors)
        if row == nil {
            commands.endRun()
            flush()
            ramps.removeAll()
            row = ramps.row(of: colors)
        }
        guard let row else { return nil }
        let bx = Double(op.pointee.bounds.x0), by = Double(op.pointee.bounds.y0)
        let at = commands.parameter(SIMD4(Float(map.a), Float(map.c), Float(map.tx + map.a * bx + map.c * by), Float(bx)))
        _ = commands.parameter(SIMD4(Float(map.b), Float(map.d), Float(map.ty + map.b * bx + map.d * by), Float(by)))
        _ = commands.parameter(SIMD4(Float(row), 0, 0, 0))
        let kind: PaintKind
        switch shape {
        case .axial: kind = .axial
        case .radial: kind = .radial
        case .conic: kind = .conic
        case .circles(let pair):
            kind = .circles
            // Circles from a point to the unit circle, as made by `GradientDraw.map`.
            _ = commands.parameter(SIMD4(Float(pair.center.x), Float(pair.center.y), 0, 0))
        }
        return EncodedPaint(kind: kind, opacity: opacity, params: at, texture: ramps.texture)
    }
}

extension ImageDraw {
    /// Replaces the image by another one in the same place, showing the same part of it.
    fileprivate mutating func stand(_ other: CGImage) {
        let x = CGFloat(other.width) / CGFloat(image.width), y = CGFloat(other.height) / CGFloat(image.height)
        source = CGRect(x: source.minX * x, y: source.minY * y, width: source.width * x, height: source.height * y)
        image = other
    }
}
