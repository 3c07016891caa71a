import CoreGraphics

/// What a layer itself draws.
struct OwnParts: OptionSet {
    let rawValue: UInt8
    static let background = Self(rawValue: 1)
    static let gradient = Self(rawValue: 2)
    static let contents = Self(rawValue: 4)
    static let fill = Self(rawValue: 8)
    static let stroke = Self(rawValue: 16)
    static let border = Self(rawValue: 32)
    /// Counts as two: particles lie over one another, so that together they fade only as a group.
    static let particles = Self(rawValue: 64 | 128)
    var count: Int { rawValue.nonzeroBitCount }
}

extension Scene {
    /// `keeps`: parts that only happen to be transparent or without size count too.
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
            // Apple's render(in:) leaves them out.
            if n.pointee.emitter >= 0, !settings.clipsOwnDrawing, keeps || timeline.mayEmit(n.pointee.emitter) { parts.insert(.particles) }
        case .gradient:
            if hasArea, let colors = n.pointee.state.objects.colors, !colors.isEmpty,
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

    /// An op over the layer's rounded bounds.
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
        settings.antialiasing == .always || n.pointee.state.values.flags.contains(.allowsEdgeAntialiasing)
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

    /// Contents and shape: what masksToBounds clips.
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
                // Miter joins and square caps reach furthest.
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

    /// One image over another while `contents` animates: from·(1-p) + to·p, each placed by its own size (Behaviour 6.5).
    private func emitContentsFade(
        _ fade: ContentsFade, _ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ environment: DrawEnvironment, flipped: Bool
    ) {
        var whole = environment
        whole.opacity = 1
        inGroup(whole, opacity: environment.opacity, blendMode: 0) { env in
            for (contents, share, mode) in [
                (fade.from, 1 - fade.progress, Int32(0)), (fade.to, fade.progress, CompositingFilterName.plusLighter),
            ] {
                guard case .image(let image)? = contents, !editor.pass.hasFailed else { continue }
                inGroup(env, opacity: share, blendMode: mode) { emitImage(image, n, projection, $0, flipped: flipped) }
            }
        }
    }

    /// The ops of `body` in a group whose colours are multiplied.
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

    private func gradientPayload(_ n: UnsafeMutablePointer<RenderNode>, scope: Int32) -> Int32 {
        let extra = n.pointee.state.extra
        let at = editor.pass.cursor
        if editor.pass.isPatching, !emission.repeats, !n.pointee.flags.contains(.resourcesDirty), at < editor.pass.limit,
            editor.list.ops[at].payload >= 0,
            case .gradient(let old) = editor.list.payloads[Int(editor.list.ops[at].payload)], old.start == extra.startPoint,
            old.end == extra.endPoint,
            old.focus == extra.focalPoint
        {
            // Only moved: no new arrays.
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

    // MARK: shadow and clip

    /// Whether the shadow's shape is the rounded bounds or `shadowPath`, so that it needs no drawing of the layer first.
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
            // A translucent background throws a shadow as much fainter.
            op.opacity *= min(1, v.backgroundColor.w)
        }
        if op.color.w > 0, op.opacity > 0, !env.clip.isEmpty, box.size.width > 0, box.size.height > 0 {
            let reach = projection.shadowReach(radius: op.width, offset: op.offset, around: box)
            let caster = projection.deviceBounds(of: box, in: DeviceRect(-500_000_000, -500_000_000, 500_000_000, 500_000_000))
            op.bounds = reach.shadow(of: caster).intersection(env.clip)
        }
        editor.put(op, scope: env.scope)
    }

    /// A clip is worth its cost only when something can stand out of it.
    func needsClip(_ n: UnsafeMutablePointer<RenderNode>, _ parts: OwnParts, _ visible: Int, flipped: Bool) -> Bool {
        if visible > 0 || parts.contains(.fill) || parts.contains(.stroke) { return true }
        guard parts.contains(.contents) else { return false }
        return n.pointee.state.values.cornerRadius > 0 || n.pointee.animated >= 0 || !contentsStayInside(n, flipped: flipped)
    }
}
