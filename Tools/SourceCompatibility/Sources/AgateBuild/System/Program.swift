import Foundation

/// What went wrong, in one line that a person can act on.
struct BuildError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Messages of the tool itself, on standard error, so that the output of what it runs stays as it is.
func message(_ text: String) { FileHandle.standardError.write(Data("agate: \(text)\n".utf8)) }

/// Other programs: the Swift toolchain.
enum Program {
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The whole path of a program in PATH.
    static func find(_ name: String) throws -> String {
        if name.contains("/") { return name }
        for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
            let path = "\(folder)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw BuildError("\(name) is not in PATH; Agate needs Swift 6.1 or newer")
    }

    /// Runs a program and keeps what it prints.
    static func capture(_ name: String, _ arguments: [String]) throws -> Result {
        let process = Process(), output = Pipe(), errors = Pipe()
        process.executableURL = URL(fileURLWithPath: try find(name))
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // Both pipes are drained at once: a full one would stop the program.
        let rest = Drain(errors.fileHandleForReading)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let errorData = rest.wait()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: String(decoding: data, as: UTF8.self),
            errors: String(decoding: errorData, as: UTF8.self)
        )
    }

    /// Runs a program and passes each line that it prints, on either stream, to `line`.
    static func lines(_ name: String, _ arguments: [String], line: (String) -> Void) throws -> Int32 {
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: try find(name))
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var rest = Data()
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            rest.append(data)
            while let end = rest.firstIndex(of: 10) {
                line(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                rest.removeSubrange(rest.startIndex...end)
            }
        }
        if !rest.isEmpty { line(String(decoding: rest, as: UTF8.self)) }
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Runs a program on this one's streams.
    static func run(_ name: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try find(name))
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Becomes the other program: signals, streams and the exit code are its own.
    static func become(_ name: String, _ arguments: [String]) throws -> Never {
        let path = try find(name)
        var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        pointers.append(nil)
        execv(path, &pointers)
        throw BuildError("\(path) can't be run: \(String(cString: strerror(errno)))")
    }
}

/// Reads a pipe to its end on a thread of its own.
private final class Drain: @unchecked Sendable {
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        Thread.detachNewThread {
            self.data = handle.readDataToEndOfFile()
            self.done.signal()
        }
    }

    func wait() -> Data {
        done.wait()
        return data
    }
}
