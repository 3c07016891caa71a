internal import SwiftSyntax

/// Conditions of `#if` say what the policy says, not what the compiler would.
///
///     #if os(iOS) || os(tvOS)     ->  #if os(Linux) || os(tvOS)
///     #if canImport(AppKit)       ->  #if false                    (where the policy says so)
enum ConditionRule {
    static let name = "#if"

    /// Lowers the condition.
    static func apply(to condition: ExprSyntax, _ conditions: Conditions, in file: FileContext) {
        let found = replacements(in: condition, conditions)
        guard !found.isEmpty else { return }
        file.count(name)
        for (range, text) in found { file.edits.replace(range, with: text) }
    }

    /// The condition as it will be.
    static func text(of condition: ExprSyntax, _ conditions: Conditions) -> String {
        let start = condition.positionAfterSkippingLeadingTrivia.utf8Offset
        var bytes = Array(condition.trimmedDescription.utf8)
        for (range, text) in replacements(in: condition, conditions).reversed() {
            bytes.replaceSubrange(range.lowerBound - start..<range.upperBound - start, with: text.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func replacements(in condition: ExprSyntax, _ conditions: Conditions) -> [(Range<Int>, String)] {
        let visitor = Visitor(conditions)
        visitor.walk(condition)
        return visitor.found
    }

    private final class Visitor: SyntaxVisitor {
        let conditions: Conditions
        var found: [(Range<Int>, String)] = []

        init(_ conditions: Conditions) {
            self.conditions = conditions
            super.init(viewMode: .sourceAccurate)
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            let spelling = Conditions.spelling(ExprSyntax(node))
            let kind = node.calledExpression.trimmedDescription
            if let value = conditions.policy.conditions[spelling] {
                guard value != native(kind, spelling) else { return .skipChildren }
                replace(node, with: kind == "os" && value ? "os(Linux)" : value ? "true" : "false")
            } else if kind == "canImport", let argument = node.arguments.first?.expression.as(MemberAccessExprSyntax.self),
                let module = argument.base,
                LoweringPolicy.agateModules.contains(module.trimmedDescription)
            {
                // Agate's modules have no submodules.
                replace(argument, with: module.trimmedDescription)
            }
            return .skipChildren
        }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            if let value = conditions.policy.conditions[node.trimmedDescription] { replace(node, with: value ? "true" : "false") }
            return .skipChildren
        }

        private func replace(_ node: some SyntaxProtocol, with text: String) {
            found.append((FileContext.range(node), text))
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
