// The two pictures of a transition
//
// While a CATransition runs, a layer is drawn twice: its old picture, which the timeline keeps as a frozen subtree (`TransitionPicture`),
// and its new one. `TransitionLayout` says which of them is below, how opaque each is and how far it has moved; the scene draws them so, in
// one group (a fade is old · (1 - p) + new · p).
//
// What invalidates what: a layout is a function of the transition's kind, side and progress and of the layer's size and placement. Nothing
// of it is kept: the layer is drawn again in each frame of the transition, and the pixels of both pictures are damaged.

import CoreGraphics
import Raster

/// The order, offsets and opacities of a transition's pictures at one time.
struct TransitionLayout {
    struct Picture {
        var isOld: Bool
        var opacity: Float = 1
        var blendMode = PixelBlendMode.normal
        /// The offset in the picture's own space.
        var shift = CGSize.zero
    }

    let lower, upper: Picture
    /// True if the pictures move, and so are clipped where the layer clips.
    let moves: Bool

    /// - Parameters:
    ///   - size: the layer's size.
    ///   - plane: the projection of the layer's plane; nil if it can't be seen.
    init(_ transition: TransitionPicture, size: CGSize, flipped: Bool, plane: Projection?) {
        let p = transition.progress
        moves = transition.kind != .fade
        let way = moves ? transition.way(size, flipped: flipped) : .zero
        let out = Self.onPixels(CGSize(width: way.width * p, height: way.height * p), plane)
        let into = CGSize(width: out.width - way.width, height: out.height - way.height)
        switch transition.kind {
        case .fade:
            lower = Picture(isOld: true, opacity: Float(1 - p))
            upper = Picture(isOld: false, opacity: Float(p), blendMode: .plusLighter)
        case .push:
            lower = Picture(isOld: true, shift: out)
            upper = Picture(isOld: false, shift: into)
        case .moveIn:
            lower = Picture(isOld: true)
            upper = Picture(isOld: false, shift: into)
        case .reveal:
            lower = Picture(isOld: false)
            upper = Picture(isOld: true, shift: out)
        }
    }

    /// Rounds an offset to whole pixels if the pictures are axis-aligned: two antialiased edges that meet inside a pixel would let the
    /// background show between them.
    private static func onPixels(_ way: CGSize, _ projection: Projection?) -> CGSize {
        guard let p = projection, p.kind == .axisAligned, p.m11 != 0, p.m22 != 0 else { return way }
        return CGSize(width: (way.width * p.m11).rounded() / p.m11, height: (way.height * p.m22).rounded() / p.m22)
    }
}
