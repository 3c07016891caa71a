internal import SwiftSyntax

/// Imports name modules that exist on Linux.
///
///     import UIKit.UIGestureRecognizerSubclass    ->  import UIKit
///     import class UIKit.UIView                   ->  import       UIKit
///     import Darwin                               ->  import Foundation
///     import MobileCoreServices                   ->
///
/// A module that can't be had leaves the file out.
enum ImportRule {
    static let name = "import"

    static func apply(to node: ImportDeclSyntax, in lowering: FileLowering) -> SyntaxVisitorContinueKind {
        let file = lowering.file, policy = lowering.conditions.policy
        guard let first = node.path.first else { return .skipChildren }
        let module = first.name.text
        if lowering.conditions.modules.contains(module) {
            // Its declarations may come from a module that it re-exports, where an import of one name would not look; it has no submodules.
            guard LoweringPolicy.agateModules.contains(module), node.path.count > 1 else { return .skipChildren }
            if let kind = node.importKindSpecifier { file.blank(kind) }
            rewrite(node, to: module, file)
        } else if let replacement = policy.replacedModules[module] {
            if let kind = node.importKindSpecifier { file.blank(kind) }
            rewrite(node, to: replacement, file)
        } else if policy.droppedModules.contains(module) {
            file.count(name)
            file.blank(node)
        } else if lowering.openConditions.isEmpty, !file.missingModules.contains(module) {
            file.missingModules.append(module)
        }
        return .skipChildren
    }

    private static func rewrite(_ node: ImportDeclSyntax, to module: String, _ file: FileContext) {
        file.count(name)
        file.replace(node.path, with: module)
    }
}
