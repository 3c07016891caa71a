import QuartzCore
import RenderTree

/// The cells of an emitter.
extension CAMLReader {
    private static let depthLimit = 32

    mutating func emitterCell(_ element: XMLElement, depth: Int) throws -> CAMLObject {
        guard depth < Self.depthLimit else { throw error(element, "emitter cells are nested more than \(Self.depthLimit) deep") }
        var object = CAMLObject(
            className: element.attributes["type"] ?? element.name, elementName: element.name, id: element.attributes["id"],
            properties: [], line: element.line, column: element.column
        )
        if object.className != "CAEmitterCell" {
            report("caml.unknown-element", object.className, element, "unknown class <\(object.className)>; it is read as a CAEmitterCell")
        }
        for (key, text) in element.attributes.sorted(by: { $0.key < $1.key }) where key != "id" && key != "type" && key != "xmlns" {
            guard let index = EmitterCellProperty.index(forKey: key) else {
                reportUndrawn(key, text, element)
                continue
            }
            let value = try kept { reader in
                try reader.at(element, key) {
                    try Self.value(
                        text, kind: EmitterCellProperty.rows[index].kind, opacity: nil,
                        infinite: key == "lifetime" || Self.mayBeEndless(key))
                }
            }
            if let value { object.properties.append(property(key, value, element)) }
        }
        for child in element.children {
            if child.name == "emitterCells" {
                let cells = try child.children.map { CAMLValue.object(try emitterCell($0, depth: depth + 1)) }
                object.properties.append(property("emitterCells", .array(cells), child))
                continue
            }
            guard let index = EmitterCellProperty.index(forKey: child.name) else {
                report(
                    "caml.unsupported", "CAEmitterCell." + child.name, child,
                    "unknown element <\(child.name)> in an emitter cell; it is ignored")
                continue
            }
            let kind = EmitterCellProperty.rows[index].kind, infinite = child.name == "lifetime" || Self.mayBeEndless(child.name)
            guard let value = try kept({ try $0.value(of: child, kind: kind, infinite: infinite) }) else { continue }
            object.properties.append(property(child.name, value, child))
        }
        return object
    }

    /// Reads a behaviour of an emitter: its type, and its inputs as attributes or elements. Nil, after a diagnostic, if it has no type.
    mutating func emitterBehavior(_ element: XMLElement) throws -> CAMLObject? {
        guard element.name == "CAEmitterBehavior", let type = element.attributes["type"] else {
            report("caml.unknown-element", element.name, element, "<\(element.name)> is not a CAEmitterBehavior with a type; it is ignored")
            return nil
        }
        var object = CAMLObject(
            className: element.name, elementName: element.name, id: element.attributes["id"],
            properties: [property("type", .string(type), element)], line: element.line, column: element.column
        )
        for (key, text) in element.attributes.sorted(by: { $0.key < $1.key }) where key != "id" && key != "type" && key != "xmlns" {
            let kind = EmitterBehaviorProperty.index(forKey: key).map { EmitterBehaviorProperty.rows[$0].kind }
            let value = try kept { reader in try reader.at(element, key) { try Self.value(text, kind: kind, opacity: nil) } }
            if let value { object.properties.append(property(key, value, element)) }
        }
        for child in element.children {
            let kind = EmitterBehaviorProperty.index(forKey: child.name).map { EmitterBehaviorProperty.rows[$0].kind }
            guard let value = try kept({ try $0.value(of: child, kind: kind) }) else { continue }
            object.properties.append(property(child.name, value, child))
        }
        return object
    }

    /// Reports an attribute that only Apple's own files contain, unless its value has the same result as the default.
    mutating func reportUndrawn(_ key: String, _ text: String, _ element: XMLElement) {
        let plain: Set<String> = ["contentsFrameMode single", "contentsFrameCount 1", "contentsFramesPerSecond 1"]
        if plain.contains("\(key) \(text)") || Double(text) == 0 { return }
        report(
            "caml.unsupported", "\(element.name).\(key)", element,
            "\(key) of <\(element.name)> has no effect: it is unknown or not supported")
    }
}
