import AgateDiagnostics
import Foundation

/// The ffmpeg and ffprobe programs, run as child processes: located, queried for their capabilities, and used through pipes.
///
/// Nothing is linked: a program that makes films with Agate needs only Agate's own licence, and does not depend on library versions.
/// Thread-safe.
package final class FFmpeg: Sendable {
    /// The program's file.
    package let path: String

    private struct Answers {
        var version: String?
        var codecs: [FFmpegError.Direction: Set<String>] = [:]
        var filters: Set<String>?
    }
    private let answers = Locked(Answers())

    private init(path: String) { self.path = path }

    /// Returns the ffmpeg that `AGATE_FFMPEG` names (the program, or the folder that contains it), else the first on the PATH. It is
    /// located at each call, and queried once for each file.
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

    /// Returns the version, as the program reports it.
    package func version() throws(FFmpegError) -> String {
        if let version = answers.withLock({ $0.version }) { return version }
        let words = try Self.output(of: path, ["-hide_banner", "-version"]).split(separator: " ", maxSplits: 3)
        let version = words.count > 2 && words[1] == "version" ? String(words[2]) : "unknown"
        answers.withLock { $0.version = version }
        return version
    }

    /// Returns true if the version is at least the given one; versions that are not numbers count as current.
    package func isAtLeast(_ major: Int, _ minor: Int) throws(FFmpegError) -> Bool {
        let parts = try version().split { !$0.isNumber && $0 != "." }.first?.split(separator: ".").compactMap { Int($0) } ?? []
        guard let first = parts.first, first < 1000 else { return true }
        return (first, parts.count > 1 ? parts[1] : 0) >= (major, minor)
    }

    /// Returns the names of the encoders or decoders it was built with.
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

    /// Returns the names of the filters it was built with.
    package func filters() throws(FFmpegError) -> Set<String> {
        if let filters = answers.withLock({ $0.filters }) { return filters }
        // Lines as " T.C zscale           V->V       Apply resizing ...".
        let lines = try Self.output(of: path, ["-hide_banner", "-filters"]).split(separator: "\n")
        let list = lines.compactMap { line -> String? in
            let words = line.split(separator: " ", maxSplits: 3)
            return words.count > 2 && words[2].contains("->") ? String(words[1]) : nil
        }
        answers.withLock { $0.filters = Set(list) }
        return Set(list)
    }

    /// Returns the names of the pixel formats that an encoder takes.
    package func pixelFormats(ofEncoder name: String) throws(FFmpegError) -> Set<String> {
        // A line as "    Supported pixel formats: yuv420p yuvj420p ...".
        let lines = try Self.output(of: path, ["-hide_banner", "-h", "encoder=\(name)"]).split(separator: "\n")
        let line = lines.first { $0.contains("Supported pixel formats:") }
        return Set((line?.split(separator: ":").last ?? "").split(separator: " ").map(String.init))
    }

    /// Returns the first of several encoders or decoders that is available.
    package func first(_ direction: FFmpegError.Direction, of names: [String]) throws(FFmpegError) -> String {
        let codecs = try codecs(direction)
        guard let name = names.first(where: codecs.contains) else { throw .codecMissing(names.joined(separator: " or "), direction) }
        return name
    }

    /// Returns the standard output of a program.
    package static func output(of path: String, _ arguments: [String]) throws(FFmpegError) -> String {
        let process = try ChildProcess(path, arguments, hasInput: false, output: .pipe, patience: Stall.questionLimit)
        let data = process.readToEnd()
        try process.finish()
        return String(decoding: data, as: UTF8.self)
    }

    /// Returns the file of a program: in the location of `AGATE_FFMPEG`, else on the PATH.
    package static func locate(_ name: String) throws(FFmpegError) -> String {
        // Read again at each call: `getenv` sees values that the program has set meanwhile.
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
