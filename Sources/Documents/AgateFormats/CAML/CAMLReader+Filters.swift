import QuartzCore
import RenderTree

/// `<filters><CAFilter filter="gaussianBlur" name="blur" inputRadius="4" enabled="1"/></filters>`.
extension CAMLReader {
    /// Returns the value of `filters`, `backgroundFilters` or `compositingFilter`. Nil for an empty element.
    mutating func filters(_ element: XMLElement) throws -> CAMLValue? {
        if element.name == "compositingFilter" {
            // As a name, as one filter, or with the filter's own attributes on the element.
            if let name = element.attributes["value"] { return .string(name) }
            if element.attributes["filter"] != nil { return .object(try filter(element)) }
            guard let child = element.children.first else { return nil }
            return child.name == "string" ? .string(child.attributes["value"] ?? child.text) : .object(try filter(child))
        }
        if element.children.isEmpty { return nil }
        return .array(try element.children.map { .object(try filter($0)) })
    }

    private mutating func filter(_ element: XMLElement) throws -> CAMLObject {
        var object = CAMLObject(
            className: "CAFilter", elementName: element.name, id: element.attributes["id"], properties: [], line: element.line,
            column: element.column)
        for (key, text) in element.attributes.sorted(by: { $0.key < $1.key }) where key != "id" && key != "type" {
            if let value = try kept({ try $0.filterValue(key, text, element) }) { object.properties.append(property(key, value, element)) }
        }
        for child in element.children {
            let kind = FilterInput(rawValue: child.name)?.kind
            if let text = child.attributes["value"], kind != nil, child.attributes["type"] == nil {
                let value = try kept { try $0.filterValue(child.name, text, child) }
                if let value { object.properties.append(property(child.name, value, child)) }
            } else if let value = try kept({ try $0.value(of: child, kind: kind) }) {
                object.properties.append(property(child.name, value, child))
            }
        }
        return object
    }

    private func filterValue(_ key: String, _ text: String, _ element: XMLElement) throws -> CAMLValue {
        if key == "filter" || key == "name" { return .string(text) }
        return try at(element, key) { try Self.value(text, kind: FilterInput(rawValue: key)?.kind, opacity: element.attributes["opacity"]) }
    }
}
