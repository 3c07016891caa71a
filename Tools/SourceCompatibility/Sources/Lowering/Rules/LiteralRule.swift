internal import SwiftSyntax

/// Literals of Xcode's become what they make.
///
///     #imageLiteral(resourceName: "icon")                 ->  UIImage(imageLiteralResourceName: "icon")
///     #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)  ->  UIColor(red: 1, green: 0, blue: 0, alpha: 1)
enum LiteralRule {
    static func apply(to node: MacroExpansionExprSyntax, in lowering: FileLowering) {
        let file = lowering.file, name = node.macroName.text
        let start = node.pound.positionAfterSkippingLeadingTrivia.utf8Offset..<node.macroName.endPositionBeforeTrailingTrivia.utf8Offset
        switch name {
        case "imageLiteral":
            guard let label = node.arguments.first?.label else { break }
            file.count("#\(name)")
            file.edits.replace(start, with: "UIImage")
            file.replace(label, with: "imageLiteralResourceName")
            return
        case "colorLiteral":
            file.count("#\(name)")
            file.edits.replace(start, with: "UIColor")
            return
        default: break
        }
        file.problem("#\(name)", at: node, "#\(name) has no rule")
    }
}
