import AgateDiagnostics
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import RenderTree

/// Creates descriptions of layers and animations, like those that the reader creates from a document. Content that a document can't contain
/// is left out, with one diagnostic that names the layer and the key.
struct CAMLDescriber {
    let images: CAMLImages
    /// The limits of the reader, which include the nesting depth.
    let limits: ReadingLimits
    let includesAnimations: Bool
    /// The layers that have an id in their document, and the animations that the document specifies for them.
    var ids: [ObjectIdentifier: String] = [:]
    var animations: [(layer: CALayer, key: String, animation: CAAnimation)] = []

    /// The default values of a class, which a document need not contain.
    private struct Standard {
        let name: String
        let layer: CALayer
        let rows: [PropertyRow]
    }

    /// For each class. A subclass is written as the nearest of them.
    private let standards: [LayerClass: Standard] = Dictionary(
        uniqueKeysWithValues: LayerClass.allCases.map { kind in
            let rows = PropertyTable.rows(of: kind).filter { !$0.holdsEmitterObjects }
            return (kind, Standard(name: kind.name, layer: CALayer.make(kind), rows: rows))
        })

    init(images: CAMLImages, limits: ReadingLimits, includesAnimations: Bool) {
        self.images = images
        self.limits = limits
        self.includesAnimations = includesAnimations
    }

    // MARK: Layers

    func layer(_ layer: CALayer, depth: Int = 2) throws -> CAMLObject {
        // Stops before a stack overflow, in a tree that no reader would accept.
        guard depth < limits.depth else {
            throw CAMLError(file: Self.place, reason: "elements would be nested more than \(limits.depth) deep")
        }
        let standard = standards[layer.layerClass] ?? standards[.layer]!
        var object = CAMLObject(
            className: standard.name, elementName: standard.name, id: ids[ObjectIdentifier(layer)], properties: [], line: 1, column: 1
        )
        for row in standard.rows { add(to: &object, layer, row.key) { try value(of: row, layer, standard.layer) } }
        for key in CALayer.keysBesideTheTable { add(to: &object, layer, key) { try value(of: key, layer, standard.layer) } }
        for (key, own) in (layer.currentState.objects.custom ?? [:]).sorted(by: { $0.key < $1.key }) {
            add(to: &object, layer, key) { try value(own, ofOwn: key, layer) }
        }
        add(to: &object, layer, "style") { try layer.style.map { try dictionary($0) } }
        for (key, isSet) in [
            ("actions", layer.actions != nil), ("layoutManager", layer.layoutManager != nil), ("constraints", layer.constraints != nil),
        ] {
            if isSet { leftOut(layer, key, "documents can't store it") }
        }
        if let cells = (layer as? CAEmitterLayer)?.emitterCells { object.properties.append(self.cells(cells, of: layer)) }
        if layer is CAEmitterLayer, let behaviors = layer.value(forKey: "emitterBehaviors") as? [CAEmitterBehavior] {
            object.properties.append(self.behaviors(behaviors, of: layer))
        }
        if includesAnimations {
            let animations = animations(of: layer)
            if !animations.isEmpty { object.properties.append(Self.property("animations", .array(animations.map { .object($0) }))) }
        }
        if let mask = layer.mask { object.properties.append(Self.property("mask", .object(try self.layer(mask, depth: depth + 2)))) }
        if let sublayers = layer.sublayers, !sublayers.isEmpty {
            object.properties.append(
                Self.property("sublayers", .array(try sublayers.map { .object(try self.layer($0, depth: depth + 2)) })))
        }
        return object
    }

    private static let place = "(layers)"

    private func value(of row: PropertyRow, _ layer: CALayer, _ standard: CALayer) throws -> CAMLValue? {
        let value = layer.currentState.value(of: row.property)
        if layer.style != nil, layer.styleValue(row.key) != nil {
            // Values of the style are written with it. A value set by the program must be written even if it is the default.
            guard layer.isExplicit(row.property) else { return nil }
        } else if value == standard.state.value(of: row.property) {
            return nil
        }
        guard let value else { return .null }
        switch (row.storage, value) {
        case (.float, .number(let n)), (.extraFloat, .number(let n)):
            return .number(try finite(Self.double(Float(n)), mayBeEndless: CAMLReader.mayBeEndless(row.key)))
        case (_, .number(let n)): return .number(try finite(n, mayBeEndless: CAMLReader.mayBeEndless(row.key)))
        case (.objectList, .object(let list)): return .array(try (list.object as? [OpaqueObject] ?? []).map { .object(try filter($0)) })
        case (.object, .object(let object)):
            if object.filter != nil { return .object(try filter(object)) }
            guard let text = object.object as? String else {
                throw CAMLNumbers.Refusal(reason: "a \(type(of: object.object)) can't be written")
            }
            return .string(try writable(text))
        default: return try self.value(value)
        }
    }

    private func value(of key: String, _ layer: CALayer, _ standard: CALayer) throws -> CAMLValue? {
        guard let value = layer.value(forKey: key) as? AnyHashable, value != standard.value(forKey: key) as? AnyHashable else { return nil }
        return try any(value)
    }

    /// Returns a value under a custom key.
    private func value(_ value: PropertyValue, ofOwn key: String, _ layer: CALayer) throws -> CAMLValue {
        guard CAMLText.isWritable(key), !key.isEmpty else { throw CAMLNumbers.Refusal(reason: "its name can't be written in XML") }
        if let dot = key.firstIndex(of: ".") {
            let head = String(key[..<dot])
            guard layer.customValue(head) == nil, CAMLReader.kind(ofKey: head) == nil else {
                throw CAMLNumbers.Refusal(reason: "it would be read as part of \(head)")
            }
        }
        return try self.value(value)
    }

    // MARK: Omitted content

    private func add(to object: inout CAMLObject, _ layer: CALayer, _ key: String, _ value: () throws -> CAMLValue?) {
        do {
            if let value = try value() { object.properties.append(Self.property(key, value)) }
        } catch {
            leftOut(layer, key, (error as? CAMLNumbers.Refusal)?.reason ?? "\(error)")
        }
    }

    func leftOut(_ layer: CALayer, _ key: String, _ reason: String) {
        let name = LayerReport.describe(layer)
        Diagnostic.reportOnce(
            "caml.left-out", key: "\(name) \(key)", layer: name, property: key, "\(name): \(key) is omitted from the document: \(reason)")
    }

    static func property(_ key: String, _ value: CAMLValue) -> CAMLProperty { CAMLProperty(keyPath: key, value: value, line: 1, column: 1) }
}
