import AgateBatch
import FFmpeg
import Foundation

/// The programs of engines.
enum FarmProgram {
    /// On the PATH; nil where it is not.
    static func find(_ name: String) -> String? {
        (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// What a program writes.
    /// - Throws: ``FilmInputError`` with what it complains of.
    static func run(_ path: String, _ arguments: [String]) throws -> String {
        let child = try ChildProcess(path, arguments, hasInput: false, output: .pipe, patience: 60)
        let text = String(decoding: child.readToEnd(), as: UTF8.self)
        do { try child.finish() } catch { throw FilmInputError("\(error)") }
        return text
    }
}
