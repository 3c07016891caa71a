import CoreGraphics
import ImageIO
import QuartzCore
import RenderTree

/// Writes typed objects as XML that `CAMLReader` converts to the same objects.
struct CAMLPrinter {
    private var xml: XMLOutput
    private let includesAnimations: Bool
    /// Converts a reference to an image.
    private var image: (String) throws -> String

    init(file: String, limits: ReadingLimits, includesAnimations: Bool) {
        xml = XMLOutput(file: file, limits: limits)
        self.includesAnimations = includesAnimations
        image = { $0 }
    }

    /// Returns the text of a whole document.
    ///
    /// `images` and `stateImages` convert references to images in the layers and in the states.
    mutating func document(
        _ root: CAMLObject, states: [CAMLState], transitions: [CAMLTransition], images: @escaping (String) throws -> String,
        stateImages: @escaping (String) throws -> String
    ) throws -> String {
        image = images
        try nested("caml", [("xmlns", CAMLDocument.namespace)]) {
            try $0.layer(root) {
                $0.image = stateImages
                try $0.print(states, transitions)
            }
        }
        return xml.text
    }

    private mutating func nested(_ name: String, _ attributes: XMLOutput.Attributes = [], _ inside: (inout Self) throws -> Void = { _ in })
        throws
    {
        try xml.open(name, attributes)
        try inside(&self)
        xml.close()
    }

    // MARK: Layers

    private mutating func layer(_ object: CAMLObject, _ last: (inout Self) throws -> Void = { _ in }) throws {
        var (attributes, elements) = Self.parts(object)
        if object.className != object.elementName { attributes.insert(("type", object.className), at: 0) }
        if let id = object.id { attributes.insert(("id", id), at: 0) }
        try nested(object.elementName, attributes) { printer in
            for property in elements { try printer.childOfLayer(property) }
            try last(&printer)
        }
    }

    private mutating func childOfLayer(_ property: CAMLProperty) throws {
        switch (property.keyPath, property.value) {
        case ("sublayers", .array(let layers)):
            try nested("sublayers") { for case .object(let layer) in layers { try $0.layer(layer) } }
        case ("mask", .object(let mask)):
            if mask.elementName == "mask" { try layer(mask) } else { try nested("mask") { try $0.layer(mask) } }
        case ("animations", .array(let animations)):
            guard includesAnimations else { return }
            try nested("animations") { for case .object(let animation) in animations { try $0.animation(animation) } }
        case ("emitterCells", .array(let cells)):
            try self.cells(cells)
        case ("emitterBehaviors", .array(let behaviors)):
            try nested("emitterBehaviors") { for case .object(let behavior) in behaviors { try $0.behavior(behavior) } }
        case ("filters", .array(let filters)), ("backgroundFilters", .array(let filters)):
            try nested(property.keyPath) { for case .object(let filter) in filters { try $0.filter(filter) } }
        case ("compositingFilter", .object(let filter)):
            try nested(property.keyPath) { try $0.filter(filter) }
        case (let key, let value):
            try self.value(value, key: key, reserved: Self.reserved)
        }
    }

    private mutating func filter(_ object: CAMLObject) throws {
        var attributes: XMLOutput.Attributes = []
        var elements: [CAMLProperty] = []
        if let id = object.id { attributes.append(("id", id)) }
        for property in object.properties {
            let kind = ["filter", "name"].contains(property.keyPath) ? .string : FilterInput(rawValue: property.keyPath)?.kind
            if let text = CAMLText.attribute(property.value, kind: kind, mayBeEndless: false) {
                attributes.append((property.keyPath, text))
            } else {
                elements.append(property)
            }
        }
        try nested("CAFilter", attributes) { for property in elements { try $0.value(property.value, key: property.keyPath) } }
    }

    private mutating func cells(_ cells: [CAMLValue]) throws {
        try nested("emitterCells") { for case .object(let cell) in cells { try $0.cell(cell) } }
    }

    private mutating func cell(_ object: CAMLObject) throws {
        var attributes: XMLOutput.Attributes = []
        var elements: [CAMLProperty] = []
        for row in EmitterCellProperty.rows {
            guard let property = object.properties.last(where: { $0.keyPath == row.key }) else { continue }
            let text = CAMLText.attribute(
                property.value, kind: row.kind, mayBeEndless: row.key == "lifetime" || CAMLReader.mayBeEndless(row.key))
            if let text { attributes.append((row.key, text)) } else { elements.append(property) }
        }
        if object.className != object.elementName { attributes.insert(("type", object.className), at: 0) }
        if let id = object.id { attributes.insert(("id", id), at: 0) }
        try nested(object.elementName, attributes) { printer in
            for property in elements { try printer.value(property.value, key: property.keyPath) }
            for case .array(let inner) in object.properties.filter({ $0.keyPath == "emitterCells" }).map(\.value) {
                try printer.cells(inner)
            }
        }
    }

    private mutating func behavior(_ object: CAMLObject) throws {
        var attributes: XMLOutput.Attributes = []
        var elements: [CAMLProperty] = []
        if let id = object.id { attributes.append(("id", id)) }
        // The type first, and the rest in the reader's order.
        func place(_ property: CAMLProperty) -> String { property.keyPath == "type" ? "" : property.keyPath }
        for property in object.properties.sorted(by: { place($0) < place($1) }) {
            let kind = EmitterBehaviorProperty.index(forKey: property.keyPath).map { EmitterBehaviorProperty.rows[$0].kind }
            if let text = CAMLText.attribute(property.value, kind: property.keyPath == "type" ? .string : kind, mayBeEndless: false) {
                attributes.append((property.keyPath, text))
            } else {
                elements.append(property)
            }
        }
        try nested(object.elementName, attributes) { for property in elements { try $0.value(property.value, key: property.keyPath) } }
    }

    /// The child elements of layers that are not values.
    private static let reserved: Set<String> = [
        "sublayers", "mask", "animations", "states", "stateTransitions", "scriptComponents", "modules", "userInfo", "linkedObjects",
        "emitterCells",
        "emitterBehaviors",
        "filters", "backgroundFilters", "compositingFilter",
    ]

    /// Divides the properties into attributes and elements. The reader sets attributes first, parts of a value (`position.x`) before whole
    /// values, each in alphabetical order. Properties that must be set in another order become elements.
    private static func parts(_ object: CAMLObject) -> (XMLOutput.Attributes, [CAMLProperty]) {
        let owner = CAMLReader.layerClass(object.className)
        var last: [String: Int] = [:]
        for (index, property) in object.properties.enumerated() { last[property.keyPath] = index }
        var attributes: XMLOutput.Attributes = []
        var elements: [CAMLProperty] = []
        var seen: Set<String> = []
        var lastPart = ""
        var partsAreElements = false
        for (index, property) in object.properties.enumerated() {
            let key = property.keyPath
            guard last[key] == index || key == "sublayers" || key == "animations" else { continue }
            let text: String?
            if let dot = key.firstIndex(of: ".") {
                let fits = CAMLReader.isReachable(key) && !seen.contains(String(key[..<dot])) && key > lastPart && !partsAreElements
                text = fits ? CAMLText.attribute(property.value, kind: .number, mayBeEndless: false) : nil
                if text == nil { partsAreElements = true } else { lastPart = key }
            } else {
                seen.insert(key)
                let kind = key == "frame" ? .rect : PropertyTable.row(forKey: key, of: owner)?.kind
                // If the element's name is not its class, the attribute `type` contains the class.
                let isTaken = key == "type" && object.className != object.elementName
                text =
                    kind == nil || isTaken
                    ? nil : CAMLText.attribute(property.value, kind: kind, mayBeEndless: CAMLReader.mayBeEndless(key))
            }
            if let text { attributes.append((key, text)) } else { elements.append(property) }
        }
        // In the order of the table, followed by parts of values, since the order in which they were read is not the document's.
        func rank(_ key: String) -> Int { PropertyTable.row(forKey: key, of: owner).map { Int($0.property.rawValue) } ?? .max }
        attributes.sort { (rank($0.name), $0.name) < (rank($1.name), $1.name) }
        return (attributes, elements)
    }

    // MARK: Animations

    private mutating func animation(_ object: CAMLObject) throws {
        var attributes: XMLOutput.Attributes = []
        var elements: [CAMLProperty] = []
        for (index, property) in object.properties.enumerated()
        where !object.properties[(index + 1)...].contains(where: { $0.keyPath == property.keyPath }) {
            let key = property.keyPath
            if let kind = CAMLReader.kind(ofAnimationKey: key),
                let text = CAMLText.attribute(property.value, kind: kind, mayBeEndless: CAMLReader.mayBeEndless(key))
            {
                attributes.append((key, text))
            } else {
                elements.append(property)
            }
        }
        attributes.sort { $0.name < $1.name }
        if object.className != object.elementName { attributes.insert(("type", object.className), at: 0) }
        if let id = object.id { attributes.insert(("id", id), at: 0) }
        try nested(object.elementName, attributes) { printer in
            for property in elements { try printer.childOfAnimation(property) }
        }
    }

    private mutating func childOfAnimation(_ property: CAMLProperty) throws {
        switch (property.keyPath, property.value) {
        case ("animations", .array(let members)):
            try nested("animations") { for case .object(let member) in members { try $0.animation(member) } }
        case ("timingFunctions", .array(let functions)):
            try nested("timingFunctions") {
                for case .string(let text) in functions {
                    try $0.nested("function", [(text.first?.isLetter ?? false ? "name" : "value", text)])
                }
            }
        case (let key, .array(let values)) where CAMLReader.kind(ofAnimationKey: key) == .numbers:
            try nested(key) { for value in values { try $0.value(value) } }
        case (let key, let value):
            try self.value(value, key: key, reserved: ["animations", "path", "timingFunction"])
        }
    }

    // MARK: Values

    /// Writes the value of a key: as an element of the key's name, or as one with an attribute for the key if the name is not possible.
    private mutating func value(_ value: CAMLValue, key: String, reserved: Set<String> = []) throws {
        if CAMLText.isElementName(key), !reserved.contains(key) {
            try self.value(value, named: key)
        } else {
            try self.value(value, named: "value", attributes: [("key", key)])
        }
    }

    /// Writes a value as an element of the given name, or of its type's name.
    private mutating func value(_ value: CAMLValue, named name: String? = nil, attributes: XMLOutput.Attributes = []) throws {
        let type = CAMLText.type(of: value)
        var attributes = attributes
        if let name, name != type { attributes.append(("type", type)) }
        let name = name ?? type
        switch value {
        case .array(let values):
            try nested(name, attributes) { for value in values { try $0.value(value) } }
        case .dictionary(let entries):
            try nested(name, attributes) { for entry in entries { try $0.value(entry.value, key: entry.keyPath) } }
        case .image(let source):
            try nested(name, attributes + [("src", try image(source))])
        case .object(let object):
            if object.className.hasSuffix("Layer") { try layer(object) } else { try animation(object) }
        default:
            if let text = CAMLText.plain(value) { attributes.append(("value", text)) }
            if case .color(let rgba) = value, rgba[3] != 1 { attributes.append(("opacity", CAMLText.number(rgba[3]))) }
            try nested(name, attributes)
        }
    }

    // MARK: States

    private mutating func print(_ states: [CAMLState], _ transitions: [CAMLTransition]) throws {
        if !states.isEmpty { try nested("states") { for state in states { try $0.state(state) } } }
        if !transitions.isEmpty { try nested("stateTransitions") { for transition in transitions { try $0.transition(transition) } } }
    }

    private mutating func state(_ state: CAMLState) throws {
        var attributes: XMLOutput.Attributes = [("name", state.name)]
        if let base = state.basedOn { attributes.append(("basedOn", base)) }
        if state.isInitial { attributes.append(("initial", "1")) }
        try nested("LKState", attributes) {
            try $0.nested("elements") { for element in state.elements { try $0.element(element) } }
        }
    }

    private mutating func element(_ element: CAMLState.Element) throws {
        var attributes: XMLOutput.Attributes = [("targetId", element.targetID)]
        if !element.keyPath.isEmpty { attributes.append(("keyPath", element.keyPath)) }
        switch element.change {
        case .setValue(.null): try nested("LKStateSetValue", attributes)
        case .setValue(let value): try nested("LKStateSetValue", attributes) { try $0.value(value, named: "value") }
        case .addAnimation(let animation): try nested("LKStateAddAnimation", attributes) { try $0.animation(animation) }
        case .removeAnimation: try nested("LKStateRemoveAnimation", attributes)
        case .addSublayer(var layer):
            // The reader takes an element for the layer itself only if its name begins with CA, or it has a type.
            if !layer.elementName.hasPrefix("CA"), layer.elementName == layer.className { layer.elementName = "object" }
            try nested("LKStateAddElement", attributes) { try $0.layer(layer) }
        case .removeSublayer(let id): try nested("LKStateRemoveElement", attributes + [("object", id)])
        }
    }

    private mutating func transition(_ transition: CAMLTransition) throws {
        try nested("LKStateTransition", [("fromState", transition.fromState), ("toState", transition.toState)]) {
            try $0.nested("elements") {
                for element in transition.elements {
                    try $0.nested("LKStateTransitionElement", [("targetId", element.targetID), ("keyPath", element.keyPath)]) {
                        try $0.animation(element.animation)
                    }
                }
            }
        }
    }
}
