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
            lowering.file.insert("Swift.String(reflecting: ", at: base.positionAfterSkippingLeadingTrivia)
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
        // The selector of Objective-C, which has another name in Swift.
        if owner == "NSNumber", call == nil, let renamed = numberNames[member] { lowering.file.replace(node.declName, with: renamed) }
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

    /// `type(of: object).description()`, `object.classForCoder.description()`: the name of the class, which every class can say on Apple's
    /// systems.
    static func describesType(_ node: MemberAccessExprSyntax) -> Bool {
        guard node.declName.baseName.text == "description", let call = node.parent?.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.calledExpression.position == node.position, call.trailingClosure == nil
        else { return false }
        if let base = node.base?.as(MemberAccessExprSyntax.self) { return base.declName.baseName.text == "classForCoder" }
        guard let type = node.base?.as(FunctionCallExprSyntax.self) else { return false }
        return type.calledExpression.trimmedDescription == "type" && type.arguments.first?.label?.text == "of"
    }

    /// Compared with nil, or bound. A variable without a type is what may be nil: `let frame = object.cgRectValue`.
    private static func isTested(_ node: MemberAccessExprSyntax) -> Bool {
        if let binding = node.parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self) {
            return binding.typeAnnotation == nil
        }
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
        if tops.count > 1 { return commonProtocol(of: tops, member, labels, index).map { ("any \($0.path)", false) } }
        return (appleOwners[full] ?? appleOwners[member]).map { ($0, false) }
    }

    /// A protocol of the package that asks for the member, and that all of several unrelated classes conform to.
    private static func commonProtocol(
        of types: [TypeInfo], _ member: String, _ labels: [String]?, _ index: PackageIndex
    ) -> TypeInfo? {
        index.all.first { candidate in
            guard candidate.kind == .protocol, candidate.members(member, labels).contains(where: { $0.container == nil && !$0.isOptional })
            else { return false }
            return types.allSatisfy { type in
                index.ancestry(type.path, module: type.module).contains { step in
                    step.records.contains { record in
                        index.protocols(record.inherited.map(\.name), scope: record.path, module: record.module).contains {
                            $0 === candidate
                        }
                    }
                }
            }
        }
    }

    // MARK: What is an AnyObject

    private static func isAnyObject(_ expression: ExprSyntax, in lowering: FileLowering) -> Bool {
        guard lowering.context.mentionsAnyObject.contains(true), let known = lowering.types.type(of: expression), !known.isMetatype else {
            return false
        }
        return ["AnyObject", "AnyObject?", "AnyObject!", "Optional<AnyObject>", "(AnyObject)", "Swift.AnyObject"].contains(known.type)
    }

    private static let numberNames = [
        "integerValue": "intValue", "unsignedIntegerValue": "uintValue", "longValue": "intValue", "unsignedIntValue": "uint32Value",
    ]

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
        "perform(_:with:)": "NSObject", "perform(_:with:with:)": "NSObject", "perform(_:with:afterDelay:)": "NSObject",
        "performSelector(onMainThread:with:waitUntilDone:)": "NSObject", "performSelector(inBackground:with:)": "NSObject",
        "value(forKey:)": "NSObject", "value(forKeyPath:)": "NSObject", "setValue(_:forKey:)": "NSObject", "floatValue": "NSNumber",
        "doubleValue": "NSNumber", "unsignedIntegerValue": "NSNumber", "longValue": "NSNumber", "unsignedIntValue": "NSNumber",
        "intValue": "NSNumber", "integerValue": "NSNumber", "uintValue": "NSNumber", "int32Value": "NSNumber",
        "boolValue": "NSNumber", "cgRectValue": "NSValue",
        "cgPointValue": "NSValue", "cgSizeValue": "NSValue", "cgVectorValue": "NSValue", "cgAffineTransformValue": "NSValue",
        "uiEdgeInsetsValue": "NSValue", "uiOffsetValue": "NSValue", "directionalEdgeInsetsValue": "NSValue",
        "caTransform3DValue": "NSValue", "rangeValue": "NSValue", "timeValue": "NSValue", "stringValue": "NSNumber", "length": "NSString",
        "count": "NSArray",
        "topAnchor": "any UILayoutAnchored", "bottomAnchor": "any UILayoutAnchored", "leadingAnchor": "any UILayoutAnchored",
        "trailingAnchor": "any UILayoutAnchored", "leftAnchor": "any UILayoutAnchored", "rightAnchor": "any UILayoutAnchored",
        "widthAnchor": "any UILayoutAnchored", "heightAnchor": "any UILayoutAnchored", "centerXAnchor": "any UILayoutAnchored",
        "centerYAnchor": "any UILayoutAnchored",
        "animationDidStop(_:finished:)": "any CAAnimationDelegate",
    ]
}
