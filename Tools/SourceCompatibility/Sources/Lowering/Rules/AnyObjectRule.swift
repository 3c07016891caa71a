internal import SwiftSyntax

/// Members of what is only known to be an object are looked for in the classes that have them.
///
///     (x as AnyObject).refresh?()         ->  ((x as AnyObject) as? Board)?.refresh()
///     func slide(_ sender: AnyObject) { use(sender.value) }       ->  … use((sender as! UISlider).value) …
enum AnyObjectRule {
    static let name = "AnyObject"

    static func apply(to node: MemberAccessExprSyntax, in lowering: FileLowering) {
        if describesType(node), let base = node.base, let call = node.parent?.as(FunctionCallExprSyntax.self) {
            lowering.file.count(name)
            lowering.file.insert("String(reflecting: ", at: base.positionAfterSkippingLeadingTrivia)
            lowering.file.edits.replace(
                base.endPositionBeforeTrailingTrivia.utf8Offset..<call.endPositionBeforeTrailingTrivia.utf8Offset, with: ")")
            return
        }
        guard let base = node.base, isAnyObject(base, in: lowering) else { return }
        let member = node.declName.baseName.text
        guard !["self", "Type", "dynamicType"].contains(member), node.declName.argumentNames == nil else { return }
        // `x.a?(1)`, `x.a!(1)`, `x.a(1)`, `x.a?`, `x.a`
        let parent = node.parent
        let chain = parent?.as(OptionalChainingExprSyntax.self), forced = parent?.as(ForceUnwrapExprSyntax.self)
        let call = (chain?.parent ?? forced?.parent ?? parent)?.as(FunctionCallExprSyntax.self).flatMap {
            $0.calledExpression.position == node.position ? $0 : nil
        }
        let labels = call.map { $0.arguments.map { $0.label?.text ?? "_" } }
        // Where nothing says otherwise, what a name stands for is unwrapped.
        let mayBeNil = chain != nil || forced != nil || isTested(node)
        guard let (owner, isOptionalRequirement) = owner(of: member, labels, in: lowering) else {
            return lowering.file.problem(
                name, at: node.declName,
                "no class is known that has \(labels.map { Member.fullName(member, $0) } ?? member): "
                    + "AnyObject finds no members on Linux"
            )
        }
        lowering.file.count(name)
        // A priority, or the number in it: Apple's compiler finds both, for `URLSessionTask` has a `priority`, too.
        if owner == "NSLayoutConstraint", member == "priority", call == nil {
            lowering.file.replace(node.declName, with: "priorityOfObject()")
        }
        // `x?.a`: the question mark stays inside, the cast is of what may be nil.
        let start = base.positionAfterSkippingLeadingTrivia
        let end =
            base.as(OptionalChainingExprSyntax.self)?.questionMark.positionAfterSkippingLeadingTrivia
            ?? base.endPositionBeforeTrailingTrivia
        let isOptional = base.is(OptionalChainingExprSyntax.self)
        lowering.file.insert("(", at: start)
        lowering.file.insert(" \(mayBeNil || isOptional ? "as?" : "as!") \(owner))\(mayBeNil && !isOptional ? "?" : "")", at: end)
        // The member itself is none that may be missing: the mark behind it goes where it asks for that.
        if isOptionalRequirement { return }
        if let chain { lowering.file.blank(chain.questionMark) }
        if call != nil, let forced { lowering.file.blank(forced.exclamationMark) }
        if call == nil, let forced {
            lowering.file.insert("(", at: start)
            lowering.file.insert(")", at: forced.exclamationMark.positionAfterSkippingLeadingTrivia)
        }
    }

    /// `type(of: object).description()`: the name of the class, which every class can say on Apple's systems.
    private static func describesType(_ node: MemberAccessExprSyntax) -> Bool {
        guard node.declName.baseName.text == "description", let call = node.parent?.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.calledExpression.position == node.position, call.trailingClosure == nil,
            let type = node.base?.as(FunctionCallExprSyntax.self)
        else { return false }
        return type.calledExpression.trimmedDescription == "type" && type.arguments.first?.label?.text == "of"
    }

    /// Compared with nil, or bound.
    private static func isTested(_ node: MemberAccessExprSyntax) -> Bool {
        if node.parent?.parent?.is(OptionalBindingConditionSyntax.self) == true { return true }
        guard let list = node.parent?.as(ExprListSyntax.self) else { return false }
        return list.contains { $0.is(NilLiteralExprSyntax.self) || $0.trimmedDescription == "??" }
    }

    /// The class, or the protocol, whose member it will be; and whether that may be missing in who conforms.
    private static func owner(of member: String, _ labels: [String]?, in lowering: FileLowering) -> (
        name: String,
        isOptionalRequirement: Bool
    )? {
        let full = labels.map { Member.fullName(member, $0) } ?? member
        let index = lowering.context.index, file = lowering.file
        var found: [TypeInfo] = []
        for type in lowering.context.objectMembers[member] ?? [] {
            guard let own = type.members(member, labels).first(where: \.isObjC), own.access != "private" else { continue }
            if own.file != file.number,
                own.access == "fileprivate" || type.access == "private" || type.access == "fileprivate"
                    || type.isGeneric
            {
                continue
            }
            if type.kind == .protocol { return ("any \(type.path)", own.isOptional) }
            found.append(type)
        }
        // The topmost of those that inherit from each other.
        let tops = found.filter { type in
            !index.ancestry(
                type.path,
                module: type.module
            ).dropFirst().contains { step in found.contains { $0 !== type && $0.path == step.name } }
        }
        if tops.count == 1 { return (tops[0].path, false) }
        return tops.isEmpty ? (appleOwners[full] ?? appleOwners[member]).map { ($0, false) } : nil
    }

    // MARK: What is an AnyObject

    private static func isAnyObject(_ expression: ExprSyntax, in lowering: FileLowering) -> Bool {
        if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first?.expression {
            if let sequence = only.as(SequenceExprSyntax.self) {
                return sequence.elements.last?.as(TypeExprSyntax.self).map { isAnyObject($0.type) } ?? false
            }
            return isAnyObject(only, in: lowering)
        }
        if let chain = expression.as(OptionalChainingExprSyntax.self) { return isAnyObject(chain.expression, in: lowering) }
        if let forced = expression.as(ForceUnwrapExprSyntax.self) { return isAnyObject(forced.expression, in: lowering) }
        guard lowering.context.mentionsAnyObject[lowering.file.number] else { return false }
        if let reference = expression.as(DeclReferenceExprSyntax.self) {
            return declaredType(of: reference, lowering).map(isAnyObject) ?? false
        }
        // `objects.first`, `objects[0]`, of an array of them.
        if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
            ["first", "last"].contains(member.declName.baseName.text)
        {
            return type(of: base, lowering).map(isArray) ?? false
        }
        if let element = expression.as(SubscriptCallExprSyntax.self) {
            return type(of: element.calledExpression, lowering).map(isArray) ?? false
        }
        return false
    }

    /// The type that is written at the declaration of a name, or of the property at the end of a path, where the package has one of that
    /// name.
    private static func type(of expression: ExprSyntax, _ lowering: FileLowering) -> String? {
        if let reference = expression.as(DeclReferenceExprSyntax.self) { return declaredType(of: reference, lowering) }
        if let forced = expression.as(ForceUnwrapExprSyntax.self) { return type(of: forced.expression, lowering) }
        if let chain = expression.as(OptionalChainingExprSyntax.self) { return type(of: chain.expression, lowering) }
        guard let member = expression.as(MemberAccessExprSyntax.self) else { return nil }
        let name = member.declName.baseName.text
        let types = Set(lowering.context.index.all.flatMap { $0.members(name, nil) }.filter { $0.kind == .property }.compactMap(\.type))
        return types.count == 1 ? types.first : nil
    }

    private static func isArray(_ type: String) -> Bool {
        ["[AnyObject]", "[AnyObject]?", "[AnyObject]!", "Array<AnyObject>"].contains(type)
    }

    private static func isAnyObject(_ type: TypeSyntax) -> Bool { isAnyObject(type.trimmedDescription) }
    private static func isAnyObject(_ type: String) -> Bool {
        ["AnyObject", "AnyObject?", "AnyObject!", "Optional<AnyObject>", "(AnyObject)"].contains(type)
    }

    /// The type that is written at the nearest declaration of a name: a variable before it, a parameter, a property.
    private static func declaredType(of reference: DeclReferenceExprSyntax, _ lowering: FileLowering) -> String? {
        let name = reference.baseName.text
        var node = Syntax(reference)
        while let parent = node.parent {
            if let items = parent.as(CodeBlockItemListSyntax.self) {
                for item in items where item.position < reference.position {
                    guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
                    for binding in variable.bindings where binding.pattern.trimmedDescription == name {
                        if let type = binding.typeAnnotation?.type { return type.trimmedDescription }
                        let last = binding.initializer?.value.as(SequenceExprSyntax.self)?.elements.last?.as(TypeExprSyntax.self)
                        return last?.type.trimmedDescription ?? ""
                    }
                }
            }
            // A name that a condition or a loop binds: unknown.
            if let condition = parent.as(IfExprSyntax.self)?.conditions ?? parent.as(WhileStmtSyntax.self)?.conditions,
                condition.contains(where: { $0.condition.as(OptionalBindingConditionSyntax.self)?.pattern.trimmedDescription == name })
            {
                return nil
            }
            if let loop = parent.as(ForStmtSyntax.self), loop.pattern.trimmedDescription == name { return nil }
            if let closure = parent.as(ClosureExprSyntax.self), let clause = closure.signature?.parameterClause {
                if case .simpleInput(let names) = clause, names.contains(where: { $0.name.text == name }) { return nil }
                if case .parameterClause(let list) = clause,
                    let found = list.parameters.first(where: { ($0.secondName ?? $0.firstName).text == name })
                {
                    return found.type?.trimmedDescription
                }
            }
            let parameters =
                parent.as(FunctionDeclSyntax.self)?.signature.parameterClause
                ?? parent.as(InitializerDeclSyntax.self)?.signature.parameterClause
            if let found = parameters?.parameters.first(where: { ($0.secondName ?? $0.firstName).text == name }) {
                return found.type.trimmedDescription
            }
            node = parent
        }
        guard let scope = lowering.scopePath else { return nil }
        return lowering.context.index.members(
            name, of: scope,
            module: lowering.file.module
        ).first { $0.member.kind == .property }?.member.type
    }

    /// Members of Apple's that senders are asked for.
    private static let appleOwners: [String: String] = [
        "priority": "NSLayoutConstraint", "constant": "NSLayoutConstraint", "firstItem": "NSLayoutConstraint",
        "secondItem": "NSLayoutConstraint",
        "tag": "UIView", "frame": "UIView", "bounds": "UIView", "superview": "UIView", "isHidden": "UIView", "alpha": "UIView",
        "isOn": "UISwitch",
        "value": "UISlider", "isEnabled": "UIControl", "isSelected": "UIControl", "isHighlighted": "UIControl", "titleLabel": "UIButton",
        "currentTitle": "UIButton", "selectedSegmentIndex": "UISegmentedControl", "currentPage": "UIPageControl",
        "isAnimating": "UIImageView",
        "location(in:)": "UIGestureRecognizer", "translation(in:)": "UIPanGestureRecognizer", "velocity(in:)": "UIPanGestureRecognizer",
        "setNeedsLayout()": "UIView", "setNeedsDisplay()": "UIView", "removeFromSuperview()": "UIView", "hash": "NSObject",
        "description": "NSObject",
        "isEqual(_:)": "NSObject", "isKind(of:)": "NSObject", "responds(to:)": "NSObject", "perform(_:)": "NSObject",
        "perform(_:with:)": "NSObject",
        "value(forKey:)": "NSObject", "value(forKeyPath:)": "NSObject", "setValue(_:forKey:)": "NSObject", "floatValue": "NSNumber",
        "doubleValue": "NSNumber", "intValue": "NSNumber", "integerValue": "NSNumber", "boolValue": "NSNumber", "cgRectValue": "NSValue",
        "cgPointValue": "NSValue", "cgSizeValue": "NSValue", "length": "NSString", "count": "NSArray",
        "animationDidStop(_:finished:)": "any CAAnimationDelegate",
    ]
}
