import Foundation

/// `agate-build`: the part of the command `agate` that builds other people's packages. It is a program and a package of its own, since
/// swift-syntax takes minutes to compile and neither Agate nor who depends on it needs it.
@main
enum AgateBuild {
    static func main() {
        // A file that may grow no further is an error of the call, not the end of the program.
        signal(SIGXFSZ, SIG_IGN)
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            message(BuildError.text(of: error))
            exit(ExitStatus.of(error))
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard let command = arguments.first else { return print(help) }
        let rest = Array(arguments.dropFirst())
        switch command {
        case "toolset":
            let invocation = try Invocation(command: command, arguments: rest)
            invocation.has("--help") ? print(ToolsetCommand.help) : try ToolsetCommand(invocation: invocation).run()
        case "build", "test", "run":
            let invocation = try Invocation(command: command, arguments: rest, stopsAtName: command == "run")
            invocation.has("--help") ? print(PackageCommand.help) : try PackageCommand(invocation: invocation).run()
        case "help", "--help", "-h": print(help)
        default: throw BuildError("unknown command \(command); the commands are toolset, build, test and run", status: ExitStatus.usage)
        }
    }

    private static let help = ToolsetCommand.help + "\n\n" + PackageCommand.help
}
