import RenderTree

extension CAMLDescriber {
    /// The inputs that a document contains; those of the matrix's rows are parts of it.
    private static let inputs = FilterInput.allCases.filter {
        ![.enabled, .rVector, .gVector, .bVector, .aVector, .biasVector].contains($0)
    }

    /// Returns a filter with the inputs that differ from its defaults.
    func filter(_ object: OpaqueObject) throws -> CAMLObject {
        guard let spec = object.filter?.spec else { throw CAMLNumbers.Refusal(reason: "a \(type(of: object.object)) can't be written") }
        let standard = FilterSpec(type: spec.type)
        var properties = [Self.property("filter", .string(try writable(spec.type)))]
        if spec.name != standard.name { properties.append(Self.property("name", .string(try writable(spec.name)))) }
        if !spec.isEnabled { properties.append(Self.property(FilterInput.enabled.rawValue, .bool(false))) }
        for input in Self.inputs where input.get(spec) != input.get(standard) {
            properties.append(Self.property(input.rawValue, try value(input.get(spec))))
        }
        return CAMLObject(className: "CAFilter", elementName: "CAFilter", id: nil, properties: properties, line: 1, column: 1)
    }
}
