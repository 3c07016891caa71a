internal import SwiftSyntax

/// Classes imported from Objective-C can be made by their metatypes with any initialiser; Swift's only with `required` ones.
///
///     func make<T: UIView>() -> T { T() }                     ->  func make<T: UIView>() -> T { T._made() }
///     func copy() -> Self { type(of: self).init(frame: f) }   ->  func copy() -> Self { type(of: self)._made(frame: f) }
///
/// For classes of Apple's, and for the package's below them that don't ask for the initialiser themselves. The initialisers are those that
/// the library can call.
enum MetatypeRule {
    static let name = "metatype"

    /// The labels of the initialisers, with the topmost class that has each.
    private static let initializers: [[String]: String] = [
        []: "NSObject", ["frame"]: "UIView", ["nibName", "bundle"]: "UIViewController", ["red", "green", "blue", "alpha"]: "UIColor",
        ["style", "reuseIdentifier"]: "UITableViewCell", ["reuseIdentifier"]: "UITableViewHeaderFooterView",
        ["rootViewController"]: "UINavigationController",
    ]

    static func apply(to node: FunctionCallExprSyntax, in lowering: FileLowering) {
        guard node.trailingClosure == nil, let owner = initializers[node.arguments.map { $0.label?.text ?? "_" }] else { return }
        var type = node.calledExpression, word: DeclReferenceExprSyntax?
        if let access = type.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "init", let base = access.base {
            (type, word) = (base, access.declName)
        }
        guard let bound = bound(of: type, lowering),
            isMade(bound, owner, node.arguments.map { $0.label?.text ?? "_" }, ExprSyntax(node), lowering)
        else { return }
        lowering.file.count(name)
        if let word {
            lowering.file.replace(word, with: "_made")
        } else {
            lowering.file.insert("._made", at: type.endPositionBeforeTrailingTrivia)
        }
    }

    /// `T.init` as a function of no arguments, where T is a metatype.
    static func apply(to node: MemberAccessExprSyntax, in lowering: FileLowering) {
        guard node.declName.baseName.text == "init", node.declName.argumentNames == nil, let base = node.base,
            node.parent?.is(FunctionCallExprSyntax.self) != true, node.parent?.is(MemberAccessExprSyntax.self) != true,
            let bound = bound(of: base, lowering), isMade(bound, "NSObject", [], ExprSyntax(node), lowering)
        else { return }
        lowering.file.count(name)
        lowering.file.insert("{ ", at: base.positionAfterSkippingLeadingTrivia)
        lowering.file.replace(node.declName, with: "_made() }")
    }

    /// Whether the class is one of Apple's, or below one, and no class of the package on the way asks for the initialiser.
    private static func isMade(
        _ bound: String, _ owner: String, _ labels: [String], _ node: ExprSyntax, _ lowering: FileLowering
    ) -> Bool {
        let index = lowering.context.index
        let scope = ExpressionTypes.scopePath(around: node)
        let chain = index.ancestry(bound, scope: scope, module: lowering.file.module)
        guard chain.contains(where: { $0.name == owner }) || owner == "NSObject" && chain.contains(where: { isApples($0.name) }) else {
            return false
        }
        return !chain.contains { step in
            step.records.contains { record in
                record.members.contains { member in
                    guard member.kind == .initializer, member.accepts(labels), let made = member.node.as(InitializerDeclSyntax.self) else {
                        return false
                    }
                    return record.kind == .protocol || made.modifiers.contains { $0.name.text == "required" }
                }
            }
        }
    }

    private static func isApples(_ name: String) -> Bool { name == "NSObject" || AppleClasses.superclass[name] != nil }

    /// The class that a metatype is known to be of: the bound of a generic parameter, the class around `Self`, the type of a variable. Nil
    /// for what is no metatype, and for the name of a class.
    private static func bound(of expression: ExprSyntax, _ lowering: FileLowering) -> String? {
        if let reference = expression.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil {
            let name = reference.baseName.text
            if name == "Self" { return boundOfSelf(around: expression) }
            if name.first?.isUppercase == true { return generic(name, around: expression, lowering) }
        }
        guard let known = lowering.types.type(of: expression), let text = known.name else { return nil }
        // `let kind: UIView.Type`
        if !known.isMetatype { return text.hasSuffix(".Type") ? String(text.dropLast(5)) : nil }
        return expression.is(FunctionCallExprSyntax.self) ? text : nil
    }

    /// The class around, or what an extension of a protocol demands of `Self`.
    private static func boundOfSelf(around node: some SyntaxProtocol) -> String? {
        var next = node.parent
        while let current = next {
            if let type = current.as(ClassDeclSyntax.self) {
                return type.modifiers.contains { $0.name.text == "final" } ? nil : type.name.text
            }
            if let type = current.as(ExtensionDeclSyntax.self) {
                return demanded("Self", type.genericWhereClause) ?? TypeText.plainName(type.extendedType.trimmedDescription)
            }
            if current.is(MemberBlockSyntax.self), current.parent?.is(StructDeclSyntax.self) ?? false { return nil }
            next = current.parent
        }
        return nil
    }

    private static func generic(_ name: String, around node: some SyntaxProtocol, _ lowering: FileLowering) -> String? {
        var next = node.parent
        while let current = next {
            let clauses: (GenericParameterClauseSyntax?, GenericWhereClauseSyntax?)
            switch current.as(SyntaxEnum.self) {
            case .functionDecl(let node): clauses = (node.genericParameterClause, node.genericWhereClause)
            case .initializerDecl(let node): clauses = (node.genericParameterClause, node.genericWhereClause)
            case .classDecl(let node): clauses = (node.genericParameterClause, node.genericWhereClause)
            case .structDecl(let node): clauses = (node.genericParameterClause, node.genericWhereClause)
            case .enumDecl(let node): clauses = (node.genericParameterClause, node.genericWhereClause)
            case .extensionDecl(let node):
                let path = TypeText.plainName(node.extendedType.trimmedDescription) ?? ""
                if let found = demanded(name, node.genericWhereClause) { return found }
                if let found = associated(name, path, node.genericWhereClause, lowering) { return found }
                if let declaration = lowering.context.index.type(path, module: lowering.file.module)?.declaration?.node {
                    clauses = declared(declaration)
                } else {
                    clauses = (nil, nil)
                }
            default: clauses = (nil, nil)
            }
            if let found = clauses.0?.parameters.first(where: { $0.name.text == name }) {
                let inherited = found.inheritedType.flatMap { firstClass($0.trimmedDescription) }
                return inherited ?? demanded(name, clauses.1)
            }
            next = current.parent
        }
        return nil
    }

    /// The bound of an associated type of the protocol that is extended, or of one that the extension demands of `Self`.
    private static func associated(
        _ name: String, _ path: String, _ clause: GenericWhereClauseSyntax?, _ lowering: FileLowering
    ) -> String? {
        var protocols = [path]
        for requirement in clause?.requirements ?? [] {
            guard let conformance = requirement.requirement.as(ConformanceRequirementSyntax.self),
                conformance.leftType.trimmedDescription == "Self"
            else { continue }
            protocols += conformance.rightType.trimmedDescription.split(separator: "&").map(\.trimmingSpaces)
        }
        for path in protocols {
            let type = lowering.context.index.type(path, module: lowering.file.module)
            for member in type?.declaration?.node.as(ProtocolDeclSyntax.self)?.memberBlock.members ?? [] {
                guard let found = member.decl.as(AssociatedTypeDeclSyntax.self), found.name.text == name else { continue }
                return found.inheritanceClause?.inheritedTypes.lazy.compactMap { firstClass($0.type.trimmedDescription) }.first
            }
        }
        return nil
    }

    private static func declared(_ node: DeclSyntax) -> (GenericParameterClauseSyntax?, GenericWhereClauseSyntax?) {
        switch node.as(DeclSyntaxEnum.self) {
        case .classDecl(let node): (node.genericParameterClause, node.genericWhereClause)
        case .structDecl(let node): (node.genericParameterClause, node.genericWhereClause)
        case .enumDecl(let node): (node.genericParameterClause, node.genericWhereClause)
        default: (nil, nil)
        }
    }

    /// `where T: UIView & Reusable`
    private static func demanded(_ name: String, _ clause: GenericWhereClauseSyntax?) -> String? {
        for requirement in clause?.requirements ?? [] {
            guard let conformance = requirement.requirement.as(ConformanceRequirementSyntax.self),
                conformance.leftType.trimmedDescription == name
            else { continue }
            if let found = firstClass(conformance.rightType.trimmedDescription) { return found }
        }
        return nil
    }

    /// The part of a composition that can be a class.
    private static func firstClass(_ text: String) -> String? {
        text.split(separator: "&").map(\.trimmingSpaces).compactMap { TypeText.plainName($0) }.first
    }
}
