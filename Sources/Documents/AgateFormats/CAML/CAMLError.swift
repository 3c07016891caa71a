import ImageIO

/// The reason for which a CAML document or package could not be read, with the location.
///
/// Thrown by ``CAMLDocument`` and ``CAMLScene``. A value; thread-safe. Apple's reader has no such type: it returns nil.
public struct CAMLError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file that contains the error, as it was given or as it was found in the package.
    public let file: String
    /// The line of the error, counted from 1, or nil if it has no line (a missing file).
    public let line: Int?
    /// The column of the error, counted from 1, or nil.
    public let column: Int?
    /// The reason, in one sentence without a full stop.
    public let reason: String
    /// The system's error number if the system reported the error, else 0.
    package var code: Int32 = 0
    /// True if a limit of ``ReadingLimits`` is exceeded.
    package var isLimit = false

    /// Creates an error.
    public init(file: String, line: Int? = nil, column: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// `file:line:column: reason`, in the format of compilers.
    public var description: String {
        guard let line else { return "\(file): \(reason)" }
        guard let column else { return "\(file):\(line): \(reason)" }
        return "\(file):\(line):\(column): \(reason)"
    }
}

/// The limits for reading; see the type in module ImageIO.
public typealias ReadingLimits = ImageIO.ReadingLimits
