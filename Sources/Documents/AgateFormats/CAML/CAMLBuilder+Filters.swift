import QuartzCore
import RenderTree

extension CAMLBuilder {
    /// Returns a filter; nil, after a diagnostic, if it has no type. A filter of an unsupported type is created; its use is reported when
    /// it would be drawn.
    mutating func filter(_ object: CAMLObject) throws -> CAFilter? {
        guard let type = object.string("filter") ?? object.string("name") else {
            report("caml.filter", "type", object.line, "a filter has no type; it is ignored")
            return nil
        }
        let filter = CAFilter(type: type)
        for property in object.properties where property.keyPath != "filter" {
            let kind = FilterInput(rawValue: property.keyPath)?.kind
            try kept { filter.setValue(try $0.checked(property, kind), forKey: property.keyPath) }
        }
        return filter
    }
}
