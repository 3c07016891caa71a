internal import SwiftSyntax

/// A method that a class implements for a delegate protocol of Apple's, or overrides, and that Agate never calls, is a warning with the
/// reason. Nothing else would say so: optional requirements that nobody declares or calls compile as methods of the class.
enum UncalledRule {
    static let name = "uncalled"

    static func apply(in context: LoweringContext) {
        for type in context.index.all where type.kind == .class || type.kind == .external {
            let methods = type.members.filter { $0.kind == .method && !$0.isStatic && UncalledMethods.names.contains($0.fullName) }
            guard !methods.isEmpty else { continue }
            let protocols = protocols(of: type, context.index)
            for method in methods {
                guard let reason = UncalledMethods.reason(method.fullName, protocols) else { continue }
                context.files[method.file].problem(
                    name, at: method.node, "\(method.fullName) is never called: \(reason)", severity: .warning)
            }
        }
    }

    /// The names of a class's ancestors, and of all protocols that they conform to.
    static func protocols(of type: TypeInfo, _ index: PackageIndex) -> Set<String> {
        var result: Set<String> = []
        for step in index.ancestry(type.path, module: type.module) {
            result.insert(step.name)
            if let known = UncalledMethods.protocolsOfClasses[step.name] { result.formUnion(known) }
            for record in step.records {
                for inherited in record.inherited {
                    for part in index.parts(inherited.name, scope: record.path, module: record.module) {
                        result.insert(TypeText.plainName(part) ?? part)
                    }
                    // A protocol of the package's own may stand for Apple's.
                    for own in index.protocols([inherited.name], scope: record.path, module: record.module) {
                        result.formUnion(own.inherited.map(\.name))
                    }
                }
            }
        }
        return result
    }
}
