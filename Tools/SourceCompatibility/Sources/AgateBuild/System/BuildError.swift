import Foundation

/// What the program ends with; the same numbers as those of the other commands of `agate`.
enum ExitStatus {
    /// The package does not build.
    static let failed: Int32 = 1
    /// What was given can't be used.
    static let badInput: Int32 = 2
    /// The command line is wrong (EX_USAGE).
    static let usage: Int32 = 64
    /// The machine failed, a full disk for instance: the same command may succeed later (EX_TEMPFAIL).
    static let transient: Int32 = 75

    static func of(_ error: any Error) -> Int32 { (error as? BuildError)?.status ?? BuildError.code(of: error).map(of(code:)) ?? badInput }

    static func of(code: Int32) -> Int32 {
        let passing = [ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, ENOBUFS, EMFILE, ENFILE, EAGAIN, ESTALE, ETIMEDOUT, EBUSY, EINTR, ENXIO]
        return passing.contains(code) ? transient : badInput
    }
}

/// What went wrong, in one line that a person can act on.
struct BuildError: Error, CustomStringConvertible {
    let description: String
    let status: Int32

    init(_ description: String, status: Int32 = ExitStatus.badInput) {
        self.description = description
        self.status = status
    }

    /// A call of the system that failed.
    init(_ what: String, code: Int32) { self.init("\(what): \(String(cString: strerror(code)))", status: ExitStatus.of(code: code)) }

    /// A disk that is full; what was complete before still is.
    static func fullDisk(_ reason: String) -> BuildError {
        BuildError("the disk is full (\(reason)); make room and run the same command again", status: ExitStatus.transient)
    }

    /// The system's number in an error of Foundation's.
    static func code(of error: any Error) -> Int32? {
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
        if let below = error.userInfo[NSUnderlyingErrorKey] as? NSError, let code = Self.code(of: below) { return code }
        return error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileWriteOutOfSpace.rawValue ? ENOSPC : nil
    }

    /// Any error in one line.
    static func text(of error: any Error) -> String {
        if let error = error as? BuildError { return error.description }
        guard let code = Self.code(of: error) else { return "\(error)" }
        let path = (error as NSError).userInfo[NSFilePathErrorKey] as? String
        return (path.map { $0 + ": " } ?? "") + String(cString: strerror(code))
    }
}

/// Messages of the tool itself, on standard error, so that the output of what it runs stays as it is.
func message(_ text: String) { FileHandle.standardError.write(Data("agate: \(text)\n".utf8)) }
