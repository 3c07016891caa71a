import CoreGraphics

/// What shows of a tiled layer: pictures that lie beside each other in the layer's space. Never changes once made, so commits share it.
package final class LayerTiles: Sendable {
    /// A part of an image.
    package struct Picture: Sendable {
        package var image: CGImage
        /// In pixels, y down from the first row.
        package var source: CGRect
        package init(image: CGImage, source: CGRect) { self.image = image; self.source = source }
    }

    package struct Piece: Sendable {
        package var rect: CGRect
        package var picture: Picture
        /// The edges that are edges of the layer, as `edgeAntialiasingMask`. Between pieces pixel centres decide, so that no seam shows.
        package var outerEdges: UInt8
        /// The media time at which it begins to fade in; minus infinity shows it at once.
        package var begin = -Double.infinity
        /// What it fades in over.
        package var under: Picture?
        package init(rect: CGRect, picture: Picture, outerEdges: UInt8) {
            self.rect = rect; self.picture = picture; self.outerEdges = outerEdges
        }
    }

    package let pieces: ContiguousArray<Piece>
    /// Whether the first row of each image stands at the side of the smaller y.
    package let isFlipped: Bool
    /// In seconds.
    package let fadeDuration: Double
    /// The media time from which on all pieces show whole.
    package let fadeEnd: Double

    /// - Parameter fadeDuration: in seconds, more than 0 where a piece fades.
    package init(_ pieces: ContiguousArray<Piece>, isFlipped: Bool, fadeDuration: Double) {
        self.pieces = pieces
        self.isFlipped = isFlipped
        self.fadeDuration = fadeDuration
        fadeEnd = (pieces.lazy.map(\.begin).max() ?? -.infinity) + fadeDuration
    }

    /// How far a piece has faded in, 0 to 1.
    func share(of begin: Double, at time: Double) -> Float {
        if begin == -.infinity { return 1 }
        return Float(min(1, max(0, (time - begin) / fadeDuration)))
    }
}

extension LayerTiles: Hashable {
    package static func == (a: LayerTiles, b: LayerTiles) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
