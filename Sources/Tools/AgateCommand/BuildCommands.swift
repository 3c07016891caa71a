import ArgumentParser

/// A command that passes all of its arguments to `agate-build`.
protocol CompatibilityCommand: ParsableCommand {
    var arguments: [String] { get }
}

extension CompatibilityCommand {
    func run() throws { try CompatibilityTool.run([Self.configuration.commandName!] + arguments) }
}

/// `agate build`.
struct BuildCommand: CompatibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Builds a package written for Apple's platforms, unmodified (agate build --help)."
    )

    @Argument(parsing: .captureForPassthrough, help: "Options, and those of swift build.") var arguments: [String] = []
}

/// `agate test`.
struct TestCommand: CompatibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Runs the tests of a package written for Apple's platforms, unmodified (agate test --help)."
    )

    @Argument(parsing: .captureForPassthrough, help: "Options, and those of swift test.") var arguments: [String] = []
}

/// `agate run`.
struct RunCommand: CompatibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a program of a package written for Apple's platforms, unmodified (agate run --help)."
    )

    @Argument(parsing: .captureForPassthrough, help: "Options, those of swift run, and the program with its arguments.") var arguments:
        [String] = []
}

/// `agate toolset`.
struct ToolsetCommand: CompatibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "toolset", abstract: "Installs libraries and modules for swift build --toolset (agate toolset --help)."
    )

    @Argument(parsing: .captureForPassthrough, help: "Options.") var arguments: [String] = []
}
