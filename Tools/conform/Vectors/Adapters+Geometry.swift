import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension Adapter {
    static let geometry: [Adapter] = frames + conversions + points + transforms + keyValue + layouts + scrolls

    private static let layerKeys: Set<String> = [
        "bounds", "position", "anchorPoint", "transform", "zPosition", "anchorPointZ", "geometryFlipped", "contentsScale",
        "sublayerTransform", "frame",
    ]

    /// The entries that describe a layer.
    private static func layer(_ input: JSON) throws -> CALayer {
        guard case .object(let entries) = input else { return CALayer() }
        return try LayerMaking.layer(.object(entries.filter { layerKeys.contains($0.key) }))
    }

    // MARK: frame

    private static let frames: [Adapter] = [
        Adapter("frame", ["query"], optional: layerKeys) { input in
            JSON.any(try layer(input).value(forKeyPath: try input.needText("query")))
        },
        Adapter("frame", ["set", "value"], optional: layerKeys) { input in
            let layer = try layer(input)
            let key = try input.needText("set")
            layer.setValue(try LayerMaking.value(input["value"] ?? .null, kind: LayerMaking.kind(path: key)), forKeyPath: key)
            return .object([
                "position": .point(layer.position), "bounds": .rect(layer.bounds), "boundsSize": .size(layer.bounds.size),
                "frame": .rect(layer.frame), "anchorPoint": .point(layer.anchorPoint),
            ])
        },
    ]

    // MARK: convert

    private static let conversions: [Adapter] = [
        Adapter(
            "convert", ["op"],
            optional: [
                "parent", "child", "a", "b", "layer", "g0", "g1", "g2", "g3", "u1", "u2", "root", "p", "r", "note", "parentNote",
                "parentBoundsOrigin",
                "childTransform", "sublayerTransform", "anchorPoint", "position", "parentAnchor", "childAnchor", "childPosition",
            ], convert)
    ]

    @Sendable private static func convert(_ input: JSON) throws -> JSON {
        guard case .object(let entries) = input else { throw Unsupported("no entries") }
        var layers: [String: CALayer] = ["root": CALayer()]
        for (name, value) in entries { if case .object = value { layers[name] = try LayerMaking.layer(value) } }
        let names = try input.needText("op").replacingOccurrences(of: " bounds origin", with: "")
            .replacingOccurrences(of: "->", with: " -> ").split(separator: " ").map(String.init)
        for name in names where ["parent", "child", "layer"].contains(name) && layers[name] == nil { layers[name] = CALayer() }

        if let parent = layers["parent"] {
            if let anchor = input["parentAnchor"]?.point { parent.anchorPoint = anchor }
            if let origin = input["parentBoundsOrigin"]?.point { parent.bounds.origin = origin }
            if let transform = input["sublayerTransform"] { parent.sublayerTransform = try Expression.transform(transform) }
            if input["root"] != nil { layers["root"]?.addSublayer(parent) }
            for name in ["child", "a", "b"] { if let child = layers[name] { parent.addSublayer(child) } }
        }
        if let child = layers["child"] {
            if let transform = input["childTransform"] { child.transform = try Expression.transform(transform) }
            if let anchor = (input["childAnchor"] ?? input["anchorPoint"])?.point { child.anchorPoint = anchor }
            if let position = (input["childPosition"] ?? input["position"])?.point { child.position = position }
            if input["note"]?.text?.contains("child removed") == true { child.removeFromSuperlayer() }
        }
        for (outer, inner) in [("g0", "g1"), ("g1", "g2"), ("g2", "g3")] {
            if let inner = layers[inner] { layers[outer]?.addSublayer(inner) }
        }
        if names.contains("root"), let layer = layers["layer"] { layers["root"]?.addSublayer(layer) }

        let subject = layers["layer"] ?? layers["child"] ?? layers["parent"]
        let from: CALayer?, to: CALayer?
        switch names.first {
        case "to": (from, to) = (subject, layers[names[1]])
        case "from": (from, to) = (layers[names[1]], subject)
        default:
            guard names.count == 4 else { throw Unsupported("the operation can't be read") }
            if names[1] == "from" {
                (from, to) = (layers[names[2]], layers[names[0]])
            } else {
                (from, to) = (layers[names[0]], layers[names[2]])
            }
        }
        if let rect = input["r"]?.rect {
            if let to { return .rect(to.convert(rect, from: from)) }
            return .rect(from?.convert(rect, to: nil) ?? rect)
        }
        guard let point = input["p"]?.point else { throw Unsupported("no point and no rectangle") }
        if let from { return .point(from.convert(point, to: to)) }
        return .point(to?.convert(point, from: nil) ?? point)
    }

    // MARK: contains, gravity

    private static let points: [Adapter] = [
        Adapter("contains", ["p"], optional: layerKeys) { input in
            guard let point = input["p"]?.point else { throw Unsupported("no point") }
            return .bool(try layer(input).contains(point))
        },
        Adapter("gravity", ["bounds", "imagePixels", "contentsScale", "gravity"], optional: ["contentsRect", "query"], gravity),
    ]

    /// Where the picture of a layer goes: what the draw list's maker asks for the layer's values.
    @Sendable private static func gravity(_ input: JSON) throws -> JSON {
        guard let pixels = input["imagePixels"]?.size,
            let image = CGImage(
                width: Int(pixels.width), height: Int(pixels.height),
                fill: { pixels in
                    for i in 0..<pixels.count { pixels[i] = 0xFFFF_FFFF }
                })
        else { throw Unsupported("no image") }
        let layer = try layer(input)
        layer.contents = image
        layer.contentsScale = CGFloat(try input.need("contentsScale"))
        layer.contentsGravity = CALayerContentsGravity(rawValue: try input.needText("gravity"))
        if let rect = input["contentsRect"]?.rect { layer.contentsRect = rect }
        if input["query"]?.text == "stored contentsGravity" { return .string(layer.contentsGravity.rawValue) }
        let values = layer.state.values
        let part = CGSize(width: pixels.width * layer.contentsRect.width, height: pixels.height * layer.contentsRect.height)
        return .rect(
            ContentsPlacement.target(
                bounds: layer.bounds, pixels: part, contentsScale: layer.contentsScale, gravity: values.contentsGravity
            ))
    }

    // MARK: transform

    private static let transforms: [Adapter] = [
        Adapter("transform", ["expr"]) { input in try Expression.value(try input.needText("expr")).json },
        Adapter("transform", ["layerTransform", "query"], optional: ["set"]) { input in
            let layer = CALayer()
            layer.transform = try Expression.transform(input["layerTransform"] ?? .null)
            if let set = input["set"]?.text {
                let parts = set.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2, parts[0] == "affineTransform" else { throw Unsupported("can't set \(set)") }
                switch try Expression.value(parts[1]) {
                case .affine(let t): layer.setAffineTransform(t)
                case .transform(let t):
                    layer.setAffineTransform(CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42))
                case .list(let n): layer.setAffineTransform(CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
                default: throw Unsupported("can't set \(set)")
                }
            }
            let answers = try input.needText("query").components(separatedBy: " and ").map { name -> JSON in
                if name == "affineTransform" { return .affine(layer.affineTransform()) }
                guard let path = Expression.element(name) else { throw Unsupported("the query \(name) can't be read") }
                return .number(Double(layer.transform[keyPath: path]))
            }
            return answers.count == 1 ? answers[0] : .array(answers)
        },
    ]

    // MARK: kvc

    private static let keyValue: [Adapter] = [
        Adapter("kvc", ["query"], optional: layerKeys.union(["set"])) { input in
            let layer = try layer(input)
            if case .object(let entries)? = input["set"] {
                for (path, json) in entries.sorted(by: { $0.key < $1.key }) {
                    layer.setValue(try LayerMaking.value(json, kind: LayerMaking.kind(path: path)), forKeyPath: path)
                }
            }
            let query = try input.needText("query").components(separatedBy: " (")[0]
            let names = query.split(separator: ",").map(String.init)
            if names.allSatisfy({ Expression.element($0) != nil }) {
                let values = names.map { JSON.number(Double(layer.transform[keyPath: Expression.element($0)!])) }
                return values.count == 1 ? values[0] : .array(values)
            }
            let values = names.map { JSON.any(layer.value(forKeyPath: $0)) }
            return values.count == 1 ? values[0] : .array(values)
        }
    ]

    // MARK: layout, scroll

    private static let layouts: [Adapter] = [
        Adapter("layout", ["child", "mask", "query"], optional: ["parentWidth", "parentHeight"]) { input in
            let isWide = input["parentWidth"] != nil
            guard let sizes = (input["parentWidth"] ?? input["parentHeight"])?.numbers, let child = input["child"]?.numbers,
                sizes.count == 2, child.count == 2
            else { throw Unsupported("no sizes") }
            let parent = CALayer(), layer = CALayer()
            parent.bounds = isWide ? CGRect(x: 0, y: 0, width: sizes[0], height: 10) : CGRect(x: 0, y: 0, width: 10, height: sizes[0])
            layer.frame =
                isWide ? CGRect(x: child[0], y: 0, width: child[1], height: 10) : CGRect(x: 0, y: child[0], width: 10, height: child[1])
            parent.addSublayer(layer)
            let bits: [String: CAAutoresizingMask] = [
                "minX": .layerMinXMargin, "width": .layerWidthSizable, "maxX": .layerMaxXMargin,
                "minY": .layerMinYMargin, "height": .layerHeightSizable, "maxY": .layerMaxYMargin,
            ]
            layer.autoresizingMask = try input.needText("mask").split(separator: "|").reduce(into: []) { mask, name in
                guard let bit = bits[String(name)] else { throw Unsupported("the mask \(name) is not known") }
                mask.insert(bit)
            }
            parent.bounds.size = isWide ? CGSize(width: sizes[1], height: 10) : CGSize(width: 10, height: sizes[1])
            let frame = layer.frame
            return .list(isWide ? [Double(frame.minX), Double(frame.width)] : [Double(frame.minY), Double(frame.height)])
        },
        Adapter("layout", ["container", "child", "constraints", "query"]) { input in
            let container = CALayer(), child = CALayer()
            container.bounds = input["container"]?.rect ?? .zero
            if let bounds = input["child"]?["bounds"]?.rect {
                child.bounds = bounds
            } else if let frame = input["child"]?.rect {
                child.frame = frame
            }
            if let anchor = input["child"]?["anchor"]?.point { child.anchorPoint = anchor }
            container.layoutManager = CAConstraintLayoutManager()
            container.addSublayer(child)
            for text in try input.needText("constraints").split(separator: ";") { child.addConstraint(try constraint(String(text))) }
            container.layoutSublayers()
            let answers = try input.needText("query").split(separator: ",").map { name -> JSON in
                switch name {
                case "frame": .rect(child.frame)
                case "position": .point(child.position)
                default: throw Unsupported("the query \(name) can't be read")
                }
            }
            return answers.count == 1 ? answers[0] : .array(answers)
        },
    ]

    /// `width=.5 sup.width` or `minX=sup.minX+10`.
    private static func constraint(_ text: String) throws -> CAConstraint {
        let names: [String: CAConstraintAttribute] = [
            "minX": .minX, "midX": .midX, "maxX": .maxX, "width": .width, "minY": .minY, "midY": .midY, "maxY": .maxY, "height": .height,
        ]
        let sides = text.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1).map(String.init)
        guard sides.count == 2, let attribute = names[sides[0]], let range = sides[1].range(of: "sup.") else {
            throw Unsupported("the constraint \(text) can't be read")
        }
        let before = sides[1][..<range.lowerBound].trimmingCharacters(in: .whitespaces)
        let rest = sides[1][range.upperBound...]
        let name = String(rest.prefix { $0.isLetter })
        guard let source = names[name] else { throw Unsupported("the constraint \(text) can't be read") }
        let offset = rest.dropFirst(name.count).filter { $0 != " " }
        let scale = before.isEmpty ? 1 : try Expression.number(.string(before))
        return CAConstraint(
            attribute: attribute, relativeTo: "superlayer", attribute: source, scale: CGFloat(scale),
            offset: CGFloat(offset.isEmpty ? 0 : try Expression.number(.string(String(offset))))
        )
    }

    private static let scrolls: [Adapter] = [
        Adapter("scroll", ["bounds", "mode"], optional: ["to", "toRect"]) { input in
            let layer = CAScrollLayer()
            layer.bounds = input["bounds"]?.rect ?? .zero
            layer.scrollMode = CAScrollLayerScrollMode(rawValue: try input.needText("mode"))
            if let point = input["to"]?.point { layer.scroll(to: point) }
            if let rect = input["toRect"]?.rect { layer.scroll(to: rect) }
            return .point(layer.bounds.origin)
        }
    ]
}
