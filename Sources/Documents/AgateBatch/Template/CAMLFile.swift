import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

/// A document in Apple's format.
final class CAMLFile: TemplateScene {
    private let scene: CAMLScene
    private lazy var controller = CAMLStateController(scene)

    init(_ scene: CAMLScene) {
        self.scene = scene
        // A host commits when it is created, before it shows the scene.
        scene.removeAnimations()
    }

    var size: CGSize { scene.size }
    var frameRate: Double? { nil }
    var layer: CALayer { scene.hostedLayer }
    var diagnostics: [Diagnostic] { scene.diagnostics }
    var stateNames: [String] { scene.stateNames }

    /// The duration of the longest animation: all of its cycles, or one cycle if it repeats forever.
    var duration: Double? {
        let runs = scene.animations.map { $0.repeatCount.isFinite ? $0.duration * max($0.repeatCount, 1) : $0.duration }
        return runs.filter { $0 > 0 && $0.isFinite }.max()
    }

    func start(loops: Bool) { scene.startAnimations() }
    func setState(_ name: String, animated: Bool) throws { try scene.setState(name, animated: animated) }

    func show(from: String?, to: String, progress: Double) throws {
        // Within the same transition only the progress changes.
        if from == nil || controller.fromState != from || controller.toState != to {
            try controller.begin(from: from.map { .some($0) }, to: to)
        }
        controller.progress = progress
    }

    func release(velocity: Double) {
        let progress = controller.progress
        controller.finish(reversed: abs(velocity) > 0.5 ? velocity < 0 : progress < 0.5, velocity: velocity)
    }

    func stateName(_ name: String, appearance: String?, orientation: String?) -> String {
        scene.stateName(
            name, appearance: appearance.flatMap { wanted in CAMLScene.Appearance.allCases.first { $0.rawValue.lowercased() == wanted } },
            orientation: orientation.flatMap { wanted in
                CAMLScene.Orientation.allCases.first { $0.rawValue.lowercased() == wanted.filter { $0 != "-" } }
            })
    }

    var isScrubbed: Bool { stateNames.count > 1 }

    // MARK: Data

    /// Every layer that has a name, once, in the order of the tree.
    private var named: [(name: String, layer: CALayer)] {
        TableWork.count(.walks)
        var list: [(String, CALayer)] = [], open: [CALayer] = [scene.rootLayer]
        while let layer = open.popLast() {
            if let name = layer.name, !name.isEmpty { list.append((name, layer)) }
            open += (layer.sublayers ?? []).reversed()
        }
        return list
    }

    var inputs: [TemplateInput] {
        var seen: Set<String> = []
        return named.flatMap { name, layer -> [TemplateInput] in
            guard seen.insert(name).inserted else { return [] }
            var list: [TemplateInput] = []
            if let text = layer as? CATextLayer {
                list.append(TemplateInput(name: name, kind: .text, place: "layer", value: Self.string(text)))
                list.append(
                    TemplateInput(
                        name: "\(name).foregroundColor", kind: .color, place: "key path",
                        value: text.foregroundColor.map(TemplateValue.text)))
            } else if layer.contents != nil {
                list.append(TemplateInput(name: name, kind: .image, place: "layer"))
            } else if let shape = layer as? CAShapeLayer {
                list.append(
                    TemplateInput(
                        name: "\(name).fillColor", kind: .color, place: "key path", value: shape.fillColor.map(TemplateValue.text)))
            }
            if let color = layer.backgroundColor {
                list.append(
                    TemplateInput(name: "\(name).backgroundColor", kind: .color, place: "key path", value: TemplateValue.text(color)))
            }
            return list
        }
    }

    private static func string(_ layer: CATextLayer) -> String? {
        (layer.string as? String) ?? (layer.string as? NSAttributedString)?.string
    }

    func fill(_ name: String, with value: String, fit: ImageFit?, images: TemplateImages) throws -> Bool {
        if let layer = target(name) {
            if let text = layer as? CATextLayer {
                // The text keeps the attributes of its beginning.
                if let old = text.string as? NSAttributedString, old.length > 0 {
                    text.string = NSAttributedString(string: value, attributes: old.attributes(at: 0, effectiveRange: nil))
                } else {
                    text.string = value
                }
                return true
            }
            do { show(try images.image(value), in: layer, fit) } catch { throw FilmInputError("\(name): \(error)") }
            return true
        }
        guard let (layer, keyPath) = split(name) else { return false }
        return try set(layer, keyPath, value, name, fit, images)
    }

    /// Shows an image. If `fit` is nil and the document specifies a gravity for the contents, that gravity applies.
    private func show(_ image: CGImage, in layer: CALayer, _ fit: ImageFit?) {
        layer.contents = image
        if let fit = fit ?? (layer.contentsGravity == .resize ? .fill : nil) { fit.apply(to: layer, image, layer.bounds.size) }
    }

    func hasKeyPath(_ name: String) -> Bool { target(name) != nil || split(name) != nil }

    /// Returns the layer that a key path begins with, whose name may contain dots (the longest match), and the rest.
    private func split(_ name: String) -> (layer: CALayer, keyPath: String)? {
        let bytes = name.utf8
        // A layer's name has no more dots than that, while a cell may have millions.
        var ends = Array(bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: ".") }.prefix(100))
        while let end = ends.popLast() {
            if let layer = target(String(name[..<end])) { return (layer, String(name[bytes.index(after: end)...])) }
        }
        return nil
    }

    private func target(_ name: String) -> CALayer? {
        TableWork.count(.lookups)
        return scene.layer(name) ?? byName[name]
    }

    private lazy var byName: [String: CALayer] = Dictionary(named.map { ($0.name, $0.layer) }) { first, _ in first }

    /// Sets a property. Its kind is determined by its value, or by its name if it has none.
    private func set(_ layer: CALayer, _ keyPath: String, _ value: String, _ name: String, _ fit: ImageFit?, _ images: TemplateImages)
        throws -> Bool
    {
        func wanted<Value>(_ parsed: Value?, _ what: String) throws -> Value {
            guard let parsed else { throw FilmInputError("\(name): \"\(value)\" is not a valid \(what)") }
            return parsed
        }
        if keyPath.lowercased().hasSuffix("color") {
            layer.setValue(try wanted(TemplateValue.color(value), "colour"), forKeyPath: keyPath)
            return true
        }
        switch layer.value(forKeyPath: keyPath) {
        case is CGImage where keyPath == "contents": show(try images.image(value), in: layer, fit)
        case is CGImage: layer.setValue(try images.image(value), forKeyPath: keyPath)
        case is String: layer.setValue(value, forKeyPath: keyPath)
        case is CGPoint: layer.setValue(try wanted(TemplateValue.point(value), "pair of numbers"), forKeyPath: keyPath)
        case is CGSize:
            let point = try wanted(TemplateValue.point(value), "pair of numbers")
            layer.setValue(CGSize(width: point.x, height: point.y), forKeyPath: keyPath)
        case is Bool: layer.setValue(try wanted(TemplateValue.number(value), "number (1 or 0)") != 0, forKeyPath: keyPath)
        case is NSNumber, is Double, is CGFloat, is Float, is Int:
            layer.setValue(try wanted(TemplateValue.number(value), "number"), forKeyPath: keyPath)
        default: return false
        }
        return true
    }
}
