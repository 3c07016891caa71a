internal import SwiftSyntax

/// The types of expressions, as far as declarations of the package say them.
///
/// Only what is written counts: annotations, parameters, casts, initialisers, results of the package's methods. A type that would have to
/// be inferred from generics or from libraries is not known.
struct ExpressionTypes {
    struct Known {
        /// As written: `UIView?`, `[Row]`.
        var type: String
        /// True for a type itself, as in `Board.shared`.
        var isMetatype = false
        /// The types around the place where it is written.
        var scope: String?
        var module: String
        /// A type of a library that is known by its name only.
        var name: String? { TypeText.plainName(type) }
        var isOptional: Bool { type.hasSuffix("?") || type.hasSuffix("!") || type.hasPrefix("Optional<") }

        func unwrapped() -> Known {
            var known = self
            if let last = type.last, last == "?" || last == "!" {
                known.type.removeLast()
                if known.type.hasPrefix("("), known.type.hasSuffix(")") { known.type = String(known.type.dropFirst().dropLast()) }
            } else if type.hasPrefix("Optional<"), type.hasSuffix(">") {
                known.type = String(type.dropFirst(9).dropLast())
            }
            return known
        }

        /// The type of the values of a dictionary, which may be missing.
        func value() -> Known? {
            var known = unwrapped()
            guard known.type.hasPrefix("["), known.type.hasSuffix("]") else { return nil }
            let inner = known.type.dropFirst().dropLast()
            var depth = 0
            for (index, character) in zip(inner.indices, inner) {
                if "[(<".contains(character) { depth += 1 }
                if "])>".contains(character) { depth -= 1 }
                guard character == ":", depth == 0 else { continue }
                known.type = inner[inner.index(after: index)...].trimmingSpaces + "?"
                return known
            }
            return nil
        }

        /// The type of the elements of an array or a set.
        func element() -> Known? {
            var known = unwrapped()
            for prefix in ["Array<", "Set<", "ContiguousArray<", "Swift.Array<"] where known.type.hasPrefix(prefix) {
                known.type = String(known.type.dropFirst(prefix.count).dropLast())
                return known
            }
            guard known.type.hasPrefix("["), known.type.hasSuffix("]") else { return nil }
            let inner = known.type.dropFirst().dropLast()
            var depth = 0
            for character in inner {
                if "[(<".contains(character) { depth += 1 }
                if "])>".contains(character) { depth -= 1 }
                // A dictionary.
                if character == ":", depth == 0 { return nil }
            }
            known.type = inner.trimmingSpaces
            return known
        }
    }

    let index: PackageIndex
    let module: String
    /// Ends the search where declarations refer to each other.
    private static let limit = 12

    /// `Outer.Inner` around a node, or nil outside of types.
    static func scopePath(around node: some SyntaxProtocol) -> String? {
        var names: [String] = []
        var next = node.parent
        while let current = next {
            if let group = current.asProtocol((any DeclGroupSyntax).self) {
                // In the header the type's own members are not seen.
                if group.memberBlock.position <= node.position {
                    if let named = group.asProtocol((any NamedDeclSyntax).self) {
                        names.append(named.name.text)
                    } else if let extended = group.as(ExtensionDeclSyntax.self) {
                        let text = extended.extendedType.trimmedDescription
                        names.append(TypeText.plainName(text) ?? text)
                    }
                }
            }
            next = current.parent
        }
        return names.isEmpty ? nil : names.reversed().joined(separator: ".")
    }

    func type(of expression: ExprSyntax) -> Known? { type(of: expression, depth: 0) }

    /// Returns the type of the declaration that a name refers to at a place.
    func type(ofName name: String, at node: some SyntaxProtocol) -> Known? { type(ofName: name, at: node, depth: 0) }

    private func type(of expression: ExprSyntax, depth: Int) -> Known? {
        guard depth < Self.limit else { return nil }
        func inner(_ expression: ExprSyntax) -> Known? { type(of: expression, depth: depth + 1) }
        let scope = Self.scopePath(around: expression)
        func known(_ type: String) -> Known { Known(type: type, scope: scope, module: module) }
        switch expression.as(ExprSyntaxEnum.self) {
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil else { return nil }
            return inner(only.expression)
        case .tryExpr(let node): return node.questionOrExclamationMark?.text == "?" ? nil : inner(node.expression)
        case .awaitExpr(let node): return inner(node.expression)
        case .optionalChainingExpr(let node): return inner(node.expression)?.unwrapped()
        case .forceUnwrapExpr(let node): return inner(node.expression)?.unwrapped()
        case .asExpr(let node): return known(node.type.trimmedDescription + (node.questionOrExclamationMark?.text == "?" ? "?" : ""))
        case .sequenceExpr(let node): return type(ofSequence: node, depth: depth)
        case .stringLiteralExpr: return known("String")
        case .booleanLiteralExpr: return known("Bool")
        case .integerLiteralExpr: return known("Int")
        case .floatLiteralExpr: return known("Double")
        case .superExpr:
            return scope.flatMap { index.type($0, module: module) }.flatMap { type in
                index.superclassName(of: type).map { Known(type: $0, scope: type.path, module: type.module) }
            }
        case .arrayExpr(let node):
            guard let first = node.elements.first.flatMap({ inner($0.expression) }), !first.isMetatype else { return nil }
            return Known(type: "[\(first.type)]", scope: first.scope, module: first.module)
        case .declReferenceExpr(let node): return type(ofName: node.baseName.text, at: node, depth: depth)
        case .memberAccessExpr(let node): return type(of: node, depth: depth)
        case .functionCallExpr(let node): return type(of: node, depth: depth)
        case .subscriptCallExpr(let node):
            let owner = inner(node.calledExpression)
            return owner?.element() ?? owner?.value()
        case .genericSpecializationExpr(let node): return inner(node.expression)
        default: return nil
        }
    }

    /// `a as B`, `a ?? b`
    private func type(ofSequence node: SequenceExprSyntax, depth: Int) -> Known? {
        let elements = Array(node.elements)
        let scope = Self.scopePath(around: node)
        if let last = elements.last?.as(TypeExprSyntax.self), elements.count >= 2,
            let cast = elements[elements.count - 2].as(UnresolvedAsExprSyntax.self)
        {
            let mark = cast.questionOrExclamationMark?.text == "?" ? "?" : ""
            return Known(type: last.type.trimmedDescription + mark, scope: scope, module: module)
        }
        guard elements.count == 3, elements[1].trimmedDescription == "??" else { return nil }
        return type(of: elements[2], depth: depth + 1) ?? type(of: elements[0], depth: depth + 1)?.unwrapped()
    }

    private func type(ofName name: String, at node: some SyntaxProtocol, depth: Int) -> Known? {
        guard depth < Self.limit else { return nil }
        let scope = Self.scopePath(around: node)
        if name == "self" {
            guard let scope else { return nil }
            return Known(type: scope, isMetatype: isStatic(node), scope: nil, module: module)
        }
        if name == "Self" { return scope.map { Known(type: $0, isMetatype: true, scope: nil, module: module) } }
        if let local = LocalNames.find(name, at: node) { return type(of: local, name, node, depth: depth) }
        // A member of the types around, from the inside out.
        var around = scope
        while let path = around {
            let members = index.members(name, of: path, module: module)
            if let property = members.first(where: { $0.member.kind == .property }) {
                return type(of: property.member, in: property.type, depth: depth)
            }
            if !members.isEmpty { return nil }
            around = path.contains(".") ? path.split(separator: ".").dropLast().joined(separator: ".") : nil
        }
        if let global = index.globals(name, module: module).first(where: { $0.member.kind == .property }) {
            return type(of: global.member, in: global.type, depth: depth)
        }
        guard name.first?.isUppercase == true || index.type(name, scope: scope, module: module) != nil else { return nil }
        return Known(type: name, isMetatype: true, scope: scope, module: module)
    }

    private func type(of local: LocalName, _ name: String, _ node: some SyntaxProtocol, depth: Int) -> Known? {
        switch local {
        case .typed(let type):
            return Known(type: TypeText.lowered(type), scope: Self.scopePath(around: type), module: module)
        case .value(let value): return self.type(of: value, depth: depth + 1)
        case .unwrapped(let value): return self.type(of: value, depth: depth + 1)?.unwrapped()
        case .same(let position):
            guard let binding = node.root.token(at: position)?.parent else { return nil }
            // What the name meant before the condition.
            return typeOutside(name, binding, depth: depth + 1)?.unwrapped()
        case .element(let sequence): return self.type(of: sequence, depth: depth + 1)?.element()
        case .closureParameter(let closure, let number): return type(ofParameter: number, of: closure, depth: depth + 1)
        case .function, .type, .unknown: return nil
        }
    }

    private func typeOutside(_ name: String, _ node: Syntax, depth: Int) -> Known? {
        // The binding ends behind its own position, so that it does not find itself.
        type(ofName: name, at: node, depth: depth)
    }

    /// The parameter of a closure whose function type is written: at a parameter of a method of the package, or at a variable; and of
    /// calls that pass the elements of an array.
    private func type(ofParameter number: Int, of closure: ClosureExprSyntax, depth: Int) -> Known? {
        let call = closure.parent?.as(FunctionCallExprSyntax.self) ?? closure.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
        guard let call, let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base else { return nil }
        let elementwise: Set = [
            "forEach", "map", "compactMap", "flatMap", "filter", "first", "last", "contains", "allSatisfy", "firstIndex", "removeAll",
            "sorted", "min", "max", "sort", "drop", "prefix", "partition",
        ]
        guard elementwise.contains(access.declName.baseName.text) else { return nil }
        return type(of: base, depth: depth + 1)?.element()
    }

    private func type(of node: MemberAccessExprSyntax, depth: Int) -> Known? {
        guard let base = node.base else { return nil }
        let name = node.declName.baseName.text
        if name == "self" { return type(of: base, depth: depth + 1) }
        if name == "classForCoder" { return Known(type: "AnyClass", scope: nil, module: module) }
        guard let owner = type(of: base, depth: depth + 1) else { return nil }
        if ["first", "last", "randomElement"].contains(name), let element = owner.element() {
            return Known(type: element.type + "?", scope: element.scope, module: element.module)
        }
        // `Row & Styled`: the first part that has the property.
        if owner.name == nil, owner.type.contains("&"), !owner.isMetatype {
            for part in owner.type.split(whereSeparator: { "&()?! ".contains($0) }) where part != "any" {
                let members = index.members(name, of: String(part), scope: owner.scope, module: module)
                if let property = members.first(where: { $0.member.kind == .property }) {
                    return type(of: property.member, in: property.type, depth: depth)
                }
            }
        }
        guard let plain = owner.name else { return nil }
        if owner.isMetatype, let nested = index.type("\(plain).\(name)", scope: owner.scope, module: owner.module) {
            return Known(type: nested.path, isMetatype: true, scope: nil, module: nested.module)
        }
        let members = index.members(name, of: plain, scope: owner.scope, module: module)
        if let property = members.first(where: { $0.member.kind == .property }) {
            return type(of: property.member, in: property.type, depth: depth)
        }
        // `Case.name` of an enum.
        if owner.isMetatype, let type = index.type(plain, scope: owner.scope, module: owner.module), type.cases.contains(name) {
            return Known(type: type.path, scope: nil, module: type.module)
        }
        guard members.isEmpty else { return nil }
        return AppleProperties.type(of: name, in: index.ancestry(plain, scope: owner.scope, module: owner.module).map(\.name)).map {
            Known(type: $0, scope: nil, module: module)
        }
    }

    private func type(of call: FunctionCallExprSyntax, depth: Int) -> Known? {
        let labels = call.arguments.map { $0.label?.text ?? "_" }
        var called = call.calledExpression
        if let chain = called.as(OptionalChainingExprSyntax.self) { called = chain.expression }
        if let access = called.as(MemberAccessExprSyntax.self), let base = access.base {
            let name = access.declName.baseName.text
            if name == "init" { return type(of: base, depth: depth + 1).map { instance($0) } }
            if let owner = type(of: base, depth: depth + 1), let plain = owner.name {
                if plain == "AnyClass" || plain == "AnyObject", let text = AnyClassRule.messages[Member.fullName(name, labels)] {
                    return Known(type: text, scope: nil, module: module)
                }
                if owner.isMetatype, let nested = index.type("\(plain).\(name)", scope: owner.scope, module: owner.module) {
                    return Known(type: nested.path, scope: nil, module: nested.module)
                }
                let methods = index.members(name, of: plain, scope: owner.scope, module: module).filter { $0.member.kind == .method }
                return result(of: methods, labels)
            }
            return AnyClassRule.result(of: name).map { Known(type: $0, scope: nil, module: module) }
        }
        guard let reference = called.as(DeclReferenceExprSyntax.self) else {
            return type(of: called, depth: depth + 1).flatMap { $0.isMetatype ? instance($0) : nil }
        }
        let name = reference.baseName.text
        if name == "type", labels == ["of"] {
            return call.arguments.first.flatMap { type(of: $0.expression, depth: depth + 1) }.map {
                Known(type: $0.type, isMetatype: true, scope: $0.scope, module: $0.module)
            }
        }
        // `unsafeBitCast(pointer, to: AnyObject.self)`
        if ["unsafeBitCast", "unsafeDowncast"].contains(name), labels == ["_", "to"] {
            return call.arguments.last.flatMap { type(of: $0.expression, depth: depth + 1) }.map(instance)
        }
        if case .function(let function)? = LocalNames.find(name, at: reference) {
            return function.signature.returnClause.map {
                Known(type: $0.type.trimmedDescription, scope: Self.scopePath(around: function), module: module)
            }
        }
        var around = Self.scopePath(around: call)
        while let path = around {
            let methods = index.members(name, of: path, module: module).filter { $0.member.kind == .method }
            if !methods.isEmpty { return result(of: methods, labels) }
            around = path.contains(".") ? path.split(separator: ".").dropLast().joined(separator: ".") : nil
        }
        let functions = index.globals(name, module: module).filter { $0.member.kind == .method }
        if !functions.isEmpty { return result(of: functions, labels) }
        if let text = AnyClassRule.result(of: name) { return Known(type: text, scope: nil, module: module) }
        return type(of: called, depth: depth + 1).flatMap { $0.isMetatype ? instance($0) : nil }
    }

    private func instance(_ known: Known) -> Known {
        var known = known
        known.isMetatype = false
        return known
    }

    private func result(of methods: [(type: TypeInfo, member: Member)], _ labels: [String]) -> Known? {
        let fitting = methods.filter { $0.member.accepts(labels) }
        guard let first = fitting.first, let text = first.member.type else { return nil }
        guard fitting.allSatisfy({ $0.member.type == text }) else { return nil }
        return Known(type: text == "Self" ? first.type.path : text, scope: first.type.path, module: first.type.module)
    }

    private func type(of member: Member, in type: TypeInfo, depth: Int) -> Known? {
        if let text = member.type { return Known(type: text, scope: type.path.isEmpty ? nil : type.path, module: type.module) }
        guard
            let binding = member.node.as(VariableDeclSyntax.self)?.bindings.first(where: { $0.pattern.trimmedDescription == member.name }),
            let value = binding.initializer?.value
        else { return nil }
        return ExpressionTypes(index: index, module: type.module).type(of: value, depth: depth + 1)
    }

    /// Whether `self` is a type at a place: in a static method or property.
    private func isStatic(_ node: some SyntaxProtocol) -> Bool {
        var next = node.parent
        while let current = next {
            if current.is(MemberBlockSyntax.self) { return false }
            if let modifiers = current.asProtocol((any WithModifiersSyntax).self)?.modifiers,
                current.parent?.is(MemberBlockItemSyntax.self) == true
            {
                return modifiers.contains { $0.name.text == "static" || $0.name.text == "class" }
            }
            next = current.parent
        }
        return false
    }
}

extension StringProtocol {
    var trimmingSpaces: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

/// Properties of Apple's classes that lead from one object to another.
enum AppleProperties {
    /// - Parameter classes: the class and its ancestors.
    static func type(of name: String, in classes: [String]) -> String? {
        for type in classes {
            if let found = table[type]?[name] { return found }
        }
        return nil
    }

    private static let table: [String: [String: String]] = [
        "UIView": [
            "layer": "CALayer", "superview": "UIView?", "subviews": "[UIView]", "window": "UIWindow?",
            "gestureRecognizers": "[UIGestureRecognizer]?", "constraints": "[NSLayoutConstraint]",
        ],
        "UIViewController": [
            "view": "UIView", "parent": "UIViewController?", "children": "[UIViewController]",
            "navigationController": "UINavigationController?",
            "tabBarController": "UITabBarController?", "presentedViewController": "UIViewController?",
            "presentingViewController": "UIViewController?", "navigationItem": "UINavigationItem",
        ],
        "UINavigationController": [
            "viewControllers": "[UIViewController]", "topViewController": "UIViewController?",
            "visibleViewController": "UIViewController?", "navigationBar": "UINavigationBar",
        ],
        "UIGestureRecognizer": ["view": "UIView?"], "UITouch": ["view": "UIView?", "window": "UIWindow?"],
        "CALayer": ["superlayer": "CALayer?", "sublayers": "[CALayer]?", "mask": "CALayer?"],
        "UIWindow": ["rootViewController": "UIViewController?"],
        "UITableViewCell": ["contentView": "UIView", "textLabel": "UILabel?", "detailTextLabel": "UILabel?", "imageView": "UIImageView?"],
        "UICollectionViewCell": ["contentView": "UIView"], "UIButton": ["titleLabel": "UILabel?", "imageView": "UIImageView?"],
        "UIImageView": ["image": "UIImage?"],
    ]
}
