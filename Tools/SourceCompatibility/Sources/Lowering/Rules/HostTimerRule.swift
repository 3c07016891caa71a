internal import SwiftSyntax

/// Timers with a block follow the clock of the host that they start in, as display links do; Foundation's own can't be replaced by name.
///
///     Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { … }
///     ->
///     Timer.scheduledHostTimer(withTimeInterval: 1, repeats: true) { … }
enum HostTimerRule {
    static let name = "Timer"

    static func apply(to node: FunctionCallExprSyntax, in lowering: FileLowering) {
        guard let access = node.calledExpression.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "scheduledTimer",
            let base = access.base?.trimmedDescription, base == "Timer" || base == "Foundation.Timer",
            node.arguments.prefix(2).map({ $0.label?.text }) == ["withTimeInterval", "repeats"]
        else { return }
        lowering.file.count(name)
        lowering.file.replace(access.declName, with: "scheduledHostTimer")
    }
}
