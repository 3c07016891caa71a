import CoreGraphics

/// A list of key paths that is being made. A structure has its parts, too, since they are observed and animated as properties are.
///
/// To add a property, add its line: a test compares the list with `PropertyTable` and with the public properties of the classes.
struct KeyPathList {
    private var keys: [AnyKeyPath: String] = [:]

    static func make(_ root: any LayerRoot.Type) -> [AnyKeyPath: String] {
        var list = KeyPathList()
        list.addGeometry(root)
        list.addContents(root)
        list.addAppearance(root)
        list.addTree(root)
        // Opened here: the metatype gives the class.
        if let root = root as? any ShapeRoot.Type { list.addShape(root) }
        if let root = root as? any GradientRoot.Type { list.addGradient(root) }
        if let root = root as? any ReplicatorRoot.Type { list.addReplicator(root) }
        if let root = root as? any ScrollRoot.Type { list.addScroll(root) }
        if let root = root as? any TextRoot.Type { list.addText(root) }
        if let root = root as? any EmitterRoot.Type { list.addEmitter(root) }
        if let root = root as? any TiledRoot.Type { list.addTiled(root) }
        if let root = root as? any EAGLRoot.Type { list.addEAGL(root) }
        return list.keys
    }

    private mutating func add(_ path: AnyKeyPath, _ key: String) { keys[path] = key }

    private mutating func addPoint<L>(_ path: WritableKeyPath<L, CGPoint>, _ key: String) {
        add(path, key)
        add(path.appending(path: \.x), key + ".x")
        add(path.appending(path: \.y), key + ".y")
    }

    private mutating func addSize<L>(_ path: WritableKeyPath<L, CGSize>, _ key: String) {
        add(path, key)
        add(path.appending(path: \.width), key + ".width")
        add(path.appending(path: \.height), key + ".height")
    }

    private mutating func addRect<L>(_ path: WritableKeyPath<L, CGRect>, _ key: String) {
        add(path, key)
        addPoint(path.appending(path: \.origin), key + ".origin")
        addSize(path.appending(path: \.size), key + ".size")
    }

    // MARK: CALayer

    private mutating func addGeometry<L: LayerRoot>(_: L.Type) {
        addRect(\L.frame, "frame")
        addRect(\L.bounds, "bounds")
        addPoint(\L.position, "position")
        add(\L.zPosition, "zPosition")
        addPoint(\L.anchorPoint, "anchorPoint")
        add(\L.anchorPointZ, "anchorPointZ")
        add(\L.transform, "transform")
        add(\L.sublayerTransform, "sublayerTransform")
        add(\L.isHidden, "hidden")
        add(\L.isDoubleSided, "doubleSided")
        add(\L.isGeometryFlipped, "geometryFlipped")
        add(\L.masksToBounds, "masksToBounds")
    }

    private mutating func addContents<L: LayerRoot>(_: L.Type) {
        add(\L.contents, "contents")
        addRect(\L.contentsRect, "contentsRect")
        add(\L.contentsGravity, "contentsGravity")
        add(\L.contentsScale, "contentsScale")
        addRect(\L.contentsCenter, "contentsCenter")
        add(\L.contentsFormat, "contentsFormat")
        add(\L.minificationFilter, "minificationFilter")
        add(\L.magnificationFilter, "magnificationFilter")
        add(\L.minificationFilterBias, "minificationFilterBias")
        add(\L.isOpaque, "opaque")
        add(\L.needsDisplayOnBoundsChange, "needsDisplayOnBoundsChange")
        add(\L.drawsAsynchronously, "drawsAsynchronously")
        add(\L.edgeAntialiasingMask, "edgeAntialiasingMask")
        add(\L.allowsEdgeAntialiasing, "allowsEdgeAntialiasing")
        add(\L.wantsExtendedDynamicRangeContent, "wantsExtendedDynamicRangeContent")
        add(\L.contentsHeadroom, "contentsHeadroom")
        add(\L.toneMapMode, "toneMapMode")
        add(\L.preferredDynamicRange, "preferredDynamicRange")
    }

    private mutating func addAppearance<L: LayerRoot>(_: L.Type) {
        add(\L.backgroundColor, "backgroundColor")
        add(\L.cornerRadius, "cornerRadius")
        add(\L.maskedCorners, "maskedCorners")
        add(\L.cornerCurve, "cornerCurve")
        add(\L.borderWidth, "borderWidth")
        add(\L.borderColor, "borderColor")
        add(\L.opacity, "opacity")
        add(\L.allowsGroupOpacity, "allowsGroupOpacity")
        add(\L.compositingFilter, "compositingFilter")
        add(\L.filters, "filters")
        add(\L.backgroundFilters, "backgroundFilters")
        add(\L.shouldRasterize, "shouldRasterize")
        add(\L.rasterizationScale, "rasterizationScale")
        add(\L.shadowColor, "shadowColor")
        add(\L.shadowOpacity, "shadowOpacity")
        addSize(\L.shadowOffset, "shadowOffset")
        add(\L.shadowRadius, "shadowRadius")
        add(\L.shadowPath, "shadowPath")
    }

    /// The properties that affect no pixels of the layer itself: its time, its place in the tree, its layout and its actions.
    private mutating func addTree<L: LayerRoot>(_: L.Type) {
        add(\L.beginTime, "beginTime")
        add(\L.duration, "duration")
        add(\L.speed, "speed")
        add(\L.timeOffset, "timeOffset")
        add(\L.repeatCount, "repeatCount")
        add(\L.repeatDuration, "repeatDuration")
        add(\L.autoreverses, "autoreverses")
        add(\L.fillMode, "fillMode")
        add(\L.name, "name")
        add(\L.superlayer, "superlayer")
        add(\L.sublayers, "sublayers")
        add(\L.mask, "mask")
        add(\L.autoresizingMask, "autoresizingMask")
        add(\L.layoutManager, "layoutManager")
        add(\L.constraints, "constraints")
        add(\L.delegate, "delegate")
        add(\L.actions, "actions")
        add(\L.style, "style")
    }

    // MARK: Subclasses

    private mutating func addShape<L: ShapeRoot>(_: L.Type) {
        add(\L.path, "path")
        add(\L.fillColor, "fillColor")
        add(\L.fillRule, "fillRule")
        add(\L.strokeColor, "strokeColor")
        add(\L.strokeStart, "strokeStart")
        add(\L.strokeEnd, "strokeEnd")
        add(\L.lineWidth, "lineWidth")
        add(\L.miterLimit, "miterLimit")
        add(\L.lineCap, "lineCap")
        add(\L.lineJoin, "lineJoin")
        add(\L.lineDashPhase, "lineDashPhase")
        add(\L.lineDashPattern, "lineDashPattern")
    }

    private mutating func addGradient<L: GradientRoot>(_: L.Type) {
        add(\L.colors, "colors")
        add(\L.locations, "locations")
        addPoint(\L.startPoint, "startPoint")
        addPoint(\L.endPoint, "endPoint")
        addPoint(\L.focalPoint, "focalPoint")
        add(\L.type, "type")
    }

    private mutating func addReplicator<L: ReplicatorRoot>(_: L.Type) {
        add(\L.instanceCount, "instanceCount")
        add(\L.preservesDepth, "preservesDepth")
        add(\L.instanceDelay, "instanceDelay")
        add(\L.instanceTransform, "instanceTransform")
        add(\L.instanceColor, "instanceColor")
        add(\L.instanceRedOffset, "instanceRedOffset")
        add(\L.instanceGreenOffset, "instanceGreenOffset")
        add(\L.instanceBlueOffset, "instanceBlueOffset")
        add(\L.instanceAlphaOffset, "instanceAlphaOffset")
    }

    private mutating func addScroll<L: ScrollRoot>(_: L.Type) { add(\L.scrollMode, "scrollMode") }

    private mutating func addText<L: TextRoot>(_: L.Type) {
        add(\L.string, "string")
        // The class's own, and the one for strings.
        add(\L.font as KeyPath<L, AnyObject?>, "font")
        add(\L.font as KeyPath<L, String?>, "font")
        add(\L.fontSize, "fontSize")
        add(\L.foregroundColor, "foregroundColor")
        add(\L.isWrapped, "wrapped")
        add(\L.truncationMode, "truncationMode")
        add(\L.alignmentMode, "alignmentMode")
        add(\L.allowsFontSubpixelQuantization, "allowsFontSubpixelQuantization")
    }

    private mutating func addEmitter<L: EmitterRoot>(_: L.Type) {
        add(\L.emitterCells, "emitterCells")
        add(\L.birthRate, "birthRate")
        add(\L.lifetime, "lifetime")
        addPoint(\L.emitterPosition, "emitterPosition")
        add(\L.emitterZPosition, "emitterZPosition")
        addSize(\L.emitterSize, "emitterSize")
        add(\L.emitterDepth, "emitterDepth")
        add(\L.emitterShape, "emitterShape")
        add(\L.emitterMode, "emitterMode")
        add(\L.renderMode, "renderMode")
        add(\L.preservesDepth, "preservesDepth")
        add(\L.velocity, "velocity")
        add(\L.scale, "scale")
        add(\L.spin, "spin")
        add(\L.seed, "seed")
    }

    private mutating func addTiled<L: TiledRoot>(_: L.Type) {
        add(\L.levelsOfDetail, "levelsOfDetail")
        add(\L.levelsOfDetailBias, "levelsOfDetailBias")
        addSize(\L.tileSize, "tileSize")
    }

    private mutating func addEAGL<L: EAGLRoot>(_: L.Type) {
        add(\L.drawableProperties, "drawableProperties")
        add(\L.presentsWithTransaction, "presentsWithTransaction")
    }
}

/// The classes whose key paths are created, as protocols: a metatype of the protocol opens to the very class.
protocol LayerRoot: CALayer {}
extension CALayer: LayerRoot {}
private protocol ShapeRoot: CAShapeLayer {}
extension CAShapeLayer: ShapeRoot {}
private protocol GradientRoot: CAGradientLayer {}
extension CAGradientLayer: GradientRoot {}
private protocol ReplicatorRoot: CAReplicatorLayer {}
extension CAReplicatorLayer: ReplicatorRoot {}
private protocol ScrollRoot: CAScrollLayer {}
extension CAScrollLayer: ScrollRoot {}
private protocol TextRoot: CATextLayer {}
extension CATextLayer: TextRoot {}
private protocol EmitterRoot: CAEmitterLayer {}
extension CAEmitterLayer: EmitterRoot {}
private protocol TiledRoot: CATiledLayer {}
extension CATiledLayer: TiledRoot {}
private protocol EAGLRoot: CAEAGLLayer {}
extension CAEAGLLayer: EAGLRoot {}
