import QuartzCore

extension CAMLBuilder {
    /// Nil, after a diagnostic, for one that has no type. One of a type that is not drawn is made all the same; it says so when it is to be
    /// drawn.
    mutating func filter(_ object: CAMLObject) throws -> CAFilter? {
        guard let type = object.string("filter") ?? object.string("name") else {
            report("caml.filter", "type", object.line, "a filter has no type and is left out")
            return nil
        }
        let filter = CAFilter(type: type)
        for property in object.properties where property.keyPath != "filter" {
            filter.setValue(try any(property.value, property), forKey: property.keyPath)
        }
        return filter
    }
}
