import Agate
import AgateDiagnostics
import AgateFormats
import ArgumentParser
import Foundation
import ImageIO

/// `agate`: looks into Core Animation files, plays them and makes pictures and films of them.
@main
struct AgateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agate",
        abstract: "Shows, films, lists, compares and rewrites Core Animation files; builds packages written for Apple's platforms.",
        version: version,
        subcommands: [
            RenderCommand.self, PlayCommand.self, JoinCommand.self, InfoCommand.self, DiffCommand.self, ConvertCommand.self,
            BuildCommand.self, TestCommand.self, RunCommand.self, ToolsetCommand.self,
        ]
    )

    static let version = "0.1.0"

    /// Bad input of any kind is one line on standard error and the exit code 2; help and success are 0.
    static func main() {
        // What the engine has to say stands in the same form as what this program says.
        _ = Diagnostic.addObserver { StandardError.write("agate: \($0.message)\n") }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as ExitCode {
            Foundation.exit(error.rawValue)
        } catch let error as Interrupted {
            Foundation.exit(128 + error.signal)
        } catch let error where isPlain(error) {
            StandardError.write("agate: \(error)\n")
            Foundation.exit(2)
        } catch {
            let code = exitCode(for: error)
            guard code != .success else { exit(withError: error) }
            StandardError.write(fullMessage(for: error) + "\n")
            Foundation.exit(2)
        }
    }

    /// Errors that say in one line what is wrong.
    private static func isPlain(_ error: any Error) -> Bool {
        switch error {
        case is CAMLError, is LottieError, is ImageError, is InputError, is PictureDifference.SizeMismatch, is FilmError: true
        default: false
        }
    }
}

/// What is wrong with what the user gave.
struct InputError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

enum StandardError {
    static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
    static var isTerminal: Bool { isatty(2) == 1 }
}
