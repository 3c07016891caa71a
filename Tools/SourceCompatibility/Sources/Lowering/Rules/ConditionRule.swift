internal import SwiftSyntax

/// Conditions of `#if` say what the policy says, not what the compiler would.
///
///     #if os(iOS) || os(tvOS)     ->  #if os(Linux) || os(tvOS)
///     #if canImport(AppKit)       ->  #if false                    (where the policy says so)
enum ConditionRule {
    static let name = "#if"

    /// Lowers the condition and gives its text.
    static func apply(to condition: ExprSyntax, in lowering: FileLowering) -> String {
        let visitor = Visitor(lowering)
        visitor.walk(condition)
        guard visitor.changed else { return condition.trimmedDescription }
        lowering.file.count(name)
        return String(decoding: lowering.file.edits.apply(to: lowering.file.bytes, in: FileContext.range(condition)), as: UTF8.self)
    }

    private final class Visitor: SyntaxVisitor {
        let lowering: FileLowering
        var changed = false

        init(_ lowering: FileLowering) {
            self.lowering = lowering
            super.init(viewMode: .sourceAccurate)
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            let spelling = Conditions.spelling(ExprSyntax(node))
            let kind = node.calledExpression.trimmedDescription
            if let value = lowering.conditions.policy.conditions[spelling] {
                guard value != native(kind, spelling) else { return .skipChildren }
                replace(node, with: kind == "os" && value ? "os(Linux)" : value ? "true" : "false")
            } else if kind == "canImport", let argument = node.arguments.first?.expression.as(MemberAccessExprSyntax.self), let module = argument.base,
                LoweringPolicy.agateModules.contains(module.trimmedDescription) {
                // Agate's modules have no submodules.
                replace(argument, with: module.trimmedDescription)
            }
            return .skipChildren
        }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            if let value = lowering.conditions.policy.conditions[node.trimmedDescription] { replace(node, with: value ? "true" : "false") }
            return .skipChildren
        }

        private func replace(_ node: some SyntaxProtocol, with text: String) {
            changed = true
            lowering.file.replace(node, with: text)
        }

        /// What the compiler would say on Linux, where that is sure.
        private func native(_ kind: String, _ spelling: String) -> Bool? {
            switch kind {
            case "os": spelling == "os(Linux)"
            case "targetEnvironment": false
            default: nil
            }
        }
    }
}
