import CoreGraphics

extension GroupDraw {
    /// A layer with `shouldRasterize`: the ops in the group are in the pixel space of its bitmap, and the group's `rect` is the part of the
    /// layer's plane that the bitmap covers.
    package struct Raster: Sendable, Hashable {
        /// Identifies the layer, so that the bitmap is found again.
        package var layer: UInt64
        /// Pixels of the bitmap per point; the second is negative if the bitmap is upside down.
        package var scaleX, scaleY: Double
        package var minification: ContentsFilter
        package var magnification: ContentsFilter
        package init(layer: UInt64, scaleX: Double, scaleY: Double, minification: ContentsFilter, magnification: ContentsFilter) {
            self.layer = layer; self.scaleX = scaleX; self.scaleY = scaleY
            self.minification = minification; self.magnification = magnification
        }
    }
}

/// The largest size of a bitmap. Layers that need a larger one are drawn directly.
private let largestBitmap = 4096.0

extension Scene {
    func mayRasterize(_ n: UnsafeMutablePointer<RenderNode>) -> Bool {
        guard n.pointee.state.values.flags.contains(.shouldRasterize), !settings.clipsOwnDrawing else { return false }
        let size = n.pointee.state.values.bounds.size, scale = rasterScale(n)
        return size.width * scale <= largestBitmap && size.height * scale <= largestBitmap
    }

    private func rasterScale(_ n: UnsafeMutablePointer<RenderNode>) -> Double {
        let scale = n.pointee.state.extraBox == nil ? 1 : n.pointee.state.extra.rasterizationScale
        return scale > 0 && scale.isFinite ? Double(scale) : 1
    }

    /// Makes the ops of the layer and its subtree in the space of its bitmap. The bitmap looks the same wherever the layer is placed, so
    /// that only a change inside invalidates it.
    func emitBitmap(_ i: Int32, _ projection: Projection, _ environment: DrawEnvironment, opacity: Float, flipped: Bool, all: Bool) {
        if editor.pass.hasFailed { return }
        let n = nodes[i]
        let bounds = n.pointee.state.values.bounds, scale = rasterScale(n)
        // Mirrored as the layer is, so that back faces are back faces in the bitmap too.
        let scaleY = projection.determinant < 0 ? -scale : scale
        let matrix = CATransform3DMakeScale(scale, scaleY, 1)
        let inside = Projection(m11: scale, m12: 0, m13: 0, m21: 0, m22: scaleY, m23: 0, m31: 0, m32: 0, m33: 1)

        var group = GroupDraw()
        group.raster = .init(
            layer: n.pointee.id.rawValue, scaleX: scale, scaleY: scaleY, minification: n.pointee.state.values.minificationFilter,
            magnification: n.pointee.state.values.magnificationFilter)
        var op = DrawOp(kind: .beginGroup)
        op.flags = .rasterized
        op.opacity = opacity
        op.projection = projection
        op.payload = editor.placePayload(.group(group), scope: environment.scope)
        let opened = editor.open(op, scope: environment.scope, clip: environment.clip, reach: nil)
        if editor.pass.hasFailed { return }

        // The layer's bounds plus a margin for shadows and sublayers that extend beyond them.
        let box = inside.deviceBounds(of: bounds, in: DeviceRect(-500_000_000, -500_000_000, 500_000_000, 500_000_000))
        let margin = Int32(largestBitmap / 4)
        var env = environment
        env.scope = opened.scope
        env.clip = DeviceRect(box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin)
        env.opacity = 1
        env.ignoresBlendMode = true
        let moved = n.pointee.rasterMatrix != matrix
        n.pointee.rasterMatrix = matrix
        n.pointee.matrix = matrix
        env.depth += 1
        if mayDescend(env.depth) {
            emitInside { emitParts(i, inside, env, opacity: 1, flipped: flipped, all: all || moved, inBitmap: true) }
        }
        editor.close(opened, .endGroup)
    }

}
