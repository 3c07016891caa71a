internal import SwiftSyntax

/// A layer's own animatable property.
///
///     @NSManaged var angle: CGFloat           ->  @CAAnimatable("angle") var angle: CGFloat = 0
///     @NSManaged var a: CGFloat, b: CGFloat   ->  @CAAnimatable("a") var a: CGFloat = 0; @CAAnimatable("b") var b: CGFloat = 0
///     @NSManaged weak var owner: Owner?       ->  weak var owner: Owner?         (kept as it is: animations don't hold weakly)
enum ManagedPropertyRule {
    static let name = "@NSManaged"

    static func apply(to node: VariableDeclSyntax, in lowering: FileLowering) {
        let file = lowering.file
        guard
            let attribute = node.attributes.first(where: {
                $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "NSManaged"
            })
        else {
            return
        }
        if let scope = lowering.scopePath,
            lowering.context.index.ancestry(scope, module: file.module).contains(where: { $0.name == "NSManagedObject" })
        {
            return file.problem(name, at: attribute, "CoreData's properties can't be lowered")
        }
        file.count(name)
        for modifier in node.modifiers where modifier.name.text == "dynamic" { file.blank(modifier) }
        if node.modifiers.contains(where: { $0.name.text == "weak" || $0.name.text == "unowned" }) { return file.blank(attribute) }
        let bindings = Array(node.bindings)
        let access = node.modifiers.filter { !["dynamic", "override"].contains($0.name.text) }.map { $0.trimmedDescription + " " }.joined()
        for (index, binding) in bindings.enumerated() {
            guard let property = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
            let wrapper = "@CAAnimatable(\"\(ObjectiveCName.plain(property))\")"
            if index == 0 {
                file.replace(attribute, with: wrapper)
            } else if let comma = bindings[index - 1].trailingComma {
                file.replace(comma, with: "; \(wrapper) \(access)var")
            }
            guard binding.initializer == nil,
                let type = binding.typeAnnotation?.type ?? bindings[index...].lazy.compactMap(\.typeAnnotation?.type).first
            else {
                continue
            }
            let text = type.trimmedDescription
            guard let zero = zero(of: text, lowering) else {
                file.problem(name, at: type, "no start value is known for \(text): it needs an optional type, or an init without arguments")
                continue
            }
            file.insert((binding.typeAnnotation == nil ? ": \(text)" : "") + " = \(zero)", at: binding.endWithoutComma)
        }
    }

    /// What Objective-C's zeroed storage reads as.
    private static func zero(of type: String, _ lowering: FileLowering) -> String? {
        var type = type
        if type.hasSuffix("?") || type.hasSuffix("!") || type.hasPrefix("Optional<") { return "nil" }
        if let module = type.firstIndex(of: "."),
            LoweringPolicy.agateModules.contains(String(type[..<module]))
                || type.hasPrefix("Foundation.") || type.hasPrefix("Swift.")
        {
            type = String(type[type.index(after: module)...])
        }
        if let known = values[type] { return known }
        if type.hasPrefix("["), type.hasSuffix("]") { return isDictionary(type) ? "[:]" : "[]" }
        let index = lowering.context.index
        if let alias = index.parts(type, scope: lowering.scopePath, module: lowering.file.module).first, alias != type {
            return zero(of: alias, lowering)
        }
        guard let known = index.type(type, scope: lowering.scopePath, module: lowering.file.module) else {
            // Apple's classes: nil there; here the plain object.
            return AppleClasses.superclass[type] != nil ? "\(type)()" : nil
        }
        if let first = known.cases.first { return ".\(first)" }
        if known.inherited.contains(where: { $0.name == "OptionSet" }) { return "[]" }
        let isDerived = known.kind == .class && index.superclassName(of: known) != nil
        return isDerived || (known.kind == .class || known.kind == .value) && hasPlainInitializer(known) ? "\(type)()" : nil
    }

    /// Whether a type of the package without a superclass can be made without arguments.
    private static func hasPlainInitializer(_ type: TypeInfo) -> Bool {
        let initializers = type.members.filter { $0.kind == .initializer }
        if initializers.contains(where: { $0.parameters.allSatisfy { $0.defaultValue != nil } }) { return true }
        if initializers.contains(where: { $0.container == nil }) { return false }
        return type.members.allSatisfy { member in
            guard member.kind == .property, !member.isStatic, let variable = member.node.as(VariableDeclSyntax.self) else { return true }
            return variable.bindings.allSatisfy { binding in
                let text = binding.typeAnnotation?.type.trimmedDescription ?? ""
                return binding.initializer != nil || binding.accessorBlock != nil || text.hasSuffix("?") || text.hasSuffix("!")
            }
        }
    }

    private static func isDictionary(_ type: String) -> Bool {
        var depth = 0
        for character in type.dropFirst().dropLast() {
            if "[(<".contains(character) { depth += 1 }
            if "])>".contains(character) { depth -= 1 }
            if character == ":", depth == 0 { return true }
        }
        return false
    }

    private static let values: [String: String] = {
        var values = [
            "Bool": "false", "String": "\"\"", "NSString": "\"\"", "NSNumber": "0", "CGPoint": ".zero", "CGSize": ".zero",
            "CGRect": ".zero",
            "CGVector": ".zero", "UIEdgeInsets": ".zero", "UIOffset": ".zero", "CGAffineTransform": "CGAffineTransform()",
            "CATransform3D": "CATransform3D()",
            "UIColor": ".clear", "CGColor": "CGColor(red: 0, green: 0, blue: 0, alpha: 0)", "CGPath": "CGMutablePath()",
            "UIFont": ".systemFont(ofSize: 12)",
            "NSRange": "NSRange()", "Data": "Data()", "Date": "Date(timeIntervalSinceReferenceDate: 0)", "Any": "NSNull()",
            "AnyObject": "NSNull()",
        ]
        for number in [
            "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "CGFloat",
            "TimeInterval",
            "CFTimeInterval",
        ] { values[number] = "0" }
        return values
    }()
}

extension PatternBindingSyntax {
    /// Where a further part of the binding can stand.
    var endWithoutComma: AbsolutePosition {
        (typeAnnotation?.endPositionBeforeTrailingTrivia ?? pattern.endPositionBeforeTrailingTrivia)
    }
}
