import CoreGraphics
import Raster

extension PartsWriter {
    /// Makes the contents and the shape, which masksToBounds clips.
    func emitContents(
        _ n: UnsafeMutablePointer<RenderNode>, _ parts: OwnParts, _ projection: Projection, _ env: DrawEnvironment, flipped: Bool
    ) {
        if parts.contains(.contents) {
            if let fade = n.pointee.state.objects.contentsFade {
                emitContentsFade(fade, n, projection, env, flipped: flipped)
            } else if case .image(let image)? = n.pointee.state.objects.contents, n.pointee.state.extraBox != nil,
                n.pointee.state.extra.hasContentsMultiplyColor
            {
                inTint(n.pointee.state.extra.contentsMultiplyColor, env) { emitImage(image, n, projection, $0, flipped: flipped) }
            } else if case .image(let image)? = n.pointee.state.objects.contents {
                emitImage(image, n, projection, env, flipped: flipped)
            } else if let tiles = n.pointee.state.objects.tiles {
                emitTiles(tiles, n, projection, env)
            }
        }
        if parts.contains(.fill) || parts.contains(.stroke), let path = n.pointee.state.objects.path {
            let box = path.boundingBoxOfPath
            let draw = ShapeDraw(path: path, extra: n.pointee.state.extra, dash: n.pointee.state.objects.lineDashPattern)
            var op = DrawOp(kind: .shapeFill)
            op.projection = projection
            op.flags = .antialiased
            op.opacity = env.opacity
            if parts.contains(.fill) {
                op.color = n.pointee.state.extra.fillColor
                op.rect = box
                op.bounds = op.color.w > 0 ? projection.deviceBounds(of: box, in: env.clip) : .empty
                op.payload = editor.placePayload(.shape(draw), scope: env.scope)
                editor.put(op, scope: env.scope)
            }
            if parts.contains(.stroke) {
                op.kind = .shapeStroke
                op.color = n.pointee.state.extra.strokeColor
                // Miter joins and square caps extend furthest.
                var reach = draw.lineWidth / 2
                if draw.join == .miter { reach *= max(1, draw.miterLimit) } else if draw.cap == .square { reach *= 1.5 }
                if draw.join == .miter && draw.cap == .square { reach = max(reach, draw.lineWidth * 0.75) }
                op.rect = box.isNull ? .zero : box.insetBy(dx: -reach, dy: -reach)
                op.bounds = op.color.w > 0 ? projection.deviceBounds(of: op.rect, in: env.clip) : .empty
                op.payload = editor.placePayload(.shape(draw), scope: env.scope)
                editor.put(op, scope: env.scope)
            }
        }
    }

    /// Draws one image over another while `contents` animates: from·(1-p) + to·p, each placed by its own size (Behaviour 6.5).
    private func emitContentsFade(
        _ fade: ContentsFade, _ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ environment: DrawEnvironment, flipped: Bool
    ) {
        var whole = environment
        whole.opacity = 1
        inGroup(whole, opacity: environment.opacity, blendMode: .normal) { env in
            for (contents, share, mode) in [
                (fade.from, 1 - fade.progress, PixelBlendMode.normal), (fade.to, fade.progress, .plusLighter),
            ] {
                guard case .image(let image)? = contents, !editor.pass.hasFailed else { continue }
                inGroup(env, opacity: share, blendMode: mode) { emitImage(image, n, projection, $0, flipped: flipped) }
            }
        }
    }

    /// Makes the ops of `body` in a group whose colours are multiplied by a tint.
    func inTint(_ tint: RGBA, _ environment: DrawEnvironment, _ body: (DrawEnvironment) -> Void) {
        var group = GroupDraw()
        group.tint = tint.clamped(lowerBound: RGBA(repeating: 0), upperBound: RGBA(repeating: 1))
        var op = DrawOp(kind: .beginGroup)
        op.payload = editor.placePayload(.group(group), scope: environment.scope)
        let opened = editor.open(op, scope: environment.scope, clip: environment.clip, reach: nil)
        var env = environment
        env.scope = opened.scope
        if !editor.pass.hasFailed { body(env) }
        editor.close(opened, .endGroup)
    }

    private func emitImage(
        _ image: CGImage, _ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: DrawEnvironment, flipped: Bool
    ) {
        var op = DrawOp(kind: .image)
        op.projection = projection
        op.edgeMask = n.pointee.state.values.edgeAntialiasingMask
        op.opacity = env.opacity
        if isSmooth(n) { op.flags.insert(.antialiased) }
        if !flipped { op.flags.insert(.imageUpsideDown) }
        let scale = n.pointee.state.values.contentsScale > 0 ? n.pointee.state.values.contentsScale : 1
        let gravity = n.pointee.state.values.contentsGravity
        let source = ContentsPlacement.source(
            width: image.width, height: image.height, contentsRect: n.pointee.state.values.contentsRect, flipped: flipped)
        op.rect = ContentsPlacement.target(
            bounds: n.pointee.state.values.bounds, pixels: source.size, contentsScale: scale, gravity: gravity)
        op.bounds = op.rect.size.width > 0 && op.rect.size.height > 0 ? projection.deviceBounds(of: op.rect, in: env.clip) : .empty
        let center =
            n.pointee.state.extraBox == nil
            ? nil
            : ContentsPlacement.center(n.pointee.state.extra.contentsCenter, in: source, gravity: gravity, flipped: flipped)
        var draw = ImageDraw(
            image: image, source: source, center: center, pointsPerPixel: 1 / scale,
            minification: n.pointee.state.values.minificationFilter, magnification: n.pointee.state.values.magnificationFilter)
        draw.layer = n.pointee.id.rawValue
        if n.pointee.state.extraBox != nil { draw.mipBias = Double(n.pointee.state.extra.minificationFilterBias) }
        op.payload = editor.placePayload(.image(draw), scope: env.scope)
        editor.put(op, scope: env.scope)
    }

    func gradientPayload(_ n: UnsafeMutablePointer<RenderNode>, scope: Int32) -> Int32 {
        let extra = n.pointee.state.extra
        let at = editor.pass.cursor
        if editor.pass.isPatching, !repeats, !n.pointee.flags.contains(.resourcesDirty), at < editor.pass.limit,
            editor.list.ops[at].payload >= 0,
            case .gradient(let old) = editor.list.payloads[Int(editor.list.ops[at].payload)], old.start == extra.startPoint,
            old.end == extra.endPoint,
            old.focus == extra.focalPoint
        {
            // The op only moved: the old arrays are reused.
            return editor.list.ops[at].payload
        }
        let colors = n.pointee.state.objects.colors?.map(\.rgba) ?? []
        let locations: [Double]
        if let given = n.pointee.state.objects.locations {
            locations = given
        } else {
            locations = colors.count < 2 ? [0] : colors.indices.map { Double($0) / Double(colors.count - 1) }
        }
        return editor.placePayload(
            .gradient(
                GradientDraw(
                    kind: extra.gradientKind, colors: colors, locations: locations, start: extra.startPoint, end: extra.endPoint,
                    focus: extra.focalPoint)), scope: scope)
    }
}
