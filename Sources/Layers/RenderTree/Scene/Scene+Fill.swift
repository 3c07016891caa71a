import CoreGraphics

extension Scene {
    /// The fast path of a patch: a layer that is a single fill, as most moving layers are. Skips the checks that `emit` makes for groups,
    /// clips, contents and sublayers; the resulting op is the same.
    /// - Returns: false, with no changes made, if the layer is not, or may no longer be, a single fill.
    func patchFill(_ n: UnsafeMutablePointer<RenderNode>, in space: CATransform3D) -> Bool {
        guard n.pointee.opEnd == n.pointee.opStart + 1, n.pointee.layerClass == .layer, n.pointee.state.objectsBox == nil,
            n.pointee.form.isEmpty, n.pointee.sublayers.isEmpty, n.pointee.mask < 0, n.pointee.transition < 0,
            n.pointee.blendMode == .normal,
            n.pointee.environment.unit < 0, n.pointee.flags.isDisjoint(with: [.isMask, .isGhost]), !settings.clipsOwnDrawing,
            shift == .zero
        else { return false }
        let flags = n.pointee.state.values.flags, isAnimated = n.pointee.animated >= 0
        guard flags.isDisjoint(with: [.hidden, .shouldRasterize]), flags.contains([.doubleSided, .hasBackgroundColor]),
            n.pointee.state.values.shadowOpacity <= 0 || !flags.contains(.hasShadowColor),
            n.pointee.state.values.borderWidth <= 0 || !flags.contains(.hasBorderColor)
        else { return false }
        let size = n.pointee.state.values.bounds.size, own = min(1, max(0, n.pointee.state.values.opacity))
        guard isAnimated || (own > 0 && size.width > 0 && size.height > 0 && n.pointee.state.values.backgroundColor.w > 0) else {
            return false
        }
        let matrix = CATransform3D.product(layerEdge(n), space).flattened, placed = Projection(plane: matrix)
        var env = n.pointee.environment
        env.opacity *= own
        if placed == nil || !(own > 0) {
            guard isAnimated else { return false }
            env.clip = .empty
        }
        n.pointee.matrix = matrix
        if env.flipped != flags.contains(.geometryFlipped) {
            n.pointee.flags.insert(.contentsFlipped)
        } else {
            n.pointee.flags.remove(.contentsFlipped)
        }
        (n.pointee.childOpacity, n.pointee.childClip) = (env.opacity, env.clip)
        writer.putBackground(n, placed ?? .identity, env)
        if editor.pass.hasFailed { return true }
        if n.pointee.environment.deferrable >= 0 { indexes.notePlaced(n) }
        n.pointee.flags.subtract([.dirty, .resourcesDirty])
        nodes.work.nodesMade += 1
        nodes.work.opsMade += 1
        return true
    }
}
