import QuartzCore
import RenderTree

extension CAMLBuilder {
    /// Nil, after a diagnostic, for one that has no type. One of a type that is not drawn is made all the same; it says so when it is to be
    /// drawn.
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
