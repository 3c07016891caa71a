import AgateDiagnostics
import Foundation

/// The ffmpeg and ffprobe programs, run as programs: found, asked what they can do, fed and read through pipes.
///
/// Nothing is linked: no licence but Agate's own counts for a program that makes films with it, and no version of a library drifts. Safe on
/// any thread.
package final class FFmpeg: Sendable {
    /// The program's file.
    package let path: String

    private struct Answers {
        var version: String?
        var codecs: [FFmpegError.Direction: Set<String>] = [:]
    }
    private let answers = Locked(Answers())

    private init(path: String) { self.path = path }

    /// The ffmpeg that `AGATE_FFMPEG` names (the program, or the folder that holds it), else the first on the PATH. Looked for at each
    /// call, asked once for each file.
    package static func installed() throws(FFmpegError) -> FFmpeg {
        let path = try locate("ffmpeg")
        return known.withLock { known in
            if let one = known[path] { return one }
            let one = FFmpeg(path: path)
            known[path] = one
            return one
        }
    }
    private static let known = Locked<[String: FFmpeg]>([:])

    /// The version, as the program says it.
    package func version() throws(FFmpegError) -> String {
        if let version = answers.withLock({ $0.version }) { return version }
        let words = try Self.output(of: path, ["-hide_banner", "-version"]).split(separator: " ", maxSplits: 3)
        let version = words.count > 2 && words[1] == "version" ? String(words[2]) : "unknown"
        answers.withLock { $0.version = version }
        return version
    }

    /// Whether the version is one or newer; versions that are no numbers are of today.
    package func isAtLeast(_ major: Int, _ minor: Int) throws(FFmpegError) -> Bool {
        let parts = try version().split { !$0.isNumber && $0 != "." }.first?.split(separator: ".").compactMap { Int($0) } ?? []
        guard let first = parts.first, first < 1000 else { return true }
        return (first, parts.count > 1 ? parts[1] : 0) >= (major, minor)
    }

    /// The names of the encoders or decoders it was built with.
    package func codecs(_ direction: FFmpegError.Direction) throws(FFmpegError) -> Set<String> {
        if let codecs = answers.withLock({ $0.codecs[direction] }) { return codecs }
        // Lines as " V....D libx264              libx264 H.264 / AVC ..." after a line of dashes.
        let lines = try Self.output(of: path, ["-hide_banner", "-\(direction.rawValue)s"]).split(separator: "\n")
        let list = lines.drop { !$0.contains("-----") }.dropFirst().compactMap { line -> String? in
            let words = line.split(separator: " ", maxSplits: 2)
            return words.count > 1 ? String(words[1]) : nil
        }
        answers.withLock { $0.codecs[direction] = Set(list) }
        return Set(list)
    }

    /// The first of some encoders or decoders that there is.
    package func first(_ direction: FFmpegError.Direction, of names: [String]) throws(FFmpegError) -> String {
        let codecs = try codecs(direction)
        guard let name = names.first(where: codecs.contains) else { throw .codecMissing(names.joined(separator: " or "), direction) }
        return name
    }

    /// What a program writes on its standard output.
    static func output(of path: String, _ arguments: [String]) throws(FFmpegError) -> String {
        let process = try ChildProcess(path, arguments, hasInput: false, output: .pipe, patience: Stall.questionLimit)
        let data = process.readToEnd()
        try process.finish()
        return String(decoding: data, as: UTF8.self)
    }

    /// The file of a program: where `AGATE_FFMPEG` is, else on the PATH.
    static func locate(_ name: String) throws(FFmpegError) -> String {
        // Asked anew each time: `getenv` sees what the program has set meanwhile.
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
        func isProgram(_ path: String) -> Bool {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue && access(path, X_OK) == 0
        }
        var folders: [String] = []
        if let named = variable("AGATE_FFMPEG") {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: named, isDirectory: &isFolder), isFolder.boolValue {
                folders.append(named)
            } else {
                guard isProgram(named) else { throw .cannotStart(named, reason: "AGATE_FFMPEG does not name a program") }
                if name == "ffmpeg" { return named }
                folders.append(URL(fileURLWithPath: named).deletingLastPathComponent().path)
            }
        }
        folders += (variable("PATH") ?? "").split(separator: ":").map(String.init)
        for folder in folders where isProgram("\(folder)/\(name)") { return "\(folder)/\(name)" }
        throw .programMissing(name)
    }
}
