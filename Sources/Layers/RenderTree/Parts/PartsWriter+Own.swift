import CoreGraphics

extension PartsWriter {
    /// - Parameter keeps: true to include parts that are only temporarily transparent or without size.
    func ownParts(_ n: UnsafeMutablePointer<RenderNode>, keeps: Bool) -> OwnParts {
        var parts: OwnParts = []
        let flags = n.pointee.state.values.flags
        let size = n.pointee.state.values.bounds.size
        let hasArea = keeps || (size.width > 0 && size.height > 0)
        if hasArea {
            if flags.contains(.hasBackgroundColor), keeps || n.pointee.state.values.backgroundColor.w > 0 { parts.insert(.background) }
            if n.pointee.state.values.borderWidth > 0, flags.contains(.hasBorderColor), keeps || n.pointee.state.values.borderColor.w > 0 {
                parts.insert(.border)
            }
        }
        guard n.pointee.state.objectsBox != nil else { return parts }
        if case .image? = n.pointee.state.objects.contents, hasArea { parts.insert(.contents) }
        if n.pointee.layerClass == .tiled, n.pointee.state.objects.tiles != nil { parts.insert(.contents) }
        switch n.pointee.layerClass {
        case .emitter:
            // Apple's render(in:) leaves particles out.
            if n.pointee.emitter >= 0, !clipsOwnDrawing, keeps || timeline.mayEmit(n.pointee.emitter) { parts.insert(.particles) }
        case .gradient:
            if hasArea, let colors = n.pointee.state.objects.colors, colors.count > 1,
                n.pointee.state.objects.locations == nil || n.pointee.state.objects.locations!.count == colors.count
            {
                parts.insert(.gradient)
            }
        case .shape:
            if let path = n.pointee.state.objects.path, !path.isEmpty {
                if n.pointee.state.extra.hasFillColor, keeps || n.pointee.state.extra.fillColor.w > 0 { parts.insert(.fill) }
                if n.pointee.state.extra.hasStrokeColor, n.pointee.state.extra.lineWidth > 0,
                    keeps || n.pointee.state.extra.strokeColor.w > 0,
                    keeps || n.pointee.state.extra.strokeStart < n.pointee.state.extra.strokeEnd
                {
                    parts.insert(.stroke)
                }
            }
        default: break
        }
        return parts
    }

    /// Returns an op over the layer's rounded bounds.
    @inline(__always)
    func shapeOp(_ kind: DrawOp.Kind, _ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: DrawEnvironment) -> DrawOp {
        var op = DrawOp(kind: kind)
        let radius = n.pointee.state.values.cornerRadius
        op.rect = n.pointee.state.values.bounds
        op.projection = projection
        op.edgeMask = n.pointee.state.values.edgeAntialiasingMask
        if radius > 0 {
            let size = op.rect.size
            op.cornerRadius = min(radius, min(size.width, size.height) / 2)
            op.maskedCorners = n.pointee.state.values.maskedCorners
            if n.pointee.state.values.cornerCurve == .continuous { op.flags.insert(.continuousCorners) }
        }
        if op.cornerRadius > 0 || isSmooth(n) { op.flags.insert(.antialiased) }
        return op
    }

    @inline(__always)
    func isSmooth(_ n: UnsafeMutablePointer<RenderNode>) -> Bool {
        antialiasing == .always || n.pointee.state.values.flags.contains(.allowsEdgeAntialiasing)
    }

    func emitBackground(_ n: UnsafeMutablePointer<RenderNode>, _ parts: OwnParts, _ projection: Projection, _ env: DrawEnvironment) {
        if parts.contains(.background) { putBackground(n, projection, env) }
        if parts.contains(.gradient) {
            var op = shapeOp(.gradient, n, projection, env)
            op.opacity = env.opacity
            op.bounds = projection.deviceBounds(of: op.rect, in: env.clip)
            op.payload = gradientPayload(n, scope: env.scope)
            editor.put(op, scope: env.scope)
        }
    }

    @inline(__always)
    func putBackground(_ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: DrawEnvironment) {
        var op = shapeOp(.fill, n, projection, env)
        op.color = n.pointee.state.values.backgroundColor
        op.opacity = env.opacity
        if op.color.w > 0 { op.bounds = projection.deviceBounds(of: op.rect, in: env.clip) }
        if op.color.w >= 1, op.opacity >= 1, env.scope < 0, projection.kind == .axisAligned { op.flags.insert(.occludes) }
        editor.put(op, scope: env.scope)
    }

    func emitBorder(_ n: UnsafeMutablePointer<RenderNode>, _ parts: OwnParts, _ projection: Projection, _ env: DrawEnvironment) {
        guard parts.contains(.border) else { return }
        var op = shapeOp(.border, n, projection, env)
        op.color = n.pointee.state.values.borderColor
        op.width = n.pointee.state.values.borderWidth
        op.opacity = env.opacity
        if op.color.w > 0 { op.bounds = projection.deviceBounds(of: op.rect, in: env.clip) }
        editor.put(op, scope: env.scope)
    }
}
