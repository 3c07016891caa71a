import ImageIO

/// Why a CAML document or package could not be read, with the place.
///
/// Thrown by ``CAMLDocument`` and ``CAMLScene``. A value; safe on any thread. Apple's reader has no such type: it answers nil.
public struct CAMLError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file in which the mistake stands, as it was given or as it was found in the package.
    public let file: String
    /// The line of the mistake, counted from 1, or nil where a mistake has no line (a missing file).
    public let line: Int?
    /// The column of the mistake, counted from 1, or nil.
    public let column: Int?
    /// What is wrong, in one sentence without a full stop.
    public let reason: String
    /// The system's error number where it was the system that refused, else 0.
    package var code: Int32 = 0
    /// Whether it is a bound of ``ReadingLimits`` that is exceeded.
    package var isLimit = false

    /// Makes an error.
    public init(file: String, line: Int? = nil, column: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// `file:line:column: reason`, as compilers write it.
    public var description: String {
        guard let line else { return "\(file): \(reason)" }
        guard let column else { return "\(file):\(line): \(reason)" }
        return "\(file):\(line):\(column): \(reason)"
    }
}

/// What reading may cost; see the type in module ImageIO.
public typealias ReadingLimits = ImageIO.ReadingLimits
