internal import SwiftSyntax

/// Linux's attributed strings have no `init()`, and none can be added to a class from outside.
///
///     NSMutableAttributedString()     ->  NSMutableAttributedString(string: "")
enum EmptyTextRule {
    static let name = "empty attributed string"

    static func apply(to node: FunctionCallExprSyntax, in lowering: FileLowering) {
        guard node.arguments.isEmpty, node.trailingClosure == nil, let open = node.leftParen else { return }
        var called = node.calledExpression.trimmedDescription
        if called.hasPrefix("Foundation.") { called.removeFirst(11) }
        guard
            ["NSAttributedString", "NSMutableAttributedString", "NSAttributedString.init", "NSMutableAttributedString.init"].contains(
                called)
        else { return }
        lowering.file.count(name)
        lowering.file.insert("string: \"\"", at: open.endPositionBeforeTrailingTrivia)
    }
}
