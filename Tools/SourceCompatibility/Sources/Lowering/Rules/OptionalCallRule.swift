internal import SwiftSyntax

/// Calls of optional requirements go through the property that the protocol has for each.
///
///     x?.did?(1, with: 2)              ->  x?.did_with?(1, 2)
///     x.did?(1)                            stays: the property has the method's name
///     x.did(_:with:) != nil            ->  x.did_with != nil
///
/// In Agate's UIKit what Apple calls optional has a default:
///
///     scrollView.delegate?.scrollViewDidScroll?(scrollView)   ->  scrollView.delegate?.scrollViewDidScroll(scrollView)
enum OptionalCallRule {
    static let name = "optional call"

    static func apply(to node: FunctionCallExprSyntax, in lowering: FileLowering) {
        // `did?(…)` and `did!(…)`
        let mark: TokenSyntax, called: ExprSyntax
        if let chain = node.calledExpression.as(OptionalChainingExprSyntax.self) {
            (mark, called) = (chain.questionMark, chain.expression)
        } else if let forced = node.calledExpression.as(ForceUnwrapExprSyntax.self) {
            (mark, called) = (forced.exclamationMark, forced.expression)
        } else {
            return
        }
        guard let reference = called.as(MemberAccessExprSyntax.self)?.declName ?? called.as(DeclReferenceExprSyntax.self) else { return }
        let labels = reference.argumentNames?.arguments.map(\.name.text) ?? node.arguments.map { $0.label?.text ?? "_" }
        let trailing = node.trailingClosure == nil ? 0 : 1 + node.additionalTrailingClosures.count
        let name = reference.baseName.text
        let optionals = lowering.context.optionals
        var accessor = accessor(name, labels, trailing, optionals)
        var isOverloaded = optionals.overloaded.contains(Member.fullName(name, labels))
        if accessor != nil || optionals.references[Member.fullName(name, labels)] != nil,
            let members = members(of: called, lowering)?.filter({ $0.member.accepts(labels, trailing: trailing) }),
            let first = members.first
        {
            // The type is known: its own method or closure of that name is called as it is.
            guard let requirement = optionals.requirement([first]) else { return }
            isOverloaded = requirement.isOverloaded
            accessor = requirement.accessor
        }
        if let accessor {
            lowering.file.count(Self.name)
            if accessor != name || reference.argumentNames != nil { lowering.file.replace(reference, with: accessor) }
            if isOverloaded {
                // A method with an optional result, not a closure that may be missing.
                lowering.file.blank(mark)
            }
            for argument in node.arguments {
                guard let label = argument.label, let colon = argument.colon else { continue }
                lowering.file.blank(label.positionAfterSkippingLeadingTrivia.utf8Offset..<colon.endPositionBeforeTrailingTrivia.utf8Offset)
            }
        } else if AppleOptionals.methods.contains(Member.fullName(name, labels)) {
            // A closure has no labels; one without any must be no property of the package.
            if labels.allSatisfy({ $0 == "_" }), lowering.scopePath != nil, isClosure(name, called, lowering) { return }
            lowering.file.count(Self.name)
            lowering.file.blank(mark)
            if mark.text == "?", isUsed(node), !isOptional(called) {
                lowering.file.insert("Swift.Optional(", at: node.positionAfterSkippingLeadingTrivia)
                lowering.file.insert(")", at: node.endPositionBeforeTrailingTrivia)
            }
        }
    }

    /// `delegate.did(_:with:) != nil`
    static func apply(to node: MemberAccessExprSyntax, in lowering: FileLowering) {
        guard let names = node.declName.argumentNames, node.base != nil, node.base?.is(SuperExprSyntax.self) == false else { return }
        let base = node.base?.trimmedDescription ?? ""
        guard base != "self", base.split(separator: ".").last?.first?.isUppercase != true else { return }
        guard node.parent?.is(FunctionCallExprSyntax.self) != true, !isCalled(node.parent) else { return }
        let fullName = Member.fullName(node.declName.baseName.text, names.arguments.map(\.name.text))
        let optionals = lowering.context.optionals
        guard var accessor = optionals.references[fullName] else { return }
        if let members = members(of: ExprSyntax(node), lowering)?.filter({ $0.member.fullName == fullName }), !members.isEmpty {
            guard let requirement = optionals.requirement(members) else { return }
            accessor = requirement.accessor
        }
        lowering.file.count(name)
        lowering.file.replace(node.declName, with: accessor)
    }

    /// The members of that name of the type before the dot, where the type is known; or of the types around.
    private static func members(of called: ExprSyntax, _ lowering: FileLowering) -> [(type: TypeInfo, member: Member)]? {
        let index = lowering.context.index, module = lowering.file.module
        if let access = called.as(MemberAccessExprSyntax.self), let base = access.base {
            guard let owner = lowering.types.type(of: base), let plain = owner.name else { return nil }
            return index.members(access.declName.baseName.text, of: plain, scope: owner.scope, module: module)
        }
        guard let reference = called.as(DeclReferenceExprSyntax.self), let scope = lowering.scopePath,
            LocalNames.find(reference.baseName.text, at: reference) == nil
        else { return nil }
        return index.members(reference.baseName.text, of: scope, module: module)
    }

    /// `application.delegate?.window??.bounds`: Agate's delegate has a window that is optional once.
    static func applyToDoubleChain(_ node: OptionalChainingExprSyntax, in lowering: FileLowering) {
        guard let inner = node.expression.as(OptionalChainingExprSyntax.self), isAppleProperty(inner.expression) else { return }
        lowering.file.count(name)
        lowering.file.blank(node.questionMark)
    }

    /// `application.delegate!.window!!`
    static func applyToDoubleUnwrap(_ node: ForceUnwrapExprSyntax, in lowering: FileLowering) {
        guard let inner = node.expression.as(ForceUnwrapExprSyntax.self), isAppleProperty(inner.expression) else { return }
        lowering.file.count(name)
        lowering.file.blank(node.exclamationMark)
    }

    private static func isAppleProperty(_ expression: ExprSyntax) -> Bool {
        expression.as(MemberAccessExprSyntax.self).map { AppleOptionals.properties.contains($0.declName.baseName.text) } ?? false
    }

    /// `x.did?` and `x.did!` in a call.
    private static func isCalled(_ node: Syntax?) -> Bool {
        guard let node, node.is(OptionalChainingExprSyntax.self) || node.is(ForceUnwrapExprSyntax.self) else { return false }
        return node.parent?.is(FunctionCallExprSyntax.self) == true
    }

    private static func accessor(_ name: String, _ labels: [String], _ trailing: Int, _ optionals: OptionalProtocols) -> String? {
        if trailing == 0 { return optionals.accessors[Member.fullName(name, labels)] }
        let start = Member.fullName(name, labels).dropLast()
        return optionals.accessors.keys.filter { key in
            key.hasPrefix(start) && key.count { $0 == ":" } == labels.count + trailing
        }.sorted().first.flatMap { optionals.accessors[$0] }
    }

    /// Whether a property of the type around is meant, not a method of a delegate.
    private static func isClosure(_ name: String, _ called: ExprSyntax, _ lowering: FileLowering) -> Bool {
        let base = called.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
        guard base == nil || base == "self", let scope = lowering.scopePath else { return false }
        return lowering.context.index.members(name, of: scope, module: lowering.file.module).contains { $0.member.kind == .property }
    }

    /// A statement of its own uses nothing.
    private static func isUsed(_ node: FunctionCallExprSyntax) -> Bool { node.parent?.is(CodeBlockItemSyntax.self) != true }

    /// Whether something in the chain may be nil anyway.
    private static func isOptional(_ expression: ExprSyntax) -> Bool {
        var next: ExprSyntax? = expression
        while let current = next {
            if current.is(OptionalChainingExprSyntax.self) { return true }
            next =
                current.as(MemberAccessExprSyntax.self)?.base ?? current.as(FunctionCallExprSyntax.self)?.calledExpression
                ?? current.as(SubscriptCallExprSyntax.self)?.calledExpression ?? current.as(ForceUnwrapExprSyntax.self)?.expression
        }
        return false
    }
}
