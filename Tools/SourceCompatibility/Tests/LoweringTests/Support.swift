internal import SwiftParser
internal import SwiftSyntax
import XCTest
@testable import Lowering

/// The text of one file after the rules.
func lowered(_ text: String, policy: LoweringPolicy = LoweringPolicy()) -> String {
    Lowering.lower([SourceModule(name: "Test", files: [SourceFile(path: "test.swift", text: text)])], policy: policy).files[0].text
}

/// The text of one file after the rules, or nil where they leave it alone.
func change(_ text: String, policy: LoweringPolicy = LoweringPolicy()) -> String? {
    let file = Lowering.lower([SourceModule(name: "Test", files: [SourceFile(path: "test.swift", text: text)])], policy: policy).files[0]
    return file.changed ? file.text : nil
}

/// What the rules could not lower in one file.
func problems(_ text: String) -> [String] {
    Lowering.lower([SourceModule(name: "Test", files: [SourceFile(path: "test.swift", text: text)])]).problems.map(\.description)
}

/// The condition of the first `#if`.
func firstCondition(_ text: String) -> ExprSyntax {
    final class Finder: SyntaxVisitor {
        var found: ExprSyntax?
        override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
            found = found ?? node.condition
            return .skipChildren
        }
    }
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(Parser.parse(source: text))
    return finder.found!
}
