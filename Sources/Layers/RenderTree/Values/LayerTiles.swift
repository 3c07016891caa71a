import CoreGraphics

/// The displayed pieces of a tiled layer: adjacent pictures in the layer's space. Immutable, so that commits share it.
package final class LayerTiles: Sendable {
    /// A part of an image.
    package struct Picture: Sendable {
        package var image: CGImage
        /// The source rectangle in pixels, with y downwards from the first row.
        package var source: CGRect
        package init(image: CGImage, source: CGRect) { self.image = image; self.source = source }
    }

    package struct Piece: Sendable {
        package var rect: CGRect
        package var picture: Picture
        /// The edges that are on the layer's edges, as `edgeAntialiasingMask`. Between pieces, pixel centres decide, so that there are no
        /// visible seams.
        package var outerEdges: UInt8
        /// The media time at which the piece begins to fade in; minus infinity shows it at once.
        package var begin = -Double.infinity
        /// The picture over which it fades in.
        package var under: Picture?
        package init(rect: CGRect, picture: Picture, outerEdges: UInt8) {
            self.rect = rect; self.picture = picture; self.outerEdges = outerEdges
        }
    }

    package let pieces: ContiguousArray<Piece>
    /// True if the first row of each image is at the smaller y.
    package let isFlipped: Bool
    /// The duration of a fade, in seconds.
    package let fadeDuration: Double
    /// The media time from which all pieces are fully visible.
    package let fadeEnd: Double

    /// - Parameter fadeDuration: the duration in seconds, greater than 0 if a piece fades.
    package init(_ pieces: ContiguousArray<Piece>, isFlipped: Bool, fadeDuration: Double) {
        self.pieces = pieces
        self.isFlipped = isFlipped
        self.fadeDuration = fadeDuration
        fadeEnd = (pieces.lazy.map(\.begin).max() ?? -.infinity) + fadeDuration
    }

    /// Returns the progress of a piece's fade, 0 to 1.
    func share(of begin: Double, at time: Double) -> Float {
        if begin == -.infinity { return 1 }
        return Float(min(1, max(0, (time - begin) / fadeDuration)))
    }
}

extension LayerTiles: Hashable {
    package static func == (a: LayerTiles, b: LayerTiles) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
