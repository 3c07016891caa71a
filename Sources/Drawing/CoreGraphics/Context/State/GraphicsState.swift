import Foundation
import Raster

/// The state that `saveGState()` saves.
struct GraphicsState {
    var ctm: CGAffineTransform
    var clip: ClipState
    var fill = Ink.black
    var stroke = Ink.black
    var alpha: CGFloat = 1
    var blendMode = CGBlendMode.normal
    var shadow: CastShadow?
    var line = StrokeStyle(width: 1)
    var shouldAntialias = true
    var interpolationQuality = CGInterpolationQuality.default
    var renderingIntent = CGColorRenderingIntent.defaultIntent
    var patternPhase = CGSize.zero
    var text = TextState()

    init(ctm: CGAffineTransform, limits: IntRect) {
        self.ctm = ctm
        clip = ClipState(limits: limits)
    }
}

/// The paint of fills or strokes: a colour, or a pattern (which has a colour of its own or uses this one).
struct Ink {
    var color: CGColor
    var pattern: CGPattern?
    /// The space of components that are set without a space.
    var space: CGColorSpace

    static var black: Ink { Ink(deviceBlack) }
    private static let deviceBlack = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0, 1]) ?? .black

    init(_ color: CGColor) {
        let space = color.colorSpace ?? .standardRGB
        if let pattern = color.pattern, let own = pattern.color(in: space, color.components ?? [1]) {
            self.init(own, pattern, space)
        } else {
            self.init(color, nil, space)
        }
    }

    init(_ color: CGColor, _ pattern: CGPattern?, _ space: CGColorSpace) {
        (self.color, self.pattern, self.space) = (color, pattern, space)
    }

    /// Returns the colour as a premultiplied pixel.
    func pixel(alpha: CGFloat) -> UInt32 { PixelMath.premultiplied(color.rgba, opacity: Float(alpha)) }
}
