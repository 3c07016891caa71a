import CoreGraphics

/// CAMediaTiming's fill mode.
package enum FillMode: UInt8, Sendable, CaseIterable { case removed, forwards, backwards, both }
package enum FillRule: UInt8, Sendable, CaseIterable { case nonZero, evenOdd }
package enum LineCap: UInt8, Sendable, CaseIterable { case butt, round, square }
package enum LineJoin: UInt8, Sendable, CaseIterable { case miter, round, bevel }
package enum TextTruncation: UInt8, Sendable, CaseIterable { case none, start, middle, end }
package enum TextAlignment: UInt8, Sendable, CaseIterable { case natural, left, right, center, justified }
package enum GradientKind: UInt8, Sendable, CaseIterable { case axial, radial, conic }

/// The CAMediaTiming values of a layer or an animation; times in seconds.
package struct MediaTiming: Hashable, Sendable {
    package var beginTime: Double = 0
    package var duration: Double = 0
    package var timeOffset: Double = 0
    package var repeatDuration: Double = 0
    package var speed: Float = 1
    package var repeatCount: Float = 0
    package var autoreverses = false
    package var fillMode = FillMode.removed
    /// For a layer: indicates whether its own duration, repeats and autoreversal wrap its time and that of its subtree, as an animation's
    /// do. On Apple's layers they have no effect; a player that runs without its program needs it.
    package var wrapsTime = false
    package init() {}

    /// True if a layer with these values has its superlayer's time.
    package var isPlain: Bool { speed == 1 && beginTime == 0 && timeOffset == 0 && !wrapsTime }
}

/// Plain values that few layers have. They are allocated when one of them differs from its default, and are copied on write.
package struct LayerExtra: Hashable, Sendable {
    // CALayer
    package var sublayerTransform = CATransform3DIdentity
    package var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
    package var rasterizationScale: CGFloat = 1
    package var minificationFilterBias: Float = 0
    /// Apple's private property of this name: a factor for every pixel of the contents. Nil has no effect.
    package var contentsMultiplyColor = RGBA(1, 1, 1, 1)
    package var hasContentsMultiplyColor = false
    package var animatedContentsMultiplyColor = false
    /// The layer's own time space. A layer's duration is infinite by default and has no effect.
    package var timing: MediaTiming = {
        var t = MediaTiming(); t.duration = .infinity; return t
    }()
    // CAShapeLayer
    package var fillColor = RGBA(0, 0, 0, 1)
    package var strokeColor = RGBA(0, 0, 0, 0)
    package var hasFillColor = true
    package var hasStrokeColor = false
    package var animatedFillColor = false
    package var animatedStrokeColor = false
    package var fillRule = FillRule.nonZero
    package var lineCap = LineCap.butt
    package var lineJoin = LineJoin.miter
    package var strokeStart: CGFloat = 0
    package var strokeEnd: CGFloat = 1
    package var lineWidth: CGFloat = 1
    package var miterLimit: CGFloat = 10
    package var lineDashPhase: CGFloat = 0
    // CAGradientLayer
    package var startPoint = CGPoint(x: 0.5, y: 0)
    package var endPoint = CGPoint(x: 0.5, y: 1)
    package var gradientKind = GradientKind.axial
    /// For a radial gradient: the position of its first colour, relative to the centre, in radii; inside the unit circle.
    package var focalPoint = CGPoint.zero
    // CAReplicatorLayer
    package var instanceTransform = CATransform3DIdentity
    package var instanceColor = RGBA(1, 1, 1, 1)
    package var hasInstanceColor = true
    package var animatedInstanceColor = false
    package var instanceCount: CGFloat = 1
    package var instanceDelay: Double = 0
    package var instanceRedOffset: Float = 0
    package var instanceGreenOffset: Float = 0
    package var instanceBlueOffset: Float = 0
    package var instanceAlphaOffset: Float = 0
    package var preservesDepth = false
    // CATextLayer
    package var fontSize: CGFloat = 36
    package var foregroundColor = RGBA(1, 1, 1, 1)
    package var hasForegroundColor = true
    package var animatedForegroundColor = false
    package var wrapped = false
    package var allowsFontSubpixelQuantization = false
    package var truncationMode = TextTruncation.none
    package var alignmentMode = TextAlignment.natural
    // CAEmitterLayer
    package var emitter = EmitterValues()
    // CATiledLayer
    package var levelsOfDetail: CGFloat = 1
    package var levelsOfDetailBias: CGFloat = 0
    package var tileSize = CGSize(width: 256, height: 256)
    package init() {}
}
