/// The arguments of a command: those that are ours, by name, and the rest, in order, for SwiftPM.
struct Invocation {
    let command: String
    private(set) var rest: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Options of ours with a value. Some are SwiftPM's too and go on to it where they are used.
    private static let valued: Set<String> = [
        "--package-path", "--scratch-path", "--configuration", "--prefix", "--agate-toolset", "--report-json", "--treat-as", "--treat",
        "--editor",
    ]
    private static let plain: Set<String> = ["--static", "--report", "--help"]
    private static let short = ["-c": "--configuration", "--build-path": "--scratch-path", "-h": "--help"]
    /// SwiftPM's options whose value is an argument of its own.
    private static let passed: Set<String> = [
        "-Xswiftc", "-Xcc", "-Xcxx", "-Xlinker", "-Xbuild-tools-swiftc", "-Xmanifest", "-j", "--jobs", "--product", "--target", "--triple",
        "--sdk", "--swift-sdk",
        "--toolset", "--filter", "--skip", "--sanitize", "--cache-path", "--config-path", "--security-path", "--traits", "--num-workers",
        "--xunit-output", "--build-system", "--experimental-xunit-message-failure", "-s", "--specifier", "--test-product",
        "--attachments-path",
        "--arch", "--netrc-file", "--explicit-target-dependency-import-check", "--debug-info-format", "-debug-info-format",
    ]

    /// - Parameter stopsAtName: for `run`: what stands behind the name of the program is the program's.
    init(command: String, arguments: [String], stopsAtName: Bool = false) throws {
        self.command = command
        var index = 0
        func next(_ name: String) throws -> String {
            index += 1
            guard index < arguments.count else { throw BuildError("\(name) needs a value", status: ExitStatus.usage) }
            return arguments[index]
        }
        while index < arguments.count {
            let argument = arguments[index]
            if argument == "--" || (stopsAtName && !argument.hasPrefix("-")) {
                rest += arguments[index...]
                return
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = Self.short[parts[0]] ?? parts[0]
            if Self.valued.contains(name) {
                values[name, default: []].append(parts.count == 2 ? parts[1] : try next(name))
            } else if Self.plain.contains(name) || (command == "toolset" && name == "--skip-build")
                || (command == "run" && name == "--watch")
            {
                flags.insert(name)
            } else {
                rest.append(argument)
                if Self.passed.contains(argument) { rest.append(try next(argument)) }
            }
            index += 1
        }
    }

    /// Whether an option of SwiftPM's takes the next argument with it.
    static func takesValue(_ argument: String) -> Bool { passed.contains(argument) }

    /// - Throws: where another build system of SwiftPM's is asked for, whose build folder looks otherwise.
    func checkBuildSystem() throws {
        let asked = rest.indices.compactMap { index -> String? in
            if rest[index] == "--build-system" { return index + 1 < rest.count ? rest[index + 1] : nil }
            return rest[index].hasPrefix("--build-system=") ? String(rest[index].dropFirst(15)) : nil
        }
        guard let other = asked.first(where: { $0 != "native" }) else { return }
        throw BuildError("--build-system \(other) is not supported: lowered sources need the native build system", status: ExitStatus.usage)
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }
    func value(_ name: String) -> String? { values[name]?.last }
    func all(_ name: String) -> [String] { values[name] ?? [] }
    var configuration: String? { value("--configuration") }
}
