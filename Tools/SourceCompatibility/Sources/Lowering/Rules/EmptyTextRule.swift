internal import SwiftSyntax

/// Some of Linux's classes have no public `init()`, and none can be added to a class from outside.
///
///     NSMutableAttributedString()     ->  NSMutableAttributedString(string: "")
///     ProcessInfo()                   ->  ProcessInfo.processInfo
///     Timer()                         ->  Timer(timeInterval: 0, repeats: false, block: { _ in }), which no run loop has
enum EmptyTextRule {
    static let name = "empty attributed string"

    static func apply(to node: FunctionCallExprSyntax, in lowering: FileLowering) {
        guard node.arguments.isEmpty, node.trailingClosure == nil, let open = node.leftParen else { return }
        var called = node.calledExpression.trimmedDescription
        if called.hasPrefix("Foundation.") { called.removeFirst(11) }
        if called == "ProcessInfo" || called == "ProcessInfo.init", let close = node.rightParen {
            lowering.file.count(name)
            let start = node.calledExpression.positionAfterSkippingLeadingTrivia.utf8Offset
            lowering.file.edits.replace(start..<close.endPositionBeforeTrailingTrivia.utf8Offset, with: "ProcessInfo.processInfo")
            return
        }
        if called == "Timer" || called == "Timer.init" {
            lowering.file.count(name)
            lowering.file.insert("timeInterval: 0, repeats: false, block: { _ in }", at: open.endPositionBeforeTrailingTrivia)
            return
        }
        guard
            ["NSAttributedString", "NSMutableAttributedString", "NSAttributedString.init", "NSMutableAttributedString.init"].contains(
                called)
        else { return }
        lowering.file.count(name)
        lowering.file.insert("string: \"\"", at: open.endPositionBeforeTrailingTrivia)
    }
}
