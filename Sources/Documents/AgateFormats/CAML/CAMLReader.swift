import AgateDiagnostics
import Foundation
import QuartzCore
import RenderTree

/// Converts the XML of a document to typed objects. The table of properties gives the type of each property, so a property that is added
/// there can also be read from a file.
struct CAMLReader {
    let file: String
    var diagnostics: [Diagnostic] = []
    var states: [CAMLState] = []
    var transitions: [CAMLTransition] = []
    /// Elements that others reference by id: `<LKStateTransitionElement object="#3"/>`.
    private var transitionElements: [String: CAMLTransition.Element] = [:]
    private var reported: Set<String> = []
    /// The number of values that could not be read.
    private var badValues = 0

    init(file: String) { self.file = file }

    mutating func root(_ caml: XMLElement) throws -> CAMLObject {
        guard caml.name == "caml" else { throw error(caml, "the root element is <\(caml.name)>, not <caml>") }
        collectTransitionElements(in: caml)
        let layers = caml.children.filter { $0.name != "MicaAssetManifest" }
        guard let first = layers.first else { throw error(caml, "the document has no root layer") }
        let root = try layer(first)
        if layers.count > 1 { report("caml.second-root", "root", layers[1], "only the first root layer is read") }
        return root
    }

    // MARK: Objects

    /// Reads a layer, or another element in its place: every name is accepted, classes are distinguished when the layers are created.
    private mutating func layer(_ element: XMLElement) throws -> CAMLObject {
        // A gradient has its own attribute `type`.
        let hasType =
            PropertyTable.row(forKey: "type", of: Self.layerClass(element.name)) != nil
            && element.attributes["type"]?.hasPrefix("CA") == false
        var object = CAMLObject(
            className: hasType ? element.name : element.attributes["type"] ?? element.name, elementName: element.name,
            id: element.attributes["id"], properties: [], line: element.line, column: element.column
        )
        let owner = Self.layerClass(object.className)
        // Foundation's parser does not keep the order of attributes. Programs write a sub-path only beside the whole value that has the
        // same content, so the whole is set last.
        let attributes = element.attributes.sorted { ($0.key.contains(".") ? 0 : 1, $0.key) < ($1.key.contains(".") ? 0 : 1, $1.key) }
        for (key, text) in attributes where key != "id" && (key != "type" || hasType) && key != "xmlns" {
            guard let value = try kept({ try $0.value(text, for: key, owner: owner, at: element) }) else { continue }
            object.properties.append(property(key, value, element))
        }
        for child in element.children { try childOfLayer(child, into: &object, owner: owner) }
        return object
    }

    private mutating func childOfLayer(_ child: XMLElement, into object: inout CAMLObject, owner: LayerClass) throws {
        switch child.name {
        case "sublayers":
            object.properties.append(property("sublayers", .array(try child.children.map { .object(try layer($0)) }), child))
        case "mask":
            let source = child.attributes["type"] == nil ? child.children.first : child
            if let source { object.properties.append(property("mask", .object(try layer(source)), child)) }
        case "animations":
            object.properties.append(property("animations", .array(try child.children.map { .object(try animation($0)) }), child))
        case "states":
            for state in child.children where state.name == "LKState" { try readState(state) }
        case "stateTransitions":
            for transition in child.children where transition.name == "LKStateTransition" { try readTransition(transition) }
        case "scriptComponents", "modules", "userInfo", "linkedObjects":
            break  // an editor's own metadata, which is not drawn
        case "emitterCells":
            guard owner == .emitter else {
                return report("caml.unknown-element", child.name, child, "<emitterCells> is valid only in a CAEmitterLayer; it is ignored")
            }
            object.properties.append(
                property("emitterCells", .array(try child.children.map { .object(try emitterCell($0, depth: 0)) }), child))
        case "emitterBehaviors":
            guard owner == .emitter else {
                return report(
                    "caml.unknown-element", child.name, child, "<emitterBehaviors> is valid only in a CAEmitterLayer; it is ignored")
            }
            let behaviors = try child.children.compactMap { try emitterBehavior($0).map { CAMLValue.object($0) } }
            object.properties.append(property("emitterBehaviors", .array(behaviors), child))
        case "filters", "backgroundFilters", "compositingFilter":
            if let value = try kept({ try $0.filters(child) }) { object.properties.append(property(child.name, value, child)) }
        default:
            // A key that is not a valid XML name is in an attribute, as in dictionaries.
            let key = child.attributes["key"] ?? child.name
            let kind = PropertyTable.row(forKey: key, of: owner)?.kind, infinite = Self.mayBeEndless(key)
            guard let value = try kept({ try $0.value(of: child, kind: kind, infinite: infinite) }) else { return }
            object.properties.append(property(key, value, child))
        }
    }

    mutating func animation(_ element: XMLElement) throws -> CAMLObject {
        var object = CAMLObject(
            className: element.attributes["type"] ?? element.name, elementName: element.name, id: element.attributes["id"],
            properties: [], line: element.line, column: element.column
        )
        for (key, text) in element.attributes.sorted(by: { $0.key < $1.key }) where key != "id" && key != "type" {
            let value = try kept { reader in
                try reader.at(element, key) { try Self.animationValue(text, key, of: element.attributes["keyPath"]) }
            }
            if let value { object.properties.append(property(key, value, element)) }
        }
        for child in element.children {
            switch child.name {
            case "animations":
                object.properties.append(property("animations", .array(try child.children.map { .object(try animation($0)) }), child))
            case "path":
                object.properties.append(property("path", .path(child.attributes["value"] ?? child.attributes["d"] ?? child.text), child))
            case "values", "keyTimes", "timingFunctions", "tensionValues", "continuityValues", "biasValues":
                let values = try kept { reader in .array(try child.children.compactMap { try reader.value(of: $0, kind: nil) }) }
                if let values { object.properties.append(property(child.name, values, child)) }
            case "timingFunction":
                let text = child.attributes["value"] ?? child.attributes["name"] ?? child.attributes["controlPoints"] ?? child.text
                object.properties.append(property(child.name, .string(text), child))
            default:
                let key = child.attributes["key"] ?? child.name
                if let value = try kept({ try $0.value(of: child, kind: nil, infinite: Self.mayBeEndless(key)) }) {
                    object.properties.append(property(key, value, child))
                }
            }
        }
        return object
    }

    // MARK: States

    private mutating func readState(_ element: XMLElement) throws {
        guard let name = element.attributes["name"] else {
            return report("caml.state-element", "name", element, "a state has no name; it is ignored")
        }
        var elements: [CAMLState.Element] = []
        for child in element.first("elements")?.children ?? [] {
            guard let target = child.attributes["targetId"] ?? child.attributes["target"] else {
                report("caml.state-element", child.name, child, "<\(child.name)> has no target; it is ignored")
                continue
            }
            let keyPath = child.attributes["keyPath"] ?? child.attributes["key"] ?? ""
            let inner =
                child.first("value") ?? child.first("object") ?? child.first("element") ?? child.first("animation") ?? child.children.first
            let change: CAMLState.Change
            switch child.name {
            case "LKStateSetValue":
                guard let inner else { change = .setValue(.null); break }
                guard Self.isReachable(keyPath) else {
                    report("caml.key-path", keyPath, child, "unknown key path \"\(keyPath)\"; its value is ignored")
                    continue
                }
                // If the value can't be read, not even the default is set: the state doesn't change the property.
                let kind = PropertyTable.row(forKey: keyPath, of: .layer)?.kind, count = badValues
                let value = try kept { try $0.value(of: inner, kind: kind, infinite: Self.mayBeEndless(keyPath)) }
                guard count == badValues else { continue }
                change = .setValue(value ?? .null)
            case "LKStateAddAnimation":
                guard let inner else { continue }
                change = .addAnimation(try animation(inner))
            case "LKStateRemoveAnimation":
                change = .removeAnimation
            case "LKStateAddElement":
                guard let inner else { continue }
                let source = inner.attributes["type"] == nil && !inner.name.hasPrefix("CA") ? inner.children.first ?? inner : inner
                change = .addSublayer(try layer(source))
            case "LKStateRemoveElement":
                change = .removeSublayer(id: child.attributes["object"] ?? inner?.attributes["object"] ?? inner?.attributes["id"] ?? "")
            default:
                report("caml.unknown-element", child.name, child, "unknown element <\(child.name)>; it is ignored")
                continue
            }
            elements.append(
                CAMLState.Element(targetID: target, keyPath: keyPath, change: change, place: (inner ?? child).place(of: "value")))
        }
        let state = CAMLState(
            name: name, basedOn: element.attributes["basedOn"],
            isInitial: element.attributes["initial"] == "1" || element.attributes["initial"] == "true",
            elements: elements, line: element.line
        )
        // Nested layers may each contain their own part of a state.
        if let index = states.firstIndex(where: { $0.name == name }) {
            states[index].elements += elements
        } else {
            states.append(state)
        }
    }

    private mutating func readTransition(_ element: XMLElement) throws {
        var elements: [CAMLTransition.Element] = []
        for child in element.first("elements")?.children ?? [] {
            if let shared = child.attributes["object"] {
                if let found = transitionElements[shared] {
                    elements.append(found)
                } else {
                    report("caml.missing-object", shared, child, "no element has the id \"\(shared)\"")
                }
            } else if let read = try transitionElement(child) {
                elements.append(read)
            }
        }
        transitions.append(
            CAMLTransition(
                fromState: element.attributes["fromState"] ?? "*", toState: element.attributes["toState"] ?? "*", elements: elements
            ))
    }

    private mutating func transitionElement(_ child: XMLElement) throws -> CAMLTransition.Element? {
        guard let target = child.attributes["targetId"] ?? child.attributes["target"],
            let keyPath = child.attributes["keyPath"] ?? child.attributes["key"],
            let inner = child.first("animation") ?? child.children.first
        else {
            report("caml.transition-element", child.name, child, "<\(child.name)> needs a target, a key and an animation")
            return nil
        }
        return CAMLTransition.Element(targetID: target, keyPath: keyPath, animation: try animation(inner))
    }

    /// Collects the elements beforehand, since a reference may precede the definition. An element that references another is not a
    /// definition, so there are no cycles.
    private mutating func collectTransitionElements(in element: XMLElement) {
        for child in element.children {
            if child.name == "LKStateTransitionElement", let id = child.attributes["id"], child.attributes["object"] == nil {
                if let read = try? transitionElement(child) { transitionElements[id] = read }
            } else if !child.children.isEmpty {
                collectTransitionElements(in: child)
            }
        }
    }

    // MARK: Errors

    func error(_ element: XMLElement, _ reason: String) -> CAMLError {
        CAMLError(file: file, line: element.line, column: element.column, reason: reason)
    }

    /// Returns the error for a value that can't be read, of an attribute or else of an element.
    func bad(_ element: XMLElement, _ attribute: String, _ reason: String) -> CAMLBadValue {
        CAMLBadValue(place: element.place(of: attribute), reason: reason)
    }

    func at<T>(_ element: XMLElement, _ key: String, _ body: () throws -> T) throws -> T {
        do { return try body() } catch let refusal as CAMLNumbers.Refusal {
            throw bad(element, key, "\(key) of <\(element.name)>: \(refusal.reason)")
        }
    }

    /// Returns the value of one property; nil, after a diagnostic, if it can't be read.
    mutating func kept(_ read: (inout CAMLReader) throws -> CAMLValue?) throws -> CAMLValue? {
        do { return try read(&self) } catch let bad as CAMLBadValue {
            badValues += 1
            if let diagnostic = bad.diagnostic(file, after: diagnostics) { diagnostics.append(diagnostic) }
            return nil
        }
    }

    func property(_ key: String, _ value: CAMLValue, _ element: XMLElement) -> CAMLProperty {
        let place = element.place(of: key)
        return CAMLProperty(keyPath: key, value: value, line: place.line, column: place.column)
    }

    /// Adds one diagnostic for each kind, however often it occurs.
    mutating func report(_ identifier: String, _ key: String, _ element: XMLElement, _ message: String) {
        guard reported.insert(identifier + "\u{0}" + key).inserted, diagnostics.count < 256 else { return }
        diagnostics.append(Diagnostic(identifier: identifier, message: "\(file):\(element.line): \(message)"))
    }
}
