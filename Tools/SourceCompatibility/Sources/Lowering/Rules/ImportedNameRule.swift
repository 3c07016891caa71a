internal import SwiftSyntax

/// A method that Objective-C would take for an optional requirement of Apple's by its selector, whatever its name is in Swift.
///
///     @objc func collectionView(…, layout: …, sizeForItemAtIndexPath path: IndexPath) -> CGSize { … }
///     ->
///     extension A { func collectionView(…, layout: …, sizeForItemAt path: IndexPath) -> CGSize { self.collectionView(…) } }
///
/// Swift's names of Apple's methods leave out words at the end of a label that repeat the type of the parameter. The requirements of
/// a flow layout's delegate are found by their selectors, too, in a class that says only that it is a collection view's delegate.
enum ImportedNameRule {
    static let name = "imported name"

    static func apply(in context: LoweringContext) {
        for type in context.index.all where type.kind == .class {
            guard let declaration = type.declaration else { continue }
            var isFlow: Bool?
            for member in type.members where member.kind == .method && member.isObjC && !member.isStatic && !member.isAsync {
                let found = importedLabels(of: member)
                let labels = found ?? member.labels
                let isOfFlow = member.name == "collectionView" && labels.count > 2 && labels[1] == "layout"
                guard found != nil || isOfFlow && AppleOptionals.methods.contains(member.fullName),
                    SelectorTableRule.isReachable(declaration.node),
                    found == nil || !isDeclared(member.name, labels, type, context.index)
                else { continue }
                var conformance = ""
                if isOfFlow {
                    if isFlow == nil {
                        let known = UncalledRule.protocols(of: type, context.index)
                        isFlow = known.contains("UICollectionViewDelegateFlowLayout") || !known.contains("UICollectionViewDelegate")
                    }
                    if isFlow == false { conformance = ": UICollectionViewDelegateFlowLayout" }
                    isFlow = true
                }
                guard found != nil || !conformance.isEmpty else { continue }
                let file = context.files[member.file]
                let body = found.map { forwarder(to: member, named: $0, in: type) } ?? ""
                file.append(
                    "extension \(type.path)\(conformance) {\(body)}", under: declaration.conditions + member.conditions, from: member.node)
                file.count(name)
            }
        }
    }

    private static func forwarder(to member: Member, named labels: [String], in type: TypeInfo) -> String {
        let parameters = zip(labels, member.parameters).enumerated().map { "\($1.0) _\($0): \($1.1.type)" }.joined(separator: ", ")
        let arguments = member.labels.enumerated().map { ($1 == "_" ? "" : "\($1): ") + "_\($0)" }.joined(separator: ", ")
        let access = ["public", "open"].contains(type.access) ? "public " : ""
        let result = member.type.map { " -> \($0)" } ?? ""
        return " \(access)func \(member.name)(\(parameters))\(result) { self.\(member.name)(\(arguments)) } "
    }

    private static func isDeclared(_ name: String, _ labels: [String], _ type: TypeInfo, _ index: PackageIndex) -> Bool {
        index.ancestry(type.path, module: type.module).contains { step in
            step.records.contains { !$0.members(name, labels).isEmpty }
        }
    }

    /// The labels of the requirement of Apple's with the same selector, if they are others.
    private static func importedLabels(of member: Member) -> [String]? {
        guard !member.canThrow, member.objcName == nil, !member.parameters.contains(where: { $0.isInout || $0.isVariadic }) else {
            return nil
        }
        var choices: [[String]] = [[]]
        for parameter in member.parameters {
            let short = shortened(parameter.label, type: parameter.type)
            choices = choices.flatMap { before in ([parameter.label] + [short].compactMap { $0 }).map { before + [$0] } }
            if choices.count > 16 { return nil }
        }
        return choices.dropFirst().first { AppleOptionals.methods.contains(Member.fullName(member.name, $0)) }
    }

    /// A label without the words at its end that the type of the parameter ends with: `forRowAtIndexPath` of an index path is `forRowAt`.
    private static func shortened(_ label: String, type: String) -> String? {
        let name = type.split(separator: ".").last.map { $0.filter { $0.isLetter || $0.isNumber } } ?? ""
        var rest = name == "Int" ? "Index"[...] : name[...]
        while !rest.isEmpty {
            if rest.first?.isUppercase == true, label.count > rest.count, label.hasSuffix(rest) {
                return String(label.dropLast(rest.count))
            }
            rest = rest.dropFirst()
        }
        return nil
    }
}
