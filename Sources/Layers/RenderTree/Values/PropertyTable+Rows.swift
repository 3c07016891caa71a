import CoreGraphics

/// All stored layer properties. To add a property, add a row (and its field in LayerValues, LayerExtra or LayerObjects). `CONTRIBUTING.md`
/// lists what does not derive from the row; tests compare that with the table.
package enum PropertyTable {
    package static let rows: [PropertyRow] = {
        var rows: [PropertyRow] = []
        func add(
            _ key: String, _ kind: ValueKind, _ storage: PropertyStorage, _ implicit: ImplicitAction,
            _ owner: LayerClass = .layer, animates: Bool = false, stale: Invalidation = [], default value: PropertyValue? = nil
        ) {
            rows.append(
                PropertyRow(
                    property: LayerProperty(rawValue: UInt8(rows.count)), key: key, owner: owner, kind: kind, storage: storage,
                    implicit: implicit, isAnimatable: animates || implicit == .basic, invalidates: stale, defaultValue: value
                ))
        }
        func at(_ path: PartialKeyPath<LayerValues>) -> Int { MemoryLayout<LayerValues>.offset(of: path)! }
        func doubles(_ path: PartialKeyPath<LayerValues>, _ count: Int = 1) -> PropertyStorage {
            .doubles(offset: MemoryLayout<LayerValues>.offset(of: path)!, count: count)
        }
        func float(_ path: PartialKeyPath<LayerValues>) -> PropertyStorage { .float(offset: MemoryLayout<LayerValues>.offset(of: path)!) }
        func byte(_ path: PartialKeyPath<LayerValues>, _ names: [String]? = nil) -> PropertyStorage {
            .byte(offset: MemoryLayout<LayerValues>.offset(of: path)!, names: names)
        }
        func extraDoubles(_ path: PartialKeyPath<LayerExtra>, _ count: Int = 1) -> PropertyStorage {
            .extraDoubles(offset: MemoryLayout<LayerExtra>.offset(of: path)!, count: count)
        }
        func extraFloat(_ path: PartialKeyPath<LayerExtra>) -> PropertyStorage {
            .extraFloat(offset: MemoryLayout<LayerExtra>.offset(of: path)!)
        }
        func extraByte(_ path: PartialKeyPath<LayerExtra>, _ names: [String]? = nil) -> PropertyStorage {
            .extraByte(offset: MemoryLayout<LayerExtra>.offset(of: path)!, names: names)
        }
        func extraFlag(_ path: PartialKeyPath<LayerExtra>) -> PropertyStorage {
            .extraFlag(offset: MemoryLayout<LayerExtra>.offset(of: path)!)
        }
        let unit = PropertyValue.rect(CGRect(x: 0, y: 0, width: 1, height: 1))
        // Four components, as in Apple's defaults.
        let black = PropertyValue.color(CGColor(red: 0, green: 0, blue: 0, alpha: 1))
        let white = PropertyValue.color(CGColor(red: 1, green: 1, blue: 1, alpha: 1))

        // Geometry (Behaviour 4.1)
        add("bounds", .rect, doubles(\.bounds, 4), .basic, stale: [.layout, .superLayout, .geometry])
        add("position", .point, doubles(\.position, 2), .basic, stale: .geometry)
        add("zPosition", .number, doubles(\.zPosition), .basic, stale: [.geometry, .order])
        add("anchorPoint", .point, doubles(\.anchorPoint, 2), .basic, stale: .geometry, default: .point(CGPoint(x: 0.5, y: 0.5)))
        add("anchorPointZ", .number, doubles(\.anchorPointZ), .basic, stale: .geometry)
        add("transform", .transform, doubles(\.transform, 16), .basic, stale: [.layout, .superLayout, .geometry])
        add("sublayerTransform", .transform, extraDoubles(\.sublayerTransform, 16), .basic, stale: .geometry)
        add("hidden", .bool, .flag(.hidden), .transition, default: .bool(false))
        add("doubleSided", .bool, .flag(.doubleSided), .asked, default: .bool(true))
        add("geometryFlipped", .bool, .flag(.geometryFlipped), .transition, stale: .geometry, default: .bool(false))
        add("masksToBounds", .bool, .flag(.masksToBounds), .transition, default: .bool(false))
        // Contents
        add("contents", .image, .contents, .basic)
        add("contentsRect", .rect, doubles(\.contentsRect, 4), .basic, default: unit)
        add(
            "contentsGravity", .string,
            byte(
                \.contentsGravity,
                [
                    "resize", "resizeAspect", "resizeAspectFill", "center", "top", "bottom", "left", "right", "topLeft", "topRight",
                    "bottomLeft", "bottomRight",
                ]), .asked, default: .string("resize"))
        add("contentsScale", .number, doubles(\.contentsScale), .basic, default: .number(1))
        add("contentsCenter", .rect, extraDoubles(\.contentsCenter, 4), .basic, default: unit)
        add("contentsFormat", .string, byte(\.contentsFormat, ["RGBA8", "RGBAh", "Gray8", "Automatic"]), .asked, default: .string("RGBA8"))
        add(
            "minificationFilter", .string, byte(\.minificationFilter, ["linear", "nearest", "trilinear"]), .asked,
            default: .string("linear"))
        add(
            "magnificationFilter", .string, byte(\.magnificationFilter, ["linear", "nearest", "trilinear"]), .asked,
            default: .string("linear"))
        add("minificationFilterBias", .number, extraFloat(\.minificationFilterBias), .asked, animates: true)
        add(
            "contentsMultiplyColor", .color,
            .extraColor(
                offset: MemoryLayout<LayerExtra>.offset(of: \.contentsMultiplyColor)!, has: \.hasContentsMultiplyColor,
                animated: \.animatedContentsMultiplyColor, object: \.contentsMultiplyColor), .basic)
        add("opaque", .bool, .flag(.opaque), .asked, default: .bool(false))
        add("needsDisplayOnBoundsChange", .bool, .flag(.needsDisplayOnBoundsChange), .asked, default: .bool(false))
        add("drawsAsynchronously", .bool, .flag(.drawsAsynchronously), .asked, default: .bool(false))
        add("edgeAntialiasingMask", .number, byte(\.edgeAntialiasingMask), .asked, default: .number(15))
        add("allowsEdgeAntialiasing", .bool, .flag(.allowsEdgeAntialiasing), .asked, default: .bool(true))
        // Appearance
        add(
            "backgroundColor", .color,
            .color(offset: at(\.backgroundColor), has: .hasBackgroundColor, animated: .animatedBackgroundColor, object: \.backgroundColor),
            .basic)
        add("cornerRadius", .number, doubles(\.cornerRadius), .basic)
        add("maskedCorners", .number, byte(\.maskedCorners), .transition, default: .number(15))
        add("cornerCurve", .string, byte(\.cornerCurve, ["circular", "continuous"]), .asked, default: .string("circular"))
        add("borderWidth", .number, doubles(\.borderWidth), .basic)
        add(
            "borderColor", .color,
            .color(offset: at(\.borderColor), has: .hasBorderColor, animated: .animatedBorderColor, object: \.borderColor), .basic,
            default: black)
        add("opacity", .number, float(\.opacity), .basic, default: .number(1))
        add("allowsGroupOpacity", .bool, .flag(.allowsGroupOpacity), .asked, default: .bool(true))
        add("compositingFilter", .object, .object(\.compositingFilter), .transition)
        add("filters", .object, .objectList(\.filters), .transition)
        add("backgroundFilters", .object, .objectList(\.backgroundFilters), .transition)
        add("shouldRasterize", .bool, .flag(.shouldRasterize), .asked, default: .bool(false))
        add("rasterizationScale", .number, extraDoubles(\.rasterizationScale), .asked, animates: true, default: .number(1))
        add(
            "shadowColor", .color,
            .color(offset: at(\.shadowColor), has: .hasShadowColor, animated: .animatedShadowColor, object: \.shadowColor), .basic,
            default: black)
        add("shadowOpacity", .number, float(\.shadowOpacity), .basic)
        add("shadowOffset", .size, doubles(\.shadowOffset, 2), .basic, default: .size(CGSize(width: 0, height: -3)))
        add("shadowRadius", .number, doubles(\.shadowRadius), .basic, default: .number(3))
        add("shadowPath", .path, .path(\.shadowPath), .asked, animates: true)
        add("name", .string, .string(\.name), .never)
        // CAMediaTiming of the layer
        add("beginTime", .number, extraDoubles(\.timing.beginTime), .asked)
        add("duration", .number, extraDoubles(\.timing.duration), .asked, default: .number(.infinity))
        add("speed", .number, extraFloat(\.timing.speed), .asked, default: .number(1))
        add("timeOffset", .number, extraDoubles(\.timing.timeOffset), .asked)
        add("repeatCount", .number, extraFloat(\.timing.repeatCount), .asked)
        add("repeatDuration", .number, extraDoubles(\.timing.repeatDuration), .asked)
        add("autoreverses", .bool, extraFlag(\.timing.autoreverses), .asked)
        add(
            "fillMode", .string, extraByte(\.timing.fillMode, ["removed", "forwards", "backwards", "both"]), .asked,
            default: .string("removed"))
        add("wantsExtendedDynamicRangeContent", .bool, .flag(.wantsExtendedDynamicRangeContent), .asked)
        // CAShapeLayer (Behaviour 7.1)
        add("path", .path, .path(\.path), .asked, .shape, animates: true)
        add(
            "fillColor", .color,
            .extraColor(
                offset: MemoryLayout<LayerExtra>.offset(of: \.fillColor)!, has: \.hasFillColor, animated: \.animatedFillColor,
                object: \.fillColor), .basic, .shape, default: black)
        add("fillRule", .string, extraByte(\.fillRule, ["non-zero", "even-odd"]), .asked, .shape, default: .string("non-zero"))
        add(
            "strokeColor", .color,
            .extraColor(
                offset: MemoryLayout<LayerExtra>.offset(of: \.strokeColor)!, has: \.hasStrokeColor, animated: \.animatedStrokeColor,
                object: \.strokeColor), .basic, .shape)
        add("strokeStart", .number, extraDoubles(\.strokeStart), .basic, .shape)
        add("strokeEnd", .number, extraDoubles(\.strokeEnd), .basic, .shape, default: .number(1))
        add("lineWidth", .number, extraDoubles(\.lineWidth), .basic, .shape, default: .number(1))
        add("miterLimit", .number, extraDoubles(\.miterLimit), .basic, .shape, default: .number(10))
        add("lineCap", .string, extraByte(\.lineCap, ["butt", "round", "square"]), .asked, .shape, default: .string("butt"))
        add("lineJoin", .string, extraByte(\.lineJoin, ["miter", "round", "bevel"]), .asked, .shape, default: .string("miter"))
        add("lineDashPhase", .number, extraDoubles(\.lineDashPhase), .basic, .shape)
        add("lineDashPattern", .numbers, .numbers(\.lineDashPattern), .asked, .shape, animates: true)
        // CAGradientLayer (Behaviour 7.4)
        add("colors", .colors, .colors(\.colors), .basic, .gradient)
        add("locations", .numbers, .numbers(\.locations), .basic, .gradient)
        add("startPoint", .point, extraDoubles(\.startPoint, 2), .basic, .gradient, default: .point(CGPoint(x: 0.5, y: 0)))
        add("endPoint", .point, extraDoubles(\.endPoint, 2), .basic, .gradient, default: .point(CGPoint(x: 0.5, y: 1)))
        add("type", .string, extraByte(\.gradientKind, ["axial", "radial", "conic"]), .asked, .gradient, default: .string("axial"))
        // Specific to Agate: Lottie's gradients have a highlight.
        add("focalPoint", .point, extraDoubles(\.focalPoint, 2), .asked, .gradient, animates: true)
        // CAReplicatorLayer (Behaviour 7.5)
        add("instanceCount", .number, extraDoubles(\.instanceCount), .basic, .replicator, default: .number(1))
        add("preservesDepth", .bool, extraFlag(\.preservesDepth), .asked, .replicator, default: .bool(false))
        add("instanceDelay", .number, extraDoubles(\.instanceDelay), .basic, .replicator)
        add("instanceTransform", .transform, extraDoubles(\.instanceTransform, 16), .basic, .replicator)
        add(
            "instanceColor", .color,
            .extraColor(
                offset: MemoryLayout<LayerExtra>.offset(of: \.instanceColor)!, has: \.hasInstanceColor, animated: \.animatedInstanceColor,
                object: \.instanceColor), .basic, .replicator, default: white)
        add("instanceRedOffset", .number, extraFloat(\.instanceRedOffset), .basic, .replicator)
        add("instanceGreenOffset", .number, extraFloat(\.instanceGreenOffset), .basic, .replicator)
        add("instanceBlueOffset", .number, extraFloat(\.instanceBlueOffset), .basic, .replicator)
        add("instanceAlphaOffset", .number, extraFloat(\.instanceAlphaOffset), .basic, .replicator)
        // CATextLayer (Behaviour 7.2)
        add("string", .object, .object(\.text), .asked, .text)
        add("font", .object, .object(\.font), .asked, .text)
        add("fontSize", .number, extraDoubles(\.fontSize), .basic, .text, default: .number(36))
        add(
            "foregroundColor", .color,
            .extraColor(
                offset: MemoryLayout<LayerExtra>.offset(of: \.foregroundColor)!, has: \.hasForegroundColor,
                animated: \.animatedForegroundColor, object: \.foregroundColor), .basic, .text, default: white)
        add("wrapped", .bool, extraFlag(\.wrapped), .asked, .text, default: .bool(false))
        add(
            "truncationMode", .string, extraByte(\.truncationMode, ["none", "start", "middle", "end"]), .asked, .text,
            default: .string("none"))
        add(
            "alignmentMode", .string, extraByte(\.alignmentMode, ["natural", "left", "right", "center", "justified"]), .asked, .text,
            default: .string("natural"))
        add("allowsFontSubpixelQuantization", .bool, extraFlag(\.allowsFontSubpixelQuantization), .asked, .text, default: .bool(false))
        // CAEmitterLayer (Behaviour 7.8)
        add("emitterCells", .object, .emitterCells, .asked, .emitter)
        add("emitterBehaviors", .object, .emitterBehaviors, .asked, .emitter)
        add("birthRate", .number, extraDoubles(\.emitter.numbers.birthRate), .basic, .emitter, default: .number(1))
        add("lifetime", .number, extraDoubles(\.emitter.numbers.lifetime), .basic, .emitter, default: .number(1))
        add("emitterPosition", .point, extraDoubles(\.emitter.numbers.position, 2), .basic, .emitter)
        add("emitterZPosition", .number, extraDoubles(\.emitter.numbers.zPosition), .basic, .emitter)
        add("emitterSize", .size, extraDoubles(\.emitter.numbers.size, 2), .basic, .emitter)
        add("emitterDepth", .number, extraDoubles(\.emitter.numbers.depth), .basic, .emitter)
        add(
            "emitterShape", .string, extraByte(\.emitter.shape, ["point", "line", "rectangle", "cuboid", "circle", "sphere"]), .asked,
            .emitter, default: .string("point"))
        add(
            "emitterMode", .string, extraByte(\.emitter.mode, ["volume", "points", "outline", "surface"]), .asked, .emitter,
            default: .string("volume"))
        add(
            "renderMode", .string, extraByte(\.emitter.renderMode, ["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"]),
            .asked, .emitter, default: .string("unordered"))
        add("preservesDepth", .bool, extraFlag(\.emitter.preservesDepth), .asked, .emitter, default: .bool(false))
        add("velocity", .number, extraDoubles(\.emitter.numbers.velocity), .basic, .emitter, default: .number(1))
        add("scale", .number, extraDoubles(\.emitter.numbers.scale), .basic, .emitter, default: .number(1))
        add("spin", .number, extraDoubles(\.emitter.numbers.spin), .basic, .emitter, default: .number(1))
        add("spinBias", .number, extraDoubles(\.emitter.numbers.spinBias), .basic, .emitter)
        add("seed", .number, extraDoubles(\.emitter.seed), .asked, .emitter)
        // CATiledLayer (Behaviour 7.7)
        add("levelsOfDetail", .number, extraDoubles(\.levelsOfDetail), .asked, .tiled, default: .number(1))
        add("levelsOfDetailBias", .number, extraDoubles(\.levelsOfDetailBias), .asked, .tiled)
        add("tileSize", .size, extraDoubles(\.tileSize, 2), .asked, .tiled, default: .size(CGSize(width: 256, height: 256)))
        // A PropertySet has 128 bits, one for each row.
        precondition(rows.count < 128, "\(rows.count) properties do not fit a PropertySet of 128 bits beside that of own keys")
        return rows
    }()

    /// Returns the rows of the properties that layers of a class have.
    package static func rows(of layerClass: LayerClass) -> [PropertyRow] {
        rows.filter { $0.owner == .layer || $0.owner == layerClass }
    }

    /// Returns the row of a key, for a layer of the class; nil for keys that only key-value access uses.
    package static func row(forKey key: String, of layerClass: LayerClass) -> PropertyRow? {
        property(forKey: key, of: layerClass)?.row
    }

    /// Returns the property of a key, likewise.
    package static func property(forKey key: String, of layerClass: LayerClass) -> LayerProperty? {
        guard let owners = byKey[key] else { return nil }
        for each in owners where each.owner == .layer || each.owner == layerClass { return each.property }
        return nil
    }

    /// Grouped, since two classes may have a property of the same name.
    private static let byKey = Dictionary(grouping: rows.map { (key: $0.key, property: $0.property, owner: $0.owner) }, by: \.key)
    fileprivate static let kinds = rows.map(\.kind)

    /// The properties that are Doubles in LayerValues: their offset in a state, or -1 for any other property, and their kind.
    static let plain: ContiguousArray<(offset: Int32, kind: ValueKind)> = ContiguousArray(
        rows.map { row in
            guard case .doubles(let offset, _) = row.storage, let values = MemoryLayout<LayerState>.offset(of: \.values) else {
                return (-1, row.kind)
            }
            return (Int32(values + offset), row.kind)
        })

    /// Returns whether a property is Doubles in LayerValues, which are read without their row.
    package static func isPlain(_ property: LayerProperty) -> Bool { plain[Int(property.rawValue)].offset >= 0 }
}

extension LayerProperty {
    /// The table row, found by index without a search.
    package var row: PropertyRow { PropertyTable.rows[Int(rawValue)] }
    package var key: String { row.key }
    package var kind: ValueKind { PropertyTable.kinds[Int(rawValue)] }

    /// Returns the property of a key that is in the table. For the static constants below only.
    private static func named(_ key: String) -> LayerProperty { PropertyTable.rows.first { $0.key == key }!.property }

    package static let bounds = named("bounds")
    package static let position = named("position")
    package static let zPosition = named("zPosition")
    package static let anchorPoint = named("anchorPoint")
    package static let anchorPointZ = named("anchorPointZ")
    package static let transform = named("transform")
    package static let sublayerTransform = named("sublayerTransform")
    package static let instanceTransform = named("instanceTransform")
    package static let hidden = named("hidden")
    package static let opacity = named("opacity")
    package static let contents = named("contents")
    package static let backgroundColor = named("backgroundColor")
    package static let path = named("path")
    package static let colors = named("colors")
    package static let locations = named("locations")
    package static let lineDashPattern = named("lineDashPattern")
    package static let shadowPath = named("shadowPath")
    package static let filters = named("filters")
    package static let backgroundFilters = named("backgroundFilters")
    package static let compositingFilter = named("compositingFilter")
}
