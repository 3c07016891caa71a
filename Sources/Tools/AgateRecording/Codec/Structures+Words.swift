import CoreGraphics
import RenderTree

// The fields of the structures that few layers have, in the order of the format. Documentation/RecordingFormat.md lists them; a new field
// must be added at the end of its structure's list, and in a new version of the format.

extension MediaTiming: WordCoded {
    static let wordCount = 9
    mutating func code<Coder: WordCoder>(_ coder: inout Coder) {
        coder.time(&beginTime)
        coder.time(&duration)
        coder.time(&timeOffset)
        coder.time(&repeatDuration)
        coder.number(&speed)
        coder.number(&repeatCount)
        coder.flag(&autoreverses)
        coder.choice(&fillMode)
        coder.flag(&wrapsTime)
    }
}

extension EmitterValues: WordCoded {
    static let wordCount = 17
    mutating func code<Coder: WordCoder>(_ coder: inout Coder) {
        coder.point(&numbers.position)
        coder.number(&numbers.zPosition)
        coder.size(&numbers.size)
        coder.number(&numbers.depth)
        coder.number(&numbers.birthRate)
        coder.number(&numbers.lifetime)
        coder.number(&numbers.velocity)
        coder.number(&numbers.scale)
        coder.number(&numbers.spin)
        coder.number(&seed)
        coder.choice(&shape)
        coder.choice(&mode)
        coder.choice(&renderMode)
        coder.flag(&preservesDepth)
        coder.number(&numbers.spinBias)
    }
}

extension LayerExtra: WordCoded {
    static let wordCount = 26 + MediaTiming.wordCount + 16 + 7 + 27 + 9 + EmitterValues.wordCount + 4
    mutating func code<Coder: WordCoder>(_ coder: inout Coder) {
        // 26 of any layer
        coder.transform(&sublayerTransform)
        coder.rect(&contentsCenter)
        coder.number(&rasterizationScale)
        coder.number(&minificationFilterBias)
        coder.color(&contentsMultiplyColor)
        coder.flag(&hasContentsMultiplyColor)
        coder.flag(&animatedContentsMultiplyColor)
        timing.code(&coder)
        // 16 of shapes
        coder.color(&fillColor)
        coder.color(&strokeColor)
        coder.flag(&hasFillColor)
        coder.flag(&hasStrokeColor)
        coder.flag(&animatedFillColor)
        coder.flag(&animatedStrokeColor)
        coder.choice(&fillRule)
        coder.choice(&lineCap)
        coder.choice(&lineJoin)
        coder.number(&strokeStart)
        coder.number(&strokeEnd)
        coder.number(&lineWidth)
        coder.number(&miterLimit)
        coder.number(&lineDashPhase)
        // 7 of gradients
        coder.point(&startPoint)
        coder.point(&endPoint)
        coder.choice(&gradientKind)
        coder.point(&focalPoint)
        // 27 of replicators
        coder.transform(&instanceTransform)
        coder.color(&instanceColor)
        coder.flag(&hasInstanceColor)
        coder.flag(&animatedInstanceColor)
        coder.number(&instanceCount)
        coder.number(&instanceDelay)
        coder.number(&instanceRedOffset)
        coder.number(&instanceGreenOffset)
        coder.number(&instanceBlueOffset)
        coder.number(&instanceAlphaOffset)
        coder.flag(&preservesDepth)
        // 9 of texts
        coder.number(&fontSize)
        coder.color(&foregroundColor)
        coder.flag(&hasForegroundColor)
        coder.flag(&animatedForegroundColor)
        coder.flag(&wrapped)
        coder.flag(&allowsFontSubpixelQuantization)
        coder.choice(&truncationMode)
        coder.choice(&alignmentMode)
        emitter.code(&coder)
        // 4 of tiled layers
        coder.number(&levelsOfDetail)
        coder.number(&levelsOfDetailBias)
        coder.size(&tileSize)
    }
}

extension EmitterCellSpec: WordCoded {
    static let wordCount = 30 + 9 + MediaTiming.wordCount + 7
    mutating func code<Coder: WordCoder>(_ coder: inout Coder) {
        coder.number(&numbers.birthRate)
        coder.number(&numbers.lifetime)
        coder.number(&numbers.lifetimeRange)
        coder.number(&numbers.emissionLatitude)
        coder.number(&numbers.emissionLongitude)
        coder.number(&numbers.emissionRange)
        coder.number(&numbers.velocity)
        coder.number(&numbers.velocityRange)
        coder.number(&numbers.xAcceleration)
        coder.number(&numbers.yAcceleration)
        coder.number(&numbers.zAcceleration)
        coder.number(&numbers.scale)
        coder.number(&numbers.scaleRange)
        coder.number(&numbers.scaleSpeed)
        coder.number(&numbers.spin)
        coder.number(&numbers.spinRange)
        coder.number(&numbers.rotation)
        coder.number(&numbers.rotationRange)
        coder.number(&numbers.red)
        coder.number(&numbers.green)
        coder.number(&numbers.blue)
        coder.number(&numbers.alpha)
        coder.number(&numbers.redRange)
        coder.number(&numbers.greenRange)
        coder.number(&numbers.blueRange)
        coder.number(&numbers.alphaRange)
        coder.number(&numbers.redSpeed)
        coder.number(&numbers.greenSpeed)
        coder.number(&numbers.blueSpeed)
        coder.number(&numbers.alphaSpeed)
        coder.flag(&isEnabled)
        coder.choice(&minificationFilter)
        coder.choice(&magnificationFilter)
        coder.number(&minificationFilterBias)
        coder.rect(&contentsRect)
        coder.number(&contentsScale)
        timing.code(&coder)
        coder.number(&numbers.spinBias)
        coder.number(&numbers.orientationLatitude)
        coder.number(&numbers.orientationLongitude)
        coder.number(&numbers.orientationRange)
        coder.number(&numbers.mass)
        coder.number(&numbers.massRange)
        coder.choice(&particleType)
    }
}

extension FilterSpec.Inputs: WordCoded {
    static let wordCount = 25
    mutating func code<Coder: WordCoder>(_ coder: inout Coder) {
        coder.number(&radius)
        coder.number(&amount)
        coder.number(&angle)
        coder.number(&scale)
        coder.number(&saturation)
        coder.number(&brightness)
        coder.number(&contrast)
        coder.number(&exposure)
        coder.number(&bias)
        coder.color(&color)
        var hasCenter = center != nil
        var place = center ?? .zero
        coder.flag(&hasCenter)
        coder.point(&place)
        center = hasCenter ? place : nil
        coder.color(&matrix.r)
        coder.color(&matrix.g)
        coder.color(&matrix.b)
        coder.color(&matrix.a)
        coder.color(&matrix.bias)
        coder.flag(&normalizesEdges)
    }
}

extension EmitterBehaviorSpec: WordCoded {
    static let wordCount = 25
    mutating func code<Coder: WordCoder>(_ coder: inout Coder) {
        coder.number(&numbers.forceX)
        coder.number(&numbers.forceY)
        coder.number(&numbers.forceZ)
        coder.number(&numbers.frequency)
        coder.number(&numbers.drag)
        coder.number(&numbers.rotation)
        coder.number(&numbers.stiffness)
        coder.number(&numbers.radius)
        coder.point(&numbers.position)
        coder.number(&numbers.zPosition)
        coder.number(&numbers.orientationLatitude)
        coder.number(&numbers.orientationLongitude)
        coder.number(&numbers.falloff)
        coder.number(&numbers.falloffDistance)
        coder.number(&numbers.directionLatitude)
        coder.number(&numbers.directionLongitude)
        coder.number(&numbers.coneAngle)
        coder.number(&numbers.coneEdgeSoftness)
        coder.flag(&isEnabled)
        coder.choice(&attractorType)
        coder.flag(&preservesDepth)
        coder.flag(&isSpot)
        coder.flag(&appliesAlpha)
        coder.flag(&isAdditive)
    }
}
