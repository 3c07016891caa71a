internal import SwiftSyntax

/// `#Preview { … }` declares what an editor shows and no program runs. UIKit and SwiftUI bring the macro along on Apple's systems.
enum PreviewRule {
    static let name = "#Preview"

    static func apply(to node: some SyntaxProtocol, in file: FileContext) {
        file.count(name)
        // Attributes such as `@available` stand before the macro.
        file.blank(node)
    }
}
