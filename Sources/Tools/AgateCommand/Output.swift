import Agate
import AgateBatch
import AgateDiagnostics
import AgateFormats
import CPOSIX
import Foundation
import ImageIO

/// An error in the user's input.
typealias InputError = FilmInputError

/// Messages, which are sanitised by ``TerminalText``. A closed standard error does not stop the work.
enum StandardError {
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = agate_write_all(2, bytes, bytes.count)
    }

    /// Prints one line, with the program's name before it.
    static func say(_ text: String) { write("agate: \(TerminalText.line(text))\n") }

    /// Prints a JSON object in one line.
    static func say(json data: Data) { write(String(decoding: TerminalText.json(data), as: UTF8.self) + "\n") }

    static var isTerminal: Bool { isatty(2) == 1 }
}

/// Results. A failed write is an error, both for a full disk and a closed pipe.
enum StandardOutput {
    static func write(_ data: Data) throws {
        let code = data.withUnsafeBytes { bytes in bytes.baseAddress.map { agate_write_all(1, $0, bytes.count) } ?? 0 }
        guard code != 0 else { return }
        throw ImageError(file: "standard output", code: code)
    }

    /// Prints a line.
    static func say(_ line: String) throws { try say([line]) }

    /// Prints several lines; line ends within one are escaped.
    static func say(_ lines: [String]) throws { try write(Data(lines.map { TerminalText.line($0) + "\n" }.joined().utf8)) }

    /// Prints the argument parser's text, which has its own line ends.
    static func say(help text: String) throws { try write(Data("\(TerminalText.lines(text))\n".utf8)) }

    /// Prints a value as JSON, for programs.
    static func say(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        try write(TerminalText.json(encoder.encode(value)) + Data("\n".utf8))
    }
}

/// The exit codes of the program.
enum ExitStatus {
    /// Pictures differ, or a film differs from its manifest.
    static let different: Int32 = 1
    /// The input can't be used, independent of time and machine.
    static let badInput: Int32 = 2
    /// The command line is wrong (EX_USAGE).
    static let usage: Int32 = 64
    /// The machine failed: a full disk, no memory, a crashed encoder. The same command may succeed later (EX_TEMPFAIL).
    static let transient: Int32 = 75

    static func of(_ error: any Error) -> Int32 {
        // An output that would overwrite an input, whichever check detected it.
        if error is FileConflict || FileClaims.current?.hasRefused == true { return usage }
        switch error {
        case let error as FilmError:
            if case .readerGone = error { return 128 + SIGPIPE }
            return error.isTransient ? transient : badInput
        case let error as ImageError:
            return error.code == EPIPE ? 128 + SIGPIPE : SystemError.isTransient(error.code) ? transient : badInput
        default:
            let code = (error as? CAMLError)?.code ?? SystemError.code(of: error) ?? 0
            return SystemError.isTransient(code) ? transient : badInput
        }
    }
}
