import AgateDiagnostics
import Foundation
import ImageIO
import QuartzCore
import RenderTree

/// Creates layers and animations from a document's descriptions. Unsupported content is reported in one diagnostic for each kind; the rest
/// is created.
struct CAMLBuilder {
    let file: String
    let folder: URL
    let limits: ReadingLimits
    private(set) var diagnostics: [Diagnostic] = []
    /// The layer of each id. Ids are duplicated in real files; the first one is used, as a search from the root finds it.
    private(set) var layers: [String: CALayer] = [:]
    /// The animations of the document and their layers.
    private(set) var animations: [(layer: CALayer, key: String, animation: CAAnimation)] = []
    var images: [String: CGImage?] = [:]
    var pixels = 0
    private var reported: Set<String> = []
    /// The layers of the document itself, and the number of their animations; those of a state come after them.
    private var documentLayers: [String: CALayer] = [:]
    private var documentAnimations = 0

    init(document: CAMLDocument) {
        file = document.file
        folder = document.folder
        limits = document.limits
    }

    // MARK: States

    /// Marks the end of the document's own content. What is created afterwards belongs to a state.
    mutating func beginStates() { (documentLayers, documentAnimations) = (layers, animations.count) }

    /// Removes the layers' ids and the animations of a state that is left. The state creates new ones when it is entered again.
    mutating func removeStateContent() {
        layers = documentLayers
        animations.removeSubrange(documentAnimations...)
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
                continue  // at the end, after all values are set
            default:
                try kept { try $0.set(property, on: layer) }
            }
        }
        for (key, animation) in try animations(of: object) {
            layer.add(animation, forKey: key)
            animations.append((layer, key, animation))
        }
        return layer
    }

    private mutating func makeLayer(_ object: CAMLObject) -> CALayer {
        if let kind = LayerClass(name: object.className) { return CALayer.make(kind) }
        report(
            "caml.unknown-element", object.className, object.line,
            "unknown layer class <\(object.className)>; it is drawn as a plain CALayer")
        return CALayer()
    }

    private mutating func set(_ property: CAMLProperty, on layer: CALayer) throws {
        if case .null = property.value {
            // A null value overrides the class's own default, such as the black fill of a shape.
            if PropertyTable.row(forKey: property.keyPath, of: layer.layerClass)?.kind == .color {
                layer.setValue(nil, forKey: property.keyPath)
            }
            return
        }
        // Some programs write transparent colours for layers that can't have any.
        if case .color(let rgba) = property.value, rgba[3] == 0, layer is CATransformLayer { return }
        layer.setValue(try settable(property, on: layer), forKeyPath: property.keyPath)
    }

    /// Returns the value of a layer's property in the form for key-value access.
    mutating func settable(_ property: CAMLProperty, on layer: CALayer) throws -> Any? {
        let keyPath = property.keyPath
        guard let value = try any(property.value, property) else { return nil }
        guard let path = PropertyKeyPath(keyPath, of: layer.layerClass) else { return value }
        try Self.check(value, path.kind, property)
        guard let row = PropertyTable.row(forKey: keyPath, of: layer.layerClass) else { return value }
        switch (row.storage, value) {
        case (.byte(_, let names?), let name as String), (.extraByte(_, let names?), let name as String):
            guard names.contains(name) else {
                throw CAMLBadValue(property, "\(keyPath) is one of \(names.joined(separator: ", ")), not \"\(name.prefix(40))\"")
            }
        case (.float, let number as Double) where number.isFinite && !Float(number).isFinite,
            (.extraFloat, let number as Double) where number.isFinite && !Float(number).isFinite:
            throw CAMLBadValue(property, "\(keyPath): \(number) is larger than any number that it can be")
        default: break
        }
        return value
    }

    /// - Parameter kind: The required kind; nil is any.
    private static func check(_ value: Any, _ kind: ValueKind?, _ property: CAMLProperty) throws {
        guard let kind, kind != .object, kind != .image, Boxing.value(value, as: kind) == nil else { return }
        throw CAMLBadValue(property, "\(property.keyPath) needs a value of another type (\(kind))")
    }

    /// Returns the result for one property; nil, after a diagnostic, if its value can't be read.
    @discardableResult
    mutating func kept<Made>(_ make: (inout CAMLBuilder) throws -> Made) throws -> Made? {
        do { return try make(&self) } catch let bad as CAMLBadValue {
            if let diagnostic = bad.diagnostic(file, after: diagnostics) { diagnostics.append(diagnostic) }
            return nil
        }
    }

    /// Creates a cell with its sub-cells.
    private mutating func emitterCell(_ object: CAMLObject) throws -> CAEmitterCell {
        let cell = CAEmitterCell()
        for property in object.properties {
            if property.keyPath == "emitterCells", case .array(let values) = property.value {
                cell.emitterCells = try values.compactMap { if case .object(let inner) = $0 { try emitterCell(inner) } else { nil } }
            } else if property.value != .null || property.keyPath == "color" {
                let kind = EmitterCellProperty.index(forKey: property.keyPath).map { EmitterCellProperty.rows[$0].kind }
                try kept { cell.setValue(try $0.checked(property, kind), forKey: property.keyPath) }
            }
        }
        return cell
    }

    private mutating func emitterBehavior(_ object: CAMLObject) throws -> CAEmitterBehavior {
        let behavior = CAEmitterBehavior(type: object.string("type") ?? "")
        for property in object.properties where property.keyPath != "type" && property.value != .null {
            let kind = EmitterBehaviorProperty.index(forKey: property.keyPath).map { EmitterBehaviorProperty.rows[$0].kind }
            try kept { behavior.setValue(try $0.checked(property, kind), forKey: property.keyPath) }
        }
        return behavior
    }

    /// Returns the value of a property, checked for its kind; nil is any.
    mutating func checked(_ property: CAMLProperty, _ kind: ValueKind?) throws -> Any? {
        let value = try any(property.value, property)
        if let value { try Self.check(value, kind, property) }
        return value
    }

    /// Returns the value in the form for key-value access.
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
        case .image(let source): return try image(source, place)
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
            throw CAMLBadValue(place, "\(place.keyPath) is not a valid path")
        }
        return path
    }

    // MARK: Animations

    /// Returns the animations of an object with their keys: the element's name unless that is a class or `animation`, else the key path.
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
                "caml.unknown-element", object.className, object.line, "unknown animation class <\(object.className)>; it is ignored"
            )
            return nil
        }
        if let keyPath = object.string("keyPath") {
            guard CAMLReader.isReachable(keyPath) else {
                report("caml.key-path", keyPath, object.line, "unknown key path \"\(keyPath)\"; its animation is ignored")
                return nil
            }
        }
        for property in object.properties { try kept { try $0.set(property, on: animation) } }
        // Without a duration a spring runs until it is at rest, unless the document disables the calculation.
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
            guard let function = CAValueFunction(name: CAValueFunctionName(rawValue: name)) else {
                throw CAMLBadValue(property, "unknown valueFunction \"\(name.prefix(40))\"")
            }
            (animation as? CAPropertyAnimation)?.valueFunction = function
        default:
            let kind = CAMLReader.kind(ofAnimationKey: property.keyPath)
            animation.setValue(try checked(property, kind == .number || kind == .bool ? kind : nil), forKey: property.keyPath)
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
            throw CAMLBadValue(place, "timingFunction \"\(name.prefix(40))\" is neither a name nor four numbers")
        }
    }

    mutating func report(_ identifier: String, _ key: String, _ line: Int, _ message: String) {
        guard reported.insert(identifier + "\u{0}" + key).inserted, diagnostics.count < 256 else { return }
        diagnostics.append(Diagnostic(identifier: identifier, message: "\(file):\(line): \(message)"))
    }
}
