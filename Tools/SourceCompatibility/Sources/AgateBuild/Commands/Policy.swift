import Lowering

/// What `--treat-as` and `--treat` say.
struct Policy {
    let lowering: LoweringPolicy

    init(_ invocation: Invocation) throws {
        let system = invocation.value("--treat-as") ?? "iOS"
        var policy = LoweringPolicy()
        // They hold a little of Apple's: enough for code that imports them, not for code that asks whether they are there.
        for module in ["CoreImage", "Accelerate", "Metal", "MetalPerformanceShaders"] { policy.conditions["canImport(\(module))"] = false }
        // What is newer than Agate's API has another branch for the systems before, wherever the package runs on them.
        policy.newestVersions = ["iOS": .init(18, 99)]
        switch system.lowercased() {
        case "ios": break
        case "tvos":
            policy.newestVersions = ["tvOS": .init(18, 99)]
            (policy.conditions["os(iOS)"], policy.conditions["os(tvOS)"]) = (false, true)
        case "macos":
            policy.newestVersions = ["macOS": .init(15, 99)]
            (policy.conditions["os(iOS)"], policy.conditions["os(macOS)"], policy.conditions["os(OSX)"]) = (false, true, true)
        case "linux": (policy.conditions, policy.newestVersions) = ([:], [:])
        default: throw BuildError("--treat-as must be iOS, tvOS, macOS or Linux, not \(system)", status: ExitStatus.usage)
        }
        for text in invocation.all("--treat") {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let value = Bool(parts[1].lowercased()) else {
                throw BuildError("--treat must be CONDITION=true or CONDITION=false, not \(text)", status: ExitStatus.usage)
            }
            policy.conditions[parts[0].filter { $0 != " " }] = value
        }
        lowering = policy
    }
}
