import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import RenderTree

/// A scene and the picture that Apple's renderer made of it: a folder with `scene.json` and `expected.png`.
struct SceneFile {
    let name: String
    private let json: JSON
    private let folder: URL

    init(folder: URL) throws {
        self.folder = folder
        name = folder.lastPathComponent
        json = try JSONDecoder().decode(JSON.self, from: try Data(contentsOf: folder.appendingPathComponent("scene.json")))
    }

    var canvas: CGSize { CGSize(width: json["canvas"]?["width"]?.number ?? 0, height: json["canvas"]?["height"]?.number ?? 0) }
    var scale: Double { json["scale"]?.number ?? 1 }
    var group: String { json["renderer"]?.text ?? "?" }
    var isWindow: Bool { group == "window snapshot" }

    var renderer: PictureStage.Renderer {
        if isDrawnByBezierPaths { return .bezierPaths }
        return isWindow ? .window : .inContext(continuousCorners: json["x-options"]?["cornerOutline"]?.text == "continuous")
    }

    /// Whether the scene says that its paths were drawn through UIBezierPath, whose flatness is its own: by its renderer, by
    /// `x-options.drawing` or in its name. A note may mention the class for another reason.
    private var isDrawnByBezierPaths: Bool {
        [group, json["x-options"]?["drawing"]?.text, name].contains { $0?.lowercased().contains("uibezierpath") ?? false }
    }

    /// Rectangles that are left out, in pixels.
    var ignored: [CGRect] {
        (json["ignore"]?.array ?? []).compactMap(\.rect).map {
            CGRect(x: $0.origin.x * scale, y: $0.origin.y * scale, width: $0.width * scale, height: $0.height * scale)
        }
    }

    var unscored: Set<Int> { Set((json["unscoredFrames"]?.numbers ?? []).map { Int($0) }) }
    var frames: [JSON] { json["frames"]?.array ?? [] }

    func expected() throws -> [CGImage] {
        let url = folder.appendingPathComponent("expected.png")
        return try ImageCodec.decodeFrames(try Data(contentsOf: url), name: url.path)
    }

    // MARK: Layers

    /// The tree, its root placed so that its bounds begin in the canvas' corner.
    func root() throws -> CALayer {
        let root = try layer(json["root"] ?? .null)
        root.anchorPoint = .zero
        root.position = .zero
        root.transform = CATransform3DIdentity
        return root
    }

    /// Sets what a frame sets.
    static func set(_ frame: JSON, in root: CALayer) throws {
        for change in frame["set"]?.array ?? [] {
            guard let name = change["layer"]?.text, let property = change["property"]?.text, let layer = find(name, in: root) else {
                throw Unsupported("a frame sets what is not there")
            }
            layer.setValue(try LayerMaking.value(change["value"] ?? .null, kind: LayerMaking.kind(path: property)), forKeyPath: property)
        }
    }

    /// Adds the animations that made the scene's pictures, so that they play from time 0. False where the scene names none, or the pictures
    /// come from a renderer without time: then its frames say the values.
    ///
    /// A scene may say that another program interpolated and set the values: then its frames' values are the facts, and how far the same
    /// keyframes take Core Animation from them is no matter of pictures.
    func play(in stage: PictureStage) throws -> Bool {
        guard !isInterpolatedElsewhere, stage.hasTime else { return false }
        let described = (json["animations"]?.array ?? []) + (json["keyframes"].map { [$0] } ?? [])
        guard !described.isEmpty else { return false }
        let end = frames.compactMap { $0["time"]?.number }.max() ?? 1
        let first = frames.lazy.compactMap { $0["set"]?.array?.first?["layer"]?.text }.first
        try stage.change {
            for (number, about) in described.enumerated() {
                let animation = SceneAnimation(json: about, timingFunction: json["timingFunction"], end: end)
                let name = animation.layer ?? first
                guard let layer = name.map({ Self.find($0, in: stage.root) }) ?? stage.root else {
                    throw Unsupported("an animation is on what is not there")
                }
                layer.add(try animation.make(), forKey: "scene \(number)")
            }
        }
        return true
    }

    /// The time of the picture of a scene without frames.
    var time: Double { json["time"]?.number ?? 0 }

    private var isInterpolatedElsewhere: Bool { json["keyframes"]?["note"]?.text?.contains("in its own code") ?? false }

    private static func find(_ name: String, in layer: CALayer) -> CALayer? {
        if layer.name == name { return layer }
        for child in layer.sublayers ?? [] { if let found = find(name, in: child) { return found } }
        return layer.mask.flatMap { find(name, in: $0) }
    }

    private func layer(_ json: JSON) throws -> CALayer {
        let layer: CALayer
        switch json["class"]?.text {
        case "CAShapeLayer": layer = CAShapeLayer()
        case "CAGradientLayer": layer = CAGradientLayer()
        case "CATransformLayer": layer = CATransformLayer()
        case "CAReplicatorLayer": layer = CAReplicatorLayer()
        case "CALayer", nil: layer = CALayer()
        case let other?: throw Unsupported("scenes have no \(other)")
        }
        guard case .object(let entries) = json else { throw Unsupported("a layer is no object") }
        if isWindow { layer.allowsEdgeAntialiasing = false }
        for (key, value) in entries where value != .null {
            switch key {
            case "class", "frame", "text": break
            case "sublayers": for child in value.array ?? [] { layer.addSublayer(try self.layer(child)) }
            case "mask": layer.mask = try self.layer(value)
            case "shadow": try set(value, prefix: "shadow", on: layer)
            case "shape", "gradient": try set(value, prefix: "", on: layer)
            case "contents":
                guard let file = value["file"]?.text else { throw Unsupported("contents without a file") }
                layer.contents = try ImageCodec.decode(contentsOf: folder.appendingPathComponent(file).path)
                layer.contentsScale = CGFloat(value["scale"]?.number ?? 1)
            case "maskedCorners":
                layer.maskedCorners = CACornerMask(rawValue: UInt(value.number ?? 15))
            default: try set(key, value, on: layer)
            }
        }
        return layer
    }

    private func set(_ json: JSON, prefix: String, on layer: CALayer) throws {
        guard case .object(let entries) = json else { return }
        for (name, value) in entries {
            let key = prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
            // A shape without a fill says so: null is a value here.
            if value == .null {
                if ["fillColor", "strokeColor"].contains(name) { layer.setValue(nil, forKey: key) }
                continue
            }
            try set(key, value, on: layer)
        }
    }

    private func set(_ key: String, _ value: JSON, on layer: CALayer) throws {
        switch LayerMaking.kind(key) {
        case .colors?: layer.setValue(value.array?.compactMap { LayerMaking.color($0) }, forKey: key)
        case .numbers?: layer.setValue(value.numbers?.map { NSNumber(value: $0) }, forKey: key)
        case let kind: layer.setValue(try LayerMaking.value(value, kind: kind), forKey: key)
        }
    }
}
