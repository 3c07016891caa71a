internal import SwiftSyntax

/// A type of the package with all that its body and its extensions declare; or what a module's extensions add to a type from elsewhere.
final class TypeInfo {
    enum Kind { case `class`, value, `protocol`, external }

    /// One name behind the colon of a declaration.
    struct Inherited {
        /// As written, without attributes.
        let name: String
        let attributes: String
        let file: Int
        /// Where a further name can be put.
        let end: AbsolutePosition
        let conditions: [String]
        let isInExtension: Bool
    }

    let module: String
    /// `Outer.Inner`
    let path: String
    var kind = Kind.external
    var isObjC = false
    var isGeneric = false
    var access: String?
    var inherited: [Inherited] = []
    var members: [Member] = []
    /// The cases of an enum, in order.
    var cases: [String] = []
    /// The declaration itself: nil for types from elsewhere.
    var declaration: (file: Int, node: DeclSyntax, conditions: [String])?

    init(module: String, path: String) {
        self.module = module
        self.path = path
    }

    var name: String { String(path.split(separator: ".").last ?? Substring(path)) }

    /// The types around it.
    var scope: String { path.split(separator: ".").dropLast().joined(separator: ".") }

    func members(_ name: String, _ labels: [String]? = nil) -> [Member] {
        members.filter { $0.name == name && (labels == nil || $0.labels == labels!) }
    }
}
