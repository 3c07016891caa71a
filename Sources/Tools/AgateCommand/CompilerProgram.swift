import Agate
import AgateBatch
import AgateDiagnostics
import FFmpeg
import Foundation
import ImageIO

/// The Swift toolchain in PATH, as far as `agate` itself calls it.
enum CompilerProgram {
    /// Returns the file of a program, with links resolved; empty if there is none.
    static func place(_ name: String) -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard let path = folders.map({ "\($0)/\(name)" as String }).first(where: { access($0, X_OK) == 0 }) else { return "" }
        return URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// Returns the standard output of a program.
    static func output(_ name: String, _ arguments: [String]) throws -> Data {
        let child: ChildProcess
        do { child = try ChildProcess("/usr/bin/env", [name] + arguments, hasInput: false, output: .pipe) } catch { throw FilmError(error) }
        let data = child.readToEnd()
        guard child.wait() == 0 else { throw InputError("\(name) can't be run; Agate needs Swift 6.1 or newer in PATH") }
        return data
    }

    /// Runs a program. Its output is printed as messages, so that standard output contains only the command's own result.
    /// - Returns: The exit code.
    /// - Throws: An error if the disk is full, or after a signal.
    static func call(_ name: String, _ arguments: [String]) throws -> Int32 {
        let fullDisk = Locked<Substring?>(nil)
        let child: ChildProcess
        do {
            child = try ChildProcess("/bin/sh", ["-c", "exec \"$@\" >&2", "sh", name] + arguments, hasInput: false, output: .none) { line in
                StandardError.write(line + "\n")
                if line.lowercased().contains("no space left on device") || line.lowercased().contains("disk quota exceeded") {
                    fullDisk.withLock { $0 = line }
                }
            }
        } catch { throw FilmError(error) }
        let status = child.wait()
        // The messages are read on another thread; this waits for it.
        do { try child.finish() } catch {}
        try Interruption.check()
        if status != 0, fullDisk.withLock({ $0 }) != nil {
            throw ImageError(file: "the disk", reason: "is full; make room and run the same command again", code: ENOSPC)
        }
        return status
    }
}
