import RenderTree

extension LayerProperty {
    /// - Parameter owner: the class, for a key that two classes have.
    private static func named(_ key: String, of owner: LayerClass? = nil) -> LayerProperty {
        guard let row = PropertyTable.rows.first(where: { $0.key == key && (owner == nil || $0.owner == owner) }) else {
            preconditionFailure("no property \(key) in the table")
        }
        return row.property
    }

    static let doubleSided = named("doubleSided")
    static let geometryFlipped = named("geometryFlipped")
    static let masksToBounds = named("masksToBounds")
    static let contentsRect = named("contentsRect")
    static let contentsGravity = named("contentsGravity")
    static let contentsScale = named("contentsScale")
    static let contentsCenter = named("contentsCenter")
    static let contentsFormat = named("contentsFormat")
    static let minificationFilter = named("minificationFilter")
    static let magnificationFilter = named("magnificationFilter")
    static let minificationFilterBias = named("minificationFilterBias")
    static let opaque = named("opaque")
    static let needsDisplayOnBoundsChange = named("needsDisplayOnBoundsChange")
    static let drawsAsynchronously = named("drawsAsynchronously")
    static let edgeAntialiasingMask = named("edgeAntialiasingMask")
    static let allowsEdgeAntialiasing = named("allowsEdgeAntialiasing")
    static let cornerRadius = named("cornerRadius")
    static let maskedCorners = named("maskedCorners")
    static let cornerCurve = named("cornerCurve")
    static let borderWidth = named("borderWidth")
    static let borderColor = named("borderColor")
    static let allowsGroupOpacity = named("allowsGroupOpacity")
    static let shouldRasterize = named("shouldRasterize")
    static let rasterizationScale = named("rasterizationScale")
    static let shadowColor = named("shadowColor")
    static let shadowOpacity = named("shadowOpacity")
    static let shadowOffset = named("shadowOffset")
    static let shadowRadius = named("shadowRadius")
    static let name = named("name")
    static let beginTime = named("beginTime")
    static let duration = named("duration")
    static let speed = named("speed")
    static let timeOffset = named("timeOffset")
    static let repeatCount = named("repeatCount")
    static let repeatDuration = named("repeatDuration")
    static let autoreverses = named("autoreverses")
    static let fillMode = named("fillMode")
    static let wantsExtendedDynamicRangeContent = named("wantsExtendedDynamicRangeContent")
    static let fillColor = named("fillColor")
    static let fillRule = named("fillRule")
    static let strokeColor = named("strokeColor")
    static let strokeStart = named("strokeStart")
    static let strokeEnd = named("strokeEnd")
    static let lineWidth = named("lineWidth")
    static let miterLimit = named("miterLimit")
    static let lineCap = named("lineCap")
    static let lineJoin = named("lineJoin")
    static let lineDashPhase = named("lineDashPhase")
    static let startPoint = named("startPoint")
    static let endPoint = named("endPoint")
    static let gradientType = named("type")
    static let focalPoint = named("focalPoint")
    static let instanceCount = named("instanceCount")
    static let preservesDepth = named("preservesDepth", of: .replicator)
    static let instanceDelay = named("instanceDelay")
    static let instanceColor = named("instanceColor")
    static let instanceRedOffset = named("instanceRedOffset")
    static let instanceGreenOffset = named("instanceGreenOffset")
    static let instanceBlueOffset = named("instanceBlueOffset")
    static let instanceAlphaOffset = named("instanceAlphaOffset")
    static let levelsOfDetail = named("levelsOfDetail")
    static let levelsOfDetailBias = named("levelsOfDetailBias")
    static let tileSize = named("tileSize")
    static let string = named("string")
    static let font = named("font")
    static let fontSize = named("fontSize")
    static let foregroundColor = named("foregroundColor")
    static let wrapped = named("wrapped")
    static let truncationMode = named("truncationMode")
    static let alignmentMode = named("alignmentMode")
    static let allowsFontSubpixelQuantization = named("allowsFontSubpixelQuantization")
    static let emitterCells = named("emitterCells")
    static let emitterBehaviors = named("emitterBehaviors")
    static let birthRate = named("birthRate")
    static let lifetime = named("lifetime")
    static let emitterPosition = named("emitterPosition")
    static let emitterZPosition = named("emitterZPosition")
    static let emitterSize = named("emitterSize")
    static let emitterDepth = named("emitterDepth")
    static let emitterShape = named("emitterShape")
    static let emitterMode = named("emitterMode")
    static let renderMode = named("renderMode")
    static let emitterPreservesDepth = named("preservesDepth", of: .emitter)
    static let velocity = named("velocity")
    static let scale = named("scale")
    static let spin = named("spin")
    static let seed = named("seed")
}

extension PropertySet {
    /// The properties that make up a layer's own time.
    static let timing: PropertySet = [
        Self(.beginTime), Self(.duration), Self(.speed), Self(.timeOffset), Self(.repeatCount), Self(.repeatDuration), Self(.autoreverses),
    ]
}

extension PropertyRow {
    /// True if the number may be infinite, but not NaN: a time, or a factor of an emitter's cells.
    var mayBeInfinite: Bool { Self.infinite.contains(property) }

    private static let infinite: Set<LayerProperty> = [
        .beginTime, .duration, .timeOffset, .repeatDuration, .speed, .repeatCount, .birthRate, .lifetime,
    ]
}
