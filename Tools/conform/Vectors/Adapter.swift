import Foundation

/// One vector of a file.
struct Vector: Decodable {
    let id: String
    let area: String
    let input: JSON
    let expected: JSON
    let tolerance: Double
    let source: String?

    var keys: Set<String> { if case .object(let entries) = input { Set(entries.keys) } else { [] } }
}

/// Thrown by an adapter for what the engine does not have.
struct Unsupported: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// Computes the answer to every vector of one form: an area, and keys that must and keys that may be there. An adapter never sees an id.
struct Adapter: Sendable {
    let area: String
    let required: Set<String>
    let optional: Set<String>
    let compute: @Sendable (JSON) throws -> JSON

    init(_ area: String, _ required: Set<String>, optional: Set<String> = [], _ compute: @escaping @Sendable (JSON) throws -> JSON) {
        self.area = area
        self.required = required
        self.optional = optional
        self.compute = compute
    }

    func fits(_ vector: Vector) -> Bool {
        vector.area == area && required.isSubset(of: vector.keys)
            && vector.keys.subtracting(["note", "check"]).isSubset(of: required.union(optional))
    }

    static let all: [Adapter] = [timing, animation, geometry, actions, defaults, constants, drawing, files, emitter, views, instances]
        .flatMap { $0 }
}

extension JSON {
    /// A number that the form demands.
    func need(_ key: String) throws -> Double {
        guard let json = self[key] else { throw Unsupported("the vector has no \(key)") }
        return try Expression.number(json)
    }

    func needText(_ key: String) throws -> String {
        guard let text = self[key]?.text else { throw Unsupported("\(key) is no text") }
        return text
    }
}
