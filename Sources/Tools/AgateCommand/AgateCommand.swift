import Agate
import AgateBatch
import AgateDiagnostics
import AgateFormats
import ArgumentParser
import Foundation
import ImageIO

/// `agate`: inspects Core Animation files, plays them and makes pictures and films of them.
@main
struct AgateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agate",
        abstract: "Shows, films, lists, compares and rewrites Core Animation files; builds packages written for Apple's platforms.",
        version: version,
        subcommands: [
            RenderCommand.self, PlayCommand.self, ReplayCommand.self, InspectCommand.self, TraceCommand.self, JoinCommand.self,
            VerifyCommand.self, SubmitCommand.self, StatusCommand.self, InfoCommand.self, LintCommand.self, SchemaCommand.self,
            DiffCommand.self, ConvertCommand.self, FontsCommand.self, BuildCommand.self, TestCommand.self, RunCommand.self,
            ToolsetCommand.self, NewCommand.self, BundleCommand.self, MCPCommand.self,
        ]
    )

    /// The observer that prints the engine's diagnostics in the same form as this program's messages.
    static let messages = Diagnostic.addObserver { StandardError.say($0.message) }

    /// Errors are printed in one line on standard error, with one of the codes of ``ExitStatus``; after a signal the code is its number
    /// plus 128.
    static func main() {
        Interruption.survivesLimits()
        _ = messages
        do {
            try Descriptors.prepare()
            var command = try parseAsRoot()
            try command.run()
            Foundation.exit(0)
        } catch {
            end(after: error)
        }
    }

    /// Returns the exit code for an error.
    static func status(after error: any Error) -> Int32 {
        if let error = error as? ExitCode { return error.rawValue }
        if let error = error as? Interrupted { return 128 + error.signal }
        return Interruption.signal != 0 ? 128 + Interruption.signal : ExitStatus.of(error)
    }

    private static func end(after error: any Error) -> Never {
        if let error = error as? ExitCode { Foundation.exit(error.rawValue) }
        // A signal causes various errors; the signal is reported as the reason.
        if let error = error as? Interrupted { Foundation.exit(128 + error.signal) }
        if Interruption.signal != 0 { Foundation.exit(128 + Interruption.signal) }
        if isPlain(error) {
            let status = ExitStatus.of(error)
            // A closed pipe is not reported, because the reader has enough.
            if status != 128 + SIGPIPE { StandardError.say("\(error)\(hint(after: error))") }
            Foundation.exit(status)
        }
        let code = exitCode(for: error), message = fullMessage(for: error)
        if code == .success {
            // Help, the version, completion scripts for shells.
            do { try StandardOutput.say(help: message) } catch { end(after: error) }
            Foundation.exit(0)
        }
        let text = TerminalText.lines(message)
        StandardError.write(code == .validationFailure ? text + "\n" : "agate: \(text)\n")
        Foundation.exit(code == .validationFailure ? ExitStatus.usage : ExitStatus.of(error))
    }

    private static func hint(after error: any Error) -> String {
        (error as? FileConflict)?.isInput == true ? "; give another name, or --overwrite-inputs" : ""
    }

    /// Returns true for errors with a description in one line.
    private static func isPlain(_ error: any Error) -> Bool {
        switch error {
        case is CAMLError, is LottieError, is ImageError, is InputError, is DataError, is PictureDifference.SizeMismatch, is FilmError,
            is FileConflict:
            true
        default: false
        }
    }
}
