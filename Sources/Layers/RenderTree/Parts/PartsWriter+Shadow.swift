import CoreGraphics

extension PartsWriter {
    /// Returns true if the shadow's shape is the rounded bounds or `shadowPath`, so that the layer need not be drawn first to find it.
    func isShadowShapeKnown(_ n: UnsafeMutablePointer<RenderNode>, _ parts: OwnParts, _ visible: Int, flipped: Bool) -> Bool {
        if n.pointee.state.objectsBox != nil, n.pointee.state.objects.shadowPath != nil { return true }
        if visible > 0 || parts.contains(.fill) || parts.contains(.stroke) || parts.contains(.particles) || !parts.contains(.background) {
            return false
        }
        if n.pointee.state.values.backgroundColor.w < 1, parts != .background { return false }
        return !parts.contains(.contents) || (n.pointee.state.values.cornerRadius <= 0 && contentsStayInside(n, flipped: flipped))
    }

    private func contentsStayInside(_ n: UnsafeMutablePointer<RenderNode>, flipped: Bool) -> Bool {
        switch n.pointee.state.values.contentsGravity {
        case .resize, .resizeAspect: return true
        default: break
        }
        guard case .image(let image)? = n.pointee.state.objects.contents else { return true }
        let source = ContentsPlacement.source(
            width: image.width, height: image.height, contentsRect: n.pointee.state.values.contentsRect, flipped: flipped)
        let bounds = n.pointee.state.values.bounds
        let target = ContentsPlacement.target(
            bounds: bounds, pixels: source.size, contentsScale: n.pointee.state.values.contentsScale,
            gravity: n.pointee.state.values.contentsGravity)
        return target.minX >= bounds.minX && target.minY >= bounds.minY && target.maxX <= bounds.maxX && target.maxY <= bounds.maxY
    }

    func emitShadow(_ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: DrawEnvironment, opacity: Float) {
        let v = n.pointee.state.values
        var op = shapeOp(.shadow, n, projection, env)
        op.color = v.shadowColor
        op.opacity = opacity * min(1, v.shadowOpacity)
        op.width = max(0, v.shadowRadius)
        op.offset = v.shadowOffset
        var box = op.rect
        if n.pointee.state.objectsBox != nil, let path = n.pointee.state.objects.shadowPath {
            op.payload = editor.placePayload(.path(path), scope: env.scope)
            box = path.isEmpty ? .zero : path.boundingBoxOfPath
            op.rect = box
            op.cornerRadius = 0
        } else {
            // A translucent background casts a proportionally fainter shadow.
            op.opacity *= min(1, v.backgroundColor.w)
        }
        if op.color.w > 0, op.opacity > 0, !env.clip.isEmpty, box.size.width > 0, box.size.height > 0 {
            let reach = projection.shadowReach(radius: op.width, offset: op.offset, around: box)
            let caster = projection.deviceBounds(of: box, in: DeviceRect(-500_000_000, -500_000_000, 500_000_000, 500_000_000))
            op.bounds = reach.shadow(of: caster).intersection(env.clip)
        }
        editor.put(op, scope: env.scope)
    }

    /// Returns true if something may extend beyond the clip; otherwise the clip is not worth its cost.
    func needsClip(_ n: UnsafeMutablePointer<RenderNode>, _ parts: OwnParts, _ visible: Int, flipped: Bool) -> Bool {
        if visible > 0 || parts.contains(.fill) || parts.contains(.stroke) { return true }
        guard parts.contains(.contents) else { return false }
        return n.pointee.state.values.cornerRadius > 0 || n.pointee.animated >= 0 || !contentsStayInside(n, flipped: flipped)
    }
}
