import CoreGraphics
import Raster

/// Draws the pieces of a tiled layer, one op each, with a group if one fades in over another.
extension PartsWriter {
    func emitTiles(_ tiles: LayerTiles, _ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: DrawEnvironment) {
        for piece in tiles.pieces {
            if editor.pass.hasFailed { return }
            let share = tiles.share(of: piece.begin, at: timeline.time)
            if share >= 1 {
                emitTile(piece.picture, of: piece, tiles, n, projection, env)
            } else if let under = piece.under {
                var whole = env
                whole.opacity = 1
                inGroup(whole, opacity: env.opacity, blendMode: .normal) { env in
                    for (picture, part, mode) in [(under, 1 - share, PixelBlendMode.normal), (piece.picture, share, .plusLighter)]
                    where !editor.pass.hasFailed {
                        inGroup(env, opacity: part, blendMode: mode) { emitTile(picture, of: piece, tiles, n, projection, $0) }
                    }
                }
            } else {
                var faint = env
                faint.opacity *= share
                emitTile(piece.picture, of: piece, tiles, n, projection, faint)
            }
        }
    }

    private func emitTile(
        _ picture: LayerTiles.Picture, of piece: LayerTiles.Piece, _ tiles: LayerTiles, _ n: UnsafeMutablePointer<RenderNode>,
        _ projection: Projection, _ env: DrawEnvironment
    ) {
        var op = DrawOp(kind: .image)
        op.projection = projection
        op.edgeMask = n.pointee.state.values.edgeAntialiasingMask & piece.outerEdges
        op.opacity = env.opacity
        if isSmooth(n) { op.flags.insert(.antialiased) }
        if !tiles.isFlipped { op.flags.insert(.imageUpsideDown) }
        op.rect = piece.rect
        op.bounds = projection.deviceBounds(of: piece.rect, in: env.clip)
        op.payload = editor.placePayload(
            .image(
                ImageDraw(
                    image: picture.image, source: picture.source, center: nil, pointsPerPixel: 1,
                    minification: n.pointee.state.values.minificationFilter, magnification: n.pointee.state.values.magnificationFilter
                )), scope: env.scope)
        editor.put(op, scope: env.scope)
    }
}
