import AgateDiagnostics
import Foundation
import ImageIO
import QuartzCore
import RenderTree

/// Makes layers and animations out of a document's descriptions. What it can't make costs one diagnostic a kind; the rest is made.
struct CAMLBuilder {
    let file: String
    let folder: URL
    let limits: ReadingLimits
    private(set) var diagnostics: [Diagnostic] = []
    /// The layer of each id. Ids are met twice in real files; the first one counts, as a search from the root finds it.
    private(set) var layers: [String: CALayer] = [:]
    /// The animations of the document and where they run.
    private(set) var animations: [(layer: CALayer, key: String, animation: CAAnimation)] = []
    private var images: [String: CGImage?] = [:]
    private var pixels = 0
    private var reported: Set<String> = []

    init(document: CAMLDocument) {
        file = document.file
        folder = document.folder
        limits = document.limits
    }

    // MARK: Layers

    mutating func layer(_ object: CAMLObject) throws -> CALayer {
        let layer = makeLayer(object)
        if let id = object.id, layers[id] == nil { layers[id] = layer }
        for property in object.properties {
            switch property.keyPath {
            case "sublayers":
                guard case .array(let values) = property.value else { continue }
                for case .object(let child) in values { layer.addSublayer(try self.layer(child)) }
            case "mask":
                if case .object(let mask) = property.value { layer.mask = try self.layer(mask) }
            case "emitterCells":
                guard case .array(let values) = property.value else { continue }
                (layer as? CAEmitterLayer)?.emitterCells = try values.compactMap {
                    if case .object(let cell) = $0 { try emitterCell(cell) } else { nil }
                }
            case "emitterBehaviors":
                guard case .array(let values) = property.value else { continue }
                let behaviors = try values.compactMap { if case .object(let each) = $0 { try emitterBehavior(each) } else { nil } }
                layer.setValue(behaviors, forKey: "emitterBehaviors")
            case "animations":
                continue  // at the end, when all values are there
            default:
                try set(property, on: layer)
            }
        }
        for (key, animation) in try animations(of: object) {
            layer.add(animation, forKey: key)
            animations.append((layer, key, animation))
        }
        return layer
    }

    private mutating func makeLayer(_ object: CAMLObject) -> CALayer {
        switch object.className {
        case "CALayer": return CALayer()
        case "CAShapeLayer": return CAShapeLayer()
        case "CAGradientLayer": return CAGradientLayer()
        case "CATransformLayer": return CATransformLayer()
        case "CAReplicatorLayer": return CAReplicatorLayer()
        case "CAScrollLayer": return CAScrollLayer()
        case "CATiledLayer": return CATiledLayer()
        case "CATextLayer": return CATextLayer()
        case "CAEmitterLayer": return CAEmitterLayer()
        default:
            report(
                "caml.unknown-element", object.className, object.line, "<\(object.className)> is not known and is drawn as a plain CALayer")
        }
        return CALayer()
    }

    private mutating func set(_ property: CAMLProperty, on layer: CALayer) throws {
        if case .null = property.value {
            // Nothing where the class has something: a shape without its black fill.
            if PropertyTable.row(forKey: property.keyPath, of: layer.layerClass)?.kind == .color {
                layer.setValue(nil, forKey: property.keyPath)
            }
            return
        }
        // Writers give clear colours to layers that can't have any.
        if case .color(let rgba) = property.value, rgba[3] == 0, layer is CATransformLayer { return }
        layer.setValue(try any(property.value, property), forKeyPath: property.keyPath)
    }

    /// A cell with its sub-cells.
    private mutating func emitterCell(_ object: CAMLObject) throws -> CAEmitterCell {
        let cell = CAEmitterCell()
        for property in object.properties {
            if property.keyPath == "emitterCells", case .array(let values) = property.value {
                cell.emitterCells = try values.compactMap { if case .object(let inner) = $0 { try emitterCell(inner) } else { nil } }
            } else if property.value != .null || property.keyPath == "color" {
                cell.setValue(try any(property.value, property), forKey: property.keyPath)
            }
        }
        return cell
    }

    private mutating func emitterBehavior(_ object: CAMLObject) throws -> CAEmitterBehavior {
        let behavior = CAEmitterBehavior(type: object.string("type") ?? "")
        for property in object.properties where property.keyPath != "type" && property.value != .null {
            behavior.setValue(try any(property.value, property), forKey: property.keyPath)
        }
        return behavior
    }

    /// The value as key-value access takes it.
    mutating func any(_ value: CAMLValue, _ place: CAMLProperty) throws -> Any? {
        switch value {
        case .null: return nil
        case .number(let number): return number
        case .bool(let flag): return flag
        case .string(let text): return text
        case .point(let point): return point
        case .size(let size): return size
        case .rect(let rect): return rect
        case .transform(let transform): return transform
        case .color(let rgba): return Self.color(rgba)
        case .image(let source): return try image(source, line: place.line)
        case .path(let text): return try path(text, place)
        case .array(let values): return try values.compactMap { try any($0, place) }
        case .dictionary(let entries):
            var result: [AnyHashable: Any] = [:]
            for entry in entries { result[entry.keyPath] = try any(entry.value, entry) }
            return result
        case .object(let object) where object.className == "CAFilter":
            return try filter(object)
        case .object(let object):
            return object.className.hasSuffix("Animation") || object.className == "CAAnimationGroup" ? try animation(object) : nil
        }
    }

    static func color(_ rgba: [Double]) -> CGColor {
        let components = rgba.map { CGFloat($0) }
        let isInside = components[..<3].allSatisfy { (0...1).contains($0) }
        if !isInside, let color = CGColor(colorSpace: .extendedStandardRGB, components: components) { return color }
        return CGColor(srgbRed: components[0], green: components[1], blue: components[2], alpha: components[3])
    }

    private func path(_ text: String, _ place: CAMLProperty) throws -> CGPath {
        guard let path = CGPath(svg: text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CAMLError(file: file, line: place.line, column: place.column, reason: "\(place.keyPath) is no path that can be read")
        }
        return path
    }

    // MARK: Animations

    /// The animations of an object with the keys that they get: the element's name unless that is a class or `animation`, else the key
    /// path.
    mutating func animations(of object: CAMLObject) throws -> [(String, CAAnimation)] {
        var result: [(String, CAAnimation)] = []
        for description in object.objects("animations") {
            guard let animation = try animation(description) else { continue }
            let isNamed = description.elementName != "animation" && !description.elementName.hasPrefix("CA")
            let name =
                description.string("key") ?? (isNamed ? description.elementName : description.string("keyPath") ?? description.elementName)
            var key = name
            var number = 2
            while result.contains(where: { $0.0 == key }) {
                key = "\(name)#\(number)"
                number += 1
            }
            result.append((key, animation))
        }
        return result
    }

    mutating func animation(_ object: CAMLObject) throws -> CAAnimation? {
        let animation: CAAnimation
        switch object.className {
        case "CABasicAnimation": animation = CABasicAnimation()
        case "CASpringAnimation": animation = CASpringAnimation()
        case "CAKeyframeAnimation": animation = CAKeyframeAnimation()
        case "CAAnimationGroup": animation = CAAnimationGroup()
        case "CATransition": animation = CATransition()
        default:
            report(
                "caml.unknown-element", object.className, object.line, "<\(object.className)> is no animation that is known and is left out"
            )
            return nil
        }
        if let keyPath = object.string("keyPath") {
            guard CAMLReader.isReachable(keyPath) else {
                report("caml.key-path", keyPath, object.line, "the key path \"\(keyPath)\" is not known; what animates it is left out")
                return nil
            }
        }
        for property in object.properties { try set(property, on: animation) }
        // Without a duration it runs until it rests, unless the document says that none is to be found out.
        let hasDuration = object.number("duration").map { $0 > 0 } ?? false
        let recalculates = object["mica_autorecalculatesDuration"]
        if let spring = animation as? CASpringAnimation, recalculates == .bool(true) || (!hasDuration && recalculates != .bool(false)) {
            spring.duration = spring.settlingDuration
        }
        return animation
    }

    private mutating func set(_ property: CAMLProperty, on animation: CAAnimation) throws {
        switch (property.keyPath, property.value) {
        case ("key", _), ("name", _), ("mica_autorecalculatesDuration", _): break
        case ("beginTime", .number(let time)):
            animation.beginTime = time
        case ("timingFunction", .string(let text)):
            animation.timingFunction = try timingFunction(text, property)
        case ("timingFunctions", .array(let values)):
            (animation as? CAKeyframeAnimation)?.timingFunctions = try values.compactMap {
                if case .string(let text) = $0 { try timingFunction(text, property) } else { nil }
            }
        case ("velocity", .number(let velocity)):
            (animation as? CASpringAnimation)?.initialVelocity = CGFloat(velocity)
        case ("removedOnCompletion", .bool(let flag)):
            animation.isRemovedOnCompletion = flag
        case ("path", .path(let text)):
            (animation as? CAKeyframeAnimation)?.path = try path(text, property)
        case ("animations", .array(let values)):
            var members: [CAAnimation] = []
            for case .object(let member) in values { if let made = try self.animation(member) { members.append(made) } }
            (animation as? CAAnimationGroup)?.animations = members
        case ("valueFunction", .string(let name)):
            (animation as? CAPropertyAnimation)?.valueFunction = CAValueFunction(name: CAValueFunctionName(rawValue: name))
        default:
            animation.setValue(try any(property.value, property), forKey: property.keyPath)
        }
    }

    private func timingFunction(_ text: String, _ place: CAMLProperty) throws -> CAMediaTimingFunction {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"].contains(name) {
            return CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name))
        }
        do {
            let n = try CAMLNumbers.list(name, count: 4)
            return CAMediaTimingFunction(controlPoints: Float(n[0]), Float(n[1]), Float(n[2]), Float(n[3]))
        } catch {
            throw CAMLError(
                file: file, line: place.line, column: place.column,
                reason: "timingFunction \"\(name.prefix(40))\" is neither a name nor four numbers"
            )
        }
    }

    // MARK: Images

    /// The image of a path inside the package or of a `data:` URL. A missing file is one diagnostic and nil; one that is there and can't be
    /// decoded is an error, since it is damaged or hostile.
    private mutating func image(_ source: String, line: Int) throws -> CGImage? {
        if let known = images[source] { return known }
        let name: String
        let data: Data
        if source.hasPrefix("data:") {
            name = "the data: URL"
            data = try dataURL(source, line: line)
        } else {
            guard let url = CAMLFiles.resolve(source, in: folder) else {
                throw CAMLError(file: file, line: line, reason: "the image \"\(source.prefix(200))\" leads out of the package")
            }
            guard FileManager.default.fileExists(atPath: url.path) else {
                report("caml.missing-image", source, line, "the image \"\(source)\" is missing")
                images[source] = .some(nil)
                return nil
            }
            name = url.relativePath
            data = try CAMLFiles.read(url, limit: limits.fileSize)
        }
        let image: CGImage
        do {
            image = try ImageCodec.decode(data, name: name, limits: limits.less(pixels: pixels))
        } catch {
            throw CAMLError(file: file, line: line, reason: "\(error)")
        }
        pixels += image.width * image.height
        images[source] = image
        return image
    }

    private func dataURL(_ source: String, line: Int) throws -> Data {
        guard let comma = source.firstIndex(of: ",") else { throw CAMLError(file: file, line: line, reason: "a data: URL has no comma") }
        let payload = source[source.index(after: comma)...]
        let data =
            source[..<comma].hasSuffix(";base64")
            ? Data(base64Encoded: String(payload), options: .ignoreUnknownCharacters)
            : payload.removingPercentEncoding.map { Data($0.utf8) }
        guard let data, !data.isEmpty else {
            throw CAMLError(file: file, line: line, reason: "a data: URL holds nothing that can be decoded")
        }
        return data
    }

    mutating func report(_ identifier: String, _ key: String, _ line: Int, _ message: String) {
        guard reported.insert(identifier + "\u{0}" + key).inserted, diagnostics.count < 256 else { return }
        diagnostics.append(Diagnostic(identifier: identifier, message: "\(file):\(line): \(message)"))
    }
}
