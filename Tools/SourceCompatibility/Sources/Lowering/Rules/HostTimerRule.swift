internal import SwiftSyntax

/// Timers with a block follow the clock of the host that they start in, as display links do; Foundation's own can't be replaced by name.
///
///     Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { … }
///     ->
///     Timer.scheduledHostTimer(withTimeInterval: 1, repeats: true) { … }
///
/// One that is made first and added to a run loop later is due at once with Foundation on Linux, and after its interval on Apple's systems:
///
///     let timer = Timer(timeInterval: 1, repeats: false) { … }        ->  Timer(hostTimeInterval: 1, repeats: false) { … }
///     RunLoop.main.add(timer, forMode: .common)                       ->  RunLoop.main.addHostTimer(timer, forMode: .common)
///
/// Foundation's timers on Linux have no user info:
///
///     func tick(_ timer: Timer) { use(timer.userInfo) }       ->  use(timer.selectorUserInfo)
enum HostTimerRule {
    static let name = "Timer"

    static func apply(to node: FunctionCallExprSyntax, in lowering: FileLowering) {
        let labels = node.arguments.map { $0.label?.text }, called = node.calledExpression
        if isTimer(called)
            || called.as(MemberAccessExprSyntax.self).map({ $0.declName.baseName.text == "init" && isTimer($0.base) }) == true,
            labels.prefix(2) == ["timeInterval", "repeats"], let label = node.arguments.first?.label
        {
            lowering.file.count(name)
            return lowering.file.replace(label, with: "hostTimeInterval")
        }
        guard let access = called.as(MemberAccessExprSyntax.self) else { return }
        switch access.declName.baseName.text {
        case "scheduledTimer" where isTimer(access.base) && labels.prefix(2) == ["withTimeInterval", "repeats"]:
            lowering.file.count(name)
            lowering.file.replace(access.declName, with: "scheduledHostTimer")
        case "add"
        where labels == [nil, "forMode"] && ["RunLoop.main", "RunLoop.current"].contains(access.base?.trimmedDescription ?? ""):
            lowering.file.count(name)
            lowering.file.replace(access.declName, with: "addHostTimer")
        default: break
        }
    }

    /// `timer.userInfo`
    static func apply(to node: MemberAccessExprSyntax, in lowering: FileLowering) {
        guard node.declName.baseName.text == "userInfo", let base = node.base, let name = lowering.types.type(of: base)?.name,
            ["Timer", "Foundation.Timer"].contains(name), !lowering.context.index.declares("Timer", module: lowering.file.module)
        else { return }
        lowering.file.count(Self.name)
        lowering.file.replace(node.declName, with: "selectorUserInfo")
    }

    private static func isTimer(_ expression: ExprSyntax?) -> Bool {
        ["Timer", "Foundation.Timer"].contains(expression?.trimmedDescription ?? "")
    }
}
