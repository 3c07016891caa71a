import CoreGraphics
import Raster

// The groups and the clip around the parts of a layer. `emitParts` decides which of them are needed.

extension Scene {
    /// Opens the group around the layer's shadow and everything else: for a mask, a blend mode, or filters of the backdrop.
    func openOuterGroup(
        _ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: DrawEnvironment, opacity: Float, hasMask: Bool,
        blend: PixelBlendMode,
        _ backdrop: GroupDraw.Backdrop?, backdropOpacity: Float
    ) -> OpenScope {
        var group = GroupDraw()
        group.hasMask = hasMask
        group.blendMode = blend
        var op = DrawOp(kind: .beginGroup)
        var area = DeviceRect.empty
        var backdropReach = GroupReach()
        if let backdrop {
            let bounds = n.pointee.state.values.bounds
            op = writer.shapeOp(.beginGroup, n, projection, env)
            op.flags.insert(.readsBackdrop)
            group.backdrop = backdrop
            group.backdrop?.opacity = backdropOpacity
            area = projection.deviceBounds(of: bounds, in: env.clip)
            backdropReach = group.backdropReach(projection, around: bounds)
        }
        op.opacity = opacity
        op.payload = editor.placePayload(.group(group), scope: env.scope)
        return editor.open(op, scope: env.scope, clip: env.clip, reach: nil, area: area, backdropReach: backdropReach)
    }

    /// Opens the group around the layer's parts without its shadow op: for opacity, filters, or the shadow of the whole. Widens the
    /// environment's clip to the content on which the visible part depends.
    func openInnerGroup(
        _ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: inout DrawEnvironment, opacity: Float,
        _ filters: [FilterDraw]?, castsShadow: Bool
    ) -> OpenScope {
        var op = DrawOp(kind: .beginGroup)
        op.opacity = opacity
        var reach: GroupReach?
        if castsShadow || filters != nil {
            var group = GroupDraw()
            let v = n.pointee.state.values
            if castsShadow {
                group.shadow = .init(
                    color: v.shadowColor, opacity: min(1, v.shadowOpacity), radius: max(0, v.shadowRadius), offset: v.shadowOffset)
            }
            group.filters = filters ?? []
            op.payload = editor.placePayload(.group(group), scope: env.scope)
            op.projection = projection
            op.rect = v.bounds
            reach = group.reach(projection, around: v.bounds) ?? GroupReach()
        }
        let opened = editor.open(op, scope: env.scope, clip: env.clip, reach: reach)
        env.scope = opened.scope
        if let reach, !env.clip.isEmpty { env.clip = env.clip.union(reach.source(of: env.clip)) }
        return opened
    }

    /// Opens the clip to the layer's rounded bounds and narrows the environment to it.
    func openClip(_ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: inout DrawEnvironment) -> OpenScope {
        var op = writer.shapeOp(.beginClip, n, projection, env)
        op.bounds = projection.deviceBounds(of: op.rect, in: env.clip)
        let opened = editor.open(op, scope: env.scope, clip: op.bounds, reach: nil)
        env.scope = opened.scope
        env.clip = op.bounds
        return opened
    }
}
