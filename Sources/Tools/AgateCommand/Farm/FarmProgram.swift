import AgateBatch
import FFmpeg
import Foundation

/// Runs the programs of engines.
enum FarmProgram {
    /// Returns the path of a program on the PATH; nil if there is none.
    static func find(_ name: String) -> String? {
        (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Returns the output of a program.
    /// - Throws: ``FilmInputError`` with its error output.
    static func run(_ path: String, _ arguments: [String]) throws -> String {
        let child = try ChildProcess(path, arguments, hasInput: false, output: .pipe, patience: 60)
        let text = String(decoding: child.readToEnd(), as: UTF8.self)
        do { try child.finish() } catch { throw FilmInputError("\(error)") }
        return text
    }
}
